// Recognises printed digits by samples. A sample is a small picture of one digit as a program draws
// it; a few of each digit at several sizes make a classifier. Where the samples are inconclusive,
// Tesseract is asked as well, and a digit is accepted only if both agree.
#pragma once

#include <array>
#include <functional>
#include <opencv2/core.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace eyehand {

/// A glyph at a common size: the bounding box of its foreground, scaled to kGlyphHeight rows with
/// its aspect ratio kept (a 1 stays narrow) and centred in kGlyphWidth columns. 0 is background,
/// 255 foreground.
inline constexpr int kGlyphWidth = 12, kGlyphHeight = 14;
using Glyph = std::array<std::uint8_t, static_cast<std::size_t>(kGlyphWidth* kGlyphHeight)>;

/// What a picture of foreground shows: `digit` (or `number`) is -1 where it cannot be determined.
struct DigitGuess {
  int digit = -1;
  float confidence = 0;  ///< 0 to 1; below kMinDigitConfidence it is unreliable
};
struct NumberGuess {
  int number = -1;
  float confidence = 0;
};
inline constexpr float kMinDigitConfidence = 0.5F;
/// Foreground differs from the background by at least this much in some channel, 0 to 255: more
/// than noise and gradients, less than the faintest digit that people can read.
inline constexpr double kLeastContrast = 25;

/// How much each pixel differs from `background` (BGR), CV_8UC1, scaled so that the largest
/// difference becomes 255; all 0 if no pixel differs by `least`. The colour of the foreground does
/// not matter.
cv::Mat foreground_of(const cv::Mat& bgr, cv::Scalar background, double least = kLeastContrast);

/// `foreground` is CV_8UC1, 255 where there is foreground. An empty foreground gives an empty
/// glyph.
Glyph glyph_of(const cv::Mat& foreground);
/// 0: the same, 1: nothing in common.
double distance(const Glyph& a, const Glyph& b);
/// Whether the digit encloses a hole as high as that of a 0, and of no other. Tesseract takes small
/// digits for one another.
bool has_hole_of_zero(const cv::Mat& foreground);
/// Instead of a digit, in a sample of something that is none, such as a dot.
inline constexpr int kNoDigit = 10;
/// A sample as skins store it: the digit, or - for none, a colon, and one hexadecimal digit per
/// pixel, row by row.
std::string to_sample(int digit, const Glyph& glyph);

/// The one or two digits, which may touch, of a number; none if there is no foreground.
std::vector<cv::Mat> digits_of(const cv::Mat& foreground);

/// Values; copies are cheap enough to make (some 200 bytes per sample).
class DigitReader {
 public:
  /// Throws Error for a sample that is not in the form that to_sample writes.
  explicit DigitReader(const std::vector<std::string>& samples);
  void add(int digit, const Glyph& glyph);

  /// One digit. `foreground` is as returned by foreground_of, and has no other foreground in it.
  /// Asks Tesseract where the samples are inconclusive. O(samples), some microseconds; Tesseract
  /// takes some milliseconds.
  DigitGuess read(const cv::Mat& foreground) const;
  /// By the samples alone.
  DigitGuess read_by_samples(const cv::Mat& foreground) const;
  /// How far it is from the nearest sample, see distance(); 1 if there are no samples. O(samples).
  double off_samples(const cv::Mat& foreground) const;
  /// A number of one or two digits.
  NumberGuess read_number(const cv::Mat& foreground) const;

 private:
  struct Sample {
    int digit;
    Glyph glyph;
    int square;  ///< its product with itself
  };
  /// `is_whole`: no part was cut off, together with a digit that touches it.
  DigitGuess read(const cv::Mat& foreground, bool is_whole) const;
  /// The digit whose samples are nearest. Conclusive if every other is `plain_ratio` times as far
  /// away, unless it is half as far as what is `strange`.
  DigitGuess nearest(const std::function<double(const Sample&)>& distance, double plain_ratio,
                     double strange) const;
  std::vector<Sample> samples_;
};

}  // namespace eyehand
