// Drawing the solution of a board (player/drawing.hpp).
#pragma once

#include <string_view>

#include "player/drawing.hpp"

namespace eyehand::hexiom {

/// Cells show small what they can still be, until they are decided.
DrawnBoard drawing(std::string_view puzzle, const Course& course);

}  // namespace eyehand::hexiom
