// How much each pixel of a picture differs from its background.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <opencv2/core.hpp>

#include "vision/appearance.hpp"

namespace eyehand {

/// Calls visit(first, last, pixel) for each run [first, last) of equal pixels in a row. Programs
/// draw flat areas, so there are far fewer runs than pixels.
template <class Visit>
void for_each_run(const cv::Vec3b* row, int columns, Visit&& visit) {
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(row);
  for (int first = 0; first < columns;) {
    // The run goes on while each byte equals the one a pixel before, tested eight at a time.
    int end = 3 * (first + 1);
    std::uint64_t here = 0, before = 0;
    for (; end + 8 <= 3 * columns && here == before; end += 8) {
      std::memcpy(&here, bytes + end, 8);
      std::memcpy(&before, bytes + end - 3, 8);
    }
    if (here != before) {
      const std::uint64_t off = here ^ before;
      const bool is_little = std::endian::native == std::endian::little;
      end += (is_little ? std::countr_zero(off) : std::countl_zero(off)) / 8 - 8;
    } else {
      while (end < 3 * columns && bytes[end] == bytes[end - 3]) ++end;
    }
    visit(first, end / 3, row[first]);
    first = end / 3;
  }
}

inline Colour to_colour(const cv::Vec3b& bgr) {
  return {bgr[2], bgr[1], bgr[0]};
}

inline Colour to_colour(const cv::Scalar& bgr) {
  return {cvRound(bgr[2]), cvRound(bgr[1]), cvRound(bgr[0])};
}

/// The largest difference in any channel.
template <class T>
T farthest(const cv::Vec<T, 3>& a, const cv::Vec<T, 3>& b) {
  return std::max({std::abs(a[0] - b[0]), std::abs(a[1] - b[1]), std::abs(a[2] - b[2])});
}

/// The distance of each pixel from a colour (see distance in vision/appearance.hpp), CV_8UC1. `bgr`
/// is 8UC3. O(pixels).
cv::Mat distances(const cv::Mat& bgr, Colour from);

/// The median of each channel. `bgr` is 8UC3. O(pixels).
cv::Vec3b median_colour(const cv::Mat& bgr);

}  // namespace eyehand
