#include "solver/model/words.hpp"

#include <algorithm>
#include <chrono>
#include <map>

#include "solver/model/solve.hpp"

namespace eyehand::model {

std::string listed(const std::vector<std::string>& items, const char* last) {
  std::string text;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i > 0) text += i + 1 == items.size() ? last : ", ";
    text += items[i];
  }
  return text;
}

namespace {

/// To look for reasons that contradict one another.
constexpr std::chrono::seconds kContradictionTime{2};

/// "row 1, columns 2, 3 and 5; row 4, column 1".
std::string names(const Rules& rules, const Board& board, const std::vector<int>& cells) {
  std::vector<std::string> parts;
  if (rules.cell_name) {
    for (const int cell : cells) parts.push_back(rules.cell_name(board, cell));
    return listed(parts);
  }
  std::string text;
  for (std::size_t i = 0; i < cells.size();) {
    const int first = cells[i], row = board.row_of(first);
    parts.clear();
    for (; i < cells.size() && board.row_of(cells[i]) == row; ++i)
      parts.push_back(std::to_string(board.column_of(cells[i]) + 1));
    if (!text.empty()) text += "; ";
    text += parts.size() == 1 ? board.name(first)
                              : "row " + std::to_string(row + 1) + ", columns " + listed(parts);
  }
  return text;
}

/// What is said of some cells: "is 7", "are not bulbs", "is not 2, 3 or 4".
std::string predicate(const Rules& rules, bool is, const std::vector<int>& values, bool is_one) {
  std::vector<std::string> marks;
  for (const int value : values) {
    std::string mark = rules.has_numbers() ? std::to_string(value) : std::string(rules.mark);
    if (!is_one && mark.starts_with("a ")) mark = mark.substr(2) + 's';
    marks.push_back(std::move(mark));
  }
  return std::string(is_one ? "is " : "are ") + (is ? "" : "not ") + listed(marks, " or ");
}

/// Cells of which the same is known are named together.
Clauses facts_in_words(const Rules& rules, const Board& board, const std::vector<Fact>& facts) {
  using What = std::pair<bool, std::vector<int>>;  // whether it is not; the values
  std::map<int, What> of_cells;
  for (const Fact& fact : facts) {
    What& what = of_cells.try_emplace(fact.cell, true, std::vector<int>()).first->second;
    if (fact.is)
      what = {false, {fact.value}};
    else if (what.first)
      what.second.push_back(fact.value);
  }
  std::map<What, std::vector<int>> cells;
  for (auto& [cell, what] : of_cells) {
    std::sort(what.second.begin(), what.second.end());
    cells[what].push_back(cell);
  }
  Clauses parts;
  for (const auto& [what, of] : cells)
    parts.emplace_back(names(rules, board, of),
                       predicate(rules, !what.first, what.second, of.size() == 1));
  return parts;
}

/// How many constraints are needed.
std::pair<std::string_view, int> rule_by_size(const Step& step) {
  const std::size_t size = step.reasons.size();
  return {size == 0   ? "one number left"
          : size == 1 ? "one rule"
          : size == 2 ? "two rules"
                      : "several rules",
          static_cast<int>(size)};
}

}  // namespace

Words words_of(const Rules& rules, const Model& model) {
  const Board& board = model.board();
  return {
      .facts = [&](const std::vector<Fact>& facts,
                   const Step&) { return facts_in_words(rules, board, facts); },
      .sentence = [&](const Sentence& sentence) { return model.text(sentence); },
      .cells =
          [&](const Sentence& sentence) {
            return sentence.place >= 0 && sentence.place < board.cells()
                       ? std::vector<int>{sentence.place}
                       : std::vector<int>();
          },
      .cell = [](int cell) { return cell; },
      .decided =
          [&](const Step& step) {
            std::vector<int> decided;
            for (const Fact& fact : step.follows)
              if (fact.is || model.mark(fact.cell).size == 2) decided.push_back(fact.cell);
            return decided;
          },
      .rule = rule_by_size,
  };
}

Deduction in_words(const Words& words, const Model& model, const Step& step) {
  Clauses follows = words.facts(step.follows, step);
  if (follows.empty()) follows.emplace_back("the whole board", "has no solution");
  const std::string& where = follows[0].first;
  std::vector<std::string> reasons;
  const auto add_reason = [&](std::string text) {
    if (text.starts_with(where + ' ')) text.replace(0, where.size(), "it");
    reasons.push_back(std::move(text));
  };
  std::vector<int> looks_at, decided;
  const auto add = [](std::vector<int>& cells, int cell) {
    if (std::find(cells.begin(), cells.end(), cell) == cells.end()) cells.push_back(cell);
  };
  for (const int reason : step.reasons) {
    const Sentence& sentence = model.sentences()[at(reason)];
    add_reason(words.sentence(sentence));
    for (const int cell : words.cells(sentence)) add(looks_at, cell);
  }
  for (const auto& [place, what] : words.facts(step.facts, step)) add_reason(place + ' ' + what);
  for (const Fact& fact : step.facts) add(looks_at, words.cell(fact.cell));
  std::string what = follows[0].second;
  for (std::size_t i = 1; i < follows.size(); ++i)
    what += "; " + follows[i].first + ' ' + follows[i].second;
  what += ", because " + listed(reasons, ", and ");
  if (!step.follows.empty())
    for (const int cell : words.decided(step)) add(decided, cell);
  const auto [rule, level] = words.rule(step);
  return {rule, where, std::move(what), std::move(looks_at), std::move(decided), level};
}

StepReport to(const Trace& trace) {
  return [&trace](const Step&, const Deduction& deduction) { trace(deduction); };
}

void explain(const Model& model, const Words& words, const std::vector<int>& marks,
             const Deadline& deadline, const StepReport& report) {
  if (marks.empty()) {
    const Step step{contradiction(model, deadline.at_most(kContradictionTime)), {}, {}};
    if (!step.reasons.empty()) return report(step, in_words(words, model, step));
    return report({}, {"search", "the whole board", "a search found that there is no solution"});
  }
  Explainer explainer(model, marks);
  explain(explainer, model, words, deadline, report);
}

void explain(Explainer& explainer, const Model& model, const Words& words, const Deadline& deadline,
             const StepReport& report) {
  while (const auto step = explainer.next(deadline)) report(*step, in_words(words, model, *step));
  if (!explainer.is_done())
    report({}, {"time limit", "the whole board", "the other marks were found by a search"});
}

}  // namespace eyehand::model
