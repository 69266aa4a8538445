#include "solver/slitherlink/deduce.hpp"

#include <algorithm>
#include <vector>

#include "puzzle/index.hpp"
#include "solver/slitherlink/deduce_colours.hpp"
#include "solver/slitherlink/deduce_pairs.hpp"
#include "solver/slitherlink/deduce_patterns.hpp"
#include "solver/slitherlink/deduce_record.hpp"
#include "solver/slitherlink/deduce_state.hpp"
#include "solver/slitherlink/words.hpp"

namespace eyehand::slitherlink {
namespace deduction {
namespace {

/// The order of the rules, and guesses.
class Engine {
 public:
  Engine(const Board& board, const DeduceOptions& options)
      : board_(board),
        options_(options),
        state_(board),
        record_(state_, options.report),
        patterns_(state_, options.rules),
        pairs_(state_, options.rules.has(kPair)),
        colours_(state_, options.rules.has(kColour), options.rules.has(kParity)) {}

  Deduced run();

 private:
  /// The state to return to after a guess.
  struct Checkpoint {
    std::size_t steps;
    PairRules::Checkpoint pairs;
    std::size_t joins;
  };
  Checkpoint here() const { return {state_.steps(), pairs_.here(), colours_.here()}; }
  void back_to(const Checkpoint& checkpoint);

  /// Applies all rules but guesses until nothing follows. False on a conflict.
  bool settle();
  RuleResult start();
  RuleResult next_rule();
  RuleResult clues_vertices_and_loops();
  RuleResult visit_face(int face);
  RuleResult visit_vertex(int vertex);
  RuleResult visit_loop(int edge);
  RuleResult end_of_loop();

  /// Tries edges both ways at depths 1 to `depth` until nothing follows. False on a conflict.
  bool guess(int depth);
  /// Once around all open edges at one depth.
  RuleResult guess_round(int depth);
  RuleResult guess_edge(int edge, int depth);
  /// Sets the edge and writes what follows to `facts`. False on a conflict. Does not undo anything.
  bool suppose(int edge, Mark mark, int depth, std::vector<Fact>& facts);
  bool is_late() {
    late_ = late_ || options_.deadline.passed();
    return late_;
  }

  const Board& board_;
  const DeduceOptions& options_;
  State state_;
  Record record_;
  PatternRules patterns_;
  PairRules pairs_;
  ColourRules colours_;
  std::vector<Fact> facts_;
  std::size_t seen_ = 0;  // steps that clues, vertices and loops have visited
  int closing_ = -1;      // an edge that might have closed the loop when last visited
  bool late_ = false;
  std::uint64_t guesses_ = 0;
};

void Engine::back_to(const Checkpoint& checkpoint) {
  state_.undo(checkpoint.steps);
  seen_ = std::min(seen_, checkpoint.steps);
  patterns_.back_to(checkpoint.steps);
  pairs_.back_to(checkpoint.pairs, checkpoint.steps);
  colours_.back_to(checkpoint.joins, checkpoint.steps);
}

RuleResult Engine::visit_face(int face) {
  const int clue = state_.clue(face);
  if (clue == kNoClue || state_.open_at_face(face) == 0) return RuleResult::nothing;
  const int lines = state_.lines_at_face(face);
  const bool is_full = lines == clue;
  if (!is_full && lines + state_.open_at_face(face) != clue) return RuleResult::nothing;
  facts_.clear();
  for (const int e : state_.grid().edges_of_face(face))
    if (state_.is_open(e)) facts_.push_back({e, is_full ? Mark::cross : Mark::line});
  return record_.conclude(kClue, facts_);
}

RuleResult Engine::visit_vertex(int vertex) {
  const int open = state_.open_at_vertex(vertex), lines = state_.lines_at_vertex(vertex);
  if (open == 0 || (lines != 2 && open != 1)) return RuleResult::nothing;
  facts_.clear();
  for (const int e : state_.grid().edges_of_vertex(vertex))
    if (state_.is_open(e)) facts_.push_back({e, lines == 1 ? Mark::line : Mark::cross});
  return record_.conclude(kVertex, facts_);
}

RuleResult Engine::visit_loop(int edge) {
  if (!state_.is_open(edge) || !state_.closes(edge)) return RuleResult::nothing;
  if (state_.may_close(edge)) {
    closing_ = edge;  // look again when there is another path
    return RuleResult::nothing;
  }
  const Fact cross{edge, Mark::cross};
  return record_.conclude(kLoop, {&cross, 1});
}

RuleResult Engine::end_of_loop() {
  facts_.clear();
  for (int e = 0; e < state_.grid().edges(); ++e)
    if (state_.is_open(e)) facts_.push_back({e, Mark::cross});
  return record_.conclude(kLoop, facts_);
}

RuleResult Engine::clues_vertices_and_loops() {
  RuleResult all = RuleResult::nothing;
  const auto failed = [&](RuleResult one) { return !add_result(all, one); };
  while (seen_ < state_.steps()) {
    const std::size_t step = seen_++;
    const int e = state_.edge_of_step(step);
    const Edge& edge = state_.grid().edge(e);
    for (const int f : edge.faces)
      if (f != kOutside && failed(visit_face(f))) return RuleResult::conflict;
    for (const int v : {edge.a, edge.b})
      if (failed(visit_vertex(v))) return RuleResult::conflict;
    if (state_.mark(e) != Mark::line || state_.closed_paths() > 0) continue;
    if (closing_ >= 0 && failed(visit_loop(closing_))) return RuleResult::conflict;
    // Where the ends of the path have an edge between them.
    for (const int other : state_.grid().edges_of_vertex(state_.end_of_step(step)))
      if (failed(visit_loop(other))) return RuleResult::conflict;
  }
  return all;
}

RuleResult Engine::start() {
  for (int f = 0; f < state_.grid().faces(); ++f)
    if (visit_face(f) == RuleResult::conflict) return RuleResult::conflict;
  for (int v = 0; v < state_.grid().vertices(); ++v)
    if (visit_vertex(v) == RuleResult::conflict) return RuleResult::conflict;
  return RuleResult::news;
}

RuleResult Engine::next_rule() {
  RuleResult result = patterns_.visit(state_, record_);
  if (result == RuleResult::nothing) result = pairs_.visit(state_, record_);
  if (result == RuleResult::nothing) result = colours_.visit(state_, record_);
  if (result == RuleResult::nothing && !record_.is_guessing())
    result = colours_.visit_sums(state_, record_);
  return result;
}

bool Engine::settle() {
  for (;;) {
    if (clues_vertices_and_loops() == RuleResult::conflict) return false;
    if (state_.is_complete()) return end_of_loop() != RuleResult::conflict;
    if (state_.open_edges() == 0) return state_.fail(Conflict::Kind::no_loop, 0);
    const RuleResult result = next_rule();
    if (result == RuleResult::conflict) return false;
    if (result == RuleResult::nothing) return true;
  }
}

bool Engine::suppose(int edge, Mark mark, int depth, std::vector<Fact>& facts) {
  const std::size_t before = state_.steps();
  const bool possible = state_.set(edge, mark) && settle() && (depth <= 1 || guess(depth - 1));
  for (std::size_t i = before; possible && i < state_.steps(); ++i) {
    const int e = state_.edge_of_step(i);
    facts.push_back({e, state_.mark(e)});
  }
  return possible;
}

RuleResult Engine::guess_edge(int edge, int depth) {
  ++guesses_;
  const Checkpoint checkpoint = here();
  std::vector<Fact> followed[2];
  for (const Mark mark : {Mark::line, Mark::cross}) {
    auto& facts = followed[mark == Mark::cross];
    record_.begin_guess();
    const bool possible = suppose(edge, mark, depth, facts);
    record_.end_guess();
    if (possible && mark == Mark::cross) {
      auto& both = followed[0];
      std::erase_if(both, [&](const Fact& f) { return state_.mark(f.edge) != f.mark; });
    }
    std::string why;
    if (!possible && record_.is_reporting())
      why = std::string("supposing a ") + (mark == Mark::line ? "line" : "cross") + " leads, " +
            std::to_string(state_.steps() - checkpoint.steps) +
            " edges later, to a contradiction (" + words(state_, state_.conflict()) + ")";
    back_to(checkpoint);
    if (possible) continue;
    const Fact fact{edge, mark == Mark::line ? Mark::cross : Mark::line};
    return record_.conclude(kGuess, {&fact, 1}, why);
  }
  std::string why;
  if (record_.is_reporting())
    why = "the same follows whether " + words(state_.grid(), Place::edge(edge)) +
          " is a line or a cross";
  return record_.conclude(kGuess, followed[0], why);
}

RuleResult Engine::guess_round(int depth) {
  RuleResult all = RuleResult::nothing;
  for (int e = 0; e < state_.grid().edges() && !is_late(); ++e) {
    if (!state_.is_open(e)) continue;
    const RuleResult one = guess_edge(e, depth);
    if (one == RuleResult::nothing) continue;
    if (!add_result(all, one) || !settle()) return RuleResult::conflict;
    if (depth > 1) break;  // cheaper guesses first
  }
  return all;
}

bool Engine::guess(int depth) {
  for (int d = 1; d <= depth && !late_ && state_.open_edges() > 0;) {
    const RuleResult result = guess_round(d);
    if (result == RuleResult::conflict) return false;
    d = result == RuleResult::news ? 1 : d + 1;
  }
  return true;
}

Deduced Engine::run() {
  using Outcome = Deduced::Outcome;
  bool possible = true;
  for (int e = 0; options_.keep_marks && possible && e < board_.grid->edges(); ++e) {
    const Mark mark = board_.marks[at(e)];
    if (mark != Mark::unknown) possible = state_.set(e, mark);
  }
  const int depth = options_.rules.has(kGuess) ? options_.depth : 0;
  possible = possible && start() != RuleResult::conflict && settle() && guess(depth);
  Deduced deduced{Outcome::open, state_.marks(), record_.fired(), guesses_};
  if (!possible)
    deduced.outcome = Outcome::contradiction;
  else if (state_.is_complete())
    deduced.outcome = Outcome::solved;
  else if (late_)
    deduced.outcome = Outcome::timeout;
  return deduced;
}

}  // namespace
}  // namespace deduction

Deduced deduce(const Board& board, const DeduceOptions& options) {
  return deduction::Engine(board, options).run();
}

}  // namespace eyehand::slitherlink
