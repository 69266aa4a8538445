// Every press of a solution of Lights Out follows from the lights that it is explained by, and from
// no fewer.
#include "solver/lights/explain.hpp"

#include <gtest/gtest.h>

#include "puzzle/lights/text.hpp"
#include "solver/lights/generate.hpp"
#include "solver/random.hpp"
#include "tests/solver/model/verify.hpp"
#include "tests/support/effort.hpp"

namespace eyehand::lights {
namespace {

TEST(LightsExplain, GivesEachPressJustTheLightsItNeeds) {
  Random random(1);
  int explained = 0;
  for (int i = effort(200); i > 0; --i) {
    // Refuting what follows from sets of any tiles takes a search that is long on larger boards.
    constexpr Shape kShapes[] = {Shape::random, Shape::dense};
    const bool plus = random.chance(0.6);
    const Board board = generate({.width = 2 + static_cast<int>(random.below(plus ? 5 : 3)),
                                  .height = 2 + static_cast<int>(random.below(plus ? 4 : 2)),
                                  .shape = plus ? Shape::plus : kShapes[random.below(2)],
                                  .wrapping = random.chance(0.2),
                                  .seed = random.next()});
    SCOPED_TRACE(to_game_id(board));
    const auto description = describe(board);
    model::StepVerifier verifier(description->model);
    std::vector<int> presses;
    const Trace trace = [&](const Deduction& words) {
      if (words.reasons.empty()) return;
      ASSERT_EQ(words.decided.size(), 1U);
      verifier.expect_right({words.reasons, {}, {{words.decided[0], 1, true}}}, presses,
                            words.what);
      ++explained;
    };
    for (const int pressed : solve(board).presses) presses.push_back(pressed);
    solve(board, {.trace = &trace});
    if (HasFailure()) return;
  }
  EXPECT_GT(explained, effort(200));
}

}  // namespace
}  // namespace eyehand::lights
