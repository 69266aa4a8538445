// What the appearances of all games have in common: colours, and how an appearance describes its
// settings.
#pragma once

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <opencv2/core.hpp>
#include <optional>
#include <string_view>

#include "puzzle/about.hpp"

namespace eyehand {

/// An sRGB colour, 0 to 255 per channel.
struct Colour {
  int r = 0;
  int g = 0;
  int b = 0;
  bool operator==(const Colour&) const = default;
};

/// "#rrggbb"; nothing if it is not that.
inline std::optional<Colour> parse_colour(std::string_view text) {
  unsigned value = 0;
  const char* const last = text.data() + text.size();
  if (text.size() != 7 || text.front() != '#') return std::nullopt;
  const auto [end, error] = std::from_chars(text.data() + 1, last, value, 16);
  if (error != std::errc{} || end != last) return std::nullopt;
  return Colour{static_cast<int>(value >> 16), static_cast<int>(value >> 8 & 255),
                static_cast<int>(value & 255)};
}

inline Colour colour_at(const cv::Mat& bgr, int x, int y) {
  const auto& p = bgr.at<cv::Vec3b>(y, x);
  return {p[2], p[1], p[0]};
}

inline int brightness(Colour c) {
  return (c.r + c.g + c.b) / 3;
}

/// The largest difference in any channel, 0 to 255.
inline int distance(Colour a, Colour b) {
  return std::max({std::abs(a.r - b.r), std::abs(a.g - b.g), std::abs(a.b - b.b)});
}

}  // namespace eyehand
