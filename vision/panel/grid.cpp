#include "vision/panel/grid.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <vector>

#include "vision/lattice_fit.hpp"
#include "vision/panel/runs.hpp"

namespace eyehand::panel {
namespace {

/// A tile's own colour fills at least this share of its cell, and anything but background at least
/// this share of the cell's centre.
constexpr double kOwnColour = 0.06, kFull = 0.75;
/// If a grid explains this share of the runs, no further one is looked for.
constexpr double kEnough = 0.8;
/// Grids with less than this share of the best one's weight are dropped.
constexpr double kLikely = 0.4;
/// Pitches that differ by less than this share are the same.
constexpr double kOtherPitch = 0.07;
constexpr std::size_t kMaxGrids = 4;
/// Larger boards than fit in a picture of a screen.
constexpr int kMaxCells = 20'000;

/// How far at most the middle of a run is from a tile's centre, as a share of the pitch.
constexpr double kPhaseReach = 0.03;

/// Across, then down.
constexpr std::size_t kAxes = 2;
using PerAxis = std::array<double, kAxes>;

/// Where in a pitch the middles lie, and how many lie there.
struct Phase {
  double at = 0, weight = 0;
};
Phase best_phase(const std::vector<Middle>& middles, double pitch) {
  // Unsigned throughout: compilers can see that no index leaves the bins.
  const auto bins = static_cast<std::size_t>(std::max(8L, std::lround(2 * pitch)));
  const auto count = static_cast<double>(bins);
  std::vector<double> folded(bins, 0);
  for (const Middle& middle : middles) {
    const double turn = middle.at / pitch;
    folded[static_cast<std::size_t>((turn - std::floor(turn)) * count) % bins] += middle.count;
  }
  const auto reach = std::max<std::size_t>(1, static_cast<std::size_t>(kPhaseReach * count));
  // Weights that fall off evenly to either side: sums of sums of neighbours.
  const auto sums = [&](const std::vector<double>& of) {
    std::vector<double> sum(bins, 0);
    double now = 0;
    for (std::size_t i = 0; i <= reach; ++i) now += of[i % bins];
    for (std::size_t bin = 0; bin < bins; ++bin) {
      sum[bin] = now;
      now = now - of[bin] + of[(bin + 1 + reach) % bins];
    }
    return sum;
  };
  const std::vector<double> weights = sums(sums(folded));
  Phase best;
  for (std::size_t bin = 0; bin < bins; ++bin) {
    const double weight = weights[(bin + bins - reach) % bins] / static_cast<double>(reach + 1);
    if (weight > best.weight) best = {(static_cast<double>(bin) + 0.5) * pitch / count, weight};
  }
  return best;
}

/// The best pitch around a guess.
struct Pitch {
  double pitch = 0;
  PerAxis phase{};  ///< the middle of the tile with number 0
  double weight = 0;
  double explained = 0;  ///< share of the runs that lie where tiles are
};

Pitch find_pitch(const Runs& runs, double guess, int longest) {
  double all = 1;
  for (const auto& middles : runs.middles)
    for (const Middle& middle : middles) all += middle.count;
  Pitch best;
  const double reach = kOtherPitch * guess + 1;
  // At the far end of a long row the middles must still be met.
  const double step = std::max(std::max(0.35, kPhaseReach * guess / 2) * guess / longest, 0.002);
  for (double pitch = std::max(guess - reach, 4.0); pitch <= guess + reach; pitch += step) {
    const Phase x = best_phase(runs.middles[0], pitch), y = best_phase(runs.middles[1], pitch);
    // Of pitches that explain the same the one nearest to the guess: one tile fits any. Of a pitch
    // and its half, the whole.
    const double weight =
        (x.weight + y.weight) * (1 - 0.05 * std::abs(pitch - guess) / reach) * std::pow(guess, 0.3);
    if (weight <= best.weight || x.weight <= 0 || y.weight <= 0) continue;
    best = {pitch, PerAxis{x.at, y.at}, weight, (x.weight + y.weight) / all};
  }
  return best;
}

class GridFinder {
 public:
  GridFinder(const Runs& runs, const cv::Mat& classes, const Pitch& pitch)
      : runs_(runs), classes_(classes) {
    grid_.pitch = pitch.pitch;
    phase_ = pitch.phase;
  }

  Grid run(double length, double cell_min_px) {
    refine();
    grid_.tile = length;
    if (grid_.pitch < cell_min_px - 0.5) return none("the tiles are too small");
    find_extent();
    return grid_;
  }

  static Grid none(const char* why_not) {
    Grid grid;
    grid.why_not = why_not;
    return grid;
  }

 private:
  void refine() {
    for (const double reach : {0.1, 0.05}) {
      LatticeFit fit;
      for (std::size_t axis = 0; axis < kAxes; ++axis) add_middles(axis, reach, fit);
      grid_.pitch = fit.pitch().value_or(grid_.pitch);
      for (std::size_t axis = 0; axis < kAxes; ++axis) {
        step_[axis] = grid_.pitch;
        set_phase(axis, fit);
      }
    }
    for (std::size_t axis = 0; axis < kAxes; ++axis) {
      LatticeFit fit;
      add_middles(axis, 0.07, fit);
      constexpr double kUneven = 0.02;
      const double pitch = fit.pitch().value_or(step_[axis]);
      if (std::abs(pitch - grid_.pitch) < kUneven * grid_.pitch) step_[axis] = pitch;
      set_phase(axis, fit);
    }
    grid_.step = {step_[0], step_[1]};
  }

  void add_middles(std::size_t axis, double reach, LatticeFit& fit) {
    step_[axis] = grid_.pitch;
    for (const Middle& middle : runs_.middles[axis]) {
      const double number = std::round((middle.at - phase_[axis]) / grid_.pitch);
      const double off = std::abs(middle.at - phase_[axis] - number * grid_.pitch);
      if (off <= std::max(reach * grid_.pitch, 0.8)) fit.add(axis, number, middle.at, middle.count);
    }
  }
  void set_phase(std::size_t axis, const LatticeFit& fit) {
    if (fit.weight(axis) > 0) phase_[axis] = fit.origin(axis, step_[axis]);
  }

  /// Tiles are full in their middles, and of their colour in some places.
  bool is_tile(const cv::Rect& cell) const {
    int own = 0, full = 0;
    const int across = cell.width / 4, down = cell.height / 4;
    for (int y = 0; y < cell.height; ++y) {
      const uchar* row = classes_.ptr<uchar>(cell.y + y) + cell.x;
      const bool is_middle = y >= down && y < cell.height - down;
      for (int x = 0; x < cell.width; ++x) {
        const auto here = static_cast<PixelClass>(row[x]);
        if (here == PixelClass::unlit || here == PixelClass::lit) ++own;
        if (is_middle && x >= across && x < cell.width - across && here != PixelClass::background)
          ++full;
      }
    }
    const int middle = (cell.width - 2 * across) * (cell.height - 2 * down);
    return own >= kOwnColour * grid_.pitch * grid_.pitch && full >= kFull * middle;
  }

  void find_extent() {
    // From the first cell that reaches into the picture on.
    std::array<int, kAxes> count{};
    PerAxis from{};
    const std::array size{classes_.cols, classes_.rows};
    for (std::size_t axis = 0; axis < kAxes; ++axis) {
      const double first = -std::ceil((phase_[axis] + step_[axis] / 2) / step_[axis]);
      from[axis] = phase_[axis] + (first - 0.5) * step_[axis];
      count[axis] = static_cast<int>(std::ceil((size[axis] - from[axis]) / step_[axis]));
    }
    if (count[0] > kMaxCells / std::max(count[1], 1)) {
      grid_ = none("there are too many tiles");
      return;
    }
    cv::Rect extent;
    for (int row = 0; row < count[1]; ++row)
      for (int column = 0; column < count[0]; ++column) {
        const cv::Rect cell = cv::Rect(cv::Point(cvRound(from[0] + column * step_[0]),
                                                 cvRound(from[1] + row * step_[1])),
                                       cv::Point(cvRound(from[0] + (column + 1) * step_[0]),
                                                 cvRound(from[1] + (row + 1) * step_[1]))) &
                              cv::Rect({}, classes_.size());
        if (cell.empty()) continue;
        if (is_tile(cell)) extent |= cv::Rect(column, row, 1, 1);
      }
    if (extent.empty()) {
      grid_ = none("there are no tiles");
      return;
    }
    grid_.origin = {from[0] + extent.x * step_[0], from[1] + extent.y * step_[1]};
    grid_.columns = extent.width;
    grid_.rows = extent.height;
  }

  const Runs& runs_;
  const cv::Mat& classes_;
  PerAxis phase_{};  ///< the middle of the tile with number 0
  PerAxis step_{};
  Grid grid_;
};

}  // namespace

std::vector<Grid> find_grids(const cv::Mat& bgr, const Palette& palette, double cell_min_px) {
  const cv::Mat classes = classify(bgr, palette);
  const Runs runs = find_runs(bgr, classes, palette);
  struct Guess {
    Pitch pitch;
    double length;
  };
  std::vector<Guess> guesses;
  for (const double length : runs.lengths) {
    const double guess = length / palette.shape.width;
    // A little more may be the background's that is blended into the tiles.
    if (length < kShortest || guess < 0.93 * cell_min_px) continue;
    const Pitch pitch = find_pitch(runs, guess, std::max(bgr.cols, bgr.rows));
    if (pitch.weight <= 0) continue;
    guesses.push_back({pitch, length});
    if (pitch.explained > kEnough) break;
  }
  std::sort(guesses.begin(), guesses.end(),
            [](const Guess& a, const Guess& b) { return a.pitch.weight > b.pitch.weight; });
  std::vector<Grid> grids;
  for (const Guess& guess : guesses) {
    const bool is_new = std::none_of(grids.begin(), grids.end(), [&](const Grid& grid) {
      return std::abs(grid.pitch - guess.pitch.pitch) < kOtherPitch * grid.pitch;
    });
    if (!is_new || guess.pitch.weight < kLikely * guesses[0].pitch.weight) continue;
    const Grid grid = GridFinder(runs, classes, guess.pitch).run(guess.length, cell_min_px);
    if (grid.columns > 0 || grids.empty()) grids.push_back(grid);
    if (grids.size() == kMaxGrids) break;
  }
  if (grids.empty()) grids.emplace_back().why_not = "there are no tiles";
  return grids;
}

}  // namespace eyehand::panel
