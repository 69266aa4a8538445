// Reads Hexiom boards by an atlas of cells and samples of numbers, for programs that were learned.
#pragma once

#include <array>
#include <opencv2/core.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "puzzle/about.hpp"
#include "vision/cells/hexagons.hpp"
#include "vision/digits.hpp"
#include "vision/frame.hpp"
#include "vision/hexiom/read.hpp"

namespace eyehand::hexiom {

/// The labels of an atlas. Beside means anything around the board or in its holes.
inline constexpr std::string_view kPieceLabel = "piece", kEmptyLabel = "empty",
                                  kLockedPieceLabel = "locked piece",
                                  kLockedEmptyLabel = "locked empty", kBesideLabel = "beside";

/// How far above and below the centres of pieces their numbers may reach, in pitches.
struct NumberSpan {
  double above = 0.27, below = 0.27;

  double middle() const { return (below - above) / 2; }
};

/// The numbers on a program's pieces: [numbers] in its skin.
struct Numbers {
  std::vector<std::string> samples;  ///< see to_sample in vision/digits.hpp
  NumberSpan span = {};
};

template <class Visitor>
void describe(Numbers& numbers, Visitor&& visit) {
  visit("samples", numbers.samples,
        About{"samples of numbers: the digit, a colon, 12 x 14 pixels in hexadecimal"});
  visit("above", numbers.span.above,
        About{"how far above the middle of a piece its number reaches, in cells", 0.0, 0.5});
  visit("below", numbers.span.below,
        About{"how far below the middle of a piece its number reaches, in cells", 0.0, 0.5});
}

/// The marks on a program's pieces beside their numbers: [marks] in its skin. Pieces may have many
/// colours, not all of which were seen with a lock, so marks are compared on their own.
struct Marks : cells::NamedPictures {
  double radius = 0.4;  ///< from its centre, within which all is piece, in pitches
  /// Whether locks may be marked where numbers are. Then numbers are part of the pictures, and a
  /// piece may be locked if none shows it.
  bool under_numbers = false;
};

template <class Visitor>
void describe(Marks& marks, Visitor&& visit) {
  visit("radius", marks.radius,
        About{"how far from its middle a piece has marks, in cells", 0.1, 0.6});
  visit("under_numbers", marks.under_numbers,
        About{"whether locks may be marked where numbers are; then each number is learned with and "
              "without"});
  describe_pictures(marks, visit);
}

/// How strong the drawing on a piece is, relative to the number and without it, unless
/// `with_number`, whatever their colours: CV_32FC3, cells::kHexagonPixels per side. O(pixels of the
/// cell).
cv::Mat cut_marks(const cv::Mat& bgr, cv::Point2d middle, double pitch, double radius,
                  NumberSpan span = {}, bool with_number = false);
/// Whether what is so far from a piece's centre, in pitches, is left out with the number.
bool is_under_number(cv::Point2d place, NumberSpan span);

class MarkReader {
 public:
  /// Throws Error if the pictures do not match the labels.
  explicit MarkReader(const Marks& marks);
  /// `atlas` has 0 for pieces, 1 for locked ones.
  MarkReader(cells::Atlas atlas, double radius);

  /// Whether locked pieces have marks of their own.
  bool has_locks() const;
  struct Guess {
    bool is_locked = false;
    float confidence = 0;
  };
  Guess read(const cv::Mat& bgr, cv::Point2d middle, double pitch, NumberSpan span = {}) const;
  /// From now on, what looks like this piece is locked, or not.
  void add(bool is_locked, const cv::Mat& bgr, cv::Point2d middle, double pitch,
           NumberSpan span = {});
  Marks marks() const { return {named_.pictures(), radius_, under_numbers_}; }

 private:
  cells::NamedAtlas named_;  ///< of pieces, locked or not
  double radius_;
  bool under_numbers_ = false;
};

/// The foreground in the centre of a piece, as returned by foreground_of; empty if there is none.
/// The colours of the number and the piece, and anything at the piece's rim, do not matter.
/// O(pixels of the cell).
cv::Mat number_foreground(const cv::Mat& bgr, cv::Point2d middle, double pitch,
                          NumberSpan span = {});

/// The span of the number on this piece, which has no marks, if it reaches beyond the usual one:
/// text above a picture may be drawn too high. The marks of other pieces may then touch it.
std::optional<NumberSpan> span_of_number(const cv::Mat& bgr, cv::Point2d middle, double pitch);

class NumberReader {
 public:
  /// Throws Error for malformed samples.
  explicit NumberReader(const Numbers& numbers);

  /// 0 to 6, or -1. A number without samples is read by Tesseract, provided it is not like any of
  /// the samples, or like a 0 only, without its hole. If it is like another, it is uncertain unless
  /// Tesseract agrees.
  DigitGuess read(const cv::Mat& foreground) const;
  /// 0 to 6 if Tesseract, without any samples, is certain of it, or it is a 0 by its hole, too; or
  /// -1. Some milliseconds.
  static int certain_by_ocr(const cv::Mat& foreground);
  /// See DigitReader.
  double off_samples(const cv::Mat& foreground) const { return digits_.off_samples(foreground); }
  NumberSpan span() const { return span_; }
  bool is_sampled(int number) const { return is_sampled_[static_cast<std::size_t>(number)]; }
  /// From now on, what looks like this shows `number`.
  void add(int number, const cv::Mat& foreground);

 private:
  DigitReader digits_;
  NumberSpan span_;
  std::array<bool, 7> is_sampled_{};
};

/// As read(). O(pixels of the board * pictures).
Reading read_cells(const Frame& frame, const cells::HexReader& reader, const NumberReader& numbers,
                   const MarkReader& marks);

}  // namespace eyehand::hexiom
