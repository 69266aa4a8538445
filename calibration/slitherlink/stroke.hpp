// What a gesture drew on a Slitherlink board, by how its surroundings changed.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <opencv2/core.hpp>
#include <optional>

namespace eyehand::calibration {

/// Where an edge is, image pixels.
struct Segment {
  cv::Point2d a, b;

  cv::Point2d middle() const { return (a + b) / 2; }
  double length() const { return cv::norm(b - a); }
  cv::Point2d way() const { return (b - a) / length(); }  ///< the unit vector along it
  bool is_horizontal() const { return std::abs(b.x - a.x) > std::abs(b.y - a.y); }
};
/// The horizontal or vertical segment of this length around a point.
Segment level_segment(cv::Point2d middle, double length, bool is_horizontal);
/// Where horizontal edges of this length may be if a spot of the board repeats at these steps: it
/// may be a vertex, a face, or an edge of either direction. The likeliest come first.
std::array<Segment, 4> edges_near(cv::Point2d spot, double length);

/// What a gesture drew, image pixels: a line along an edge, or a mark in its middle.
struct Stroke {
  /// How far around a click to look for what it changes, pixels.
  static constexpr int kReach = 75;

  cv::Rect box;
  int contrast = 0;  ///< the largest difference in any channel, 0 to 255
  /// Across a line, where its differences are in the mean: a smoothed rim on one side makes the box
  /// up to a pixel wider.
  cv::Point2d middle;

  int length() const { return std::max(box.width, box.height); }
  bool is_long() const;
  bool is_horizontal() const { return box.width > box.height; }
};

/// The longest connected difference within reach of a point, where the 8-bit mask is set; a short
/// one only if none is long, and then the nearest. Faint differences beside strong ones, such as a
/// tinted face, do not count.
std::optional<Stroke> stroke_near(const cv::Mat& before, const cv::Mat& after, const cv::Mat& mask,
                                  cv::Point2d near, int reach = Stroke::kReach);

/// Fewer changed pixels than this do not count as a change.
inline constexpr int kUnchangedPixels = 6;
/// How many pixels of a mask are in connected parts of more than a few: where programs redraw the
/// surroundings of a change, single pixels differ.
int count_in_pieces(const cv::Mat& mask);

/// The square this far around a point, as far as it is in the picture.
cv::Rect around(cv::Point2d middle, int reach, cv::Size picture);

}  // namespace eyehand::calibration
