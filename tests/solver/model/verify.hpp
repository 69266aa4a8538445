// Verifies the steps of an explanation.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "solver/model/compiled.hpp"
#include "solver/model/explain.hpp"
#include "solver/trace.hpp"

namespace eyehand::model {

/// Decides what follows from some sentences and facts, with no help of the explainer.
class Verifier {
 public:
  explicit Verifier(const Model& model) : model_(model), compiled_(model, true) {
    for (int cell = 0; cell < model.board().cells(); ++cell)
      if (model.mark(cell).sentence >= 0)
        always_.push_back(compiled_.holds(at(model.mark(cell).sentence)));
  }

  int literal(const Fact& fact) const {
    const int is = model_.mark(fact.cell).is(fact.value);
    return fact.is ? is : -is;
  }
  bool follows(const Fact& what, const std::vector<int>& reasons, const std::vector<Fact>& facts) {
    sat::Literals assumed = always_;
    for (const int reason : reasons) assumed.push_back(compiled_.holds(at(reason)));
    for (const Fact& fact : facts) assumed.push_back(literal(fact));
    assumed.push_back(-literal(what));
    return compiled_.engine().solve({}, assumed) == Outcome::no;
  }
  bool is_same(const Fact& a, const Fact& b) const { return literal(a) == literal(b); }
  /// Whether one of these sentences says it alone.
  bool is_said(const Fact& what) {
    for (std::size_t i = 0; i < model_.sentences().size(); ++i)
      if (follows(what, {static_cast<int>(i)}, {})) return true;
    return false;
  }

 private:
  const Model& model_;
  Compiled compiled_;
  sat::Literals always_;
};

template <class T>
std::vector<T> without(std::vector<T> all, std::size_t i) {
  all.erase(all.begin() + static_cast<long>(i));
  return all;
}

/// Each step follows from just the reasons that it gives and what is known before it, of which none
/// can be left out, as the model says.
class StepVerifier {
 public:
  explicit StepVerifier(const Model& model) : verifier_(model), known_(at(model.board().cells())) {
    for (int cell = 0; cell < model.board().cells(); ++cell)
      if (const int mark = model.board().marks[at(cell)]; mark != kBlank)
        known_[at(cell)].push_back({cell, mark, true});
  }

  void expect_right(const Step& step, const std::vector<int>& solution, const std::string& text) {
    EXPECT_FALSE(step.reasons.empty() && step.facts.empty()) << text;
    EXPECT_FALSE(step.follows.empty()) << text;
    most_ = std::max(most_, step.reasons.size());
    for (const Fact& fact : step.facts)
      EXPECT_TRUE(is_known(fact) || verifier_.is_said(fact)) << text;
    for (const Fact& what : step.follows) {
      EXPECT_EQ(what.is, solution[at(what.cell)] == what.value) << text;
      EXPECT_TRUE(verifier_.follows(what, step.reasons, step.facts)) << text;
    }
    const Fact& what = step.follows[0];
    for (std::size_t i = 0; i < step.reasons.size(); ++i)
      EXPECT_FALSE(verifier_.follows(what, without(step.reasons, i), step.facts)) << text;
    for (std::size_t i = 0; i < step.facts.size(); ++i)
      EXPECT_FALSE(verifier_.follows(what, step.reasons, without(step.facts, i))) << text;
    for (const Fact& fact : step.follows) known_[at(fact.cell)].push_back(fact);
  }
  /// Whether the steps so far, and what is said of cells, lead to this solution.
  void expect_reached(const std::vector<int>& solution) {
    for (int cell = 0; cell < static_cast<int>(solution.size()); ++cell) {
      const Fact fact{cell, solution[at(cell)], true};
      EXPECT_TRUE(is_known(fact) || verifier_.is_said(fact)) << "nothing explains cell " << cell;
    }
  }
  std::size_t most_reasons() const { return most_; }

 private:
  bool is_known(const Fact& fact) const {
    return std::ranges::any_of(known_[at(fact.cell)],
                               [&](const Fact& known) { return verifier_.is_same(known, fact); });
  }

  Verifier verifier_;
  std::vector<std::vector<Fact>> known_;  // by cell
  std::size_t most_ = 0;
};

}  // namespace eyehand::model
