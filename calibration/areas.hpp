// Areas of a picture that may be cells of a board, judged by appearance: about as wide as they are
// high, and several of one size.
#pragma once

#include <opencv2/core.hpp>
#include <vector>

namespace eyehand::calibration {

/// The boxes of such areas, in clusters of one size, those that cover most of the picture first.
/// The middle ones of each cluster come first. An area may have something drawn on it; its colour
/// may vary gradually. Areas that fill more than this share of their box are left out: a square
/// fills it, a disc or a hexagon about 0.78. O(pixels).
std::vector<std::vector<cv::Rect>> areas_of_one_size(const cv::Mat& bgr, double fill_max = 1);

/// Places to click where such areas suggest square tiles in rows and columns, the most promising
/// first, at most 20; there may be none. O(pixels).
std::vector<cv::Point> places_like_tiles(const cv::Mat& bgr);

}  // namespace eyehand::calibration
