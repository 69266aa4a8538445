// How far a picture is from its background, pixel by pixel.
#pragma once

#include <cstdint>
#include <cstring>
#include <opencv2/core.hpp>

#include "vision/appearance.hpp"

namespace eyehand {

/// Calls visit(first, last, pixel) for each run [first, last) of equal pixels in a row. What
/// programs draw is flat, so work done per run is a small part of work done per pixel.
template <class Visit>
void for_each_run(const cv::Vec3b* row, int columns, Visit&& visit) {
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(row);
  for (int first = 0; first < columns;) {
    // The run goes on while each byte equals the one a pixel before, tested eight at a time.
    int end = 3 * (first + 1);
    while (end + 8 <= 3 * columns && std::memcmp(bytes + end, bytes + end - 3, 8) == 0) end += 8;
    while (end < 3 * columns && bytes[end] == bytes[end - 3]) ++end;
    visit(first, end / 3, row[first]);
    first = end / 3;
  }
}

inline Colour to_colour(const cv::Vec3b& bgr) {
  return {bgr[2], bgr[1], bgr[0]};
}

/// The distance of each pixel from a colour (see distance in vision/appearance.hpp). `bgr` is 8UC3;
/// gives CV_8UC1. O(pixels).
cv::Mat distances(const cv::Mat& bgr, Colour from);

}  // namespace eyehand
