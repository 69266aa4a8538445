// From the marks of a puzzle on a grid to clicks and keys.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "actuator/gesture.hpp"
#include "puzzle/about.hpp"
#include "puzzle/model/board.hpp"

namespace eyehand::model {

/// How a program takes marks. A cycle lists marks in the order in which a click changes one into
/// the next and the last into the first; "?" is no mark. A drag from a cell without a mark to
/// another in its row or column puts one mark into all cells between them that have none, whether
/// or not it leaves or overwrites others.
struct Controls {
  std::vector<std::string> left = {}, middle = {}, right = {};
  std::string drag_left = "", drag_middle = "", drag_right = "";  ///< that mark; empty: none
  bool type = false;       ///< a click selects a cell, and a key enters its number
  bool decimal = false;    ///< numbers from 10 on are typed as two digits, not as a, b, ...
  bool hover = false;      ///< with `type`: the pointer selects a cell, and a click does more
  std::string erase = "";  ///< the key that removes a number; empty: a new number replaces it
  bool mark_all = false;   ///< every cell needs its mark, not only those marked 1
};

template <class Visitor>
void describe(Controls& controls, Visitor&& visit) {
  visit("left", controls.left,
        About{"the marks in the order in which left clicks change them, \"?\" for none"});
  visit("middle", controls.middle, About{"likewise for the middle button"});
  visit("right", controls.right, About{"likewise for the right button"});
  visit("drag_left", controls.drag_left,
        About{"the mark that a left drag along a row or a column puts into its cells"});
  visit("drag_middle", controls.drag_middle, About{"likewise for the middle button"});
  visit("drag_right", controls.drag_right, About{"likewise for the right button"});
  visit("type", controls.type, About{"a click selects a cell, then a key enters its number"});
  visit("decimal", controls.decimal,
        About{"numbers from 10 on are typed digit by digit; otherwise as a, b, ..."});
  visit("hover", controls.hover,
        About{"with type: the pointer on a cell selects it, without a click"});
  visit("erase", controls.erase, About{.what = "the key that removes a number", .is_key = true});
  visit("mark_all", controls.mark_all,
        About{"every cell must be marked, not only those with the mark 1"});
}

/// Whether the cell must be changed.
bool is_wrong(int mark, int wanted, const Controls& controls);

/// The gestures that make the marks of all cells that are not `given` as wanted: drags along runs
/// of cells that need the same mark, longest first; then, for each remaining cell, the fewest
/// clicks, in an order of short pointer travel. Marks that no click leads to are left as they are.
/// Throws Error if a cycle or a drag has something that is not a mark, or the sizes differ.
Plan plan(const Board& board, const std::vector<int>& wanted, std::span<const std::uint8_t> given,
          std::span<const ScreenPoint> where, const Controls& controls);

}  // namespace eyehand::model
