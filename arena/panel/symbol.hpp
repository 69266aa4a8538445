// The symbols of panels as outlines.
#pragma once

#include <QPainterPath>

#include "puzzle/panel/board.hpp"

namespace eyehand::arena {

/// A flower's purple petals are separate, in `rest`.
struct SymbolPath {
  QPainterPath main, rest;
};

/// Centred at (0, 0), in pitches (puzzle/panel/symbols.hpp). A dot has as many discs as its value,
/// or rings if it is negative; a flower's yellow petals go clockwise from the top. Empty for
/// Symbol::none.
SymbolPath symbol_path(panel::Symbol symbol, int value);

}  // namespace eyehand::arena
