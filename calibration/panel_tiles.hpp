// Where the tiles of a panel are in a picture of which nothing is known, and what colours are on
// them.
#pragma once

#include <functional>
#include <map>
#include <opencv2/core.hpp>
#include <optional>
#include <vector>

#include "vision/look.hpp"

namespace eyehand::calibration {

/// Tiles of one size, evenly spaced over a ground of one colour.
struct PanelTiles {
  Colour ground;
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

/// How often colours are there.
using ColourCounts = std::map<int, int>;  // by red << 16 | green << 8 | blue
void count_colour(ColourCounts& counts, Colour colour);
std::optional<Colour> commonest(const ColourCounts& counts);

/// Visits the pixels of a box within the picture, with their place from its middle in pixels.
void visit_box(const cv::Mat& bgr, const cv::Rect& box,
               const std::function<void(Colour, cv::Point2d)>& visit);

/// The colours along the middles of a tile's sides, a little within it: there are no marks there.
ColourCounts state_colours(const cv::Mat& bgr, const cv::Rect& box);

/// A tile's outline, to a fraction of a pixel.
struct TileOutline {
  double width = 0;    ///< less than 0 if it cannot be told, as of linked tiles
  double corner = 0;   ///< the radius of its corners
  cv::Point2d middle;  ///< pixel centres are whole numbers
};
/// `state` is the tile's colour.
TileOutline outline_of_tile(const cv::Mat& bgr, const cv::Rect& box, Colour ground, Colour state);

}  // namespace eyehand::calibration
