#include "solver/panel/explain.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "puzzle/index.hpp"
#include "solver/model/solve.hpp"

namespace eyehand::panel {
namespace {

/// Writes the description. What defines variables always holds.
class Writer {
 public:
  /// `pairs`: those between which a path can go, if the panel is walked.
  Writer(const Board& board, bool walk, const std::vector<std::pair<int, int>>& pairs)
      : board_(board),
        unknowns_(static_cast<int>(board.size() + pairs.size())),
        description_(std::make_unique<model::Description>(
            unknowns_, 2, "tile",
            std::vector<std::string_view>{"known", "link", "flower", "diamond", "dot", "shape",
                                          "walk"})),
        model_(description_->model),
        lit_(model_.marked(1)) {
    for (int t = 0; t < tiles(); ++t) {
      const Tile& tile = board.tiles[at(t)];
      if (!tile.exists) continue;
      if (tile.linked_left && exists(t - 1)) add_step(t - 1, t, true);
      if (tile.linked_up && exists(t - board.width)) add_step(t - board.width, t, true);
    }
    for (const auto& [a, b] : pairs_of(board)) add_step(a, b, false);
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
    if (walk) add_walk(pairs);
  }

  std::unique_ptr<model::Description> take() { return std::move(description_); }

 private:
  /// What is said of a symbol or a link; the place is not that of the tile's own state.
  void because(std::string_view rule, std::string_view text, int tile, int number = 0) {
    description_->because(rule, text, unknowns_ + tile, number);
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

  void add_region(int root, std::vector<model::Region::Sum> sums) {
    model::Region part{board_.width, board_.height, root, {}, region(root), std::move(sums)};
    for (int t = 0; t < tiles(); ++t) part.states.push_back(exists(t) ? lit_[at(t)] : 0);
    model_.region(std::move(part));
  }

  void add_diamond(int diamond) {
    const Hue hue = board_.tiles[at(diamond)].hue;
    const model::Literals& inside = region(diamond);
    const auto has_symbol = [&](int t) {
      const Tile& tile = board_.tiles[at(t)];
      return tile.exists &&
             (tile.symbol == Symbol::flower ? (hue == Hue::yellow && tile.value != 0) ||
                                                  (hue == Hue::purple && tile.value != 4)
                                            : tile.symbol != Symbol::none && tile.hue == hue);
    };
    model::Literals symbols;
    for (int t = 0; t < tiles(); ++t)
      if (has_symbol(t)) symbols.push_back(inside[at(t)]);
    because("diamond", "the region of the diamond at {at} has exactly two symbols of its colour",
            diamond);
    model_.exactly(2, symbols);
    model::Region::Sum sum{std::vector<int>(board_.size(), 0), 2};
    for (int t = 0; t < tiles(); ++t)
      if (has_symbol(t)) sum.weights[at(t)] = 1;
    add_region(diamond, {std::move(sum)});
  }

  void add_dot(int dot) {
    const model::Literals& inside = region(dot);
    because("dot",
            "the dots in the region of the dot at {at} have one colour and sum to its size or to 0",
            dot);
    // What is left of the sum, less the size if it is the sum, must come to 0.
    std::vector<model::Number> numbers = {{0, 2, model_.fresh()}};  // whether the sum is the size
    std::vector<int> values = {0};
    for (int t = 0; t < tiles(); ++t) {
      if (!exists(t)) continue;
      const bool has_dot = carries(t, Symbol::dot);
      if (has_dot && board_.tiles[at(t)].hue != board_.tiles[at(dot)].hue) {
        model_.require(-inside[at(t)]);
        continue;
      }
      numbers.push_back({0, 2, inside[at(t)]});
      values.push_back(has_dot ? board_.tiles[at(t)].value : 0);
    }
    // From each place on, the least and the most that can still be added; by whether it is sized.
    std::vector<std::array<int, 2>> least(values.size() + 1), most(least);
    for (std::size_t i = values.size(); i-- > 1;)
      for (const int sized : {0, 1}) {
        const int added = values[i] - sized;
        least[i][at(sized)] = least[i + 1][at(sized)] + std::min(0, added);
        most[i][at(sized)] = most[i + 1][at(sized)] + std::max(0, added);
      }
    constexpr int kZero =
        1 << 20;  // a state is twice the sum so far and this, and 1 if it is sized
    const auto next = [&](int i, int state, int value) {
      if (i == 0) return state + value;
      const int sized = state % 2;
      const int sum = state / 2 - kZero + value * (values[at(i)] - sized);
      const bool can_end =
          -sum >= least[at(i) + 1][at(sized)] && -sum <= most[at(i) + 1][at(sized)];
      return can_end ? 2 * (sum + kZero) + sized : model::kBlank;
    };
    model_.accept(numbers, {2 * kZero, next, [](int state) { return state / 2 == kZero; }});
    std::vector<model::Region::Sum> sums(2, {std::vector<int>(board_.size(), 0), 0});
    for (int t = 0; t < tiles(); ++t)
      for (const int sized : {0, 1})
        sums[at(sized)].weights[at(t)] =
            (carries(t, Symbol::dot) ? board_.tiles[at(t)].value : 0) - sized;
    add_region(dot, std::move(sums));
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
  void add_walk(const std::vector<std::pair<int, int>>& pairs) {
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
    for (std::size_t i = 0; i < pairs.size(); ++i)
      graph.edges.push_back({pairs[i].first, pairs[i].second, lit_[board_.size() + i]});
    model_.exactly(1, starts);
    model_.exactly(1, ends);
    model_.one_loop(graph);
  }

  const Board& board_;
  const int unknowns_;
  std::unique_ptr<model::Description> description_;
  model::Model& model_;
  model::Literals lit_;  // and, after the tiles, "the path goes between these two"
  std::vector<model::Graph::Edge> alike_;
  std::vector<std::pair<int, int>> linked_;  // a tile, and that it is as its neighbour
  std::map<int, model::Literals> regions_;
};

std::string name_of(const Board& board, int tile) {
  return "row " + std::to_string(tile / board.width + 1) + ", column " +
         std::to_string(tile % board.width + 1);
}

using Pairs = std::vector<std::pair<int, int>>;

/// "goes between row 1, column 1 and row 1, column 2".
std::string path_words(const Board& board, bool goes, const Pairs& pairs) {
  std::vector<std::string> names;
  for (const auto& [a, b] : pairs)
    names.push_back("between " + name_of(board, a) + " and " + name_of(board, b));
  return (goes ? "goes " : "does not go ") + model::listed_phrases(names);
}

model::Clauses clauses(const Board& board, const Pairs& pairs,
                       const std::vector<model::Fact>& facts) {
  std::array<std::vector<std::pair<int, int>>, 5> places;  // by what is said
  constexpr std::array<const char*, 5> kWhat = {"unlit", "lit", "locked unlit", "locked lit",
                                                "missing"};
  std::array<Pairs, 2> path;
  for (const auto& [unknown, value, is] : facts) {
    if (at(unknown) >= board.size()) {
      path[is].push_back(pairs[at(unknown) - board.size()]);
      continue;
    }
    const Tile& tile = board.tiles[at(unknown)];
    const std::size_t what = !tile.exists ? 4 : (tile.locked ? 2U : 0U) + (is ? 1U : 0U);
    places[what].emplace_back(unknown / board.width, unknown % board.width);
  }
  model::Clauses clauses;
  for (std::size_t i = 0; i < places.size(); ++i)
    if (!places[i].empty())
      clauses.emplace_back(model::listed_cells(places[i]),
                           (places[i].size() == 1 ? "is " : "are ") + std::string(kWhat[i]));
  for (const bool goes : {true, false})
    if (!path[goes].empty()) clauses.emplace_back("the path", path_words(board, goes, path[goes]));
  return clauses;
}

/// Passes steps on. Those that only say where the path does not go wait until another needs them.
class PathReport {
 public:
  PathReport(std::size_t tiles, const model::StepReport& report) : tiles_(tiles), report_(report) {}

  void operator()(const model::Step& step, const Deduction& words) {
    const bool waits = !step.follows.empty() &&
                       std::all_of(step.follows.begin(), step.follows.end(), [&](const auto& fact) {
                         return at(fact.cell) >= tiles_ && !fact.is;
                       });
    if (!waits) return pass(step, words);
    for (const model::Fact& fact : step.follows) said_by_[fact] = waiting_.size();
    waiting_.emplace_back(step, words);
  }

 private:
  void pass(const model::Step& step, const Deduction& words) {
    for (const model::Fact& fact : step.facts) {
      const auto by = said_by_.find(fact);
      if (by == said_by_.end()) continue;
      const auto [needed, its_words] = std::exchange(waiting_[by->second], {});
      for (const model::Fact& said : needed.follows) said_by_.erase(said);
      pass(needed, its_words);
    }
    report_(step, words);
  }

  const std::size_t tiles_;
  const model::StepReport& report_;
  std::vector<std::pair<model::Step, Deduction>> waiting_;
  std::map<model::Fact, std::size_t> said_by_;  // in waiting_
};

/// What is to be explained of a solution: the tiles and where all paths go; if there are several
/// solutions, what these have in common.
std::vector<int> marks_of(const Pairs& pairs, model::Description& description,
                          const Solution& solution, const Deadline& deadline) {
  const std::vector<int> lit(solution.lit.begin(), solution.lit.end());
  std::vector<int> marks = lit;
  if (lit.empty()) return marks;
  for (const auto& pair : pairs) {
    const auto first = std::find(solution.path.begin(), solution.path.end(), pair.first);
    const auto is_beside = [&](int i) {
      const auto place = first - solution.path.begin() + i;
      return place >= 0 && at(static_cast<int>(place)) < solution.path.size() &&
             solution.path[at(static_cast<int>(place))] == pair.second;
    };
    const bool goes = first != solution.path.end() && (is_beside(-1) || is_beside(1));
    marks.push_back(goes ? 1 : model::kBlank);
  }
  const bool is_unique = solution.status == Status::unique;
  if (is_unique && pairs.empty()) return marks;
  std::vector<int>& known = description.board.marks;
  if (is_unique) std::copy(lit.begin(), lit.end(), known.begin());
  marks = model::agreed(description.model, std::move(marks), deadline);
  if (is_unique) std::copy(lit.begin(), lit.end(), marks.begin());
  std::fill(known.begin(), known.end(), model::kBlank);
  return marks;
}

}  // namespace

std::vector<std::pair<int, int>> pairs_of(const Board& board) {
  std::vector<std::pair<int, int>> pairs;
  for (int t = 0; t < static_cast<int>(board.size()); ++t) {
    const auto add = [&](int other) {
      if (board.tiles[at(t)].exists && board.tiles[at(other)].exists) pairs.emplace_back(other, t);
    };
    if (t % board.width != 0) add(t - 1);
    if (t >= board.width) add(t - board.width);
  }
  return pairs;
}

std::unique_ptr<model::Description> describe(const Board& board, bool walk) {
  const Pairs pairs = walk ? pairs_of(board) : Pairs();
  auto description = Writer(board, walk, pairs).take();
  const auto tile_of = [tiles = static_cast<int>(board.size()),
                        unknowns = description->board.cells()](const model::Sentence& sentence) {
    return sentence.place < tiles ? sentence.place : sentence.place - unknowns;
  };
  model::Words& words = description->words;
  words.facts = [&board, pairs](const auto& facts, const model::Step&) {
    return clauses(board, pairs, facts);
  };
  words.sentence = [&board, tile_of](const model::Sentence& sentence) {
    return model::Model::text(
        sentence, sentence.place == model::kBlank ? "" : name_of(board, tile_of(sentence)));
  };
  words.cells = [tile_of](const model::Sentence& sentence) {
    return sentence.place == model::kBlank ? std::vector<int>()
                                           : std::vector<int>{tile_of(sentence)};
  };
  words.cell = [&board, pairs](int unknown) {
    return at(unknown) < board.size() ? unknown : pairs[at(unknown) - board.size()].second;
  };
  words.open = [&board](const std::vector<int>& unknowns) {
    const auto tiles = std::count_if(unknowns.begin(), unknowns.end(),
                                     [&](int unknown) { return at(unknown) < board.size(); });
    return tiles == 0 ? "" : model::counted(static_cast<std::size_t>(tiles), "tile");
  };
  return description;
}

void explain(const Board& board, bool walk, const Solution& solution, const Deadline& deadline,
             const model::StepReport& report) {
  if (model::is_too_large(board.size(), report, kMostExplained)) return;
  const auto description = describe(board, walk);
  description->words.decided = [&](const model::Step& step) {
    std::vector<int> decided;
    for (const model::Fact& fact : step.follows)
      if (at(fact.cell) < board.size()) decided.push_back(fact.cell);
    return decided;
  };
  description->words.is_right = [&](int tile) {
    return board.tiles[at(tile)].lit == (solution.lit[at(tile)] != 0);
  };
  const Pairs pairs = walk ? pairs_of(board) : Pairs();
  const Deadline limit = deadline.at_most(kExplainTime);
  model::explain(description->model, description->words,
                 marks_of(pairs, *description, solution, limit), limit,
                 PathReport(board.size(), report));
}

}  // namespace eyehand::panel
