// Local search for answers of Hexiom. It can find one, but not prove that there is none.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "puzzle/deadline.hpp"
#include "puzzle/index.hpp"
#include "solver/hexiom/model.hpp"
#include "solver/random.hpp"

namespace eyehand::hexiom {

/// Simulated annealing (Kirkpatrick, Gelatt, Vecchi 1983). A move swaps a filled and an empty cell.
/// The cost is how far the numbers of filled cells with each neighbour count are from the numbers
/// of pieces, plus a larger penalty where a cell's domain is violated. Large random boards have
/// very many answers, one of which is found almost at once.
class Anneal {
 public:
  /// `domains`: subsets of the model's.
  Anneal(const Model& model, const std::vector<Domain>& domains);

  /// Whether an answer (which cells are filled) was found within `moves` moves of about 0.1
  /// microseconds. Each call starts from another random state.
  bool find(std::vector<std::uint8_t>& filled, const Deadline& deadline, std::uint64_t moves);

 private:
  void flip(int cell);
  void count(int cell, int change);

  const Model& model_;
  const std::vector<Domain>& domains_;
  std::vector<std::array<std::int8_t, 7>>
      faults_;  // per cell: cost by its number of filled neighbours
  Random random_{1};
  std::vector<int> full_, free_;               // undecided cells that are filled, and empty
  std::vector<std::uint8_t> filled_, around_;  // by cell
  std::array<int, 7> excess_{};  // per number: filled cells with as many neighbours, less pieces
  int cost_ = 0;
};

}  // namespace eyehand::hexiom
