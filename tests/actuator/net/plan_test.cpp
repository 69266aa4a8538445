#include "actuator/net/plan.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "puzzle/error.hpp"
#include "tests/contracts/plan.hpp"

namespace eyehand::net {
namespace {

const Controls kBothWays{1, 3, 2};
const Controls kOnlyLeft{1, 0, 2};
const Controls kOnlyRight{0, 3, 2};
const Controls kMixed{1, 0, 2, {"end", "tee"}};

std::vector<ScreenPoint> places(const Board& board) {
  std::vector<ScreenPoint> where;
  for (int y = 0; y < board.height; ++y)
    for (int x = 0; x < board.width; ++x) where.push_back({100 + 32 * x, 60 + 32 * y});
  return where;
}

/// Any tiles, turned anyhow; about a tenth of them locked.
std::pair<Board, std::vector<Sides>> random_board(int width, int height, unsigned seed) {
  std::mt19937 random(seed);
  Board board = Board::make(width, height, false);
  std::vector<Sides> answer(board.size());
  for (std::size_t i = 0; i < board.size(); ++i) {
    board.wires[i] = static_cast<Sides>(random() % 16);
    board.locked[i] = random() % 10 == 0;
    answer[i] = turned(board.wires[i], static_cast<int>(random() % 4));
  }
  return {board, answer};
}

std::string shape_of(Sides wires) {
  if (degree(wires) == 2) return wires == turned(wires, 2) ? "straight" : "corner";
  return std::array{"", "end", "", "tee", "cross"}[static_cast<std::size_t>(degree(wires))];
}

/// What the program makes of a click.
void click(Board& board, std::size_t tile, int button, const Controls& controls) {
  if (button == controls.lock_button) {
    board.locked[tile] = !board.locked[tile];
  } else if (!board.locked[tile]) {
    const bool is_reversed =
        std::ranges::count(controls.reversed_shapes, shape_of(board.wires[tile])) > 0;
    const bool anticlockwise = (button == controls.turn_anticlockwise_button) != is_reversed;
    std::vector<int> tiles = {static_cast<int>(tile)};
    for (const std::vector<int>& group : board.linked)
      if (std::ranges::count(group, tiles.front()) > 0) tiles = group;
    for (const int t : tiles) {
      Sides& wires = board.wires[static_cast<std::size_t>(t)];
      wires = turned(wires, anticlockwise ? 1 : -1);
    }
  }
}

/// The fewest clicks from one orientation to another, by trying them all.
std::size_t fewest_turns(Sides from, Sides to, const Controls& controls) {
  std::size_t fewest = 99;
  int most_left = controls.turn_anticlockwise_button ? 3 : 0;
  int most_right = controls.turn_clockwise_button ? 3 : 0;
  if (std::ranges::count(controls.reversed_shapes, shape_of(from)) > 0)
    std::swap(most_left, most_right);
  for (int left = 0; left <= most_left; ++left)
    for (int right = 0; right <= most_right; ++right)
      if (turned(from, left - right) == to)
        fewest = std::min(fewest, static_cast<std::size_t>(left + right));
  return fewest;
}

class PlanNet : public testing::TestWithParam<Controls> {};

TEST_P(PlanNet, LeadsToTheAnswerInTheFewestClicks) {
  const Controls controls = GetParam();
  for (unsigned seed = 0; seed < 50; ++seed) {
    auto [board, answer] = random_board(1 + static_cast<int>(seed) % 13, 7, seed);
    const auto where = places(board);
    std::size_t fewest = 0;
    for (std::size_t i = 0; i < board.size(); ++i) {
      const std::size_t turns = fewest_turns(board.wires[i], answer[i], controls);
      fewest += turns + (turns > 0 && board.locked[i] ? 1 : 0);
    }

    const Plan made = plan(board, answer, where, controls);
    EXPECT_EQ(made.size(), fewest);
    for (const Gesture& gesture : made) {
      const Click& it = std::get<Click>(gesture);
      const auto tile = std::find(where.begin(), where.end(), it.at) - where.begin();
      click(board, static_cast<std::size_t>(tile), it.button, controls);
    }
    EXPECT_EQ(board.wires, answer);
  }
}

TEST_P(PlanNet, ClicksOnATileFollowOneAnother) {
  const auto [board, answer] = random_board(20, 20, 4);
  const Plan made = plan(board, answer, places(board), GetParam());
  std::map<std::pair<int, int>, int> visits;
  ScreenPoint last{-1, -1};
  for (const Gesture& gesture : made) {
    const ScreenPoint at = std::get<Click>(gesture).at;
    if (at != last) ++visits[{at.x, at.y}];
    last = at;
  }
  for (const auto& [at, times] : visits) EXPECT_EQ(times, 1);
}

INSTANTIATE_TEST_SUITE_P(Ways, PlanNet, testing::Values(kBothWays, kOnlyLeft, kOnlyRight, kMixed));

TEST(PlanNetClicks, KnowsEachKindOfTile) {
  const auto clicks = [](Sides from, Sides to, const Controls& controls) {
    Board board = Board::make(1, 1, false);
    board.wires[0] = from;
    return plan(board, {to}, places(board), controls).size();
  };
  EXPECT_EQ(clicks(0, 0, kBothWays), 0u);                          // empty
  EXPECT_EQ(clicks(15, 15, kBothWays), 0u);                        // cross
  EXPECT_EQ(clicks(kLeft | kRight, kUp | kDown, kBothWays), 1u);   // straight
  EXPECT_EQ(clicks(kLeft | kRight, kUp | kDown, kOnlyRight), 1u);  // straight, one way
  EXPECT_EQ(clicks(kRight, kLeft, kBothWays), 2u);                 // end, about
  EXPECT_EQ(clicks(kRight, kDown, kBothWays), 1u);                 // end, the nearer way
  EXPECT_EQ(clicks(kRight, kDown, kOnlyLeft), 3u);                 // end, the only way
  EXPECT_EQ(clicks(15 - kRight, 15 - kLeft, kBothWays), 2u);       // tee, about
  EXPECT_EQ(clicks(kRight | kUp, kRight | kDown, kBothWays), 1u);  // corner
}

TEST(PlanNetLinked, OneTileIsClickedForItsGroup) {
  Board board = Board::make(4, 1, false);
  board.wires = {kRight, kRight | kLeft, kRight, kLeft | kUp};
  board.linked = {{0, 1, 3}};
  // The group by one quarter clockwise, tile 2 by one anticlockwise.
  const std::vector<Sides> answer = {kDown, kUp | kDown, kUp, kRight | kUp};
  const auto where = places(board);
  const auto clicks = [&](const Controls& controls) {
    Board now = board;
    const Plan made = plan(now, answer, where, controls);
    for (const Gesture& gesture : made) {
      const Click& it = std::get<Click>(gesture);
      click(now, static_cast<std::size_t>(std::ranges::find(where, it.at) - where.begin()),
            it.button, controls);
    }
    EXPECT_EQ(now.wires, answer);
    return made.size();
  };
  EXPECT_EQ(clicks(kBothWays), 1u + 1u);
  EXPECT_EQ(clicks(kOnlyLeft), 3u + 1u);
  EXPECT_EQ(clicks(kOnlyRight), 1u + 3u);
  EXPECT_EQ(clicks(kMixed), 1u + 3u);  // the end, which turns clockwise, and not the straight
  EXPECT_THROW(plan(board, {kDown, kRight | kLeft, kRight, kLeft | kUp}, where, kBothWays), Error);
}

TEST(PlanNetContract, IsFulfilled) {
  const auto play = random_board(6, 5, 1);
  Board solved = play.first;
  solved.wires = play.second;
  test::expect_planner(play.first, solved, places(solved),
                       [&](const Board& now, std::span<const ScreenPoint> where) {
                         return plan(now, play.second, where, kBothWays);
                       });
}

TEST(PlanNetLocks, UnlocksOnlyWhatMustTurn) {
  Board board = Board::make(2, 1, false);
  board.wires = {kRight, kLeft};
  board.locked = {1, 1};
  const Plan made = plan(board, {kRight, kUp}, places(board), kBothWays);
  const ScreenPoint second{132, 60};
  EXPECT_EQ(made, (Plan{Click{second, 2}, Click{second, 3}}));
}

TEST(PlanNetErrors, SayWhichTileAndWhatToDo) {
  Board board = Board::make(2, 1, false);
  board.wires = {kRight, kLeft};
  board.locked = {0, 1};
  const auto message = [&](std::vector<Sides> answer, Controls controls) -> std::string {
    try {
      plan(board, answer, places(board), controls);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_NE(message({kRight, kUp}, {1, 3, 0}).find("column 2, row 1 is locked"), std::string::npos);
  EXPECT_NE(message({kUp, kLeft}, {0, 0, 2}).find("[controls]"), std::string::npos);
  EXPECT_NE(message({kAllSides, kLeft}, kBothWays).find("another board"), std::string::npos);
  EXPECT_NE(message({kRight}, kBothWays).find("size"), std::string::npos);
  EXPECT_NE(message({kUp, kLeft}, {1, 3, 2, {"round"}}).find("'round'"), std::string::npos);
}

}  // namespace
}  // namespace eyehand::net
