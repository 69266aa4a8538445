// Propagator for a region of a grid whose weights have a sum.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "puzzle/model/model.hpp"
#include "solver/sat/engine.hpp"

namespace eyehand::model {

/// Refuses what leaves no connected region of the cells that it may have with one of the sums. Goes
/// through the grid cell by cell, with all ways in which the region can cut the line between the
/// cells before and those after (a transfer matrix, as in counts of polyominoes): 0.1 ms for 6x6
/// cells, up to 0.1 s for 10x10. Gives up silently where there are too many ways, and where the
/// shorter side has more than kWidest cells.
class RegionPropagator final : public sat::Propagator {
 public:
  static constexpr int kWidest = 15;

  /// Idle unless `when`, if there is one, is true. The region must outlive this.
  RegionPropagator(const Region& region, int when);

  void propagate(const sat::Engine& engine, std::vector<sat::Finding>& findings) override;
  void explain(const sat::Engine& engine, sat::Finding finding, sat::Literals& clause) override;

 private:
  /// What a cell can be: in the region, out of it in the other state, out of it in the same state.
  struct Cell {
    bool in, other, same;
    bool out() const { return other || same; }
  };
  /// How the region cuts the line, four bits per column, and its sum so far.
  struct Cut {
    std::uint64_t columns;
    int sum;
    int before;  ///< a cut of the line before from which this comes
    bool is_in;  ///< the cell between
  };
  enum class Needs : std::uint8_t { in, other, out };
  /// What the cells are if the region is one that was found.
  struct Found {
    bool state;
    std::vector<Needs> needs;  ///< by cell, in order
  };
  /// With the root in this state.
  bool is_possible(const sat::Engine& engine, bool state);
  bool is_possible(const Region::Sum& sum, bool state);
  bool is_possible(const Found& found) const;
  void remember(std::size_t cells, std::size_t cut, bool state);

  const Region& region_;
  int when_;
  int columns_;                         ///< on the shorter side, along which the line goes
  std::vector<int> order_;              ///< the region's cells, as they are gone through
  std::vector<Cell> cells_;             ///< in that order
  std::vector<std::uint8_t> can_end_;   ///< from each cell on: whether all can be out of the region
  std::vector<int> least_, most_;       ///< what the cells from each on can add to the sum
  std::vector<std::vector<Cut>> cuts_;  ///< before each cell, and at the end
  std::deque<Found> found_;             ///< the last ones
};

}  // namespace eyehand::model
