// Drawing the solution of a board (player/drawing.hpp).
#pragma once

#include <string_view>

#include "player/drawing.hpp"

namespace eyehand::net {

/// Tiles: the orientations that fit what is known around them, until they are decided.
DrawnBoard drawing(std::string_view puzzle, const Course& course);

}  // namespace eyehand::net
