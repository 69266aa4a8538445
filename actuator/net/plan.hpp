// From a Net board to its solution, in the fewest clicks.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "actuator/gesture.hpp"
#include "puzzle/about.hpp"
#include "puzzle/net/board.hpp"

namespace eyehand::net {

/// The names that skins use for the shapes of tiles with wires.
inline constexpr std::array<std::string_view, 5> kShapeNames = {"end", "straight", "corner", "tee",
                                                                "cross"};

/// One of kShapeNames, for a tile that has wires.
std::string_view shape_name(Sides wires);

/// How a program plays Net. X button numbers; 0: the program has no such click.
struct Controls {
  int turn_anticlockwise_button = 1;
  int turn_clockwise_button = 3;
  int lock_button = 2;  ///< locks and unlocks a tile
  /// Names from kShapeNames of the tiles that the two buttons turn the other way.
  std::vector<std::string> reversed_shapes = {};
};

template <class Visitor>
void describe(Controls& controls, Visitor&& visit) {
  visit(
      "turn_anticlockwise_button", controls.turn_anticlockwise_button,
      About{"the button that turns a tile anticlockwise: 1 left, 2 middle, 3 right, 0 none", 0, 9});
  visit("turn_clockwise_button", controls.turn_clockwise_button,
        About{"the button that turns a tile clockwise, 0 for none", 0, 9});
  visit("lock_button", controls.lock_button,
        About{"the button that locks and unlocks a tile, 0 for none", 0, 9});
  visit("reversed_shapes", controls.reversed_shapes,
        About{"shapes that these buttons turn the other way: some of \"end\", \"straight\", "
              "\"corner\", \"tee\", \"cross\""});
}

/// The gestures that turn each tile of `now` to its orientation in `answer` the shorter way: at
/// most one click for a straight, two for ends, corners and tees, and up to three if the program
/// turns tiles one way only. Of linked tiles, only the one that needs the fewest clicks is clicked.
/// A locked tile that must turn is unlocked first. All clicks on a tile are consecutive; tiles come
/// in an order of short pointer travel (actuator/travel.hpp). `where` has one point per tile.
///
/// Throws Error if the answer belongs to another board, if no button turns tiles, if a locked tile
/// must turn and no button unlocks it, or if a reversed shape does not exist. About 5 microseconds
/// per tile.
Plan plan(const Board& now, const std::vector<Sides>& answer, std::span<const ScreenPoint> where,
          const Controls& controls);

}  // namespace eyehand::net
