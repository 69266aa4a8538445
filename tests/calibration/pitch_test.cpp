// The pitch of an unknown board, from masks of what presses changed.
#include "calibration/pitch.hpp"

#include <gtest/gtest.h>

#include <opencv2/imgproc.hpp>
#include <vector>

namespace eyehand::calibration {
namespace {

/// A press on the first of these cells of a board, whose tiles end at whole pixels.
Press press_of(const std::vector<cv::Point>& cells, double pitch, int gap) {
  const auto pixel = [&](int cell) { return cvRound(20 + cell * pitch); };
  Press press;
  press.changed = cv::Mat(400, 400, CV_8U, cv::Scalar(0));
  for (const cv::Point cell : cells)
    press.changed(cv::Rect(cv::Point(pixel(cell.x), pixel(cell.y)),
                           cv::Point(pixel(cell.x + 1) - gap, pixel(cell.y + 1) - gap))) = 255;
  press.at = {pixel(cells[0].x) + cvRound(pitch / 3), pixel(cells[0].y) + cvRound(pitch / 3)};
  return press;
}

TEST(Pitch, IsMeasuredAcrossAllPartsThatFlip) {
  constexpr double kPitch = 55.6;
  const Press first = press_of({{1, 1}, {0, 0}, {4, 1}, {2, 3}, {1, 5}}, kPitch, 12);
  const std::vector<cv::Rect> cells = cells_flipped(first);
  ASSERT_EQ(cells.size(), 5u);
  EXPECT_TRUE(cells[0].contains(first.at));
  const std::vector<Press> presses = {first, press_of({{4, 1}, {3, 2}}, kPitch, 12)};
  const cv::Size2d pitches = pitches_of_parts(presses, cells[0].size());
  EXPECT_NEAR(pitches.width, kPitch, 0.2);
  EXPECT_NEAR(pitches.height, kPitch, 0.2);
}

/// Where a tile changes to the colour behind it, a few of its pixels stay as they are.
TEST(Pitch, PartsMayDifferByAFewPercent) {
  Press press = press_of({{0, 0}, {1, 2}}, 60, 4);
  cv::rectangle(press.changed, {20, 20, 56, 3}, cv::Scalar(0), cv::FILLED);
  const cv::Size2d pitches = pitches_of_parts(std::vector{press}, cells_flipped(press)[0].size());
  EXPECT_NEAR(pitches.width, 60, 1.6);
  EXPECT_NEAR(pitches.height, 120, 1.6);
}

/// Lamps glow into the cells beside theirs.
TEST(Pitch, PartsMayBeWiderThanCells) {
  constexpr int kCell = 48, kReach = 30;
  Press press{{150, 150}, {}, {}, cv::Mat::zeros(300, 300, CV_8U)};
  for (const cv::Point cell : {cv::Point(0, 0), {-1, -1}, {1, -1}, {-1, 1}, {1, 1}}) {
    const cv::Point middle = press.at + kCell * cell;
    const std::vector<cv::Point> diamond = {
        middle - cv::Point(kReach, 0), middle - cv::Point(0, kReach - 8),
        middle + cv::Point(kReach, 0), middle + cv::Point(0, kReach - 8)};
    cv::fillConvexPoly(press.changed, diamond, 255);
  }
  const std::vector<cv::Rect> cells = cells_flipped(press);
  ASSERT_EQ(cells.size(), 5u);
  const cv::Size2d pitches = pitches_of_parts(std::vector{press}, cells[0].size());
  EXPECT_NEAR(pitches.width, kCell, 0.5);
  EXPECT_NEAR(pitches.height, kCell, 0.5);
}

TEST(Pitch, PartsThatAreNoWholeCellsApartShowNone) {
  Press press = press_of({{0, 0}, {1, 0}}, 50, 10);
  press.changed(cv::Rect(20 + 50 * 3 + 20, 20, 40, 40)) = 255;
  EXPECT_EQ(pitches_of_parts(std::vector{press}, {40, 40}), cv::Size2d(0, 0));
}

TEST(Pitch, CellsThatTouchConsistOfTheSmallest) {
  constexpr double kPitch = 41.5;
  const std::vector<Press> presses = {
      press_of({{1, 1}, {0, 0}, {1, 0}, {3, 3}, {5, 3}, {4, 5}}, kPitch, 0),
      press_of({{3, 1}, {3, 2}, {4, 3}}, kPitch, 0)};
  const cv::Size cell = touching_cell(presses);
  EXPECT_NEAR(cell.width, kPitch, 1);
  EXPECT_NEAR(pitches_of_parts(presses, cell).width, kPitch, 0.5);
  // Cells apart, and of two sizes.
  EXPECT_TRUE(touching_cell(std::vector{press_of({{1, 1}, {3, 3}}, kPitch, 4)}).empty());
  EXPECT_TRUE(touching_cell(std::vector{presses[0], press_of({{4, 4}}, 60, 0)}).empty());
}

TEST(Pitch, NothingIsFlippedWhereNothingWasClicked) {
  Press press = press_of({{0, 0}, {1, 0}}, 50, 10);
  press.at = {16, 30};  // tiles may react to clicks a little beyond what changes
  EXPECT_EQ(cells_flipped(press).size(), 2u);
  press.at = {300, 300};
  EXPECT_TRUE(cells_flipped(press).empty());
}

}  // namespace
}  // namespace eyehand::calibration
