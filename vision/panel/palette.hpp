// Which of an appearance's themes a picture of a panel has, and how far its colours are shifted.
#pragma once

#include <array>
#include <opencv2/core.hpp>
#include <optional>
#include <string>
#include <vector>

#include "puzzle/panel/board.hpp"
#include "vision/foreground.hpp"
#include "vision/panel/read.hpp"

namespace eyehand::panel {

/// Lengths in pitches, the distance between the centres of neighbours.
struct Shape {
  double width = 0.9;   ///< of a tile
  double corner = 0;    ///< radius of its corners
  double symbol = 1;    ///< size of symbols
  double bolt = 0.38;   ///< how far a bolt is from the centre, across and down each
  double bridge = 0.4;  ///< width of the bridges between linked tiles
};

/// A theme with the colours of a picture, in BGR, 0 to 255.
struct Palette {
  Shape shape;
  cv::Vec3f background, unlit, lit, on_unlit, on_lit, walker;
  std::array<cv::Vec3f, kHues> hues;
};

/// Throws Error if the lists are empty or of different lengths, or if a shape is malformed.
std::vector<Palette> themes_of(const Appearance& appearance);

/// The theme whose background and one of whose tile colours cover most of the picture, both shifted
/// equally, by at most `shift_max`, and clipped to 0 to 255. Nothing if there is none. O(pixels).
std::optional<Palette> find_palette(const cv::Mat& bgr, const std::vector<Palette>& themes,
                                    int shift_max);

}  // namespace eyehand::panel
