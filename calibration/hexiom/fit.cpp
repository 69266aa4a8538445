#include "calibration/hexiom/fit.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "vision/hexiom/cell.hpp"

namespace eyehand::calibration {
namespace {

/// Colours less saturated than kColourless have no hue.
constexpr double kOneState = 25, kHue = 100, kColourless = 12;
/// If there are more colours than this, they are not states.
constexpr std::size_t kMaxColours = 5;
constexpr int kMaxNeighbours = 6;
/// Numerals at least this alike need only one sample.
constexpr double kSame = 0.97;

/// What a piece's colour means: too few neighbours, the right number, too many.
enum class State { few, content, many };

bool fits(State state, int touched, int number) {
  switch (state) {
    case State::few:
      return touched < number;
    case State::content:
      return touched == number;
    case State::many:
      return touched > number;
  }
  return false;
}

/// Shading, and how much of a rim is sampled, change a colour but not its hue.
Rgb hue_of(const Rgb& colour) {
  const double grey = (colour[0] + colour[1] + colour[2]) / 3;
  const Rgb tinted = colour - Rgb(grey, grey, grey);
  const double length = cv::norm(tinted);
  return length < kColourless ? colour : tinted * (kHue / length);
}

}  // namespace

bool is_known(const hexiom::Numeral& numeral, const std::vector<hexiom::Numeral>& samples) {
  return std::any_of(samples.begin(), samples.end(), [&](const hexiom::Numeral& sample) {
    return hexiom::likeness(numeral, sample) > kSame;
  });
}

Rgb colour_near_rim(const cv::Mat& bgr, const HexLattice& lattice, cv::Point2d middle) {
  Rgb sum(0, 0, 0);
  int count = 0;
  // The lower sides: three of a flat-topped cell, two of a pointy-topped one.
  const std::vector<double> ways =
      lattice.flat_topped ? std::vector<double>{30, 90, 150} : std::vector<double>{60, 120};
  for (const double way : ways)
    for (double along = -0.12; along <= 0.121; along += 0.04)
      for (double far = 0.36; far <= 0.471; far += 0.01) {
        const double angle = way * std::numbers::pi / 180;
        const cv::Point2d out(std::cos(angle), std::sin(angle)), side(-out.y, out.x);
        const cv::Point2d p = middle + lattice.pitch * (far * out + along * side);
        const cv::Point at(cvRound(p.x), cvRound(p.y));
        if (!cv::Rect({}, bgr.size()).contains(at)) continue;
        sum += rgb(colour_at(bgr, at.x, at.y));
        ++count;
      }
  return count > 0 ? sum / count : sum;
}

double likeness_moved(const hexiom::CellForeground& a, const hexiom::CellForeground& b) {
  const hexiom::Numeral still = a.numeral(0, 0);
  double best = -1;
  for (int below = -2 * hexiom::kAboveAndBelow; below <= 2 * hexiom::kAboveAndBelow; ++below)
    best = std::max(best, hexiom::likeness(still, b.numeral(0, below)));
  return best;
}

std::vector<std::set<int>> numbers_of(const std::vector<PieceObservation>& observations,
                                      std::size_t kinds) {
  std::vector<Rgb> colours;
  for (const PieceObservation& status : observations) colours.push_back(hue_of(status.colour));
  const auto clusters = clusters_of(colours, kOneState);
  std::vector<std::set<int>> best(kinds);
  if (clusters.size() < 2 || clusters.size() > kMaxColours) return best;
  std::vector<std::size_t> cluster_of;
  for (const Rgb& colour : colours) {
    std::size_t nearest = 0;
    for (std::size_t i = 1; i < clusters.size(); ++i)
      if (apart(clusters[i].mean, colour) < apart(clusters[nearest].mean, colour)) nearest = i;
    cluster_of.push_back(nearest);
  }
  std::size_t readings = 1, fewest = 0;
  for (std::size_t i = 0; i < clusters.size(); ++i) readings *= 3;
  for (std::size_t reading = 0; reading < readings; ++reading) {
    std::vector<State> states;
    for (std::size_t i = 0, rest = reading; i < clusters.size(); ++i, rest /= 3)
      states.push_back(static_cast<State>(rest % 3));
    // No two colours mean the same, unless there are more than three.
    const std::set<State> said(states.begin(), states.end());
    if (said.size() < std::min<std::size_t>(clusters.size(), 3)) continue;
    std::vector<std::set<int>> open(kinds);
    for (auto& numbers : open)
      for (int n = 0; n <= kMaxNeighbours; ++n) numbers.insert(n);
    for (std::size_t i = 0; i < observations.size(); ++i)
      std::erase_if(open[observations[i].kind], [&](int number) {
        return !fits(states[cluster_of[i]], observations[i].touched, number);
      });
    std::size_t left = 0;
    bool possible = true;
    for (const auto& numbers : open) {
      possible = possible && !numbers.empty();
      left += numbers.size();
    }
    if (!possible || (fewest > 0 && left > fewest)) continue;
    if (left < fewest || fewest == 0) {
      fewest = left;
      best = open;
      continue;
    }
    // Equally likely: either may be right.
    for (std::size_t kind = 0; kind < kinds; ++kind)
      best[kind].insert(open[kind].begin(), open[kind].end());
  }
  return best;
}

std::string badge_sample(const Frame& frame, const HexLattice& lattice, cv::Point2d middle,
                         double badge_y) {
  // In the numeral's colours, but separate from it.
  constexpr double kAbove = 0.09, kBelow = 0.11;
  constexpr int kColumns = hexiom::kNumeralColumns + 2 * hexiom::kBesides;
  constexpr int kRows = hexiom::kNumeralRows + 2 * hexiom::kAboveAndBelow;
  const auto status =
      hexiom::measure_cell(frame.image, {}, middle, lattice.pitch, lattice.flat_topped);
  auto foreground = hexiom::foreground_of_cell(
      frame.image, middle - cv::Point2d(0, badge_y * lattice.pitch), lattice.pitch, status.fill);
  for (int row = 0; row < kRows; ++row) {
    const double below = (row - (kRows - 1) / 2.0) / hexiom::kNumeralSteps;
    if (below >= -kAbove && below <= kBelow) continue;
    for (int column = 0; column < kColumns; ++column)
      foreground.foreground[static_cast<std::size_t>(row * kColumns + column)] = 0;
  }
  return hexiom::to_sample('A', hexiom::kBadge, foreground);
}

bool find_marks(hexiom::Appearance& appearance, const Frame& frame, const std::vector<bool>& locked,
                const std::function<std::vector<std::string>(double badge_y)>& badges) {
  std::vector<hexiom::Appearance> right;
  const auto offer = [&](const hexiom::Appearance& tried) {
    const auto reading = hexiom::read(frame, tried);
    if (!reading.accepted() || reading.board.locked.size() != locked.size()) return;
    for (std::size_t i = 0; i < locked.size(); ++i)
      if ((reading.board.locked[i] != 0) != locked[i]) return;
    right.push_back(tried);
  };
  // The median of all that read correctly.
  const auto take_middle = [&] {
    if (right.empty()) return false;
    using Place = cv::Vec<double, 5>;
    const auto place = [](const hexiom::Appearance& of) {
      return Place(of.line_at, of.claw_x, of.claw_y, of.badge_y, of.drop);
    };
    Place mean;
    for (const auto& of : right) mean += place(of) / static_cast<double>(right.size());
    appearance = *std::min_element(right.begin(), right.end(), [&](const auto& a, const auto& b) {
      return cv::norm(place(a) - mean) < cv::norm(place(b) - mean);
    });
    return true;
  };
  offer(appearance);
  if (take_middle()) return true;
  for (double line = 0.3; line < 0.43; line += 0.01) {
    hexiom::Appearance tried = appearance;
    tried.line_at = line;
    offer(tried);
  }
  if (take_middle()) return true;
  for (double y = 0.31; y < 0.42; y += 0.02)
    for (double x = 0.16; x < 0.31; x += 0.02) {
      hexiom::Appearance tried = appearance;
      tried.claw_x = x;
      tried.claw_y = y;
      offer(tried);
    }
  if (take_middle()) return true;
  for (double y = 0.23; y < 0.35; y += 0.015)
    for (const double drop : {0.0, 0.03, 0.06, 0.09}) {
      hexiom::Appearance tried = appearance;
      tried.badge_y = y;
      tried.drop = drop;
      for (auto& sample : badges(y)) tried.numerals.push_back(std::move(sample));
      offer(tried);
    }
  return take_middle();
}

}  // namespace eyehand::calibration
