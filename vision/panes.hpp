// Panes: rectangular parts of a picture, such as windows on a desktop that is shown in a window.
#pragma once

#include <opencv2/core.hpp>
#include <vector>

namespace eyehand {

/// The rectangles that even or gently shaded areas of a picture (BGR) span or enclose, in pixels of
/// the picture: windows, and the parts of windows that have a background of their own. Something
/// may cut into such an area from its edge, or part it in two, as boards do. Those with a side of
/// less than 40 pixels do not count, nor does the picture itself. Largest first, at most 24; the
/// same picture compressed or scaled has much the same panes. O(pixels), some 15 ms per million.
std::vector<cv::Rect> find_panes(const cv::Mat& bgr);

}  // namespace eyehand
