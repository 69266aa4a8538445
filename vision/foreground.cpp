#include "vision/foreground.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "vision/statistics.hpp"

namespace eyehand {

cv::Mat distances(const cv::Mat& bgr, Colour from) {
  cv::Mat all(bgr.size(), CV_8UC1);
  for (int y = 0; y < bgr.rows; ++y) {
    auto* to = all.ptr<std::uint8_t>(y);
    for_each_run(bgr.ptr<cv::Vec3b>(y), bgr.cols, [&](int first, int last, const cv::Vec3b& pixel) {
      std::fill(to + first, to + last, static_cast<std::uint8_t>(distance(to_colour(pixel), from)));
    });
  }
  return all;
}

cv::Vec3b median_colour(const cv::Mat& bgr) {
  std::vector<cv::Vec3b> pixels;
  pixels.reserve(bgr.total());
  for (int y = 0; y < bgr.rows; ++y)
    pixels.insert(pixels.end(), bgr.ptr<cv::Vec3b>(y), bgr.ptr<cv::Vec3b>(y) + bgr.cols);
  return median(pixels);
}

}  // namespace eyehand
