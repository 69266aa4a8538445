// Where the tiles of a panel are in a picture of which nothing is known, and what colours are on
// them.
#pragma once

#include <functional>
#include <opencv2/core.hpp>
#include <optional>
#include <vector>

#include "calibration/colours.hpp"
#include "vision/appearance.hpp"

namespace eyehand::calibration {

/// Tiles of one size, evenly spaced over a ground of one colour.
struct PanelTiles {
  Colour background;
  cv::Point2d origin;  ///< of the first tile's box, pixels
  double pitch = 0;    ///< from one tile to the next, pixels
  int side = 0;        ///< of a tile, pixels
  int columns = 0, rows = 0;
  std::vector<bool> is_there;  ///< one a place

  cv::Rect box(int tile) const {
    return {cvRound(origin.x + tile % columns * pitch), cvRound(origin.y + tile / columns * pitch),
            side, side};
  }
  int size() const { return columns * rows; }
};

/// Each of the picture's usual colours is taken for the ground, and that by which tiles of one size
/// cover most of the picture is it. Linked tiles are found where others tell of their row and their
/// column. Nothing if there are fewer than four that stand alone. O(pixels), some ten times.
std::optional<PanelTiles> find_panel_tiles(const cv::Mat& bgr);

/// 8U, 255 where a pixel is not of the ground's colour.
cv::Mat other_than(const cv::Mat& bgr, Colour background);

/// Visits the pixels of a box within the picture, with their place from its middle, or from another
/// place, in pixels.
using PixelVisit = std::function<void(Colour, cv::Point2d)>;
void visit_box(const cv::Mat& bgr, const cv::Rect& box, const PixelVisit& visit);
void visit_box(const cv::Mat& bgr, const cv::Rect& box, cv::Point2d from, const PixelVisit& visit);

/// The colours along the middles of a tile's sides, a little within it: there are no marks there.
ColourCounts state_colours(const cv::Mat& bgr, const cv::Rect& box);

/// A tile's outline, to a fraction of a pixel.
struct TileOutline {
  double width = 0;    ///< less than 0 if it cannot be told, as of linked tiles
  double corner = 0;   ///< the radius of its corners
  cv::Point2d middle;  ///< pixel centres are whole numbers
};
/// `state` is the tile's colour.
TileOutline outline_of_tile(const cv::Mat& bgr, const cv::Rect& box, Colour background,
                            Colour state);

}  // namespace eyehand::calibration
