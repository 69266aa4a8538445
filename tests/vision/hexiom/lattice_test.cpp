#include "vision/hexiom/lattice.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <vector>

namespace eyehand {
namespace {

constexpr int kForegroundMin = 6;

HexLattice lattice_of(int side, double pitch, bool flat_topped, cv::Point2d middle) {
  HexLattice lattice;
  lattice.side = side;
  lattice.pitch = pitch;
  lattice.flat_topped = flat_topped;
  lattice.middle = middle;
  return lattice;
}

/// Hexagons of one colour on a dark ground, `width` pitches from side to side.
cv::Mat picture(const HexLattice& lattice, double width, const std::vector<int>& holes = {}) {
  constexpr int kShift = 6;
  const Hexagon hexagon(lattice.side);
  cv::Mat image(700, 700, CV_8UC3, cv::Scalar(40, 40, 40));
  for (int cell = 0; cell < hexagon.size(); ++cell) {
    if (std::find(holes.begin(), holes.end(), cell) != holes.end()) continue;
    const cv::Point2d middle = lattice.at(hexagon.middle(cell));
    std::vector<cv::Point> corners;
    for (int k = 0; k < 6; ++k) {
      const double angle = (k + (lattice.flat_topped ? 0 : 0.5)) * CV_PI / 3;
      const double radius = width * lattice.pitch / std::sqrt(3);
      corners.emplace_back(cvRound((middle.x + radius * std::cos(angle)) * (1 << kShift)),
                           cvRound((middle.y + radius * std::sin(angle)) * (1 << kShift)));
    }
    cv::fillConvexPoly(image, corners, cell % 3 ? cv::Scalar(60, 180, 90) : cv::Scalar(90, 90, 90),
                       cv::LINE_AA, kShift);
  }
  return image;
}

void expect_near(const HexLatticeResult& found, const HexLattice& truth) {
  ASSERT_TRUE(found.lattice) << found.why_not;
  EXPECT_EQ(found.lattice->side, truth.side);
  EXPECT_EQ(found.lattice->flat_topped, truth.flat_topped);
  const Hexagon hexagon(truth.side);
  for (const int cell : {0, hexagon.size() / 2, hexagon.size() - 1})
    EXPECT_LT(cv::norm(found.lattice->at(hexagon.middle(cell)) - truth.at(hexagon.middle(cell))),
              0.75 + 0.02 * truth.pitch);
}

TEST(HexLattice, IsFoundAtAnySizeInBothOrientations) {
  for (const bool flat_topped : {false, true})
    for (const double width : {0.86, 0.92})
      for (const double pitch : {24.8, 41.5, 63.7})
        for (const int side : {3, 5}) {
          SCOPED_TRACE(testing::Message() << side << " " << pitch << " " << flat_topped);
          const HexLattice truth = lattice_of(side, pitch, flat_topped, {350.3, 348.8});
          const auto found = find_hex_lattice(picture(truth, width), 12, kForegroundMin);
          expect_near(found, truth);
          for (const HexCell cell : found.cells) EXPECT_EQ(cell, HexCell::drawn);
        }
}

TEST(HexLattice, HolesAreBackground) {
  const HexLattice truth = lattice_of(4, 40, false, {340, 345});
  const std::vector<int> holes{0, 5, 18, 30};
  const auto found = find_hex_lattice(picture(truth, 0.9, holes), 12, kForegroundMin);
  expect_near(found, truth);
  for (int cell = 0; cell < static_cast<int>(found.cells.size()); ++cell)
    EXPECT_EQ(found.cells[static_cast<std::size_t>(cell)],
              std::find(holes.begin(), holes.end(), cell) != holes.end() ? HexCell::background
                                                                         : HexCell::drawn);
}

TEST(HexLattice, ABoardCutOffIsNone) {
  const HexLattice truth = lattice_of(4, 60, false, {350, 350});
  const cv::Mat whole = picture(truth, 0.9);
  EXPECT_TRUE(find_hex_lattice(whole, 12, kForegroundMin).lattice);
  for (const int cut : {130, 160, 185}) {
    const auto found = find_hex_lattice(whole.colRange(cut + 30, 700), 12, kForegroundMin);
    EXPECT_FALSE(found.lattice &&
                 std::count(found.cells.begin(), found.cells.end(), HexCell::unclear) == 0)
        << cut;
  }
}

TEST(HexLattice, ACellCoveredWithItsGapsHasNoSides) {
  const HexLattice truth = lattice_of(4, 50, false, {350, 350});
  cv::Mat image = picture(truth, 0.9);
  cv::rectangle(image, {315, 312, 70, 76}, cv::Scalar(60, 60, 200), cv::FILLED);
  const auto found = find_hex_lattice(image, 12, kForegroundMin);
  ASSERT_TRUE(found.lattice);
  EXPECT_EQ(found.sides_off[18], 6);
}

TEST(HexLattice, TheHexagonAroundPlacesIsTheSmallest) {
  std::vector<HexStep> places;
  for (int q = -2; q <= 2; ++q)
    for (int r = -2; r <= 2; ++r)
      if (std::abs(q + r) <= 2) places.push_back({q + 3, r - 1});
  const auto all = hexagon_around(places);
  ASSERT_TRUE(all);
  EXPECT_EQ(all->first, (HexStep{3, -1}));
  EXPECT_EQ(all->second, 3);
  // Three in a row are in the middle of one hexagon of side 2.
  const auto row = hexagon_around({{0, 0}, {1, 0}, {2, 0}});
  ASSERT_TRUE(row);
  EXPECT_EQ(row->first, (HexStep{1, 0}));
  EXPECT_EQ(row->second, 2);
  // Two beside each other are in several.
  EXPECT_FALSE(hexagon_around({{0, 0}, {1, 0}}));
  EXPECT_FALSE(hexagon_around({}));
}

}  // namespace
}  // namespace eyehand
