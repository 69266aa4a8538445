// Ways to degrade a picture as desktops do: other sizes, other colours, other windows in front.
// Each has one amount, so that it can be swept.
#pragma once

#include <cstdint>
#include <opencv2/core.hpp>
#include <string_view>

namespace eyehand::calibration {

enum class Distortion {
  scale,       ///< the picture is `amount` times as large, as with fractional scaling
  shift,       ///< it moves `amount` pixels right and down; fractions blend neighbours
  blur,        ///< a Gaussian of standard deviation `amount` pixels
  brightness,  ///< every channel is multiplied by `amount`
  colour,      ///< each channel of the whole picture moves by up to `amount` (0 to 255)
  cover,       ///< a window in front hides the share `amount` of the board
};

/// For tables and keys.
constexpr std::string_view name(Distortion distortion) {
  constexpr std::string_view kNames[] = {"scale", "shift", "blur", "brightness", "colour", "cover"};
  return kNames[static_cast<std::size_t>(distortion)];
}

/// The picture (BGR, 8 bits), degraded. `area` is the board's place in it, used by `cover` only.
/// Whatever is random (direction of colours, place and colour of the cover) follows from `seed`.
/// Throws Error if the result would be empty or exceed 16,384 pixels per side. O(pixels).
cv::Mat distort(const cv::Mat& picture, Distortion distortion, double amount, const cv::Rect& area,
                std::uint64_t seed);

}  // namespace eyehand::calibration
