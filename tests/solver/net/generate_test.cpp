#include "solver/net/generate.hpp"

#include <gtest/gtest.h>

#include "puzzle/error.hpp"
#include "puzzle/net/text.hpp"
#include "solver/net/solve.hpp"
#include "tests/support/effort.hpp"

namespace eyehand::net {
namespace {

TEST(NetGenerate, SameSeedSameBoardEverywhere) {
  const auto board = generate({.width = 5, .height = 4, .seed = 7});
  ASSERT_TRUE(board);
  EXPECT_EQ(to_game_id(*board), "5x4:1a96384b68577d9c3898");
  EXPECT_EQ(board->source, 2 * 5 + 2);
  EXPECT_NE(to_game_id(*generate({.width = 5, .height = 4, .seed = 8})), to_game_id(*board));
}

TEST(NetGenerate, EveryBoardHasAnAnswerUnderItsRules) {
  for (int seed = 0; seed < effort(2000); ++seed) {
    GenerateOptions options;
    options.width = 1 + seed % 7;
    options.height = 1 + seed / 7 % 6;
    options.wrapping = seed % 2 == 1;
    options.rules = {seed % 3 != 0, seed % 5 != 0};
    options.barriers = seed % 4 == 0 ? 0.3 : 0;
    options.crosses = seed % 6 == 0;
    options.seed = static_cast<std::uint64_t>(seed);
    const auto board = generate(options);
    ASSERT_TRUE(board);
    EXPECT_EQ(board->rules, options.rules);
    const Solution solution = solve(*board, {.count_limit = 1});
    ASSERT_FALSE(solution.answer.empty()) << to_game_id(*board);
    Board answer = *board;
    answer.wires = solution.answer;
    EXPECT_TRUE(is_solved(answer)) << to_game_id(*board);
  }
}

TEST(NetGenerate, UniqueOnRequest) {
  for (const auto& [width, height] : {std::pair{5, 5}, {9, 9}, {13, 11}, {40, 40}}) {
    for (int seed = 0; seed < effort(40); ++seed) {
      const auto board = generate({.width = width,
                                   .height = height,
                                   .wrapping = seed % 2 == 0,
                                   .barriers = seed % 3 == 0 ? 0.2 : 0,
                                   .unique = true,
                                   .seed = static_cast<std::uint64_t>(seed)});
      ASSERT_TRUE(board);
      EXPECT_EQ(solve(*board).status, Status::unique) << to_game_id(*board);
    }
  }
}

TEST(NetGenerate, UniqueUnderLooserRules) {
  for (const Rules rules : {Rules{true, false}, Rules{false, true}, Rules{false, false}}) {
    const auto board =
        generate({.width = 7, .height = 7, .rules = rules, .unique = true, .seed = 3});
    ASSERT_TRUE(board);
    EXPECT_EQ(solve(*board).status, Status::unique) << to_game_id(*board);
  }
}

TEST(NetGenerate, SourcesThatMayDangleOrAreLinked) {
  for (int seed = 0; seed < effort(100); ++seed) {
    GenerateOptions options;
    options.width = 4 + seed % 6;
    options.height = 3 + seed % 5;
    options.wrapping = seed % 3 == 0;
    options.rules.acyclic = seed % 5 != 0;
    options.rules.source_may_dangle = seed % 2 == 0;
    options.linked = !options.rules.source_may_dangle;
    options.unique = true;
    options.seed = static_cast<std::uint64_t>(seed);
    const auto board = generate(options);
    ASSERT_TRUE(board);
    EXPECT_NO_THROW(validate(*board));
    EXPECT_EQ(board->linked.empty(), !options.linked);
    if (options.rules.source_may_dangle) {
      EXPECT_EQ(board->wires[static_cast<std::size_t>(board->source)], kAllSides);
    }
    EXPECT_EQ(solve(*board).status, Status::unique) << to_game_id(*board);
  }
  EXPECT_THROW(generate({.width = 2, .height = 3, .linked = true}), Error);
  EXPECT_THROW(generate({.rules = {.source_may_dangle = true}, .linked = true}), Error);
}

TEST(NetGenerate, LargeAndUniqueInReasonableTime) {
  const int side = effort(400);
  for (const bool wrapping : {false, true}) {
    const auto board = generate({.width = side,
                                 .height = side + 50,
                                 .wrapping = wrapping,
                                 .unique = true,
                                 .seed = 1,
                                 .deadline = Deadline::after(std::chrono::seconds(20))});
    ASSERT_TRUE(board);
    const Solution solution = solve(*board);
    EXPECT_EQ(solution.status, Status::unique);
    Board answer = *board;
    answer.wires = solution.answer;
    EXPECT_TRUE(is_solved(answer));
  }
}

TEST(NetGenerate, SaysWhenThereIsNone) {
  // Two tiles side by side, wrapping: the mirror image of an answer is an answer too.
  EXPECT_FALSE(generate({.width = 2, .height = 1, .wrapping = true, .unique = true}));
  EXPECT_THROW(generate({.width = 0}), Error);
}

TEST(NetGenerate, BarriersStandOnlyWhereNoWireRuns) {
  const auto board = generate({.width = 6, .height = 6, .barriers = 1, .seed = 1});
  ASSERT_TRUE(board);
  EXPECT_EQ(solve(*board).status, Status::unique);
}

}  // namespace
}  // namespace eyehand::net
