#include "actuator/model/plan.hpp"

#include <gtest/gtest.h>

#include "puzzle/error.hpp"

namespace eyehand::model {
namespace {

/// A row of cells with these marks.
Board row_of(const std::vector<int>& marks) {
  Board board(static_cast<int>(marks.size()), 1);
  board.marks = marks;
  return board;
}

Plan plan_for(const std::vector<int>& marks, const std::vector<int>& wanted,
              const Controls& controls, std::vector<std::uint8_t> given = {}) {
  given.resize(marks.size());
  std::vector<ScreenPoint> places;
  for (int i = 0; i < static_cast<int>(marks.size()); ++i) places.push_back({10 * i, 5});
  return plan(row_of(marks), wanted, given, places, controls);
}

TEST(ModelPlan, TakesTheShorterWayThroughTheCycles) {
  Controls controls;
  controls.left = {"?", "1", "0"};
  controls.right = {"?", "0", "1"};
  controls.mark_all = true;
  EXPECT_EQ(plan_for({kBlank}, {1}, controls), (Plan{Click{{0, 5}, 1}}));
  EXPECT_EQ(plan_for({kBlank}, {0}, controls), (Plan{Click{{0, 5}, 3}}));
  EXPECT_EQ(plan_for({1}, {0}, controls), (Plan{Click{{0, 5}, 1}}));
  EXPECT_EQ(plan_for({1, 0}, {1, 0}, controls), Plan{});
}

TEST(ModelPlan, LeavesCellsAloneThatNeedNoMark) {
  Controls controls;
  controls.left = {"?", "1"};
  controls.right = {"?", "0"};
  EXPECT_EQ(plan_for({kBlank, 0, 1}, {0, 0, 0}, controls), (Plan{Click{{20, 5}, 1}}));
  EXPECT_EQ(plan_for({0}, {1}, controls), (Plan{Click{{0, 5}, 3}, Click{{0, 5}, 1}}));
  EXPECT_EQ(plan_for({kBlank}, {1}, controls, {1}), Plan{}) << "the program gives this cell";
}

TEST(ModelPlan, SelectsAndTypes) {
  Controls controls;
  controls.type = controls.mark_all = true;
  controls.erase = "BackSpace";
  EXPECT_EQ(plan_for({kBlank, 3, 4}, {9, 12, 4}, controls),
            (Plan{Click{{0, 5}, 1}, Key{"9"}, Click{{10, 5}, 1}, Key{"BackSpace"}, Key{"c"}}));
}

TEST(ModelPlan, RefusesWhatIsNoMark) {
  Controls controls;
  controls.left = {"?", "x"};
  EXPECT_THROW(plan_for({kBlank}, {1}, controls), Error);
}

}  // namespace
}  // namespace eyehand::model
