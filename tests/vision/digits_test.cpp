#include "vision/digits.hpp"

#include <gtest/gtest.h>

#include <opencv2/imgproc.hpp>

#include "puzzle/error.hpp"
#include "tests/support/paths.hpp"
#include "tests/vision/appearances.hpp"
#include "vision/ocr.hpp"
#include "vision/placed_digit.hpp"
#include "vision/slitherlink/read.hpp"

namespace eyehand {
namespace {

std::vector<std::string> samples() {
  slitherlink::Appearance appearance;
  load_skin(test::source_path("skins/sgt-loopy.toml")).file.read("appearance", appearance);
  return appearance.digits;
}

/// A sample's picture, `scale` times as large.
cv::Mat picture(const std::string& sample, double scale) {
  cv::Mat foreground(kGlyphHeight, kGlyphWidth, CV_8UC1), large;
  for (int i = 0; i < kGlyphWidth * kGlyphHeight; ++i) {
    const char c = sample[static_cast<std::size_t>(i + 2)];
    foreground.at<std::uint8_t>(i / kGlyphWidth, i % kGlyphWidth) =
        static_cast<std::uint8_t>((c <= '9' ? c - '0' : c - 'a' + 10) * 17);
  }
  cv::resize(foreground, large, {}, scale, scale, cv::INTER_LINEAR);
  return large;
}

TEST(Digits, EachSampleIsTheDigitItShows) {
  const auto all = samples();
  ASSERT_GE(all.size(), 10U);
  const DigitReader reader(all);
  for (const std::string& sample : all) {
    // Faint columns at its sides would be cut off.
    if (to_sample(sample[0] - '0', glyph_of(picture(sample, 1))) != sample) continue;
    const DigitGuess guess = reader.read_by_samples(picture(sample, 1));
    EXPECT_EQ(guess.digit, sample[0] - '0');
    EXPECT_GE(guess.confidence, kMinDigitConfidence) << sample[0];
  }
}

/// A sample's picture at 60 %, where it begins at a part of a pixel.
cv::Mat shown_smaller(const std::string& sample, cv::Point2d begin) {
  constexpr int kFine = 20,
                kSide = 15;  // pixels of the picture per pixel of the sample; the result
  constexpr double kScale = 0.6;
  const auto fine = [](double pixels) { return cvRound(pixels * kFine / kScale); };
  cv::Mat large, small, all = cv::Mat::zeros(fine(kSide), fine(kSide), CV_8UC1);
  cv::resize(picture(sample, 1), large, {}, kFine, kFine, cv::INTER_NEAREST);
  large.copyTo(all({{fine(3 + begin.x), fine(3 + begin.y)}, large.size()}));
  cv::resize(all, small, {kSide, kSide}, 0, 0, cv::INTER_AREA);
  cv::normalize(small, small, 255, 0, cv::NORM_INF);
  return small;
}

TEST(Digits, ASmallOneIsReadWhereverItLiesBetweenPixels) {
  const auto all = samples();
  const DigitReader reader(all);
  int digits = 0, right = 0;
  for (const std::string& sample : all)
    for (const double x : {0.0, 0.3, 0.6})
      for (const double y : {0.0, 0.3, 0.6}) {
        const DigitGuess guess = reader.read(shown_smaller(sample, {x, y}));
        if (guess.confidence < kMinDigitConfidence) continue;
        right += guess.digit == sample[0] - '0';
        EXPECT_EQ(guess.digit, sample[0] - '0') << x << ' ' << y;
      }
  digits = static_cast<int>(all.size()) * 9;
  EXPECT_GT(right, 0.98 * digits);
}

TEST(Digits, AOneMayBeTwoPixelsWide) {
  const cv::Mat one(10, 2, CV_8UC1, cv::Scalar(255));
  const PlacedDigit placed(one, {{}, one.size()});
  EXPECT_LT(placed.distance(glyph_of(one)), 0.2);
}

TEST(Digits, SamplesAreWrittenAsTheyAreRead) {
  for (const std::string& sample : samples()) {
    cv::Mat foreground = picture(sample, 1);
    EXPECT_EQ(to_sample(sample[0] - '0', glyph_of(foreground)).size(), sample.size());
  }
}

TEST(Digits, TwoDigitsBesideEachOther) {
  const auto all = samples();
  const DigitReader reader(all);
  for (const std::string& tens : all)
    for (const std::string& ones : all) {
      if (tens[0] == '0') continue;
      cv::Mat both, left = picture(tens, 1), right = picture(ones, 1);
      cv::hconcat(left, right, both);
      const NumberGuess guess = reader.read_number(both);
      if (guess.confidence >= kMinDigitConfidence) {
        EXPECT_EQ(guess.number, (tens[0] - '0') * 10 + ones[0] - '0');
      }
    }
}

TEST(Digits, TwoNarrowDigitsWithAGapAreParted) {
  const DigitReader reader(samples());
  cv::Mat both = cv::Mat::zeros(28, 17, CV_8UC1), one;
  for (const std::string& sample : samples())
    if (sample[0] == '1') one = picture(sample, 2);
  const cv::Rect box = cv::boundingRect(one);
  for (const int x : {0, 9}) cv::resize(one(box), both(cv::Rect(x, 0, 8, 28)), {8, 28});
  EXPECT_EQ(reader.read_number(both).number, 11);
}

TEST(Digits, ABlotAndNothingAreNoDigits) {
  const DigitReader reader(samples());
  EXPECT_EQ(reader.read(cv::Mat::zeros(20, 20, CV_8UC1)).digit, -1);
  cv::Mat blot = cv::Mat::zeros(20, 20, CV_8UC1);
  blot(cv::Rect(4, 4, 12, 12)) = 255;
  EXPECT_LT(reader.read(blot).confidence, kMinDigitConfidence);
}

TEST(Digits, SpecksAreNone) {
  const DigitReader reader(samples());
  for (const cv::Size size : {cv::Size(1, 1), cv::Size(2, 1), cv::Size(3, 1)})
    EXPECT_LT(reader.read_number(cv::Mat(size, CV_8UC1, cv::Scalar(255))).confidence,
              kMinDigitConfidence)
        << size;
}

TEST(Digits, ASampleMayBeOfWhatIsNoDigit) {
  const cv::Mat square(9, 9, CV_8UC1, cv::Scalar(255));
  auto all = samples();
  EXPECT_GE(DigitReader(all).read_number(square).number, 0);  // unclear, but perhaps one
  all.push_back(to_sample(kNoDigit, glyph_of(square)));
  EXPECT_EQ(all.back()[0], '-');
  const DigitReader reader(all);
  EXPECT_LT(reader.read_number(square).number, 0);
  EXPECT_EQ(reader.read_by_samples(picture(all.front(), 1)).digit, all.front()[0] - '0');
}

TEST(Digits, RefusesSamplesThatAreNone) {
  EXPECT_THROW(DigitReader({"x:00"}), Error);
  EXPECT_THROW(DigitReader({"3:0123"}), Error);
}

TEST(Digits, TheSecondVoiceSeesNothingInLines) {
  for (const cv::Size size : {cv::Size(1, 300), cv::Size(300, 1), cv::Size(3, 3000)})
    EXPECT_EQ(ocr_digit(cv::Mat(size, CV_8UC1, cv::Scalar(255))).digit, -1) << size;
}

TEST(Digits, TesseractIsThereAsTheSecondVoice) {
  int right = 0, wrong = 0;
  for (const std::string& sample : samples()) {
    const OcrGuess guess = ocr_digit(picture(sample, 2));
    if (guess.digit == sample[0] - '0')
      ++right;
    else if (guess.digit >= 0)
      ++wrong;
  }
  EXPECT_GT(right, 5 * wrong);
  EXPECT_GT(right, 20);
}

}  // namespace
}  // namespace eyehand
