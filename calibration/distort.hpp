// Ways to spoil a picture as desktops do it: other sizes, other colours, other windows in front.
// Each has one amount, so that it can be swept.
#pragma once

#include <array>
#include <cstdint>
#include <opencv2/core.hpp>
#include <string>
#include <string_view>
#include <utility>

namespace eyehand::calibration {

enum class Distortion {
  scale,       ///< the whole picture is `amount` times as large, as fractional scaling does it
  shift,       ///< it lies `amount` pixels further right and down; fractions blend neighbours
  blur,        ///< a Gaussian of standard deviation `amount` pixels
  brightness,  ///< every channel is `amount` times as light
  colour,      ///< each channel of the whole picture is up to `amount` (0 to 255) lighter or darker
  cover,       ///< a window in front hides the share `amount` of the board
};

/// For tables and keys.
constexpr std::string_view name(Distortion distortion) {
  switch (distortion) {
    case Distortion::scale:
      return "scale";
    case Distortion::shift:
      return "shift";
    case Distortion::blur:
      return "blur";
    case Distortion::brightness:
      return "brightness";
    case Distortion::colour:
      return "colour";
    case Distortion::cover:
      return "cover";
  }
  return "";
}

/// The picture (BGR, 8 bits) spoilt. `area` is where the board is in it, which only `cover` asks.
/// What is random (which way colours move, where the cover lies, its colour) follows from `seed`.
/// Throws Error if the result would have no pixels or more than 16,384 a side. O(pixels).
cv::Mat distort(const cv::Mat& picture, Distortion distortion, double amount, const cv::Rect& area,
                std::uint64_t seed);

}  // namespace eyehand::calibration
