// A small CDCL solver with a theory propagator (SAT modulo theories; Nieuwenhuis, Oliveras, Tinelli
// 2006): whenever unit propagation reaches a fixpoint, the theory is asked for literals that
// follow, or for a conflict, and explains them lazily. For formulas of some hundreds of variables,
// where the theory costs more than unit propagation.
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <span>
#include <vector>

#include "puzzle/deadline.hpp"

namespace eyehand::panel {

/// Literals in DIMACS style: a variable (from 1) or its negation.
using Literals = std::vector<int>;

/// Shortens the explanation of a conflict, by divide and conquer: drops those of the facts [from,
/// to) that are not needed given the others. `retract(i, true)` takes a fact back, `retract(i,
/// false)` restores it, and `drop(i)` removes one that is taken back; `follows()`: the conflict
/// still does. `needed`: some of the facts are known to be. False if all were dropped.
template <class Retract, class Follows, class Drop>
bool minimize(std::size_t from, std::size_t to, bool needed, const Retract& retract,
              const Follows& follows, const Drop& drop) {
  if (!needed) {
    for (std::size_t i = from; i < to; ++i) retract(i, true);
    if (follows()) {
      for (std::size_t i = from; i < to; ++i) drop(i);
      return false;
    }
    for (std::size_t i = from; i < to; ++i) retract(i, false);
  }
  if (to - from == 1) return true;
  // The second half stays while the first is shortened.
  const std::size_t middle = from + (to - from) / 2;
  const bool first = minimize(from, middle, false, retract, follows, drop);
  minimize(middle, to, !first, retract, follows, drop);
  return true;
}

class Engine {
 public:
  /// What follows from the assignment: a literal, or 0 for a conflict; and a number, at least 0, by
  /// which the theory can explain it.
  struct Finding {
    int literal;
    int cause;
  };
  struct TheoryPropagator {
    /// Called with an empty list; returns whether it found anything. Each finding follows from the
    /// assignment alone, without the others; a conflict is returned alone.
    std::function<bool(std::vector<Finding>&)> find;
    /// Appends the literals of a clause that holds in every answer: the literal found, if any, and
    /// others that are false and satisfy was_before().
    std::function<void(Finding, Literals& clause)> explain;
  };

  Engine() { add({fresh()}); }

  int fresh();
  /// The literal that is true, so that callers need not distinguish what is known.
  int yes() const { return 1; }
  /// Adds a clause; undoes all decisions.
  void add(std::span<const int> clause);
  void add(std::initializer_list<int> clause) { add(std::span(clause.begin(), clause.size())); }

  enum class Outcome { yes, no, gave_up };
  Outcome solve(const Deadline& deadline, std::span<const int> assumed,
                const TheoryPropagator& theory);
  /// 1 if the literal is true, -1 if false, 0 if unassigned.
  int value(int literal) const {
    const int v = values_[index(literal)];
    return literal > 0 ? v : -v;
  }
  /// Whether `literal` was assigned before the theory found `found`; both are assigned.
  bool was_before(int literal, int found) const {
    return positions_[index(literal)] < found_at_[index(found)];
  }
  /// Index in the trail of an assigned literal.
  int position(int literal) const { return positions_[index(literal)]; }
  /// Decision level of an assigned literal.
  int level_of(int literal) const { return levels_[index(literal)]; }
  /// Whether there are decisions, so that what follows need not hold in every answer.
  bool has_decisions() const { return !marks_.empty(); }
  /// After Outcome::yes, until the next solve().
  bool holds(int literal) const { return (model_[index(literal)] > 0) == (literal > 0); }

 private:
  struct Clause {
    Literals literals;  // the first two are watched
    int lbd = 0;  // of a learned clause: number of distinct decision levels (Audemard, Simon 2009)
    bool learned = false;
  };

  struct Watch {
    int clause;
    int blocker;  // another literal of the clause: while it is true, the clause is not visited
  };

  static std::size_t index(int literal) {
    return static_cast<std::size_t>(literal > 0 ? literal : -literal);
  }
  static std::size_t watch(int literal) { return 2 * index(literal) + (literal < 0); }
  int level() const { return static_cast<int>(marks_.size()); }

  void assign(int literal, int antecedent);
  int propagate();
  void backtrack(int level);
  int attach(Literals literals, bool learned);
  void watch_clause(int id);
  bool take_findings(const std::vector<Finding>& findings);
  const Literals& antecedent_of(int literal);
  bool take(Literals& clause);
  bool learn(int conflict);
  void bump(std::size_t variable);
  int choose() const;
  void reduce_db();

  std::vector<Clause> clauses_;
  std::vector<std::vector<Watch>> watches_ = std::vector<std::vector<Watch>>(2);
  std::vector<std::int8_t> values_{0}, model_{0}, phases_{0};
  // An antecedent is a clause, none (-1), or a theory's cause c (-2 - c), explained when needed.
  std::vector<int> levels_{0}, antecedents_{-1}, positions_{0}, found_at_{0};
  std::vector<double> activity_{0};
  std::vector<std::uint8_t> seen_{0};
  Literals trail_;
  std::vector<std::size_t> marks_;  // where each level begins in the trail
  std::size_t next_ = 0;
  double step_ = 1;
  int learned_ = 0, max_learned_ = 4000;
  const TheoryPropagator* theory_ = nullptr;
  Literals antecedent_;
  bool broken_ = false;
};

}  // namespace eyehand::panel
