#include "vision/lights/sets.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <optional>

#include "vision/statistics.hpp"

namespace eyehand::lights {
namespace {

/// Lines that differ less from the background, 0 to 255, are not seen.
constexpr int kContrastMin = 12;
/// How far lines may be blurred, in pixels: faint foreground further off is a line of its own. With
/// 2, a neighbouring square that was blurred by 2 pixels was overlooked.
constexpr int kBlurred = 1;
/// How many squares on each side of a tile's own are examined.
constexpr int kReach = 3;
constexpr int kAcross = 2 * kReach + 1;
/// The share of a square's inside that is foreground: at most in a hollow one, at least in a filled
/// one. In between, the drawing is rejected.
constexpr double kHollowMax = 0.15, kFilledMin = 0.85;
/// The share of a line's pixels that are foreground: at most without a line, at least with one. In
/// between, the drawing is rejected.
constexpr double kNoLine = 0.35, kLine = 0.65;

/// How far a tile's pixels differ from its background, and which of them are drawing.
struct Drawing {
  cv::Mat contrast, foreground;
  bool is_faint = false;  ///< there is more than its foreground, as where thin lines are blurred
  cv::Point2d middle;     ///< of the tile, from the corner of these
};

Drawing drawing_of(const cv::Mat& bgr, const DrawnTile& tile) {
  cv::Mat contrast(tile.box.size(), CV_8U);
  int most = 0;
  const int rim = 1 + tile.box.width / 24;  // what is blurred into the gap
  for (int y = 0; y < contrast.rows; ++y)
    for (int x = 0; x < contrast.cols; ++x) {
      const bool inner = std::min({x, y, contrast.cols - 1 - x, contrast.rows - 1 - y}) >= rim;
      const int d =
          inner ? distance(colour_at(bgr, tile.box.x + x, tile.box.y + y), tile.background) : 0;
      contrast.at<uchar>(y, x) = static_cast<uchar>(d);
      most = std::max(most, d);
    }
  Drawing drawing{contrast, contrast > std::max(kContrastMin, most / 2), false,
                  tile.middle - cv::Point2d(tile.box.tl())};
  cv::Mat beside;
  cv::dilate(drawing.foreground, beside, cv::Mat::ones(2 * kBlurred + 1, 2 * kBlurred + 1, CV_8U));
  drawing.is_faint = cv::countNonZero((contrast > kContrastMin) & ~beside) > 0;
  return drawing;
}

/// The scale of the drawings: a square's side from line to line, and the middle of a tile's own
/// square, in pixels from the tile's.
struct Scale {
  double step = 0;
  cv::Point2d middle;
};

/// The run of foreground through a pixel along a row or a column: its length and its middle, to a
/// fraction of a pixel by its blurred ends.
struct Run {
  double length = 0, middle = 0;
};

Run run_through(const Drawing& drawing, cv::Point at, cv::Point along) {
  const cv::Rect all({}, drawing.foreground.size());
  cv::Point first = at, last = at;
  while (all.contains(first - along) && drawing.foreground.at<uchar>(first - along)) first -= along;
  while (all.contains(last + along) && drawing.foreground.at<uchar>(last + along)) last += along;
  double sum = 0, moment = 0, most = 0;
  for (cv::Point p = first - along; p != last + 2 * along; p += along) {
    if (!all.contains(p)) continue;
    const double contrast = drawing.contrast.at<uchar>(p);
    sum += contrast;
    moment += contrast * p.dot(along);
    most = std::max(most, contrast);
  }
  return {sum / most, moment / sum};
}

/// From the filled squares in the tiles' middles.
std::optional<Scale> find_scale(const std::vector<Drawing>& drawings) {
  std::vector<double> steps, x, y;
  for (const Drawing& drawing : drawings) {
    const cv::Point centre(drawing.foreground.cols / 2, drawing.foreground.rows / 2);
    if (!drawing.foreground.at<uchar>(centre)) continue;
    const Run across = run_through(drawing, centre, {1, 0});
    const Run down = run_through(drawing, centre, {0, 1});
    if (std::abs(across.length - down.length) > 1 || across.length > drawing.foreground.cols / 4.0)
      continue;
    steps.push_back((across.length + down.length) / 2 - 1);
    x.push_back(across.middle - drawing.middle.x);
    y.push_back(down.middle - drawing.middle.y);
  }
  if (2 * steps.size() < drawings.size() || steps.empty()) return std::nullopt;
  const Scale scale{median(steps), {median(x), median(y)}};
  if (scale.step < 2) return std::nullopt;
  return scale;
}

class SetReader {
 public:
  SetReader(const Drawing& drawing, const Scale& scale)
      : foreground_(drawing.foreground),
        is_faint_(drawing.is_faint),
        step_(scale.step),
        middle_(drawing.middle + scale.middle) {}

  DrawnSet run() {
    if (is_faint_) rejection("what it flips is drawn too faintly");
    read_lines();
    for (int v = -kReach; v <= kReach; ++v)
      for (int u = -kReach; u <= kReach; ++u) {
        const bool own = u == 0 && v == 0;
        const double inside = inner_foreground(u, v);
        const bool outlined = is_outlined(u, v);
        if (own ? outlined && inside > kHollowMax && inside < kFilledMin : inside > kHollowMax)
          rejection("what it flips is drawn in an unknown way");
        if (!outlined || (own && inside < 0.5)) continue;
        if (!own && is_outlined(u - 1, v) && is_outlined(u + 1, v) && is_outlined(u, v - 1) &&
            is_outlined(u, v + 1))
          rejection("it is unclear whether what it flips has a hole");
        set_.offsets.push_back({u, v});
      }
    check_lines();
    if (set_.offsets.empty()) rejection("nothing shows what it flips");
    return std::move(set_);
  }

 private:
  void rejection(const char* why) {
    if (set_.rejection.empty()) set_.rejection = why;
  }

  /// The corner between four squares, to the upper left of square (u, v).
  cv::Point2d corner(int u, int v) const {
    return middle_ + cv::Point2d((u - 0.5) * step_, (v - 0.5) * step_);
  }
  bool has_foreground(double x, double y) const {
    const cv::Point p(cvRound(x), cvRound(y));
    return cv::Rect({}, foreground_.size()).contains(p) && foreground_.at<uchar>(p);
  }
  /// How much of the line from a corner, without its ends, is foreground.
  double line_foreground(cv::Point2d from, cv::Point2d along) const {
    const int last = std::max(1, static_cast<int>(std::lround(step_)) - 1);
    int foreground = 0;
    for (int i = 1; i <= last; ++i)
      foreground += has_foreground(from.x + along.x * i, from.y + along.y * i);
    return static_cast<double>(foreground) / last;
  }
  /// How much of a square's inside is; beside the lines there may be blur.
  double inner_foreground(int u, int v) const {
    const cv::Point2d from = corner(u, v);
    const int beside = step_ >= 6 ? 2 : 1;
    const int last = std::max(beside, static_cast<int>(std::lround(step_)) - beside);
    int foreground = 0, all = 0;
    for (int y = beside; y <= last; ++y)
      for (int x = beside; x <= last; ++x, ++all)
        foreground += has_foreground(from.x + x, from.y + y);
    return static_cast<double>(foreground) / all;
  }

  static std::size_t line_at(int u, int v) {
    return static_cast<std::size_t>((v + kReach) * (kAcross + 1) + u + kReach);
  }

  void read_lines() {
    for (int v = -kReach; v <= kReach + 1; ++v)
      for (int u = -kReach; u <= kReach + 1; ++u)
        for (const bool level : {true, false}) {
          if (level ? u > kReach : v > kReach) continue;
          const double share =
              line_foreground(corner(u, v), level ? cv::Point2d(1, 0) : cv::Point2d(0, 1));
          if (share > kNoLine && share < kLine) rejection("what it flips is not drawn clearly");
          (level ? above_ : left_)[line_at(u, v)] = share > 0.5;
        }
  }
  bool above(int u, int v) const { return above_[line_at(u, v)]; }
  bool left(int u, int v) const { return left_[line_at(u, v)]; }

  bool is_outlined(int u, int v) const {
    if (std::max(std::abs(u), std::abs(v)) > kReach) return false;
    return above(u, v) && above(u, v + 1) && left(u, v) && left(u + 1, v);
  }

  /// Every line is some square's, and there is no foreground beyond them.
  void check_lines() {
    for (int v = -kReach; v <= kReach + 1; ++v)
      for (int u = -kReach; u <= kReach + 1; ++u) {
        if (u <= kReach && above(u, v) && !is_outlined(u, v) && !is_outlined(u, v - 1))
          rejection("it has a line that bounds no square");
        if (v <= kReach && left(u, v) && !is_outlined(u, v) && !is_outlined(u - 1, v))
          rejection("it has a line that bounds no square");
      }
    const cv::Point2d first = corner(-kReach, -kReach) - cv::Point2d(1, 1);
    const cv::Point2d last = corner(kReach + 1, kReach + 1) + cv::Point2d(1, 1);
    for (int y = 0; y < foreground_.rows; ++y)
      for (int x = 0; x < foreground_.cols; ++x)
        if (foreground_.at<uchar>(y, x) && (x < first.x || y < first.y || x > last.x || y > last.y))
          rejection("what is drawn on it reaches its edge");
  }

  const cv::Mat& foreground_;
  const bool is_faint_;
  const double step_;
  const cv::Point2d middle_;
  std::array<bool, (kAcross + 1) * (kAcross + 1)> above_{}, left_{};  ///< each square's lines
  DrawnSet set_;
};

}  // namespace

namespace {

/// In a picture that was scaled, lines are wider than a pixel, so the run over a filled square is
/// longer than its side by more than one. This many widths are tried, a quarter of a pixel apart.
constexpr int kLineWidths = 12;

std::vector<DrawnSet> read_at(const std::vector<Drawing>& drawings, const Scale& scale) {
  std::vector<DrawnSet> sets;
  for (const Drawing& d : drawings) sets.push_back(SetReader(d, scale).run());
  return sets;
}

}  // namespace

std::vector<DrawnSet> read_sets(const cv::Mat& bgr, const std::vector<DrawnTile>& tiles) {
  std::vector<Drawing> drawings;
  for (const DrawnTile& tile : tiles) drawings.push_back(drawing_of(bgr, tile));
  auto scale = find_scale(drawings);
  if (!scale) {
    const DrawnSet unseen{{}, "there are no drawings of what tiles flip"};
    return std::vector<DrawnSet>(tiles.size(), unseen);
  }
  const auto rejections = [](const std::vector<DrawnSet>& sets) {
    return std::count_if(sets.begin(), sets.end(),
                         [](const auto& s) { return !s.rejection.empty(); });
  };
  std::vector<DrawnSet> best = read_at(drawings, *scale);
  for (int i = 1; rejections(best) > 0 && i < kLineWidths; ++i) {
    scale->step -= 0.25;
    if (scale->step < 2) break;
    auto sets = read_at(drawings, *scale);
    if (rejections(sets) < rejections(best)) best = std::move(sets);
  }
  return best;
}

}  // namespace eyehand::lights
