// Boards for tests of Slitherlink's puzzle and text units.
#pragma once

#include <random>

#include "puzzle/slitherlink/board.hpp"

namespace eyehand::slitherlink::test {

/// A square with a triangle on its right and a pentagon below, with coordinates that do not come
/// out even.
inline std::shared_ptr<const Grid> mixed_grid() {
  return Grid::of_faces({{0, 0},
                         {1, 0},
                         {1, 1},
                         {0, 1},
                         {1.8660254037844386, 0.5},
                         {1.1, 1.9},
                         {0.5, 2.0 + 1.0 / 3},
                         {-0.1, 1.9}},
                        {{0, 1, 2, 3}, {4, 2, 1}, {3, 2, 5, 6, 7}});
}

/// Any clues that fit, `share` of the faces; any marks if `with_marks`.
inline Board random_board(std::shared_ptr<const Grid> grid, unsigned seed, double share,
                          bool with_marks) {
  std::mt19937 random(seed);
  Board board = Board::of(std::move(grid));
  for (int f = 0; f < board.grid->faces(); ++f)
    if (std::uniform_real_distribution<>(0, 1)(random) < share)
      board.clues[static_cast<std::size_t>(f)] =
          static_cast<std::int8_t>(random() % (board.grid->edges_of_face(f).size() + 1));
  if (with_marks)
    for (auto& mark : board.marks) mark = static_cast<Mark>(random() % 3);
  return board;
}

}  // namespace eyehand::slitherlink::test
