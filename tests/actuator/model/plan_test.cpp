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
            (Plan{Click{{10, 5}, 1}, Key{"BackSpace"}, Key{"c"}, Click{{0, 5}, 1}, Key{"9"}}));
}

TEST(ModelPlan, ReplacesWrongNumbersFirst) {
  Controls controls;
  controls.type = controls.mark_all = true;
  EXPECT_EQ(plan_for({kBlank, 3}, {9, 2}, controls),
            (Plan{Click{{10, 5}, 1}, Key{"2"}, Click{{0, 5}, 1}, Key{"9"}}));
}

TEST(ModelPlan, PointsAndTypes) {
  Controls controls;
  controls.type = controls.hover = controls.mark_all = true;
  EXPECT_EQ(plan_for({kBlank, 4}, {9, 4}, controls), (Plan{Move{{0, 5}}, Key{"9"}}));
}

Controls dragged() {
  Controls controls;
  controls.left = {"?", "1"};
  controls.right = {"?", "0"};
  controls.drag_left = "1";
  controls.drag_right = "0";
  controls.mark_all = true;
  return controls;
}

TEST(ModelPlan, DragsAlongRunsThatNeedTheSameMark) {
  EXPECT_EQ(
      plan_for({kBlank, kBlank, kBlank, kBlank, kBlank, kBlank}, {1, 1, 1, 0, 0, 1}, dragged()),
      (Plan{Drag{{0, 5}, {20, 5}, 1}, Drag{{30, 5}, {40, 5}, 3}, Click{{50, 5}, 1}}));
  EXPECT_EQ(plan_for({1, kBlank, 1, kBlank}, {1, 1, 1, 1}, dragged()),
            (Plan{Drag{{10, 5}, {30, 5}, 1}}))
      << "it begins and ends at cells without a mark";
}

TEST(ModelPlan, DragsOverNoOtherMark) {
  EXPECT_EQ(plan_for({kBlank, 0, kBlank}, {1, 1, 1}, dragged()),
            (Plan{Click{{0, 5}, 1}, Click{{10, 5}, 3}, Click{{10, 5}, 1}, Click{{20, 5}, 1}}));
  EXPECT_EQ(plan_for({kBlank, 1, kBlank}, {1, 1, 1}, dragged(), {0, 1, 0}),
            (Plan{Click{{0, 5}, 1}, Click{{20, 5}, 1}}));
  Controls controls = dragged();
  controls.mark_all = false;
  EXPECT_EQ(plan_for({kBlank, kBlank}, {0, 0}, controls), Plan{});
}

TEST(ModelPlan, NoDragBeginsWhereAnotherHasBeen) {
  // A row of three, and a column of three through its first cell.
  Board board(3, 3);
  const std::vector<int> wanted = {1, 0, 0, 1, 1, 1, 1, 0, 0};
  std::vector<ScreenPoint> places;
  for (int cell = 0; cell < 9; ++cell) places.push_back({10 * (cell % 3), 10 * (cell / 3)});
  Controls controls = dragged();
  controls.mark_all = false;
  EXPECT_EQ(plan(board, wanted, std::vector<std::uint8_t>(9), places, controls),
            (Plan{Drag{{0, 10}, {20, 10}, 1}, Drag{{0, 0}, {0, 20}, 1}}));
}

TEST(ModelPlan, TypesNumbersAsTheProgramTakesThem) {
  Controls controls;
  controls.type = controls.mark_all = true;
  EXPECT_EQ(plan_for({kBlank}, {12}, controls), (Plan{Click{{0, 5}, 1}, Key{"c"}}));
  controls.decimal = true;
  EXPECT_EQ(plan_for({kBlank}, {12}, controls), (Plan{Click{{0, 5}, 1}, Key{"1"}, Key{"2"}}));
}

TEST(ModelPlan, RefusesWhatIsNoMark) {
  Controls controls;
  controls.left = {"?", "x"};
  EXPECT_THROW(plan_for({kBlank}, {1}, controls), Error);
  controls = dragged();
  controls.drag_middle = "x";
  EXPECT_THROW(plan_for({kBlank}, {1}, controls), Error);
}

}  // namespace
}  // namespace eyehand::model
