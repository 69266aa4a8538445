#include "player/parking.hpp"

#include <gtest/gtest.h>

namespace eyehand {
namespace {

const cv::Rect kWholeWindow(0, 0, 400, 500);

TEST(Parking, IsBesideTheBoardAndNearestToThePointer) {
  const cv::Rect board(100, 100, 200, 200);
  EXPECT_EQ(parking_place(board, {}, kWholeWindow, {110, 200}), cv::Point(28, 200));
  EXPECT_EQ(parking_place(board, {}, kWholeWindow, {290, 200}), cv::Point(372, 200));
  EXPECT_EQ(parking_place(board, {}, kWholeWindow, {200, 110}), cv::Point(200, 28));
  EXPECT_EQ(parking_place(board, {}, kWholeWindow, {200, 290}), cv::Point(200, 372));
}

TEST(Parking, PrefersASideWithRoomForALargePointer) {
  EXPECT_EQ(parking_place({10, 100, 380, 200}, {}, kWholeWindow, {20, 250}), cv::Point(20, 372));
}

TEST(Parking, KeepsOffTheButton) {
  const cv::Rect board(100, 100, 200, 200), button(150, 340, 100, 40);
  EXPECT_EQ(parking_place(board, button, kWholeWindow, {200, 290}), cv::Point(28, 290));
  EXPECT_EQ(parking_place(board, {150, 400, 100, 40}, {80, 80, 240, 400}, {200, 290}),
            cv::Point(200, 372))
      << "there is less room elsewhere";
}

TEST(Parking, MakesDoWithANarrowMargin) {
  EXPECT_EQ(parking_place({20, 10, 370, 480}, {}, kWholeWindow, {30, 250}), cv::Point(0, 250));
}

TEST(Parking, IsNowhereIfTheBoardFillsTheWindow) {
  EXPECT_EQ(parking_place({1, 1, 398, 498}, {}, kWholeWindow, {30, 250}), std::nullopt);
}

}  // namespace
}  // namespace eyehand
