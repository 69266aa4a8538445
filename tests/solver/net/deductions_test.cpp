// Each deduction on a small board that is not solved without it.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "puzzle/net/text.hpp"
#include "solver/net/generate.hpp"
#include "solver/net/solve.hpp"

namespace eyehand::net {
namespace {

struct Case {
  std::string rule;
  std::string id;
  Rules rules;
};

class NetDeduction : public testing::TestWithParam<Case> {};

TEST_P(NetDeduction, SolvesWithoutDecisions) {
  Board board = from_game_id(GetParam().id);
  board.rules = GetParam().rules;
  const Solution solution = solve(board);
  EXPECT_EQ(solution.status, Status::unique);
  EXPECT_EQ(solution.decisions, 0u);
  board.wires = solution.answer;
  EXPECT_TRUE(is_solved(board)) << to_picture(board);
}

constexpr Rules kBoth = {true, true}, kLoopsAllowed = {true, false}, kPartsAllowed = {false, true},
                kNeither = {false, false};
INSTANTIATE_TEST_SUITE_P(Cases, NetDeduction,
                         testing::Values(Case{"edge", "2x2:38c1", kNeither},
                                         Case{"orientation", "2x2:38c1", kNeither},
                                         Case{"loop", "2x2:38c1", kBoth},
                                         Case{"loop", "2x2:31c8", kPartsAllowed},
                                         Case{"reach", "3x3w:28c78b259", kBoth},
                                         Case{"reach", "3x3w:2729dd558", kLoopsAllowed},
                                         Case{"parity", "3x4w:6822ec63ba16", kBoth},
                                         Case{"parity", "3x3w:646bed151", kLoopsAllowed},
                                         Case{"parity", "3x5w:ca4de6b5ca746e4", kNeither},
                                         Case{"odd_tile", "3x4w:68192336d768", kBoth},
                                         Case{"odd_tile", "3x3w:cdc6dd575", kLoopsAllowed},
                                         Case{"odd_tile", "2x3w:2aa214", kPartsAllowed},
                                         Case{"odd_tile", "2x3w:421a52", kNeither}));

TEST(NetDeductions, CountingWiresAloneCanRefuse) {
  Board board = from_game_id("2x2:1111");  // four ends: two wires, never one network of four
  EXPECT_EQ(solve(board).status, Status::none);
  board.rules.connected = false;
  EXPECT_EQ(solve(board).status, Status::multiple);
  EXPECT_EQ(solve(from_game_id("2x2:1113")).status, Status::none);  // an odd number of ends
}

TEST(NetDeductions, LinkedTilesNarrowEachOther) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const auto board = generate({.width = 5,
                                 .height = 5,
                                 .wrapping = true,
                                 .rules = kNeither,
                                 .linked = true,
                                 .unique = true,
                                 .seed = seed});
    ASSERT_TRUE(board);
    const Solution solution = solve(*board);
    EXPECT_EQ(solution.status, Status::unique);
    EXPECT_EQ(solution.decisions, 0u);
  }
}

TEST(NetDeductions, CountingWiresOfASourceThatMayDangle) {
  EXPECT_EQ(solve(from_game_id("3x1:1fs1")).status, Status::unique);
  EXPECT_EQ(solve(from_game_id("3x1:1fs5")).status, Status::none);
}

}  // namespace
}  // namespace eyehand::net
