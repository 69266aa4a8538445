// A small solver of clauses that learns from conflicts, made to be told more on the way: whenever
// nothing follows any more, it asks a judge, who knows what clauses say badly, for a clause that
// the assignment breaks or that something follows from (SAT modulo a theory; Nieuwenhuis, Oliveras,
// Tinelli 2006). For formulas of some hundreds of variables, where judging costs more than
// propagating.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "puzzle/deadline.hpp"

namespace eyehand::panel {

/// A variable (from 1) or minus a variable.
using Literals = std::vector<int>;

class Engine {
 public:
  /// What follows from what is known, as things are: a literal, or 0 for a conflict; and a number,
  /// at least 0, by which the judge can say why.
  struct Finding {
    int literal;
    int cause;
  };
  struct TheoryPropagator {
    /// Asked with nothing found; false if nothing is. All of it holds without the rest, and a
    /// conflict comes alone.
    std::function<bool(std::vector<Finding>&)> find;
    /// Why: adds the literals of a clause that holds in every answer: what was found, if it is a
    /// literal, and others that are false and for which was_before() holds.
    std::function<void(Finding, Literals& clause)> explain;
  };

  int fresh();
  /// Adds a clause; takes back all decisions.
  void add(std::span<const int> clause);

  enum class Outcome { yes, no, gave_up };
  Outcome solve(const Deadline& deadline, std::span<const int> assumed,
                const TheoryPropagator& judge);
  /// 1 if the literal is true as things are, -1 if false, 0 if open.
  int value(int literal) const {
    const int v = values_[index(literal)];
    return literal > 0 ? v : -v;
  }
  /// Whether the one was known when the judge found the other; both are known.
  bool was_before(int literal, int found) const {
    return positions_[index(literal)] < asked_[index(found)];
  }
  /// The how manieth a known literal became known.
  int position(int literal) const { return positions_[index(literal)]; }
  /// How many decisions there were when a known literal became known.
  int level_of(int literal) const { return levels_[index(literal)]; }
  /// Whether something was decided, so that what follows may not hold in every answer.
  bool supposes() const { return !marks_.empty(); }
  /// After Outcome::yes, until the next solve().
  bool holds(int literal) const { return (model_[index(literal)] > 0) == (literal > 0); }

 private:
  struct Clause {
    Literals literals;  // the first two are watched
    int score = 0;      // of a learned clause: how many levels it spoke of
    bool learned = false;
  };

  struct Watch {
    int clause;
    int blocker;  // another literal of the clause: while it is true the clause is not read
  };

  static std::size_t index(int literal) {
    return static_cast<std::size_t>(literal > 0 ? literal : -literal);
  }
  static std::size_t watch(int literal) { return 2 * index(literal) + (literal < 0); }
  int level() const { return static_cast<int>(marks_.size()); }

  void assign(int literal, int reason);
  int propagate();
  void back_to(int level);
  int attach(Literals literals, bool learned);
  void watch_clause(int id);
  bool take_all(const std::vector<Finding>& findings);
  const Literals& reason_for(int literal);
  bool take(Literals& clause);
  bool learn(int conflict);
  void bump(std::size_t variable);
  int choose() const;
  void forget();

  std::vector<Clause> clauses_;
  std::vector<std::vector<Watch>> watches_ = std::vector<std::vector<Watch>>(2);
  std::vector<std::int8_t> values_{0}, model_{0}, phases_{0};
  // A reason is a clause, none (-1), or a cause c (-2 - c), of which a clause is made when needed.
  std::vector<int> levels_{0}, reasons_{-1}, positions_{0}, asked_{0};
  std::vector<double> activity_{0};
  std::vector<std::uint8_t> seen_{0};
  Literals trail_;
  std::vector<std::size_t> marks_;  // where each level's literals begin
  std::size_t next_ = 0;
  double step_ = 1;
  int learned_ = 0, allowed_ = 4000;
  const TheoryPropagator* judge_ = nullptr;
  Literals reason_;
  bool broken_ = false;
};

}  // namespace eyehand::panel
