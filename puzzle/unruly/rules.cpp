#include "puzzle/model/rules.hpp"

#include "puzzle/error.hpp"

namespace eyehand::unruly {
namespace {

using namespace model;

void constrain(const Board& board, Model& model) {
  if (board.width % 2 != 0 || board.height % 2 != 0)
    throw Error("Unruly: the board must have an even number of rows and columns.");
  const Literals black = model.marked(1);
  for (int cell = 0; cell < board.cells(); ++cell)
    if (const int clue = board.clues[at(cell)]; clue != kBlank)
      model.clue("the colour of {at} is given", cell).equal(model.mark(cell), clue);
  const auto lines = board.rows_and_columns();
  for (const std::vector<int>& line : lines) {
    const Literals colours = of(black, line);
    model.because("{at} has as many black cells as white ones", board.place_of_line(line))
        .exactly(static_cast<int>(line.size()) / 2, colours);
    for (std::size_t i = 2; i < line.size(); ++i) {
      const Literals three(colours.begin() + static_cast<long>(i) - 2,
                           colours.begin() + static_cast<long>(i) + 1);
      model.because("three cells in a row around {at} must not be of one colour", line[i - 1]);
      model.at_most(2, three);
      model.any(three);
    }
  }
  if (!board.is_variant('u')) return;
  for (std::size_t a = 0; a < lines.size(); ++a)
    for (std::size_t b = a + 1; b < lines.size(); ++b) {
      if ((a < at(board.height)) != (b < at(board.height))) continue;
      model.because("{at} must differ from others", board.place_of_line(lines[b]));
      Literals differ;
      for (std::size_t i = 0; i < lines[a].size(); ++i) {
        const int x = black[at(lines[a][i])], y = black[at(lines[b][i])], d = model.fresh();
        model.any({-d, x, y});
        model.any({-d, -x, -y});
        differ.push_back(d);
      }
      model.any(differ);
    }
}

void give_clues(Board& board, const std::vector<int>& solution, const Draw&) {
  board.clues = solution;
}

}  // namespace

const Rules& rules() {
  static const Rules rules = {
      .name = "unruly",
      .title = "Unruly",
      .about =
          "fill in two colours, as many of each in a line and never three in a row (Tohu wa Vohu)",
      .usual_side = 10,
      .mark = "black",
      .symbols = {"white", "black"},
      .variants = {{'u', "unique-rows", "no two rows are the same, and no two columns"}},
      .text = tatham_size("u") +
              gaps_and_clues({"abcdefghijklmnopqrstuvwxy", "ABCDEFGHIJKLMNOPQRSTUVWXY"}, "zZ"),
      .saved = {"Unruly", "P0,x,y", "P1,x,y"},
      .constrain = constrain,
      .give_clues = give_clues,
  };
  return rules;
}

}  // namespace eyehand::unruly
