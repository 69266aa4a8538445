// Lights Out on the modelling layer, compared with the solver.
#include "tests/solver/model/reference.hpp"

#include <gtest/gtest.h>

#include "puzzle/lights/text.hpp"
#include "solver/lights/explain.hpp"
#include "solver/lights/generate.hpp"
#include "solver/lights/solve.hpp"
#include "solver/random.hpp"
#include "tests/support/effort.hpp"

namespace eyehand::lights {
namespace {

using Presses = std::vector<std::uint8_t>;

std::vector<Presses> reference_solutions(const Board& board, std::uint64_t limit) {
  return model::solutions(describe(board)->model, limit, [](const std::vector<int>& marks) {
    return Presses(marks.begin(), marks.end());
  });
}

TEST(LightsSolve, AgreesWithTheReference) {
  Random random(1);
  for (int i = effort(300); i > 0; --i) {
    constexpr Shape kShapes[] = {Shape::plus, Shape::random, Shape::dense};
    Board board = generate({.width = 1 + static_cast<int>(random.below(5)),
                            .height = 1 + static_cast<int>(random.below(5)),
                            .shape = kShapes[random.below(3)],
                            .wrapping = random.chance(0.3),
                            .seed = random.next()});
    if (random.chance(0.5)) random.pick(board.lit) ^= 1;
    SCOPED_TRACE(to_game_id(board));
    constexpr std::uint64_t kLimit = 50;
    const Solution solution = solve(board, {.count_limit = kLimit});
    model::expect_agreement(solution.count, solution.presses, reference_solutions(board, kLimit),
                            kLimit);
  }
}

}  // namespace
}  // namespace eyehand::lights
