// Each deduction on a small board that needs it: expensive rules are tried only when the cheaper
// ones find nothing more, so a reported rule helped where no other did.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
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
  std::set<std::string> reported;
  const Trace trace = [&](const Deduction& deduction) {
    reported.insert(std::string(deduction.rule));
    EXPECT_EQ(deduction.where.rfind("row ", 0), 0u);
    EXPECT_FALSE(deduction.what.empty());
  };
  const Solution solution = solve(board, {.trace = &trace});
  EXPECT_EQ(solution.status, Status::unique);
  EXPECT_EQ(solution.decisions, 0u);
  EXPECT_TRUE(reported.count(GetParam().rule)) << "not needed: " << GetParam().rule;
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
  int reported = 0;
  const Trace trace = [&](const Deduction& deduction) {
    if (deduction.rule != "linked") return;
    ++reported;
    EXPECT_NE(deduction.what.find("a tile that turns with it cannot follow"), std::string::npos);
  };
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const auto board = generate({.width = 5,
                                 .height = 5,
                                 .wrapping = true,
                                 .rules = kNeither,
                                 .linked = true,
                                 .unique = true,
                                 .seed = seed});
    ASSERT_TRUE(board);
    const Solution solution = solve(*board, {.trace = &trace});
    EXPECT_EQ(solution.status, Status::unique);
    EXPECT_EQ(solution.decisions, 0u);
  }
  EXPECT_GT(reported, 0);
}

TEST(NetDeductions, CountingWiresOfASourceThatMayDangle) {
  EXPECT_EQ(solve(from_game_id("3x1:1fs1")).status, Status::unique);
  EXPECT_EQ(solve(from_game_id("3x1:1fs5")).status, Status::none);
}

TEST(NetDeductions, StepsComeWithReadableText) {
  std::vector<Deduction> steps;
  const Trace trace = [&](const Deduction& deduction) { steps.push_back(deduction); };
  solve(from_game_id("2x1:14"), {.trace = &trace});
  ASSERT_GE(steps.size(), 2u);
  EXPECT_EQ(steps[0].rule, "orientation");
  EXPECT_EQ(steps[0].where, "row 1, column 1");
  EXPECT_EQ(
      steps[0].what,
      "cannot point up, because its upper side is on the border of the board; it cannot point "
      "left, because its left side is on the border of the board; it cannot point down, "
      "because its lower side is on the border of the board, so it must point right");
  EXPECT_TRUE(steps[0].decided.empty()) << "it lies so";
  EXPECT_EQ(steps[1].what,
            "has a wire on its right side, like every orientation it can still have");
}

std::vector<std::string> explained(const char* id) {
  std::vector<std::string> steps;
  const Trace trace = [&](const Deduction& d) { steps.push_back(d.where + ": " + d.what); };
  solve(from_game_id(id), {.trace = &trace});
  return steps;
}

TEST(NetDeductions, NameOrientationsByWhatShows) {
  const auto steps = explained("3x3:3583fs84b6");
  for (const std::string sentence : {
           "row 1, column 1: cannot connect right and up or up and left, because its upper side is "
           "on the border of the board; it cannot connect left and down, because its left side is "
           "on the border of the board, so it must connect right and down",
           "row 1, column 2: cannot lie vertically, because the tile to its right has a wire on "
           "that side, so it must lie horizontally",
           "row 3, column 2: cannot have its closed side on the left, because the tile to its left "
           "has a wire on that side; it cannot have its closed side on the right or at the top, "
           "because its lower side is on the border of the board, so it must have its closed side "
           "at "
           "the bottom",
           "row 2, column 3: has no wire on its left side, because a wire would close a loop in "
           "rows 2 to 3, columns 2 to 3",
       })
    EXPECT_TRUE(std::ranges::count(steps, sentence) > 0) << sentence << "\nis missing in:\n"
                                                         << testing::PrintToString(steps);
}

TEST(NetDeductions, SayThatNoOrientationIsLeft) {
  const auto steps = explained("2x2:5113");
  ASSERT_FALSE(steps.empty());
  EXPECT_EQ(steps.back(),
            "row 1, column 1: cannot lie vertically, because its upper side is on the border of "
            "the board; it cannot lie horizontally, because its left side is on the border of the "
            "board; no orientation is left, so there is no solution");
}

}  // namespace
}  // namespace eyehand::net
