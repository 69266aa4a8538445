// How panels may look: colours and shapes, by name.
#pragma once

#include <QColor>
#include <array>
#include <span>
#include <string_view>

#include "arena/style.hpp"
#include "puzzle/panel/board.hpp"

namespace eyehand::arena {

/// Lengths are in distances between the middles of neighbours.
struct PanelTheme {
  std::string_view name;

  double width = 0.92;  ///< of a tile
  double corner = 0;    ///< radius of its corners; half the width: the tile is round
  double symbol = 1;    ///< size of the symbols
  double bolt =
      0.385;  ///< a locked tile's bolts are so far right or left, up or down of its middle
  double bridge = 0.44;  ///< width of what joins linked tiles

  QColor unlit, lit;
  QColor on_unlit, on_lit;  ///< bolts, the mark of a start, and outlines of symbols
  QColor walker;            ///< and its trail
  /// By hue; that of symbols without one is the first.
  std::array<QColor, panel::kHues> hues;
  Style style;  ///< ground, and what is around the board
};

/// The default is the first. In all of them lit tiles are lighter than unlit ones.
std::span<const PanelTheme> panel_themes();

/// Throws Error, which lists the names there are, for any other.
const PanelTheme& panel_theme(std::string_view name);

}  // namespace eyehand::arena
