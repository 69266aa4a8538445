// What is drawn on a tile of a panel (a symbol, the mark of a lock), known by its shape alone:
// no matter how tiles look, how large symbols are, whether they have outlines, and how the dots of
// a number are arranged.
#pragma once

#include <opencv2/core.hpp>
#include <string>

#include "puzzle/panel/board.hpp"
#include "vision/appearance.hpp"

namespace eyehand::panel {

/// Of the pictures of cells that are compared, pixels; a cell is as wide as the distance between
/// the middles of neighbours.
inline constexpr int kCellPixels = 64;

/// A cell and what it would look like with nothing on the tile. All are kCellPixels wide and high.
struct TilePicture {
  cv::Mat bgr;        ///< CV_32FC3
  cv::Mat seen;       ///< the same in OKLab (vision/oklab.hpp)
  cv::Mat plain;      ///< in OKLab
  cv::Mat tolerance;  ///< CV_32F: by how much a pixel may differ with nothing on it
  cv::Mat area;       ///< CV_8U: not 0 on the tile
  cv::Mat free;       ///< CV_8U: not 0 where symbols may be, which is not on a hollow tile's rim
};

struct MarksReading {
  Tile tile;              ///< symbol, value, hue, locked
  std::string rejection;  ///< what is unclear, for people: "the symbol"
};

/// O(pixels), less than a millisecond.
MarksReading read_marks(const TilePicture& picture);

/// What people would call it, of the hues that symbols can have; grey is Hue::none.
Hue hue_of(Colour colour);

}  // namespace eyehand::panel
