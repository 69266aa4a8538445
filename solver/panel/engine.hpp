// A small CDCL solver with a theory propagator (SAT modulo theories; Nieuwenhuis, Oliveras, Tinelli
// 2006): whenever unit propagation reaches a fixpoint, the theory is asked for literals that
// follow, or for a conflict, and explains them only when needed. For formulas of some hundreds of
// variables, where the theory costs more than unit propagation.
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <span>
#include <vector>

#include "puzzle/deadline.hpp"
#include "solver/outcome.hpp"

namespace eyehand::panel {

/// Literals in DIMACS style: a variable (from 1) or its negation.
using Literals = std::vector<int>;

/// Reduces the facts that explain a conflict to some that are all needed, by divide and conquer,
/// and appends them to `kept` (QuickXplain; Junker 2004). `retract(fact, true)` takes a fact back,
/// `retract(fact, false)` restores it; those dropped stay taken back. `follows()`: whether the
/// conflict still does. `needed`: at least one fact is known to be. False if none was.
template <class Fact, class Retract, class Follows>
bool minimize(std::span<const Fact> facts, bool needed, std::vector<Fact>& kept,
              const Retract& retract, const Follows& follows) {
  if (!needed) {
    for (const Fact& fact : facts) retract(fact, true);
    if (follows()) return false;
    for (const Fact& fact : facts) retract(fact, false);
  }
  if (facts.size() == 1) {
    kept.push_back(facts[0]);
    return true;
  }
  // The second half stays while the first is reduced.
  const std::size_t half = facts.size() / 2;
  const bool first = minimize(facts.first(half), false, kept, retract, follows);
  minimize(facts.subspan(half), !first, kept, retract, follows);
  return true;
}

class Engine {
 public:
  /// What follows from the assignment: a literal, or 0 for a conflict; and a number, at least 0,
  /// from which the theory can later explain it.
  struct Finding {
    int literal;
    int cause;
  };
  struct TheoryPropagator {
    /// Called with an empty list; returns whether it found anything. Each finding follows from the
    /// assignment alone, without the other findings; a conflict is the only finding.
    std::function<bool(std::vector<Finding>&)> find;
    /// Appends the literals of a clause that holds in every answer: the literal found, if any, and
    /// others that are false and, if there is one, were assigned before it (see was_before()).
    std::function<void(Finding, Literals& clause)> explain;
  };

  Engine() { add({fresh()}); }

  /// A new variable.
  int fresh();
  /// A literal that is always true, so that callers need not treat constants separately.
  int yes() const { return 1; }
  /// Adds a clause; undoes all decisions.
  void add(std::span<const int> clause);
  void add(std::initializer_list<int> clause) { add(std::span(clause.begin(), clause.size())); }

  /// Looks for an assignment in which the clauses, the theory and the literals `assumed` hold.
  /// Gives up at the deadline.
  Outcome solve(const Deadline& deadline, std::span<const int> assumed,
                const TheoryPropagator& theory);
  /// 1 if the literal is true, -1 if false, 0 if unassigned.
  int value(int literal) const {
    const int v = values_[index(literal)];
    return literal > 0 ? v : -v;
  }
  /// Whether `literal` was assigned when the theory found `found`. Both must be assigned.
  bool was_before(int literal, int found) const {
    return positions_[index(literal)] < found_at_[index(found)];
  }
  /// Index in the trail of an assigned literal.
  int position(int literal) const { return positions_[index(literal)]; }
  /// Decision level of an assigned literal.
  int level_of(int literal) const { return levels_[index(literal)]; }
  /// Whether decisions (or assumptions) were made, so that what follows may not hold in every
  /// answer.
  bool has_decisions() const { return !marks_.empty(); }
  /// Whether the literal is true in the answer; after Outcome::yes, until the next one.
  bool holds(int literal) const { return (model_[index(literal)] > 0) == (literal > 0); }

 private:
  struct Clause {
    Literals literals;  // the first two are watched
    int lbd;  // of a learned clause: number of distinct decision levels (Audemard, Simon 2009)
    bool learned;
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
  bool take(Literals clause);
  bool learn(int conflict);
  void assert_first(Literals clause);
  void bump(std::size_t variable);
  int choose() const;
  void reduce_db();

  std::vector<Clause> clauses_;
  std::vector<std::vector<Watch>> watches_ = std::vector<std::vector<Watch>>(2);
  std::vector<std::int8_t> values_{0}, model_{0}, phases_{0};
  // An antecedent is a clause, none (-1), or a cause c of the theory (-2 - c), explained when
  // needed.
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
