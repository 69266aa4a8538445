// Finding what a drag moved, and the lattice that several drags show, on drawn boards.
#include "calibration/hexiom/moves.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <opencv2/imgproc.hpp>
#include <string>
#include <vector>

#include "calibration/changes.hpp"

namespace eyehand::calibration {
namespace {

/// A cell of a drawn board: empty, or a piece of some colour with a number.
struct DrawnCell {
  HexStep step;
  int number = -1;
  cv::Scalar colour = {60, 180, 230};
};

HexLattice lattice_of(double pitch, bool flat_topped) {
  HexLattice lattice;
  lattice.middle = {203.3, 187.6};
  lattice.pitch = pitch;
  lattice.flat_topped = flat_topped;
  return lattice;
}

/// On an uneven background; `width` of a piece in pitches.
cv::Mat drawn(const HexLattice& lattice, const std::vector<DrawnCell>& cells, double width) {
  constexpr int kShift = 6;
  cv::Mat picture(420, 440, CV_8UC3);
  for (int y = 0; y < picture.rows; ++y)
    for (int x = 0; x < picture.cols; ++x)
      picture.at<cv::Vec3b>(y, x) = cv::Vec3b(cv::saturate_cast<std::uint8_t>(90 + (x * y) % 9),
                                              cv::saturate_cast<std::uint8_t>(100 + x / 16), 110);
  for (const DrawnCell& cell : cells) {
    const cv::Point2d middle = lattice.at(cell.step.point());
    std::vector<cv::Point> corners;
    for (int k = 0; k < 6; ++k) {
      const double angle = (k + (lattice.flat_topped ? 0 : 0.5)) * CV_PI / 3;
      const double radius = width * lattice.pitch / std::sqrt(3.0);
      corners.emplace_back(cvRound((middle.x + radius * std::cos(angle)) * (1 << kShift)),
                           cvRound((middle.y + radius * std::sin(angle)) * (1 << kShift)));
    }
    if (cell.number < 0) {
      cv::polylines(picture, corners, true, {60, 60, 60}, 1, cv::LINE_AA, kShift);
      continue;
    }
    cv::fillConvexPoly(picture, corners, cell.colour, cv::LINE_AA, kShift);
    cv::putText(picture, std::to_string(cell.number), cv::Point(middle) + cv::Point(-7, 8),
                cv::FONT_HERSHEY_SIMPLEX, 0.7, {0, 0, 0}, 2, cv::LINE_AA);
  }
  return picture;
}

std::optional<MovedPiece> move_in(const HexLattice& lattice, const std::vector<DrawnCell>& before,
                                  const std::vector<DrawnCell>& after, cv::Point from, cv::Point to,
                                  double width = 0.88) {
  const cv::Mat a = drawn(lattice, before, width), b = drawn(lattice, after, width);
  return find_move(a, b, changed_pixels(a, b), from, to);
}

TEST(HexiomMoves, FindsAPieceThatMovesToAnEmptyCell) {
  for (const bool flat_topped : {false, true})
    for (const double pitch : {34.0, 63.5}) {
      SCOPED_TRACE(testing::Message() << pitch << " " << flat_topped);
      const HexLattice lattice = lattice_of(pitch, flat_topped);
      const HexStep far{1, 1};
      const cv::Point2d a = lattice.at({0, 0}), b = lattice.at(far.point());
      const auto moved = move_in(lattice, {{{0, 0}, 3}, {far}}, {{{0, 0}}, {far, 3}},
                                 cv::Point(a) + cv::Point(6, -5), cv::Point(b) + cv::Point(-8, 3));
      ASSERT_TRUE(moved);
      EXPECT_TRUE(moved->is_whole);
      EXPECT_LT(cv::norm(moved->shift - (b - a)), 1.5);
      EXPECT_LT(cv::norm(cv::Point2d(moved->box.tl() + moved->box.br()) / 2 - a), 2);
    }
}

TEST(HexiomMoves, FindsAPieceThatChangesColourAsItMoves) {
  const HexLattice lattice = lattice_of(48, true);
  const cv::Point2d a = lattice.at({0, 0}), b = lattice.at(HexStep{0, 1}.point());
  const auto moved = move_in(lattice, {{{0, 0}, 3}, {{0, 1}}, {{2, 0}, 1}},
                             {{{0, 0}}, {{0, 1}, 3, {20, 20, 20}}, {{2, 0}, 1, {200, 40, 40}}},
                             cv::Point(a) + cv::Point(9, 4), cv::Point(b) + cv::Point(2, 8));
  ASSERT_TRUE(moved);
  EXPECT_TRUE(moved->is_whole);
  EXPECT_LT(cv::norm(moved->shift - (b - a)), 1.5);
}

TEST(HexiomMoves, FindsTwoPiecesThatSwapPlaces) {
  const HexLattice lattice = lattice_of(63.7, false);
  for (const auto& [step, number] : {std::pair(HexStep{0, 1}, 1), std::pair(HexStep{1, 0}, 5)}) {
    const cv::Point2d a = lattice.at({0, 0}), b = lattice.at(step.point());
    const auto moved =
        move_in(lattice, {{{0, 0}, 4}, {step, number}}, {{{0, 0}, number}, {step, 4}},
                cv::Point(a) + cv::Point(20, 12), cv::Point(b) + cv::Point(8, 3));
    ASSERT_TRUE(moved);
    EXPECT_LT(cv::norm(moved->shift - (b - a)), 1.5);
  }
}

TEST(HexiomMoves, MeasuresAPieceAmongOthersThatChangeColour) {
  for (const bool flat_topped : {false, true}) {
    const HexLattice lattice = lattice_of(48, flat_topped);
    std::vector<DrawnCell> before = {{{0, 0}, 3}}, after = {{{0, 0}}};
    for (const HexStep way : kHexSteps) {
      before.push_back({way, 1});
      after.push_back({way, 1, {200, 40, 40}});
    }
    const cv::Mat a = drawn(lattice, before, 0.88), b = drawn(lattice, after, 0.88);
    EXPECT_NEAR(width_on_cell(changed_pixels(a, b), lattice, lattice.at({0, 0})), 0.88 * 48, 3);
  }
}

TEST(HexiomMoves, FindsNothingWhereNothingMoved) {
  const HexLattice lattice = lattice_of(48, false);
  const cv::Point a(lattice.at({0, 0})), b(lattice.at({1, 0}));
  const std::vector<DrawnCell> cells = {{{0, 0}, 4}, {{1, 0}}};
  EXPECT_FALSE(move_in(lattice, cells, cells, a, b));
  // Only the cell that the drag starts from changes: it was selected.
  EXPECT_FALSE(move_in(lattice, cells, {{{0, 0}, 4, {255, 0, 0}}, {{1, 0}}}, a, b));
}

TEST(HexiomMoves, AFewPlacesDetermineTheLattice) {
  for (const bool flat_topped : {false, true})
    for (const double pitch : {30.4, 47.0, 90.2}) {
      SCOPED_TRACE(testing::Message() << pitch << " " << flat_topped);
      const HexLattice lattice = lattice_of(pitch, flat_topped);
      std::vector<cv::Point2d> points;
      for (const HexStep step : {HexStep{0, 0}, HexStep{1, 0}, HexStep{1, 1}, HexStep{-1, 2}}) {
        const cv::Point2d place = lattice.at(step.point());
        points.emplace_back(cvRound(place.x), cvRound(place.y));
      }
      const auto found = lattice_through(points, 0.76 * pitch, 1.4 * pitch);
      ASSERT_TRUE(found);
      EXPECT_EQ(found->flat_topped, flat_topped);
      EXPECT_NEAR(found->pitch, pitch, 0.02 * pitch);
      for (const HexStep step : {HexStep{2, -1}, HexStep{-1, 0}, HexStep{0, 2}})
        EXPECT_EQ(nearest_step(*found, lattice.at(step.point())), step);
      // Too few to know.
      EXPECT_FALSE(lattice_through({points[0], points[3]}, 0.3 * pitch, 1.4 * pitch));
      // On no lattice.
      points[2] += cv::Point2d(0.5 * pitch, 0.2 * pitch);
      EXPECT_FALSE(lattice_through(points, 0.76 * pitch, 1.4 * pitch));
    }
}

}  // namespace
}  // namespace eyehand::calibration
