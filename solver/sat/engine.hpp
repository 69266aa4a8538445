// The SAT core: a CDCL solver (Marques-Silva, Sakallah 1996; MiniSat's loop, Eén, Sörensson 2003)
// with cardinality constraints of its own and any number of theory propagators (Nieuwenhuis,
// Oliveras, Tinelli 2006), all explained only when a conflict needs it. For formulas of up to some
// hundred thousand literals that are built, solved and thrown away in milliseconds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <initializer_list>
#include <span>
#include <vector>

#include "puzzle/deadline.hpp"
#include "solver/outcome.hpp"
#include "solver/random.hpp"
#include "solver/sat/activity_heap.hpp"

namespace eyehand::sat {

/// Literals in DIMACS style: a variable (from 1) or its negation.
using Literals = std::vector<int>;

/// What follows from the assignment: a literal, or 0 for a conflict; and a number, at least 0,
/// from which the propagator can later explain it.
struct Finding {
  int literal;
  int cause;
};

class Engine;

/// A constraint with an algorithm of its own.
class Propagator {
 public:
  virtual ~Propagator() = default;
  /// Called with an empty list when unit propagation has reached a fixpoint and a variable that the
  /// propagator watches was assigned since the last call. Each finding follows from the assignment
  /// alone, without the other findings; a conflict is the only finding.
  virtual void propagate(const Engine& engine, std::vector<Finding>& findings) = 0;
  /// Appends the literals of a clause that holds in every answer: the literal found, if any, and
  /// others that are false and, if there is one, were assigned before it (see was_before()).
  virtual void explain(const Engine& engine, Finding finding, Literals& clause) = 0;
};

class Engine {
 public:
  Engine();

  /// A new variable.
  int fresh();
  /// New variables, so that there are at least `count`.
  void reserve(int count);
  int variables() const { return static_cast<int>(values_.size()) - 1; }
  /// A literal that is always true, so that callers need not treat constants separately.
  int yes();

  // Adding a constraint undoes all decisions.
  /// What the constraints added from now on belong to: see origin().
  void set_origin(int origin) { origin_ = origin; }
  void add(std::span<const int> clause);
  void add(std::initializer_list<int> clause) { add(std::span(clause.begin(), clause.size())); }
  /// If all of `when` hold, at most `max` of the literals are true. Repeated literals count
  /// repeatedly. O(literals), also to propagate.
  void at_most(int max, std::span<const int> literals, std::span<const int> when = {});
  /// `propagator` must outlive the engine's use. It is called at the beginning of solve(), and when
  /// one of `variables` (of all, if there are none), among which are those of all its findings, was
  /// assigned; of those to be called, first those with the least `cost`, 0 to 2.
  void add(Propagator& propagator, std::span<const int> variables, int cost = 0);

  /// Looks for an assignment in which all constraints and the literals `assumed` hold. Gives up at
  /// the deadline, or after this many conflicts (-1: no limit). With `relevant` variables, only
  /// these get a value (besides what follows), each in O(relevant): the caller knows that the
  /// others can then have one.
  Outcome solve(const Deadline& deadline, std::span<const int> assumed = {}, int conflicts = -1,
                std::span<const int> relevant = {});
  /// Propagates without decisions. False if the constraints contradict each other.
  bool propagate_all();
  /// Propagates the literals `assumed` together: they and their consequences are then at the end of
  /// the trail, until the next call of anything that changes the engine. False if they contradict
  /// each other.
  bool propagate(std::span<const int> assumed);
  /// After Outcome::no, or after that was false: those of the assumed literals that cannot hold
  /// together; empty if the constraints contradict each other without them.
  const Literals& failed() const { return failed_; }

  /// From now on, decisions are made in an order, and with values, that are drawn at random.
  void shuffle(Random& random);

  /// 1 if the literal is true, -1 if false, 0 if unassigned.
  int value(int literal) const {
    const int v = values_[index(literal)];
    return literal > 0 ? v : -v;
  }
  /// Whether the literal is true in the answer; after Outcome::yes, until the next one.
  bool holds(int literal) const { return (model_[index(literal)] > 0) == (literal > 0); }
  /// Whether `literal` was assigned when the propagator found `found`. Both must be assigned.
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
  /// The literals assigned, in order.
  std::span<const int> trail() const { return trail_; }
  /// The origin of the constraint from which the literal, which is assigned without decisions,
  /// follows; -1 if none is known.
  int origin(int literal) const;
  std::uint64_t conflicts() const { return conflicts_; }

 private:
  /// Why a literal is assigned.
  struct Antecedent {
    enum Kind : std::int8_t { none, clause, count, finding };
    Kind kind = none;
    int id = 0;     // of the clause (its place in arena_), the count or the propagator
    int cause = 0;  // of the finding
  };
  struct Watch {
    int clause;
    int blocker;  // another literal of the clause: while it is true, the clause is not visited
  };
  /// At most `max` of literals, if all of `when`.
  struct Count {
    int first, size, whens;  // in counted_: the literals, followed by `when`
    int max, held;           // held: how many literals are true, as far as the trail is propagated
    int origin;
  };
  struct Listener {
    Propagator* propagator;
    int origin;
    std::int8_t cost;
    bool queued;
  };
  /// A clause in arena_: kHeader numbers, then the literals, of which the first two are watched.
  enum Field { size_field, lbd_field, origin_field, kHeader };  // lbd: 0 unless it was learned

  static std::size_t index(int literal) {
    return static_cast<std::size_t>(literal > 0 ? literal : -literal);
  }
  static std::size_t slot(int literal) { return 2 * index(literal) + (literal < 0); }
  int level() const { return static_cast<int>(marks_.size()); }
  std::span<int> literals_of(int clause) {
    int* const header = arena_.data() + clause;
    return {header + kHeader, static_cast<std::size_t>(header[size_field])};
  }

  void assign(int literal, Antecedent antecedent);
  bool propagate();
  bool visit_clauses(int falsified);
  bool visit_count(int id);
  void backtrack(int level);
  int attach(std::span<const int> literals, int lbd, int origin);
  void watch_clause(int clause);
  int count_levels(std::span<const int> literals);
  void queue(int listener);
  bool call_propagators();
  void take_findings(int listener);
  void reason(int literal, Literals& clause);
  void resolve();
  void analyze();
  bool is_redundant(int literal, int depth);
  void assert_first(Literals& clause);
  void find_failed();
  void reduce_db();

  int choose();

  std::vector<int> arena_;
  std::vector<std::vector<Watch>> watches_;
  std::vector<Count> counts_;
  std::vector<int> counted_;
  std::vector<std::vector<int>> counts_of_;  // by slot: counts that the literal makes fuller;
                                             // ~id: whose condition it is
  std::vector<Listener> listeners_;
  std::vector<std::vector<int>> listeners_of_;  // by variable; of 0: of all
  std::vector<std::deque<int>> queues_;         // by cost
  std::vector<Finding> findings_;

  std::vector<std::int8_t> values_, model_, phases_, seen_;
  std::vector<int> levels_, positions_, found_at_;
  std::vector<Antecedent> antecedents_;
  ActivityHeap candidates_;        // for decisions: all unassigned variables, and some others
  std::span<const int> relevant_;  // during solve()
  Literals trail_;
  std::vector<std::size_t> marks_;  // where each level begins in the trail
  std::size_t next_ = 0;            // in the trail: what is not propagated yet
  Literals conflict_, learned_, reason_, failed_;
  std::vector<int> met_, level_stamps_;
  int stamp_ = 0;
  std::vector<Literals> reasons_;  // by depth of is_redundant()
  int origin_ = -1, yes_ = 0, learned_clauses_ = 0, max_learned_ = 4000;
  std::uint64_t conflicts_ = 0;
  bool is_explained_ = false;  // conflict_ is a propagator's, which was explained for it
  bool broken_ = false, shuffled_ = false;
};

}  // namespace eyehand::sat
