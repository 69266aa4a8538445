#include "solver/net/explain.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>

#include "puzzle/index.hpp"
#include "solver/model/compiled.hpp"

namespace eyehand::net {
namespace {

std::string name_of(const Board& board, int tile) {
  return "row " + std::to_string(tile / board.width + 1) + ", column " +
         std::to_string(tile % board.width + 1);
}

constexpr std::string_view kNetwork = "all wires form one network";

/// By the bits of Sides.
std::string_view shape_words(Sides wires) {
  switch (degree(wires)) {
    case 0:
      return "{at} has no wires";
    case 1:
      return "{at} is a dead end";
    case 2:
      return wires == opposite(wires) ? "{at} is straight" : "{at} is a corner";
    case 3:
      return "{at} has three wires";
    default:
      return "{at} has wires to all sides";
  }
}

std::string sides_words(const std::vector<Sides>& sides) {
  std::vector<std::string> names;
  for (const Sides side : sides)
    names.emplace_back(side == kRight  ? "right"
                       : side == kUp   ? "upper"
                       : side == kLeft ? "left"
                                       : "lower");
  return "its " + model::listed(names) + (sides.size() == 1 ? " side" : " sides");
}

/// For people, what is known of sides; tiles of which the step speaks come first.
class Wording {
 public:
  Wording(const Board& board, const model::Model& model) : board_(board), model_(model) {
    ends_.resize(at(model.board().cells()));
    for (int tile = 0; tile < static_cast<int>(board.size()); ++tile)
      for (const Sides side : kEachSide)
        ends_[at(side_of(board, tile, side))].emplace_back(tile, side);
  }

  int tile_of(const model::Sentence& sentence) const {
    return sentence.place < model_.board().cells() ? -1 : sentence.place - model_.board().cells();
  }
  std::string name_of_side(int side) const {
    if (ends_[at(side)].empty()) return "";
    const auto& [tile, of] = ends_[at(side)][0];
    return sides_words({of}).replace(0, 3, "the") + " of " + name_of(board_, tile);
  }
  /// A tile with this side.
  int tile_at(int side) const { return ends_[at(side)][0].first; }
  /// How many tiles have these sides.
  std::size_t tiles_at(const std::vector<int>& sides) const {
    std::set<int> tiles;
    for (const int side : sides)
      for (const auto& [tile, of] : ends_[at(side)]) tiles.insert(tile);
    return tiles.size();
  }

  model::Clauses clauses(const std::vector<model::Fact>& facts, const model::Step& step) const {
    std::set<int> tiles;
    for (const int reason : step.reasons) tiles.insert(tile_of(model_.sentences()[at(reason)]));
    enum What { wire, none, border, barrier };
    std::map<int, std::array<std::vector<Sides>, 4>> said;
    for (const auto& [unknown, value, is] : facts) {
      const auto& ends = ends_[at(unknown)];
      const auto end = std::find_if(ends.begin(), ends.end(),
                                    [&](const auto& each) { return tiles.contains(each.first); });
      const auto& [tile, side] = end == ends.end() ? ends[0] : *end;
      const What what = board_.is_open(tile, side)         ? is ? wire : none
                        : board_.neighbour(tile, side) < 0 ? border
                                                           : barrier;
      said[tile][what].push_back(side);
    }
    model::Clauses clauses;
    for (const auto& [tile, sides] : said) {
      std::vector<std::string> parts;
      if (!sides[wire].empty())
        parts.push_back((sides[wire].size() == 1 ? "has a wire on " : "has wires on ") +
                        sides_words(sides[wire]));
      if (!sides[none].empty()) parts.push_back("has no wire on " + sides_words(sides[none]));
      if (!sides[border].empty())
        parts.push_back("is at the border on " + sides_words(sides[border]));
      if (!sides[barrier].empty())
        parts.push_back((sides[barrier].size() == 1 ? "has a barrier on " : "has barriers on ") +
                        sides_words(sides[barrier]));
      clauses.emplace_back(name_of(board_, tile), model::listed(parts));
    }
    return clauses;
  }

  /// Whether a step counts the wire ends of some tiles: all other sides of these are known.
  bool is_parity(const model::Step& step) const {
    std::set<int> tiles, known;
    for (const int reason : step.reasons) {
      const int tile = tile_of(model_.sentences()[at(reason)]);
      if (tile < 0) return false;
      tiles.insert(tile);
    }
    for (const model::Fact& fact : step.facts) known.insert(fact.cell);
    known.insert(step.follows[0].cell);
    return std::all_of(tiles.begin(), tiles.end(), [&](int tile) {
      return std::all_of(kEachSide.begin(), kEachSide.end(), [&](Sides side) {
        return tiles.contains(board_.neighbour(tile, side)) ||
               known.contains(side_of(board_, tile, side));
      });
    });
  }

 private:
  const Board& board_;
  const model::Model& model_;
  std::vector<std::vector<std::pair<int, Sides>>> ends_;  // by unknown
};

/// Forbids all states of four sides but these, by clauses from which all that follows is found by
/// unit propagation.
void allow(model::Model& model, const std::array<int, 4>& wire, const std::vector<Sides>& allowed) {
  std::vector<std::pair<unsigned, unsigned>> forbidden;  // of these sides, those with a wire
  for (const int size : {1, 2, 3, 4})
    for (unsigned some = 1; some <= kAllSides; ++some) {
      if (std::popcount(some) != size) continue;
      for (unsigned on = 0; on <= some; ++on) {
        if ((on & ~some) != 0) continue;
        const bool is_allowed = std::any_of(allowed.begin(), allowed.end(),
                                            [&](Sides each) { return (each & some) == on; });
        const bool is_implied =
            std::any_of(forbidden.begin(), forbidden.end(), [&](const auto& smaller) {
              return (smaller.first & ~some) == 0 && (on & smaller.first) == smaller.second;
            });
        if (is_allowed || is_implied) continue;
        forbidden.emplace_back(some, on);
        model::Literals clause;
        for (std::size_t i = 0; i < 4; ++i)
          if (some >> i & 1) clause.push_back(on >> i & 1 ? -wire[i] : wire[i]);
        model.any(clause);
      }
    }
}

}  // namespace

int side_of(const Board& board, int tile, Sides side) {
  const int tiles = static_cast<int>(board.size());
  if (side == kRight) return 2 * tile;
  if (side == kDown) return 2 * tile + 1;
  const int other = board.neighbour(tile, side);
  if (other >= 0) return side_of(board, other, opposite(side));
  return 2 * tiles + (side == kLeft ? tile / board.width : board.height + tile % board.width);
}

std::vector<int> sides_of(const Board& board, std::span<const Sides> wires) {
  const int tiles = static_cast<int>(board.size());
  std::vector<int> sides(2 * board.size() + at(board.width + board.height), 0);
  for (int tile = 0; tile < tiles; ++tile)
    for (const Sides side : {kRight, kDown})
      if (board.is_open(tile, side))
        sides[at(side_of(board, tile, side))] =
            (wires[at(tile)] & side) != 0 &&
            (wires[at(board.neighbour(tile, side))] & opposite(side)) != 0;
  return sides;
}

std::vector<Sides> wires_of(const Board& board, std::span<const int> sides) {
  std::vector<Sides> wires(board.size(), 0);
  for (int tile = 0; tile < static_cast<int>(board.size()); ++tile)
    for (const Sides side : kEachSide)
      if (sides[at(side_of(board, tile, side))] == 1)
        wires[at(tile)] = static_cast<Sides>(wires[at(tile)] | side);
  if (board.rules.source_may_dangle) wires[at(board.source)] = board.wires[at(board.source)];
  return wires;
}

std::unique_ptr<model::Description> describe(const Board& board) {
  const int tiles = static_cast<int>(board.size());
  const int unknowns = 2 * tiles + board.width + board.height;
  auto description = std::make_unique<model::Description>(
      unknowns, 2, "side",
      std::vector<std::string_view>{"known", "orientation", "linked", "loop", "network"});
  model::Model& model = description->model;
  const model::Literals wire = model.marked(1);
  for (int tile = 0; tile < tiles; ++tile) {
    std::array<int, 4> around;
    std::vector<Sides> ways;
    const Sides wires = board.wires[at(tile)];
    for (std::size_t i = 0; i < 4; ++i) {
      const Sides side = kEachSide[i];
      const int unknown = side_of(board, tile, side);
      around[i] = wire[at(unknown)];
      if (!board.is_open(tile, side))
        description
            ->given(
                "known",
                board.neighbour(tile, side) < 0 ? "{at} is at the border" : "{at} has a barrier",
                unknown)
            .require(-around[i]);
      else if (board.locked[at(tile)] != 0 && !board.may_dangle(tile))
        description->given("known", "{at} is that of a locked tile", unknown)
            .require(wires & side ? around[i] : -around[i]);
      else if (board.may_dangle(tile) && !(wires & side))
        description->given("known", "{at} has no wire of the source", unknown).require(-around[i]);
      else if (board.may_dangle(tile) && board.neighbour(tile, side) == tile &&
               (wires & opposite(side)))
        description->given("known", "{at} joins the source to itself", unknown).require(around[i]);
      ways.push_back(turned(wires, static_cast<int>(i)));
    }
    if (board.may_dangle(tile)) continue;
    if (board.locked[at(tile)] != 0) ways = {wires};
    description->because("orientation", shape_words(wires), unknowns + tile);
    allow(model, around, ways);
  }
  // Border sides of no tile, if the board wraps.
  if (board.wrapping)
    for (int i = 2 * tiles; i < unknowns; ++i)
      description->given("known", "there is no such side", i).require(-wire[at(i)]);
  for (const std::vector<int>& linked : board.linked) {
    description->because("linked", "{at} turns together with the tiles that are linked with it",
                         unknowns + linked[0]);
    const model::Number quarters = model.number(0, 3);
    for (const int tile : linked)
      for (int q = 0; q < 4; ++q)
        for (const Sides side : kEachSide) {
          const int literal = wire[at(side_of(board, tile, side))];
          model.if_then(quarters.is(q),
                        turned(board.wires[at(tile)], q) & side ? literal : -literal);
        }
  }
  std::vector<int> node_of(board.size(), -1);  // of tiles with wires
  model::Graph graph;
  for (int tile = 0; tile < tiles; ++tile) {
    if (board.wires[at(tile)] == 0) continue;
    node_of[at(tile)] = static_cast<int>(graph.nodes.size());
    graph.nodes.push_back(0);
  }
  for (int tile = 0; tile < tiles; ++tile)
    for (const Sides side : {kRight, kDown}) {
      if (!board.is_open(tile, side)) continue;
      const int other = board.neighbour(tile, side);
      if (node_of[at(tile)] >= 0 && node_of[at(other)] >= 0)
        graph.edges.push_back(
            {node_of[at(tile)], node_of[at(other)], wire[at(side_of(board, tile, side))]});
    }
  if (board.rules.acyclic) {
    description->because("loop", "no wire runs in a loop");
    model.acyclic(graph);
  }
  if (board.rules.connected) {
    description->because("network", kNetwork);
    model.connected(graph);
  }

  const auto wording = std::make_shared<const Wording>(board, model);
  model::Words& words = description->words;
  words.facts = [wording](const auto& facts, const model::Step& step) {
    return wording->clauses(facts, step);
  };
  words.sentence = [wording, &board](const model::Sentence& sentence) {
    const int tile = wording->tile_of(sentence);
    const std::string name = sentence.place == model::kBlank ? ""
                             : tile < 0                      ? wording->name_of_side(sentence.place)
                                                             : name_of(board, tile);
    return model::Model::text(sentence, name);
  };
  words.cells = [wording](const model::Sentence& sentence) {
    const int tile = wording->tile_of(sentence);
    return tile < 0 ? std::vector<int>() : std::vector<int>{tile};
  };
  words.cell = [wording](int side) { return wording->tile_at(side); };
  words.open = [wording](const std::vector<int>& sides) {
    return model::counted(wording->tiles_at(sides), "tile");
  };
  words.rule = [wording, of = words.rule](const model::Step& step) {
    auto rule = of(step);
    if (step.reasons.size() > 1 && !step.follows.empty() && wording->is_parity(step))
      rule.first = "parity";
    return rule;
  };
  return description;
}

namespace {

/// Looks for the tiles that the opposite of a step would cut off from the others.
class CutOff {
 public:
  CutOff(const Board& board, const model::Model& model)
      : board_(board), model_(model), compiled_(model, true) {}

  /// " (otherwise 5 of 81 tiles would be cut off)"; empty if what follows at once does not show it.
  std::string words(const model::Step& step) {
    sat::Literals assumed = {-literal(step.follows[0])};
    bool is_cut = false;
    for (const int reason : step.reasons)
      if (model_.sentences()[at(reason)].text == kNetwork)
        is_cut = true;
      else
        assumed.push_back(compiled_.holds(at(reason)));
    for (const model::Fact& fact : step.facts) assumed.push_back(literal(fact));
    if (!is_cut || !compiled_.engine().propagate(assumed)) return "";
    const auto wired = std::count_if(board_.wires.begin(), board_.wires.end(),
                                     [](Sides wires) { return wires != 0; });
    for (int tile = 0; tile < static_cast<int>(board_.size()); ++tile) {
      const bool is_end = std::any_of(kEachSide.begin(), kEachSide.end(), [&](Sides side) {
        return side_of(board_, tile, side) == step.follows[0].cell;
      });
      if (const std::size_t tiles = is_end ? closed_part(tile) : 0; tiles > 0)
        return " (otherwise " + std::to_string(tiles) + " of " + std::to_string(wired) +
               " tiles would be cut off)";
    }
    return "";
  }

 private:
  int literal(const model::Fact& fact) const {
    const int wire = model_.mark(fact.cell).is(1);
    return fact.is ? wire : -wire;
  }
  /// The number of tiles that are joined with this one; 0 if more may be.
  std::size_t closed_part(int first) {
    std::vector<int> part = {first};
    for (std::size_t i = 0; i < part.size(); ++i)
      for (const Sides side : kEachSide) {
        const int wire = model_.mark(side_of(board_, part[i], side)).is(1);
        if (!board_.is_open(part[i], side) || compiled_.engine().value(wire) < 0) continue;
        if (compiled_.engine().value(wire) == 0) return 0;
        const int other = board_.neighbour(part[i], side);
        if (std::find(part.begin(), part.end(), other) == part.end()) part.push_back(other);
      }
    return part.size();
  }

  const Board& board_;
  const model::Model& model_;
  model::Compiled compiled_;
};

}  // namespace

void explain(const Board& board, const std::vector<Sides>& answer, bool is_unique,
             const Deadline& deadline, const model::StepReport& report) {
  if (model::is_too_large(2 * board.size(), report)) return;
  const auto description = describe(board);
  // Per tile, how many of its sides are not known.
  std::vector<int> open(board.size(), 0);
  std::vector<std::vector<int>> tiles_at(at(description->board.cells()));
  for (int tile = 0; tile < static_cast<int>(board.size()); ++tile)
    for (const Sides side : kEachSide) {
      const int unknown = side_of(board, tile, side);
      if (description->board.clues[at(unknown)] != model::kBlank) continue;
      ++open[at(tile)];
      tiles_at[at(unknown)].push_back(tile);
    }
  description->words.decided = [&](const model::Step& step) {
    std::vector<int> decided;
    for (const model::Fact& fact : step.follows)
      for (const int tile : tiles_at[at(fact.cell)])
        if (--open[at(tile)] == 0) decided.push_back(tile);
    return decided;
  };
  description->words.is_right = [&](int tile) { return answer[at(tile)] == board.wires[at(tile)]; };
  CutOff cut_off(board, description->model);
  const model::StepReport with_cut_off = [&](const model::Step& step, const Deduction& deduction) {
    if (step.follows.empty()) return report(step, deduction);
    Deduction more = deduction;
    more.what += cut_off.words(step);
    report(step, more);
  };
  model::explain(*description, answer.empty() ? std::vector<int>() : sides_of(board, answer),
                 is_unique, deadline, with_cut_off);
}

}  // namespace eyehand::net
