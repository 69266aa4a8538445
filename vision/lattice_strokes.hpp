// Lattices without lines: the strokes of wires run through the middles of the cells, horizontal and
// vertical, over a background of one hue.
#pragma once

#include "vision/lattice.hpp"

namespace eyehand {

LatticeResult find_by_strokes(const cv::Mat& bgr, const LatticeAppearance& appearance);

}  // namespace eyehand
