// Hexiom for CaDiCaL.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "puzzle/deadline.hpp"
#include "solver/hexiom/model.hpp"

namespace eyehand::hexiom {

/// A variable for each cell that is filled and for each piece that a cell may hold. Pieces of a
/// number, and empty cells, are counted by totalizers; of the images of an answer only the first in
/// the order of cells is an answer here.
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
