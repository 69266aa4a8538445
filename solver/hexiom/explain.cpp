#include "solver/hexiom/explain.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <string>

#include "puzzle/index.hpp"

namespace eyehand::hexiom {
namespace {

constexpr int kNone = kNoPieceThere;

int value_of(Cell cell) {
  return is_piece(cell) ? cell : kNone;
}

std::string name_of(const Hexagon& hexagon, int cell) {
  const auto [row, column] = hexagon.place(cell);
  return "row " + std::to_string(row + 1) + ", column " + std::to_string(column + 1);
}

/// "is a 3", "are 3s", "is not empty, 2 or 3".
std::string content_words(bool is, const std::vector<int>& values, bool is_one) {
  std::vector<std::string> names;
  for (const int value : values)
    names.push_back(value == kNone ? "empty"
                    : !is          ? std::to_string(value)
                    : is_one       ? "a " + std::to_string(value)
                                   : std::to_string(value) + 's');
  return std::string(is_one ? "is " : "are ") + (is ? "" : "not ") + model::listed(names, " or ");
}

model::Clauses clauses(const Hexagon& hexagon, const std::vector<model::Fact>& facts) {
  std::map<int, std::pair<bool, std::vector<int>>> known;  // by cell: whether it is these
  for (const auto& [cell, value, is] : facts) {
    auto& [is_it, values] = known[cell];
    if (is) values.clear();
    if (is || !is_it) values.push_back(value);
    is_it |= is;
  }
  std::map<std::pair<bool, std::vector<int>>, std::vector<std::pair<int, int>>> cells;
  for (const auto& [cell, what] : known) {
    const auto [row, column] = hexagon.place(cell);
    cells[what].emplace_back(row, column);
  }
  model::Clauses clauses;
  for (const auto& [what, places] : cells)
    clauses.emplace_back(model::listed_cells(places),
                         content_words(what.first, what.second, places.size() == 1));
  return clauses;
}

}  // namespace

std::unique_ptr<model::Description> describe(const Board& board) {
  const Hexagon hexagon(board.side);
  const int cells = hexagon.size();
  auto description = std::make_unique<model::Description>(
      cells, kNone + 1, "cell", std::vector<std::string_view>{"one left", "touches", "pieces"});
  model::Model& model = description->model;
  const model::Literals filled = model::negated(model.marked(kNone));
  std::array<int, kNone + 1> count{};
  for (int cell = 0; cell < cells; ++cell) {
    const Cell content = board.cells[at(cell)];
    const int value = value_of(content);
    ++count[at(value)];
    if (board.locked[at(cell)] || content == kHole)
      description->given("one left", "{at} cannot change", cell).equal(model.mark(cell), value);
    model::Literals around;
    for (const int other : hexagon.neighbours(cell))
      if (other >= 0) around.push_back(filled[at(other)]);
    for (int n = 0; n < kNone; ++n) {
      description->because("touches", "a {n} at {at} would touch {n} piece{s}", cell, n);
      model.exactly(n, around, model.mark(cell).is(n));
    }
  }
  for (int value = 0; value <= kNone; ++value) {
    if (count[at(value)] == 0) {  // plain to see
      for (const int is : model.define().marked(value)) model.require(-is);
      continue;
    }
    description->because("pieces", "", cells + value, count[at(value)]);
    model.exactly(count[at(value)], model.marked(value));
  }
  model::Words& words = description->words;
  words.facts = [hexagon](const auto& facts, const model::Step&) {
    return clauses(hexagon, facts);
  };
  words.sentence = [hexagon, cells](const model::Sentence& sentence) {
    if (sentence.place < cells)
      return model::Model::text(sentence, name_of(hexagon, sentence.place));
    const int value = sentence.place - cells;
    const std::string some =
        (sentence.number == 1 ? "there is " : "there are ") + std::to_string(sentence.number);
    const char* plural = sentence.number == 1 ? "" : "s";
    return value == kNone ? some + " cell" + plural + " without a piece"
                          : some + " piece" + plural + " with a " + std::to_string(value);
  };
  words.cells = [cells](const model::Sentence& sentence) {
    return sentence.place < cells ? std::vector<int>{sentence.place} : std::vector<int>();
  };
  return description;
}

void explain(const Board& board, const std::vector<Cell>& answer, bool is_unique,
             const Deadline& deadline, const model::StepReport& report) {
  if (model::is_too_large(8 * board.cells.size(), report)) return;
  const auto description = describe(board);
  description->words.decided = [&](const model::Step& step) {
    std::vector<int> decided;
    for (const auto& [cell, value, is] : step.follows)
      if (is) decided.push_back(cell);
    return decided;
  };
  description->words.is_right = [&](int cell) {
    return value_of(board.cells[at(cell)]) == value_of(answer[at(cell)]);
  };
  std::vector<int> values;
  for (const Cell cell : answer) values.push_back(value_of(cell));
  model::explain(*description, values, is_unique && symmetries(board).size() == 1, deadline,
                 report);
}

}  // namespace eyehand::hexiom
