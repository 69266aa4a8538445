// The deduction of Hexiom: which contents each cell can still have, and how cells narrow each
// other.
//
// The system is that of the Hexiom articles (slowfrog.blogspot.com, 2012), with what they left for
// later. Rules, by the names given to the trace:
//   neighbours    a piece's number is at least the number of its neighbours known to be filled, and
//                 at most the number that can be
//   forced_empty  a filled cell cannot hold a larger number than it has filled neighbours: the
//                 remaining neighbours are empty
//   forced_fill   it cannot hold a smaller number than the neighbours that can be filled: they all
//                 are
//   used_up       some contents (numbers, nothing) are on as many cells as there are of them, so no
//                 other cell has one of them. All 256 sets of contents are checked, so nothing that
//                 follows from the piece counts and the cells' sets alone is missed (Hall 1935,
//                 Regin 1996). "As many places left as pieces" is the same rule for the complement.
//
// A deduction's `what` is a sentence that begins with what the cell can still be ("can only be 2, 3
// or empty, because ...") or with "contradiction: "; `where` is "row 3, column 2", counted from 1
// and from the left end of the row, or "board".
//
// Cost: about 0.1 microseconds for used_up; linear in the changes for the others.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "puzzle/index.hpp"
#include "solver/hexiom/model.hpp"
#include "solver/trace.hpp"

namespace eyehand::hexiom {

class Places {
 public:
  /// `trace` may be null. The model must outlive this.
  Places(const Model& model, const Trace* trace);

  /// Propagates to a fixpoint; false on a conflict, after which only undo() may be called.
  bool settle();
  /// Restricts a cell to `keep`; false if nothing is left. Does not propagate yet.
  bool narrow(int cell, Domain keep);

  const std::vector<Domain>& domains() const { return domains_; }
  bool is_filled(int cell) const { return !(domains_[at(cell)] & kNoPiece); }
  bool is_empty(int cell) const { return domains_[at(cell)] == kNoPiece; }
  bool is_decided(int cell) const { return is_filled(cell) || is_empty(cell); }

  /// A point in time: everything narrowed since can be undone.
  using Moment = std::size_t;
  Moment now() const { return changes_.size(); }
  void undo(Moment moment);
  /// The cell of the last conflict; -1 if it was not a single cell's.
  int conflict_cell() const { return conflict_cell_; }
  void set_trace(const Trace* trace) { trace_ = trace; }

 private:
  struct Reason {
    std::string_view rule;
    int cell = -1;   // whose neighbours are restricted
    Domain set = 0;  // the contents used up
  };
  bool narrow(int cell, Domain keep, const Reason& reason);
  void put(int cell, Domain domain);
  void report(int cell, const Reason& reason, bool holds) const;
  bool settle_cell(int cell);
  bool settle_counts();

  const Model& model_;
  const Trace* trace_;
  std::vector<Domain> domains_;
  std::vector<std::uint8_t> least_, most_;       // filled neighbours
  std::array<std::uint16_t, 256> cells_with_{};  // cells with exactly this domain
  std::array<std::uint16_t, 256> places_for_{};  // cells with one of the set in an answer
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
