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
  /// The cells whose solution a step finds, and whether a cell is so on the board already; without
  /// the latter, none is.
  std::function<std::vector<int>(const Step&)> decided;
  std::function<bool(int cell)> is_right = {};
  /// How much remains open if these are not the same in all solutions: "3 tiles"; empty: nothing
  /// that a player must find.
  std::function<std::string(const std::vector<int>& unknowns)> open;
  /// The name of a step's rule, and how hard it is.
  std::function<std::pair<std::string_view, int>(const Step&)> rule;
};

/// Of a page of rules, which, like the model, must outlive this.
Words words_of(const Rules& rules, const Model& model);

/// "1, 2 and 3".
std::string listed(const std::vector<std::string>& items, const char* last = " and ");

/// The same of items that may themselves have commas or "and": "the 1, and 2 and 3", "a; b; and c".
std::string listed_phrases(const std::vector<std::string>& items);
/// Rows and columns from 0, in any order: "row 1, columns 2 and 3, and row 4, column 1".
std::string listed_cells(std::vector<std::pair<int, int>> cells);
/// Of a page of rules.
std::string names_of(const Rules& rules, const Board& board, const std::vector<int>& cells);
/// "1 tile", "3 tiles".
std::string counted(std::size_t count, std::string_view noun);

/// The name of the rule of the last step if there are several solutions; it says what is open.
inline constexpr std::string_view kSeveralSolutions = "several solutions";
/// That step, with how much remains open: "3 tiles".
Deduction several_solutions(const std::string& open);

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
/// What the explainer has left; at the end, that there are several solutions if so.
void explain(Explainer& explainer, const Model& model, const Words& words, const Deadline& deadline,
             const StepReport& report);

}  // namespace eyehand::model
