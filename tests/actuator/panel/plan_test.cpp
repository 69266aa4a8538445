#include "actuator/panel/plan.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "puzzle/error.hpp"
#include "puzzle/panel/text.hpp"
#include "tests/contracts/plan.hpp"

namespace eyehand::panel {
namespace {

const Controls kControls;

std::vector<ScreenPoint> places(const Board& board) {
  std::vector<ScreenPoint> points;
  for (int y = 0; y < board.height; ++y)
    for (int x = 0; x < board.width; ++x) points.push_back({40 * x + 20, 40 * y + 20});
  return points;
}

TEST(PlanToggles, ClickEachTileThatDiffersOnce) {
  std::mt19937 random(3);
  for (int round = 0; round < 50; ++round) {
    Board board = Board::make(7, 5);
    std::vector<std::uint8_t> lit(board.size());
    for (std::size_t i = 0; i < board.size(); ++i) {
      board.tiles[i].lit = random() % 2 == 0;
      lit[i] = random() % 2;
    }
    const auto where = places(board);
    const Plan plan = plan_toggles(board, lit, where, {.toggle_button = 3});
    for (const Gesture& gesture : plan) {
      const Click click = std::get<Click>(gesture);
      EXPECT_EQ(click.button, 3);
      const auto tile = std::find(where.begin(), where.end(), click.at) - where.begin();
      auto& now = board.tiles.at(static_cast<std::size_t>(tile)).lit;
      EXPECT_NE(now, lit[static_cast<std::size_t>(tile)] != 0);
      now = !now;
    }
    for (std::size_t i = 0; i < lit.size(); ++i) EXPECT_EQ(board.tiles[i].lit, lit[i] != 0);
  }
}

TEST(PlanToggles, FulfilTheContract) {
  const Board solved = from_code("3:220020002");
  const std::vector<std::uint8_t> lit = {1, 1, 0, 0, 1, 0, 0, 0, 1};
  test::expect_planner(Board::make(3, 3), solved, places(solved),
                       [&](const Board& now, std::span<const ScreenPoint> where) {
                         return plan_toggles(now, lit, where, kControls);
                       });
}

TEST(PlanToggles, LinkedTilesTakeOneClick) {
  // All four are one, met from two sides.
  const Board square = from_code("2:0<0^0/0");
  EXPECT_EQ(plan_toggles(square, std::vector<std::uint8_t>{1, 1, 1, 1}, places(square), kControls),
            (Plan{Click{{20, 20}, 1}}));
  EXPECT_THROW(
      plan_toggles(square, std::vector<std::uint8_t>{1, 0, 1, 1}, places(square), kControls),
      Error);
}

TEST(PlanToggles, LocksAndHolesAreNotClicked) {
  const Board board = from_code("3:486");  // locked unlit, missing, locked lit
  EXPECT_TRUE(
      plan_toggles(board, std::vector<std::uint8_t>{0, 1, 1}, places(board), kControls).empty());
  EXPECT_THROW(plan_toggles(board, std::vector<std::uint8_t>{1, 0, 1}, places(board), kControls),
               Error);
  EXPECT_THROW(plan_toggles(board, std::vector<std::uint8_t>{0, 0}, places(board), kControls),
               Error);
}

Plan keys(const std::vector<std::string>& names) {
  Plan plan;
  for (const auto& name : names) plan.push_back(Key{name});
  return plan;
}

TEST(PlanWalk, ContinuesFromTheWalker) {
  Board board = from_code("3:@200000@000");
  const std::vector<int> path = {0, 1, 4, 3};
  EXPECT_EQ(plan_walk(board, path, 0, kControls), keys({"Right", "Down", "Left"}));
  board.tiles[1].lit = true;
  EXPECT_EQ(plan_walk(board, path, 1, kControls), keys({"Down", "Left"}));
  board.tiles[4].lit = board.tiles[3].lit = true;
  EXPECT_TRUE(plan_walk(board, path, 3, kControls).empty());
}

TEST(PlanWalk, RestartsAfterAnotherWalk) {
  Board board = from_code("3:@200000@000");
  board.tiles[3].lit = true;
  const std::vector<int> path = {0, 1, 4, 3};
  const Plan anew = keys({"Escape", "Right", "Down", "Left"});
  EXPECT_EQ(plan_walk(board, path, 3, kControls), anew);   // straight down
  EXPECT_EQ(plan_walk(board, path, -1, kControls), anew);  // the walker is not seen
  board.tiles[3].lit = false;
  // From the other start.
  EXPECT_EQ(plan_walk(board, std::vector<int>{6, 7}, 0, kControls),
            keys({"Escape", "Tab", "Right"}));
}

TEST(PlanWalk, UsesTheProgramsOwnKeys) {
  const Board board = from_code("2:@2000");
  const Controls own{.down = "s", .right = "d", .reset = "r"};
  EXPECT_EQ(plan_walk(board, std::vector<int>{0, 1, 3}, 0, own), keys({"d", "s"}));
  EXPECT_EQ(plan_walk(board, std::vector<int>{0, 1, 3}, -1, own), keys({"r", "d", "s"}));
}

TEST(PlanWalk, RefusesInvalidPaths) {
  const Board board = from_code("3:@200000");
  EXPECT_THROW(plan_walk(board, {}, 0, kControls), Error);
  EXPECT_THROW(plan_walk(board, std::vector<int>{1, 2}, 0, kControls), Error);
  EXPECT_THROW(plan_walk(board, std::vector<int>{0, 2}, 0, kControls), Error);
  EXPECT_THROW(plan_walk(board, std::vector<int>{0, 1, 2, 3}, 0, kControls), Error);
}

TEST(PlanCheck, IsAKeyOrAClick) {
  EXPECT_TRUE(plan_check({}, kControls).empty());
  EXPECT_TRUE(plan_check(ScreenPoint{7, 8}, kControls).empty()) << "none is needed";
  EXPECT_EQ(plan_check({}, {.check_key = "Return"}), (Plan{Key{"Return"}}));
  EXPECT_EQ(plan_check(ScreenPoint{7, 8}, {.check_button = "89504e47"}), (Plan{Click{{7, 8}, 1}}));
  EXPECT_TRUE(plan_check({}, {.check_button = "89504e47"}).empty()) << "it is not seen";
}

}  // namespace
}  // namespace eyehand::panel
