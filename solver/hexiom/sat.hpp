// Hexiom for CaDiCaL: a variable for each cell that is filled and for each piece that a cell may
// hold. Pieces of a number, and empty cells, are counted by totalizers, in which all that follows
// from counting one of them is found by unit propagation. (Sequential counters were no better, and
// counting the pieces of at least a number as well took twice as long.) Of the images of an answer
// only the first in the order of cells is an answer here, compared through all cells with each.
//
// To tell it the board takes 1 ms for side 6 and some 10 for side 10.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "puzzle/deadline.hpp"
#include "solver/hexiom/model.hpp"

namespace eyehand::hexiom {

class Sat {
 public:
  /// `domains` may know more than the model's own.
  Sat(const Model& model, const std::vector<Domain>& domains);
  ~Sat();

  enum class Outcome { answer, none, gave_up };
  /// Looks for an answer that was not found before: which cells are filled. Gives up at the
  /// deadline, or after so many conflicts (-1: never).
  Outcome next(std::vector<std::uint8_t>& filled, const Deadline& deadline, int conflicts = -1);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace eyehand::hexiom
