#include "puzzle/model/rules.hpp"

#include <numeric>

#include "puzzle/error.hpp"

namespace eyehand::nonogram {
namespace {

using namespace model;

// The states are the cells of the line that its runs need at least, with a white cell before each
// run: state i has just passed cell i of these.
Automaton automaton(const std::vector<int>& runs) {
  std::string pattern = ".";
  for (const int run : runs) pattern += std::string(at(run), '#') + '.';
  const int last = static_cast<int>(pattern.size()) - 1;
  const auto next = [pattern, last](int, int state, int black) {
    const bool more = state < last;
    if (black) return more && pattern[at(state + 1)] == '#' ? state + 1 : kBlank;
    if (pattern[at(state)] == '.') return state;
    return pattern[at(state + 1)] == '.' ? state + 1 : kBlank;
  };
  return {0, next, [last](int state) { return state >= last - 1; }};
}

void constrain(const Board& board, Model& model) {
  int in_columns = 0, in_rows = 0;
  for (std::size_t i = 0; i < board.lines.size(); ++i)
    for (const int run : board.lines[i]) (i < at(board.width) ? in_columns : in_rows) += run;
  // So that clues which a program draws beyond its window's edge are missed.
  if (in_columns != in_rows)
    throw Error("Nonogram: the columns have " + std::to_string(in_columns) +
                " black cells and the rows " + std::to_string(in_rows) + '.');
  for (std::size_t i = 0; i < board.lines.size(); ++i) {
    const std::vector<int>& runs = board.lines[i];
    const int least = std::reduce(runs.begin(), runs.end()) + static_cast<int>(runs.size()) - 1;
    const int place = board.place_of_line(i);
    // So that a grid whose thin lines were not seen is no smaller board.
    if (least > static_cast<int>(board.line(i).size()))
      throw Error("Nonogram: the runs of " + board.name(place) + " do not fit.");
    model.because("the runs of {at} must fit", place)
        .accept(model.marks(board.line(i)), automaton(runs));
  }
}

void give_clues(Board& board, const std::vector<int>& solution, const Draw&) {
  board.lines.assign(at(board.width + board.height), {});
  for (std::size_t i = 0; i < board.lines.size(); ++i) {
    int run = 0;
    const auto end = [&] {
      if (run > 0) board.lines[i].push_back(run);
      run = 0;
    };
    for (const int cell : board.line(i)) {
      if (solution[at(cell)] == 0) end();
      run += solution[at(cell)];
    }
    end();
  }
}

// One of the cells in which the solutions differ changes its colour.
void rule_out(const std::vector<int>& other, Board& board, std::vector<int>& solution,
              const Draw& draw) {
  std::vector<std::size_t> cells;
  for (std::size_t cell = 0; cell < solution.size(); ++cell)
    if (solution[cell] != other[cell]) cells.push_back(cell);
  solution[cells[at(draw(static_cast<int>(cells.size())))]] ^= 1;
  give_clues(board, solution, draw);
}

}  // namespace

const Rules& rules() {
  static const Rules rules = {
      .name = "nonogram",
      .title = "Nonogram",
      .about = "black cells whose runs are given for each row and column",
      .usual_side = 15,
      .mark = "black",
      .text = tatham_size() + lines("tl", '/', '.'),
      .saved = {"Pattern", "Ex,y,1,1", "Fx,y,1,1"},
      .constrain = constrain,
      .give_clues = give_clues,
      .rule_out = rule_out,
  };
  return rules;
}

}  // namespace eyehand::nonogram
