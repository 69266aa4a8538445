#include "player/explained_session.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <variant>

#include "puzzle/index.hpp"
#include "puzzle/net/text.hpp"
#include "solver/net/solve.hpp"

namespace eyehand {
namespace {

constexpr const char* kPuzzle = "5x5:831724593477e25b7da782918";
constexpr int kCell = 20;
const cv::Point kWindow(300, 200);

/// A Net board of cells of 20 pixels, in a window at (300, 200).
class NetOnScreen final : public PuzzleSession {
 public:
  Observation observe(const Frame&) override {
    Observation seen;
    seen.area = {0, 0, 5 * kCell, 5 * kCell};
    seen.text = kPuzzle;
    return seen;
  }
  Status solve(Deadline) override { return Status::unique; }
  Plan plan() const override { return gestures; }
  std::size_t checks() const override { return checking; }
  std::vector<cv::Rect> cells() const override {
    std::vector<cv::Rect> all;
    for (int i = 0; i < 25; ++i) all.emplace_back(i % 5 * kCell, i / 5 * kCell, kCell, kCell);
    return all;
  }
  cv::Mat overlay(const Plan&) const override { return {}; }

  Plan gestures;
  std::size_t checking = 0;
};

ScreenPoint centre(int cell) {
  return {kWindow.x + cell % 5 * kCell + kCell / 2, kWindow.y + cell / 5 * kCell + kCell / 2};
}
int cell_of(const Gesture& gesture) {
  const ScreenPoint at = where(gesture);
  return (at.y - kWindow.y) / kCell * 5 + (at.x - kWindow.x) / kCell;
}

class Explained : public testing::Test {
 protected:
  void SetUp() override {
    const net::Board board = net::from_game_id(kPuzzle);
    const auto answer = net::solve(board).answer;
    for (int cell = 0; cell < 25; ++cell)
      if (answer[at(cell)] != board.wires[at(cell)]) turned_.push_back(cell);
    session_.observe({.image = {}, .origin = kWindow, .on_screen = {}});
    ASSERT_EQ(session_.solve({}), Status::unique);
  }
  void click_all() {
    for (const int cell : turned_) net_.gestures.emplace_back(Click{centre(cell)});
  }

  NetOnScreen net_;
  ExplainedSession session_{net_, game_named("net")};
  std::vector<int> turned_;
};

TEST_F(Explained, ClicksFollowTheStepsThatDecideTheirCells) {
  click_all();
  const Plan plan = session_.plan();
  ASSERT_EQ(plan.size(), net_.gestures.size());
  EXPECT_NE(plan, net_.gestures) << "row by row";
  std::set<int> clicked;
  const Deduction* last = nullptr;
  for (const Gesture& gesture : plan) {
    const Deduction* step = session_.step_of(gesture);
    ASSERT_NE(step, nullptr);
    EXPECT_GE(step, last);
    last = step;
    const int cell = cell_of(gesture);
    EXPECT_TRUE(clicked.insert(cell).second);
    EXPECT_EQ(std::ranges::count(step->decided, cell), 1) << step->what;
  }
}

TEST_F(Explained, KeysStayWithTheirClicksAndChecksAtTheEnd) {
  for (const int cell : turned_) {
    net_.gestures.emplace_back(Click{centre(cell)});
    net_.gestures.emplace_back(Key{std::to_string(cell)});
  }
  net_.gestures.emplace_back(Click{{310, 500}});
  net_.checking = 1;
  const Plan plan = session_.plan();
  ASSERT_EQ(plan.size(), net_.gestures.size());
  EXPECT_EQ(plan.back(), net_.gestures.back());
  for (std::size_t i = 0; i + 1 < plan.size(); i += 2)
    EXPECT_EQ(std::get<Key>(plan[i + 1]).name, std::to_string(cell_of(plan[i])));
  EXPECT_NE(plan, net_.gestures);
}

TEST_F(Explained, PlansThatDependOnTheirOrderAreKept) {
  click_all();
  net_.gestures.emplace_back(Drag{centre(0), centre(turned_[0])});
  EXPECT_EQ(session_.plan(), net_.gestures);
  EXPECT_EQ(session_.step_of(net_.gestures.back()), session_.step_of(net_.gestures.front()))
      << "a drag decides where it ends";
  net_.gestures = {Key{"Left"}, Click{centre(turned_[0])}};
  EXPECT_EQ(session_.plan(), net_.gestures);
}

TEST_F(Explained, NoStepIsKnownElsewhere) {
  EXPECT_EQ(session_.step_of(Key{"n"}), nullptr);
  EXPECT_EQ(session_.step_of(Click{{kWindow.x + 200, kWindow.y + 10}}), nullptr);
}

}  // namespace
}  // namespace eyehand
