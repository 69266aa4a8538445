// Builds a propositional formula for Engine. Constants are literals too, so that callers need not
// distinguish what is known; cardinality constraints are encoded here.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <span>
#include <vector>

#include "puzzle/deadline.hpp"
#include "solver/panel/engine.hpp"

namespace eyehand::panel {

class Formula {
 public:
  Formula();

  int fresh() { return sat_.fresh(); }
  int yes() const { return yes_; }
  int no() const { return -yes_; }

  /// At least one of these holds.
  void add(std::span<const int> clause);
  void add(std::initializer_list<int> clause) { add(std::span(clause.begin(), clause.size())); }
  /// If `when`, then exactly `count` of these. Enumerates subsets, so only for few literals.
  void exactly(std::span<const int> literals, int count, int when);
  /// Exactly one of any number of literals.
  void exactly_one(std::span<const int> literals);

  /// The leaves' sum in unary: literal i means that the sum is more than i, for i < `most` (a
  /// totalizer; Bailleux, Boufkhad 2003). Each leaf is a unary number itself: a literal of weight 3
  /// is that literal three times. Fewer than `most` literals if the sum cannot be that large.
  Literals sum(std::span<const Literals> leaves, int most);
  using Outcome = Engine::Outcome;
  Outcome solve(const Deadline& deadline, std::span<const int> assumed,
                const Engine::TheoryPropagator& theory);
  /// After Outcome::yes, until the next solve().
  bool holds(int literal) const { return sat_.holds(literal); }
  const Engine& engine() const { return sat_; }

 private:
  Engine sat_;
  int yes_ = 0;
  Literals clause_;
};

}  // namespace eyehand::panel
