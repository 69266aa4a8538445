#include "vision/lattice.hpp"

#include <gtest/gtest.h>

#include <opencv2/imgproc.hpp>
#include <tuple>

#include "puzzle/error.hpp"

namespace eyehand {
namespace {

cv::Mat grid(int columns, int rows, int pitch, cv::Point at, cv::Size size) {
  cv::Mat picture(size, CV_8UC3, cv::Scalar(230, 230, 230));
  for (int i = 0; i <= columns; ++i)
    cv::line(picture, at + cv::Point(i * pitch, 0), at + cv::Point(i * pitch, rows * pitch),
             cv::Scalar(110, 110, 110));
  for (int i = 0; i <= rows; ++i)
    cv::line(picture, at + cv::Point(0, i * pitch), at + cv::Point(columns * pitch, i * pitch),
             cv::Scalar(110, 110, 110));
  return picture;
}

TEST(Lattice, FindsLinesAnywhereInThePicture) {
  for (const int pitch : {11, 14, 33, 80}) {
    const auto found = find_lattice(grid(7, 5, pitch, {23, 41}, {700, 500}), {});
    ASSERT_TRUE(found.lattice) << pitch;
    EXPECT_EQ(found.lattice->columns, 7);
    EXPECT_EQ(found.lattice->rows, 5);
    EXPECT_NEAR(found.lattice->pitch, pitch, 0.01);
    EXPECT_NEAR(found.lattice->origin.x, 23, 0.01);
    EXPECT_NEAR(found.lattice->origin.y, 41, 0.01);
  }
}

TEST(Lattice, IsInTheMiddleOrAtTheInnerEdgeOfAThickFrame) {
  LatticeAppearance appearance;
  appearance.line = {{110, 110, 110}};
  for (const int outwards : {0, 3}) {
    cv::Mat picture = grid(9, 9, 52, {50, 50}, {600, 600});
    // Seven pixels wide, around the outermost lines or outside of them.
    for (const cv::Point side : {cv::Point(0, 1), cv::Point(1, 0)})
      for (const bool is_far : {false, true}) {
        const int across = (is_far ? 50 + 9 * 52 + outwards : 50 - outwards) - 3;
        const cv::Point from(side.x ? 44 : across, side.y ? 44 : across);
        picture(cv::Rect(from, side.x ? cv::Size(480, 7) : cv::Size(7, 480)))
            .setTo(cv::Scalar(110, 110, 110));
      }
    const auto found = find_lattice(picture, appearance);
    ASSERT_TRUE(found.lattice) << found.why_not;
    EXPECT_EQ(found.lattice->columns, 9);
    EXPECT_NEAR(found.lattice->pitch, 52, 0.01);
    EXPECT_NEAR(found.lattice->origin.x, 50, 0.01);
    EXPECT_NEAR(found.lattice->origin.y, 50, 0.01);
  }
}

TEST(Lattice, ALineOnePitchAwayIsNotPartOfIt) {
  cv::Mat picture = grid(7, 7, 51, {12, 61}, {383, 445});
  cv::line(picture, {0, 10}, {383, 10}, cv::Scalar(110, 110, 110));
  const auto found = find_lattice(picture, {});
  ASSERT_TRUE(found.lattice) << found.why_not;
  EXPECT_EQ(found.lattice->rows, 7);
}

TEST(Lattice, LinesMayBeDrawnAPixelBesideTheirPlaces) {
  const std::vector<int> places = {0, 28, 55, 83, 111, 138, 166, 194, 221, 249};
  cv::Mat picture(400, 400, CV_8UC3, cv::Scalar(230, 230, 230));
  const cv::Scalar black(0, 0, 0);
  for (const int place : places) {
    cv::line(picture, {80 + place, 70}, {80 + place, 70 + places.back()}, black);
    cv::line(picture, {80, 70 + place}, {80 + places.back(), 70 + place}, black);
  }
  const auto found = find_lattice(picture, {.line = {Colour{0, 0, 0}}});
  ASSERT_TRUE(found.lattice) << found.why_not;
  EXPECT_EQ(found.lattice->columns, 9);
}

TEST(Lattice, LinesOfTwoColoursMayMixWhereTheyCross) {
  cv::Mat picture = grid(9, 9, 30, {40, 40}, {360, 360});
  picture.setTo(cv::Scalar::all(153), picture < 200);
  for (int i = 0; i <= 9; i += 3) {
    const int at = 40 + i * 30;
    cv::line(picture, {at, 40}, {at, 310}, cv::Scalar::all(51), 2);
    cv::line(picture, {40, at}, {310, at}, cv::Scalar::all(51), 2);
  }
  const LatticeAppearance appearance{.line = {{153, 153, 153}, {51, 51, 51}}};
  for (const double scale : {1.0, 1.25, 1.5, 2.0}) {
    cv::Mat scaled;
    cv::resize(picture, scaled, {}, scale, scale, cv::INTER_LINEAR);
    const auto found = find_lattice(scaled, appearance);
    ASSERT_TRUE(found.lattice) << scale;
    EXPECT_EQ(found.lattice->columns, 9) << scale;
  }
}

TEST(Lattice, LinesShowByTheirBrightnessWhereColoursRunOverThem) {
  LatticeAppearance appearance;
  appearance.line = {{110, 110, 110}};
  const cv::Mat lines = grid(7, 5, 24, {23, 41}, {230, 190});
  cv::Mat picture = lines.clone();
  picture(cv::Rect(23, 41, 7 * 24, 5 * 24)).setTo(cv::Scalar(0, 230, 230));
  picture = cv::min(picture, lines);
  cv::Mat parts;
  cv::cvtColor(picture, parts, cv::COLOR_BGR2YCrCb);
  std::vector<cv::Mat> channels;
  cv::split(parts, channels);
  for (const int colour : {1, 2}) cv::blur(channels[colour], channels[colour], {7, 7});
  cv::merge(channels, parts);
  cv::cvtColor(parts, picture, cv::COLOR_YCrCb2BGR);
  const auto found = find_lattice(picture, appearance, true);
  ASSERT_TRUE(found.lattice) << found.why_not;
  EXPECT_EQ(found.lattice->columns, 7);
  EXPECT_NEAR(found.lattice->origin.x, 23, 0.5);
}

TEST(Lattice, LinesMayRunOnBeyondTheBoardWhereTheSkinSaysSo) {
  cv::Mat picture = grid(7, 5, 30, {100, 90}, {400, 300});
  // The first ones have nothing to part from other numbers; the others end where numbers do.
  for (int i = 1; i <= 7; ++i)
    cv::line(picture, {100 + i * 30, 20 + i % 3}, {100 + i * 30, 90}, cv::Scalar(110, 110, 110));
  for (int i = 1; i <= 5; ++i)
    cv::line(picture, {10 + i % 3, 90 + i * 30}, {100, 90 + i * 30}, cv::Scalar(110, 110, 110));
  LatticeAppearance appearance;
  appearance.line = {{110, 110, 110}};
  EXPECT_FALSE(find_lattice(picture, appearance).lattice);
  appearance.runs_on = "tl";
  const auto found = find_lattice(picture, appearance);
  ASSERT_TRUE(found.lattice) << found.why_not;
  EXPECT_EQ(found.lattice->columns, 7);
  EXPECT_EQ(found.lattice->rows, 5);
  EXPECT_NEAR(found.lattice->origin.x, 100, 0.01);
  EXPECT_NEAR(found.lattice->origin.y, 90, 0.01);
}

TEST(Lattice, OtherLinesMayRunAlongALineOrCrossIt) {
  cv::Mat picture(300, 300, CV_8UC3, cv::Scalar(230, 230, 230));
  for (const auto& [colour, each, width] :
       {std::tuple(cv::Scalar(0, 0, 0), 1, 5), std::tuple(cv::Scalar(255, 255, 255), 3, 1)})
    for (int i = 0; i <= 9; i += each) {
      cv::line(picture, {15 + i * 30, 15}, {15 + i * 30, 285}, colour, width);
      cv::line(picture, {15, 15 + i * 30}, {285, 15 + i * 30}, colour, width);
    }
  LatticeAppearance appearance;
  appearance.line = {{0, 0, 0}};
  const auto found_without = find_lattice(picture, appearance);
  EXPECT_TRUE(!found_without.lattice || found_without.lattice->columns < 9);
  appearance.line_gap_px = 1;
  const auto found = find_lattice(picture, appearance);
  ASSERT_TRUE(found.lattice) << found.why_not;
  EXPECT_EQ(found.lattice->columns, 9);
  EXPECT_NEAR(found.lattice->pitch, 30, 0.1);
}

TEST(Lattice, LinesAroundBlocksMayBeHiddenInPart) {
  cv::Mat picture(400, 400, CV_8UC3, cv::Scalar(40, 60, 50));
  for (int i = 0; i <= 3; ++i) {
    cv::line(picture, {30 + i * 90, 50}, {30 + i * 90, 320}, cv::Scalar(110, 110, 110), 3);
    cv::line(picture, {30, 50 + i * 90}, {300, 50 + i * 90}, cv::Scalar(110, 110, 110), 3);
  }
  picture(cv::Rect(20, 40, 45, 45)).setTo(cv::Scalar(0, 200, 250));  // the selected cell
  LatticeAppearance appearance;
  appearance.method = LatticeMethod::blocks;
  appearance.line = {{110, 110, 110}};
  const auto found = find_lattice(picture, appearance);
  ASSERT_TRUE(found.lattice) << found.why_not;
  EXPECT_EQ(found.lattice->columns, 9);
  EXPECT_EQ(found.lattice->rows, 9);
  EXPECT_NEAR(found.lattice->pitch, 30, 0.01);
  EXPECT_NEAR(found.lattice->origin.x, 30, 0.01);
  EXPECT_NEAR(found.lattice->origin.y, 50, 0.01);
}

TEST(Lattice, SeesNoneInNoiseOrAFlatPicture) {
  cv::Mat noise(400, 500, CV_8UC3);
  cv::RNG(7).fill(noise, cv::RNG::UNIFORM, 0, 256);
  EXPECT_FALSE(find_lattice(noise, {}).lattice);
  const auto flat = find_lattice(cv::Mat(400, 500, CV_8UC3, cv::Scalar(9, 9, 9)), {});
  EXPECT_FALSE(flat.lattice);
  EXPECT_FALSE(flat.why_not.empty());

  LatticeAppearance strokes;
  strokes.method = LatticeMethod::strokes;
  strokes.background_hue_span_deg = 180;
  strokes.stroke_saturation_max = 0.3;
  EXPECT_FALSE(find_lattice(noise, strokes).lattice);
}

TEST(Lattice, RefusesWhatIsNoPicture) {
  EXPECT_THROW(find_lattice(cv::Mat(), {}), Error);
  EXPECT_THROW(find_lattice(cv::Mat(10, 10, CV_8UC1), {}), Error);
  EXPECT_THROW(find_lattice(cv::Mat(1, 20000, CV_8UC3), {}), Error);
}

}  // namespace
}  // namespace eyehand
