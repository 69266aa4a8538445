// What to guess, and when to give a guess up.
//
// First come *probes*: where something has just become known for good, an edge nearby is tried as a
// cross, then as a line. Most tries that fail do so at once and teach something for good; those
// that do not are taken back, so that work stays near what is known. This alone solves most
// puzzles.
//
// Then guesses pile up. They go on where the last one led, as crosses, so that contradictions are
// local, too. In every second run, for boards where much is open, they go to the variables most
// and latest part of contradictions, the way they last were.
#include <algorithm>

#include "solver/slitherlink/search.hpp"

namespace eyehand::slitherlink {

/// Notes the edges near what has become known for good since it was last called. At level 0.
void Search::note_places() {
  for (; noted_ < trail_.size(); ++noted_) {
    const Var v = trail_[noted_] >> 1;
    if (v >= model_.edges()) continue;
    for (const auto vertex : model_.edge(v).vertex) {
      if (at_vertex_[vertex].open == 0) continue;
      for (const int e : model_.edges_of_vertex(vertex)) {
        const auto place = static_cast<Var>(e);
        if (!is_open(place * 2) || is_place_[place]) continue;
        is_place_[place] = 1;
        places_[0].push_back(place);
      }
    }
  }
}

/// False if no place is left.
bool Search::probe() {
  for (const std::uint32_t line : {0u, 1u})
    while (!places_[line].empty()) {
      const Var v = places_[line].back();
      places_[line].pop_back();
      is_place_[v] = 0;
      if (!is_open(v * 2)) continue;
      if (line == 0) places_[1].push_back(v);
      decide(v * 2 + line);
      return true;
    }
  return false;
}

void Search::decide(Literal l) {
  ++result_.guesses;
  level_starts_.push_back(static_cast<std::uint32_t>(trail_.size()));
  assign(l, {Reason::guess, 0});
  if (trace_) tell("guess", l);
}

/// False if nothing is open, which is a contradiction: no line at all.
bool Search::guess() {
  if (probing_) {
    if (level() > 0) undo_to(0);
    note_places();
    if (probe()) return true;
    probing_ = false;
    std::fill(phase_.begin(), phase_.end(), std::uint8_t{0});
  }
  if (by_activity_) {
    while (!heap_.empty()) {
      const Var v = heap_pop();
      if (!is_open(v * 2)) continue;
      decide(v * 2 + phase_[v]);
      return true;
    }
  } else {
    // Beside the latest edges that are known; of those at one the most active.
    constexpr std::size_t kFar = 100;
    const std::size_t last = trail_.size() > kFar ? trail_.size() - kFar : 0;
    for (std::size_t i = trail_.size(); i-- > last;) {
      const Var v = trail_[i] >> 1;
      if (v >= model_.edges()) continue;
      Var best = kNone;
      for (const auto vertex : model_.edge(v).vertex) {
        if (at_vertex_[vertex].open == 0) continue;
        for (const int at : model_.edges_of_vertex(vertex)) {
          const auto e = static_cast<Var>(at);
          if (is_open(e * 2) && (best == kNone || activity_[e] > activity_[best])) best = e;
        }
      }
      if (best == kNone) continue;
      decide(best * 2 + phase_[best]);
      return true;
    }
    for (; first_open_ < model_.edges(); ++first_open_)
      if (is_open(first_open_ * 2)) {
        decide(first_open_ * 2 + phase_[first_open_]);
        return true;
      }
  }
  if (lines_ > 0) return true;
  because_.clear();
  for (Var e = 0; e < model_.edges(); ++e) because_.push_back(e * 2);
  return false;
}

/// Starts again with all that was learned, and the other way of guessing.
void Search::restart() {
  undo_to(0);
  by_activity_ = !by_activity_;
  heap_.clear();
  std::fill(heap_place_.begin(), heap_place_.end(), kNone);
  if (!by_activity_) return;
  for (Var v = 0; v < model_.edges() + model_.regions(); ++v)
    if (is_open(v * 2)) {
      heap_place_[v] = static_cast<std::uint32_t>(heap_.size());
      heap_.push_back(v);
    }
  for (auto i = static_cast<std::uint32_t>(heap_.size() / 2); i-- > 0;) heap_down(i);
}

void Search::heap_up(std::uint32_t i) {
  const Var v = heap_[i];
  while (i > 0) {
    const std::uint32_t up = (i - 1) / 2;
    if (!before(v, heap_[up])) break;
    heap_[i] = heap_[up];
    heap_place_[heap_[i]] = i;
    i = up;
  }
  heap_[i] = v;
  heap_place_[v] = i;
}

void Search::heap_down(std::uint32_t i) {
  const Var v = heap_[i];
  const auto size = static_cast<std::uint32_t>(heap_.size());
  for (std::uint32_t child = 2 * i + 1; child < size; child = 2 * i + 1) {
    if (child + 1 < size && before(heap_[child + 1], heap_[child])) ++child;
    if (!before(heap_[child], v)) break;
    heap_[i] = heap_[child];
    heap_place_[heap_[i]] = i;
    i = child;
  }
  heap_[i] = v;
  heap_place_[v] = i;
}

void Search::heap_insert(Var v) {
  if (heap_place_[v] != kNone) return;
  heap_.push_back(v);
  heap_up(static_cast<std::uint32_t>(heap_.size()) - 1);
}

Search::Var Search::heap_pop() {
  const Var top = heap_[0];
  heap_place_[top] = kNone;
  const Var last = heap_.back();
  heap_.pop_back();
  if (!heap_.empty()) {
    heap_[0] = last;
    heap_down(0);
  }
  return top;
}

void Search::bump(Var v) {
  activity_[v] += bump_by_;
  if (activity_[v] > 1e100) {
    for (double& a : activity_) a *= 1e-100;
    bump_by_ *= 1e-100;
  }
  if (heap_place_[v] != kNone) heap_up(heap_place_[v]);
}

}  // namespace eyehand::slitherlink
