// Where the tiles of an unknown panel may be, judged by appearance: uniform square areas, several
// of the same size.
#pragma once

#include <opencv2/core.hpp>
#include <vector>

namespace eyehand::calibration {

/// Places to click, the most promising first; there may be none. O(pixels).
std::vector<cv::Point> places_like_tiles(const cv::Mat& bgr);

}  // namespace eyehand::calibration
