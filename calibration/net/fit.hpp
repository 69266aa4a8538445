// The look of a Net program from the pictures of a board in its four positions.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "calibration/net/turns.hpp"
#include "vision/net/read.hpp"

namespace eyehand::calibration {

/// How far what a look reads off the four pictures, and those that there are also, is from what the
/// turns tell: tiles read wrongly or not for sure, and pictures that are not sure. 0: it reads them
/// all. Gives up once it is beyond `enough`.
int disagreements(const net::Appearance& appearance, const Turns& turns, const Wires& wires,
                  int enough);

struct FittedAppearance {
  net::Appearance appearance;
  int disagreements = 0;  ///< as above
  int source = -1;        ///< the tile
};

/// Measures colours, ends, the source and barriers, and tries looks that have these until one reads
/// all pictures as the turns tell: first by contrast, then by the wires' section. The best of them.
/// `source` is the tile that it stands on; if that is -1, it is looked for. Some seconds at most.
FittedAppearance find_appearance(const LatticeAppearance& lattice, const Turns& turns,
                                 const Wires& wires, int source = -1);

/// A colour of wires that is neither of the look's, on these sides of tiles in a picture; nothing
/// if they are all as the look says.
std::optional<Colour> other_wire_colour(const cv::Mat& bgr, const Lattice& lattice,
                                        const net::Appearance& appearance, const Wires& wires,
                                        const std::vector<std::pair<int, std::size_t>>& sides);

}  // namespace eyehand::calibration
