// Drawing the solution of a board (player/drawing.hpp).
#pragma once

#include <string_view>

#include "player/drawing.hpp"

namespace eyehand::lights {

/// Lamps stay as they are at first, since the steps refer to them; what is pressed has a dot.
DrawnBoard drawing(std::string_view puzzle, const Course& course);

}  // namespace eyehand::lights
