// Finds a small picture, such as one of a button, in a window.
#pragma once

#include <opencv2/core.hpp>
#include <optional>

namespace eyehand::cells {

/// The centre of what looks like `picture` (both BGR) in the window, near `usual` or else anywhere;
/// nothing if nothing does, or if the picture is larger than the window. A few milliseconds near
/// `usual`, otherwise some 50 ms.
std::optional<cv::Point> find_picture(const cv::Mat& picture, const cv::Mat& window,
                                      cv::Point usual);

}  // namespace eyehand::cells
