#include "vision/digits.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <opencv2/imgproc.hpp>
#include <utility>

#include "puzzle/error.hpp"
#include "puzzle/index.hpp"
#include "vision/foreground.hpp"
#include "vision/ocr.hpp"
#include "vision/placed_digit.hpp"

namespace eyehand {
namespace {

/// Pixels with less foreground, of 255, are not part of a glyph: they are its smoothed rim.
constexpr int kForeground = 90;
/// A glyph wider than this multiple of its height is two; so is one with a gap.
constexpr double kTwoDigits = 1.25;
/// A glyph that differs by more from all samples is unknown (1: nothing in common).
constexpr double kStrange = 0.3;
/// The samples are conclusive if every other digit is at least this many times as far away.
constexpr double kPlainRatio = 1.6;
/// Likewise for samples that are drawn where the digit lies.
constexpr double kStrangePlaced = 0.1, kPlainRatioPlaced = 1.8;
/// Samples that are farther away than the nearest, by this, need not be compared so.
constexpr double kFarther = 0.25;
/// A lower digit shows too few pixels to be compared so.
constexpr int kLeastPlaced = 8;
/// The hole of a 0 has at least this share of the digit's height; the holes of other digits do not.
/// Measured on 14 fonts of 11 to 32 points, where ink is everything brighter than kInk of the
/// brightest.
constexpr double kHoleOfZero = 0.52, kInk = 0.25;
/// The confidence of a digit on which the samples and Tesseract agree.
constexpr float kAgreed = 0.6F;

cv::Rect bounds(const cv::Mat& foreground) {
  return cv::boundingRect(foreground >= kForeground);
}

int product(const Glyph& a, const Glyph& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0);
}

/// 0: the same, 1: nothing in common. `squares`: the product of each glyph with itself, summed.
double distance(const Glyph& a, const Glyph& b, int squares) {
  return squares > 0 ? static_cast<double>(squares - 2 * product(a, b)) / squares : 1;
}

}  // namespace

cv::Mat foreground_of(const cv::Mat& bgr, cv::Scalar background, double least) {
  cv::Mat foreground = distances(bgr, to_colour(background));
  double most = 0;
  if (!foreground.empty()) cv::minMaxLoc(foreground, nullptr, &most);
  if (most < least) return cv::Mat::zeros(bgr.size(), CV_8UC1);
  foreground.convertTo(foreground, CV_8UC1, 255 / most);
  return foreground;
}

Glyph glyph_of(const cv::Mat& foreground) {
  Glyph glyph{};
  const cv::Rect box = bounds(foreground);
  if (box.empty()) return glyph;
  const int width = std::clamp(cvRound(static_cast<double>(box.width) * kGlyphHeight / box.height),
                               1, kGlyphWidth);
  cv::Mat scaled;
  cv::resize(foreground(box), scaled, {width, kGlyphHeight}, 0, 0,
             box.height > kGlyphHeight ? cv::INTER_AREA : cv::INTER_LINEAR);
  const int left = (kGlyphWidth - width) / 2;
  for (int y = 0; y < kGlyphHeight; ++y)
    for (int x = 0; x < width; ++x)
      glyph[at(y * kGlyphWidth + left + x)] = scaled.at<std::uint8_t>(y, x);
  return glyph;
}

double distance(const Glyph& a, const Glyph& b) {
  return distance(a, b, product(a, a) + product(b, b));
}

bool has_hole_of_zero(const cv::Mat& foreground) {
  const cv::Mat ink = foreground(bounds(foreground));
  if (ink.empty()) return false;
  cv::Mat large, labels;
  const double scale = 40.0 / ink.rows;
  cv::resize(ink, large, {}, scale, scale, cv::INTER_CUBIC);
  cv::copyMakeBorder(large, large, 1, 1, 1, 1, cv::BORDER_CONSTANT, cv::Scalar(0));
  double most = 0;
  cv::minMaxLoc(large, nullptr, &most);
  cv::connectedComponents(large < kInk * most, labels, 4, CV_32S);
  const int outside = labels.at<int>(0, 0);
  const cv::Rect hole = cv::boundingRect((labels != outside) & (labels != 0));
  return hole.height > kHoleOfZero * large.rows;
}

std::string to_sample(int digit, const Glyph& glyph) {
  std::string text = (digit == kNoDigit ? "-" : std::to_string(digit)) + ":";
  for (const std::uint8_t pixel : glyph) text += "0123456789abcdef"[pixel / 16];
  return text;
}

DigitReader::DigitReader(const std::vector<std::string>& samples) {
  for (const std::string& text : samples) {
    Sample sample{};
    const bool is_fit = text.size() == sample.glyph.size() + 2 &&
                        std::string_view("0123456789-").find(text[0]) != std::string_view::npos &&
                        text[1] == ':' &&
                        text.find_first_not_of("0123456789abcdef", 2) == std::string::npos;
    if (!is_fit)
      throw Error("'" + text.substr(0, 20) +
                  "...' is not a sample of a digit; write the digit, a " + "colon and " +
                  std::to_string(sample.glyph.size()) + " hexadecimal digits.");
    sample.digit = text[0] == '-' ? kNoDigit : text[0] - '0';
    for (std::size_t i = 0; i < sample.glyph.size(); ++i) {
      const char c = text[i + 2];
      sample.glyph[i] = static_cast<std::uint8_t>((c <= '9' ? c - '0' : c - 'a' + 10) * 17);
    }
    add(sample.digit, sample.glyph);
  }
}

void DigitReader::add(int digit, const Glyph& glyph) {
  samples_.push_back({digit, glyph, product(glyph, glyph)});
}

DigitGuess DigitReader::nearest(const std::function<double(const Sample&)>& distance,
                                double plain_ratio, double strange) const {
  DigitGuess guess;
  double best = 1, other = 1;
  std::array<double, kNoDigit + 1> nearest;
  nearest.fill(1);
  for (const Sample& sample : samples_) {
    double& d = nearest[at(sample.digit)];
    d = std::min(d, distance(sample));
  }
  int next = -1;
  for (int digit = 0; digit <= kNoDigit; ++digit) {
    const double d = nearest[at(digit)];
    if (d < best) {
      other = best;
      best = d;
      next = std::exchange(guess.digit, digit);
    } else if (d < other) {
      other = d;
      next = digit;
    }
  }
  if (guess.digit < 0) return guess;
  // 0.5 exactly where the samples become conclusive.
  const double plain = (other / std::max(best, 1e-3) - 1) / (plain_ratio - 1) / 2;
  const double near = (strange - best) / strange;
  guess.confidence = static_cast<float>(std::clamp(std::min(plain, near), 0.0, 1.0));
  // What is unclear may be the digit that is next nearest.
  if (guess.digit == kNoDigit) guess.digit = guess.confidence < kMinDigitConfidence ? next : -1;
  return guess;
}

DigitGuess DigitReader::read_by_samples(const cv::Mat& foreground) const {
  const Glyph glyph = glyph_of(foreground);
  const int square = product(glyph, glyph);
  return nearest(
      [&](const Sample& sample) { return distance(glyph, sample.glyph, square + sample.square); },
      kPlainRatio, kStrange);
}

double DigitReader::off_samples(const cv::Mat& foreground) const {
  const Glyph glyph = glyph_of(foreground);
  double least = 1;
  for (const Sample& sample : samples_)
    least = std::min(least, eyehand::distance(glyph, sample.glyph));
  return least;
}

DigitGuess DigitReader::read(const cv::Mat& foreground) const {
  return read(foreground, true);
}

DigitGuess DigitReader::read(const cv::Mat& foreground, bool is_whole) const {
  DigitGuess guess = read_by_samples(foreground);
  if (guess.digit < 0 || guess.confidence >= kMinDigitConfidence) return guess;
  const cv::Rect box = bounds(foreground);
  if (is_whole && box.height >= kLeastPlaced) {
    const Glyph glyph = glyph_of(foreground);
    const auto roughly = [&](const Sample& sample) { return distance(glyph, sample.glyph); };
    const double least = off_samples(foreground);
    const PlacedDigit placed(foreground, box);
    const DigitGuess clearer = nearest(
        [&](const Sample& sample) {
          return roughly(sample) > least + kFarther ? 1 : placed.distance(sample.glyph);
        },
        kPlainRatioPlaced, kStrangePlaced);
    if (clearer.digit < 0 || clearer.confidence >= kMinDigitConfidence) return clearer;
  }
  const OcrGuess second = ocr_digit(foreground(box));
  guess.confidence = second.digit == guess.digit ? kAgreed : guess.confidence / 2;
  return guess;
}

std::vector<cv::Mat> digits_of(const cv::Mat& foreground) {
  const cv::Rect box = bounds(foreground);
  if (box.empty()) return {};
  const cv::Mat all = foreground(box);
  // Between two digits there is a column with the least foreground, near the middle.
  cv::Mat columns;
  cv::reduce(all, columns, 0, cv::REDUCE_SUM, CV_32S);
  int gap = box.width / 2;
  for (int x = std::max(1, box.width / 3); x <= box.width * 2 / 3; ++x) {
    const auto less = [&](int a, int b) {
      const int at_a = columns.at<int>(0, a), at_b = columns.at<int>(0, b);
      return at_a != at_b ? at_a < at_b : std::abs(2 * a - box.width) < std::abs(2 * b - box.width);
    };
    if (less(x, gap)) gap = x;
  }
  const bool is_gap = box.width > 2 && cv::countNonZero(all.col(gap) >= kForeground) == 0;
  if (!is_gap && box.width < kTwoDigits * box.height) return {foreground};
  return {all.colRange(0, gap), all.colRange(gap, box.width)};
}

NumberGuess DigitReader::read_number(const cv::Mat& foreground) const {
  const std::vector<cv::Mat> digits = digits_of(foreground);
  if (digits.empty()) return {};
  const auto is_apart = [](const cv::Mat& side) {
    return cv::countNonZero(side >= kForeground) == 0;
  };
  const bool are_whole = digits.size() == 1 || is_apart(digits[1].col(0));
  const DigitGuess tens = read(digits[0], are_whole);
  if (digits.size() == 1) return {tens.digit, tens.confidence};
  const DigitGuess ones = read(digits[1], are_whole);
  if (tens.digit < 1 || ones.digit < 0) return {};
  return {10 * tens.digit + ones.digit, std::min(tens.confidence, ones.confidence)};
}

}  // namespace eyehand
