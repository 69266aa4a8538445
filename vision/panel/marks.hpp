// Reads what is drawn on a tile of a panel (a symbol, the mark of a lock) by shape alone,
// regardless of how tiles look, how large symbols are, whether they have outlines, and how dots are
// arranged.
#pragma once

#include <opencv2/core.hpp>
#include <string>

#include "puzzle/panel/board.hpp"
#include "vision/appearance.hpp"

namespace eyehand::panel {

/// The side of the pictures of cells, in pixels. A cell is as wide as the distance between the
/// centres of neighbours.
inline constexpr int kCellPixels = 64;
/// The same, for lengths in cells.
inline constexpr double kCell = kCellPixels;

/// A cell, and how it would look with nothing on the tile. All are kCellPixels wide and high.
struct TilePicture {
  cv::Mat bgr;        ///< CV_32FC3
  cv::Mat seen;       ///< the same in OKLab (vision/oklab.hpp)
  cv::Mat plain;      ///< in OKLab
  cv::Mat tolerance;  ///< CV_32F: how far a pixel may differ with nothing drawn on it, in OKLab
  cv::Mat area;       ///< CV_8U: not 0 on the tile
  cv::Mat free;       ///< CV_8U: not 0 where symbols may be; not on a hollow tile's rim
  float spare = 0;    ///< how much of the tolerance the tiles of this panel do not need
};

struct MarksReading {
  Tile tile;              ///< symbol, value, hue, locked
  std::string rejection;  ///< what is unclear, for people: "the symbol's shape"
};

/// O(pixels), less than a millisecond.
MarksReading read_marks(const TilePicture& picture);

/// The hue of a symbol as people would name it; grey is Hue::none.
Hue hue_of(Colour colour);

}  // namespace eyehand::panel
