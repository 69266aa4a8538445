// Clues that were not on the board from which a program was learned.
#pragma once

#include <opencv2/core.hpp>
#include <string>
#include <vector>

#include "vision/digits.hpp"

namespace eyehand::slitherlink {

class UnseenDigits {
 public:
  /// The samples of those that were seen: see to_sample.
  explicit UnseenDigits(const std::vector<std::string>& samples);

  /// Reads a digit of which the samples are not certain: one that has none by Tesseract, provided
  /// it says the same at all sizes; a 0 by its hole, even if it has samples, since it may have been
  /// learned in other colours, with a rim of another. Otherwise it is as the samples say. Some
  /// milliseconds.
  DigitGuess read(const cv::Mat& foreground, const DigitGuess& by_samples) const;

 private:
  std::vector<int> unseen_;
};

}  // namespace eyehand::slitherlink
