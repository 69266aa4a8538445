#include "puzzle/model/rules.hpp"

namespace eyehand::lightup {
namespace {

using namespace model;

constexpr int kNoNumber = 5;  // a clue 0 to 4 is a wall with that number

void constrain(const Board& board, Model& model) {
  const Literals bulb = model.marked(1);
  const auto is_wall = [&](int cell) { return board.clues[at(cell)] != kBlank; };
  for (int cell = 0; cell < board.cells(); ++cell) {
    const int clue = board.clues[at(cell)];
    if (is_wall(cell)) {
      model.because("{at} is a wall", cell).require(-bulb[at(cell)]);
      if (clue != kNoNumber)
        model.clue("the {n} at {at} has {n} bulb{s} beside it", cell, clue)
            .exactly(clue, of(bulb, board.beside(cell)));
      continue;
    }
    std::vector<int> lit_from = {cell};
    for (int direction = 0; direction < 4; ++direction) {
      const std::vector<int> ray = board.ray(cell, direction, is_wall);
      lit_from.insert(lit_from.end(), ray.begin(), ray.end());
      // A run of cells is the ray from its end, with that.
      if (direction < 2 || ray.empty() || !board.ray(cell, direction - 2, is_wall).empty())
        continue;
      std::vector<int> run = ray;
      run.push_back(cell);
      model.because("bulbs must not see each other, as from {at}", cell).at_most(1, of(bulb, run));
    }
    model.because("{at} must be lit", cell).any(of(bulb, lit_from));
  }
}

Board begin(const Board& empty, const Draw& draw) {
  Board board = empty;
  for (int& clue : board.clues)
    if (draw(5) == 0) clue = kNoNumber;
  return board;
}

void give_clues(Board& board, const std::vector<int>& solution, const Draw&) {
  for (int cell = 0; cell < board.cells(); ++cell) {
    if (board.clues[at(cell)] == kBlank) continue;
    board.clues[at(cell)] = 0;
    for (const int other : board.beside(cell)) board.clues[at(cell)] += solution[at(other)];
  }
}

}  // namespace

const Rules& rules() {
  static const Rules rules = {
      .name = "lightup",
      .title = "Light Up",
      .about = "place bulbs so that every cell is lit and no bulb shines on another (Akari)",
      .usual_side = 10,
      .mark = "a bulb",
      .symbols = {"0", "1", "2", "3", "4", "wall"},
      .text = tatham_size() + symbols_or_gaps("01234B"),
      .pzpr = pzpr_size("lightup") + pzpr_four(),
      .pzpr_name = "lightup",
      .saved = {"Light Up", "Ix,y", "Lx,y"},
      .constrain = constrain,
      .begin = begin,
      .hidden = kNoNumber,
      .give_clues = give_clues,
  };
  return rules;
}

}  // namespace eyehand::lightup
