#include "solver/lights/generate.hpp"

#include "puzzle/index.hpp"
#include "solver/random.hpp"

namespace eyehand::lights {
namespace {

constexpr double kNeighbourShare = 0.375;
/// If the board is still solved, it gets more random presses, at most this often.
constexpr int kTries = 100;

void draw_sets(Board& board, Shape shape, Random& random) {
  for (int tile = 0; tile < static_cast<int>(board.size()); ++tile) {
    auto& set = board.flips[at(tile)];
    if (shape == Shape::dense) {
      for (int other = 0; other < static_cast<int>(board.size()); ++other)
        if (random.next() >> 63) set.push_back(other);
      continue;
    }
    const int x = tile % board.width, y = tile / board.width;
    for (int v = y - 1; v <= y + 1; ++v)
      for (int u = x - 1; u <= x + 1; ++u) {
        if (u < 0 || v < 0 || u >= board.width || v >= board.height) continue;
        if ((u == x && v == y) || random.chance(kNeighbourShare))
          set.push_back(v * board.width + u);
      }
  }
}

/// A board with its sets, and no light lit.
Board make_board(const GenerateOptions& options, Random& random) {
  const int width = options.width, height = options.height;
  if (options.shape == Shape::plus && !options.wrapping) return Board::plus(width, height);
  if (options.shape == Shape::plus) return Board::same(width, height, kPlus, true);
  if (options.shape == Shape::same)
    return Board::same(width, height, options.offsets, options.wrapping);
  Board board = Board::make(width, height);
  draw_sets(board, options.shape, random);
  return board;
}

}  // namespace

Board generate(const GenerateOptions& options) {
  Random random(options.seed);
  Board board = make_board(options, random);
  for (int tries = 0; tries < kTries && is_solved(board); ++tries)
    for (int tile = 0; tile < static_cast<int>(board.size()); ++tile)
      if (random.next() >> 63) press(board, tile);
  return board;
}

}  // namespace eyehand::lights
