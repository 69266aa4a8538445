// Solves a puzzle as a person would: step by step, each for a reason that is as small as can be
// found (Espasa, Gent, Hoffmann, Jefferson, Lynch: Explaining Pen and Paper Puzzles with MUSes).
#pragma once

#include <chrono>
#include <compare>
#include <cstdint>
#include <cstdlib>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "puzzle/deadline.hpp"
#include "puzzle/model/model.hpp"
#include "solver/model/compiled.hpp"

namespace eyehand::model {

/// A cell's mark is this value, or is not.
struct Fact {
  int cell, value;
  bool is;
  auto operator<=>(const Fact&) const = default;
};

/// What follows from constraints and facts, none of which can be left out. On boards of more than
/// 250 unknowns (a Net or a Slitherlink of 10x10 has 220), some reasons of steps that speak of more
/// than 1,500 variables may be too many: propagation needs them, a search would not.
struct Step {
  std::vector<int> reasons;   ///< sentences of the model; none if one number is left for a cell
  std::vector<Fact> facts;    ///< known before, or plain to see
  std::vector<Fact> follows;  ///< each from all of these
};

/// The steps to a solution. What is plain to see is no step of its own: what a clue says of its own
/// cell alone, that a cell has one number, and that a number cannot be in a cell because of one
/// constraint and one number elsewhere; these are then reasons of the steps that need them.
class Explainer {
 public:
  /// To `marks`, one per cell, which all solutions have (kBlank: not all). The marks that the board
  /// has are known, but for those that differ. The model must outlive this.
  Explainer(const Model& model, std::vector<int> marks);
  Explainer(const Explainer&) = delete;

  /// The next step: one with a single constraint if unit propagation finds any, with the fewest
  /// facts first; else the one with the fewest constraints that is found within `patience`. Nothing
  /// if all marks are known, or if the deadline passed before a step was found.
  std::optional<Step> next(const Deadline& deadline = {},
                           std::chrono::milliseconds patience = std::chrono::milliseconds(10));
  /// Instead, how these follow, which somebody else found: a step for those with the same reasons.
  /// Those that are known, or whose reasons are not found before the deadline, are left out.
  std::vector<Step> explain(std::span<const Fact> facts, const Deadline& deadline = {});
  /// Whether all marks are known.
  bool is_done() const { return left_ == 0; }
  /// The cells whose marks not all solutions have.
  std::vector<int> differing() const;
  bool is_known(const Fact& fact) const { return is_known(literal(fact)); }
  /// Whether a cell's own clue says what is in it, such as a given number.
  bool is_given(int cell) const { return given_[at(cell)] != 0; }

 private:
  using Literals = sat::Literals;
  /// What one sentence speaks of, or what a cell can contain.
  struct Scope {
    int holds = 0;          ///< the literal of its sentence; 0: always
    int sentence = kBlank;  ///< in the model
    std::vector<int> cells;
    std::vector<int> variables;    ///< of these cells, and others that are defined by them
    std::vector<int> constraints;  ///< the sentence's, and those that define the variables
  };
  /// Why a number is plainly not in a cell.
  struct Plain {
    int holds, fact;
  };

  void find_scopes();
  bool is_mark(int literal) const {
    return at(std::abs(literal)) < cells_.size() && cells_[at(std::abs(literal))] != kBlank;
  }
  bool is_known(int literal) const { return known_[at(std::abs(literal))] * literal > 0; }
  bool is_open(int literal) const { return known_[at(std::abs(literal))] == 0; }
  Fact fact(int literal) const;
  int literal(const Fact& fact) const;
  void add_facts(std::span<const int> cells, Literals& facts) const;
  /// What is to be found of a cell.
  Literals open(int cell) const;
  void learn(int literal);
  void learn_what_is_plain();
  void learn_what_is_ruled_out(int number);
  /// How long a search may take: until the deadline, and this many conflicts (-1: no limit).
  struct Effort {
    Deadline deadline{};
    int conflicts = -1;
  };
  bool shrink(Literals& assumed, int literal, const Effort& effort);
  std::unique_ptr<Compiled> part(std::span<const int> holding) const;
  /// How it follows from the constraints that hold with these literals, and which facts. Nothing if
  /// it does not, or if the effort does not suffice to say so or to say what is needed.
  std::optional<Step> explained(const Literals& holding, int literal, const Effort& effort);
  std::optional<Step> explained_by_one(const std::vector<int>& scopes, int literal,
                                       const Effort& effort);
  /// The literals of sentences from which, with all facts, it follows; none if it does not.
  Literals core(int literal, bool by_search, const Deadline& deadline);
  void add_what_else_follows(Step& step);
  void find_single_reasons(const Deadline& deadline);
  /// Literals that follow with their cores, those of the fewest first.
  /// With `patience`, those found until it passes; by search only if there are no others.
  std::vector<std::pair<Literals, int>> cores(const Deadline& deadline,
                                              const Deadline* patience = nullptr);
  std::optional<Step> find_several_reasons(const Deadline& deadline, const Deadline& patience);

  const Model& model_;
  const std::vector<int> marks_;
  Compiled all_;                             ///< in which all constraints and facts hold
  Compiled retractable_;                     ///< in which they are assumed
  sat::Engine& engine_;                      ///< of that
  std::vector<int> cells_;                   ///< by variable; kBlank if it is no mark's
  std::vector<std::int8_t> known_;           ///< by variable of marks: 1 true, -1 false
  std::vector<std::int8_t> given_;           ///< by cell
  int left_ = 0;                             ///< marks that are not known
  std::vector<Scope> scopes_;                ///< those of the fewest cells first
  std::vector<std::vector<int>> scopes_of_;  ///< by cell
  std::map<int, int> scope_of_;              ///< by the literal of a sentence
  std::set<int> changed_;                    ///< scopes in which something became known
  std::map<int, Plain> plain_;               ///< by literal
  std::deque<Step> ready_;
};

/// Sentences that cannot hold together, none of which can be left out, unless the deadline passes;
/// nothing if there is a solution.
std::vector<int> contradiction(const Model& model, const Deadline& deadline = {});

}  // namespace eyehand::model
