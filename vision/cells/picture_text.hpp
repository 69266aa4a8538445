// Small pictures as text, for skins.
#pragma once

#include <opencv2/core.hpp>
#include <string>

namespace eyehand::cells {

/// A PNG in hexadecimal. As encode_png.
std::string picture_text(const cv::Mat& image);
/// Throws Error, calling the picture `name`, if it is not one.
cv::Mat picture_from(const std::string& text, const std::string& name);

}  // namespace eyehand::cells
