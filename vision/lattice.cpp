#include "vision/lattice.hpp"

#include <cmath>

#include "puzzle/error.hpp"
#include "vision/lattice_methods.hpp"

namespace eyehand {

cv::Rect Lattice::bounds() const {
  const int left = static_cast<int>(std::floor(origin.x));
  const int top = static_cast<int>(std::floor(origin.y));
  const int right = static_cast<int>(std::ceil(origin.x + columns * pitch));
  const int bottom = static_cast<int>(std::ceil(origin.y + rows * pitch));
  return {left, top, right - left + 1, bottom - top + 1};
}

LatticeResult find_lattice(const cv::Mat& bgr, const LatticeAppearance& appearance) {
  constexpr int kMaxPixelsPerSide = 16384;
  if (bgr.empty() || bgr.type() != CV_8UC3 || std::max(bgr.cols, bgr.rows) > kMaxPixelsPerSide)
    throw Error("The picture is empty, not in colour, or has a side of more than 16384 pixels.");
  switch (appearance.method) {
    case LatticeMethod::lines:
      return find_by_lines(bgr, appearance);
    case LatticeMethod::strokes:
      return find_by_strokes(bgr, appearance);
  }
  return {};
}

}  // namespace eyehand
