// Hexiom as clauses for CaDiCaL: a variable for each cell that is filled and for each piece that a
// cell can hold. Pieces of each number, and empty cells, are counted by totalizers, in which unit
// propagation finds everything that follows from a single count. (Sequential counters were no
// better, and also counting the pieces of at least each number took twice as long.) Of the images
// of an answer only the first in cell order satisfies the clauses.
//
// Encoding takes 1 ms for side 6 and about 10 ms for side 10.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "puzzle/deadline.hpp"
#include "solver/cadical.hpp"
#include "solver/hexiom/model.hpp"

namespace eyehand::hexiom {

class Sat {
 public:
  /// `domains`: subsets of the model's.
  Sat(const Model& model, const std::vector<Domain>& domains);

  /// Finds an answer not found before: which cells are filled. Gives up at the deadline or after
  /// `conflicts` conflicts (-1: no limit).
  Cadical::Outcome next(std::vector<std::uint8_t>& filled, const Deadline& deadline,
                        int conflicts = -1);

 private:
  void add_cell(int cell);
  void add_count(int content);
  void add_symmetry(const std::vector<int>& source);

  const Model& model_;
  const std::vector<Domain>& domains_;
  Cadical sat_;
  int true_;
  std::vector<int> filled_;                // per cell, the literal "is filled"
  std::vector<std::array<int, 8>> holds_;  // per cell and content
};

}  // namespace eyehand::hexiom
