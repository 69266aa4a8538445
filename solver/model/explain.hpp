// Solves a puzzle as a person would: step by step, each for a reason that is as small as can be
// found (Espasa, Gent, Hoffmann, Jefferson, Lynch: Explaining Pen and Paper Puzzles with MUSes).
#pragma once

#include <chrono>
#include <compare>
#include <cstdint>
#include <cstdlib>
#include <deque>
#include <map>
#include <optional>
#include <vector>

#include "puzzle/deadline.hpp"
#include "puzzle/model/rules.hpp"
#include "solver/model/compiled.hpp"
#include "solver/trace.hpp"

namespace eyehand::model {

/// A cell's mark is this value, or is not.
struct Fact {
  int cell, value;
  bool is;
  auto operator<=>(const Fact&) const = default;
};

/// What follows from constraints and facts, none of which can be left out.
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
                           std::chrono::milliseconds patience = std::chrono::milliseconds(200));
  /// Whether all marks are known.
  bool is_done() const;
  /// Whether a cell's own clue says what is in it, such as a given number.
  bool is_given(int cell) const { return given_[at(cell)] != 0; }

 private:
  using Literals = sat::Literals;
  /// Why a number is plainly not in a cell.
  struct Plain {
    int holds, fact;
  };

  bool is_mark(int literal) const {
    return at(std::abs(literal)) < cells_.size() && cells_[at(std::abs(literal))] != kBlank;
  }
  bool is_known(int literal) const { return known_[at(std::abs(literal))] * literal > 0; }
  bool is_open(int literal) const { return known_[at(std::abs(literal))] == 0; }
  Fact fact(int literal) const;
  int literal(const Fact& fact) const;
  Literals facts() const;
  void learn(int literal);
  void learn_what_is_plain();
  void learn_what_is_ruled_out(int number);
  /// How it follows from the constraints that hold with these literals.
  Step explained(const Literals& holding, int literal);
  void find_single_reasons();
  std::optional<Step> find_several_reasons(const Deadline& deadline, const Deadline& patience);

  const Model& model_;
  const std::vector<int> marks_;
  Compiled with_facts_;             ///< in which all facts hold
  Compiled without_facts_;          ///< in which they are assumed
  std::vector<int> cells_;          ///< by variable; kBlank if it is no mark's
  std::vector<std::int8_t> known_;  ///< by variable of marks: 1 true, -1 false
  std::vector<std::int8_t> given_;  ///< by cell
  std::map<int, Plain> plain_;      ///< by literal
  std::map<int, int> sentences_;    ///< by the literal that it holds; without what is plain
  std::deque<Step> ready_;
};

/// A step in words; if nothing follows, the reasons contradict one another.
Deduction in_words(const Rules& rules, const Model& model, const Step& step);

/// Sentences that cannot hold together, none of which can be left out, unless the deadline passes;
/// nothing if there is a solution.
std::vector<int> contradiction(const Model& model, const Deadline& deadline = {});

}  // namespace eyehand::model
