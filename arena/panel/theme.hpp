// The themes of panels: colours and shapes.
#pragma once

#include <QColor>
#include <array>
#include <span>
#include <string_view>

#include "arena/style.hpp"
#include "puzzle/panel/board.hpp"

namespace eyehand::arena {

/// Lengths are in pitches, from one tile's centre to the next.
struct PanelTheme {
  std::string_view name;

  double width = 0.92;   ///< of a tile
  double corner = 0;     ///< radius of its corners; half the width for round tiles
  double symbol = 1;     ///< size of the symbols
  double bolt = 0.385;   ///< distance of a lock's bolts from the centre, in x and in y
  double bridge = 0.44;  ///< width of the bridge between linked tiles

  QColor unlit, lit;
  QColor on_unlit, on_lit;  ///< bolts, the mark of a start, and outlines of symbols
  QColor walker;            ///< and its trail
  /// By hue; the first is for symbols without one.
  std::array<QColor, panel::kHues> hues;
  Style style;  ///< background, and what surrounds the board
};

/// The default is the first. In all of them lit tiles are lighter than unlit ones.
std::span<const PanelTheme> panel_themes();

}  // namespace eyehand::arena
