// Hexagonal lattices that the picture of a window suggests, and the drags that may move a piece
// there. It knows nothing of the program.
#pragma once

#include <opencv2/core.hpp>
#include <utility>
#include <vector>

#include "vision/hexiom/lattice.hpp"

namespace eyehand::calibration {

/// A lattice on which areas of one size lie; `places` are those of all areas on it.
struct HexLatticeGuess {
  HexLattice lattice;  ///< the place {0, 0} is its middle
  double width = 0;    ///< of an area, pixels
  std::vector<HexStep> places;
};

/// Up to three, the likeliest first. `bgr` is 8UC3. O(pixels).
std::vector<HexLatticeGuess> guess_hex_lattices(const cv::Mat& bgr);

/// Up to 16 drags between neighbouring places of a guessed lattice: from those that have something
/// drawn on them to those that do not, or to places without an area.
std::vector<std::pair<HexStep, HexStep>> drags_on(const HexLatticeGuess& guess, const cv::Mat& bgr);

/// Where pieces are grabbed beside their number, in pitches from their centre: programs may select
/// the number as text.
inline constexpr double kOffNumber = 0.29;

}  // namespace eyehand::calibration
