#include "puzzle/lights/board.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "puzzle/error.hpp"
#include "puzzle/index.hpp"

namespace eyehand::lights {
namespace {

/// The tile and its neighbours, ascending. Returns how many they are.
std::size_t plus_set(int width, int height, int tile, std::array<int, 5>& set) {
  const int x = tile % width, y = tile / width;
  std::size_t n = 0;
  if (y > 0) set[n++] = tile - width;
  if (x > 0) set[n++] = tile - 1;
  set[n++] = tile;
  if (x + 1 < width) set[n++] = tile + 1;
  if (y + 1 < height) set[n++] = tile + width;
  return n;
}

}  // namespace

Board Board::make(int width, int height) {
  if (width < 1 || height < 1 || at(width) > kMaxTiles / at(height))
    throw Error("Lights Out: a board has 1 to " + std::to_string(kMaxTiles) + " tiles, not " +
                std::to_string(width) + " by " + std::to_string(height) + ".");
  Board board;
  board.width = width;
  board.height = height;
  board.lit.assign(at(width) * at(height), 0);
  board.flips.resize(board.lit.size());
  return board;
}

Board Board::plus(int width, int height) {
  Board board = make(width, height);
  std::array<int, 5> set{};
  for (int tile = 0; tile < width * height; ++tile) {
    const auto n = plus_set(width, height, tile, set);
    board.flips[at(tile)].assign(set.begin(), set.begin() + static_cast<std::ptrdiff_t>(n));
  }
  return board;
}

void validate(const Board& board) {
  if (board.width < 1 || board.height < 1 || at(board.width) > kMaxTiles / at(board.height) ||
      board.lit.size() != at(board.width) * at(board.height) ||
      board.flips.size() != board.lit.size())
    throw Error("Lights Out: the board's size and the number of its tiles do not fit.");
  const int tiles = static_cast<int>(board.size());
  for (int tile = 0; tile < tiles; ++tile) {
    if (board.lit[at(tile)] > 1)
      throw Error("Lights Out: tile " + std::to_string(tile + 1) + " is neither lit nor unlit.");
    int before = -1;
    for (const int other : board.flips[at(tile)]) {
      if (other <= before || other >= tiles)
        throw Error("Lights Out: the set of tile " + std::to_string(tile + 1) +
                    " is not ascending within the board.");
      before = other;
    }
  }
}

bool has_plus_sets(const Board& board) {
  std::array<int, 5> set{};
  for (int tile = 0; tile < static_cast<int>(board.size()); ++tile) {
    const auto n = plus_set(board.width, board.height, tile, set);
    const auto& flips = board.flips[at(tile)];
    if (!std::equal(flips.begin(), flips.end(), set.begin(),
                    set.begin() + static_cast<std::ptrdiff_t>(n)))
      return false;
  }
  return true;
}

void press(Board& board, int tile) {
  for (const int other : board.flips[at(tile)]) board.lit[at(other)] ^= 1;
}

bool is_solved(const Board& board) {
  return std::all_of(board.lit.begin(), board.lit.end(), [](std::uint8_t lit) { return lit == 0; });
}

}  // namespace eyehand::lights
