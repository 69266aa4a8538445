// Which of an appearance's themes a picture of a panel is drawn in, and how far its colours are
// off.
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

/// Lengths in distances between the middles of neighbours.
struct Shape {
  double width = 0.9;   ///< of a tile
  double corner = 0;    ///< radius of its corners
  double symbol = 1;    ///< size of symbols
  double bolt = 0.38;   ///< a bolt is this far right or left, up or down of the middle
  double bridge = 0.4;  ///< width of what joins linked tiles
};

/// A theme as this picture shows it. Colours in BGR, 0 to 255.
struct Palette {
  Shape shape;
  cv::Vec3f background, unlit, lit, on_unlit, on_lit, walker;
  std::array<cv::Vec3f, kHues> hues;
};

/// Throws Error if the lists are empty, not of one length, or have shapes that are malformed.
std::vector<Palette> themes_of(const Appearance& appearance);

/// The theme whose ground and one of whose tiles' colours cover most of the picture, all of them
/// off by the same shift, no more than `shift_max`; clipped as pictures are. O(pixels).
std::optional<Palette> find_palette(const cv::Mat& bgr, const std::vector<Palette>& themes,
                                    int shift_max);

}  // namespace eyehand::panel
