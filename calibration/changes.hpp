// What differs between two pictures of one window.
#pragma once

#include <opencv2/core.hpp>
#include <vector>

namespace eyehand::calibration {

/// 8U, 255 where a channel differs by more than `least`; all of it if the sizes differ.
cv::Mat changed_pixels(const cv::Mat& a, const cv::Mat& b, int least = 8);

/// The boxes around the pieces of a mask, those within others left out; each at least `side_min` on
/// both sides.
std::vector<cv::Rect> boxes_of(const cv::Mat& mask, int side_min);

/// Places to try clicking, in the inner half of a picture of this size: its middle first, then
/// further and further out.
std::vector<cv::Point> places_to_try(cv::Size picture);

}  // namespace eyehand::calibration
