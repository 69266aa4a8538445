#include "solver/slitherlink/words.hpp"

namespace eyehand::slitherlink {
namespace {

std::string square_words(int column, int row) {
  return "row " + std::to_string(row + 1) + ", column " + std::to_string(column + 1);
}

std::string edge_words(const Grid& grid, int edge) {
  const Edge& e = grid.edge(edge);
  const auto squares = grid.shape();
  if (!squares)
    return "edge " + std::to_string(edge) + " (vertices " + std::to_string(e.a) + '-' +
           std::to_string(e.b) + ')';
  const auto [columns, rows] = *squares;
  const int horizontal = (rows + 1) * columns;
  if (edge < horizontal) {
    const int x = edge % columns, y = edge / columns;
    return y < rows ? "the top edge of " + square_words(x, y)
                    : "the bottom edge of " + square_words(x, y - 1);
  }
  const int x = (edge - horizontal) % (columns + 1), y = (edge - horizontal) / (columns + 1);
  return x < columns ? "the left edge of " + square_words(x, y)
                     : "the right edge of " + square_words(x - 1, y);
}

std::string vertex_words(const Grid& grid, int vertex) {
  const auto squares = grid.shape();
  if (!squares) return "vertex " + std::to_string(vertex);
  const int x = vertex % (squares->columns + 1), y = vertex / (squares->columns + 1);
  const bool below = y == squares->rows, right = x == squares->columns;
  return std::string("the ") + (below ? "bottom " : "top ") + (right ? "right" : "left") +
         " corner of " + square_words(x - right, y - below);
}

}  // namespace

std::string_view side_of(const Grid& grid, int face, int edge) {
  const auto squares = grid.shape();
  if (!squares) return "";
  const auto [columns, rows] = *squares;
  const int left = (rows + 1) * columns + face / columns * (columns + 1) + face % columns;
  return edge == face             ? "top"
         : edge == face + columns ? "bottom"
         : edge == left           ? "left"
         : edge == left + 1       ? "right"
                                  : "";
}

std::string words(const Grid& grid, Place place) {
  switch (place.kind) {
    case Place::Kind::face:
      if (const auto squares = grid.shape())
        return square_words(place.index % squares->columns, place.index / squares->columns);
      return "face " + std::to_string(place.index);
    case Place::Kind::vertex:
      return vertex_words(grid, place.index);
    case Place::Kind::edge:
      return edge_words(grid, place.index);
  }
  return "";
}

namespace deduction {

std::string words(const State& state, const Conflict& conflict) {
  const auto at = [&](Place place) { return slitherlink::words(state.grid(), place); };
  using Kind = Conflict::Kind;
  switch (conflict.kind) {
    case Kind::none:
      return "no contradiction";
    case Kind::mark:
      return at(Place::edge(conflict.where)) + " would be both a line and a cross";
    case Kind::clue:
      return at(Place::face(conflict.where)) + " could not have exactly " +
             std::to_string(state.clue(conflict.where)) + " lines";
    case Kind::vertex:
      return at(Place::vertex(conflict.where)) + " would have one line or three";
    case Kind::loop:
      return "the loop would close too early on " + at(Place::edge(conflict.where));
    case Kind::no_loop:
      return "there would be no loop at all";
    case Kind::colour:
      return at(Place::face(conflict.where)) + " would be both inside and outside";
    case Kind::pair:
      return at(Place::vertex(conflict.where)) +
             " would have no way left for the loop to pass or avoid it";
    case Kind::parity:
      return "the clues would not add up to an even number of lines";
    case Kind::pattern:
      return "the lines and crosses around " + at(Place::face(conflict.where)) +
             " would not fit its clue";
  }
  return "";
}

}  // namespace deduction
}  // namespace eyehand::slitherlink
