// Parts in the order of the truth. A reader of boards of any grid numbers faces and edges anew at
// each look; then it is their places that tell which is which.
#pragma once

#include <opencv2/core.hpp>
#include <span>
#include <vector>

#include "player/parts.hpp"

namespace eyehand::calibration {

/// What was seen, in the order of the truth, of which `places` (Game::places) says where its parts
/// are: the picture may show the board at any size and place, but neither turned nor stretched.
/// Without places, or if there are not as many parts, as they came. If a part is not where one of
/// its kind should be, it is another board: then nothing. O(parts^2).
std::vector<ObservedPart> in_order_of(std::span<const Part> truth,
                                      std::span<const cv::Point2d> places,
                                      std::vector<ObservedPart> seen);

}  // namespace eyehand::calibration
