// A second voice on what a digit is: Tesseract, asked for one digit at a time.
#pragma once

#include <opencv2/core.hpp>

namespace eyehand {

struct OcrGuess {
  int digit = -1;        ///< -1: it sees none
  float confidence = 0;  ///< 0 to 1, as Tesseract says
};

/// `foreground` as for DigitReader. Some milliseconds; the first call of a thread loads Tesseract's
/// English data (some 50 ms). Without that data it sees nothing, ever; nor in ink that is far too
/// wide or too narrow to be a digit.
OcrGuess ocr_digit(const cv::Mat& foreground);

}  // namespace eyehand
