// A second opinion on a digit: Tesseract, asked for one digit at a time. It is a library that is
// loaded when first needed, since few commands need it and it brings some 50 others.
#pragma once

#include <opencv2/core.hpp>
#include <string>

namespace eyehand {

struct OcrGuess {
  int digit = -1;        ///< -1: none recognised
  float confidence = 0;  ///< 0 to 1, by Tesseract's own estimate
};

/// `foreground` as for DigitReader. A few milliseconds; the first call in a thread loads
/// Tesseract's English data (some 50 ms). Recognises nothing in a foreground far too wide or too
/// narrow to be a digit. Throws Error, naming the package to install, if Tesseract or its data is
/// missing.
OcrGuess ocr_digit(const cv::Mat& foreground);

/// Empty if ocr_digit can work, otherwise the Error it would throw. Loads Tesseract.
std::string ocr_problem();

}  // namespace eyehand
