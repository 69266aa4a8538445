// Pictures from files, as frames.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "vision/frame.hpp"

namespace eyehand {

/// Largest picture file, in bytes, and largest picture, in pixels a side.
inline constexpr std::size_t kMaxPictureBytes = 256u << 20;
inline constexpr int kMaxPictureSide = 16384;

/// Whether a file that starts like this is a picture (PNG, JPEG, BMP, PNM, TIFF, WebP).
bool is_picture(std::string_view bytes);

/// `name` is what errors call it. Throws Error if it is no picture or too large.
Frame to_frame(const std::string& bytes, const std::string& name);

/// Throws Error if it cannot be written, or if the name ends in no known picture format.
void write_picture(const std::filesystem::path& file, const cv::Mat& image);

}  // namespace eyehand
