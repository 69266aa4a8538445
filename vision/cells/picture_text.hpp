// Small pictures as text, for skins.
#pragma once

#include <opencv2/core.hpp>
#include <string>

namespace eyehand::cells {

/// A PNG in hexadecimal. Throws Error as encode_png does.
std::string picture_text(const cv::Mat& image);
/// Throws Error, naming the picture `name`, if the text is not a PNG in hexadecimal.
cv::Mat picture_from(const std::string& text, const std::string& name);

}  // namespace eyehand::cells
