#include "puzzle/model/rules.hpp"

#include <algorithm>
#include <map>
#include <numeric>

namespace eyehand::singles {
namespace {

using namespace model;

void constrain(const Board& board, Model& model) {
  const Literals black = model.marked(1), white = model.marked(0);
  for (int cell = 0; cell < board.cells(); ++cell)
    for (const int other : board.beside(cell))
      if (other > cell)
        model.because("black cells must not touch, as one at {at} would", cell)
            .any({-black[at(cell)], -black[at(other)]});
  for (const std::vector<int>& line : board.rows_and_columns()) {
    std::map<int, std::vector<int>> cells_of;
    for (const int cell : line)
      if (board.clues[at(cell)] != kBlank) cells_of[board.clues[at(cell)]].push_back(cell);
    for (const auto& [number, cells] : cells_of) {
      if (cells.size() > 1)
        model.because("the {n} must not be repeated in {at}", board.place_of_line(line), number)
            .at_most(1, of(white, cells));
      // What follows from two rules at once is known to every player.
      for (const int cell : cells)
        for (const int other : cells) {
          const std::vector<int> beside = board.beside(cell);
          if (std::ranges::find(beside, other) == beside.end()) continue;
          model.because("one of the two {n} beside each other at {at} is white", cell, number);
          for (const int third : cells)
            if (third != cell && third != other) model.require(black[at(third)]);
        }
    }
    for (std::size_t i = 0; i + 2 < line.size(); ++i)
      if (const int number = board.clues[at(line[i])];
          number != kBlank && number == board.clues[at(line[i + 2])])
        model.because("{at} is between two {n}, of which one is black", line[i + 1], number)
            .require(white[at(line[i + 1])]);
  }
  model.because("the white cells must stay connected").connected_cells(white);
}

// A Latin square, in which each black cell repeats a number of its row or column.
void give_clues(Board& board, const std::vector<int>& solution, const Draw& draw) {
  const int n = std::max(board.width, board.height);
  const auto shuffled = [&] {
    std::vector<int> order(at(n));
    std::iota(order.begin(), order.end(), 0);
    for (int i = n; i > 1; --i) std::swap(order[at(i - 1)], order[at(draw(i))]);
    return order;
  };
  const std::vector<int> rows = shuffled(), columns = shuffled(), numbers = shuffled();
  const auto number = [&](int cell) {
    const int sum = rows[at(board.row_of(cell))] + columns[at(board.column_of(cell))];
    return numbers[at(sum % n)] + 1;
  };
  for (int cell = 0; cell < board.cells(); ++cell) {
    std::vector<int> line =
        draw(2) == 0 ? board.row(board.row_of(cell)) : board.column(board.column_of(cell));
    std::erase_if(line, [&](int other) { return solution[at(other)] != 0; });
    board.clues[at(cell)] = number(solution[at(cell)] == 0 || line.empty()
                                       ? cell
                                       : line[at(draw(static_cast<int>(line.size())))]);
  }
}

// A cell that is black in the solution alone gets a number with which it cannot be white in the
// other. If there is none, the other has more black cells and is taken instead.
void rule_out(const std::vector<int>& other, Board& board, std::vector<int>& solution,
              const Draw& draw) {
  std::vector<std::pair<int, int>> repeats;
  bool has_more = true;
  for (int cell = 0; cell < board.cells(); ++cell) {
    if (solution[at(cell)] <= other[at(cell)]) continue;
    has_more = false;
    for (const auto& line : {board.row(board.row_of(cell)), board.column(board.column_of(cell))})
      for (const int white : line)
        if (solution[at(white)] + other[at(white)] == 0) repeats.emplace_back(cell, white);
  }
  if (has_more) solution = other;
  if (repeats.empty()) return;
  const auto [cell, white] = repeats[at(draw(static_cast<int>(repeats.size())))];
  board.clues[at(cell)] = board.clues[at(white)];
}

}  // namespace

const Rules& rules() {
  static const Rules rules = {
      .name = "singles",
      .title = "Singles",
      .about = "black out cells so that no number is repeated in a row or column (Hitori)",
      .usual_side = 8,
      .mark = "black",
      .text = tatham_size() + digits(),
      .pzpr = pzpr_size("hitori") + digits(),
      .pzpr_name = "hitori",
      .saved = {"Singles", "Cx,y", "Bx,y"},
      .constrain = constrain,
      .give_clues = give_clues,
      .rule_out = rule_out,
  };
  return rules;
}

}  // namespace eyehand::singles
