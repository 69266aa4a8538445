// Spots that repeat at equal steps across and down, as the dots, edges and digits of a board do: a
// hint, by the picture alone, where a board may be.
#pragma once

#include <opencv2/core.hpp>
#include <vector>

namespace eyehand::slitherlink {

/// A spot that differs from its surroundings, as do those a whole number of steps from it, in a
/// rectangle of at least kRepeatNodes spots per side.
struct Repeat {
  int pitch = 0;     ///< the step, to a pixel
  cv::Point at;      ///< the spot nearest the centre of the rectangle
  cv::Rect area;     ///< around the spots of the rectangle
  double score = 0;  ///< how much the weakest spot differs, times the squared likeness of all
};
inline constexpr int kRepeatNodes = 4;

/// The most promising first; a patterned backdrop may be among them. `bgr` is 8UC3; nothing is
/// found in pictures less than 100 pixels wide or high. Some 0.1 s for a million pixels.
std::vector<Repeat> find_repeats(const cv::Mat& bgr);

}  // namespace eyehand::slitherlink
