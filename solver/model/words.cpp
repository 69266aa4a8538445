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

std::string listed_phrases(const std::vector<std::string>& items) {
  if (items.size() < 3) {
    const bool is_long = std::any_of(items.begin(), items.end(), [](const std::string& item) {
      return item.find(" and ") != std::string::npos;
    });
    return listed(items, is_long ? ", and " : " and ");
  }
  std::string text;
  for (std::size_t i = 0; i < items.size(); ++i)
    text += (i == 0 ? "" : i + 1 == items.size() ? "; and " : "; ") + items[i];
  return text;
}

std::string listed_cells(std::vector<std::pair<int, int>> cells) {
  std::sort(cells.begin(), cells.end());
  std::vector<std::string> rows, columns;
  for (std::size_t i = 0; i < cells.size();) {
    const int row = cells[i].first;
    columns.clear();
    for (; i < cells.size() && cells[i].first == row; ++i)
      columns.push_back(std::to_string(cells[i].second + 1));
    rows.push_back("row " + std::to_string(row + 1) +
                   (columns.size() == 1 ? ", column " : ", columns ") + listed(columns));
  }
  return listed_phrases(rows);
}

std::string names_of(const Rules& rules, const Board& board, const std::vector<int>& cells) {
  if (rules.cell_name) {
    std::vector<std::string> parts;
    for (const int cell : cells) parts.push_back(rules.cell_name(board, cell));
    return listed(parts);
  }
  std::vector<std::pair<int, int>> places;
  for (const int cell : cells) places.emplace_back(board.row_of(cell), board.column_of(cell));
  return listed_cells(std::move(places));
}

std::string counted(std::size_t count, std::string_view noun) {
  return std::to_string(count) + ' ' + std::string(noun) + (count == 1 ? "" : "s");
}

Deduction several_solutions(const std::string& open) {
  const bool is_one = open.starts_with("1 ");
  return {kSeveralSolutions, "the whole board",
          "several solutions are possible from here on; " + open +
              (is_one ? " remains open" : " remain open")};
}

namespace {

/// To look for reasons that contradict one another.
constexpr std::chrono::seconds kContradictionTime{2};

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
    parts.emplace_back(names_of(rules, board, of),
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
      .open = [](const std::vector<int>& cells) { return counted(cells.size(), "cell"); },
      .rule = rule_by_size,
  };
}

Deduction in_words(const Words& words, const Model& model, const Step& step) {
  Clauses follows = words.facts(step.follows, step);
  if (follows.empty()) follows.emplace_back("the whole board", "has no solution");
  const std::string& where = follows[0].first;
  std::vector<std::string> reasons;
  std::vector<int> looks_at, decided, confirmed;
  const auto add = [](std::vector<int>& cells, int cell) {
    if (std::find(cells.begin(), cells.end(), cell) == cells.end()) cells.push_back(cell);
  };
  for (const int reason : step.reasons) {
    const Sentence& sentence = model.sentences()[at(reason)];
    std::string text = words.sentence(sentence);
    if (text.starts_with(where + ' ')) text.replace(0, where.size(), "it");
    reasons.push_back(std::move(text));
    for (const int cell : words.cells(sentence)) add(looks_at, cell);
  }
  for (const auto& [place, what] : words.facts(step.facts, step)) {
    const char* pronoun = what.starts_with("are ") ? "they" : "it";
    reasons.push_back((place == where ? pronoun : place) + ' ' + what);
  }
  for (const Fact& fact : step.facts) add(looks_at, words.cell(fact.cell));
  std::string what = follows[0].second;
  for (std::size_t i = 1; i < follows.size(); ++i)
    what += "; " + follows[i].first + ' ' + follows[i].second;
  what += ", because " + listed(reasons, ", and ");
  if (!step.follows.empty())
    for (const int cell : words.decided(step))
      add(words.is_right && words.is_right(cell) ? confirmed : decided, cell);
  const auto [rule, level] = words.rule(step);
  return {
      rule, where, std::move(what), std::move(looks_at), std::move(decided), std::move(confirmed),
      level};
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
  const std::vector<int> differing = explainer.differing();
  if (!explainer.is_done() || (!differing.empty() && deadline.passed()))
    return report({}, {"time limit", "the whole board", "the other marks were found by a search"});
  if (const std::string open = differing.empty() ? "" : words.open(differing); !open.empty())
    report({}, several_solutions(open));
}

}  // namespace eyehand::model
