// What to guess next: the open variable that was most and latest part of contradictions.
#include <algorithm>

#include "solver/slitherlink/search.hpp"

namespace eyehand::slitherlink {

void Search::order() {
  const Var variables = model_.edges() + model_.regions();
  activity_.assign(variables, 0);
  heap_.clear();
  heap_place_.assign(variables, kNone);
  for (Var v = 0; v < variables; ++v) heap_insert(v);
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
