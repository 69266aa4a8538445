// How well a drawing explains a picture that may be slightly shifted, scaled or blurred.
#pragma once

#include <opencv2/core.hpp>
#include <vector>

namespace eyehand::panel {

struct Explained {
  double left = 0;  ///< squared differences, summed over all channels, that no slack explains
  int far_off = 0;  ///< pixels with a channel that is still off by more than kPixelOff
};
/// 0 to 255: more than any slack leaves at an edge. Lowering it reports more tiles as covered.
inline constexpr float kPixelOff = 70;

/// Compares at these pixels. Both pictures are CV_32FC3 of one size. First-order: each slack
/// changes the drawing by its derivative times the slack, which is bounded (P. Simard, Y. LeCun, J.
/// Denker, "Efficient pattern recognition using a new transformation distance", NIPS 1992).
/// O(pixels), some 100 nanoseconds each.
Explained explain(const cv::Mat& seen, const cv::Mat& drawn, const std::vector<cv::Point>& pixels);

/// The same without slack.
Explained compare(const cv::Mat& seen, const cv::Mat& drawn, const std::vector<cv::Point>& pixels);

/// The confidence, 0 to 1, that a picture shows the first of two drawings, by what each leaves of
/// it at this many pixels. `between`: the squared differences between the two drawings.
float apart(double left_by_first, double left_by_second, double between, std::size_t pixels);

}  // namespace eyehand::panel
