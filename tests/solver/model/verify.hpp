// Verifies the steps of an explanation.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "solver/model/compiled.hpp"
#include "solver/model/explain.hpp"
#include "solver/trace.hpp"

namespace eyehand::model {

/// Decides what follows from some sentences and facts, with no help of the explainer. Only
/// variables of which these speak are searched: the marks of the other cells can be any.
class Verifier {
 public:
  explicit Verifier(const Model& model)
      : model_(model),
        compiled_(model, true),
        variables_(model.sentences().size()),
        constraints_(variables_.size()) {
    std::vector<std::uint8_t> is_always(model.sentences().size(), 0);
    std::vector<int> cell_of(at(model.variables()) + 1, -1);
    for (int cell = 0; cell < model.board().cells(); ++cell) {
      const Number& mark = model.mark(cell);
      for (int value = mark.min; value <= mark.max(); ++value)
        cell_of[at(std::abs(mark.is(value)))] = cell;
      if (mark.sentence < 0) continue;
      is_always[at(mark.sentence)] = 1;
      always_.push_back(compiled_.holds(at(mark.sentence)));
    }
    // Variables that are no marks are defined by what always holds.
    std::vector<std::vector<int>> of_sentence(variables_.size()), defining(cell_of.size());
    for (int i = 0; i < static_cast<int>(model.constraints().size()); ++i) {
      const Constraint& each = model.constraints()[at(i)];
      if (each.sentence >= 0 && !is_always[at(each.sentence)])
        of_sentence[at(each.sentence)].push_back(i);
      else
        for (const int v : variables(each))
          if (cell_of[at(v)] < 0 || each.sentence >= 0) defining[at(v)].push_back(i);
    }
    for (std::size_t i = 0; i < variables_.size(); ++i) {
      std::set<int> met;
      std::vector<int> found;
      const auto meet = [&](int v) {
        if (v != 0 && met.insert(v).second) found.push_back(v);
      };
      const auto add = [&](const std::vector<int>& constraints) {
        for (const int each : constraints) {
          constraints_[i].insert(each);
          for (const int v : variables(model.constraints()[at(each)])) meet(v);
        }
      };
      add(of_sentence[i]);
      for (std::size_t next = 0; next < found.size(); ++next) {
        add(defining[at(found[next])]);
        if (const int cell = cell_of[at(found[next])]; cell >= 0)
          for (int value = model.mark(cell).min; value <= model.mark(cell).max(); ++value)
            meet(std::abs(model.mark(cell).is(value)));
      }
      variables_[i] = std::move(found);
    }
  }

  int literal(const Fact& fact) const {
    const int is = model_.mark(fact.cell).is(fact.value);
    return fact.is ? is : -is;
  }
  bool follows(const Fact& what, const std::vector<int>& reasons, const std::vector<Fact>& facts) {
    sat::Literals assumed = always_;
    std::vector<int> relevant = {std::abs(literal(what))};
    for (const int reason : reasons) {
      assumed.push_back(compiled_.holds(at(reason)));
      relevant.insert(relevant.end(), variables_[at(reason)].begin(), variables_[at(reason)].end());
    }
    for (const Fact& fact : facts) assumed.push_back(literal(fact));
    assumed.push_back(-literal(what));
    if (is_quick(reasons))
      return compiled_.engine().solve({}, assumed, -1, relevant) == Outcome::no;
    std::set<int> constraints;
    for (const int reason : reasons) constraints.merge(std::set(constraints_[at(reason)]));
    Compiled part(model_, std::vector<int>(constraints.begin(), constraints.end()));
    return part.engine().solve({}, assumed, -1, relevant) == Outcome::no;
  }
  bool is_same(const Fact& a, const Fact& b) const { return literal(a) == literal(b); }
  /// Whether some sentence says it alone.
  bool is_said(const Fact& what) {
    const auto [known, is_new] = said_.try_emplace(literal(what), false);
    if (is_new) known->second = follows(what, {}, {});
    for (std::size_t i = 0; is_new && !known->second && i < variables_.size(); ++i)
      known->second = std::ranges::count(variables_[i], std::abs(literal(what))) > 0 &&
                      follows(what, {static_cast<int>(i)}, {});
    return known->second;
  }

 private:
  /// Regions of larger boards may take a search of minutes, unless they are looked at; that what is
  /// then seen is right has tests of its own.
  bool is_quick(const std::vector<int>& reasons) const {
    constexpr int kMostSearched = 25;
    return model_.regions().empty() || model_.board().cells() <= kMostSearched ||
           reasons.size() > 6;
  }
  /// 0 is none.
  std::vector<int> variables(const Constraint& constraint) const {
    std::vector<int> variables = {std::abs(constraint.when)};
    for (const int literal : model_.literals(constraint)) variables.push_back(std::abs(literal));
    return variables;
  }

  const Model& model_;
  Compiled compiled_;
  sat::Literals always_;
  std::vector<std::vector<int>> variables_;  // by sentence: of which it speaks
  std::vector<std::set<int>> constraints_;   // and that hold
  std::map<int, bool> said_;                 // by literal
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
