// The ways to find a lattice; find_lattice picks one of them by the appearance.
#pragma once

#include <opencv2/imgproc.hpp>

#include "vision/lattice.hpp"

namespace eyehand {

LatticeResult find_by_lines(const cv::Mat& bgr, const LatticeAppearance& appearance);
LatticeResult find_by_strokes(const cv::Mat& bgr, const LatticeAppearance& appearance);

}  // namespace eyehand
