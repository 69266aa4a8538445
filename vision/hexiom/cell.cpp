#include "vision/hexiom/cell.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "vision/foreground.hpp"
#include "vision/hexiom/view.hpp"
#include "vision/statistics.hpp"

namespace eyehand::hexiom {
namespace {

// Lengths in pitches.

/// A cell's own colour is taken beside its numeral.
constexpr double kFillFrom = 0.225, kFillTo = 0.265, kFillHalfHeight = 0.12;
/// A claw is examined in a square, a badge in a rectangle around its centre.
constexpr double kClawRadius = 0.05, kBadgeHalfWidth = 0.05, kBadgeHalfHeight = 0.02;
/// A rim is between these distances from the centre.
constexpr double kRimFrom = 0.40, kRimTo = 0.46;
/// A line is compared with the rim, which must differ from the cell by at least this, 0 to 255.
constexpr double kRim = 25;

class CellPixels {
 public:
  CellPixels(const cv::Mat& bgr, cv::Point2d middle, double pitch)
      : bgr_(bgr), middle_(middle), pitch_(pitch) {}

  /// Between pixels, in between.
  cv::Vec3d colour(double x, double y) const {
    const double px = std::clamp(middle_.x + x * pitch_, 0.0, bgr_.cols - 1.0);
    const double py = std::clamp(middle_.y + y * pitch_, 0.0, bgr_.rows - 1.0);
    const int x0 = static_cast<int>(px), y0 = static_cast<int>(py);
    const int x1 = std::min(x0 + 1, bgr_.cols - 1), y1 = std::min(y0 + 1, bgr_.rows - 1);
    const double u = px - x0, v = py - y0;
    const auto pixel = [&](int a, int b) { return cv::Vec3d(bgr_.at<cv::Vec3b>(b, a)); };
    return (1 - v) * ((1 - u) * pixel(x0, y0) + u * pixel(x1, y0)) +
           v * ((1 - u) * pixel(x0, y1) + u * pixel(x1, y1));
  }

  cv::Vec3d fill() const {
    std::vector<cv::Vec3d> colours;
    for (const double side : {-1.0, 1.0})
      for (double x = kFillFrom; x <= kFillTo + 1e-9; x += (kFillTo - kFillFrom) / 2)
        for (double y = -kFillHalfHeight; y <= kFillHalfHeight + 1e-9; y += kFillHalfHeight / 4)
          colours.push_back(colour(side * x, y));
    return median(colours);
  }

  /// Without claws, an edge's ends look like its middle.
  double claws(double x, double y) const {
    double least = 255;
    for (const double side : {-1.0, 1.0}) {
      double sum = 0;
      int points = 0;
      for (double dy = -kClawRadius; dy <= kClawRadius + 1e-9; dy += kClawRadius / 2) {
        const cv::Vec3d plain = colour(0, -y + dy);
        for (double dx = -kClawRadius; dx <= kClawRadius + 1e-9; dx += kClawRadius / 2) {
          sum += farthest(colour(side * x + dx, -y + dy), plain);
          ++points;
        }
      }
      least = std::min(least, sum / points);
    }
    return least;
  }

  /// How far the middle of the upper edge, where no claw is, differs from that of the most similar
  /// other edge. All are alike except for numerals, other marks and shading.
  double odd_edge(double y) const {
    double least = 255;
    for (int k = 1; k < 6; ++k) {
      const double turn = k * CV_PI / 3, c = std::cos(turn), s = std::sin(turn);
      double sum = 0;
      int points = 0;
      for (double dy = -kClawRadius; dy <= kClawRadius + 1e-9; dy += kClawRadius / 2) {
        const double away = y - dy;
        sum += farthest(colour(0, -away), colour(s * away, -c * away));
        ++points;
      }
      least = std::min(least, sum / points);
    }
    return least;
  }

  double badge(double y, cv::Vec3d fill, double contrast) const {
    if (contrast < 1) return 0;
    double sum = 0;
    int points = 0;
    for (double dy = -kBadgeHalfHeight; dy <= kBadgeHalfHeight + 1e-9; dy += kBadgeHalfHeight)
      for (double dx = -kBadgeHalfWidth; dx <= kBadgeHalfWidth + 1e-9; dx += kBadgeHalfWidth / 2) {
        sum += farthest(colour(dx, -y + dy), fill);
        ++points;
      }
    return sum / points / contrast;
  }

  double line(double at, cv::Vec3d fill, bool flat_topped) const {
    // The median of six directions: numerals and other marks are in the way in one or two.
    const auto foreground = [&](double t) {
      std::array<double, 6> all{};
      std::size_t k = 0;
      for (const cv::Point2d& way : hex_directions(flat_topped)) {
        for (const double along : {-0.12, 0.0, 0.12})
          all[k] +=
              farthest(colour(t * way.x - along * way.y, t * way.y + along * way.x), fill) / 3;
        ++k;
      }
      std::sort(all.begin(), all.end());
      return (all[2] + all[3]) / 2;
    };
    double rim = 0;
    for (double t = kRimFrom; t <= kRimTo + 1e-9; t += 0.01) rim = std::max(rim, foreground(t));
    return rim < kRim ? 0 : foreground(at) / rim;
  }

 private:
  const cv::Mat& bgr_;
  cv::Point2d middle_;
  double pitch_;
};

}  // namespace

CellObservation measure_cell(const cv::Mat& bgr, const Appearance& appearance, cv::Point2d middle,
                             double pitch, bool flat_topped) {
  const CellPixels cell(bgr, middle, pitch);
  const cv::Vec3d fill = cell.fill();
  CellObservation status;
  status.fill = fill;
  status.foreground = foreground_of_cell(bgr, middle, pitch, fill);
  if (flat_topped) {
    if (appearance.claw_y > 0) {
      status.claws = cell.claws(appearance.claw_x, appearance.claw_y);
      status.odd_edge = cell.odd_edge(appearance.claw_y);
    }
  } else {
    if (appearance.badge_y > 0)
      status.badge = cell.badge(appearance.badge_y, fill, status.foreground.contrast);
    if (appearance.line_at > 0) status.line = cell.line(appearance.line_at, fill, flat_topped);
  }
  return status;
}

}  // namespace eyehand::hexiom
