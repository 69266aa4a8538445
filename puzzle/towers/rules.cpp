#include "puzzle/model/rules.hpp"

#include "puzzle/error.hpp"

namespace eyehand::towers {
namespace {

using namespace model;

constexpr int kMaxSide = 30;

void constrain(const Board& board, Model& model) {
  const int n = board.width;
  if (!board.is_square() || n > kMaxSide)
    throw Error("Towers: the board must be as wide as high, and have at most 30 rows.");
  for (int cell = 0; cell < board.cells(); ++cell)
    if (const int clue = board.clues[at(cell)]; clue != kBlank)
      model.clue("the {n} at {at} is given", cell, clue).equal(model.mark(cell), clue);
  for (const auto& line : board.rows_and_columns())
    model.because("{at} has each height once", board.place_of_line(line))
        .all_different(model.marks(line));
  for (std::size_t i = 0; i < board.lines.size(); ++i) {
    if (board.lines[i].empty()) continue;
    const int seen = board.lines[i][0];
    // A state is the highest tower so far, and how many were seen.
    const auto next = [=](int, int state, int height) {
      const int highest = state / (n + 1), count = state % (n + 1);
      if (height < highest) return state;
      if (height == highest || count == seen) return kBlank;
      return height * (n + 1) + count + 1;
    };
    model.clue("{n} tower{s} can be seen in {at}", board.place_of_line(i), seen)
        .accept(model.marks(board.line(i)),
                {0, next, [=](int state) { return state % (n + 1) == seen; }});
  }
}

void give_clues(Board& board, const std::vector<int>& solution, const Draw&) {
  board.clues = solution;
  board.lines.assign(at(4 * board.width), {0});
  for (std::size_t i = 0; i < board.lines.size(); ++i) {
    int highest = 0;
    for (const int cell : board.line(i))
      if (solution[at(cell)] > highest) {
        highest = solution[at(cell)];
        ++board.lines[i][0];
      }
  }
}

/// The numbers of the cells, if there are any.
Codec given() {
  const Codec cells =
      literally(",") + numbers_or_gaps([](const Board& board) { return board.width; });
  return {[=](TextReader& in, Board& board) {
            if (!in.done() && !in.at_blank()) cells.read(in, board);
          },
          [=](const Board& board, std::string& out) {
            if (board.clues != Board(board.width, board.height).clues) cells.write(board, out);
          }};
}

}  // namespace

const Rules& rules() {
  static const Rules rules = {
      .name = "towers",
      .title = "Towers",
      .about = "each height once per row and column; clues count the towers seen (Skyscrapers)",
      .usual_side = 5,
      .text = tatham_size("", true) + lines("tblr", '/') + given(),
      .saved = {"Towers", "Rx,y,n"},
      .constrain = constrain,
      .give_clues = give_clues,
  };
  return rules;
}

}  // namespace eyehand::towers
