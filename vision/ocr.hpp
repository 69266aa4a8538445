// Tesseract: a second opinion on a digit, and what the buttons of a dialog say. It is a library
// that is loaded when first needed, since few commands need it and it brings some 50 others.
#pragma once

#include <opencv2/core.hpp>
#include <string>
#include <vector>

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

/// Words that stand together in one line.
struct OcrText {
  std::string text;  ///< UTF-8, with single spaces
  cv::Rect box;      ///< around it, in pixels of the picture
};

/// The texts in a picture (BGR) of a part of a window, of any colour on any colour, about 7 to 60
/// pixels high. Words further apart than the text is high are different texts, such as two buttons
/// in a row. Letters beyond the English alphabet are taken for similar ones. Some 0.1 s for
/// 400x200 pixels; nothing is found in pictures of more than four million. Throws Error as
/// ocr_digit.
std::vector<OcrText> ocr_texts(const cv::Mat& bgr);

/// Empty if ocr_digit can work, otherwise the Error it would throw. Loads Tesseract.
std::string ocr_problem();

}  // namespace eyehand
