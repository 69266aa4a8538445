// The board of fake_net, drawn as sgt-net draws it, with every length in proportion to the tile.
#pragma once

#include <array>
#include <vector>

#include "puzzle/net/board.hpp"
#include "x11/geometry.hpp"

namespace eyehand::fake {

/// The elements of a drawing.
struct FilledRect {
  x11::Rect area;
  unsigned long colour;  ///< 0xRRGGBB
};

/// For each tile, whether the source powers it.
std::vector<bool> powered(const net::Board& board);

x11::Size drawing_size(const net::Board& board, int tile_px);

/// The tile at this point of the drawing; -1 outside the board.
int tile_at(const net::Board& board, int tile_px, ScreenPoint at);

/// The drawing without the tile `turning` (-1: none), back to front.
std::vector<FilledRect> drawing(const net::Board& board, int tile_px, int turning);

/// The four corners of each wire of a tile that is turned by `angle` (radians, anticlockwise).
using Quad = std::array<ScreenPoint, 4>;
std::vector<Quad> turned_wires(const net::Board& board, int tile_px, int tile, double angle);

}  // namespace eyehand::fake
