// Detail of search.hpp: decisions and restarts.
//
// First come *probes*: where something has just become a fact, an edge nearby is tried as a cross,
// then as a line. Most of those that fail do so at once and yield a fact; those that do not are
// undone, so that work stays near what is known. What a probe that did not fail implied needs no
// probe of its own before something near it becomes known. This alone solves most puzzles.
//
// Then decisions pile up. They continue where the last one led, as crosses, so that conflicts are
// local, too. After every second restart, for boards where much is open, they go to the variables
// most often and most recently part of conflicts, with the value these had last.
#include <algorithm>

#include "solver/slitherlink/search.hpp"

namespace eyehand::slitherlink {

/// Queues the edges near what has become a fact since it was last called. At level 0.
void Search::queue_probes() {
  for (; noticed_ < trail_.size(); ++noticed_) {
    const Var v = trail_[noticed_] >> 1;
    if (!is_edge(v)) continue;
    for (const auto vertex : model_.edge(v).vertex) {
      if (at_vertex_[vertex].open() == 0) continue;
      for (const Var e : model_.edges_of_vertex(vertex)) {
        if (!is_open(e * 2)) continue;
        for (const Literal l : {e * 2, e * 2 + 1}) {
          is_due_[l] = 1;
          if (is_queued_[l]) continue;
          is_queued_[l] = 1;
          probes_[l & 1].push_back(l);
        }
      }
    }
  }
}

/// False if no probe is left.
bool Search::probe() {
  for (auto& probes : probes_)
    while (!probes.empty()) {
      const Literal l = probes.back();
      probes.pop_back();
      is_queued_[l] = 0;
      if (!is_open(l) || !is_due_[l]) continue;
      decide(l);
      return true;
    }
  return false;
}

/// False if nothing is open and there is no line, which is a conflict.
bool Search::decide() {
  if (probing_) {
    if (level() > 0) {
      for (std::size_t i = level_starts_[0]; i < trail_.size(); ++i) is_due_[trail_[i]] = 0;
      backtrack(0);
    }
    queue_probes();
    if (probe()) return true;
    probing_ = false;
    std::fill(phase_.begin(), phase_.end(), std::uint16_t{0});
    for (Var e = 0; e < preferred_.size(); ++e) phase_[e] = preferred_[e] == Mark::line;
  }
  if (by_activity_) {
    while (!heap_.empty()) {
      const Var v = heap_pop();
      if (!is_open(v * 2)) continue;
      decide(v * 2 + phase_[v]);
      return true;
    }
  } else {
    if (focus_ != kNone)
      for (const Var e : model_.edges_of_region(focus_))
        if (is_open(e * 2)) {
          decide(e * 2 + phase_[e]);
          return true;
        }
    // Beside the latest edge that has open ones; of these the most active.
    constexpr std::size_t kFar = 100;
    const std::size_t last = trail_.size() > kFar ? trail_.size() - kFar : 0;
    for (std::size_t i = trail_.size(); i-- > last;) {
      const Var v = trail_[i] >> 1;
      if (!is_edge(v)) continue;
      Var best = kNone;
      for (const auto vertex : model_.edge(v).vertex) {
        if (at_vertex_[vertex].open() == 0) continue;
        for (const Var e : model_.edges_of_vertex(vertex))
          if (is_open(e * 2) && (best == kNone || activity_[e] > activity_[best])) best = e;
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
  antecedents_.clear();
  for (Var e = 0; e < model_.edges(); ++e) antecedents_.push_back(e * 2);
  return false;
}

/// Restarts with the other order of decisions.
void Search::restart() {
  backtrack(0);
  by_activity_ = !by_activity_;
  heap_.clear();
  std::fill(heap_place_.begin(), heap_place_.end(), kNone);
  if (!by_activity_) return;
  for (Var v = 0; v < colour(model_.regions()); ++v)
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
