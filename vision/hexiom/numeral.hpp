// The numerals of Hexiom boards. Place and size of a cell are known to a fraction of a pixel, so
// numerals need not be cut out: the foreground around a cell's centre is compared with samples in
// place. A board has one font, which the samples name.
#pragma once

#include <array>
#include <cstdint>
#include <opencv2/core.hpp>
#include <span>
#include <string>
#include <vector>

namespace eyehand::hexiom {

/// A sample's raster around a cell's centre; a step is 1/32 of the pitch.
inline constexpr int kNumeralColumns = 14, kNumeralRows = 18, kNumeralSteps = 32;
/// Foreground is sampled this many steps further on each side, because numerals are not always
/// exactly centred.
inline constexpr int kBesides = 2, kAboveAndBelow = 4;

using Numeral = std::array<float, static_cast<std::size_t>(kNumeralColumns* kNumeralRows)>;

/// The content of a cell: about 0 for the cell's colour, 1 for the numeral's.
struct CellForeground {
  /// The largest difference of the two, in any channel, 0 to 255.
  double contrast = 0;
  std::array<float, static_cast<std::size_t>((kNumeralColumns + 2 * kBesides) *
                                             (kNumeralRows + 2 * kAboveAndBelow))>
      foreground{};

  /// Normalised to mean 0 and length 1, taken `right` and `below` half steps off the middle.
  Numeral numeral(int right, int below) const;
};

/// `fill` is the cell's colour, in the picture's order of channels. O(pixels of the cell).
CellForeground foreground_of_cell(const cv::Mat& bgr, cv::Point2d middle, double pitch,
                                  cv::Vec3d fill);

/// The content of a sample that shows a badge in an empty cell rather than a numeral.
inline constexpr int kBadge = 7;

struct NumeralGuess {
  int shown = -1;        ///< 0 to 6, or kBadge
  double likeness = -1;  ///< the correlation with the best sample
  double other = -1;     ///< the correlation with the best sample of anything else
  double margin() const { return likeness - other; }
};

/// A sample as skins store it, such as `A3:` and the raster in hexadecimal, row by row: the font, a
/// capital letter; the content, a digit or `x` for a badge.
std::string to_sample(char font, int shown, const CellForeground& foreground);

class NumeralReader {
 public:
  /// Throws Error for a malformed sample.
  explicit NumeralReader(const std::vector<std::string>& samples);

  /// Numerals are `below` steps lower than the centre, and are looked for up to `slack` steps
  /// around there, to half a step.
  struct Where {
    int below = 0;
    int slack = 2;
  };
  /// By the samples of one font, or of all for 0. A close result is also read by its details: the
  /// margin is then the larger of the two, or 0 if the two disagree. Tens of microseconds, some
  /// hundred if it is close.
  NumeralGuess read(const CellForeground& foreground, Where where, char font = 0) const;

  std::span<const char> fonts() const { return fonts_; }
  /// Whether there are samples of badges in this font, or in any with 0.
  bool has_badge(char font) const;

 private:
  struct Sample {
    char font;
    int shown;
    Numeral numeral, details;
  };
  /// The best likeness for everything that may be shown, and at how many half steps.
  struct Best {
    double likeness = -1;
    int right = 0, below = 0;
  };
  using Bests = std::array<Best, kBadge + 1>;
  void compare(const CellForeground& foreground, int right, int below, char font, bool by_details,
               Bests& bests) const;
  NumeralGuess guess(const CellForeground& foreground, Where where, char font,
                     bool by_details) const;

  std::vector<Sample> samples_;
  std::vector<char> fonts_;
};

/// A numeral less the mean of its surroundings, normalised to mean 0 and length 1. In a heavy font
/// most of the foreground is alike in all numerals; they differ in small gaps.
Numeral details(const Numeral& numeral);

/// The correlation, -1 to 1.
double likeness(const Numeral& a, const Numeral& b);

}  // namespace eyehand::hexiom
