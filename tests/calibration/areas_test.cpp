#include "calibration/areas.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>
#include <opencv2/imgproc.hpp>

namespace eyehand::calibration {
namespace {

TEST(Areas, OfOneSizeAreHexagonsWithAndWithoutNumbers) {
  cv::Mat page(400, 500, CV_8UC3, cv::Scalar(60, 90, 60));
  cv::rectangle(page, cv::Rect(10, 10, 200, 40), cv::Scalar(200, 200, 200), cv::FILLED);
  const auto hexagon = [&](cv::Point middle, const cv::Scalar& colour) {
    std::vector<cv::Point> corners;
    for (int i = 0; i < 6; ++i) {
      const double angle = (i + 0.5) * std::numbers::pi / 3;
      corners.emplace_back(middle +
                           cv::Point(cvRound(30 * std::cos(angle)), cvRound(30 * std::sin(angle))));
    }
    cv::fillConvexPoly(page, corners, colour);
  };
  const cv::Point middles[] = {{150, 150}, {210, 150}, {270, 150}, {180, 202}, {240, 202}};
  for (const cv::Point& middle : middles) {
    hexagon(middle, middle.y == 150 ? cv::Scalar(30, 200, 220) : cv::Scalar(150, 120, 150));
    if (middle.y == 150)
      cv::putText(page, "3", middle + cv::Point(-8, 8), cv::FONT_HERSHEY_SIMPLEX, 0.8, {}, 2);
  }
  for (int x = 20; x < 500; x += 100)
    for (const int y : {260, 330})
      cv::rectangle(page, cv::Rect(x, y, 56, 56), cv::Scalar(120, 60, 60), cv::FILLED);
  const auto clusters = areas_of_one_size(page, 0.9);
  ASSERT_FALSE(clusters.empty());
  ASSERT_EQ(clusters[0].size(), std::size(middles));
  for (const cv::Rect& box : clusters[0])
    EXPECT_TRUE(std::ranges::any_of(middles, [&](cv::Point middle) {
      return cv::norm(middle - (box.tl() + box.br()) / 2) < 2;
    })) << box;
}

TEST(Areas, OfOneSizeAreSmallHexagonsWithSmoothEdges) {
  constexpr int kShift = 4;
  cv::Mat page(200, 300, CV_8UC3, cv::Scalar(130, 150, 165));
  const auto middle_of = [](int i) { return cv::Point2d(40 + 26 * i, 60 + (i % 2) * 15); };
  constexpr int kCount = 8;
  for (int i = 0; i < kCount; ++i) {
    std::vector<cv::Point> corners;
    for (int k = 0; k < 6; ++k) {
      const double angle = k * std::numbers::pi / 3;
      corners.emplace_back((1 << kShift) *
                           (middle_of(i) + 11.5 * cv::Point2d(std::cos(angle), std::sin(angle))));
    }
    cv::fillConvexPoly(page, corners, cv::Scalar(95, 110, 120), cv::LINE_AA, kShift);
  }
  const auto clusters = areas_of_one_size(page, 0.9);
  ASSERT_FALSE(clusters.empty());
  EXPECT_EQ(clusters[0].size(), kCount);
}

TEST(Areas, IconsInARowAreNotLikeTiles) {
  cv::Mat page(400, 500, CV_8UC3, cv::Scalar(60, 90, 60));
  const auto squares = [&](cv::Point from, cv::Point by, int count) {
    for (int i = 0; i < count; ++i)
      cv::rectangle(page, cv::Rect(from + i * by, cv::Size(30, 30)), cv::Scalar(90, 40, 90),
                    cv::FILLED);
  };
  squares({10, 10}, {40, 0}, 6);
  squares({460, 60}, {0, 40}, 3);
  EXPECT_TRUE(places_like_tiles(page).empty());
  squares({100, 150}, {50, 0}, 3);
  squares({100, 200}, {50, 0}, 3);
  EXPECT_FALSE(places_like_tiles(page).empty());
}

TEST(Areas, TilesOnABackgroundOfSquaresAsLargeAreAmongTheFirst) {
  cv::Mat page(600, 600, CV_8UC3);
  constexpr int kSquare = 38;
  for (int y = 0; y < 600; y += kSquare)
    for (int x = 0; x < 600; x += kSquare)
      cv::rectangle(page, cv::Rect(x, y, kSquare, kSquare),
                    (x + y) / kSquare % 2 == 0 ? cv::Scalar(20, 70, 25) : cv::Scalar(80, 120, 90),
                    cv::FILLED);
  const cv::Rect board(210, 20, 182, 146);
  cv::rectangle(page, board, cv::Scalar(240, 230, 235), cv::FILLED);
  for (int row = 0; row < 4; ++row)
    for (int column = 0; column < 5; ++column)
      cv::rectangle(page, cv::Rect(board.x + 36 * column + 2, board.y + 36 * row + 2, 34, 34),
                    (row * column) % 3 == 0 ? cv::Scalar(80, 50, 210) : cv::Scalar(190, 180, 170),
                    cv::FILLED);
  const auto places = places_like_tiles(page);
  EXPECT_TRUE(std::ranges::any_of(places, [&](cv::Point at) { return board.contains(at); }));
}

TEST(Areas, DiamondsInRowsAndColumnsAreLikeTiles) {
  cv::Mat page(400, 500, CV_8UC3, cv::Scalar(60, 90, 60));
  for (int y = 100; y <= 188; y += 44)
    for (int x = 100; x <= 232; x += 44) {
      const std::vector<cv::Point> corners = {{x - 20, y}, {x, y - 20}, {x + 20, y}, {x, y + 20}};
      cv::fillConvexPoly(page, corners, cv::Scalar(250, 245, 240));
    }
  const auto places = places_like_tiles(page);
  ASSERT_FALSE(places.empty());
  EXPECT_LT(cv::norm(places[0] - cv::Point(144, 144)), 30);
}

}  // namespace
}  // namespace eyehand::calibration
