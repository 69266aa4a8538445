// Deduction for Hexiom: which contents each cell can still have, and how cells restrict each other.
//
// The method is that of the Hexiom articles (slowfrog.blogspot.com, 2012), including what they left
// for later. Rules:
//   neighbours    a piece's number is at least the number of its neighbours that are filled, and at
//                 most the number of those that can be
//   forced_empty  a piece's number cannot be larger than its filled neighbours: all its other
//                 neighbours are empty
//   forced_fill   a piece's number cannot be smaller than its neighbours that can be filled: all of
//                 these are filled
//   used_up       as many cells can hold nothing outside a set of contents (numbers, nothing) as
//   the
//                 board has of them: no other cell holds one of them. All 256 sets are checked, so
//                 nothing that follows from the piece counts and the cells' domains alone is missed
//                 (Hall 1935, Regin 1996). "As many cells left as pieces" is the same rule for the
//                 complement.
//
// Cost: about 0.1 microseconds for used_up, and time linear in the changes for the other rules.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "puzzle/index.hpp"
#include "solver/hexiom/model.hpp"

namespace eyehand::hexiom {

class Places {
 public:
  /// The model must outlive this.
  explicit Places(const Model& model);

  /// Propagates to a fixpoint. False on a conflict, after which only undo() may be called.
  bool settle();
  /// Restricts a cell to the contents in `keep`, without propagating. False if none is left.
  bool narrow(int cell, Domain keep);

  const std::vector<Domain>& domains() const { return domains_; }
  bool is_filled(int cell) const { return !(domains_[at(cell)] & kNoPiece); }
  bool is_empty(int cell) const { return domains_[at(cell)] == kNoPiece; }
  bool is_decided(int cell) const { return is_filled(cell) || is_empty(cell); }

  /// A settled state that undo() can restore, until an earlier one is restored.
  using Moment = std::size_t;
  Moment now() const { return changes_.size(); }
  void undo(Moment moment);
  /// The cell for which the last conflict left no content; -1 if it was not about a single cell.
  int conflict_cell() const { return conflict_cell_; }

 private:
  void put(int cell, Domain domain);
  bool settle_cell(int cell);
  bool settle_counts();

  const Model& model_;
  std::vector<Domain> domains_;
  std::vector<std::uint8_t> least_, most_;       // bounds on each cell's filled neighbours
  std::array<std::uint16_t, 256> cells_with_{};  // cells with exactly this domain
  std::array<std::uint16_t, 256> places_for_{};  // cells with one of the set, in an answer
  struct Change {
    int cell;
    Domain before;
  };
  std::vector<Change> changes_;
  std::vector<int> queue_;
  std::vector<std::uint8_t> queued_;
  bool counts_changed_ = true;
  int conflict_cell_ = -1;
};

}  // namespace eyehand::hexiom
