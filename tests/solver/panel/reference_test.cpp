// Panels on the modelling layer, compared with the solver.
#include "tests/solver/model/reference.hpp"

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <optional>
#include <utility>

#include "puzzle/panel/text.hpp"
#include "solver/panel/generate.hpp"
#include "solver/panel/solve.hpp"
#include "solver/random.hpp"
#include "tests/support/effort.hpp"

namespace eyehand::panel {
namespace {

using States = std::vector<std::uint8_t>;

class PanelReference {
 public:
  PanelReference(const Board& board, bool walk)
      : board_(board),
        reference_(static_cast<int>(board.size()), 2),
        model_(reference_.model),
        lit_(model_.marked(1)) {
    for (int t = 0; t < tiles(); ++t) {
      const Tile& tile = board.tiles[at(t)];
      if (!tile.exists || tile.locked) model_.equal(model_.mark(t), tile.exists && tile.lit);
      if (!tile.exists) continue;
      if (tile.linked_left && exists(t - 1)) add_step(t - 1, t, true);
      if (tile.linked_up && exists(t - board.width)) add_step(t - board.width, t, true);
      if (t % board.width != 0 && exists(t - 1)) add_step(t - 1, t, false);
      if (t >= board.width && exists(t - board.width)) add_step(t - board.width, t, false);
    }
    for (int t = 0; t < tiles(); ++t)
      if (carries(t, Symbol::flower)) add_flower(t);
    for (int t = 0; t < tiles(); ++t)
      if (carries(t, Symbol::diamond)) add_diamond(t);
    for (int t = 0; t < tiles(); ++t)
      if (carries(t, Symbol::dot)) add_dot(t);
    add_shapes();
    if (walk) add_walk();
  }

  std::vector<States> solutions(std::uint64_t limit) const {
    return reference_.solutions(
        limit, [](const std::vector<int>& marks) { return States(marks.begin(), marks.end()); });
  }

 private:
  int tiles() const { return static_cast<int>(board_.size()); }
  bool exists(int t) const { return board_.tiles[at(t)].exists; }
  bool carries(int t, Symbol symbol) const {
    return exists(t) && board_.tiles[at(t)].symbol == symbol;
  }
  int differ(int a, int b) {
    const int result = model_.fresh();
    model_.odd({a, b, result}, false);
    return result;
  }

  /// Neighbours, and the literal "they are in the same state"; or, if `linked`, they are.
  void add_step(int a, int b, bool linked) {
    const int differs = differ(lit_[at(a)], lit_[at(b)]);
    if (linked)
      model_.require(-differs);
    else
      alike_.push_back({a, b, -differs});
  }

  void add_flower(int t) {
    model::Literals alike;
    for (const auto& [a, b, literal] : alike_)
      if (a == t || b == t) alike.push_back(literal);
    model_.exactly(board_.tiles[at(t)].value, alike);
  }

  /// Per tile, the literal "it belongs to this tile's region"; 0 for those that do not exist.
  const model::Literals& region(int of) {
    model::Literals& region = regions_[of];
    if (!region.empty()) return region;
    region.assign(board_.size(), 0);
    std::vector<int> node_of(board_.size(), -1);
    model::Graph graph;
    for (int t = 0; t < tiles(); ++t) {
      if (!exists(t)) continue;
      region[at(t)] = model_.fresh();
      node_of[at(t)] = static_cast<int>(graph.nodes.size());
      graph.nodes.push_back(region[at(t)]);
    }
    model_.require(region[at(of)]);
    for (const auto& [a, b, alike] : alike_) {
      graph.edges.push_back({node_of[at(a)], node_of[at(b)], alike});
      model_.any({-alike, -region[at(a)], region[at(b)]});
      model_.any({-alike, -region[at(b)], region[at(a)]});
    }
    model_.connected(graph);
    return region;
  }

  void add_diamond(int diamond) {
    const Hue hue = board_.tiles[at(diamond)].hue;
    model::Literals symbols;
    for (int t = 0; t < tiles(); ++t) {
      const Tile& tile = board_.tiles[at(t)];
      const bool counts =
          tile.symbol == Symbol::flower
              ? (hue == Hue::yellow && tile.value != 0) || (hue == Hue::purple && tile.value != 4)
              : tile.symbol != Symbol::none && tile.hue == hue;
      if (tile.exists && counts) symbols.push_back(region(diamond)[at(t)]);
    }
    model_.exactly(2, symbols);
  }

  void add_dot(int dot) {
    const model::Literals& inside = region(dot);
    const int is_sized = model_.fresh();  // the sum is the size, otherwise it is 0
    std::vector<model::Number> numbers;
    std::vector<int> factors;
    for (int t = 0; t < tiles(); ++t) {
      if (!exists(t)) continue;
      numbers.push_back({0, 2, model_.all_of({inside[at(t)], is_sized})});
      factors.push_back(-1);
      if (!carries(t, Symbol::dot)) continue;
      if (board_.tiles[at(t)].hue != board_.tiles[at(dot)].hue) model_.require(-inside[at(t)]);
      numbers.push_back({0, 2, inside[at(t)]});
      factors.push_back(board_.tiles[at(t)].value);
    }
    model_.sum(numbers, 0, factors);
  }

  /// The literal "the region of `a`, seen from there, is that of `b` turned by these quarters".
  int same_shape(int a, int b, int quarters) {
    const model::Literals first = region(a), second = region(b);
    const auto at_offset = [&](const model::Literals& inside, int from, int x, int y) {
      x += from % board_.width;
      y += from / board_.width;
      return x < 0 || x >= board_.width || y < 0 || y >= board_.height
                 ? 0
                 : inside[at(y * board_.width + x)];
    };
    const int far = std::max(board_.width, board_.height) - 1;
    model::Literals different;
    for (int y = -far; y <= far; ++y)
      for (int x = -far; x <= far; ++x) {
        int turned_x = x, turned_y = y;
        for (int q = 0; q < quarters; ++q) turned_x = std::exchange(turned_y, -turned_x);
        const int here = at_offset(first, a, turned_x, turned_y);
        const int there = at_offset(second, b, x, y);
        if (here != 0 && there != 0)
          different.push_back(differ(here, there));
        else if (here != 0 || there != 0)
          different.push_back(here + there);
      }
    return -model_.any_of(different);
  }
  model::Literals same_shapes(int a, int b, bool turned) {
    model::Literals same;
    for (int quarters = 0; quarters < (turned ? 4 : 1); ++quarters)
      same.push_back(same_shape(a, b, quarters));
    return same;
  }

  void add_shapes() {
    struct Kind {
      int first;
      bool turns = false;
    };
    std::array<std::optional<Kind>, kHues> kinds;
    for (const Symbol symbol : {Symbol::bar, Symbol::slash})
      for (int t = 0; t < tiles(); ++t) {
        if (!carries(t, symbol)) continue;
        std::optional<Kind>& kind = kinds[static_cast<std::size_t>(board_.tiles[at(t)].hue)];
        if (kind)
          model_.any(same_shapes(kind->first, t, symbol == Symbol::slash));
        else
          kind = {t};
        kind->turns = symbol == Symbol::slash;
      }
    for (std::size_t a = 0; a < kinds.size(); ++a)
      for (std::size_t b = 0; b < a; ++b) {
        if (!kinds[a] || !kinds[b]) continue;
        for (const int same :
             same_shapes(kinds[a]->first, kinds[b]->first, kinds[a]->turns || kinds[b]->turns))
          model_.require(-same);
      }
  }

  /// A walk is a loop through one more node, from which it comes and to which it goes.
  void add_walk() {
    model::Graph graph{model::Literals(board_.size() + 1, 0), {}};
    const int outside = tiles();
    model::Literals starts, ends;
    for (int t = 0; t < tiles(); ++t) {
      const Tile& tile = board_.tiles[at(t)];
      if (!tile.exists || !tile.locked || !tile.lit) graph.nodes[at(t)] = lit_[at(t)];
      if (!tile.exists) continue;
      graph.edges.push_back({t, outside, ends.emplace_back(model_.fresh())});
      if (tile.start) graph.edges.push_back({t, outside, starts.emplace_back(model_.fresh())});
    }
    for (const auto& [a, b, alike] : alike_) graph.edges.push_back({a, b, model_.fresh()});
    model_.exactly(1, starts);
    model_.exactly(1, ends);
    model_.one_loop(graph);
  }

  const Board& board_;
  model::Reference reference_;
  model::Model& model_;
  model::Literals lit_;
  std::vector<model::Graph::Edge> alike_;
  std::map<int, model::Literals> regions_;
};

TEST(PanelSolve, AgreesWithTheReference) {
  Random random(1);
  const auto below = [&](std::uint32_t n) { return static_cast<int>(random.below(n)); };
  for (int i = effort(300); i > 0; --i) {
    const bool walk = random.chance(0.4);
    std::vector<Symbol> symbols;
    for (int s = 1; s <= 5; ++s)
      if (random.chance(0.5)) symbols.push_back(static_cast<Symbol>(s));
    Board board = *generate({.width = 2 + below(5),
                             .height = 2 + below(5),
                             .symbols = symbols,
                             .walk = walk,
                             .locked = random.chance(0.5) ? 0.3 : 0.1,
                             .holes = random.chance(0.3) ? 0.15 : 0,
                             .unique = random.chance(0.5),
                             .seed = random.next()});
    if (random.chance(0.3)) {
      Tile& tile = random.pick(board.tiles);
      tile.locked = true;
      tile.lit = random.chance(0.5);
    }
    if (random.chance(0.3)) {
      Tile &one = random.pick(board.tiles), &other = random.pick(board.tiles);
      std::swap(one.symbol, other.symbol);
      std::swap(one.hue, other.hue);
      std::swap(one.value, other.value);
    }
    SCOPED_TRACE(to_code(board) + (walk ? " walked" : ""));
    constexpr std::uint64_t kLimit = 10;
    const Solution solution = solve(board, {.count_limit = kLimit, .walk = walk});
    model::expect_agreement(solution.count, solution.lit,
                            PanelReference(board, walk).solutions(kLimit), kLimit);
  }
}

}  // namespace
}  // namespace eyehand::panel
