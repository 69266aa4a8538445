// What repeats at equal steps across and down in a picture, as the dots, edges and digits of a
// board do: a hint where a board is, found from the picture alone.
#pragma once

#include <opencv2/core.hpp>
#include <vector>

namespace eyehand::slitherlink {

/// A spot that differs from its surroundings, and so do those that lie a whole number of steps from
/// it, in a rectangle of at least kRepeatNodes on each side.
struct Repeat {
  int pitch = 0;     ///< the step, to a pixel
  cv::Point at;      ///< the spot in the middle of the rectangle
  cv::Rect area;     ///< around the spots of the rectangle
  double score = 0;  ///< how much the weakest differs, less where that is no small spot
};
inline constexpr int kRepeatNodes = 4;

/// The most promising first; a backdrop with a pattern is among them. `bgr` is 8UC3; nothing is
/// found in pictures less than 100 pixels wide or high. Some 0.1 s for a million pixels.
std::vector<Repeat> find_repeats(const cv::Mat& bgr);

}  // namespace eyehand::slitherlink
