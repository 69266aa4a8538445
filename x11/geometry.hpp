// Points and rectangles in pixels: x to the right, y down, (0, 0) at the top left of the root.
#pragma once

#include <algorithm>

namespace eyehand {

struct ScreenPoint {
  int x = 0;
  int y = 0;
  bool operator==(const ScreenPoint&) const = default;
};

namespace x11 {

struct Size {
  int width = 0;
  int height = 0;
  bool operator==(const Size&) const = default;
};

struct Rect {
  int x = 0;
  int y = 0;
  int width = 0;
  int height = 0;

  bool empty() const { return width <= 0 || height <= 0; }
  ScreenPoint origin() const { return {x, y}; }
  Size size() const { return {width, height}; }
  ScreenPoint centre() const { return {x + width / 2, y + height / 2}; }
  bool contains(ScreenPoint p) const {
    return p.x >= x && p.y >= y && p.x < x + width && p.y < y + height;
  }
  bool operator==(const Rect&) const = default;
};

/// Empty if they do not overlap.
constexpr Rect intersection(const Rect& a, const Rect& b) {
  const int left = std::max(a.x, b.x), top = std::max(a.y, b.y);
  const int right = std::min(a.x + a.width, b.x + b.width);
  const int bottom = std::min(a.y + a.height, b.y + b.height);
  if (right <= left || bottom <= top) return {};
  return {left, top, right - left, bottom - top};
}

}  // namespace x11
}  // namespace eyehand
