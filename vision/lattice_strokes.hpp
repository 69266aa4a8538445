// LatticeMethod::strokes: horizontal and vertical strokes run through the centres of the cells,
// over a background of one hue. As find_lattice.
#pragma once

#include "vision/lattice.hpp"

namespace eyehand {

LatticeResult find_by_strokes(const cv::Mat& bgr, const LatticeAppearance& appearance);

}  // namespace eyehand
