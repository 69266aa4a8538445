#include "solver/hexiom/anneal.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdlib>
#include <utility>

namespace eyehand::hexiom {
namespace {

// Tuned on the original levels and on random boards of sides 6 and 10, 0 to 60 % of pieces locked.

/// Cost of a cell per step from its number of filled neighbours to the nearest in its domain.
constexpr int kFault = 4;
/// Initial and final temperature.
constexpr double kHot = 0.8, kCold = 0.4;

}  // namespace

Anneal::Anneal(const Model& model, const std::vector<Domain>& domains)
    : model_(model), domains_(domains), faults_(domains.size()) {
  for (int c = 0; c < model.size(); ++c)
    for (int around = 0; around < 7; ++around) {
      int distance = 7;
      for (int v = 0; v < 7; ++v)
        if (domains[at(c)] & only(v)) distance = std::min(distance, std::abs(v - around));
      faults_[at(c)][at(around)] = static_cast<std::int8_t>(kFault * distance);
    }
}

// Updates the cost for a filled cell that is added (1) or removed (-1), by its current neighbours.
void Anneal::count(int cell, int change) {
  const int around = around_[at(cell)];
  int& excess = excess_[at(around)];
  cost_ -= std::abs(excess);
  excess += change;
  cost_ += std::abs(excess);
  cost_ += change * faults_[at(cell)][at(around)];
  assert(cost_ >= 0);
}

void Anneal::flip(int cell) {
  const bool was = filled_[at(cell)];
  if (was) count(cell, -1);
  for (const int other : model_.neighbours[at(cell)]) {
    if (filled_[at(other)]) count(other, -1);
    around_[at(other)] = static_cast<std::uint8_t>(around_[at(other)] + (was ? -1 : 1));
    if (filled_[at(other)]) count(other, 1);
  }
  filled_[at(cell)] = !was;
  if (!was) count(cell, 1);
}

bool Anneal::find(std::vector<std::uint8_t>& filled, const Deadline& deadline,
                  std::uint64_t moves) {
  const int cells = model_.size();
  full_.clear();
  free_.clear();
  filled_.assign(at(cells), 0);
  around_.assign(at(cells), 0);
  cost_ = 0;
  int left = cells - model_.places[kNothing];
  for (std::size_t v = 0; v < 7; ++v) {
    excess_[v] = -model_.places[v];
    cost_ += model_.places[v];
  }
  for (int c = 0; c < cells; ++c) {
    const Domain d = domains_[at(c)];
    if (d == kNoPiece) continue;
    if (d & kNoPiece) {
      free_.push_back(c);
      continue;
    }
    flip(c);
    --left;
  }
  random_.shuffle(free_);
  for (; left > 0; --left) {
    full_.push_back(free_.back());
    flip(free_.back());
    free_.pop_back();
  }
  const double cooling = std::pow(kCold / kHot, 1.0 / static_cast<double>(moves));
  double heat = kHot;
  for (std::uint64_t move = 0; cost_ > 0; ++move) {
    if (move == moves || full_.empty() || free_.empty()) return false;
    if (move % 4096 == 4095 && deadline.passed()) return false;
    heat *= cooling;
    int& a = random_.pick(full_);
    int& b = random_.pick(free_);
    const int before = cost_;
    flip(a);
    flip(b);
    if (cost_ <= before || random_.chance(std::exp((before - cost_) / heat))) {
      std::swap(a, b);
    } else {
      flip(b);
      flip(a);
    }
  }
  assert(std::all_of(excess_.begin(), excess_.end(), [](int n) { return n == 0; }));
  filled = filled_;
  return true;
}

}  // namespace eyehand::hexiom
