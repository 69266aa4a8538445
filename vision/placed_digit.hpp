// Compares a digit as it lies in a picture's pixels with samples. A digit some ten pixels high
// looks different wherever it lies between the pixels, most of all in a picture that has been
// scaled; so a sample is drawn as it would look there, at parts of a pixel, in slightly different
// sizes, sharp and blurred.
#pragma once

#include <opencv2/core.hpp>

#include "vision/digits.hpp"

namespace eyehand {

class PlacedDigit {
 public:
  /// `foreground`: CV_8UC1, a digit whose bounding box is `box`, and what lies around it.
  PlacedDigit(const cv::Mat& foreground, const cv::Rect& box);
  /// 0: the same, 1: nothing in common, whatever the brightness. 32 resamplings and 24 blurs of
  /// at most 16 rows.
  double distance(const Glyph& glyph) const;

 private:
  cv::Mat pixels_;      ///< CV_32FC1, at most kGlyphHeight high but for its rim
  double height_;       ///< of the digit, pixels
  cv::Point2d middle_;  ///< of what it consists of
  double square_;       ///< the pixels' product with themselves
};

}  // namespace eyehand
