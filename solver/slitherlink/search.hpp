// Complete search for the answers of a Slitherlink puzzle, after the manner of SAT solvers: guess,
// propagate, learn from each contradiction why it came about, and jump back to where that first
// could be known.
//
// The variables are the edges (line or cross) and the colours of the regions. What propagates, and
// can say why:
//   vertices  no or two lines
//   clues     so many lines around a face; and, where a face's colour is open, so many neighbours
//             of the other colour
//   corners   two edges of a face that meet: their vertex may ask for none, one or both of them,
//             which tells of the face's other edges, and the other way round
//   colours   an edge is a line just if the regions at its sides differ
//   contours  each open path knows its ends; a line that would close it too early is a cross
//   cuts      lines on both sides of a closed row of crosses cannot be
//   clauses   learned
// An answer found is a contradiction, too, when more are wanted: what is learned from it excludes
// it and is kept for ever.
//
// search.cpp runs it, search_guess.cpp says what to try next, search_propagate.cpp draws
// conclusions, search_learn.cpp explains them and learns, search_cut.cpp looks for cuts.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "puzzle/deadline.hpp"
#include "puzzle/slitherlink/board.hpp"
#include "solver/slitherlink/model.hpp"
#include "solver/trace.hpp"

namespace eyehand::slitherlink {

class Search {
 public:
  struct Result {
    bool complete = false;  ///< every answer was found
    bool timeout = false;
    bool gave_up = false;  ///< patience ended, without an answer so far
    std::uint64_t count = 0;
    std::uint64_t guesses = 0;
    std::uint64_t contradictions = 0;
  };

  /// Keeps a reference to the model.
  Search(const Model& model, const Deadline& deadline, const Trace* trace);

  /// Takes edges as decided, one mark an edge. To be called before run().
  void know(std::span<const Mark> marks);

  /// Finds up to `limit` answers; the first is written to `answer`. Gives up after so many
  /// contradictions in all if it has found none; called again it goes on.
  Result run(std::uint64_t limit, std::uint64_t patience, std::vector<Mark>& answer);

  /// What is decided for good so far. After run() has given up.
  std::vector<Mark> known() const;

 private:
  using Var = Model::Index;  // edges, then regions
  /// v * 2 + 1: a line, or the inside; v * 2: a cross, or the outside.
  using Literal = std::uint32_t;
  static constexpr std::uint32_t kNone = ~0u;
  /// What learning has seen of a variable: taken into account; follows from what is, or does not.
  enum Seen : std::uint8_t { kNotSeen, kTaken, kFollows, kDoesNot };

  struct Reason {
    enum Kind : std::uint32_t {
      guess,
      two_lines,   // at vertex `what`
      last_edge,   // of vertex `what`
      clue_met,    // of region `what`
      clue_tight,  // all open edges of region `what` are needed
      corner,      // `what`, of a face
      edge,        // the edge and its two regions
      neighbours,  // of region `what`
      path,        // of the lines up to trail place `what`, which it would close
      loop,        // closed by the edge `what`
      clause,
    } kind;
    std::uint32_t what;
  };
  struct Assigned {
    std::uint32_t level, place;  // guesses before it; place on the trail
    Reason reason;
  };
  struct Count {
    std::uint32_t lines, open;
  };
  struct Watch {
    std::uint32_t clause;
    Literal blocker;  // another literal of it
  };
  /// The path that has its end here; or, at a vertex within, whatever it was.
  struct End {
    Model::Index other;
    std::uint32_t length;
  };
  /// What joining two paths has changed: the ends of the new one, and how long each was.
  struct Implication {
    Var edge;
    Model::Index end[2];
    std::uint32_t length[2];
  };

  // search.cpp
  bool start();
  void undo_to(std::uint32_t level);
  void tell(std::string_view rule, Literal l) const;
  void write_answer(std::vector<Mark>& answer) const;
  std::uint32_t level() const { return static_cast<std::uint32_t>(level_starts_.size()); }

  // search_propagate.cpp
  void assign(Literal l, Reason reason);
  bool propagate();
  bool visit_vertex(Model::Index v);
  bool visit_clue(Model::Index region);
  void visit_corner(Model::Index c);
  void visit_corners(Var e);
  bool visit_edge(Var e);
  bool visit_neighbours(Model::Index region);
  bool visit_clauses(Literal l);
  bool link(Var e);
  void unlink();
  bool finish_loop();
  bool check_loop();

  // search_learn.cpp
  void explain(Literal l);
  std::uint32_t explain_loop(Var closing, std::uint32_t linked, std::uint32_t before);
  bool is_redundant(Literal l, int depth);
  bool learn();
  std::uint32_t add_clause(std::uint32_t glue);
  void forget_some();

  // search_cut.cpp
  bool check_cut();
  bool flood(Model::Index start, std::size_t limit);

  // search_guess.cpp
  void note_places();
  bool probe();
  void decide(Literal l);
  bool guess();
  void restart();
  bool before(Var a, Var b) const { return activity_[a] > activity_[b]; }
  void heap_up(std::uint32_t i);
  void heap_down(std::uint32_t i);
  void heap_insert(Var v);
  Var heap_pop();
  void bump(Var v);

  bool is_true(Literal l) const { return value_[l] > 0; }
  bool is_false(Literal l) const { return value_[l] < 0; }
  bool is_open(Literal l) const { return value_[l] == 0; }
  Var colour(Model::Index region) const { return model_.edges() + region; }
  /// What is true of an assigned variable.
  Literal truth(Var v) const { return v * 2 + (value_[v * 2 + 1] > 0); }

  const Model& model_;
  const Deadline deadline_;
  const Trace* const trace_;

  std::vector<std::int8_t> value_;  // by literal: 1 true, -1 false, 0 open
  std::vector<std::uint8_t> phase_, seen_;
  std::vector<Assigned> assigned_;
  std::vector<Count> at_vertex_, at_face_;
  std::vector<Literal> trail_;
  std::vector<std::uint32_t> level_starts_;
  std::uint32_t propagated_ = 0;  // trail entries
  std::uint32_t cornered_ = 0;    // of these, whose corners were visited
  std::uint32_t lines_ = 0;       // on the trail
  std::int64_t clues_open_ = 0;   // sum of the clues less the lines around them

  std::vector<End> ends_;
  std::vector<Implication> links_;
  Var closing_ = kNone;  // the edge that closed a loop which may be the answer

  std::uint64_t cut_check_at_ = 1, cut_checks_ = 0;
  std::vector<Model::Index> pocket_;
  std::vector<std::uint32_t> flooded_;  // by vertex, in which flood
  std::uint32_t floods_ = 0;

  // A clause: size, glue (0: for ever), literals; the first two are watched.
  std::vector<std::uint32_t> arena_;
  std::vector<std::uint32_t> clauses_;
  std::vector<std::vector<Watch>> watches_;  // by the literal that became false
  std::size_t clauses_allowed_ = 4000;

  std::vector<double> activity_;
  double bump_by_ = 1;
  bool probing_ = true, by_activity_ = false;
  std::uint32_t noted_ = 0;     // trail entries, by note_places()
  std::vector<Var> places_[2];  // edges to be tried as crosses, and those to be tried as lines
  std::vector<std::uint8_t> is_place_;
  Var first_open_ = 0;  // no edge before it is open
  std::vector<std::uint32_t> heap_, heap_place_;

  std::vector<Literal> because_;  // true literals: why another is true, or that contradict
  std::vector<Literal> learned_;
  std::vector<Var> to_clear_;
  std::vector<std::uint32_t> level_stamp_, walked_;
  std::uint32_t stamp_ = 0, walks_ = 0;
  bool keep_learned_ = false;
  bool started_ = false;
  std::uint64_t restart_at_ = 100, restarts_ = 0, ticks_ = 0;
  Result result_;
};

}  // namespace eyehand::slitherlink
