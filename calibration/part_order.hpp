// Parts in the order of the truth. A reader of boards with arbitrary grids renumbers faces and
// edges in each reading; then their places identify them.
#pragma once

#include <opencv2/core.hpp>
#include <span>
#include <vector>

#include "player/parts.hpp"

namespace eyehand::calibration {

/// What was read, in the order of the truth, whose parts are at `places` (Game::places): the
/// picture may show the board at any size and place, but not rotated or stretched. Without places,
/// or if the number of parts differs, the order is unchanged. If a part is not where one of its
/// kind should be, it is a different board, and the result is empty. O(parts^2).
std::vector<ObservedPart> in_order_of(std::span<const Part> truth,
                                      std::span<const cv::Point2d> places,
                                      std::vector<ObservedPart> seen);

}  // namespace eyehand::calibration
