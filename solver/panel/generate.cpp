#include "solver/panel/generate.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "puzzle/error.hpp"
#include "puzzle/index.hpp"
#include "solver/panel/grid.hpp"
#include "solver/panel/regions.hpp"
#include "solver/panel/solve.hpp"
#include "solver/random.hpp"

namespace eyehand::panel {
namespace {

/// A region as sorted offsets from one of its tiles.
using Shape = std::vector<std::pair<int, int>>;

Shape turned(const Shape& shape) {
  Shape result;
  for (const auto& [x, y] : shape) result.emplace_back(-y, x);
  std::sort(result.begin(), result.end());
  return result;
}

/// The first of its four rotations, in order: the same for shapes that are equal up to rotation.
Shape first_turn(Shape shape) {
  Shape first = shape;
  for (int quarter = 1; quarter < 4; ++quarter) {
    shape = turned(shape);
    first = std::min(first, shape);
  }
  return first;
}

class Maker {
 public:
  Maker(const GenerateOptions& options, Board& board)
      : options_(options), board_(board), random_(options.seed) {
    for (Tile& tile : board_.tiles) tile.exists = !random_.chance(options_.holes);
    // At least one tile exists.
    random_.pick(board_.tiles).exists = true;
    for (std::size_t t = 0; t < board_.size(); ++t)
      if (board_.tiles[t].exists) tiles_.push_back(static_cast<int>(t));
    grid_ = Grid(board_);
    if (options_.walk)
      walk();
    else
      spread();
    for (const int t : tiles_) {
      if (region_of_[at(t)] >= 0) continue;
      const bool lit = board_.tiles[at(t)].lit;
      const auto region =
          grid_.joined(t, [&](int, int, int to) { return board_.tiles[at(to)].lit == lit; });
      for (const int other : region) region_of_[at(other)] = static_cast<int>(regions_.size());
      regions_.push_back(region);
    }
    place_symbols();
    for (const int t : tiles_) board_.tiles[at(t)].locked = random_.chance(options_.locked);
  }

  /// Locks tiles until the answer is unique. False if the deadline passes first.
  bool make_unique() {
    for (;;) {
      std::vector<std::uint8_t> lit;
      for (const Tile& tile : board_.tiles) lit.push_back(tile.exists && tile.lit);
      const Solution other = solve_but_for(
          board_, lit, {.deadline = options_.deadline, .count_limit = 1, .walk = options_.walk});
      if (other.status == Status::none) return true;
      if (other.status == Status::timeout) return false;
      std::vector<int> different;
      for (const int t : tiles_)
        if (lit[at(t)] != other.lit[at(t)]) different.push_back(t);
      board_.tiles[at(random_.pick(different))].locked = true;
    }
  }

 private:
  Hue hue() { return static_cast<Hue>(1 + random_.below(kHues - 1)); }
  bool wanted(Symbol symbol) const {
    const auto is_symbol = [](Symbol s) { return s != Symbol::none; };
    return std::none_of(options_.symbols.begin(), options_.symbols.end(), is_symbol) ||
           std::count(options_.symbols.begin(), options_.symbols.end(), symbol) > 0;
  }

  // Random states. Then random tiles copy a neighbour, so that regions grow.
  void spread() {
    for (const int t : tiles_) board_.tiles[at(t)].lit = random_.chance(0.5);
    const auto n = static_cast<std::uint32_t>(tiles_.size());
    for (std::uint32_t left = random_.below(n + 1); left > 0; --left) {
      const int t = random_.pick(tiles_);
      const int other = grid_.around[at(t)][random_.below(4)];
      if (other >= 0) board_.tiles[at(t)].lit = board_.tiles[at(other)].lit;
    }
  }

  // The longest of some random walks, up to a random length.
  void walk() {
    const std::size_t n = tiles_.size();
    const std::size_t wanted =
        1 + n / 5 + random_.below(static_cast<std::uint32_t>(std::max<std::size_t>(1, n / 3)));
    std::vector<int> best;
    for (int tries = 0; tries < 30 && best.size() < std::min(wanted, n); ++tries) {
      std::vector<int> path = {random_.pick(tiles_)};
      std::vector<std::uint8_t> met(board_.size(), 0);
      met[at(path[0])] = 1;
      while (path.size() < wanted) {
        std::vector<int> ways;
        for (const int other : grid_.around[at(path.back())])
          if (other >= 0 && !met[at(other)]) ways.push_back(other);
        if (ways.empty()) break;
        path.push_back(random_.pick(ways));
        met[at(path.back())] = 1;
      }
      if (path.size() > best.size()) best = std::move(path);
    }
    board_.tiles[at(best[0])].start = true;
    for (const int t : best) board_.tiles[at(t)].lit = true;
  }

  /// Tiles without a symbol, in random order.
  std::vector<int> free_of(const std::vector<int>& tiles) {
    std::vector<int> result;
    for (const int t : tiles)
      if (board_.tiles[at(t)].symbol == Symbol::none) result.push_back(t);
    random_.shuffle(result);
    return result;
  }
  void put(int t, Symbol symbol, Hue hue, int value = 0) {
    Tile& tile = board_.tiles[at(t)];
    tile.symbol = symbol;
    tile.hue = hue;
    tile.value = static_cast<std::int8_t>(value);
  }

  // Diamonds last, since they count the other symbols.
  void place_symbols() {
    const double share = 0.15 + 0.01 * random_.below(20);
    if (wanted(Symbol::bar) || wanted(Symbol::slash)) place_shapes();
    if (wanted(Symbol::flower)) place_flowers(share / 2);
    if (wanted(Symbol::dot))
      for (const auto& region : regions_)
        if (random_.chance(2 * share)) place_dots(region);
    if (wanted(Symbol::diamond))
      for (const auto& region : regions_)
        for (auto pairs = random_.below(1 + static_cast<std::uint32_t>(region.size()) / 4 + 1);
             pairs > 0; --pairs)
          place_diamonds(region);
  }

  void place_flowers(double share) {
    for (const int t : tiles_) {
      if (board_.tiles[at(t)].symbol != Symbol::none || !random_.chance(share)) continue;
      int alike = 0;
      for (const int other : grid_.around[at(t)])
        alike += other >= 0 && board_.tiles[at(other)].lit == board_.tiles[at(t)].lit;
      put(t, Symbol::flower, Hue::none, alike);
    }
  }

  // Dots with values that sum to the region's size or, occasionally, to 0.
  void place_dots(const std::vector<int>& region) {
    const auto free = free_of(region);
    const bool zero = random_.chance(0.1);
    int left = zero ? 0 : static_cast<int>(region.size());
    const Hue colour = hue();
    const std::size_t least = zero ? 2 : std::max<std::size_t>(1, (at(left) + 8) / 9);
    const std::size_t count = least + random_.below(3);
    if (free.size() < count) return;
    std::vector<int> values;
    for (std::size_t i = 0; i < count; ++i) {
      // The range that the remaining values can still balance.
      const int others = 9 * static_cast<int>(count - i - 1);
      const int low = std::max(-9, left - others), high = std::min(9, left + others);
      const bool spread = zero || random_.chance(0.1);
      const int from = spread ? low : std::max(low, 1),
                to = std::max(from, spread ? high : std::min(high, left));
      const int value =
          i + 1 == count
              ? left
              : from + static_cast<int>(random_.below(static_cast<std::uint32_t>(to - from + 1)));
      if (value == 0 || value < -9 || value > 9) return;
      values.push_back(value);
      left -= value;
    }
    for (std::size_t i = 0; i < count; ++i) put(free[i], Symbol::dot, colour, values[i]);
  }

  Shape shape(int t) const {
    Shape result;
    for (const int other : regions_[at(region_of_[at(t)])])
      result.emplace_back(grid_.column(other) - grid_.column(t), grid_.row(other) - grid_.row(t));
    std::sort(result.begin(), result.end());
    return result;
  }

  // For each of some hues, a symbol on one tile and on others from which their region looks the
  // same.
  void place_shapes() {
    std::set<Shape> used;
    std::set<Hue> hues;
    const std::uint32_t most = 1 + static_cast<std::uint32_t>(tiles_.size()) / 12;
    for (std::uint32_t left = 1 + random_.below(most); left > 0; --left) {
      const Hue colour = hue();
      const int first = random_.pick(tiles_);
      const Shape wanted_shape = shape(first), kind = first_turn(wanted_shape);
      if (board_.tiles[at(first)].symbol != Symbol::none || used.contains(kind) ||
          hues.contains(colour))
        continue;
      used.insert(kind);
      hues.insert(colour);
      const bool bars = wanted(Symbol::bar) && (!wanted(Symbol::slash) || random_.chance(0.5));
      put(first, bars ? Symbol::bar : Symbol::slash, colour);
      std::vector<std::pair<int, bool>> others;  // a tile, and whether its shape is not rotated
      for (const int t : tiles_) {
        if (board_.tiles[at(t)].symbol != Symbol::none) continue;
        const Shape here = shape(t);
        if (here.size() == kind.size() && first_turn(here) == kind)
          others.emplace_back(t, here == wanted_shape);
      }
      random_.shuffle(others);
      for (const auto& [t, straight] : others) {
        if (!random_.chance(0.6)) continue;
        if (bars && straight)
          put(t, Symbol::bar, colour);
        else if (wanted(Symbol::slash) && random_.chance(0.7))
          put(t, Symbol::slash, colour);
      }
    }
  }

  // One diamond in a hue of which the region has one symbol, or two of a hue that it does not have.
  void place_diamonds(const std::vector<int>& region) {
    const auto free = free_of(region);
    const Hue colour = hue();
    int count = 0;
    for (const int t : region)
      count += Symbols::of(board_.tiles[at(t)]).one >> static_cast<unsigned>(colour) & 1;
    if (count > 1 || static_cast<int>(free.size()) < 2 - count) return;
    for (int i = 0; i < 2 - count; ++i) put(free[at(i)], Symbol::diamond, colour);
  }

  const GenerateOptions& options_;
  Board& board_;
  Random random_;
  Grid grid_{board_};
  std::vector<int> tiles_;
  std::vector<std::vector<int>> regions_;
  std::vector<int> region_of_ = std::vector<int>(board_.size(), -1);
};

}  // namespace

std::optional<Board> generate(const GenerateOptions& options) {
  for (const double share : {options.locked, options.holes})
    if (!(share >= 0 && share <= 1))
      throw Error("Panel: the shares of locked and of missing tiles must be 0 to 1, not " +
                  std::to_string(share) + '.');
  Board board = Board::make(options.width, options.height);
  Maker maker(options, board);
  if (options.unique && !maker.make_unique()) return std::nullopt;
  for (Tile& tile : board.tiles)
    if (!tile.locked) tile.lit = false;
  return board;
}

}  // namespace eyehand::panel
