// Colours by perceived difference, so that one threshold holds for dark and light colours.
#pragma once

#include <opencv2/core.hpp>

namespace eyehand {

/// OKLab (B. Ottosson, "A perceptual color space for image processing", 2020) of a picture in BGR,
/// CV_8UC3 or CV_32FC3, 0 to 255: CV_32FC3, with a lightness from 27 (black, and all that nearly
/// is) to 255. O(pixels), some 50 ns each.
cv::Mat to_oklab(const cv::Mat& bgr);

}  // namespace eyehand
