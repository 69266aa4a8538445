// All that can be on a tile of a panel, drawn as shares of pixels that it covers: what a picture is
// compared with.
#pragma once

#include <opencv2/core.hpp>
#include <vector>

#include "puzzle/panel/board.hpp"
#include "vision/panel/palette.hpp"

namespace eyehand::panel {

/// How large, and how sharp. Lengths in pixels.
struct AtlasSize {
  int side = 32;     ///< of a cell: from one tile's middle to the next
  double tile = 30;  ///< of a tile
  double unit = 1;   ///< what was a pixel for the program that drew
  double blur = 0;   ///< standard deviation
};

/// CV_32F, 0 to 1, `side` by `side`; the tile's middle is the middle.
struct SymbolLayers {
  Symbol symbol = Symbol::none;
  int value = 0;
  cv::Mat main;     ///< in the symbol's hue; of a flower its yellow petals
  cv::Mat rest;     ///< a flower's purple petals; otherwise nothing
  cv::Mat outline;  ///< where the program draws one
};

struct Atlas {
  AtlasSize size;
  std::vector<SymbolLayers> symbols;  ///< all there are
  std::vector<cv::Mat> trails;        ///< of a walk that ends here, or comes through
  cv::Mat tile;                       ///< the tile itself
  cv::Mat marks[4];                   ///< nothing, start, lock, both
  cv::Mat frame;                      ///< the walker's; wider by `fringe` at each side
  int fringe = 0;
  double frame_reach = 0;  ///< of the frame's sides from the tile's middle, pixels

  cv::Mat distance;  ///< from the tile's middle, pixels
  cv::Mat inside;    ///< how far from the tile's edge, pixels; less than 0 outside
};

/// The thickness of outlines in pixels; sizes that agree in it have the same symbols.
double outline_of(const AtlasSize& size);

/// The width of a walk's trail, in pixels.
double trail_width(const AtlasSize& size);

/// The radius of what a symbol has for itself, in pixels.
double symbol_free(const AtlasSize& size, const Shape& shape);

/// Some 2 milliseconds for 32 pixels.
Atlas draw_atlas(const AtlasSize& size, const Shape& shape);

}  // namespace eyehand::panel
