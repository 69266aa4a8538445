// Local search for Hexiom answers. It can find one, but cannot prove that there is none.
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
/// The cost is, summed over n, the difference between the number of filled cells with n filled
/// neighbours and the number of pieces numbered n, plus a larger penalty where a cell's domain is
/// violated. Large random boards have very many answers, and one is found almost at once.
class Anneal {
 public:
  /// `domains`: subsets of the model's. Both must outlive this.
  Anneal(const Model& model, const std::vector<Domain>& domains);

  /// Looks for an answer (which cells are filled) until the deadline or for `moves` moves of about
  /// 0.1 microseconds each; false if none was found. Each call starts from a new random state.
  bool find(std::vector<std::uint8_t>& filled, const Deadline& deadline, std::uint64_t moves);

 private:
  void flip(int cell);
  void count(int cell, int change);

  const Model& model_;
  const std::vector<Domain>& domains_;
  std::vector<std::array<std::int8_t, 7>> faults_;  // per cell and number of filled neighbours
  Random random_{1};
  std::vector<int> full_, free_;  // undecided cells that are filled, and that are empty
  std::vector<std::uint8_t> filled_, around_;  // per cell; around_: filled neighbours
  std::array<int, 7> excess_{};  // per number: filled cells with that many neighbours, minus pieces
  int cost_ = 0;
};

}  // namespace eyehand::hexiom
