#include "puzzle/model/rules.hpp"

namespace eyehand::mosaic {
namespace {

using namespace model;

std::vector<int> block(const Board& board, int cell) {
  std::vector<int> cells = board.around(cell);
  cells.push_back(cell);
  return cells;
}

void constrain(const Board& board, Model& model) {
  const Literals black = model.marked(1);
  for (int cell = 0; cell < board.cells(); ++cell)
    if (const int clue = board.clues[at(cell)]; clue != kBlank)
      model.clue("the {n} at {at} counts {n} black cell{s} in and around its cell", cell, clue)
          .exactly(clue, of(black, block(board, cell)));
}

void give_clues(Board& board, const std::vector<int>& solution, const Draw&) {
  for (int cell = 0; cell < board.cells(); ++cell) {
    board.clues[at(cell)] = 0;
    for (const int other : block(board, cell)) board.clues[at(cell)] += solution[at(other)];
  }
}

}  // namespace

const Rules& rules() {
  static const Rules rules = {
      .name = "mosaic",
      .title = "Mosaic",
      .about = "black cells, so that each number counts those in its square of three by three",
      .usual_side = 10,
      .mark = "black",
      .text = tatham_size() + symbols_or_gaps("0123456789"),
      .saved = {"Mosaic", "Tx,y", "tx,y"},
      .constrain = constrain,
      .give_clues = give_clues,
  };
  return rules;
}

}  // namespace eyehand::mosaic
