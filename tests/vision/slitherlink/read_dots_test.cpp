// Boards that the test draws as dots, with nothing between them but lines and numbers.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <opencv2/imgproc.hpp>
#include <string>

#include "vision/digits.hpp"
#include "vision/slitherlink/read.hpp"

namespace eyehand::slitherlink {
namespace {

constexpr int kSide = 4, kPitch = 44, kMargin = 60;
constexpr std::array kNumbers = {1, 3, 2, 0};

cv::Rect face_box(int face) {
  return {kMargin + face % kSide * kPitch, kMargin + face / kSide * kPitch, kPitch, kPitch};
}

/// Each column has one number; `tint`: the ground of the faces in every other row.
cv::Mat draw_dots(cv::Scalar tint) {
  cv::Mat picture(300, 300, CV_8UC3, cv::Scalar(180, 190, 170));
  for (int face = 0; face < kSide * kSide; ++face) {
    const cv::Rect box = face_box(face);
    if (face / kSide % 2 == 1)
      cv::rectangle(picture, box.tl() + cv::Point(6, 6), box.br() - cv::Point(7, 7), tint,
                    cv::FILLED);
    cv::putText(picture, std::to_string(kNumbers[static_cast<std::size_t>(face % kSide)]),
                box.tl() + cv::Point(15, 30), cv::FONT_HERSHEY_SIMPLEX, 0.7, {20, 20, 20}, 2,
                cv::LINE_AA);
  }
  for (int y = 0; y <= kSide; ++y)
    for (int x = 0; x <= kSide; ++x)
      cv::circle(picture, {kMargin + x * kPitch, kMargin + y * kPitch}, 3, {0, 0, 240}, cv::FILLED);
  return picture;
}

const cv::Scalar kGround(180, 190, 170);

Appearance appearance_of_dots() {
  Appearance appearance;
  appearance.method = Method::dots;
  appearance.dot = {240, 0, 0};
  const cv::Mat plain = draw_dots(kGround);
  for (int face = 0; face < kSide; ++face) {
    const cv::Rect box = face_box(face);
    const cv::Mat inside = plain(cv::Rect(box.x + 6, box.y + 6, box.width - 12, box.height - 12));
    appearance.digits.push_back(to_sample(kNumbers[static_cast<std::size_t>(face)],
                                          glyph_of(foreground_of(inside, kGround))));
  }
  return appearance;
}

TEST(ReadDots, NumbersOnATint) {
  const Appearance appearance = appearance_of_dots();
  const cv::Mat plain = draw_dots(kGround);
  for (const cv::Mat& picture : {plain, draw_dots({140, 120, 60})}) {
    const Reading reading = read({picture, {}, {}}, appearance);
    EXPECT_EQ(reading.rejection, "");
    ASSERT_EQ(reading.board.clues.size(), kSide * kSide);
    for (int face = 0; face < kSide * kSide; ++face)
      EXPECT_EQ(reading.board.clues[static_cast<std::size_t>(face)],
                kNumbers[static_cast<std::size_t>(face % kSide)]);
  }
}

/// The board on which a program was learned may lack any of them.
TEST(ReadDots, ANumberWithoutSamples) {
  const cv::Mat picture = draw_dots(kGround);
  for (const int missing : kNumbers) {
    SCOPED_TRACE(missing);
    Appearance appearance = appearance_of_dots();
    std::erase_if(appearance.digits,
                  [&](const std::string& sample) { return sample[0] == '0' + missing; });
    const Reading reading = read({picture, {}, {}}, appearance);
    EXPECT_EQ(reading.rejection, "");
    ASSERT_EQ(reading.board.clues.size(), kSide * kSide);
    for (std::size_t face = 0; face < kSide * kSide; ++face)
      EXPECT_EQ(reading.board.clues[face], kNumbers[face % kSide]);
  }
}

/// Outside the board, only those that may be more of it count.
TEST(ReadDots, AnotherSpotDoesNotMatterIfItIsFarFromTheBoard) {
  const Appearance appearance = appearance_of_dots();
  const auto is_read = [&](cv::Point2d place) {  // in pitches from the first dot
    cv::Mat picture;
    cv::copyMakeBorder(draw_dots(kGround), picture, 0, 200, 0, 200, cv::BORDER_CONSTANT, kGround);
    cv::circle(picture, cv::Point(cv::Point2d(kMargin, kMargin) + kPitch * place), 3, {0, 0, 240},
               cv::FILLED);
    return read({picture, {}, {}}, appearance).accepted();
  };
  EXPECT_TRUE(is_read({kSide + 2.4, 1.3}));
  EXPECT_TRUE(is_read({1, kSide + 2.4}));
  EXPECT_FALSE(is_read({kSide + 0.6, 1.3}));
  EXPECT_FALSE(is_read({2.5, 2}));
  EXPECT_FALSE(is_read({kSide + 2, 1}));
}

}  // namespace
}  // namespace eyehand::slitherlink
