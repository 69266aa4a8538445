#include "calibration/hexiom/unsolved_plan.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "puzzle/hexiom/hexagon.hpp"
#include "puzzle/hexiom/text.hpp"

namespace eyehand::calibration {
namespace {

std::vector<ScreenPoint> places_of(const hexiom::Board& board) {
  const Hexagon hexagon(board.side);
  std::vector<ScreenPoint> places;
  for (int cell = 0; cell < hexagon.size(); ++cell) {
    const auto middle = hexagon.middle(cell);
    places.push_back(
        {300 + static_cast<int>(40 * middle.x), 300 + static_cast<int>(40 * middle.y)});
  }
  return places;
}

/// After how many of a plan's drags the board is solved, each time.
std::vector<int> solved_after(const Plan& plan, hexiom::Board board) {
  std::vector<int> solved;
  int drags = 0;
  for (auto& cells : cells_after(plan, board, places_of(board))) {
    ++drags;
    board.cells = cells;
    if (hexiom::is_solved(board)) solved.push_back(drags);
  }
  return solved;
}

TEST(UnsolvedPlan, AvoidsSolvedBoardsOnTheWay) {
  const hexiom::Board now = hexiom::from_text("2\n  2 .\n 2 5+3\n  3 3"),
                      wanted = hexiom::from_text("2\n  . 3\n 2 2+3\n  3 5");
  const auto places = places_of(now);
  const Plan shortest = hexiom::plan(now, wanted.cells, places, {});
  ASSERT_FALSE(solved_after(shortest, now).empty());
  const Plan plan = unsolved_plan(now, wanted.cells, places, {});
  EXPECT_TRUE(solved_after(plan, now).empty());
  EXPECT_EQ(cells_after(plan, now, places).back(), wanted.cells);
  EXPECT_LE(plan.size(), shortest.size() + 1);
}

TEST(UnsolvedPlan, MayEndWithASolvedBoard) {
  const hexiom::Board now = hexiom::from_text("2\n  1 .\n+1 1+1\n  . ."),
                      wanted = hexiom::from_text("2\n  1 .\n+1 .+1\n  . 1");
  const Plan plan = unsolved_plan(now, wanted.cells, places_of(now), {});
  EXPECT_EQ(plan.size(), 1U);
  EXPECT_TRUE(unsolved_part(plan, now, places_of(now)).empty());
}

TEST(UnsolvedPlan, EndsBeforeTheFirstSolvedBoard) {
  const hexiom::Board now = hexiom::from_text("2\n  2 .\n 2 5+3\n  3 3"),
                      wanted = hexiom::from_text("2\n  . 3\n 2 2+3\n  3 5");
  const auto places = places_of(now);
  const Plan shortest = hexiom::plan(now, wanted.cells, places, {});
  EXPECT_EQ(static_cast<int>(unsolved_part(shortest, now, places).size()) + 1,
            solved_after(shortest, now).front());
}

}  // namespace
}  // namespace eyehand::calibration
