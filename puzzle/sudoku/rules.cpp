#include "puzzle/model/rules.hpp"

#include <algorithm>

#include "puzzle/error.hpp"

namespace eyehand::sudoku {
namespace {

using namespace model;

enum Layer { kBlocks, kCages, kSums };
constexpr int kMaxSide = 31;
constexpr auto side = [](const Board& board) { return board.width; };

/// Rectangular blocks that are as high as wide, or else a little wider.
void set_blocks(Board& board) {
  int width = 1;
  while (width * width < board.width || board.width % width != 0) ++width;
  board.layers = {rectangles(board, width)};
}

/// "3x3:" and numbers, where blocks are three by three; "9j:", numbers and blocks, where they are
/// irregular. Before the colon, x says that diagonals count, k that there are cages, with sums.
Codec game_id() {
  const Codec numbers = numbers_or_gaps(side);
  const Codec jigsaw = literally(",") + blocks(kBlocks);
  const Codec killer = literally(",") + blocks(kCages) + literally(",") +
                       numbers_or_gaps([](const Board&) { return 999; }, kSums);
  return {[=](TextReader& in, Board& board) {
            const int height = in.number("height of a block", kMaxSide);
            const bool has_width = in.take('x') && in.at_digit();
            const int width = has_width ? in.number("width of a block", kMaxSide) : height;
            const std::string letters = tatham_parameters(in);
            const auto has = [&](char letter) { return letters.find(letter) != letters.npos; };
            const int rows = has('j') && !has_width ? width : width * height;
            if (rows < 1 || rows > kMaxSide) in.fail("a board has 1 to 31 rows");
            board = Board(rows, rows);
            if (has('x')) board.variant += 'x';
            board.layers = {rectangles(board, width)};
            numbers.read(in, board);
            if (has('j')) jigsaw.read(in, board);
            if (has('k')) killer.read(in, board);
          },
          [=](const Board& board, std::string& out) {
            const int width = width_of_rectangles(board, board.layers[kBlocks]);
            out += width == 0 ? std::to_string(board.width) + 'j'
                              : std::to_string(board.width / width) + 'x' + std::to_string(width);
            out += board.variant + (board.layers.size() > kSums ? "k:" : ":");
            numbers.write(board, out);
            if (width == 0) jigsaw.write(board, out);
            if (board.layers.size() > kSums) killer.write(board, out);
          }};
}

Codec url() {
  const Codec codec = pzpr_size("sudoku") + pzpr_numbers(side);
  return {[=](TextReader& in, Board& board) {
            codec.read(in, board);
            if (!board.is_square() || board.width > kMaxSide) in.fail("no size of a Sudoku");
            set_blocks(board);
          },
          codec.write};
}

void constrain(const Board& board, Model& model) {
  if (board.layers.empty()) throw Error("Sudoku: the board has no blocks.");
  if (!board.is_square()) throw Error("Sudoku: the board is not as wide as high.");
  const int n = board.width;
  const auto once = [&](std::string_view text, int place, const std::vector<int>& cells) {
    model.because(text, place).all_different(model.marks(cells));
  };
  for (int cell = 0; cell < board.cells(); ++cell)
    if (const int clue = board.clues[at(cell)]; clue != kBlank)
      model.clue("the {n} at {at} is given", cell, clue).equal(model.mark(cell), clue);
  for (const auto& line : board.rows_and_columns())
    once("{at} has each number once", board.place_of_line(line), line);
  for (const std::vector<int>& cells : board.parts(kBlocks)) {
    if (static_cast<int>(cells.size()) != n)
      throw Error("Sudoku: the block of " + board.name(cells[0]) + " has " +
                  std::to_string(cells.size()) + " cells instead of " + std::to_string(n) + ".");
    once("the block of {at} has each number once", cells[0], cells);
  }
  if (board.is_variant('x'))
    for (const int from : {0, n - 1}) {
      std::vector<int> diagonal;
      for (int y = 0; y < n; ++y) diagonal.push_back(board.cell(y, std::abs(from - y)));
      once("the diagonal of {at} has each number once", diagonal[0], diagonal);
    }
  if (board.layers.size() <= kSums) return;
  int rest = n * n * (n + 1) / 2;  // the sum of all numbers, without those in cages
  bool all_have_sums = true;
  for (const std::vector<int>& cells : board.parts(kCages)) {
    if (static_cast<int>(cells.size()) > n)
      throw Error("Sudoku: the cage of " + board.name(cells[0]) + " has too many cells.");
    once("the cage of {at} has no number twice", cells[0], cells);
    const int before = rest;
    for (const int cell : cells)
      if (const int sum = board.layers[kSums][at(cell)]; sum != kBlank) {
        rest -= sum;
        model.because("the cage of {at} sums to {n}", cells[0], sum).sum(model.marks(cells), sum);
      }
    all_have_sums &= rest != before;
  }
  if (all_have_sums && rest != 0) throw Error("Sudoku: the sums of the cages do not add up.");
}

Board begin(const Board& empty, const Draw& draw) {
  if (!empty.is_square() || empty.width > kMaxSide)
    throw Error("Sudoku: the board must be as wide as high, and have at most 31 rows.");
  Board board = empty;
  std::erase_if(board.variant, [](char letter) { return letter != 'x'; });
  set_blocks(board);
  if (empty.is_variant('j')) mix_parts(board, board.layers[kBlocks], draw);
  if (!empty.is_variant('k')) return board;
  board.layers.push_back(random_parts(board, std::min(4, board.width), draw));
  board.layers.emplace_back(board.clues.size(), kBlank);
  return board;
}

void give_clues(Board& board, const std::vector<int>& solution, const Draw&) {
  board.clues = solution;
  for (const std::vector<int>& cells : board.parts(kCages)) {
    int& sum = board.layers[kSums][at(cells[0])] = 0;
    for (const int cell : cells) sum += solution[at(cell)];
  }
}

}  // namespace

const Rules& rules() {
  static const Rules rules = {
      .name = "sudoku",
      .title = "Sudoku",
      .about = "each number once in each row, column and block; also X, jigsaw and killer",
      .usual_side = 9,
      .variants = {{'x', "x", "the diagonals have each number once, too"},
                   {'j', "jigsaw", "blocks of any shape"},
                   {'k', "killer", "cages with the sums of their numbers"}},
      .text = game_id(),
      .pzpr = url(),
      .pzpr_name = "sudoku",
      .saved = {"Solo", "Rx,y,n"},
      .constrain = constrain,
      .begin = begin,
      .give_clues = give_clues,
  };
  return rules;
}

}  // namespace eyehand::sudoku
