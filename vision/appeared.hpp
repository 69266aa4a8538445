// What appeared in a window between two captures, such as a dialog.
#pragma once

#include <opencv2/core.hpp>
#include <vector>

namespace eyehand {

/// Marks (CV_8UC1, 255) what is drawn in `now` and was not in `before`: dimming, fading or tinting
/// what was there does not count, nor do even areas. Both BGR; `before` may be empty or of another
/// size, and then everything is new. O(pixels), some 10 ms per million.
cv::Mat appeared(const cv::Mat& before, const cv::Mat& now);

/// Rectangles around what is marked, within the picture, with some margin: marks that are less than
/// `gap` pixels apart share one. Largest first.
std::vector<cv::Rect> regions_of(const cv::Mat& marks, int gap);

}  // namespace eyehand
