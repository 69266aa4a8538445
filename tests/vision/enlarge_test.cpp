// Pictures that a viewer made smaller.
#include "vision/enlarge.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <opencv2/imgproc.hpp>
#include <utility>

namespace eyehand {
namespace {

constexpr int kPitch = 32, kFirst = 20, kCells = 6;
const cv::Vec3b kBackground(230, 230, 230), kLine(40, 60, 150);

/// A board with lines of this width between cells, in three colours or one.
cv::Mat board(int line_width, bool is_colourful = true) {
  const int last = kFirst + kCells * kPitch;
  cv::Mat picture(last + kFirst, last + kFirst, CV_8UC3, cv::Scalar(kBackground));
  for (int row = 0; row < kCells && is_colourful; ++row)
    for (int column = 0; column < kCells; ++column) {
      const cv::Rect cell(kFirst + column * kPitch, kFirst + row * kPitch, kPitch, kPitch);
      if ((row + 2 * column) % 4 == 0) picture(cell) = cv::Scalar(50, 50, 50);
      if ((row + 2 * column) % 5 == 0) picture(cell) = cv::Scalar(130, 255, 180);
    }
  for (int i = 0; i <= kCells; ++i) {
    const int at = kFirst + i * kPitch;
    picture(cv::Rect(kFirst, at, last - kFirst + 1, line_width)) = cv::Scalar(kLine);
    picture(cv::Rect(at, kFirst, line_width, last - kFirst + 1)) = cv::Scalar(kLine);
  }
  return picture;
}

cv::Mat shown_smaller(const cv::Mat& picture, double scale) {
  cv::Mat smaller;
  cv::resize(picture, smaller, {}, scale, scale, cv::INTER_AREA);
  return smaller;
}

/// The shares of the rows and columns between cells that have the line's colour all along, give or
/// take a pixel.
double shares_shown(const cv::Mat& picture) {
  int shown = 0, all = 0;
  for (const cv::Mat& turned : {picture, cv::Mat(picture.t())})
    for (int i = 0; i <= kCells; ++i)
      for (int x = kFirst + 4; x < kFirst + kCells * kPitch - 4; ++x, ++all)
        for (int off = -1; off <= 1; ++off)
          if (cv::norm(turned.at<cv::Vec3b>(kFirst + i * kPitch + off, x), kLine, cv::NORM_INF) <
              16) {
            ++shown;
            break;
          }
  return static_cast<double>(shown) / all;
}

TEST(Enlarged, LinesAreDrawnAsTheyWere) {
  for (const int width : {1, 2})
    for (const double scale : {0.6, 0.75}) {
      const Frame smaller = to_frame(shown_smaller(board(width), scale));
      const Frame restored = enlarged(smaller, {1 / scale, width * scale});
      EXPECT_GT(shares_shown(restored.image), 0.9) << width << " " << scale;
      cv::Mat interpolated;
      cv::resize(smaller.image, interpolated, restored.image.size(), 0, 0, cv::INTER_LINEAR);
      EXPECT_LT(shares_shown(interpolated), 0.8) << width << " " << scale;
    }
}

TEST(Enlarged, LinesGoOnBesideCellsThatCoverThem) {
  constexpr double kScale = 0.75;
  cv::Mat picture = board(2, false);
  for (const auto& [column, row] : {std::pair{1, 1}, {3, 1}, {2, 2}, {4, 3}, {1, 4}})
    picture(cv::Rect(kFirst + column * kPitch, kFirst + row * kPitch, kPitch + 2, kPitch + 2)) =
        cv::Scalar(0, 0, 0);
  const Frame restored =
      enlarged(to_frame(shown_smaller(picture, kScale)), {1 / kScale, 2 * kScale});
  EXPECT_GT(shares_shown(restored.image), 0.7);  // of 0.76 that are not covered
}

TEST(Enlarged, LinesGoOnBeneathTheFrameOfACell) {
  constexpr double kScale = 0.6;
  cv::Mat picture = board(1, false);
  cv::rectangle(picture, cv::Rect(kFirst, kFirst, kPitch + 1, kPitch + 1), cv::Scalar(255, 0, 0),
                3);
  const Frame restored = enlarged(to_frame(shown_smaller(picture, kScale)), {1 / kScale, kScale});
  EXPECT_GT(shares_shown(restored.image), 0.94);  // the frame covers some
}

/// Of a board whose cells are dark from this row on, shown smaller: that this line is restored.
void expect_line(int dark, double scale, int row) {
  const cv::Vec3b teal(99, 102, 0);
  const int last = kFirst + kCells * kPitch, from = kFirst + dark * kPitch;
  cv::Mat picture(last + kFirst, last + kFirst, CV_8UC3, cv::Scalar(kBackground));
  picture(cv::Rect(kFirst, from, kCells * kPitch, last - from)) = cv::Scalar(20, 20, 20);
  for (int i = 0; i <= kCells; ++i) {
    const int at = kFirst + i * kPitch;
    picture(cv::Rect(kFirst, at, last - kFirst + 1, 1)) = cv::Scalar(teal);
    picture(cv::Rect(at, kFirst, 1, last - kFirst + 1)) = cv::Scalar(teal);
  }
  const Frame restored = enlarged(to_frame(shown_smaller(picture, scale)), {1 / scale, scale});
  const int line = kFirst + row * kPitch;
  for (int x = kFirst + 4; x < last - 4; ++x)
    ASSERT_LT(cv::norm(restored.image.at<cv::Vec3b>(line, x), teal, cv::NORM_INF), 16) << x;
}

TEST(Enlarged, ALineBetweenDarkCellsAndLightOnesIsWhereTheOthersSay) {
  expect_line(2, 0.75, 2);
}

TEST(Enlarged, TheOutermostLineIsWhereTheOthersSay) {
  expect_line(4, 0.6, kCells);
}

TEST(Enlarged, ALineIsInTheClearerOfTwoRows) {
  constexpr double kScale = 0.75;
  constexpr int kCell = 21, kSide = 9 * kCell + 1;
  const cv::Vec3b grey(204, 204, 204), line(153, 153, 153);
  for (int first = 20; first < 24; ++first) {
    const auto at = [&](int i) { return first + kCell * i; };
    cv::Mat picture(kSide + 40, kSide + 40, CV_8UC3, cv::Scalar::all(255));
    // Below white cells, the second row of a line may look as the grey cells do.
    for (const cv::Point cell : {cv::Point(2, 0), {6, 0}, {3, 1}, {5, 1}, {8, 1}, {0, 2}, {1, 2}})
      picture(cv::Rect(at(cell.x), at(cell.y), kCell, kCell)) = cv::Scalar(grey);
    for (int i = 0; i <= 9; ++i) {
      picture(cv::Rect(first, at(i), kSide, 1)) = cv::Scalar(line);
      picture(cv::Rect(at(i), first, 1, kSide)) = cv::Scalar(line);
    }
    const Frame restored = enlarged(to_frame(shown_smaller(picture, kScale)), {1 / kScale, kScale});
    for (int i = 0; i <= 9; ++i) {
      int shown = 0;
      for (int x = at(0); x < at(9); ++x)
        shown += cv::norm(restored.image.at<cv::Vec3b>(at(i), x), line, cv::NORM_INF) < 16;
      EXPECT_GT(shown, 0.95 * kSide) << i << " from " << first;
    }
  }
}

TEST(Enlarged, CellsKeepTheirColours) {
  const cv::Mat before = board(1);
  const Frame restored = enlarged(to_frame(shown_smaller(before, 0.6)), {1 / 0.6, 0.6});
  for (int row = 0; row < kCells; ++row)
    for (int column = 0; column < kCells; ++column) {
      const cv::Rect inside(kFirst + column * kPitch + 4, kFirst + row * kPitch + 4, kPitch - 7,
                            kPitch - 7);
      EXPECT_LT(cv::norm(before(inside), restored.image(inside), cv::NORM_INF), 8)
          << row << " " << column;
    }
}

TEST(Enlarged, WhatIsNoGridIsOnlyInterpolated) {
  cv::Mat picture(120, 160, CV_8UC3, cv::Scalar(kBackground)), interpolated;
  cv::putText(picture, "Hello", {10, 60}, cv::FONT_HERSHEY_SIMPLEX, 1, cv::Scalar::all(0), 1);
  picture.row(80) = cv::Scalar(kLine);  // by itself
  picture(cv::Rect(60, 85, 90, 30)) = cv::Scalar(90, 0, 0);
  cv::resize(picture, interpolated, {240, 180}, 0, 0, cv::INTER_LINEAR);
  const Frame frame = enlarged(to_frame(picture), {1.5, 0.67});
  EXPECT_EQ(cv::norm(frame.image, interpolated, cv::NORM_INF), 0);
  EXPECT_EQ(frame.to_screen({120, 90}), cv::Point(80, 60));
}

TEST(Enlarged, NoiseIsSmoothedAwayAndEdgesStay) {
  constexpr int kNoise = 15;
  const cv::Mat clean = board(1);
  cv::Mat noisy = clean.clone(), noise(clean.size(), CV_8UC3);
  cv::RNG(1).fill(noise, cv::RNG::UNIFORM, 0, 5);
  noisy = noisy - cv::Scalar::all(2) + noise;
  const cv::Mat smooth = enlarged(to_frame(noisy), {1, 1, kNoise}).image;
  ASSERT_EQ(smooth.size(), clean.size());
  EXPECT_LT(cv::norm(smooth, clean, cv::NORM_L1), 0.5 * cv::norm(noisy, clean, cv::NORM_L1));
  EXPECT_GT(shares_shown(smooth), 0.99);
}

TEST(Enlarged, SmallAndEmptyPicturesAreNoTrouble) {
  for (const cv::Size size : {cv::Size(1, 1), {3, 3}, {4, 40}, {40, 4}, {5, 5}})
    EXPECT_EQ(enlarged(to_frame(cv::Mat(size, CV_8UC3, cv::Scalar::all(9))), {2, 1}).image.size(),
              size * 2);
  EXPECT_TRUE(enlarged(Frame(), {2, 1}).image.empty());
}

}  // namespace
}  // namespace eyehand
