// Tesseract, for a second opinion on a digit and for the text on a dialog's buttons. The library is
// loaded when it is first needed, since few commands need it and it depends on some 50 others.
#pragma once

#include <opencv2/core.hpp>
#include <string>
#include <vector>

namespace eyehand {

struct OcrGuess {
  int digit = -1;        ///< -1: none recognised
  float confidence = 0;  ///< 0 to 1, as Tesseract estimates it
};

/// `foreground` as for DigitReader. A few milliseconds; the first call in a thread loads
/// Tesseract's English data, some 50 ms. Recognises nothing if the foreground is far too wide or
/// too narrow for a digit. Throws Error, naming the package to install, if Tesseract or its data is
/// missing.
OcrGuess ocr_digit(const cv::Mat& foreground);

/// Words that are close together on one line.
struct OcrText {
  std::string text;  ///< UTF-8, with single spaces
  cv::Rect box;      ///< around it, in pixels of the picture
};

/// What is on a plate, an area of one colour within a frame: the text of a button, or the entries
/// of a menu.
enum class PlateTexts { one, several };

/// The texts, about 7 to 200 pixels high and of any colours, in a picture (BGR) of part of a
/// window. Words further apart than the height of the text are separate texts, such as two buttons
/// in a row. What is on a plate is read at two scales, and is listed twice if that gives two texts.
/// Letters beyond the English alphabet are read as similar ones. Some 0.1 s for 400x200 pixels;
/// finds nothing in pictures of more than four million. Throws Error as ocr_digit does.
std::vector<OcrText> ocr_texts(const cv::Mat& bgr, PlateTexts plate_texts = PlateTexts::one);

/// Empty if ocr_digit can work, otherwise the Error it would throw. Loads Tesseract.
std::string ocr_problem();

}  // namespace eyehand
