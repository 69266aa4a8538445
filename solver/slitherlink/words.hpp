// What the parts of a board are called, for people.
#pragma once

#include <string>
#include <string_view>

#include "puzzle/slitherlink/board.hpp"
#include "solver/slitherlink/deduce_state.hpp"

namespace eyehand::slitherlink {

struct Place {
  enum class Kind { face, vertex, edge } kind;
  int index;
  static Place face(int f) { return {Kind::face, f}; }
  static Place vertex(int v) { return {Kind::vertex, v}; }
  static Place edge(int e) { return {Kind::edge, e}; }
};

/// "row 4, column 3", "the top edge of row 4, column 3". Other grids than squares have "face N",
/// "edge N", "vertex N".
std::string words(const Grid& grid, Place place);
/// The side of a square on which an edge lies, or "".
std::string_view side_of(const Grid& grid, int face, int edge);

namespace deduction {

/// "the loop would close too early on the left edge of row 1, column 2".
std::string words(const State& state, const Conflict& conflict);

}  // namespace deduction
}  // namespace eyehand::slitherlink
