// Plates: even areas, wider than they are high, with something drawn on them, such as buttons.
#pragma once

#include <opencv2/core.hpp>
#include <vector>

namespace eyehand {

struct Plate {
  cv::Rect box;        ///< in pixels of the picture
  cv::Mat foreground;  ///< of the box, CV_8UC1: what is drawn on it is bright, the rest black;
                       ///< without a frame around it (as of a button that has the focus) and
                       ///< without an icon to the left of text
};

/// The plates of a picture (BGR) that are 20 to 500 pixels wide and 9 to 90 high (120 if narrow),
/// of one colour or a smooth gradient, with corners of any shape, and not blank. O(pixels).
std::vector<Plate> find_plates(const cv::Mat& bgr);

}  // namespace eyehand
