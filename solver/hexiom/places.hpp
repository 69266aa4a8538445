// What each cell may still hold, and how cells narrow each other: the deduction of Hexiom.
//
// The system is that of the Hexiom articles (slowfrog.blogspot.com, 2012), with what they left for
// later. Rules, by the names that the trace is told:
//   neighbours    a piece's number is at least the filled neighbours that its cell has for certain,
//                 and at most those that it may have
//   forced_empty  the filled cell cannot hold a larger piece than it has filled neighbours: the
//                 others stay empty
//   forced_fill   it cannot hold a smaller one than the neighbours that may be filled: they are
//   used_up       some contents (numbers, nothing) lie on as many cells as there are of them, so no
//                 other cell holds one. All 256 sets of contents are looked at, so nothing that
//                 follows from the numbers of pieces and the cells' sets alone is missed (Hall
//                 1935, Regin 1996); as many places left as pieces is the same rule, for the
//                 contents that are not meant
//
// A deduction's `what` begins with what the cell may still hold, as in "{2 3 .}" (the dot stands
// for an empty cell), or with "contradiction"; `where` is "row 3 cell 2", from 1, or "board".
//
// Cost: some 0.1 microseconds for used_up, linear in what changes for the others.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "solver/hexiom/model.hpp"
#include "solver/trace.hpp"

namespace eyehand::hexiom {

class Places {
 public:
  /// The trace may be null. The model must live as long.
  Places(const Model& model, const Trace* trace);

  /// Draws all conclusions; false on a contradiction, after which only undo() may be called.
  bool settle();
  /// Takes from a cell what is not in `keep`; false if nothing is left. Concludes nothing yet.
  bool narrow(int cell, Domain keep);

  const std::vector<Domain>& domains() const { return domains_; }
  bool is_filled(int cell) const { return !(domains_[at(cell)] & kNoPiece); }
  bool is_empty(int cell) const { return domains_[at(cell)] == kNoPiece; }
  bool is_decided(int cell) const { return is_filled(cell) || is_empty(cell); }

  /// What was narrowed after a moment can be undone.
  using Moment = std::size_t;
  Moment now() const { return changes_.size(); }
  void undo(Moment moment);
  /// The cell where the last contradiction was met; -1 if it was none's.
  int trouble() const { return trouble_; }
  void set_trace(const Trace* trace) { trace_ = trace; }

 private:
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }
  struct Reason {
    std::string_view rule;
    int cell = -1;   // whose neighbours it is about
    Domain set = 0;  // used up
  };
  bool narrow(int cell, Domain keep, const Reason& reason);
  void put(int cell, Domain domain);
  void tell(int cell, const Reason& reason, bool holds) const;
  bool settle_cell(int cell);
  bool settle_counts();

  const Model& model_;
  const Trace* trace_;
  std::vector<Domain> domains_;
  std::vector<std::uint8_t> least_, most_;       // filled neighbours
  std::array<std::uint16_t, 256> cells_with_{};  // how many have this set
  std::array<std::uint16_t, 256> places_for_{};  // how many hold one of the set in an answer
  struct Change {
    int cell;
    Domain before;
  };
  std::vector<Change> changes_;
  std::vector<int> queue_;
  std::vector<std::uint8_t> queued_;
  bool counts_changed_ = true;
  int trouble_ = -1;
};

}  // namespace eyehand::hexiom
