// How far a picture is from its background, pixel by pixel.
#pragma once

#include <opencv2/core.hpp>

#include "vision/appearance.hpp"

namespace eyehand {

/// Calls visit(first, last, pixel) for each run [first, last) of equal pixels in a row. What
/// programs draw is flat, so work done per run is a small part of work done per pixel.
template <class Visit>
void for_each_run(const cv::Vec3b* row, int columns, Visit&& visit) {
  for (int first = 0; first < columns;) {
    const cv::Vec3b pixel = row[first];
    int last = first + 1;
    while (last < columns && row[last][0] == pixel[0] && row[last][1] == pixel[1] &&
           row[last][2] == pixel[2])
      ++last;
    visit(first, last, pixel);
    first = last;
  }
}

inline Colour to_colour(const cv::Vec3b& bgr) {
  return {bgr[2], bgr[1], bgr[0]};
}

/// The distance of each pixel from a colour (see distance in vision/appearance.hpp). `bgr` is 8UC3;
/// gives CV_8UC1. O(pixels).
cv::Mat distances(const cv::Mat& bgr, Colour from);

}  // namespace eyehand
