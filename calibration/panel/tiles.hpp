// Where the tiles of a panel are in an unknown picture, and their colours.
#pragma once

#include <functional>
#include <opencv2/core.hpp>
#include <optional>
#include <vector>

#include "calibration/colours.hpp"
#include "vision/appearance.hpp"

namespace eyehand::calibration {

/// Tiles of one size, evenly spaced on a background of one colour.
struct PanelTiles {
  Colour background;
  cv::Point2d origin;  ///< of the first tile's box, pixels
  double pitch = 0;    ///< from one tile to the next, pixels
  int side = 0;        ///< of a tile, pixels
  int columns = 0, rows = 0;
  std::vector<bool> is_there;  ///< per place

  cv::Rect box(int tile) const {
    return {cvRound(origin.x + tile % columns * pitch), cvRound(origin.y + tile / columns * pitch),
            side, side};
  }
  int size() const { return columns * rows; }
};

/// Each of the picture's common colours is tried as the background; the one with which tiles of one
/// size cover most of the picture wins. Linked tiles are found where others determine their row and
/// column. Empty if fewer than four tiles stand alone. O(pixels), about ten times.
std::optional<PanelTiles> find_panel_tiles(const cv::Mat& bgr);

/// An 8-bit mask, 255 where a pixel does not have the background's colour.
cv::Mat other_than(const cv::Mat& bgr, Colour background);

/// Visits the pixels of a box within the picture with their offset from its centre, or from another
/// point, in pixels.
using PixelVisit = std::function<void(Colour, cv::Point2d)>;
void visit_box(const cv::Mat& bgr, const cv::Rect& box, const PixelVisit& visit);
void visit_box(const cv::Mat& bgr, const cv::Rect& box, cv::Point2d from, const PixelVisit& visit);

/// The colours around the midpoints of a tile's sides, slightly inside it, where there are no
/// marks.
ColourCounts state_colours(const cv::Mat& bgr, const cv::Rect& box);

/// The most common colour right beside the panel.
Colour colour_around(const cv::Mat& bgr, const PanelTiles& tiles);

/// A tile's outline, with subpixel accuracy.
struct TileOutline {
  double width = 0;    ///< negative if it cannot be measured, as for linked tiles
  double corner = 0;   ///< radius
  cv::Point2d middle;  ///< integers are pixel centres
};
/// `state` is the tile's colour.
TileOutline outline_of_tile(const cv::Mat& bgr, const cv::Rect& box, Colour background,
                            Colour state);

}  // namespace eyehand::calibration
