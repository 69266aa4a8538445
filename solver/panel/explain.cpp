#include "solver/panel/explain.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "puzzle/index.hpp"

namespace eyehand::panel {
namespace {

/// Writes the description. What defines variables always holds.
class Writer {
 public:
  Writer(const Board& board, bool walk)
      : board_(board),
        description_(std::make_unique<model::Description>(
            static_cast<int>(board.size()), 2,
            std::vector<std::string_view>{"known", "link", "flower", "diamond", "dot", "shape",
                                          "walk"})),
        model_(description_->model),
        lit_(model_.marked(1)) {
    for (int t = 0; t < tiles(); ++t) {
      const Tile& tile = board.tiles[at(t)];
      if (!tile.exists) continue;
      if (tile.linked_left && exists(t - 1)) add_step(t - 1, t, true);
      if (tile.linked_up && exists(t - board.width)) add_step(t - board.width, t, true);
      if (t % board.width != 0 && exists(t - 1)) add_step(t - 1, t, false);
      if (t >= board.width && exists(t - board.width)) add_step(t - board.width, t, false);
    }
    for (int t = 0; t < tiles(); ++t) {
      const Tile& tile = board.tiles[at(t)];
      if (tile.exists && !tile.locked) continue;
      description_->given("known", tile.exists ? "{at} is locked" : "{at} is missing", t);
      model_.equal(model_.mark(t), tile.exists && tile.lit);
    }
    for (const auto& [tile, same] : linked_) {
      because("link", "{at} is linked with a tile above it or on its left", tile);
      model_.require(same);
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

  std::unique_ptr<model::Description> take() { return std::move(description_); }

 private:
  /// What is said of a symbol or a link; the place is not that of the tile's own state.
  void because(std::string_view rule, std::string_view text, int tile, int number = 0) {
    description_->because(rule, text, tiles() + tile, number);
  }
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
      linked_.emplace_back(b, -differs);
    else
      alike_.push_back({a, b, -differs});
  }

  void add_flower(int t) {
    model::Literals alike;
    for (const auto& [a, b, literal] : alike_)
      if (a == t || b == t) alike.push_back(literal);
    because("flower", "{n} neighbour{s} of the flower at {at} must be in its state", t,
            board_.tiles[at(t)].value);
    model_.exactly(board_.tiles[at(t)].value, alike);
  }

  /// Per tile, the literal "it belongs to this tile's region"; 0 for those that do not exist.
  const model::Literals& region(int of) {
    model::Literals& region = regions_[of];
    if (!region.empty()) return region;
    model_.define();
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
    const model::Literals& inside = region(diamond);
    model::Literals symbols;
    for (int t = 0; t < tiles(); ++t) {
      const Tile& tile = board_.tiles[at(t)];
      const bool counts =
          tile.symbol == Symbol::flower
              ? (hue == Hue::yellow && tile.value != 0) || (hue == Hue::purple && tile.value != 4)
              : tile.symbol != Symbol::none && tile.hue == hue;
      if (tile.exists && counts) symbols.push_back(inside[at(t)]);
    }
    because("diamond", "the region of the diamond at {at} has exactly two symbols of its colour",
            diamond);
    model_.exactly(2, symbols);
  }

  void add_dot(int dot) {
    const model::Literals& inside = region(dot);
    because("dot",
            "the dots in the region of the dot at {at} have one colour and sum to its size or to 0",
            dot);
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
    model_.define();
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
        if (kind) {
          const model::Literals same = same_shapes(kind->first, t, symbol == Symbol::slash);
          because("shape",
                  "the region of the symbol at {at} has the shape of the others of its colour", t);
          model_.any(same);
        } else {
          kind = {t};
        }
        kind->turns = symbol == Symbol::slash;
      }
    for (std::size_t a = 0; a < kinds.size(); ++a)
      for (std::size_t b = 0; b < a; ++b) {
        if (!kinds[a] || !kinds[b]) continue;
        const model::Literals all =
            same_shapes(kinds[a]->first, kinds[b]->first, kinds[a]->turns || kinds[b]->turns);
        because("shape",
                "the region of the symbol at {at} differs in shape from those of other colours",
                std::max(kinds[a]->first, kinds[b]->first));
        for (const int same : all) model_.require(-same);
      }
  }

  /// A walk is a loop through one more node, from which it comes and to which it goes.
  void add_walk() {
    description_->because("walk", "the lit tiles can be walked in one go from a start");
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
  std::unique_ptr<model::Description> description_;
  model::Model& model_;
  model::Literals lit_;
  std::vector<model::Graph::Edge> alike_;
  std::vector<std::pair<int, int>> linked_;  // a tile, and that it is as its neighbour
  std::map<int, model::Literals> regions_;
};

std::string name_of(const Board& board, int tile) {
  return "row " + std::to_string(tile / board.width + 1) + ", column " +
         std::to_string(tile % board.width + 1);
}

model::Clauses clauses(const Board& board, const std::vector<model::Fact>& facts) {
  std::array<std::vector<std::string>, 4> names;  // by what is said
  constexpr std::array<std::string_view, 4> kWhat = {" unlit", " lit", " locked unlit",
                                                     " locked lit"};
  std::vector<std::string> missing;
  for (const auto& [tile, value, is] : facts)
    if (const Tile& of = board.tiles[at(tile)]; !of.exists)
      missing.push_back(name_of(board, tile));
    else
      names[(of.locked ? 2U : 0U) + (is ? 1U : 0U)].push_back(name_of(board, tile));
  model::Clauses clauses;
  for (std::size_t i = 0; i < names.size(); ++i)
    if (!names[i].empty())
      clauses.emplace_back(model::listed(names[i]),
                           (names[i].size() == 1 ? "is" : "are") + std::string(kWhat[i]));
  if (!missing.empty())
    clauses.emplace_back(model::listed(missing),
                         missing.size() == 1 ? "is missing" : "are missing");
  return clauses;
}

}  // namespace

std::unique_ptr<model::Description> describe(const Board& board, bool walk) {
  auto description = Writer(board, walk).take();
  const int tiles = static_cast<int>(board.size());
  model::Words& words = description->words;
  words.facts = [&board](const auto& facts, const model::Step&) { return clauses(board, facts); };
  words.sentence = [&board, tiles](const model::Sentence& sentence) {
    return model::Model::text(
        sentence, sentence.place == model::kBlank ? "" : name_of(board, sentence.place % tiles));
  };
  words.cells = [tiles](const model::Sentence& sentence) {
    return sentence.place == model::kBlank ? std::vector<int>()
                                           : std::vector<int>{sentence.place % tiles};
  };
  return description;
}

void explain(const Board& board, bool walk, const std::vector<std::uint8_t>& lit, bool is_unique,
             const Deadline& deadline, const model::StepReport& report) {
  if (model::is_too_large(board.size(), report, kMostExplained)) return;
  const auto description = describe(board, walk);
  description->words.decided = [&](const model::Step& step) {
    std::vector<int> decided;
    for (const auto& [tile, value, is] : step.follows)
      if (board.tiles[at(tile)].lit != is) decided.push_back(tile);
    return decided;
  };
  model::explain(*description, {lit.begin(), lit.end()}, is_unique, deadline, report);
}

}  // namespace eyehand::panel
