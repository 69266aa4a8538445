#include "vision/hex_lattice.hpp"

namespace eyehand {

HexLatticeResult find_hex_lattice(const cv::Mat& bgr, double, int) {
  HexLatticeResult result;
  if (bgr.empty()) result.why_not = "the picture is empty";
  result.why_not = "no hexagons in a lattice";
  return result;
}

}  // namespace eyehand
