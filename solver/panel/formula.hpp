// A propositional formula under construction, for Engine: constants are literals, too, so that
// whoever writes clauses need not care what is known; and what takes several clauses to say.
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
  /// Exactly `count` of these hold wherever `when` does; for few literals, as it tries all subsets.
  void exactly(std::span<const int> literals, int count, int when);
  /// Exactly one holds, of any number.
  void exactly_one(std::span<const int> literals);

  /// The leaves' sum in unary: literal i holds where the sum is more than i, for i < `most` (a
  /// totalizer; Bailleux, Boufkhad 2003). A leaf is a number in unary itself, so a literal of
  /// weight 3 is three times that literal. Fewer than `most` where the sum cannot be so large.
  Literals sum(std::span<const Literals> leaves, int most);
  using Outcome = Engine::Outcome;
  Outcome solve(const Deadline& deadline, std::span<const int> assumed,
                const Engine::TheoryPropagator& judge);
  /// After Outcome::yes, until the next solve().
  bool holds(int literal) const { return sat_.holds(literal); }
  const Engine& engine() const { return sat_; }

 private:
  Engine sat_;
  int yes_ = 0;
  Literals clause_;
};

}  // namespace eyehand::panel
