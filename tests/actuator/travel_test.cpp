#include "actuator/travel.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>
#include <random>

namespace eyehand {
namespace {

constexpr int kPitch = 32;

/// Some of the cells of a grid, in reading order.
std::vector<ScreenPoint> cells(int columns, int rows, double share) {
  std::mt19937 random(7);
  std::vector<ScreenPoint> points;
  for (int y = 0; y < rows; ++y)
    for (int x = 0; x < columns; ++x)
      if (static_cast<double>(random() % 1000) < share * 1000)
        points.push_back({10 + kPitch * x, 40 + kPitch * y});
  return points;
}

double length(const std::vector<ScreenPoint>& points, const std::vector<std::size_t>& order) {
  double sum = 0;
  for (std::size_t i = 1; i < order.size(); ++i)
    sum += std::hypot(points[order[i]].x - points[order[i - 1]].x,
                      points[order[i]].y - points[order[i - 1]].y);
  return sum;
}

bool visits_each_once(std::vector<std::size_t> order, std::size_t points) {
  std::sort(order.begin(), order.end());
  std::vector<std::size_t> all(points);
  std::iota(all.begin(), all.end(), std::size_t{0});
  return order == all;
}

TEST(ShortTravel, HandlesNoPointsOnePointAndEqualPoints) {
  EXPECT_TRUE(short_travel({}).empty());
  const std::vector<ScreenPoint> same(5, {3, 4});
  EXPECT_EQ(short_travel(std::span(same).first(1)).size(), 1u);
  EXPECT_TRUE(visits_each_once(short_travel(same), same.size()));
}

TEST(ShortTravel, IsOptimalOnAFullGrid) {
  for (const auto& [columns, rows] : {std::pair{9, 9}, {13, 11}, {1, 20}, {20, 1}, {40, 25}}) {
    const auto points = cells(columns, rows, 1);
    const auto order = short_travel(points);
    ASSERT_TRUE(visits_each_once(order, points.size()));
    EXPECT_DOUBLE_EQ(length(points, order), kPitch * static_cast<double>(points.size() - 1));
  }
}

TEST(ShortTravel, IsShortAndFastOnAPartOfALargeGrid) {
  for (const auto& [share, at_most] : {std::pair{0.8, 1.15}, {0.5, 1.40}}) {
    const auto points = cells(110, 110, share);
    const auto start = std::chrono::steady_clock::now();
    const auto order = short_travel(points);
    const auto took = std::chrono::steady_clock::now() - start;
    ASSERT_TRUE(visits_each_once(order, points.size()));
    EXPECT_LT(length(points, order), at_most * kPitch * static_cast<double>(points.size() - 1));
    EXPECT_LT(took, std::chrono::seconds(3));  // some 50 ms; sanitized and busy machines too
  }
}

TEST(ShortTravel, AcceptsPointsFarApart) {
  std::mt19937 random(3);
  std::vector<ScreenPoint> points;
  for (int i = 0; i < 2000; ++i)
    points.push_back({static_cast<int>(random() % 20000) - 9000, static_cast<int>(random() % 3)});
  points.push_back({-1'000'000, 1'000'000});
  EXPECT_TRUE(visits_each_once(short_travel(points), points.size()));
}

}  // namespace
}  // namespace eyehand
