// Pictures of parts of a board at one size, so that they can be compared wherever they are.
#pragma once

#include <opencv2/core.hpp>

namespace eyehand::cells {

/// Pixels per side of the pictures in an atlas.
inline constexpr int kPatchPixels = 12;

/// The square of `side` image pixels around `centre`, which may extend beyond the image: CV_32FC3,
/// `pixels` wide and high, each the mean of the area it covers. Turned anticlockwise by `quarters`,
/// so that after one the right side is on top. Coordinates are of pixel centres. `bgr` is 8UC3.
/// O(side^2 + pixels^2).
cv::Mat cut(const cv::Mat& bgr, cv::Point2d centre, double side, int pixels, int quarters = 0);

}  // namespace eyehand::cells
