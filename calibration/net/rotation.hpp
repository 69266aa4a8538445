// The middle of a tile that turns, from pictures of it in four positions.
#pragma once

#include <array>
#include <opencv2/core.hpp>
#include <optional>
#include <span>

namespace eyehand::calibration {

/// A part of a picture that turns by a quarter at a time.
struct Rotation {
  cv::Point2d centre;  ///< in steps of half a pixel
  double reach = 0;    ///< how far to every side of it something turns, pixels
  double turning = 0;  ///< how much does, pixels at the step where it is least
};

/// `changes`: where each picture differs from the next, and the last from the first: 8-bit masks.
/// What turns also turns where it changes. Other things may change too, such as the colour of wires
/// that lose their power. The middle is sought at most `reach` pixels from `near`, to each side.
/// Nothing if nothing turns. Some 0.3 s for a reach of 80 pixels.
std::optional<Rotation> find_rotation(const std::array<cv::Mat, 4>& changes, cv::Point near,
                                      int reach);

/// The distance between middles that fits these best, which are so far from one more, along one
/// axis; `rough` is nearly it. What is not near a multiple of it is left out.
double fitted_pitch(std::span<const double> offsets, double rough);

}  // namespace eyehand::calibration
