#include "actuator/lights/plan.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "puzzle/error.hpp"
#include "tests/contracts/plan.hpp"

namespace eyehand::lights {
namespace {

std::vector<ScreenPoint> places(const Board& board) {
  std::vector<ScreenPoint> where;
  for (int y = 0; y < board.height; ++y)
    for (int x = 0; x < board.width; ++x) where.push_back({100 + 40 * x, 50 + 40 * y});
  return where;
}

TEST(PlanLights, OneClickForEachPressAndNoOther) {
  const Board board = Board::plus(4, 3);
  const auto where = places(board);
  const std::vector<std::uint8_t> presses = {1, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 1};
  const Plan clicks = plan(board, presses, where, {.press_button = 3});
  ASSERT_EQ(clicks.size(), 4u);
  for (const std::size_t tile : {0, 3, 5, 11})
    EXPECT_EQ(std::count(clicks.begin(), clicks.end(), Gesture(Click{where[tile], 3})), 1) << tile;
}

TEST(PlanLights, FulfilsTheContract) {
  const Board solved = Board::plus(4, 3);
  Board lit = solved;
  press(lit, 5);
  test::expect_planner(lit, solved, places(lit),
                       [&](const Board& now, std::span<const ScreenPoint> where) {
                         std::vector<std::uint8_t> presses(12, 0);
                         presses[5] = now.lit[5];
                         return plan(now, presses, where, {});
                       });
}

TEST(PlanLights, TravelIsShort) {
  const Board board = Board::plus(8, 8);
  const Plan clicks = plan(board, std::vector<std::uint8_t>(64, 1), places(board), {});
  ASSERT_EQ(clicks.size(), 64u);
  int travel = 0;
  for (std::size_t i = 1; i < clicks.size(); ++i) {
    const auto a = std::get<Click>(clicks[i - 1]).at, b = std::get<Click>(clicks[i]).at;
    travel += std::abs(a.x - b.x) + std::abs(a.y - b.y);
  }
  EXPECT_EQ(travel, 63 * 40);
}

TEST(PlanLights, AnotherBoardsPressesAreRefused) {
  const Board board = Board::plus(4, 3);
  EXPECT_THROW(plan(board, std::vector<std::uint8_t>(11, 0), places(board), {}), Error);
}

}  // namespace
}  // namespace eyehand::lights
