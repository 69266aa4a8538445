// Reading Hexiom boards by an atlas of cells and samples of numbers.
#include "vision/hexiom/read_cells.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <opencv2/imgproc.hpp>
#include <string>

#include "puzzle/error.hpp"
#include "puzzle/hexiom/text.hpp"
#include "tests/vision/hexiom/drawn_cells.hpp"

namespace eyehand::hexiom {
namespace {

class HexiomCells : public testing::TestWithParam<bool> {
 protected:
  Reading read_picture(const cv::Mat& picture) const {
    return read_cells(to_frame(picture), cells::HexReader(known_.appearance),
                      NumberReader(known_.numbers), MarkReader(known_.marks));
  }

  HexLattice lattice_ = lattice_of(GetParam());
  Board learned_ = from_text("3\n   4+3 .\n +1+2 .+.\n 5 . . 6+.\n +4 3+2 0\n   . 1+5");
  LearnedBoard known_{learned_, lattice_};
};

TEST_P(HexiomCells, ReadsAnotherBoard) {
  const Board other = from_text("3\n   . 3 0\n  5+4+. 2\n 1+. 6 . .\n  4+2 .+1\n   3+. 2");
  const Reading reading = read_picture(drawn(other, lattice_));
  EXPECT_EQ(reading.rejection, "");
  EXPECT_EQ(to_text(reading.board), to_text(other));
  ASSERT_EQ(reading.where.size(), 19U);
  EXPECT_LT(cv::norm(reading.where[9] - lattice_.middle), 0.01);
}

TEST_P(HexiomCells, RefusesACellThatIsCovered) {
  cv::Mat picture = drawn(learned_, lattice_);
  const cv::Point2d middle = lattice_.at(Hexagon(3).middle(4));
  cv::rectangle(picture, cv::Rect(cv::Point(middle) - cv::Point(4, 30), cv::Size(40, 60)),
                cv::Scalar(255, 255, 255), cv::FILLED);
  const Reading reading = read_picture(picture);
  EXPECT_NE(reading.rejection, "");
  EXPECT_LT(reading.confidence[4], kMinConfidence);
}

TEST_P(HexiomCells, RefusesANumberThatIsNone) {
  Board other = learned_;
  cv::Mat picture = drawn(other, lattice_);
  const cv::Point middle(lattice_.at(Hexagon(3).middle(0)));
  cv::rectangle(picture, cv::Rect(middle - cv::Point(9, 11), cv::Size(19, 23)),
                cv::Scalar(90, 40, 20), cv::FILLED);
  cv::line(picture, middle - cv::Point(8, 8), middle + cv::Point(8, 8), cv::Scalar::all(250), 3);
  cv::line(picture, middle - cv::Point(8, -8), middle + cv::Point(8, -8), cv::Scalar::all(250), 3);
  EXPECT_NE(read_picture(picture).rejection, "");
}

TEST_P(HexiomCells, RefusesAnAppearanceThatDoesNotFit) {
  cells::HexAppearance appearance = known_.appearance;
  appearance.labels.pop_back();
  EXPECT_THROW(cells::HexReader{appearance}, Error);
  appearance = known_.appearance;
  appearance.side = 0;
  EXPECT_THROW(cells::HexReader{appearance}, Error);
  EXPECT_THROW(NumberReader(Numbers{{"3:12"}}), Error);
}

/// It reaches into the ring that shows locks, and may lie a pixel lower than where it was seen.
TEST(HexiomMarks, ALargeNumberIsNoLock) {
  const cv::Point2d middle(40, 40);
  const double pitch = 64, radius = 0.32;
  const auto piece = [](int number, double lower) {
    cv::Mat ink(80, 80, CV_8UC3, cv::Scalar(120, 40, 30)), picture;
    cv::putText(ink, std::to_string(number), {26, 57}, cv::FONT_HERSHEY_SIMPLEX, 1.55,
                cv::Scalar::all(255), 2, cv::LINE_AA);
    const cv::Matx23d shift(1, 0, 0, 0, 1, lower);
    cv::warpAffine(ink, picture, shift, ink.size(), cv::INTER_LINEAR, cv::BORDER_REPLICATE);
    return picture;
  };
  std::vector<cells::Sample> samples;
  for (int number = 1; number <= 6; ++number)
    for (const double lower : {0.0, 0.1})  // nearly alike, so that little is near enough
      samples.push_back({0, number, cut_marks(piece(number, lower), middle, pitch, radius)});
  const MarkReader reader(cells::Atlas(samples), radius);
  for (int number = 1; number <= 6; ++number)
    EXPECT_GE(reader.read(piece(number, 1), middle, pitch).confidence, kMinConfidence) << number;
}

/// Text above a picture may be so high that a lock touches it.
TEST(HexiomNumbers, MayBeAboveTheMiddleOfPieces) {
  const cv::Point2d middle(50, 50);
  const double pitch = 64, radius = 0.45;
  const auto piece = [](int number, int below, bool is_locked) {
    cv::Mat picture(100, 100, CV_8UC3, cv::Scalar(120, 40, 30));
    cv::putText(picture, std::to_string(number), {39, 61 + below}, cv::FONT_HERSHEY_SIMPLEX, 1.1,
                cv::Scalar::all(255), 2, cv::LINE_AA);
    if (is_locked) cv::circle(picture, {50, 23}, 4, cv::Scalar::all(240), cv::FILLED, cv::LINE_AA);
    return picture;
  };
  const NumberSpan usual, high = span_of_number(piece(6, -8, false), middle, pitch).value_or(usual);
  EXPECT_FALSE(span_of_number(piece(6, 0, false), middle, pitch));
  EXPECT_NEAR(high.above, 0.35, 0.04);
  EXPECT_NEAR(high.below, 0.05, 0.04);
  std::vector<cells::Sample> marks;
  for (int number = 0; number <= 6; ++number) {
    const auto glyph = [&](int below, bool is_locked, NumberSpan span) {
      return glyph_of(number_foreground(piece(number, below, is_locked), middle, pitch, span));
    };
    const Glyph usually = glyph(0, false, usual);
    EXPECT_LT(distance(glyph(-8, false, high), usually), 0.04) << number;
    EXPECT_LT(distance(glyph(-8, true, high), usually), 0.04) << number;
    for (const bool is_locked : {false, true})
      if (number % 3 == 0)
        marks.push_back({is_locked ? 1 : 0, number,
                         cut_marks(piece(number, -8, is_locked), middle, pitch, radius, high)});
  }
  const MarkReader reader(cells::Atlas(marks), radius);
  for (int number = 0; number <= 6; ++number)
    for (const bool is_locked : {false, true}) {
      const auto lock = reader.read(piece(number, -8, is_locked), middle, pitch, high);
      EXPECT_EQ(lock.is_locked, is_locked) << number;
      EXPECT_GE(lock.confidence, kMinConfidence) << number;
    }
}

TEST(HexiomNumbers, ThatWereNeverSeenAreNotTakenForOthers) {
  const auto foreground = [](int number) {
    cv::Mat picture(40, 40, CV_8U, cv::Scalar(0));
    cv::putText(picture, std::to_string(number), {10, 30}, cv::FONT_HERSHEY_COMPLEX, 1,
                cv::Scalar(255), 2, cv::LINE_AA);
    return picture;
  };
  for (int unseen = 0; unseen <= 6; ++unseen) {
    Numbers numbers;
    for (int number = 0; number <= 6; ++number)
      if (number != unseen)
        numbers.samples.push_back(to_sample(number, glyph_of(foreground(number))));
    const NumberReader reader(numbers);
    for (int number = 0; number <= 6; ++number) {
      const DigitGuess guess = reader.read(foreground(number));
      if (number == unseen && guess.confidence < kMinDigitConfidence) continue;
      EXPECT_EQ(guess.digit, number) << "without samples of " << unseen;
    }
  }
}

/// A number's foreground from one hexadecimal digit per pixel, within some background.
cv::Mat foreground_from(const std::string& pixels, int width) {
  constexpr int kGround = 2;
  const int height = static_cast<int>(pixels.size()) / width;
  cv::Mat picture(height + 2 * kGround, width + 2 * kGround, CV_8U, cv::Scalar(0));
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      picture.at<std::uint8_t>(kGround + y, kGround + x) = static_cast<std::uint8_t>(
          17 * std::stoi(pixels.substr(static_cast<std::size_t>(y * width + x), 1), nullptr, 16));
  return picture;
}

TEST(HexiomNumbers, AZeroOfWhichTesseractIsNotCertainIsCertainByItsHole) {
  cv::Mat zero = foreground_from(
      "00016cfda60000000af7316fa100007f700006f90002fe100001ef2009fa0000009f800cf70000007fb00ff50000"
      "006fe01ff50000005ff01ff50000006fe00df60000007fc009f90000009f8004fc000000df2000bf600006f70000"
      "1bf7105f900000007dfd920000",
      14);
  EXPECT_EQ(NumberReader::certain_by_ocr(zero), 0);
  // An 8 has two holes, neither as high.
  cv::line(zero, {6, 9}, {12, 9}, cv::Scalar(255));
  EXPECT_EQ(NumberReader::certain_by_ocr(zero), -1);
}

TEST(HexiomNumbers, WhatIsLikeAZeroWithoutItsHoleMayBeASixThatWasNeverSeen) {
  const cv::Mat zero = foreground_from(
      "002466652000005abcbb6100049b523a961018a92017aa201ba61004ad302da410029e513da300019e624da30001"
      "9f724da300019f723da300019e612ca400029e511ba61004ad3018a92017aa20059b423aa710015abbbb61000024"
      "66652000",
      12);
  const cv::Mat six = foreground_from(
      "0001566776100014abcddb30005a64227a30027b4100241005993111000018a9878852001adc755798201bfe5104"
      "ae511beb30008e831bda20007da41aca20006da418ba20007d9405ac30018e72028d52139c400048aaaa85100013"
      "56664100",
      12);
  Numbers numbers;
  numbers.samples.push_back(to_sample(0, glyph_of(zero)));
  EXPECT_EQ(NumberReader(numbers).read(zero).digit, 0);
  const DigitGuess guess = NumberReader(numbers).read(six);
  EXPECT_EQ(guess.digit, 6);
  EXPECT_GE(guess.confidence, kMinDigitConfidence);
}

/// Tesseract recognises nothing in some of these.
TEST(HexiomNumbers, ThatWereNeverSeenAreReadWhereverTheyLie) {
  Numbers numbers;
  for (const int number : {0, 1, 2, 3}) {
    cv::Mat picture(40, 40, CV_8U, cv::Scalar(0));
    cv::putText(picture, std::to_string(number), {10, 30}, cv::FONT_HERSHEY_SIMPLEX, 1,
                cv::Scalar(255), 2, cv::LINE_AA);
    numbers.samples.push_back(to_sample(number, glyph_of(picture)));
  }
  const NumberReader reader(numbers);
  constexpr int kShift = 8;
  for (double right = 0; right < 1; right += 0.125) {
    cv::Mat picture(50, 45, CV_8U, cv::Scalar(0));
    const auto fill = [&](const std::vector<cv::Point2d>& corners) {
      std::vector<cv::Point> at;
      for (const cv::Point2d& corner : corners)
        at.emplace_back(cvRound((corner.x + right) * (1 << kShift)),
                        cvRound(corner.y * (1 << kShift)));
      cv::fillPoly(picture, std::vector<std::vector<cv::Point>>{at}, cv::Scalar(255), cv::LINE_AA,
                   kShift);
    };
    fill({{24, 12}, {28, 12}, {28, 37}, {24, 37}});
    fill({{13, 29}, {31, 29}, {31, 31}, {13, 31}});
    fill({{24, 12}, {26, 14}, {15, 31}, {13, 29}});
    const DigitGuess guess = reader.read(picture);
    EXPECT_EQ(guess.digit, 4) << right;
    EXPECT_GE(guess.confidence, kMinDigitConfidence) << right;
  }
}

INSTANTIATE_TEST_SUITE_P(Tops, HexiomCells, testing::Bool());

}  // namespace
}  // namespace eyehand::hexiom
