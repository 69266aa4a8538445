#include "solver/hexiom/search.hpp"

#include <cassert>

namespace eyehand::hexiom {
namespace {

constexpr double kGrowth = 1.02, kLargest = 1e100;

}  // namespace

Search::Search(const Model& model, const Places& settled,
               const std::vector<std::size_t>& own_images)
    : model_(model), places_(settled), own_images_(own_images), weights_(at(model.size()), 0) {
  must_backtrack_ = !settle();
}

bool Search::settle() {
  for (;;) {
    if (!places_.settle()) return false;
    const Places::Moment before = places_.now();
    for (const std::size_t symmetry : own_images_)
      if (!settle_own_image(model_.sources[symmetry])) return false;
    if (own_images_.empty())
      for (const auto& source : model_.sources)
        if (!settle_symmetry(source)) return false;
    if (places_.now() == before) return true;
  }
}

bool Search::settle_symmetry(const std::vector<int>& source) {
  for (int c = 0; c < model_.size(); ++c) {
    const int other = source[at(c)];  // the cell whose content is here in the image
    if (other == c) continue;
    const bool here = places_.is_decided(c), there = places_.is_decided(other);
    if (here && there) {
      if (places_.is_filled(c) == places_.is_filled(other)) continue;
      return places_.is_empty(c);
    }
    if (places_.is_filled(c)) return places_.narrow(other, kAnyPiece);
    if (places_.is_empty(other)) return places_.narrow(c, kNoPiece);
    return true;
  }
  return true;
}

bool Search::settle_own_image(const std::vector<int>& source) {
  for (int c = 0; c < model_.size(); ++c)
    if (!places_.narrow(c, places_.domains()[at(source[at(c)])])) return false;
  return true;
}

// The undecided cell with the most conflicts at it and around it.
int Search::choose() const {
  int best = -1;
  double best_weight = -1;
  for (int c = 0; c < model_.size(); ++c) {
    if (places_.is_decided(c)) continue;
    double weight = weights_[at(c)];
    for (const int other : model_.neighbours[at(c)]) weight += weights_[at(other)];
    if (weight > best_weight) {
      best_weight = weight;
      best = c;
    }
  }
  return best;
}

bool Search::decide(int cell, Domain domain) {
  if (places_.narrow(cell, domain) && settle()) return true;
  const int where = places_.conflict_cell() >= 0 ? places_.conflict_cell() : cell;
  weights_[at(where)] += weight_;
  weight_ *= kGrowth;
  if (weight_ > kLargest) {
    for (double& weight : weights_) weight /= kLargest;
    weight_ = 1;
  }
  return false;
}

bool Search::backtrack() {
  while (!decisions_.empty()) {
    Decision& last = decisions_.back();
    assert(last.before <= places_.now());
    places_.undo(last.before);
    if (!last.filled) {
      last.filled = true;
      return true;
    }
    decisions_.pop_back();
  }
  return false;
}

Outcome Search::next(std::vector<std::uint8_t>& filled, const Deadline& deadline,
                     std::uint64_t& conflicts_left) {
  for (std::uint64_t steps = 1;; ++steps) {
    if (steps % 64 == 0 && deadline.passed()) return Outcome::gave_up;
    if (must_backtrack_) {
      if (conflicts_left == 0) return Outcome::gave_up;
      --conflicts_left;
      if (!backtrack()) return Outcome::no;
      must_backtrack_ = !decide(decisions_.back().cell, kAnyPiece);
      continue;
    }
    const int cell = choose();
    if (cell < 0) {
      filled.resize(at(model_.size()));
      for (int c = 0; c < model_.size(); ++c) filled[at(c)] = places_.is_filled(c);
      must_backtrack_ = true;
      return Outcome::yes;
    }
    decisions_.push_back({places_.now(), cell, false});
    must_backtrack_ = !decide(cell, kNoPiece);
  }
}

}  // namespace eyehand::hexiom
