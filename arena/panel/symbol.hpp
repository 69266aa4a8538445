// The symbols of panels as outlines.
#pragma once

#include <QPainterPath>

#include "puzzle/panel/board.hpp"

namespace eyehand::arena {

/// Of a flower those petals that are purple are apart, in `rest`.
struct SymbolPath {
  QPainterPath main, rest;
};

/// Around (0, 0), in tiles: nothing is farther than 0.38 from the middle. Dots are as many discs as
/// their value says, or rings where it is negative; a flower has its yellow petals from the top on
/// clockwise. Nothing for Symbol::none.
SymbolPath symbol_path(panel::Symbol symbol, int value);

}  // namespace eyehand::arena
