// Complete search over what deduction leaves open, in the manner of a CDCL SAT solver: decide,
// propagate, learn a clause from each conflict, and backjump to where that clause first propagates.
// A wrong decision in one corner of a large board is thus not repeated for every choice in another.
//
// The variables are the open edges. The propagators, with their antecedents:
//   cells     an open tile has one of its orientations (its known sides)
//   networks  no loop (the path that would be closed); no part closed too early (the edges without
//             a wire around it). Tiles joined by deduction are one node.
//   clauses   learned, and those that keep linked tiles together
// Decisions go in scan order: a tile's left and upper sides are known when its turn comes, so most
// conflicts are about the last decision, and what is visited lies close in memory. When conflicts
// accumulate at one place, decisions go to the edges most recently part of one, and the search
// restarts now and then.
//
// Where a conflict refutes a decision of the row above or of long ago, later ones are mostly
// unrelated. If any solution will do, only that decision and its consequences are removed from the
// middle of the trail (search_undo.cpp). Otherwise a few wrong decisions would repeat most of the
// work on a large board.
#pragma once

#include <array>
#include <cassert>
#include <cstdint>
#include <span>
#include <vector>

#include "puzzle/deadline.hpp"
#include "puzzle/net/board.hpp"
#include "solver/large_memory.hpp"
#include "solver/net/state.hpp"

namespace eyehand::net {

class Search {
 public:
  struct Result {
    bool complete = false;  ///< every solution was found
    bool timeout = false;
    bool limit_reached = false;  ///< of conflicts
    std::uint64_t count = 0;
    std::uint64_t decisions = 0;
    std::uint64_t conflicts = 0;
  };

  /// After state.deduce() or deduce_quickly() has found no contradiction. Keeps a reference to the
  /// state.
  Search(State& state, const Deadline& deadline);

  /// Finds up to `limit` solutions; the first is written over `answer`. Stops after more than
  /// `conflict_limit` conflicts. Memory grows with learned clauses and, per solution, its
  /// decisions.
  Result run(std::uint64_t limit, std::vector<Sides>& answer,
             std::uint64_t conflict_limit = kNoLimit);
  static constexpr std::uint64_t kNoLimit = ~0ull;

 private:
  using Var = std::uint32_t;
  static constexpr std::uint32_t kNone = ~0u;
  static constexpr std::uint8_t kOff = 0, kOn = 1, kOpen = 2;

  /// An open tile.
  struct Cell {
    std::uint32_t tile;
    Var var[4];
    std::uint32_t node;  // only if networks matter
    std::uint8_t kind;
    Options options;     // as deduction left them
    std::uint8_t known;  // as in Tile, with what search has assigned
  };
  /// Two cells, and the side of the first on which the other lies: right (0) or down (3).
  class Edge {
   public:
    Edge(std::uint32_t cell, std::uint32_t other, int side)
        : first_(cell), second_and_down_(other << 1 | (side == 3 ? 1u : 0u)) {}
    std::array<std::uint32_t, 2> cells() const { return {first_, second_and_down_ >> 1}; }
    std::uint32_t cell(int end) const { return end == 0 ? first_ : second_and_down_ >> 1; }
    int side() const { return second_and_down_ & 1 ? 3 : 0; }

   private:
    std::uint32_t first_;
    std::uint32_t second_and_down_;
  };
  /// Tiles joined by deduction. Nodes joined by search form a part; root_ gives the node that
  /// represents each node's part.
  struct Node {
    std::uint32_t count;   // at a root: nodes
    std::uint32_t weight;  // at a root: edges of these nodes; the heavier part stays a root
    std::uint32_t next;    // ring of the nodes of a part,
    std::uint32_t before;  // and backwards
    std::uint32_t stubs;   // at a root: edges not yet linked that leave the part
    Var stubs_xor;         // of those edges
    std::uint32_t mark;
  };
  /// A node's way to the root of the tree of wires that search lays between nodes, if loops are
  /// forbidden. Both kNone at the root.
  struct Branch {
    std::uint32_t up;
    Var var;
  };
  /// An edge of a node, and where it leads.
  struct Incidence {
    Var var;
    std::uint32_t other;
  };
  /// A kind, and a cell, node or clause, which must be less than 2^29.
  class Reason {
   public:
    enum Kind : std::uint8_t { none, cell, loop, cut, clause };
    Reason() = default;
    Reason(Kind kind, std::uint32_t what) : what_and_kind_(what << 3 | kind) {
      assert(what < 1u << 29);
    }
    Kind kind() const { return static_cast<Kind>(what_and_kind_ & 7); }
    std::uint32_t what() const { return what_and_kind_ >> 3; }

   private:
    std::uint32_t what_and_kind_;
  };
  /// Of an assigned edge: the number of the last decision that implied it, 0 if none did; its
  /// position on the trail; and the reason. The number may be higher than necessary, but not higher
  /// than the number of decisions made by then. Where it is lower, the value outlives the later
  /// ones.
  struct Assigned {
    std::uint32_t level;
    std::uint32_t place;
    Reason reason;
  };
  struct Join {
    Var var;
    std::uint32_t kept, joined;
    std::uint32_t stubs;
    Var stubs_xor;
  };
  /// Literal v * 2 + value. In the arena a clause is: size and flag, next of both watch lists,
  /// literals.
  using Literal = std::uint32_t;
  static constexpr std::uint32_t kPermanent = 1u << 31;
  /// Of a variable in a learned clause; a linked list.
  struct Occurrence {
    std::uint32_t clause;
    std::uint32_t next;
  };
  struct Cut {
    Var var;
    std::uint32_t place;
  };

  // search.cpp
  void make_cells();
  void make_nodes();
  bool start();
  void add_linked();
  void add_link(std::uint32_t a, std::uint32_t b);
  void assign(Var v, std::uint8_t value, Reason reason, std::uint32_t level);
  void open(Var v);
  void backtrack(std::uint32_t level);
  bool decide();
  bool backjump();
  void exclude_answer();
  bool is_stuck() const;
  std::uint64_t restart_unit() const;
  void restart();

  // search_propagate.cpp
  bool propagate();
  bool settle(std::uint32_t cell);
  std::uint32_t level_of(const Cell& cell) const;
  bool link(Var v);
  bool join(Var v, std::uint32_t large, std::uint32_t small);
  bool count_stubs(std::uint32_t root);
  void unlink(Var v);
  void hang(std::uint32_t node, std::uint32_t under, Var by);
  void change_root(std::uint32_t part, std::uint32_t root);
  bool visit_clauses(Literal failed);

  // search_undo.cpp
  void undo_decision(std::uint32_t level, Var also);
  void undo(Var v);
  void undo_consequences(Var v);
  void undo_cuts(std::uint32_t first);
  bool holds(Var v);
  bool recheck();
  bool recheck_networks(Var v);
  bool recheck_clauses(Var v);
  void split(Var v);
  int find_smaller_side(Var v);
  void split_ring();
  void split_counts(Var v, std::uint32_t rest);

  // search_learn.cpp
  void explain(Var v, const Reason& reason);
  void explain_path(std::uint32_t a, std::uint32_t b);
  void explain_cut(std::uint32_t node, std::uint32_t when, Var except);
  std::uint32_t learn(std::uint32_t level);
  void resolve(std::uint32_t level);
  void minimize();
  std::uint32_t add_clause(std::span<const Literal> literals, bool permanent);
  void watch(std::uint32_t clause, std::uint32_t which);
  void reduce_db();
  void bump(Var v);
  void queue(Var v);

  std::uint32_t node_of(Var v, int end) const { return cells_[edges_[v].cell(end)].node; }
  std::uint32_t level() const { return static_cast<std::uint32_t>(level_starts_.size()); }
  Literal negation(Var v) const { return v * 2 + (1u - value_[v]); }
  bool is_linked(Var v) const { return value_[v] != kOpen && assigned_[v].place < linked_; }
  bool is_true(Literal l) const { return value_[l >> 1] == (l & 1); }
  bool is_false(Literal l) const { return value_[l >> 1] == (~l & 1); }

  State& state_;
  const Deadline deadline_;
  const Rules rules_;
  const bool networks_matter_;
  std::uint32_t nodes_outside_ = 0;  // networks without open tiles

  LargeVector<Cell> cells_;
  LargeVector<Edge> edges_;
  LargeVector<Node> nodes_;
  LargeVector<Branch> branches_;  // by node
  LargeVector<std::uint32_t> root_;
  LargeVector<Incidence> edges_of_node_;
  LargeVector<std::uint32_t> first_edge_of_node_;

  // By variable.
  LargeVector<std::uint8_t> value_, phase_, seen_;
  LargeVector<Assigned> assigned_;
  LargeVector<std::uint32_t> cut_when_;  // implied by a cut: how much of the trail was linked

  // Next decision: the open variable bumped last, or the first open one if none was bumped.
  Var next_decision_ = 0;  // all before it are assigned, or bumped and in the heap
  Var farthest_ = 0;       // decided in scan order; and how many conflicts came before that
  std::uint64_t conflicts_before_ = 0;
  std::uint32_t bumps_ = 0;
  LargeVector<std::uint32_t> bumped_;  // by variable, when; 0: never. Empty before the first
  LargeVector<std::uint32_t> queued_;  // by variable, as it is in the heap
  LargeVector<std::uint64_t> heap_;    // when << 32 | variable; may be out of date

  LargeVector<Var> trail_;  // kNone where one was undone in the middle
  LargeVector<std::uint32_t> level_starts_;
  std::uint32_t settled_ = 0;  // trail entries propagated
  std::uint32_t linked_ = 0;   // and of those, entries whose networks are up to date
  LargeVector<Join> joins_;
  std::uint32_t joins_from_ =
      0;  // place on the trail; what was joined by wires from here on is in joins_
  std::uint32_t cause_level_ = 0;  // of what is being propagated; kNone: ask each
  std::uint32_t mark_ = 0;

  LargeVector<std::uint32_t> arena_;
  LargeVector<std::uint32_t> clauses_;  // offsets in the arena
  LargeVector<std::uint32_t> watches_;  // by literal: clause * 2 + which of its two watches
  std::size_t clause_limit_ = 4000;
  std::uint32_t restarts_ = 0;
  std::uint64_t restart_at_ = 0;

  LargeVector<Var> antecedents_;  // of a conflict, or of a variable being explained
  LargeVector<Literal> learned_;
  LargeVector<Var> late_;
  LargeVector<std::uint32_t> places_;  // on the trail, not resolved by learn() yet; a heap
  LargeVector<Var> resolved_;          // all that were met on the way to the clause
  LargeVector<std::uint32_t> to_visit_;
  LargeVector<std::uint32_t> smaller_side_;

  bool undoes_alone_ = false;
  LargeVector<Var> undone_;    // after this conflict
  LargeVector<Var> loosened_;  // to be undone: implied by a loop that no longer exists
  LargeVector<Var> recheck_;   // undone and perhaps implied by what is left
  LargeVector<Literal> failed_;
  LargeVector<Cut> cuts_;  // implied by a cut, in the order of the trail
  LargeVector<Occurrence> occurrences_;
  LargeVector<std::uint32_t> first_occurrence_;  // by variable; empty before the first
  Result result_;
};

}  // namespace eyehand::net
