// A picture of a window, and where on the screen it came from.
#pragma once

#include <opencv2/core.hpp>
#include <utility>

namespace eyehand {

/// An image in BGR, 8 bits per channel.
struct Frame {
  cv::Mat image;
  cv::Point origin;  ///< of the image's first pixel on the screen's root window
  /// The part of the image that lay on the screen when it was captured; all of it for a picture
  /// read from a file.
  cv::Rect on_screen;
  /// Pixels of the image per pixel of the screen, across and down. Not 1 in frames that are
  /// stretched() or enlarged().
  cv::Point2d scale{1, 1};
  /// Differences from an even area, of 255, that compression may have left. 0 where programs are
  /// seen directly.
  double noise = 0;

  cv::Point to_screen(cv::Point2d in_image) const {
    return origin + cv::Point(cvRound(in_image.x / scale.x), cvRound(in_image.y / scale.y));
  }
  cv::Point to_image(cv::Point on_root) const {
    return {cvRound((on_root.x - origin.x) * scale.x), cvRound((on_root.y - origin.y) * scale.y)};
  }
};

/// A picture from a file as a frame at the screen's corner.
inline Frame to_frame(cv::Mat image) {
  const cv::Rect all({0, 0}, image.size());
  return {std::move(image), {0, 0}, all};
}

/// Whether two images are equal in size, type and every pixel.
bool same_picture(const cv::Mat& a, const cv::Mat& b);

/// Part of a frame, which must lie within its image. The pixels are shared.
inline Frame part_of(const Frame& frame, const cv::Rect& area) {
  return {frame.image(area), frame.to_screen(area.tl()), (frame.on_screen & area) - area.tl(),
          frame.scale, frame.noise};
}

/// The pixels between two corners, rounded outwards.
inline cv::Rect covering(cv::Point2d from, cv::Point2d to) {
  return {cv::Point(cvFloor(from.x), cvFloor(from.y)), cv::Point(cvCeil(to.x), cvCeil(to.y))};
}

/// A frame from the screen whose ratio of height to width is multiplied by `stretch`, so that cells
/// that are not square become square. It is only ever enlarged: made higher, or wider if `stretch`
/// is below 1. O(pixels).
Frame stretched(Frame frame, double stretch);

/// A frame, which must not be empty, with its image resized.
Frame with_image(Frame frame, cv::Mat resized);

/// The image pixels of a stretched frame that cover an area of the screen.
cv::Rect scaled(const cv::Rect& area, cv::Point2d scale);

}  // namespace eyehand
