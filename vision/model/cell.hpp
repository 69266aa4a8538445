// What is seen of a cell of a puzzle that is a page of rules, before it is known what that means.
#pragma once

#include <opencv2/core.hpp>
#include <optional>

#include "vision/appearance.hpp"
#include "vision/digits.hpp"
#include "vision/lattice.hpp"

namespace eyehand::model {

/// What is drawn differs by more than this from its background, of 255 (see foreground_of).
constexpr int kClear = 90;
/// Lines and their rims usually cover this share of a cell, at each side.
constexpr double kUsualRim = 0.04;

/// The part of an image of this size that `inside` says, at least one pixel.
cv::Rect clipped(const cv::Rect2d& inside, cv::Size size);
/// A cell without this share of it at each side.
cv::Rect area_of(const Lattice& lattice, int column, int row, double rim, cv::Size size);

/// What is seen of a cell, of which a CellKind says what it means.
struct CellSeen {
  Colour background;
  cv::Mat foreground;          ///< as foreground_of(), without what lies along its sides
  bool is_drawn = false;       ///< whether there is something drawn on it
  bool is_faint = false;       ///< whether there may be, though too pale
  bool is_large = false;       ///< see CellKind
  Colour foreground_colour{};  ///< where it differs most from the background
};
/// `rim`: see Appearance. `contrast`: what is drawn differs by at least this from the background.
/// Nothing if the cell is too small. O(pixels).
std::optional<CellSeen> see_cell(const cv::Mat& bgr, const Lattice& lattice, int column, int row,
                                 double rim = kUsualRim, double contrast = kLeastContrast);

}  // namespace eyehand::model
