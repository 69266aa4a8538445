// What appeared in a window between two captures, such as a dialog.
#pragma once

#include <opencv2/core.hpp>
#include <vector>

namespace eyehand {

/// Marks (CV_8UC1, 255) whatever is drawn in `now` but not in `before`. Dimming, fading and tinting
/// do not count, nor do even areas. Both pictures are BGR; if `before` is empty or of another size,
/// everything is new. O(pixels), some 10 ms per million.
cv::Mat appeared(const cv::Mat& before, const cv::Mat& now);

/// Rectangles around the marks (CV_8UC1), with some margin, within the picture: marks less than
/// `gap` pixels apart share one. Largest first.
std::vector<cv::Rect> regions_of(const cv::Mat& marks, int gap);

}  // namespace eyehand
