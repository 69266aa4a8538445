// Net on the modelling layer, compared with the solver.
#include "tests/solver/model/reference.hpp"

#include <gtest/gtest.h>

#include "puzzle/net/text.hpp"
#include "solver/net/explain.hpp"
#include "solver/net/generate.hpp"
#include "solver/net/solve.hpp"
#include "solver/random.hpp"
#include "tests/support/effort.hpp"

namespace eyehand::net {
namespace {

using Wires = std::vector<Sides>;

std::vector<Wires> reference_solutions(const Board& board, std::uint64_t limit) {
  return model::solutions(describe(board)->model, limit,
                          [&](const std::vector<int>& sides) { return wires_of(board, sides); });
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
