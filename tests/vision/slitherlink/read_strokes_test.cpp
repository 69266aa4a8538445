// Boards that the test draws as dots that are joined by strokes.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "vision/digits.hpp"
#include "vision/slitherlink/read.hpp"

namespace eyehand::slitherlink {
namespace {

const cv::Scalar kPaper(200, 200, 200), kBlack(0, 0, 0), kGrey(90, 90, 90);
/// Of a pointy hexagon, pixels.
constexpr int kWidth = 78, kSlope = 22, kUpright = 45;
constexpr int kHexagonsInRow = 3;
/// Dots are squares on their corners, half as wide as this.
constexpr int kDot = 3;

/// Of the hexagons in three rows, from the top and clockwise.
std::vector<std::vector<cv::Point>> hexagons() {
  std::vector<std::vector<cv::Point>> all;
  for (int row = 0; row < 3; ++row)
    for (int column = 0; column < kHexagonsInRow; ++column) {
      const cv::Point top(60 + column * kWidth + row % 2 * kWidth / 2 + kWidth / 2,
                          50 + row * (kSlope + kUpright));
      const cv::Point right = top + cv::Point(kWidth / 2, kSlope),
                      left = top + cv::Point(-kWidth / 2, kSlope), down(0, kUpright);
      all.push_back(
          {top, right, right + down, top + cv::Point(0, 2 * kSlope + kUpright), left + down, left});
    }
  return all;
}

cv::Rect middle_of(const std::vector<cv::Point>& hexagon) {
  return {hexagon[0] + cv::Point(-14, 26), cv::Size(28, 36)};
}

/// `lines`: which sides of which hexagons have lines of `width`.
cv::Mat draw_hexagons(const std::vector<std::pair<std::size_t, std::size_t>>& lines, int width) {
  cv::Mat picture(330, 400, CV_8UC3, kPaper);
  const auto all = hexagons();
  for (std::size_t i = 0; i < all.size(); ++i) {
    cv::polylines(picture, std::vector{all[i]}, true, kGrey, 2);
    cv::putText(picture, std::to_string(i % 6), middle_of(all[i]).tl() + cv::Point(7, 25),
                cv::FONT_HERSHEY_SIMPLEX, 0.6, kBlack, 2, cv::LINE_AA);
  }
  for (const auto& [of, side] : lines)
    cv::line(picture, all[of][side], all[of][(side + 1) % 6], kBlack, width);
  for (const auto& hexagon : all)
    for (const cv::Point corner : hexagon) {
      const cv::Point x(kDot, 0), y(0, kDot);
      cv::fillConvexPoly(picture, std::vector{corner - x, corner - y, corner + x, corner + y},
                         kBlack);
    }
  return picture;
}

Appearance appearance_of_strokes() {
  Appearance appearance;
  appearance.dot = {0, 0, 0};
  appearance.line = {{0, 0, 0}};
  appearance.undecided = {90, 90, 90};
  const cv::Mat picture = draw_hexagons({}, 2);
  const auto all = hexagons();
  for (std::size_t i = 0; i < 6; ++i)
    appearance.digits.push_back(to_sample(
        static_cast<int>(i), glyph_of(foreground_of(picture(middle_of(all[i])), kPaper))));
  return appearance;
}

/// Faces are numbered as they are found.
std::multiset<int> clues_of(const Reading& reading) {
  return {reading.board.clues.begin(), reading.board.clues.end()};
}

TEST(ReadStrokes, DotsThatAreNotRound) {
  const Reading reading = read({draw_hexagons({}, 2), {}, {}}, appearance_of_strokes());
  EXPECT_EQ(reading.rejection, "");
  EXPECT_EQ(clues_of(reading), (std::multiset{0, 0, 1, 1, 2, 2, 3, 4, 5}));
}

TEST(ReadStrokes, LinesThatAreWiderThanOtherStrokes) {
  const Appearance appearance = appearance_of_strokes();
  const Reading before = read({draw_hexagons({}, 2), {}, {}}, appearance);
  for (const int width : {4, 6}) {
    SCOPED_TRACE(width);
    // Two of them on the rim.
    const cv::Mat picture = draw_hexagons({{0, 0}, {4, 1}, {5, 1}, {8, 2}}, width);
    const Reading reading = read({picture, {}, {}}, appearance, &before);
    EXPECT_EQ(reading.rejection, "");
    EXPECT_EQ(clues_of(reading), clues_of(before));
    EXPECT_EQ(std::ranges::count(reading.board.marks, Mark::line), 4);
  }
}

TEST(ReadStrokes, SomethingBesideALineIsNotPartOfIt) {
  const Appearance appearance = appearance_of_strokes();
  cv::Mat picture = draw_hexagons({{4, 1}}, 6);
  const auto side = hexagons()[4];
  const cv::Point middle = (side[1] + side[2]) / 2;
  // A short stroke that leaves the line.
  cv::line(picture, middle, middle - cv::Point(14, 0), kBlack, 2);
  const Reading before = read({draw_hexagons({}, 2), {}, {}}, appearance);
  EXPECT_NE(read({picture, {}, {}}, appearance, &before).rejection, "");
}

}  // namespace
}  // namespace eyehand::slitherlink
