// Complete search over what deduction leaves open, after the manner of SAT solvers: guess,
// propagate, learn from each contradiction why it came about, and jump back to where that first
// could be known. So a wrong guess in one corner of a large board is not tried again with every
// choice in another.
//
// The variables are the open edges. Three kinds of constraints propagate and can say why:
//   cells     an open tile has one of its orientations (reason: its known sides)
//   networks  no loop (reason: the path that would be closed); no part closed too early (reason:
//   the
//             wireless edges around it). Tiles already joined by deduction are one node.
//   clauses   learned
// Guesses go in scan order: a tile's left and upper sides are known when its turn comes, so most
// contradictions are about the last guess, and what is looked at lies close in memory. When
// contradictions pile up at one place, guesses go to the edges most recently part of one, and
// search starts again now and then.
//
// Where a contradiction refutes a guess of the row above or of long ago, what came since has mostly
// nothing to do with it. When any answer will do, such a guess is taken back alone, with what
// follows from it, out of the middle of the trail (search_take_back.cpp); the rest stays. Else a
// few wrong guesses would have most of a large board done again.
#pragma once

#include <array>
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
    bool complete = false;  ///< every answer was found
    bool timeout = false;
    bool gave_up = false;  ///< after more contradictions than it was to bear
    std::uint64_t count = 0;
    std::uint64_t guesses = 0;
    std::uint64_t contradictions = 0;
  };

  /// After state.deduce() or deduce_quickly() has found no contradiction. Keeps a reference to the
  /// state.
  Search(State& state, const Deadline& deadline, const Trace* trace);

  /// Finds up to `limit` answers; the first is written over `answer`. Memory for contradictions
  /// learned from, and for each answer its guesses. Gives up after more than `patience`
  /// contradictions.
  Result run(std::uint64_t limit, std::vector<Sides>& answer, std::uint64_t patience = kEndless);
  static constexpr std::uint64_t kEndless = ~0ull;

 private:
  using Var = std::uint32_t;
  static constexpr std::uint32_t kNone = ~0u;
  static constexpr std::uint8_t kOff = 0, kOn = 1, kOpen = 2;

  /// An open tile.
  struct Cell {
    std::uint32_t tile;
    Var var[4];
    std::uint8_t kind;
    Options options;     // as deduction left them
    std::uint8_t known;  // as in Tile, with what search has assigned
  };
  struct Edge {
    std::uint32_t cell[2];
    std::uint8_t side;  // of the first cell; of the other it is the opposite one
  };
  /// What deduction has joined, and the tree of search's wires among such nodes. Nodes joined by
  /// search are a part; root_ has for each the node that stands for its part.
  struct Node {
    std::uint32_t count;   // at a root: nodes
    std::uint32_t weight;  // at a root: edges of these nodes; the heavier part stays a root
    std::uint32_t next;    // ring of the nodes of a part,
    std::uint32_t before;  // and backwards
    std::uint32_t stubs;   // at a root: edges not yet linked that leave the part
    Var stubs_xor;         // of those edges
    std::uint32_t up;      // a wire towards the root of the tree of wires: kNone at its root
    Var up_var;
    std::uint32_t mark;
  };
  /// An edge of a node, and where it leads.
  struct Implication {
    Var var;
    std::uint32_t other;
  };
  struct Reason {
    enum Kind : std::uint8_t { none, cell, loop, cut, clause } kind;
    std::uint32_t what;  // cell, node, or clause
    std::uint32_t when;  // cut: how much of the trail was linked
  };
  /// Of an assigned edge: the last guess that it follows from, by number, 0 if from none; where on
  /// the trail, and why. The number may be a later one than need be, at most that of the guesses
  /// made by then. Where it is lower, the value outlives these guesses.
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
  static constexpr std::uint32_t kForEver = 1u << 31;
  /// Of a variable in a learned clause, in a list.
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
  void assign(Var v, std::uint8_t value, Reason reason, std::uint32_t level);
  void open(Var v);
  void undo_to(std::uint32_t level);
  bool guess();
  bool jump_back();
  void exclude_answer();
  bool stubborn() const;
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

  // search_take_back.cpp
  void take_back_guess(std::uint32_t level, Var also);
  void take_back(Var v);
  void take_back_what_followed(Var v);
  void take_back_cuts(std::uint32_t first);
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
  void take_in(std::uint32_t level);
  void shorten();
  std::uint32_t add_clause(std::span<const Literal> literals, bool for_ever);
  void watch(std::uint32_t clause, std::uint32_t which);
  void forget_some();
  void bump(Var v);
  void queue(Var v);

  std::uint32_t node_of(Var v, int end) const { return ends_[v][static_cast<std::size_t>(end)]; }
  std::uint32_t level() const { return static_cast<std::uint32_t>(level_starts_.size()); }
  Literal negation(Var v) const { return v * 2 + (1u - value_[v]); }
  bool is_linked(Var v) const { return value_[v] != kOpen && assigned_[v].place < linked_; }
  bool is_true(Literal l) const { return value_[l >> 1] == (l & 1); }
  bool is_false(Literal l) const { return value_[l >> 1] == (~l & 1); }

  State& state_;
  const Deadline deadline_;
  const Trace* const trace_;
  const Rules rules_;
  const bool networks_matter_;
  std::uint32_t nodes_outside_ = 0;  // networks without open tiles

  LargeVector<Cell> cells_;
  LargeVector<Edge> edges_;
  LargeVector<Node> nodes_;
  LargeVector<std::uint32_t> root_;
  LargeVector<std::array<std::uint32_t, 2>> ends_;  // of edges: nodes
  LargeVector<Implication> edges_of_node_;
  LargeVector<std::uint32_t> first_edge_of_node_;

  // By variable.
  LargeVector<std::uint8_t> value_, phase_, seen_;
  LargeVector<Assigned> assigned_;

  // What to guess: of the bumped variables the one bumped last, else the first.
  Var next_guess_ = 0;  // all before it are assigned, or bumped and in the heap
  Var farthest_ = 0;    // guessed in scan order; and how many contradictions came before that
  std::uint64_t contradictions_before_ = 0;
  std::uint32_t bumps_ = 0;
  LargeVector<std::uint32_t> bumped_;  // by variable, when; 0: never. Empty before the first
  LargeVector<std::uint32_t> queued_;  // by variable, as it is in the heap
  LargeVector<std::uint64_t> heap_;    // when << 32 | variable; may be out of date

  LargeVector<Var> trail_;  // kNone where one was taken back out of the middle
  LargeVector<std::uint32_t> level_starts_;
  std::uint32_t settled_ = 0;  // trail entries propagated
  std::uint32_t linked_ = 0;   // and of those, entries whose networks are up to date
  LargeVector<Join> joins_;
  std::uint32_t joins_from_ =
      0;  // place on the trail; what was joined by wires from here on is in joins_
  std::uint32_t cause_level_ = 0;  // of what is being followed up; kNone: look at each
  std::uint32_t mark_ = 0;

  LargeVector<std::uint32_t> arena_;
  LargeVector<std::uint32_t> clauses_;  // offsets in the arena
  LargeVector<std::uint32_t> watches_;  // by literal: clause * 2 + which of its two watches
  std::size_t clauses_allowed_ = 4000;
  std::uint32_t restarts_ = 0;
  std::uint64_t restart_at_ = 0;

  LargeVector<Var> because_;  // of a contradiction, or of a variable being explained
  LargeVector<Literal> learned_;
  LargeVector<Var> late_;
  LargeVector<std::uint32_t> places_;  // of those that learn() has not followed back yet; a heap
  LargeVector<Var> taken_in_;          // all that were met on the way to it
  LargeVector<std::uint32_t> to_visit_;
  LargeVector<std::uint32_t> smaller_side_;

  bool takes_back_alone_ = false;
  LargeVector<Var> taken_back_;  // at this contradiction
  LargeVector<Var> loosened_;    // to be taken back: followed from a loop that is none any more
  LargeVector<Var> recheck_;     // taken back and perhaps to be assigned without a guess
  LargeVector<Literal> failed_;
  LargeVector<Cut> cuts_;  // what followed from a cut, in the order of the trail
  LargeVector<Occurrence> occurrences_;
  LargeVector<std::uint32_t> first_occurrence_;  // by variable; empty before the first
  Result result_;
};

}  // namespace eyehand::net
