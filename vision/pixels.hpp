// From what an X server calls an image to BGR.
#pragma once

#include <cstdint>
#include <opencv2/core.hpp>

namespace eyehand {

/// How the pixels of a TrueColor visual lie in memory, in the byte order of this machine.
struct PixelLayout {
  int bits_per_pixel = 32;  ///< 16 or 32
  std::uint32_t red_mask = 0xFF0000;
  std::uint32_t green_mask = 0x00FF00;
  std::uint32_t blue_mask = 0x0000FF;
};

/// `size` pixels starting at `data`, whose rows are `bytes_per_line` apart, as a new 8UC3 image.
/// Throws Error if the layout has other than 16 or 32 bits per pixel, or an empty mask.
cv::Mat to_bgr(const void* data, cv::Size size, std::size_t bytes_per_line,
               const PixelLayout& layout);

}  // namespace eyehand
