// Local search for an answer of Hexiom. It can find one, but never say that there is none.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "puzzle/deadline.hpp"
#include "solver/hexiom/model.hpp"
#include "solver/random.hpp"

namespace eyehand::hexiom {

/// Simulated annealing (Kirkpatrick, Gelatt, Vecchi 1983): a filled and an empty cell change, and
/// how far the numbers of filled cells with each number of neighbours are from those of the pieces
/// is brought down. What a cell must hold for certain weighs more. A large board at random has very
/// many answers, and one is found in no time.
class Anneal {
 public:
  /// `domains` may know more than the model's own.
  Anneal(const Model& model, const std::vector<Domain>& domains);

  /// True if an answer was found within so many moves (some 0.1 microseconds each): which cells are
  /// filled. Each call begins anew elsewhere.
  bool find(std::vector<std::uint8_t>& filled, const Deadline& deadline, std::uint64_t moves);

 private:
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }
  void flip(int cell);
  void count(int cell, int change);

  const Model& model_;
  const std::vector<Domain>& domains_;
  std::vector<std::array<std::int8_t, 7>> faults_;  // what so many filled neighbours cost a cell
  Random random_{1};
  std::vector<int> full_, free_;  // the undecided cells that are filled, and that are empty
  std::vector<std::uint8_t> filled_, around_;  // by cell
  std::array<int, 7> excess_{};  // cells with so many neighbours over pieces of the number
  int cost_ = 0;
};

}  // namespace eyehand::hexiom
