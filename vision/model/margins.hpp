// The background of a cell, and the areas beside a board in which numbers stand.
#pragma once

#include <opencv2/core.hpp>
#include <optional>
#include <vector>

#include "vision/appearance.hpp"
#include "vision/lattice.hpp"

namespace eyehand::model {

/// A background may differ from its colour by this much in a channel.
inline constexpr int kTolerance = 24;

/// The colour that is most frequent in the corners of a cell, which what is drawn on it leaves; of
/// a pattern, whose colours are close to each other, one of these. Not counted are pixels along its
/// sides, where a selected cell has a frame, and colours that only thin lines have, such as those
/// of a bevel, nor what is of the colour `apart`.
Colour background_of(const cv::Mat& cell, std::optional<Colour> apart = {});

/// Whether the numbers at this side are those of columns.
inline bool is_column(char side) {
  return side == 't' || side == 'b';
}

/// The even area beside a board, or beside one of its lines.
struct Margin {
  cv::Mat foreground;  ///< how much pixels differ from the background, CV_8UC1; without lines along
                       ///< its sides
  cv::Point corner;    ///< in the picture
};

/// The margins of all lines at this side, from the first on: each its own if lines with these rims
/// part them, and otherwise one. Nothing if one is missing.
std::vector<Margin> margins_beside(const cv::Mat& bgr, const Lattice& lattice, char side,
                                   std::optional<int> rim);

}  // namespace eyehand::model
