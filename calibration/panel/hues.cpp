#include "calibration/panel/hues.hpp"

#include <algorithm>

namespace eyehand::calibration {

std::size_t hue_of(Colour colour) {
  const auto [r, g, b] = colour;
  const auto [least, most] = std::minmax({r, g, b});
  if (most - least < 40) return most < 60 ? 8 : least > 225 ? 7 : 0;
  const double span = most - least;
  double angle = most == r   ? 60 * (g - b) / span
                 : most == g ? 120 + 60 * (b - r) / span
                             : 240 + 60 * (r - g) / span;
  if (angle < 0) angle += 360;
  if (angle < 13 || angle >= 330) return 1;
  if (angle < 40) return 2;
  if (angle < 75) return 3;
  if (angle < 185) return 4;
  return angle < 252 ? 5 : 6;
}

}  // namespace eyehand::calibration
