// Net on the modelling layer, compared with the solver.
#include "tests/solver/model/reference.hpp"

#include <gtest/gtest.h>

#include "puzzle/net/text.hpp"
#include "solver/net/generate.hpp"
#include "solver/net/solve.hpp"
#include "solver/random.hpp"
#include "tests/support/effort.hpp"

namespace eyehand::net {
namespace {

using Wires = std::vector<Sides>;

std::vector<Wires> reference_solutions(const Board& board, std::uint64_t limit) {
  const int tiles = static_cast<int>(board.size());
  model::Reference reference(tiles, kAllSides + 1);  // the sides of each tile's wires
  model::Model& model = reference.model;
  const auto is = [&](int tile, Sides sides) { return model.mark(tile).is(sides); };
  std::vector<std::array<int, kAllSides + 1>> has(board.size());  // by side
  for (int tile = 0; tile < tiles; ++tile) {
    const bool is_fixed = board.locked[at(tile)] != 0 || board.may_dangle(tile);
    model::Literals ways;
    for (int quarters = 0; quarters < (is_fixed ? 1 : 4); ++quarters)
      ways.push_back(is(tile, turned(board.wires[at(tile)], quarters)));
    model.any(ways);
    for (const Sides side : kEachSide) {
      model::Literals with;
      for (int sides = 0; sides <= kAllSides; ++sides)
        if (sides & side) with.push_back(is(tile, static_cast<Sides>(sides)));
      has[at(tile)][side] = model.any_of(with);
      if (!board.is_open(tile, side) && !board.may_dangle(tile))
        model.require(-has[at(tile)][side]);
    }
  }
  for (const std::vector<int>& linked : board.linked) {
    const model::Number quarters = model.number(0, 3);
    for (const int tile : linked)
      for (int q = 0; q < 4; ++q)
        model.if_then(quarters.is(q), is(tile, turned(board.wires[at(tile)], q)));
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
      const int here = has[at(tile)][side], there = has[at(other)][opposite(side)];
      if (!board.may_dangle(tile)) model.if_then(here, there);
      if (!board.may_dangle(other)) model.if_then(there, here);
      if (board.wires[at(tile)] != 0 && board.wires[at(other)] != 0)
        graph.edges.push_back({node_of[at(tile)], node_of[at(other)], model.all_of({here, there})});
    }
  if (board.rules.acyclic) model.acyclic(graph);
  if (board.rules.connected) model.connected(graph);
  return reference.solutions(
      limit, [](const std::vector<int>& marks) { return Wires(marks.begin(), marks.end()); });
}

TEST(NetSolve, AgreesWithTheReference) {
  Random random(1);
  const auto below = [&](std::uint32_t n) { return static_cast<int>(random.below(n)); };
  for (int i = effort(300); i > 0; --i) {
    GenerateOptions options = {.width = 1 + below(7),
                               .height = 1 + below(7),
                               .wrapping = random.chance(0.5),
                               .rules = {random.chance(0.7), random.chance(0.7)},
                               .barriers = random.chance(0.3) ? 0.3 : 0,
                               .crosses = random.chance(0.3),
                               .seed = random.next()};
    options.linked = options.width > 2 && random.chance(0.2);
    options.rules.source_may_dangle = !options.linked && random.chance(0.2);
    Board board = *generate(options);
    board.rules.connected = board.rules.connected != random.chance(0.1);
    board.rules.acyclic = board.rules.acyclic != random.chance(0.1);
    if (random.chance(0.3)) random.pick(board.locked) = 1;
    if (random.chance(0.2)) random.pick(board.wires) = static_cast<Sides>(below(16));
    SCOPED_TRACE(to_game_id(board));
    constexpr std::uint64_t kLimit = 20;
    const Solution solution = solve(board, {.count_limit = kLimit});
    model::expect_agreement(solution.count, solution.answer, reference_solutions(board, kLimit),
                            kLimit);
  }
}

}  // namespace
}  // namespace eyehand::net
