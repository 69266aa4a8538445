#include "vision/lights_sets.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace eyehand::lights {
namespace {

/// Lines that differ from the ground by less are not seen.
constexpr int kContrastMin = 12;
/// Squares that are looked for to each side of a tile's own.
constexpr int kReach = 3;
constexpr int kAcross = 2 * kReach + 1;

/// Which pixels of a tile are drawing.
cv::Mat ink_of(const cv::Mat& bgr, const DrawnTile& tile) {
  cv::Mat contrast(tile.box.size(), CV_8U);
  int most = 0;
  const int rim = 1 + tile.box.width / 24;  // what is blurred into the gap
  for (int y = 0; y < contrast.rows; ++y)
    for (int x = 0; x < contrast.cols; ++x) {
      const bool inner = std::min({x, y, contrast.cols - 1 - x, contrast.rows - 1 - y}) >= rim;
      const int d =
          inner ? distance(colour_at(bgr, tile.box.x + x, tile.box.y + y), tile.ground) : 0;
      contrast.at<uchar>(y, x) = static_cast<uchar>(d);
      most = std::max(most, d);
    }
  return contrast > std::max(kContrastMin, most / 2);
}

/// The scale of the drawings: a square's side from line to line, and the middle of a tile's own
/// square, both in pixels from the tile's corner.
struct Scale {
  double step = 0;
  cv::Point2d middle;
};

/// The run of ink through a pixel along a row or a column: its first pixel and its length.
std::pair<int, int> run_through(const cv::Mat& ink, cv::Point at, cv::Point along) {
  const cv::Rect all({}, ink.size());
  cv::Point first = at, last = at;
  while (all.contains(first - along) && ink.at<uchar>(first - along)) first -= along;
  while (all.contains(last + along) && ink.at<uchar>(last + along)) last += along;
  return {first.dot(along), (last - first).dot(along) + 1};
}

double median(std::vector<double> values) {
  const auto half = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), half, values.end());
  return *half;
}

/// From the filled squares in the tiles' middles.
std::optional<Scale> find_scale(const std::vector<cv::Mat>& inks) {
  std::vector<double> steps, x, y;
  for (const cv::Mat& ink : inks) {
    const cv::Point centre(ink.cols / 2, ink.rows / 2);
    if (!ink.at<uchar>(centre)) continue;
    const auto [left, width] = run_through(ink, centre, {1, 0});
    const auto [top, height] = run_through(ink, centre, {0, 1});
    if (std::abs(width - height) > 1 || width > ink.cols / 4) continue;
    steps.push_back((width + height) / 2.0 - 1);
    x.push_back(left + (width - 1) / 2.0);
    y.push_back(top + (height - 1) / 2.0);
  }
  if (2 * steps.size() < inks.size() || steps.empty()) return std::nullopt;
  const Scale scale{median(steps), {median(x), median(y)}};
  if (scale.step < 2) return std::nullopt;
  return scale;
}

class SetReader {
 public:
  SetReader(const cv::Mat& ink, const Scale& scale) : ink_(ink), scale_(scale) {}

  DrawnSet run() {
    read_lines();
    for (int v = -kReach; v <= kReach; ++v)
      for (int u = -kReach; u <= kReach; ++u) {
        const bool own = u == 0 && v == 0;
        const double inside = inner_ink(u, v);
        const bool outlined = is_outlined(u, v);
        if (own ? outlined && inside > 0.2 && inside < 0.8 : inside > 0.4)
          doubt("what it flips is drawn in an unknown way");
        if (!outlined || (own && inside < 0.5)) continue;
        if (!own && is_outlined(u - 1, v) && is_outlined(u + 1, v) && is_outlined(u, v - 1) &&
            is_outlined(u, v + 1))
          doubt("what it flips may have a hole or not");
        set_.offsets.push_back({u, v});
      }
    check_lines();
    if (set_.offsets.empty()) doubt("nothing is drawn that it flips");
    return std::move(set_);
  }

 private:
  void doubt(const char* why) {
    if (set_.doubt.empty()) set_.doubt = why;
  }

  /// The corner between four squares, to the upper left of square (u, v).
  cv::Point2d corner(int u, int v) const {
    return scale_.middle + cv::Point2d((u - 0.5) * scale_.step, (v - 0.5) * scale_.step);
  }
  bool has_ink(double x, double y) const {
    const cv::Point p(cvRound(x), cvRound(y));
    return cv::Rect({}, ink_.size()).contains(p) && ink_.at<uchar>(p);
  }
  /// How much of the line from a corner, without its ends, is ink.
  double line_ink(cv::Point2d from, cv::Point2d along) const {
    const int last = std::max(1, static_cast<int>(std::lround(scale_.step)) - 1);
    int ink = 0;
    for (int i = 1; i <= last; ++i) ink += has_ink(from.x + along.x * i, from.y + along.y * i);
    return static_cast<double>(ink) / last;
  }
  /// How much of a square's inside is.
  double inner_ink(int u, int v) const {
    const cv::Point2d from = corner(u, v);
    const int last = std::max(1, static_cast<int>(std::lround(scale_.step)) - 1);
    int ink = 0;
    for (int y = 1; y <= last; ++y)
      for (int x = 1; x <= last; ++x) ink += has_ink(from.x + x, from.y + y);
    return static_cast<double>(ink) / (last * last);
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
              line_ink(corner(u, v), level ? cv::Point2d(1, 0) : cv::Point2d(0, 1));
          if (share > 0.35 && share < 0.65) doubt("what it flips is not drawn clearly");
          (level ? above_ : left_)[line_at(u, v)] = share > 0.5;
        }
  }
  bool above(int u, int v) const { return above_[line_at(u, v)]; }
  bool left(int u, int v) const { return left_[line_at(u, v)]; }

  bool is_outlined(int u, int v) const {
    if (std::max(std::abs(u), std::abs(v)) > kReach) return false;
    return above(u, v) && above(u, v + 1) && left(u, v) && left(u + 1, v);
  }

  /// Every line is some square's, and there is no ink beyond them.
  void check_lines() {
    for (int v = -kReach; v <= kReach + 1; ++v)
      for (int u = -kReach; u <= kReach + 1; ++u) {
        if (u <= kReach && above(u, v) && !is_outlined(u, v) && !is_outlined(u, v - 1))
          doubt("a line is drawn on it that bounds no square");
        if (v <= kReach && left(u, v) && !is_outlined(u, v) && !is_outlined(u - 1, v))
          doubt("a line is drawn on it that bounds no square");
      }
    const cv::Point2d first = corner(-kReach, -kReach) - cv::Point2d(1, 1);
    const cv::Point2d last = corner(kReach + 1, kReach + 1) + cv::Point2d(1, 1);
    for (int y = 0; y < ink_.rows; ++y)
      for (int x = 0; x < ink_.cols; ++x)
        if (ink_.at<uchar>(y, x) && (x < first.x || y < first.y || x > last.x || y > last.y))
          doubt("what is drawn on it reaches its rim");
  }

  const cv::Mat& ink_;
  const Scale& scale_;
  std::array<bool, (kAcross + 1) * (kAcross + 1)> above_{}, left_{};  ///< each square's lines
  DrawnSet set_;
};

}  // namespace

std::vector<DrawnSet> read_sets(const cv::Mat& bgr, const std::vector<DrawnTile>& tiles) {
  std::vector<cv::Mat> inks;
  for (const DrawnTile& tile : tiles) inks.push_back(ink_of(bgr, tile));
  const auto scale = find_scale(inks);
  std::vector<DrawnSet> sets(tiles.size());
  for (std::size_t i = 0; i < tiles.size(); ++i) {
    if (scale) {
      sets[i] = SetReader(inks[i], *scale).run();
    } else {
      sets[i].doubt = "no drawings are to be seen that tell what tiles flip";
    }
  }
  return sets;
}

}  // namespace eyehand::lights
