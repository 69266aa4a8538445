// Every step to the solution of a Hexiom is right, and has no reason that it does not need.
#include "solver/hexiom/explain.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "puzzle/hexiom/text.hpp"
#include "solver/hexiom/generate.hpp"
#include "solver/hexiom/solve.hpp"
#include "solver/random.hpp"
#include "tests/solver/model/verify.hpp"
#include "tests/support/effort.hpp"

namespace eyehand::hexiom {
namespace {

TEST(HexiomExplain, GivesEachStepJustTheReasonsItNeeds) {
  Random random(1);
  std::size_t most = 0;
  int explained = 0;
  while (explained < effort(200)) {
    const auto board = generate({.side = random.chance(0.1) ? 4 : 3,
                                 .density = 0.4 + 0.1 * random.below(4),
                                 .locked = 0.2 + 0.1 * random.below(4),
                                 .seed = random.next(),
                                 .unique = true});
    if (!board || symmetries(*board).size() > 1) continue;
    const Solution solution = solve(*board, {.count_limit = 2});
    if (solution.status != Status::unique) continue;
    SCOPED_TRACE(to_text(*board));
    const auto description = describe(*board);
    std::vector<int> values;
    for (const Cell cell : solution.answer) values.push_back(is_piece(cell) ? cell : kNoPieceThere);
    model::StepVerifier verifier(description->model);
    std::vector<Cell> cells = board->cells;
    explain(*board, solution.answer, true, {},
            [&](const model::Step& step, const Deduction& words) {
              verifier.expect_right(step, values, words.where + ": " + words.what);
              for (const int cell : words.decided) {
                EXPECT_NE(cells[at(cell)], solution.answer[at(cell)]);
                cells[at(cell)] = solution.answer[at(cell)];
              }
            });
    verifier.expect_reached(values);
    most = std::max(most, verifier.most_reasons());
    ++explained;
    if (HasFailure()) return;
  }
  EXPECT_GT(most, 1U);
}

TEST(HexiomExplain, SpeaksOfWhatShows) {
  // Nothing touches the locked piece, so the three others are in the three cells that are left, and
  // the outer two of these have one neighbour each.
  const Board board = from_text(
      "2\n"
      " +0 1\n"
      ". 2 .\n"
      " . 1\n");
  const Solution solution = solve(board, {.count_limit = 2});
  std::string steps;
  explain(board, solution.answer, true, {}, [&](const model::Step&, const Deduction& d) {
    steps += std::string(d.rule) + ": " + d.where + ": " + d.what + '\n';
  });
  for (const char* step : {"touches: row 1, column 2, and row 2, columns 1 and 2: are empty, "
                           "because a 0 at "
                           "row 1, column 1 would touch 0 pieces, and row 1, column 1 is a 0\n",
                           "pieces: row 2, column 3: is a 1, because there is 1 piece with a 0, "
                           "it is not 2 or empty, and row 1, column 1 is a 0\n"})
    EXPECT_NE(steps.find(step), std::string::npos) << step << "is missing in\n" << steps;
}

}  // namespace
}  // namespace eyehand::hexiom
