// Drawings of everything that can be on a tile of a panel, as the share of each pixel that it
// covers, for comparison with pictures.
#pragma once

#include <opencv2/core.hpp>
#include <vector>

#include "puzzle/panel/board.hpp"
#include "vision/panel/palette.hpp"

namespace eyehand::panel {

/// Size and sharpness of the drawings. Lengths in pixels.
struct AtlasSize {
  int side = 32;     ///< of a cell: between the centres of neighbouring tiles
  double tile = 30;  ///< of a tile
  double unit = 1;   ///< the size of a pixel of the program, in pixels of the picture
  double blur = 0;   ///< standard deviation
};

/// CV_32F, 0 to 1, `side` by `side`, with the tile in the centre.
struct SymbolLayers {
  Symbol symbol = Symbol::none;
  int value = 0;
  cv::Mat main;     ///< in the symbol's hue; of a flower its yellow petals
  cv::Mat rest;     ///< a flower's purple petals; otherwise nothing
  cv::Mat outline;  ///< where the program draws one
};

struct Atlas {
  AtlasSize size;
  std::vector<SymbolLayers> symbols;  ///< all symbols with all values
  std::vector<cv::Mat> trails;        ///< of a walk that ends here or passes through
  cv::Mat tile;                       ///< the tile itself
  cv::Mat marks[4];                   ///< nothing, start, lock, both
  cv::Mat frame;                      ///< the walker's; wider by `fringe` at each side
  int fringe = 0;
  double frame_reach = 0;  ///< from the tile's centre to the frame's outside, pixels

  cv::Mat distance;  ///< from the tile's centre, pixels
  cv::Mat inside;    ///< from the tile's edge inwards, pixels; negative outside
};

/// The thickness of outlines, in pixels.
double outline_of(const AtlasSize& size);

/// The width of a walk's trail, in pixels.
double trail_width(const AtlasSize& size);

/// The radius, in pixels, within which nothing but the symbol is drawn.
double symbol_free(const AtlasSize& size, const Shape& shape);

/// Some 2 milliseconds for 32 pixels.
Atlas draw_atlas(const AtlasSize& size, const Shape& shape);

}  // namespace eyehand::panel
