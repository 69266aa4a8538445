// Which variable to decide next: the one that conflicts have involved most, the latest counting
// most (VSIDS; Moskewicz et al. 2001, as MiniSat has it).
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "puzzle/index.hpp"

namespace eyehand::sat {

/// A binary heap of variables (from 0) by activity. All in O(log(variables)) unless stated
/// otherwise.
class ActivityHeap {
 public:
  /// A new variable, in the heap.
  void grow() {
    activity_.push_back(0);
    place_.push_back(-1);
    put(static_cast<int>(activity_.size()) - 1);
  }
  void put(int variable) {
    if (place_[at(variable)] >= 0) return;
    heap_.push_back(variable);
    sift_up(heap_.size() - 1);
  }
  bool empty() const { return heap_.empty(); }
  /// Whether `a` would be taken before `b`. O(1).
  bool before(int a, int b) const {
    return activity_[at(a)] > activity_[at(b)] || (activity_[at(a)] == activity_[at(b)] && a < b);
  }
  /// Removes the most active one; of equals, the least.
  int take() {
    const int best = heap_[0], last = heap_.back();
    place_[at(best)] = -1;
    heap_.pop_back();
    if (!heap_.empty()) {
      heap_[0] = last;
      sift_down(0);
    }
    return best;
  }
  void bump(int variable) {
    activity_[at(variable)] += step_;
    if (activity_[at(variable)] >= kMost) {
      for (double& activity : activity_) activity /= kMost;
      step_ /= kMost;
    }
    if (place_[at(variable)] >= 0) sift_up(at(place_[at(variable)]));
  }
  /// What was bumped before counts less from now on. O(1).
  void decay() { step_ /= kDecay; }
  /// Replaces all activities, and puts all variables into the heap. O(variables * log(variables)).
  void reset(std::vector<double> activity) {
    activity_ = std::move(activity);
    place_.assign(activity_.size(), -1);
    heap_.clear();
    for (std::size_t v = 0; v < activity_.size(); ++v) put(static_cast<int>(v));
  }

 private:
  static constexpr double kMost = 1e100, kDecay = 0.95;

  void set(std::size_t place, int variable) {
    heap_[place] = variable;
    place_[at(variable)] = static_cast<int>(place);
  }
  void sift_up(std::size_t place) {
    const int variable = heap_[place];
    for (; place > 0 && before(variable, heap_[(place - 1) / 2]); place = (place - 1) / 2)
      set(place, heap_[(place - 1) / 2]);
    set(place, variable);
  }
  void sift_down(std::size_t place) {
    const int variable = heap_[place];
    for (std::size_t child; (child = 2 * place + 1) < heap_.size(); place = child) {
      if (child + 1 < heap_.size() && before(heap_[child + 1], heap_[child])) ++child;
      if (!before(heap_[child], variable)) break;
      set(place, heap_[child]);
    }
    set(place, variable);
  }

  std::vector<double> activity_;
  std::vector<int> heap_, place_;  // place: in the heap; -1: not there
  double step_ = 1;
};

}  // namespace eyehand::sat
