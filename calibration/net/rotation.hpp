// The centre of a tile that turns, from pictures of it in its four positions.
#pragma once

#include <array>
#include <opencv2/core.hpp>
#include <optional>
#include <span>

namespace eyehand::calibration {

/// A part of a picture that turns by a quarter at a time.
struct Rotation {
  cv::Point2d centre;  ///< in steps of half a pixel
  double reach = 0;    ///< how far from it, to each side, something turns, pixels
  double turning = 0;  ///< the number of pixels that turn, at the step with the fewest
  /// 1: all that changes turns; 0: no more than what is still taken for a rotation. Low if
  /// something that does not turn covers most of what does: the centre may be off by a tenth of the
  /// reach.
  double clarity = 0;
};

/// `changes`: 8-bit masks of where each picture differs from the next, and the last from the first.
/// What turns also turns where it changes. Other things may change too, such as the colour of wires
/// that lose their power. The centre is searched for up to `reach` pixels from `near`, on each
/// axis. Nothing if nothing turns. About 0.3 s for a reach of 80 pixels.
std::optional<Rotation> find_rotation(const std::array<cv::Mat, 4>& changes, cv::Point near,
                                      int reach);

/// The pitch that best fits these offsets of tile centres from one tile, along one axis; `rough` is
/// an approximation of it. Offsets that are not near a multiple of it are ignored.
double fitted_pitch(std::span<const double> offsets, double rough);

}  // namespace eyehand::calibration
