// How well a drawing explains a picture, if the picture may be a little moved, larger or less sharp
// than it.
#pragma once

#include <opencv2/core.hpp>
#include <vector>

namespace eyehand::panel {

/// How far a picture may be off a drawing of it. Pixels.
struct Slack {
  double shift = 0.35;     ///< in either direction
  double scale = 0.03;     ///< share by which it is larger or smaller
  double variance = 0.25;  ///< of what blurs it, more or less, across and down each
};

struct Explained {
  double left = 0;  ///< squared differences that no slack explains, of all channels
  int far_off = 0;  ///< pixels with a channel that is off by more than kPixelOff all the same
};
inline constexpr float kPixelOff = 70;

/// Compares at these pixels. Both are CV_32FC3 and of one size. To the first order: what a slack
/// changes is the drawing's derivative times it (P. Simard, Y. LeCun, J. Denker, "Efficient pattern
/// recognition using a new transformation distance", NIPS 1992), with bounds. O(pixels), some 100
/// nanoseconds each.
Explained explain(const cv::Mat& seen, const cv::Mat& drawn, const std::vector<cv::Point>& pixels,
                  const Slack& slack = {});

/// The same without any slack.
Explained compare(const cv::Mat& seen, const cv::Mat& drawn, const std::vector<cv::Point>& pixels);

/// How certain it is that a picture is the first of two drawings, 0 to 1: by what either leaves of
/// it at this many pixels, and by how far from one to the other it is. `between` are the squared
/// differences between the two.
float apart(double left_by_first, double left_by_second, double between, std::size_t pixels);

}  // namespace eyehand::panel
