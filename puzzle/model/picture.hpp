// A board as text for people.
#pragma once

#include <string>

#include "puzzle/model/rules.hpp"

namespace eyehand::model {

/// One line per row, in box-drawing characters where blocks part: marks, or else clues, with the
/// numbers of the lines around them. O(size of the picture).
std::string to_picture(const Rules& rules, const Board& board);

}  // namespace eyehand::model
