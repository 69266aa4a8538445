#include "solver/slitherlink/deduce.hpp"

#include <algorithm>

#include "solver/slitherlink/deduce_engine.hpp"

namespace eyehand::slitherlink {
namespace deduction {

void Engine::back_to(const Point& point) {
  state_.undo(point.steps);
  seen_ = std::min(seen_, point.steps);
  patterns_.back_to(point.steps);
  pairs_.back_to(point.pairs, point.steps);
  colours_.back_to(point.joins, point.steps);
}

Result Engine::look_at_face(int face) {
  const int clue = state_.clue(face);
  if (clue == kNoClue || state_.open_at_face(face) == 0) return Result::nothing;
  const int lines = state_.lines_at_face(face);
  const bool is_full = lines == clue;
  if (!is_full && lines + state_.open_at_face(face) != clue) return Result::nothing;
  facts_.clear();
  for (const int e : state_.grid().edges_of_face(face))
    if (state_.is_open(e)) facts_.push_back({e, is_full ? Mark::cross : Mark::line});
  return record_.conclude(kClue, Place::face(face), facts_);
}

Result Engine::look_at_vertex(int vertex) {
  const int open = state_.open_at_vertex(vertex), lines = state_.lines_at_vertex(vertex);
  if (open == 0 || (lines != 2 && open != 1)) return Result::nothing;
  facts_.clear();
  for (const int e : state_.grid().edges_of_vertex(vertex))
    if (state_.is_open(e)) facts_.push_back({e, lines == 1 ? Mark::line : Mark::cross});
  return record_.conclude(kVertex, Place::vertex(vertex), facts_);
}

Result Engine::look_at_loop(int edge) {
  if (!state_.is_open(edge) || !state_.closes(edge)) return Result::nothing;
  if (state_.may_close(edge)) {
    closing_ = edge;  // look again when there is another path
    return Result::nothing;
  }
  const Fact cross{edge, Mark::cross};
  return record_.conclude(kLoop, Place::edge(edge), {&cross, 1}, "would close a loop too early: ");
}

Result Engine::end_of_loop() {
  facts_.clear();
  for (int e = 0; e < state_.grid().edges(); ++e)
    if (state_.is_open(e)) facts_.push_back({e, Mark::cross});
  return record_.conclude(kLoop, Place{}, facts_, "the loop is closed: ");
}

Result Engine::clues_vertices_and_loops() {
  Result all = Result::nothing;
  const auto failed = [&](Result one) {
    if (one != Result::nothing) all = one;
    return one == Result::conflict;
  };
  while (seen_ < state_.steps()) {
    const std::size_t step = seen_++;
    const int e = state_.edge_of_step(step);
    const Edge& edge = state_.grid().edge(e);
    for (const int f : edge.faces)
      if (f != kOutside && failed(look_at_face(f))) return Result::conflict;
    for (const int v : {edge.a, edge.b})
      if (failed(look_at_vertex(v))) return Result::conflict;
    if (state_.mark(e) != Mark::line || state_.closed_paths() > 0) continue;
    if (closing_ >= 0 && failed(look_at_loop(closing_))) return Result::conflict;
    // Where the ends of the path have an edge between them.
    for (const int other : state_.grid().edges_of_vertex(state_.end_of_step(step)))
      if (failed(look_at_loop(other))) return Result::conflict;
  }
  return all;
}

Result Engine::start() {
  for (int f = 0; f < state_.grid().faces(); ++f)
    if (look_at_face(f) == Result::conflict) return Result::conflict;
  for (int v = 0; v < state_.grid().vertices(); ++v)
    if (look_at_vertex(v) == Result::conflict) return Result::conflict;
  return Result::news;
}

Result Engine::next_rule() {
  Result result = patterns_.visit(state_, record_);
  if (result == Result::nothing) result = pairs_.visit(state_, record_);
  if (result == Result::nothing) result = colours_.visit(state_, record_);
  if (result == Result::nothing && !record_.is_guessing())
    result = colours_.look_at_sums(state_, record_);
  return result;
}

bool Engine::settle() {
  for (;;) {
    if (clues_vertices_and_loops() == Result::conflict) return false;
    if (state_.is_complete()) return end_of_loop() != Result::conflict;
    if (state_.open_edges() == 0) return state_.fail(Conflict::Kind::no_loop, 0);
    const Result result = next_rule();
    if (result == Result::conflict) return false;
    if (result == Result::nothing) return true;
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

Result Engine::guess_edge(int edge, int depth) {
  ++guesses_;
  const Point point = here();
  std::vector<Fact> outcome[2];
  for (const Mark mark : {Mark::line, Mark::cross}) {
    auto& facts = outcome[mark == Mark::cross];
    record_.begin_guess();
    const bool possible = suppose(edge, mark, depth, facts);
    record_.end_guess();
    if (possible && mark == Mark::cross) {
      auto& both = outcome[0];
      std::erase_if(both, [&](const Fact& f) { return state_.mark(f.edge) != f.mark; });
    }
    std::string why;
    if (!possible && record_.is_told())
      why = std::string("a ") + (mark == Mark::line ? "line" : "cross") + " leads, after " +
            std::to_string(state_.steps() - point.steps) +
            " edges, to this: " + words(state_, state_.conflict()) + "; so: ";
    back_to(point);
    if (possible) continue;
    const Fact fact{edge, mark == Mark::line ? Mark::cross : Mark::line};
    return record_.conclude(kGuess, Place::edge(edge), {&fact, 1}, why.c_str());
  }
  return record_.conclude(kGuess, Place::edge(edge), outcome[0], "line or cross, either way: ");
}

Result Engine::guess_round(int depth) {
  Result all = Result::nothing;
  for (int e = 0; e < state_.grid().edges() && !is_late(); ++e) {
    if (!state_.is_open(e)) continue;
    const Result one = guess_edge(e, depth);
    if (one == Result::nothing) continue;
    if (one == Result::conflict || !settle()) return Result::conflict;
    all = Result::news;
    if (depth > 1) break;  // cheaper guesses first
  }
  return all;
}

bool Engine::guess(int depth) {
  for (int d = 1; d <= depth && !late_ && state_.open_edges() > 0;) {
    const Result result = guess_round(d);
    if (result == Result::conflict) return false;
    d = result == Result::news ? 1 : d + 1;
  }
  return true;
}

Deduced Engine::run() {
  using Outcome = Deduced::Outcome;
  bool possible = true;
  for (int e = 0; options_.keep_marks && possible && e < board_.grid->edges(); ++e) {
    const Mark mark = board_.marks[static_cast<std::size_t>(e)];
    if (mark != Mark::unknown) possible = state_.set(e, mark);
  }
  const int depth = options_.rules.has(kGuess) ? options_.depth : 0;
  possible = possible && start() != Result::conflict && settle() && guess(depth);
  Deduced deduced{Outcome::open, state_.marks(), record_.fired(), guesses_};
  if (!possible) {
    deduced.outcome = Outcome::contradiction;
    record_.remark(kGuess, Place{}, [&] { return words(state_, state_.conflict()); });
  } else if (state_.is_complete()) {
    deduced.outcome = Outcome::solved;
  } else if (late_) {
    deduced.outcome = Outcome::timeout;
  }
  return deduced;
}

}  // namespace deduction

Deduced deduce(const Board& board, const DeduceOptions& options) {
  return deduction::Engine(board, options).run();
}

}  // namespace eyehand::slitherlink
