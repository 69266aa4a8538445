#include "solver/panel/rules.hpp"

#include <algorithm>
#include <cstdlib>

namespace eyehand::panel {
namespace {

std::size_t at(int i) {
  return static_cast<std::size_t>(i);
}

/// Whether the tile's symbol counts for diamonds of this hue.
bool counts_as(const Tile& tile, Hue hue) {
  if (!tile.exists || tile.symbol == Symbol::none) return false;
  if (tile.symbol != Symbol::flower) return tile.hue == hue;
  return (hue == Hue::yellow && tile.value > 0) || (hue == Hue::purple && tile.value < 4);
}

}  // namespace

Rules::Rules(Formula& formula, const Grid& grid, const Board& board, const Regions& regions)
    : formula_(formula), grid_(grid), board_(board), regions_(regions) {
  for (int t = 0; t < grid_.size(); ++t) {
    const Tile& tile = board_.tiles[at(t)];
    if (!tile.exists) continue;
    if (tile.symbol == Symbol::flower) add_flower(t);
    if (tile.symbol == Symbol::diamond) add_diamond(t);
    if (tile.symbol == Symbol::dot) add_dot(t);
  }
  for (int hue = 0; hue < kHues; ++hue) {
    std::vector<int> symbols;
    for (const Symbol symbol : {Symbol::bar, Symbol::slash})
      for (const int t : regions_.anchors())
        if (board_.tiles[at(t)].symbol == symbol &&
            board_.tiles[at(t)].hue == static_cast<Hue>(hue))
          symbols.push_back(t);
    if (!symbols.empty()) add_shapes(symbols);
  }
}

void Rules::add_flower(int tile) {
  Literals alike;
  for (int direction = 0; direction < 4; ++direction)
    if (grid_.around[at(tile)][at(direction)] >= 0) alike.push_back(regions_.same(tile, direction));
  formula_.exactly(alike, board_.tiles[at(tile)].value, formula_.yes());
}

void Rules::add_diamond(int tile) {
  Literals others;
  for (int t = 0; t < grid_.size(); ++t)
    if (t != tile && counts_as(board_.tiles[at(t)], board_.tiles[at(tile)].hue))
      others.push_back(regions_.in(tile, t));
  formula_.exactly_one(others);
}

void Rules::add_dot(int tile) {
  const Hue hue = board_.tiles[at(tile)].hue;
  std::vector<Literals> size, plus, minus;
  int most = 0;
  for (const int t : regions_.anchors()) {
    const Tile& other = board_.tiles[at(t)];
    const int in = regions_.in(tile, t);
    if (other.symbol != Symbol::dot || in == formula_.no()) continue;
    if (other.hue != hue) {
      formula_.add({-in});
      continue;
    }
    (other.value > 0 ? plus : minus).emplace_back(at(std::abs(other.value)), in);
    if (other.value > 0) most += other.value;
  }
  // Nearest first, so that the sums within the sum are of tiles that go together.
  for (const int t : grid_.joined(tile, [](int) { return true; }))
    if (regions_.in(tile, t) != formula_.no()) size.push_back({regions_.in(tile, t)});
  const Literals up = formula_.sum(plus, most);
  if (minus.empty()) {
    formula_.equate_sums(formula_.sum(size, most + 1), up, formula_.yes());
    return;
  }
  const int zero = formula_.fresh();
  const Literals down = formula_.sum(minus, most + 1);
  const std::vector<Literals> parts = {formula_.sum(size, most + 1), down};
  formula_.equate_sums(down, up, zero);
  formula_.equate_sums(formula_.sum(parts, most + 1), up, -zero);
}

int Rules::image(int tile, int from, int to, int quarters) const {
  int columns = grid_.column(tile) - grid_.column(from), rows = grid_.row(tile) - grid_.row(from);
  for (; quarters > 0; --quarters) {
    const int before = columns;
    columns = -rows;
    rows = before;
  }
  return grid_.shifted(to, columns, rows);
}

// Bars of a hue share their literals already.
void Rules::add_shapes(const std::vector<int>& symbols) {
  const int first = symbols.front();
  kinds_.push_back({first, board_.tiles[at(symbols.back())].symbol == Symbol::slash});
  for (const int slash : symbols) {
    if (slash == first || board_.tiles[at(slash)].symbol != Symbol::slash) continue;
    Literals turns;
    for (int quarters = 0; quarters < 4; ++quarters) {
      const int turned = formula_.fresh();
      turns.push_back(turned);
      for (int t = 0; t < grid_.size(); ++t) {
        if (!grid_.exists[at(t)]) continue;
        const int here = regions_.in(first, t);
        const int there = regions_.in(slash, image(t, first, slash, quarters));
        formula_.add({-turned, -here, there});
        formula_.add({-turned, here, -there});
        const int back = image(t, slash, first, 4 - quarters);
        if (back < 0) formula_.add({-turned, -regions_.in(slash, t)});
      }
    }
    formula_.add(turns);
  }
}

bool Rules::tell_apart() {
  struct Pair {
    const Kind *a, *b;
    int quarters;
  };
  std::vector<Pair> alike;
  for (std::size_t i = 0; i < kinds_.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const Kind &a = kinds_[i], &b = kinds_[j];
      for (int quarters = 0; quarters < (a.turns || b.turns ? 4 : 1); ++quarters) {
        bool same = true;
        int size_a = 0, size_b = 0;
        for (int t = 0; t < grid_.size() && same; ++t) {
          if (!grid_.exists[at(t)]) continue;
          size_b += formula_.holds(regions_.in(b.first, t));
          if (!formula_.holds(regions_.in(a.first, t))) continue;
          ++size_a;
          same = formula_.holds(regions_.in(b.first, image(t, a.first, b.first, quarters)));
        }
        if (same && size_a == size_b) alike.push_back({&a, &b, quarters});
      }
    }
  for (const Pair& pair : alike) differ(*pair.a, *pair.b, pair.quarters);
  return !alike.empty();
}

void Rules::differ(const Kind& a, const Kind& b, int quarters) {
  Literals differences;
  for (int t = 0; t < grid_.size(); ++t) {
    if (!grid_.exists[at(t)]) continue;
    const int here = regions_.in(a.first, t);
    const int image_t = image(t, a.first, b.first, quarters);
    differences.push_back(-formula_.same(here, regions_.in(b.first, image_t)));
    if (image(t, b.first, a.first, 4 - quarters) < 0)
      differences.push_back(regions_.in(b.first, t));
  }
  formula_.add(differences);
}

}  // namespace eyehand::panel
