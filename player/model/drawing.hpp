// Drawing the solution of a board (player/drawing.hpp).
#pragma once

#include <string_view>

#include "player/drawing.hpp"
#include "puzzle/model/rules.hpp"

namespace eyehand::model {

/// The puzzle must be on a grid. Where numbers are wanted, the cells show small those that differ
/// from what is known wherever they must, until they are decided.
DrawnBoard drawing(const Rules& rules, std::string_view puzzle, const Course& course);

}  // namespace eyehand::model
