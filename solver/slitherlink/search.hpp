// Complete search for the solutions of a Slitherlink puzzle, in the manner of a CDCL SAT solver:
// decide, propagate, learn a clause from each conflict, and backjump to where that clause first
// propagates.
//
// The variables are the edges (line or cross) and the colours of the regions. These constraints
// propagate, and can name the antecedents of what they imply:
//   vertices    no lines or two
//   clues       the number of lines around a face; and, while the face's colour is open, the number
//               of neighbours of the other colour
//   corners     two adjacent edges of a face: what their vertex demands of them decides the face's
//               other edges, and vice versa
//   colours     an edge is a line exactly if the regions on its two sides differ
//   paths       each open path knows its ends; a line that would close it too early is a cross
//   cuts        a closed row of crosses has lines on one side only
//   clauses     learned
// A solution counts as a conflict, too: the clause learned from it excludes it from then on and is
// never deleted.
//
// search.cpp runs it, search_decide.cpp makes decisions, search_propagate.cpp propagates,
// search_learn.cpp finds antecedents and learns, search_cut.cpp looks for cuts.
#pragma once

#include <cassert>
#include <cstdint>
#include <span>
#include <vector>

#include "puzzle/deadline.hpp"
#include "puzzle/slitherlink/board.hpp"
#include "solver/slitherlink/model.hpp"

namespace eyehand::slitherlink {

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

  /// Keeps a reference to the model.
  Search(const Model& model, const Deadline& deadline);

  /// Rules out one loop, the lines among `marks`. Call it before fix() and run().
  void exclude(std::span<const Mark> marks);
  /// Admits only solutions that violate this clue, which the model must not have. O(2^sides). Call
  /// it before fix() and run().
  void violate(Model::Index face, int clue);
  /// Tries these values first when it decides edges. Keeps a reference.
  void prefer(std::span<const Mark> marks) { preferred_ = marks; }
  /// Fixes edges, one mark per edge. Call it before run().
  void fix(std::span<const Mark> marks);

  /// Finds up to `limit` solutions; the first is written to `answer`. Stops at the first restart
  /// after `conflict_limit` conflicts in all; the next call continues.
  Result run(std::uint64_t limit, std::uint64_t conflict_limit, std::vector<Mark>& answer);

  /// The marks known to hold in every solution. Call it after run() has stopped at its limit.
  std::vector<Mark> fixed() const;

 private:
  using Var = Model::Index;  // edges, then regions
  /// v * 2 + 1: a line, or inside; v * 2: a cross, or outside.
  using Literal = std::uint32_t;
  static constexpr std::uint32_t kNone = ~0u;
  // Enumerations, since a character type may alias anything, which costs reloads.
  enum Value : std::int8_t { kFalse = -1, kOpen, kTrue };
  /// A variable during learning: in the cut; implied by the rest of it; not implied.
  enum Visit : std::uint8_t { kUnvisited, kSource, kRemovable, kFailed };

  struct Reason {
    enum Kind : std::uint32_t {
      decision,    // or a fact
      two_lines,   // at vertex `what`
      last_edge,   // of vertex `what`
      clue_met,    // of region `what`
      clue_tight,  // all open edges of region `what` are needed
      corner,      // `what`, of a face
      edge,        // `what` and its two regions
      neighbours,  // of region `what`
      path,        // of the lines up to trail position `what`, which it would close
      loop,        // closed by the edge `what`
      clause,
    } kind;
    std::uint32_t what;
  };
  struct Assigned {
    std::uint32_t level, place;  // decisions before it; position on the trail
    Reason reason;
  };
  /// Two counts that change together, by one addition.
  class Counts {
   public:
    Counts(std::int32_t lines, std::int32_t open) : both_(lines * kOneLine + open) {}
    /// At a vertex the lines it has, of a face the lines it still needs.
    std::int32_t lines() const { return static_cast<std::int32_t>(both_ >> 32); }
    std::int32_t open() const { return static_cast<std::int32_t>(both_); }
    /// An edge is no longer open, or (with -1) open again; `lines` is added to the lines.
    void close(std::int64_t lines, std::int64_t sign = 1) {
      both_ += sign * (lines * kOneLine - 1);
    }

   private:
    static constexpr std::int64_t kOneLine = std::int64_t{1} << 32;
    std::int64_t both_;
  };
  /// For a region without a clue both counts are so large that nothing follows.
  static constexpr std::int32_t kNoLimit = 1 << 28;
  /// The assignments in order. Cheaper than a vector, as it never grows.
  class Trail {
   public:
    explicit Trail(std::size_t capacity) : items_(capacity) {}
    std::size_t size() const { return size_; }
    Literal operator[](std::size_t i) const { return items_[i]; }
    const Literal* begin() const { return items_.data(); }
    const Literal* end() const { return items_.data() + size_; }
    void push(Literal l) { items_[size_++] = l; }
    Literal pop() { return items_[--size_]; }

   private:
    std::vector<Literal> items_;
    std::size_t size_ = 0;
  };
  struct Watch {
    std::uint32_t clause;
    Literal blocker;  // another literal of it
  };
  /// The path that ends here; stale at a vertex that is not an end.
  struct PathEnd {
    Model::Index other;
    std::uint32_t length;
  };
  /// The path of facts that ends here, which is never undone, and the sum of its weights.
  struct FactPath {
    Model::Index other;
    std::int64_t met;
  };
  /// Undoes the joining of two paths: the ends of the new one, and their lengths before.
  struct PathJoin {
    Var edge;
    Model::Index end[2];
    std::uint32_t length[2];
  };

  // search.cpp
  bool start();
  void backtrack(std::uint32_t level);
  void write_answer(std::vector<Mark>& answer) const;
  std::uint32_t level() const { return static_cast<std::uint32_t>(level_starts_.size()); }

  // search_propagate.cpp
  void assign(Literal l, Reason reason);
  void assign_edge(Literal l, Reason reason);
  void assign_colour(Literal l, Reason reason);
  void assign_open(std::span<const Var> edges, std::uint32_t line, Reason reason);
  bool propagate();
  bool propagate_edge(Literal l);
  bool propagate_colour(Literal l);
  bool visit_vertex(Model::Index v);
  bool decide_vertex(Model::Index v);
  bool visit_clue(Model::Index region);
  bool decide_face(Model::Index region);
  void visit_corners(Var e);
  void visit_corner(const Model::Corner& corner);
  bool visit_edge(Var e);
  bool visit_side(Model::Index region, Var e, int colour);
  void visit_neighbours(Model::Index region);
  bool visit_clauses(Literal l);
  bool join_paths(Var e);
  void split_path();
  bool finish_loop();
  void check_loop();

  // search_learn.cpp
  void explain(Literal l);
  std::uint32_t explain_loop(Var closing, std::uint32_t joined, std::uint32_t before);
  bool is_redundant(Literal l, int depth);
  bool learn();
  void derive_clause(std::uint32_t latest);
  void minimize();
  std::uint32_t add_clause(std::uint32_t glue);
  void watch(std::uint32_t clause);
  void reduce_db();

  // search_cut.cpp
  bool check_cut();
  bool flood(Model::Index start, std::size_t limit);

  // search_decide.cpp
  void queue_probes();
  bool probe();
  void decide(Literal l);
  bool decide();
  void restart();
  bool before(Var a, Var b) const { return activity_[a] > activity_[b]; }
  void heap_up(std::uint32_t i);
  void heap_down(std::uint32_t i);
  void heap_insert(Var v);
  Var heap_pop();
  void bump(Var v);

  bool is_true(Literal l) const { return value_[l] == kTrue; }
  bool is_false(Literal l) const { return value_[l] == kFalse; }
  bool is_open(Literal l) const { return value_[l] == kOpen; }
  bool is_edge(Var v) const { return v < first_colour_; }
  Var colour(Model::Index region) const { return first_colour_ + region; }
  /// 1 for a line or inside, -1 for a cross or outside, 0 while it is open.
  int sign(Var v) const { return value_[v * 2 + 1]; }
  /// The true literal of an assigned variable.
  Literal truth(Var v) const { return v * 2 + is_true(v * 2 + 1); }

  const Model& model_;
  const Var first_colour_;
  const Deadline deadline_;

  std::vector<Value> value_;  // by literal
  std::vector<std::uint16_t> phase_;
  std::vector<Assigned> assigned_;
  std::vector<Counts> at_vertex_, at_face_;
  Trail trail_;
  std::vector<std::uint32_t> level_starts_;
  std::uint32_t propagated_ = 0;    // trail entries
  std::uint32_t corners_done_ = 0;  // of these, those whose corners were visited
  std::uint32_t lines_ = 0;         // on the trail
  std::int64_t needed_ = 0;         // sum of the clues less the lines around them

  std::vector<PathEnd> ends_;
  std::vector<FactPath> fact_paths_;
  std::vector<PathJoin> joins_;
  Var closing_ = kNone;  // the edge that closed a loop which may be the solution

  std::uint64_t cut_check_at_ = 1, cut_checks_ = 0;
  std::vector<Model::Index> pocket_;
  std::vector<std::uint32_t> flooded_;  // by vertex, in which flood
  std::uint32_t floods_ = 0;

  // A clause: size, glue (0: never deleted), literals; the first two are watched.
  std::vector<std::uint32_t> arena_;
  std::vector<std::uint32_t> clauses_;
  std::vector<std::vector<Watch>> watches_;  // by the literal that became false, once there are any
  std::size_t clause_limit_ = 4000;

  std::vector<double> activity_;
  double bump_by_ = 1;
  bool probing_ = true, by_activity_ = false;
  std::uint32_t noticed_ = 0;       // trail entries, by queue_probes()
  std::vector<Literal> probes_[2];  // edges to be tried as crosses, and those to be tried as lines
  std::vector<std::uint16_t> is_queued_, is_due_;  // by literal: in probes_; not known to be vain
  std::span<const Mark> preferred_;
  Model::Index focus_ = kNone;  // a face whose edges are decided first
  Var first_open_ = 0;          // no edge before it is open
  std::vector<std::uint32_t> heap_, heap_place_;

  std::vector<Literal> antecedents_;  // true literals that imply another one, or are in conflict
  std::vector<Literal> learned_;
  std::vector<Visit> visit_;
  std::vector<Var> visited_;
  std::vector<std::uint32_t> level_stamp_, walked_;
  std::uint32_t stamp_ = 0, walks_ = 0;
  bool keep_learned_ = false;
  bool started_ = false;
  std::uint64_t restart_at_ = 100, restarts_ = 0, ticks_ = 0;
  Result result_;
};

inline void Search::assign(Literal l, Reason reason) {
  is_edge(l >> 1) ? assign_edge(l, reason) : assign_colour(l, reason);
}

inline void Search::assign_colour(Literal l, Reason reason) {
  assert(is_open(l) && is_open(l ^ 1));
  value_[l] = kTrue;
  value_[l ^ 1] = kFalse;
  assigned_[l >> 1] = {level(), static_cast<std::uint32_t>(trail_.size()), reason};
  trail_.push(l);
}

inline void Search::assign_edge(Literal l, Reason reason) {
  assign_colour(l, reason);  // what edges and colours have in common
  const Var v = l >> 1;
  const auto& edge = model_.edge(v);
  const std::uint32_t line = l & 1;
  for (const auto i : edge.vertex) at_vertex_[i].close(line);
  for (const auto r : edge.region) at_face_[r].close(-std::int64_t{line});
  lines_ += line;
  needed_ -= static_cast<int>(line) * model_.weight(v);
}

}  // namespace eyehand::slitherlink
