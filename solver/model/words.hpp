// The steps of an explanation in words.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "puzzle/deadline.hpp"
#include "puzzle/model/rules.hpp"
#include "solver/model/explain.hpp"
#include "solver/trace.hpp"

namespace eyehand::model {

/// Where, and what is there: "row 1, columns 2 and 3", "are bulbs".
using Clauses = std::vector<std::pair<std::string, std::string>>;

/// How a game says things. Its cells are numbered as in a Deduction; the model's may be others.
struct Words {
  /// Facts of a step, those that belong together in one clause.
  std::function<Clauses(const std::vector<Fact>&, const Step&)> facts;
  std::function<std::string(const Sentence&)> sentence;
  /// The cells at which one looks for a sentence, and for a cell of the model.
  std::function<std::vector<int>(const Sentence&)> cells;
  std::function<int(int cell)> cell;
  /// The cells whose solution a step finds.
  std::function<std::vector<int>(const Step&)> decided;
  /// The name of a step's rule, and how hard it is.
  std::function<std::pair<std::string_view, int>(const Step&)> rule;
};

/// Of a page of rules, which, like the model, must outlive this.
Words words_of(const Rules& rules, const Model& model);

/// "1, 2 and 3".
std::string listed(const std::vector<std::string>& items, const char* last = " and ");

/// A step in words; if nothing follows, the reasons contradict one another.
Deduction in_words(const Words& words, const Model& model, const Step& step);

/// Receives each step, also in words.
using StepReport = std::function<void(const Step&, const Deduction&)>;
/// That passes on the words; `trace` must outlive it.
StepReport to(const Trace& trace);

/// Reports how the marks, which all solutions have (kBlank: not all), follow; without any, why
/// there is no solution.
void explain(const Model& model, const Words& words, const std::vector<int>& marks,
             const Deadline& deadline, const StepReport& report);
/// What the explainer has left.
void explain(Explainer& explainer, const Model& model, const Words& words, const Deadline& deadline,
             const StepReport& report);

}  // namespace eyehand::model
