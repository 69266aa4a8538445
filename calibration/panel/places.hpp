// Where the tiles of an unknown panel may be, by what looks like tiles: even areas as wide as high,
// several of one size.
#pragma once

#include <opencv2/core.hpp>
#include <vector>

namespace eyehand::calibration {

/// Places to click, the most promising first; few, or none. O(pixels).
std::vector<cv::Point> places_like_tiles(const cv::Mat& bgr);

}  // namespace eyehand::calibration
