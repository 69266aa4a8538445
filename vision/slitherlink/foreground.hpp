// Separates a picture of strokes and dots over an even background into background and foreground.
#pragma once

#include <opencv2/core.hpp>

#include "vision/appearance.hpp"

namespace eyehand {

/// The commonest colour. O(pixels).
Colour commonest_colour(const cv::Mat& bgr);

/// A picture, its background and its foreground.
struct ForegroundPicture {
  cv::Mat bgr;  ///< 8UC3, shared with the caller
  Colour background, dot;
  cv::Mat foreground;       ///< CV_8UC1: a pixel's distance from the background
  cv::Mat dark;             ///< CV_8UC1: 0 for the background's colour to 255 for the dots'
  int foreground_min = 0;   ///< pixels with less foreground are background
  int foreground_most = 0;  ///< of any pixel
  cv::Rect drawn;           ///< around all pixels that do not have exactly the background's colour

  /// The background is the commonest colour. O(pixels).
  static ForegroundPicture of(const cv::Mat& bgr, Colour dot, int foreground_min);

  bool has(cv::Point2d p) const {
    const int x = cvRound(p.x), y = cvRound(p.y);
    return x >= 0 && y >= 0 && x < foreground.cols && y < foreground.rows;
  }
  /// 0 outside the picture.
  int foreground_at(cv::Point2d p) const {
    return has(p) ? foreground.ptr(cvRound(p.y))[cvRound(p.x)] : 0;
  }
  int dark_at(cv::Point2d p) const { return has(p) ? dark.ptr(cvRound(p.y))[cvRound(p.x)] : 0; }
};

}  // namespace eyehand
