// What is in one cell of a Hexiom board whose place is known.
#pragma once

#include <opencv2/core.hpp>

#include "puzzle/hexiom.hpp"
#include "vision/digits.hpp"
#include "vision/read_hexiom.hpp"

namespace eyehand::hexiom {

struct CellGuess {
  Cell cell = kEmpty;
  bool is_locked = false;
  float confidence = 0;    ///< 0 to 1; below kSure is not sure
  const char* doubt = "";  ///< what is not sure, for people
};

/// Reads cells of one board. Some microseconds a cell, or milliseconds where the samples of the
/// digits leave doubt.
class CellReader {
 public:
  CellReader(const cv::Mat& bgr, const Look& look, const DigitReader& digits, double pitch,
             bool flat_topped)
      : bgr_(bgr), look_(look), digits_(digits), pitch_(pitch), flat_topped_(flat_topped) {}

  /// `middle` to about a pixel. `ask_twice`: Tesseract too, where the samples leave doubt.
  CellGuess read(cv::Point2d middle, bool ask_twice = true) const;

  /// The ink of what stands in the cell's middle, cut out; empty if nothing does. For samples.
  cv::Mat numeral(cv::Point2d middle) const;

 private:
  struct Ink;
  Ink ink_around(cv::Point2d middle) const;
  cv::Mat numeral(const Ink& ink, bool has_claws, bool has_badge) const;
  float lock_by_claws(const Ink& ink) const;
  float lock_by_badge(const Ink& ink) const;
  float lock_by_line(const Ink& ink) const;

  const cv::Mat& bgr_;
  const Look& look_;
  const DigitReader& digits_;
  double pitch_;
  bool flat_topped_;
};

}  // namespace eyehand::hexiom
