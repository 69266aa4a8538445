#include "vision/panel/grid.hpp"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <vector>

#include "vision/panel/runs.hpp"

namespace eyehand::panel {
namespace {

/// A tile's own colour fills at least this share of its cell, and something at least this share of
/// its middle.
constexpr double kOwnColour = 0.06, kFull = 0.75;
/// A grid that explains this share of the stretches needs no other beside it.
constexpr double kEnough = 0.8;
/// Grids that explain less than this share of what the best one does are none.
constexpr double kLikely = 0.4;
/// Pitches that differ by less than this share are the same.
constexpr double kOtherPitch = 0.07;
constexpr std::size_t kMostGrids = 4;
/// Larger boards than fit in a picture of a screen.
constexpr int kMostCells = 20'000;

/// Middles lie so far from where they should at most; share of the pitch.
constexpr double kPhaseReach = 0.03;

/// Where in a pitch the middles lie, and how many lie there.
struct Phase {
  double at = 0, weight = 0;
};
Phase best_phase(const std::vector<Middle>& middles, double pitch) {
  const int bins = std::max(8, static_cast<int>(std::lround(2 * pitch)));
  std::vector<double> folded(static_cast<std::size_t>(bins), 0);
  for (const Middle& middle : middles) {
    const double turn = middle.at / pitch;
    const int bin = static_cast<int>((turn - std::floor(turn)) * bins) % bins;
    folded[static_cast<std::size_t>(bin)] += middle.count;
  }
  const int reach = std::max(1, static_cast<int>(kPhaseReach * bins));
  // Weights that fall off evenly to either side: sums of sums of neighbours.
  const auto wrapped = [&](int bin) { return static_cast<std::size_t>((bin + bins) % bins); };
  const auto sums = [&](const std::vector<double>& of) {
    std::vector<double> sum(of.size(), 0);
    for (int i = 0; i <= reach; ++i) sum[0] += of[wrapped(i)];
    for (int bin = 1; bin < bins; ++bin)
      sum[wrapped(bin)] = sum[wrapped(bin - 1)] - of[wrapped(bin - 1)] + of[wrapped(bin + reach)];
    return sum;
  };
  const std::vector<double> weights = sums(sums(folded));
  Phase best;
  for (int bin = 0; bin < bins; ++bin) {
    const double weight = weights[wrapped(bin - reach)] / (reach + 1);
    if (weight > best.weight) best = {(bin + 0.5) * pitch / bins, weight};
  }
  return best;
}

/// Sums for a line through middles by their number, x and y with offsets of their own.
struct Fit {
  double n[2] = {0, 0}, k[2] = {0, 0}, m[2] = {0, 0}, kk = 0, km = 0;

  void add(int axis, double number, double middle, double weight) {
    n[axis] += weight;
    k[axis] += weight * number;
    m[axis] += weight * middle;
    kk += weight * number * number;
    km += weight * number * middle;
  }
  /// Least squares; false where one tile a row and a column leaves the pitch open.
  bool pitch(double& value) const {
    double a = kk, b = km;
    for (const int axis : {0, 1})
      if (n[axis] > 0) {
        a -= k[axis] * k[axis] / n[axis];
        b -= k[axis] * m[axis] / n[axis];
      }
    if (a <= 0.5) return false;
    value = b / a;
    return true;
  }
};

/// The best pitch around a guess.
struct Pitch {
  double pitch = 0;
  double phase[2] = {0, 0};  ///< the middle of the tile with number 0
  double weight = 0;
  double explained = 0;  ///< share of the stretches that lie where tiles are
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
    best = {pitch, {x.at, y.at}, weight, (x.weight + y.weight) / all};
  }
  return best;
}

class GridFinder {
 public:
  GridFinder(const Runs& runs, const cv::Mat& classes, const Pitch& pitch)
      : runs_(runs), classes_(classes) {
    grid_.pitch = pitch.pitch;
    phase_[0] = pitch.phase[0];
    phase_[1] = pitch.phase[1];
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
      Fit fit;
      for (const int axis : {0, 1}) add_middles(axis, reach, fit);
      double pitch = grid_.pitch;
      if (fit.pitch(pitch)) grid_.pitch = pitch;
      for (const int axis : {0, 1}) {
        step_[axis] = grid_.pitch;
        set_phase(axis, fit);
      }
    }
    for (const int axis : {0, 1}) {
      Fit fit;
      add_middles(axis, 0.07, fit);
      constexpr double kUneven = 0.02;
      double pitch = step_[axis];
      if (fit.pitch(pitch) && std::abs(pitch - grid_.pitch) < kUneven * grid_.pitch)
        step_[axis] = pitch;
      set_phase(axis, fit);
    }
    grid_.step = {step_[0], step_[1]};
  }

  void add_middles(int axis, double reach, Fit& fit) {
    step_[axis] = grid_.pitch;
    each_middle(axis, reach, [&](double number, double middle, double weight) {
      fit.add(axis, number, middle, weight);
    });
  }
  void set_phase(int axis, const Fit& fit) {
    if (fit.n[axis] > 0) phase_[axis] = (fit.m[axis] - step_[axis] * fit.k[axis]) / fit.n[axis];
  }

  template <class Visit>
  void each_middle(int axis, double reach, Visit&& visit) const {
    for (const Middle& middle : runs_.middles[static_cast<std::size_t>(axis)]) {
      const double number = std::round((middle.at - phase_[axis]) / grid_.pitch);
      const double off = std::abs(middle.at - phase_[axis] - number * grid_.pitch);
      if (off <= std::max(reach * grid_.pitch, 0.8)) visit(number, middle.at, middle.count);
    }
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
    int first[2], count[2];
    double from[2];
    const int size[2] = {classes_.cols, classes_.rows};
    for (const int axis : {0, 1}) {
      first[axis] = -static_cast<int>(std::ceil((phase_[axis] + step_[axis] / 2) / step_[axis]));
      from[axis] = phase_[axis] + (first[axis] - 0.5) * step_[axis];
      count[axis] = static_cast<int>(std::ceil((size[axis] - from[axis]) / step_[axis]));
    }
    if (count[0] > kMostCells / std::max(count[1], 1)) {
      grid_ = none("the tiles are too many");
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
      grid_ = none("no tiles are to be seen");
      return;
    }
    grid_.origin = {from[0] + extent.x * step_[0], from[1] + extent.y * step_[1]};
    grid_.columns = extent.width;
    grid_.rows = extent.height;
  }

  const Runs& runs_;
  const cv::Mat& classes_;
  double phase_[2] = {0, 0};  ///< the middle of the tile with number 0
  double step_[2] = {0, 0};
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
    // A little more may be the ground's that is blended into the tiles.
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
    if (grids.size() == kMostGrids) break;
  }
  if (grids.empty()) grids.push_back(GridFinder::none("no tiles are to be seen"));
  return grids;
}

}  // namespace eyehand::panel
