#include "puzzle/lights/board.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "puzzle/error.hpp"
#include "puzzle/index.hpp"

namespace eyehand::lights {
namespace {

/// Writes the tile and its neighbours, ascending, and returns their number.
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
  if (!is_board_size(width, height, kMaxTiles))
    throw Error("A Lights Out board has 1 to " + std::to_string(kMaxTiles) + " tiles, not " +
                std::to_string(width) + "x" + std::to_string(height) + '.');
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

Board Board::same(int width, int height, std::span<const Offset> offsets, bool wrapping) {
  Board board = make(width, height);
  if (offsets.size() > kMaxFlips / board.size())
    throw Error("Lights Out: sets of " + std::to_string(offsets.size()) +
                " tiles are too large for a board of " + std::to_string(board.size()) + " tiles.");
  const auto wrapped = [](int value, int period) { return (value % period + period) % period; };
  for (int tile = 0; tile < width * height; ++tile) {
    auto& set = board.flips[at(tile)];
    set.reserve(offsets.size());
    for (const Offset offset : offsets) {
      int x = tile % width + offset.x, y = tile / width + offset.y;
      if (wrapping) {
        x = wrapped(x, width);
        y = wrapped(y, height);
      }
      if (x >= 0 && y >= 0 && x < width && y < height) set.push_back(y * width + x);
    }
    std::sort(set.begin(), set.end());
    set.erase(std::unique(set.begin(), set.end()), set.end());
  }
  return board;
}

void validate(const Board& board) {
  if (!is_board_size(board.width, board.height, kMaxTiles) ||
      board.lit.size() != at(board.width) * at(board.height) ||
      board.flips.size() != board.lit.size())
    throw Error("Lights Out: the number of tiles does not match the board's size.");
  const int tiles = static_cast<int>(board.size());
  for (int tile = 0; tile < tiles; ++tile) {
    if (board.lit[at(tile)] > 1)
      throw Error("Lights Out: tile " + std::to_string(tile + 1) + " is neither lit nor unlit.");
    int before = -1;
    for (const int other : board.flips[at(tile)]) {
      if (other <= before || other >= tiles)
        throw Error("Lights Out: the set of tile " + std::to_string(tile + 1) +
                    " leaves the board or is not ascending.");
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

std::optional<std::vector<Offset>> same_offsets(const Board& board, bool wrapping) {
  // If the board wraps, one tile shows all offsets; otherwise each shows those that stay on it.
  const int width = board.width, height = board.height;
  const int across = 2 * width - 1, tiles = wrapping ? 1 : static_cast<int>(board.size());
  std::vector<std::uint8_t> occurs(at(across) * at(2 * height - 1), 0);
  for (int tile = 0; tile < tiles; ++tile)
    for (const int other : board.flips[at(tile)]) {
      int x = other % width - tile % width, y = other / width - tile / width;
      if (wrapping && x > width / 2) x -= width;
      if (wrapping && y > height / 2) y -= height;
      occurs[at((y + height - 1) * across + x + width - 1)] = 1;
    }
  std::vector<Offset> offsets;
  for (std::size_t i = 0; i < occurs.size(); ++i) {
    const int place = static_cast<int>(i);
    if (occurs[i]) offsets.push_back({place % across - width + 1, place / across - height + 1});
  }
  if (offsets.size() > kMaxFlips / board.size() ||
      Board::same(width, height, offsets, wrapping).flips != board.flips)
    return std::nullopt;
  return offsets;
}

void press(Board& board, int tile) {
  for (const int other : board.flips[at(tile)]) board.lit[at(other)] ^= 1;
}

bool is_solved(const Board& board) {
  return std::all_of(board.lit.begin(), board.lit.end(), [](std::uint8_t lit) { return lit == 0; });
}

}  // namespace eyehand::lights
