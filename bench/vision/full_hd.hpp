// The size at which readers are held to 40 ms: a window as high as a screen of 1920 x 1080.
#pragma once

#include <opencv2/imgproc.hpp>

namespace eyehand {

inline constexpr int kFullHdWidth = 1920, kFullHdHeight = 1080;

/// A picture scaled to the height of the screen, as a desktop scales windows.
inline cv::Mat at_full_hd(const cv::Mat& image) {
  const double factor = static_cast<double>(kFullHdHeight) / image.rows;
  cv::Mat scaled;
  cv::resize(image, scaled, {}, factor, factor, factor < 1 ? cv::INTER_AREA : cv::INTER_LINEAR);
  return scaled;
}

}  // namespace eyehand
