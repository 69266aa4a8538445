// How edges look between faces that were not seen beside each other.
#pragma once

#include <vector>

#include "vision/cells/atlas.hpp"

namespace eyehand::calibration {

/// These pictures of edges (see slitherlink::edge_patch), and for each label those of any one side
/// with any other, as far as they look most like that label: each side of an edge is part of a
/// face, which may be tinted once its number is satisfied, and rarely have both been while a
/// program is learned. O(pictures^2 * pixels).
std::vector<cells::Sample> with_all_sides(std::vector<cells::Sample> samples);

}  // namespace eyehand::calibration
