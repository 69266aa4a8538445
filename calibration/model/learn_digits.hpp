// Learns digits from boards whose contents are known: those in the samples of a skin.
#pragma once

#include <opencv2/core.hpp>
#include <string>
#include <vector>

#include "calibration/samples.hpp"
#include "vision/digits.hpp"

namespace eyehand::calibration {

/// Samples of digits, as skins store them, that the skin needs besides its own to read its
/// program's boards: at every size at which the program draws them, or as stored. Some
/// milliseconds for each picture, and the time in which it is drawn. Throws Error if the skin's
/// game is not a page of rules, or if the program is not installed.
std::vector<std::string> learn_digits(const Skin& skin, const Samples& samples);

/// Adds the digits of a picture of this number (as foreground_of()) that `digits` does not read
/// with confidence, to it and to `samples`. Whether its digits were found.
bool learn_number(int number, const cv::Mat& foreground, DigitReader& digits,
                  std::vector<std::string>& samples);

}  // namespace eyehand::calibration
