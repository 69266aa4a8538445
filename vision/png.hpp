// Pictures in files: PNG, the only format Eyehand reads and writes.
#pragma once

#include <filesystem>
#include <opencv2/core.hpp>
#include <string>
#include <string_view>

namespace eyehand {

/// Largest picture file, in bytes, and largest picture, in pixels per side.
inline constexpr std::size_t kMaxPictureBytes = 256u << 20;
inline constexpr int kMaxPictureSide = 16384;

/// Whether a file that starts like this is a picture of any common format (PNG, JPEG, GIF, BMP,
/// PNM, TIFF, WebP), so that those we cannot read get an error that says so.
bool is_picture(std::string_view bytes);

/// The picture in BGR, 8 bits per channel; transparency is dropped, and so is any gamma or colour
/// profile. Throws Error, calling the picture `name`, if it is not a complete PNG or is too large.
cv::Mat decode_png(std::string_view bytes, const std::string& name);
/// `image` is 8-bit grey, BGR or BGRA and not empty; throws Error otherwise. Compressed for speed:
/// some 10 ms per megapixel.
std::string encode_png(const cv::Mat& image);

/// As decode_png; also throws Error if the file cannot be read.
cv::Mat load_png(const std::filesystem::path& file);
/// As encode_png; also throws Error if the file cannot be written or its name does not end in .png.
void save_png(const std::filesystem::path& file, const cv::Mat& image);

}  // namespace eyehand
