// The appearance of a Net program from the pictures of a board in its four positions.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "calibration/net/turns.hpp"
#include "vision/net/read.hpp"

namespace eyehand::calibration {

/// How much an appearance's readings of the four pictures, and of the additional ones, contradict
/// the turns: the number of tiles misread or uncertain, plus the number of pictures rejected. 0:
/// all are read as the turns show. Stops once the count exceeds `enough`.
int disagreements(const net::Appearance& appearance, const Turns& turns, const Wires& wires,
                  int enough);

struct FittedAppearance {
  net::Appearance appearance;
  int disagreements = 0;  ///< as above
  int source = -1;        ///< the tile
};

/// Measures colours, ends, the source and barriers, and tries appearances with these until one
/// reads all pictures as the turns show: first by contrast, then by the wires' cross-section.
/// Returns the best. `source` is the tile it stands on, or -1 to search for it. A few seconds at
/// most.
FittedAppearance find_appearance(const LatticeAppearance& lattice, const Turns& turns,
                                 const Wires& wires, int source = -1);

/// What is measured for each tile that may be the source. No appearance is tried, so no picture is
/// read: the cost is that of sampling colours on each tile of each picture.
std::vector<net::Appearance> measure_appearances(const LatticeAppearance& lattice,
                                                 const Turns& turns, const Wires& wires);

/// A colour of wires that is neither of the appearance's two, on these sides of tiles in a picture;
/// empty if all match the appearance.
std::optional<Colour> other_wire_colour(const cv::Mat& bgr, const Lattice& lattice,
                                        const net::Appearance& appearance, const Wires& wires,
                                        const std::vector<std::pair<int, std::size_t>>& sides);

}  // namespace eyehand::calibration
