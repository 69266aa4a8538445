// The numerals of Hexiom boards. Where a cell is and how large is known to a fraction of a pixel,
// so numerals need not be cut out: the foreground around a cell's middle is compared, as it stands
// there, with samples. All cells of a board are drawn in one font, which the samples name.
#pragma once

#include <array>
#include <cstdint>
#include <opencv2/core.hpp>
#include <span>
#include <string>
#include <vector>

namespace eyehand::hexiom {

/// A sample's raster, around a cell's middle; a step is 1/32 of the distance to the next cell.
inline constexpr int kNumeralColumns = 14, kNumeralRows = 18, kNumeralSteps = 32;
/// Foreground is taken for this many more on each side, for numerals are not always quite in the
/// middle.
inline constexpr int kBesides = 2, kAboveAndBelow = 4;

using Numeral = std::array<float, static_cast<std::size_t>(kNumeralColumns* kNumeralRows)>;

/// What stands in a cell: about 0 for the cell's colour, 1 for the numeral's.
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

/// What a sample shows that is no piece: a badge in an empty cell.
inline constexpr int kBadge = 7;

struct NumeralGuess {
  int shown = -1;        ///< 0 to 6, or kBadge
  double likeness = -1;  ///< the correlation with the best sample
  double other = -1;     ///< ... with the best that shows anything else, or as if
  double margin() const { return likeness - other; }
};

/// Samples are written `A3:` and the raster in hexadecimal, row by row: the font, a capital; what
/// it shows, a digit or `x` for a badge.
std::string to_sample(char font, int shown, const CellForeground& foreground);

class NumeralReader {
 public:
  /// Throws Error for a malformed sample.
  explicit NumeralReader(const std::vector<std::string>& samples);

  /// Numerals may stand so much lower, in steps, and are searched for up to `slack` steps around
  /// there, to half a step.
  struct Where {
    int below = 0;
    int slack = 2;
  };
  /// By the samples of one font; of all with 0. What is close is read by its details, too, and its
  /// margin is the larger of the two; 0 if they do not show the same. Tens of microseconds, some
  /// hundred for what is close.
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

/// What stands out from its surroundings, brought to a mean of 0 and a length of 1. In a heavy font
/// most of the foreground is alike in all numerals; they differ in small gaps within.
Numeral details(const Numeral& numeral);

/// The correlation, -1 to 1.
double likeness(const Numeral& a, const Numeral& b);

}  // namespace eyehand::hexiom
