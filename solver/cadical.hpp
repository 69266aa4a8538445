// The SAT solver CaDiCaL as the solvers use it: incrementally, and until a deadline.
#pragma once

#include <cadical.hpp>
#include <cstdlib>
#include <initializer_list>
#include <span>

#include "puzzle/deadline.hpp"
#include "solver/outcome.hpp"

namespace eyehand {

/// Literals are in DIMACS style: a variable (from 1) or its negation.
class Cadical {
 public:
  Cadical() { solver_.set("quiet", 1); }

  /// A new variable.
  int fresh() { return ++variables_; }
  void add(std::span<const int> clause) {
    for (const int literal : clause) solver_.add(literal);
    solver_.add(0);
  }
  void add(std::initializer_list<int> clause) { add(std::span(clause.begin(), clause.size())); }

  using Outcome = eyehand::Outcome;
  /// Whether the clauses can be satisfied. Gives up at the deadline or after `conflicts` conflicts
  /// (-1: no limit).
  Outcome solve(const Deadline& deadline, int conflicts = -1) {
    if (deadline.passed()) return Outcome::gave_up;
    Clock clock(deadline);
    if (!deadline.never()) solver_.connect_terminator(&clock);
    if (conflicts >= 0) solver_.limit("conflicts", conflicts);
    const int result = solver_.solve();
    if (!deadline.never()) solver_.disconnect_terminator();
    return result == 10 ? Outcome::yes : result == 20 ? Outcome::no : Outcome::gave_up;
  }
  /// Whether the literal is true in the answer; after Outcome::yes, until the next change.
  bool holds(int literal) { return (solver_.val(std::abs(literal)) > 0) == (literal > 0); }

 private:
  class Clock final : public CaDiCaL::Terminator {
   public:
    explicit Clock(const Deadline& deadline) : deadline_(deadline) {}
    bool terminate() override { return deadline_.passed(); }

   private:
    const Deadline& deadline_;
  };

  CaDiCaL::Solver solver_;
  int variables_ = 0;
};

}  // namespace eyehand
