#include "puzzle/panel/board.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string>
#include <utility>

#include "puzzle/error.hpp"
#include "puzzle/index.hpp"

namespace eyehand::panel {
namespace {

/// A cell seen from the tile that carries a symbol: columns to the right, rows down.
using Offset = std::pair<int, int>;
using Shape = std::vector<Offset>;

Shape sorted(Shape shape) {
  std::sort(shape.begin(), shape.end());
  return shape;
}

Shape rotated(const Shape& shape) {
  Shape result;
  for (const auto& [x, y] : shape) result.emplace_back(-y, x);
  return sorted(std::move(result));
}

bool same_when_rotated(const Shape& a, Shape b) {
  for (int quarter = 0; quarter < 4; ++quarter) {
    if (a == b) return true;
    b = rotated(b);
  }
  return false;
}

class Checker {
 public:
  explicit Checker(const Board& board) : board_(board), region_of_(board.size(), -1) {
    for (int t = 0; t < static_cast<int>(board.size()); ++t)
      if (board.tiles[at(t)].exists && region_of_[at(t)] < 0) fill(t);
  }

  Verdict check_rules() const {
    for (const auto rule :
         {&Checker::links, &Checker::flowers, &Checker::dot_hues, &Checker::dot_sums,
          &Checker::diamonds, &Checker::shapes, &Checker::different_shapes}) {
      const Verdict verdict = (this->*rule)();
      if (verdict.fault != Fault::none) return verdict;
    }
    return {};
  }

 private:
  const Tile& tile(int t) const { return board_.tiles[at(t)]; }
  int tiles() const { return static_cast<int>(board_.size()); }
  bool carries(int t, Symbol symbol) const { return tile(t).exists && tile(t).symbol == symbol; }

  /// The four neighbours; -1 where there is none.
  std::array<int, 4> around(int t) const {
    const int x = t % board_.width, y = t / board_.width;
    std::array<int, 4> result = {x > 0 ? t - 1 : -1, y > 0 ? t - board_.width : -1,
                                 x + 1 < board_.width ? t + 1 : -1,
                                 y + 1 < board_.height ? t + board_.width : -1};
    for (int& other : result)
      if (other >= 0 && !tile(other).exists) other = -1;
    return result;
  }

  void fill(int first) {
    const int region = static_cast<int>(regions_.size());
    std::vector<int> cells = {first};
    region_of_[at(first)] = region;
    for (std::size_t i = 0; i < cells.size(); ++i)
      for (const int other : around(cells[i]))
        if (other >= 0 && region_of_[at(other)] < 0 && tile(other).lit == tile(first).lit) {
          region_of_[at(other)] = region;
          cells.push_back(other);
        }
    regions_.push_back(std::move(cells));
  }

  Verdict links() const {
    for (int t = 0; t < tiles(); ++t) {
      if (!tile(t).exists) continue;
      const auto [left, up, right, down] = around(t);
      if ((tile(t).linked_left && left >= 0 && tile(left).lit != tile(t).lit) ||
          (tile(t).linked_up && up >= 0 && tile(up).lit != tile(t).lit))
        return {Fault::link, t};
    }
    return {};
  }

  Verdict flowers() const {
    for (int t = 0; t < tiles(); ++t) {
      if (!carries(t, Symbol::flower)) continue;
      int alike = 0;
      for (const int other : around(t)) alike += other >= 0 && tile(other).lit == tile(t).lit;
      if (alike != tile(t).value) return {Fault::flower, t};
    }
    return {};
  }

  Verdict dot_hues() const {
    for (const auto& cells : regions_) {
      int first = -1;
      for (const int t : cells) {
        if (!carries(t, Symbol::dot)) continue;
        if (first < 0) first = t;
        if (tile(t).hue != tile(first).hue) return {Fault::dot_hues, t};
      }
    }
    return {};
  }

  Verdict dot_sums() const {
    for (const auto& cells : regions_) {
      int sum = 0, dot = -1;
      for (const int t : cells) {
        if (!carries(t, Symbol::dot)) continue;
        sum += tile(t).value;
        dot = t;
      }
      if (dot >= 0 && sum != 0 && sum != static_cast<int>(cells.size()))
        return {Fault::dot_sum, dot};
    }
    return {};
  }

  Verdict diamonds() const {
    for (const auto& cells : regions_) {
      std::array<int, kHues> count{}, diamond;
      diamond.fill(-1);
      for (const int t : cells) {
        const std::size_t hue = static_cast<std::size_t>(tile(t).hue);
        if (tile(t).symbol == Symbol::none) continue;
        if (tile(t).symbol == Symbol::flower) {
          count[static_cast<std::size_t>(Hue::yellow)] += tile(t).value != 0;
          count[static_cast<std::size_t>(Hue::purple)] += tile(t).value != 4;
          continue;
        }
        ++count[hue];
        if (tile(t).symbol == Symbol::diamond) diamond[hue] = t;
      }
      for (std::size_t hue = 0; hue < count.size(); ++hue)
        if (diamond[hue] >= 0 && count[hue] != 2) return {Fault::diamond, diamond[hue]};
    }
    return {};
  }

  /// The region of a tile, seen from it.
  Shape shape(int t) const {
    Shape result;
    for (const int cell : regions_[at(region_of_[at(t)])])
      result.emplace_back(cell % board_.width - t % board_.width,
                          cell / board_.width - t / board_.width);
    return sorted(std::move(result));
  }

  /// The bars and slashes of a hue, bars first.
  std::vector<int> shaped(Hue hue) const {
    std::vector<int> result;
    for (const Symbol symbol : {Symbol::bar, Symbol::slash})
      for (int t = 0; t < tiles(); ++t)
        if (carries(t, symbol) && tile(t).hue == hue) result.push_back(t);
    return result;
  }

  Verdict shapes() const {
    for (int hue = 0; hue < kHues; ++hue) {
      const auto symbols = shaped(static_cast<Hue>(hue));
      if (symbols.empty()) continue;
      const Shape wanted = shape(symbols.front());
      for (const int t : symbols) {
        const bool fits = tile(t).symbol == Symbol::bar ? shape(t) == wanted
                                                        : same_when_rotated(wanted, shape(t));
        if (!fits) return {Fault::shape, t};
      }
    }
    return {};
  }

  Verdict different_shapes() const {
    struct Kind {
      Shape shape;
      bool turns;
    };
    std::vector<Kind> kinds;
    for (int hue = 0; hue < kHues; ++hue) {
      const auto symbols = shaped(static_cast<Hue>(hue));
      if (symbols.empty()) continue;
      Kind kind{shape(symbols.front()), tile(symbols.back()).symbol == Symbol::slash};
      for (const Kind& other : kinds)
        if (kind.turns || other.turns ? same_when_rotated(kind.shape, other.shape)
                                      : kind.shape == other.shape)
          return {Fault::same_shape, symbols.front()};
      kinds.push_back(std::move(kind));
    }
    return {};
  }

  const Board& board_;
  std::vector<int> region_of_;
  std::vector<std::vector<int>> regions_;
};

}  // namespace

Board Board::make(int width, int height) {
  if (!is_board_size(width, height, kMaxTiles))
    throw Error("A panel has 1 to " + std::to_string(kMaxTiles) + " tiles, not " +
                std::to_string(width) + "x" + std::to_string(height) + '.');
  Board board;
  board.width = width;
  board.height = height;
  board.tiles.resize(at(width) * at(height));
  return board;
}

void validate(const Board& board) {
  if (!is_board_size(board.width, board.height, kMaxTiles) ||
      board.size() != at(board.width) * at(board.height))
    throw Error("Panel: width times height must be the number of tiles, and at most " +
                std::to_string(kMaxTiles) + '.');
  for (std::size_t t = 0; t < board.size(); ++t) {
    const Tile& tile = board.tiles[t];
    const auto fail = [&](const char* why) {
      throw Error("Panel, tile " + std::to_string(t + 1) + ": " + why);
    };
    if (static_cast<int>(tile.hue) >= kHues || tile.symbol > Symbol::flower)
      fail("there is no such symbol or hue.");
    const int least = tile.symbol == Symbol::dot ? -9 : 0;
    const int most = tile.symbol == Symbol::dot ? 9 : tile.symbol == Symbol::flower ? 4 : 0;
    if (tile.value < least || tile.value > most) fail("its value is out of range.");
    if (tile.symbol == Symbol::dot && tile.value == 0) fail("a dot's value cannot be 0.");
    if ((tile.linked_left && t % at(board.width) == 0) || (tile.linked_up && t < at(board.width)))
      fail("it is linked across the rim.");
  }
}

std::vector<int> linked_with(const Board& board, int tile) {
  std::vector<int> all = {tile};
  std::vector<std::uint8_t> met(board.size(), 0);
  met[at(tile)] = 1;
  const auto add = [&](int other, bool is_linked) {
    if (!is_linked || !board.tiles[at(other)].exists || met[at(other)]) return;
    met[at(other)] = 1;
    all.push_back(other);
  };
  for (std::size_t i = 0; i < all.size(); ++i) {
    const int here = all[i], right = here + 1, below = here + board.width;
    const Tile& its = board.tiles[at(here)];
    add(here - 1, its.linked_left && here % board.width > 0);
    add(here - board.width, its.linked_up && here >= board.width);
    if (right % board.width > 0) add(right, board.tiles[at(right)].linked_left);
    if (below < static_cast<int>(board.size())) add(below, board.tiles[at(below)].linked_up);
  }
  std::sort(all.begin(), all.end());
  return all;
}

bool has_start(const Board& board) {
  return std::any_of(board.tiles.begin(), board.tiles.end(),
                     [](const Tile& tile) { return tile.exists && tile.start; });
}

Verdict check(const Board& board) {
  return Checker(board).check_rules();
}

Verdict check(const Board& board, std::span<const std::uint8_t> lit) {
  if (lit.size() != board.size()) throw Error("Panel: there must be one state per tile.");
  Board changed = board;
  for (std::size_t t = 0; t < lit.size(); ++t) {
    Tile& tile = changed.tiles[t];
    if (tile.exists && tile.locked && tile.lit != (lit[t] != 0))
      return {Fault::lock, static_cast<int>(t)};
    tile.lit = lit[t] != 0;
  }
  return check(changed);
}

std::vector<std::uint8_t> lit_by_walk(const Board& board, std::span<const int> path) {
  std::vector<std::uint8_t> lit(board.size(), 0);
  for (std::size_t t = 0; t < lit.size(); ++t)
    lit[t] = board.tiles[t].exists && board.tiles[t].locked && board.tiles[t].lit;
  for (const int t : path) lit[at(t)] = 1;
  return lit;
}

Verdict check_walk(const Board& board, std::span<const int> path) {
  if (path.empty()) return {Fault::walk, -1};
  std::vector<std::uint8_t> walked(board.size(), 0);
  for (std::size_t i = 0; i < path.size(); ++i) {
    const int t = path[i];
    if (t < 0 || at(t) >= board.size()) return {Fault::walk, -1};
    const Tile& tile = board.tiles[at(t)];
    bool may = tile.exists && !walked[at(t)] && (!tile.locked || tile.lit);
    if (i == 0) {
      may = may && tile.start;
    } else {
      const int before = path[i - 1];
      const int columns = std::abs(t % board.width - before % board.width);
      const int rows = std::abs(t / board.width - before / board.width);
      may = may && columns + rows == 1;
    }
    if (!may) return {Fault::walk, t};
    walked[at(t)] = 1;
  }
  return check(board, lit_by_walk(board, path));
}

}  // namespace eyehand::panel
