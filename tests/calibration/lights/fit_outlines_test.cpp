// What tiles flip, read off drawings of outlined squares whose size was found from known sets.
#include "calibration/lights/fit_outlines.hpp"

#include <gtest/gtest.h>

#include <opencv2/imgproc.hpp>
#include <random>
#include <utility>

namespace eyehand::calibration {
namespace {

using lights::Offset;

constexpr double kPitch = 56;
constexpr int kColumns = 6, kRows = 5;

cv::Point2d centre_of(int tile) {
  return {40 + kPitch * (tile % kColumns), 40 + kPitch * (tile / kColumns)};
}

/// Tiles of two colours on which these sets are drawn, with squares of this width and height;
/// perhaps with a base below the squares, as of a bulb.
Frame drawn(const std::vector<std::vector<Offset>>& sets, double step, double height = 1,
            bool has_base = false) {
  cv::Mat picture(360, 400, CV_8UC3, cv::Scalar(40, 60, 50));
  constexpr int kFine = 4;  // fractional bits
  const auto fine = [](cv::Point2d p) { return cv::Point(cvRound(p.x * 16), cvRound(p.y * 16)); };
  for (std::size_t tile = 0; tile < sets.size(); ++tile) {
    const cv::Point2d centre = centre_of(static_cast<int>(tile));
    const bool is_lit = tile % 3 == 0;
    cv::circle(picture, centre, 25, is_lit ? cv::Scalar(60, 220, 240) : cv::Scalar(90, 90, 90),
               cv::FILLED, cv::LINE_AA);
    const cv::Point2d below = centre + cv::Point2d(0, 1.5 * step);
    if (has_base)
      cv::rectangle(picture, fine(below - cv::Point2d(0.8 * step, 0)),
                    fine(below + cv::Point2d(0.8 * step, 8)), cv::Scalar(60, 120, 130), cv::FILLED,
                    cv::LINE_AA, kFine);
    for (const Offset& by : sets[tile]) {
      const cv::Point2d side(step, height * step);
      const cv::Point2d corner = centre + cv::Point2d((by.x - 0.5) * side.x, (by.y - 0.5) * side.y);
      cv::rectangle(picture, fine(corner), fine(corner + side),
                    is_lit ? cv::Scalar(20, 60, 60) : cv::Scalar(220, 220, 220), 1, cv::LINE_AA,
                    kFine);
    }
  }
  return to_frame(picture);
}

std::vector<std::vector<Offset>> random_sets(unsigned seed) {
  std::mt19937 random(seed);
  std::vector<std::vector<Offset>> sets;
  for (int tile = 0; tile < kColumns * kRows; ++tile) {
    sets.emplace_back();
    for (int y = -1; y <= 1; ++y)
      for (int x = -1; x <= 1; ++x)
        if ((x == 0 && y == 0) || random() % 3 == 0) sets.back().push_back({x, y});
  }
  return sets;
}

std::vector<KnownSet> known(const std::vector<std::vector<Offset>>& sets, int count) {
  std::vector<KnownSet> all;
  for (int tile = 0; tile < count; ++tile)
    all.push_back({centre_of(tile), sets[static_cast<std::size_t>(tile)]});
  return all;
}

TEST(FitOutlines, AFewSetsShowHowToReadTheOthers) {
  for (const double step : {6.3, 7.5, 8.4, 12.0}) {
    const auto sets = random_sets(7);
    const Frame frame = drawn(sets, step);
    const auto outlines = fit_outlines(frame, kPitch, known(sets, 9));
    ASSERT_TRUE(outlines) << step;
    EXPECT_NEAR(outlines->step * kPitch, step, 0.8);
    const auto others = random_sets(8);
    const Frame next = drawn(others, step);
    for (int tile = 0; tile < kColumns * kRows; ++tile) {
      const auto read = lights::read_outlines(next, centre_of(tile), kPitch, *outlines);
      EXPECT_GE(read.clarity, lights::kMinClarity) << step << " tile " << tile;
      EXPECT_EQ(read.offsets, others[static_cast<std::size_t>(tile)]) << step << " tile " << tile;
    }
  }
}

TEST(FitOutlines, TakesNoEdgeForALine) {
  const auto sets = random_sets(7);
  const Frame frame = drawn(sets, 8.7, 1, true);
  const auto outlines = fit_outlines(frame, kPitch, known(sets, 9));
  ASSERT_TRUE(outlines);
  for (int tile = 0; tile < kColumns * kRows; ++tile) {
    const auto read = lights::read_outlines(frame, centre_of(tile), kPitch, *outlines);
    EXPECT_GE(read.clarity, lights::kMinClarity) << "tile " << tile;
    EXPECT_EQ(read.offsets, sets[static_cast<std::size_t>(tile)]) << "tile " << tile;
  }
}

/// In a stretched frame, what is drawn may be stretched with it, or not.
TEST(FitOutlines, SquaresOnTheScreenAndSquaresOfTheTile) {
  for (const double height : {1.0, 1.25}) {
    const auto sets = random_sets(7);
    Frame frame = drawn(sets, 10, height);
    frame.scale.y = 1.25;
    const auto outlines = fit_outlines(frame, kPitch, known(sets, 9));
    ASSERT_TRUE(outlines) << height;
    EXPECT_EQ(outlines->height, height);
  }
}

/// Lower tiles, drawn with soft lines, in a frame that is stretched to make them square; the rims
/// of dark ones look like faint lines.
TEST(FitOutlines, SoftLinesOfAStretchedFrame) {
  const auto sets = random_sets(7);
  cv::Mat picture = drawn(sets, 13).image.clone();
  for (int tile = 0; tile < kColumns * kRows; ++tile)
    if (tile % 3 != 0) {
      const cv::Point2d corner(21, 21);
      cv::rectangle(picture, centre_of(tile) - corner, centre_of(tile) + corner,
                    cv::Scalar(130, 130, 130), 1);
    }
  const cv::Size size = picture.size();
  cv::resize(picture, picture, {}, 1, 0.8, cv::INTER_AREA);
  cv::resize(picture, picture, size, 0, 0, cv::INTER_LINEAR);
  Frame frame = to_frame(picture);
  frame.scale.y = 1.25;
  const auto outlines = fit_outlines(frame, kPitch, known(sets, 9));
  ASSERT_TRUE(outlines);
  EXPECT_NEAR(outlines->step * kPitch, 13, 1.25);
  for (int tile = 0; tile < kColumns * kRows; ++tile) {
    const auto read = lights::read_outlines(frame, centre_of(tile), kPitch, *outlines);
    EXPECT_GE(read.clarity, lights::kMinClarity) << "tile " << tile;
    EXPECT_EQ(read.offsets, sets[static_cast<std::size_t>(tile)]) << "tile " << tile;
  }
}

TEST(FitOutlines, FindsNothingWhereNothingIsDrawn) {
  const Frame frame = drawn(std::vector<std::vector<Offset>>(kColumns * kRows), 8);
  EXPECT_FALSE(fit_outlines(frame, kPitch, known(random_sets(7), 9)));
}

TEST(FitOutlines, FindsNothingWhereAnythingElseIsDrawn) {
  const Frame frame = drawn(random_sets(9), 8);
  EXPECT_FALSE(fit_outlines(frame, kPitch, known(random_sets(7), 9)));
}

TEST(FitOutlines, NeedsSetsThatDiffer) {
  const std::vector<std::vector<Offset>> sets(kColumns * kRows, {{0, 0}, {1, 0}});
  EXPECT_FALSE(fit_outlines(drawn(sets, 8), kPitch, known(sets, 9)));
}

}  // namespace
}  // namespace eyehand::calibration
