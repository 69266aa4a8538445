// Drawing the solution of a board (player/drawing.hpp).
#pragma once

#include <string_view>

#include "player/drawing.hpp"

namespace eyehand::slitherlink {

/// Edges that are not decided are dashed.
DrawnBoard drawing(std::string_view puzzle, const Course& course);

}  // namespace eyehand::slitherlink
