// Printed digits, recognised by samples. A sample is a small picture of one digit as a program
// draws it; a few of every digit at several sizes make a classifier. Where the samples do not
// settle it, Tesseract is asked as well, and only what both say is believed.
#pragma once

#include <array>
#include <opencv2/core.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace eyehand {

/// A glyph brought to a common size: its foreground from rim to rim, scaled to kGlyphHeight rows
/// with its shape kept (a 1 stays narrow), in the middle of kGlyphWidth columns. 0 is background,
/// 255 is foreground.
inline constexpr int kGlyphWidth = 12, kGlyphHeight = 14;
using Glyph = std::array<std::uint8_t, static_cast<std::size_t>(kGlyphWidth* kGlyphHeight)>;

/// What a picture of foreground shows: `digit` (or `number`) is -1 where it cannot be determined.
struct DigitGuess {
  int digit = -1;
  float confidence = 0;  ///< 0 to 1; below kMinDigitConfidence is not to be relied on
};
struct NumberGuess {
  int number = -1;
  float confidence = 0;
};
inline constexpr float kMinDigitConfidence = 0.5F;

/// How much every pixel differs from `background`, CV_8UC1, stretched so that the strongest is 255
/// (none if none differs by 25). What colour the foreground has does not matter.
cv::Mat foreground_of(const cv::Mat& bgr, cv::Scalar background);

/// `foreground` is CV_8UC1, 255 where there is foreground. An empty foreground gives an empty
/// glyph.
Glyph glyph_of(const cv::Mat& foreground);
/// 0: the same, 1: nothing in common.
double distance(const Glyph& a, const Glyph& b);
/// As skins write samples: the digit, a colon, and a hexadecimal digit per pixel, row by row.
std::string to_sample(int digit, const Glyph& glyph);

/// Values; copies are cheap enough to make (some 200 bytes per sample).
class DigitReader {
 public:
  /// Throws Error for a sample that is not as to_sample writes it.
  explicit DigitReader(const std::vector<std::string>& samples);

  /// One digit, whose foreground (as foreground_of gives it) has background around it or reaches
  /// the picture's rim. Asks Tesseract where the samples are inconclusive. O(samples), some
  /// microseconds; Tesseract takes some milliseconds.
  DigitGuess read(const cv::Mat& foreground) const;
  /// The samples' word alone.
  DigitGuess read_by_samples(const cv::Mat& foreground) const;
  /// A number of one or two digits beside each other; they may touch.
  NumberGuess read_number(const cv::Mat& foreground) const;

 private:
  struct Sample {
    int digit;
    Glyph glyph;
    int square;  ///< its product with itself
  };
  std::vector<Sample> samples_;
};

}  // namespace eyehand
