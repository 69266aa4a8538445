#include "calibration/hex_lattice_guess.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <opencv2/imgproc.hpp>
#include <vector>

#include "puzzle/hexiom/hexagon.hpp"

namespace eyehand::calibration {
namespace {

const cv::Point2d kMiddle(200, 200);
constexpr double kPitch = 56;

cv::Point2d place(Hexagon::Point cell) {
  return kMiddle + kPitch * cv::Point2d(cell.x, cell.y);
}

void draw_hexagon(cv::Mat& picture, cv::Point2d middle, const cv::Scalar& colour) {
  std::vector<cv::Point> corners;
  for (int i = 0; i < 6; ++i) {
    const double angle = (i + 0.5) * std::numbers::pi / 3;
    corners.emplace_back(middle + 28 * cv::Point2d(std::cos(angle), std::sin(angle)));
  }
  cv::fillConvexPoly(picture, corners, colour);
}

TEST(HexLatticeGuesses, DragsGoToUndrawnPlacesThoughSomeLockedOnesAreDrawn) {
  cv::Mat picture(400, 400, CV_8UC3, cv::Scalar(30, 30, 30));
  const Hexagon board(3);
  // Three cells are locked, two have the colour of the background, and one is in two parts.
  const std::vector<int> locked = {0, 2, 11}, undrawn = {1, 17};
  constexpr int kInParts = 9;
  for (int cell = 0; cell < board.size(); ++cell) {
    if (std::ranges::count(undrawn, cell) > 0) continue;
    const bool is_locked = std::ranges::count(locked, cell) > 0;
    const cv::Point2d middle = place(board.middle(cell));
    draw_hexagon(picture, middle, is_locked ? cv::Scalar(120, 120, 120) : cv::Scalar(90, 200, 140));
    if (cell == kInParts)
      cv::line(picture, middle - cv::Point2d(30, 0), middle + cv::Point2d(30, 0), {}, 4);
    if (!is_locked)
      cv::line(picture, middle - cv::Point2d(0, 8), middle + cv::Point2d(0, 8), {}, 4);
  }
  const auto guesses = guess_hex_lattices(picture);
  ASSERT_FALSE(guesses.empty());
  const auto drags = drags_on(guesses[0], picture);
  ASSERT_GE(drags.size(), 6U);
  const auto goes_to_undrawn = [&](const auto& drag) {
    return std::ranges::any_of(undrawn, [&](int cell) {
      return cv::norm(guesses[0].lattice.at(drag.second.point()) - place(board.middle(cell))) < 5;
    });
  };
  EXPECT_GE(std::count_if(drags.begin(), drags.begin() + 6, goes_to_undrawn), 2);
}

TEST(HexLatticeGuesses, DragsGoToAnEmptyCellThatIsADot) {
  cv::Mat picture(400, 400, CV_8UC3, cv::Scalar(30, 30, 30));
  const Hexagon board(2);
  constexpr int kEmpty = 1;
  const cv::Point2d dot = place(board.middle(kEmpty));
  cv::circle(picture, dot, 8, cv::Scalar(120, 120, 120), cv::FILLED);
  for (int cell = 0; cell < board.size(); ++cell) {
    if (cell == kEmpty) continue;
    const cv::Point2d middle = place(board.middle(cell));
    draw_hexagon(picture, middle, cv::Scalar(90, 200, 140));
    cv::line(picture, middle - cv::Point2d(0, 8), middle + cv::Point2d(0, 8), {}, 4);
  }
  const auto guesses = guess_hex_lattices(picture);
  ASSERT_FALSE(guesses.empty());
  const auto drags = drags_on(guesses[0], picture);
  EXPECT_TRUE(std::ranges::any_of(drags, [&](const auto& drag) {
    return cv::norm(guesses[0].lattice.at(drag.second.point()) - dot) < 5;
  }));
}

TEST(HexLatticeGuesses, DragsStartAtPiecesWhoseNumbersLeaveNoArea) {
  cv::Mat picture(400, 400, CV_8UC3, cv::Scalar(30, 30, 30));
  const Hexagon board(3);
  const std::vector<int> pieces = {3, 8, 10, 16};
  for (int cell = 0; cell < board.size(); ++cell) {
    const cv::Point2d middle = place(board.middle(cell));
    const bool is_piece = std::ranges::count(pieces, cell) > 0;
    draw_hexagon(picture, middle, is_piece ? cv::Scalar(90, 200, 140) : cv::Scalar(90, 90, 90));
    if (is_piece)
      cv::line(picture, middle - cv::Point2d(0, 26), middle + cv::Point2d(0, 26), {}, 8);
  }
  const auto guesses = guess_hex_lattices(picture);
  ASSERT_FALSE(guesses.empty());
  const auto drags = drags_on(guesses[0], picture);
  ASSERT_GE(drags.size(), pieces.size());
  for (std::size_t i = 0; i < pieces.size(); ++i)
    EXPECT_TRUE(std::ranges::any_of(pieces, [&](int cell) {
      return cv::norm(guesses[0].lattice.at(drags[i].first.point()) - place(board.middle(cell))) <
             5;
    }));
}

}  // namespace
}  // namespace eyehand::calibration
