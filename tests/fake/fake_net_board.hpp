// The board of fake_net and how it is drawn: as sgt-net draws it, with every measure in proportion
// to the tile.
#pragma once

#include <array>
#include <vector>

#include "puzzle/net/board.hpp"
#include "x11/geometry.hpp"

namespace eyehand::fake {

/// What a drawing consists of.
struct FilledRect {
  x11::Rect area;
  unsigned long colour;  ///< 0xRRGGBB
};

/// For each tile whether the source feeds it.
std::vector<bool> powered(const net::Board& board);

x11::Size drawing_size(const net::Board& board, int tile_px);

/// The tile at this place of the drawing; -1 outside the board.
int tile_at(const net::Board& board, int tile_px, x11::Point at);

/// The whole drawing but the tile `turning` (-1: none), from the back to the front.
std::vector<FilledRect> drawing(const net::Board& board, int tile_px, int turning);

/// The four corners of a wire of the tile that is turned by `angle` (radians, anticlockwise), one
/// for each of its sides that has one.
using Quad = std::array<x11::Point, 4>;
std::vector<Quad> turned_wires(const net::Board& board, int tile_px, int tile, double angle);

}  // namespace eyehand::fake
