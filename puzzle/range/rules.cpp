#include "puzzle/model/rules.hpp"

namespace eyehand::range {
namespace {

using namespace model;

void constrain(const Board& board, Model& model) {
  const Literals black = model.marked(1), white = model.marked(0);
  for (int cell = 0; cell < board.cells(); ++cell) {
    for (const int other : board.beside(cell))
      if (other > cell)
        model.because("black cells must not touch, as one at {at} would", cell)
            .any({-black[at(cell)], -black[at(other)]});
    const int clue = board.clues[at(cell)];
    if (clue == kBlank) continue;
    model.clue("{at} has a number and is white", cell).require(white[at(cell)]);
    model.clue("the {n} at {at} sees {n} white cell{s}, itself included", cell, clue);
    std::vector<Number> seen;  // in each direction
    for (int direction = 0; direction < 4; ++direction) {
      const Literals ray = of(white, board.ray(cell, direction));
      const auto most = std::min(ray.size(), at(clue - 1));
      seen.push_back(model.number(0, static_cast<int>(most)));
      for (std::size_t n = 0; n <= most; ++n) {
        const int sees_n = seen.back().is(static_cast<int>(n));
        for (std::size_t i = 0; i < n; ++i) model.if_then(sees_n, ray[i]);
        if (n < ray.size()) model.if_then(sees_n, -ray[n]);
      }
    }
    model.sum(seen, clue - 1);
  }
  model.because("the white cells must stay connected").connected_cells(white);
}

void give_clues(Board& board, const std::vector<int>& solution, const Draw&) {
  const auto is_black = [&](int cell) { return solution[at(cell)] == 1; };
  for (int cell = 0; cell < board.cells(); ++cell) {
    if (is_black(cell)) continue;
    std::size_t seen = 1;
    for (int direction = 0; direction < 4; ++direction)
      seen += board.ray(cell, direction, is_black).size();
    board.clues[at(cell)] = static_cast<int>(seen);
  }
}

}  // namespace

const Rules& rules() {
  static const Rules rules = {
      .name = "range",
      .title = "Range",
      .about = "black cells, so that each number sees as many white ones (Kurodoko)",
      .usual_side = 9,
      .mark = "black",
      .text = tatham_size() +
              numbers_or_gaps([](const Board& board) { return board.width + board.height - 1; }),
      .saved = {"Range", "W,y,x", "B,y,x"},
      .constrain = constrain,
      .give_clues = give_clues,
  };
  return rules;
}

}  // namespace eyehand::range
