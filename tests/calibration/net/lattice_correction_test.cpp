#include "calibration/net/lattice_correction.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace eyehand::calibration {
namespace {

/// Of 5x4 cells, where the lattice is off by this at its origin, and in each cell.
std::vector<SeenCentre> centres_off_by(cv::Point2d origin, cv::Point2d pitches) {
  std::vector<SeenCentre> centres;
  for (int row = 0; row < 4; ++row)
    for (int column = 0; column < 5; ++column)
      centres.push_back(
          {{column, row},
           origin + cv::Point2d(pitches.x * (column + 0.5), pitches.y * (row + 0.5))});
  return centres;
}

TEST(LatticeCorrection, CorrectsOriginAndPitch) {
  const auto by = correct_lattice(centres_off_by({1, -2}, {0.4, 0.4}), true);
  ASSERT_TRUE(by);
  EXPECT_FALSE(by->is_oblong);
  EXPECT_NEAR(cv::norm(by->origin - cv::Point2d(1, -2)), 0, 1e-9);
  EXPECT_NEAR(cv::norm(by->pitches - cv::Point2d(0.4, 0.4)), 0, 1e-9);
}

TEST(LatticeCorrection, CellsMayNotBeSquare) {
  const auto centres = centres_off_by({0, 0}, {0, 3});
  const auto by = correct_lattice(centres, true);
  ASSERT_TRUE(by);
  EXPECT_TRUE(by->is_oblong);
  EXPECT_NEAR(cv::norm(by->pitches - cv::Point2d(0, 3)), 0, 1e-9);
  const auto square = correct_lattice(centres, false);
  ASSERT_TRUE(square);
  EXPECT_EQ(square->pitches.x, square->pitches.y);
}

TEST(LatticeCorrection, OneCentreThatIsOffDoesNotMakeThemOblong) {
  const std::vector<SeenCentre> centres = {
      {{0, 0}, {0, 0}}, {{3, 0}, {0, 0}}, {{0, 3}, {0, 0}}, {{3, 3}, {0, 7}}, {{1, 1}, {0, 0}}};
  const auto by = correct_lattice(centres, true);
  ASSERT_TRUE(by);
  EXPECT_FALSE(by->is_oblong);
}

TEST(LatticeCorrection, NeighboursSayNothingNew) {
  EXPECT_FALSE(correct_lattice({}, true));
  EXPECT_FALSE(correct_lattice(std::vector<SeenCentre>{{{4, 4}, {1, 0}}, {{5, 4}, {0, 0}}}, true));
}

}  // namespace
}  // namespace eyehand::calibration
