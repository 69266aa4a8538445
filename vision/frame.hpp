// A picture of a window, and where on the screen it came from.
#pragma once

#include <opencv2/core.hpp>
#include <utility>

namespace eyehand {

/// An image in BGR, 8 bits per channel. Pixel (x, y) of it was at (origin.x + x, origin.y + y) on
/// the screen's root window.
struct Frame {
  cv::Mat image;
  cv::Point origin;
  /// The part of the image that lay on the screen when it was captured; all of it for a picture
  /// read from a file.
  cv::Rect on_screen;

  cv::Point to_screen(cv::Point2d in_image) const {
    return origin + cv::Point(cvRound(in_image.x), cvRound(in_image.y));
  }
};

/// A picture from a file as a frame at the screen's corner.
inline Frame to_frame(cv::Mat image) {
  const cv::Rect all({0, 0}, image.size());
  return {std::move(image), {0, 0}, all};
}

}  // namespace eyehand
