#include "puzzle/model/rules.hpp"

#include <cmath>
#include <map>

#include "puzzle/error.hpp"

namespace eyehand::sudoku {
namespace {

using namespace model;

enum Layer { kBlocks, kCages, kSums };
constexpr int kMaxSide = 31;

bool has(const Board& board, char letter) {
  return board.variant.find(letter) != board.variant.npos;
}

/// Rectangular blocks, this wide.
void set_blocks(Board& board, int width) {
  const int height = board.width / width;
  board.layers.assign(1, {});
  for (int cell = 0; cell < board.cells(); ++cell)
    board.layers[kBlocks].push_back(board.row_of(cell) / height * height +
                                    board.column_of(cell) / width);
}

std::map<int, std::vector<int>> cells_by(const std::vector<int>& layer) {
  std::map<int, std::vector<int>> cells;
  for (std::size_t cell = 0; cell < layer.size(); ++cell)
    cells[layer[cell]].push_back(static_cast<int>(cell));
  return cells;
}

/// "3x3" for blocks of three by three, "9j" for irregular ones; x: diagonals, k: killer.
Codec size() {
  return {[](TextReader& in, Board& board) {
            int height = in.number("height of a block", kMaxSide), width = height;
            std::string variant;
            const bool has_height = in.take('x') && in.at_digit();
            if (has_height) width = in.number("width of a block", kMaxSide);
            while (!in.done() && in.peek() != ':') {
              const char letter = in.next();
              if (letter == 'j' || letter == 'x' || letter == 'k')
                variant += letter;
              else if ((letter == 'd' || letter == 'm') && !in.done())
                in.next();
            }
            if (!in.take(':')) in.fail("expected ':' after the size");
            const bool is_jigsaw = variant.find('j') != variant.npos;
            const int side = is_jigsaw && !has_height ? width : width * height;
            if (side < 1 || side > kMaxSide) in.fail("a board has 1 to 31 rows");
            board = Board(side, side);
            board.variant = variant;
            set_blocks(board, width);
          },
          [](const Board& board, std::string& out) {
            int width = 1;
            while (width < board.width && board.layers[kBlocks][at(width)] == 0) ++width;
            out += has(board, 'j')
                       ? std::to_string(board.width)
                       : std::to_string(board.width / width) + 'x' + std::to_string(width);
            out += board.variant + ':';
          }};
}

/// What some boards have only: `codec` after a comma.
Codec if_variant(char letter, const Codec& codec) {
  const Codec part = literally(",") + codec;
  return {[=](TextReader& in, Board& board) {
            if (has(board, letter)) part.read(in, board);
          },
          [=](const Board& board, std::string& out) {
            if (has(board, letter)) part.write(board, out);
          }};
}

Codec url() {
  const Codec codec = pzpr_size("sudoku") + pzpr_numbers();
  return {[=](TextReader& in, Board& board) {
            codec.read(in, board);
            const int width = static_cast<int>(std::lround(std::sqrt(board.width)));
            if (!board.is_square() || board.width > kMaxSide) in.fail("no size of a Sudoku");
            // Blocks that are not square are wider than high.
            int block = width * width == board.width ? width : 1;
            while (board.width % block != 0 || block * block < board.width) ++block;
            set_blocks(board, block);
          },
          codec.write};
}

void constrain(const Board& board, Model& model) {
  const int n = board.width;
  for (int cell = 0; cell < board.cells(); ++cell)
    if (const int clue = board.clues[at(cell)]; clue != kBlank)
      model.clue("the {n} at {at} is given", cell, clue).equal(model.mark(cell), clue);
  for (const auto& line : board.rows_and_columns())
    model.because("the line of {at} has each number once", line[0])
        .all_different(model.marks(line));
  for (const auto& [block, cells] : cells_by(board.layers[kBlocks])) {
    if (static_cast<int>(cells.size()) != n)
      throw Error("Sudoku: the block of " + board.name(cells[0]) + " has " +
                  std::to_string(cells.size()) + " cells instead of " + std::to_string(n) + ".");
    model.because("the block of {at} has each number once", cells[0])
        .all_different(model.marks(cells));
  }
  if (has(board, 'x'))
    for (const int from : {0, n - 1}) {
      std::vector<int> diagonal;
      for (int y = 0; y < n; ++y) diagonal.push_back(board.cell(y, std::abs(from - y)));
      model.because("the diagonal of {at} has each number once", from)
          .all_different(model.marks(diagonal));
    }
  if (board.layers.size() <= kSums) return;
  for (const auto& [cage, cells] : cells_by(board.layers[kCages])) {
    if (static_cast<int>(cells.size()) > n)
      throw Error("Sudoku: the cage of " + board.name(cells[0]) + " has too many cells.");
    model.because("the cage of {at} has no number twice", cells[0])
        .all_different(model.marks(cells));
    for (const int cell : cells)
      if (const int sum = board.layers[kSums][at(cell)]; sum != kBlank)
        model.because("the cage of {at} sums to {n}", cells[0], sum).sum(model.marks(cells), sum);
  }
}

Board begin(const Board& empty, const Draw&) {
  if (!empty.is_square() || empty.width > kMaxSide)
    throw Error("Sudoku: the board must be as wide as high, and have at most 31 rows.");
  Board board = empty;
  int width = static_cast<int>(std::ceil(std::sqrt(board.width)));
  while (board.width % width != 0) ++width;
  set_blocks(board, width);
  return board;
}

void give_clues(Board& board, const std::vector<int>& solution, const Draw&) {
  board.clues = solution;
}

}  // namespace

const Rules& rules() {
  static const Rules rules = {
      .name = "sudoku",
      .title = "Sudoku",
      .about = "each number once in each row, column and block; also X, jigsaw and killer",
      .usual_side = 9,
      .text = size() + numbers_or_gaps([](const Board& board) { return board.width; }) +
              if_variant('j', blocks(kBlocks)) +
              if_variant('k', blocks(kCages) + literally(",") +
                                  numbers_or_gaps([](const Board&) { return 999; }, kSums)),
      .pzpr = url(),
      .pzpr_name = "sudoku",
      .constrain = constrain,
      .begin = begin,
      .give_clues = give_clues,
  };
  return rules;
}

}  // namespace eyehand::sudoku
