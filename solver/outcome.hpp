// How a search for an answer ends, and what that makes of the puzzle.
#pragma once

#include <cstdint>

#include "puzzle/status.hpp"

namespace eyehand {

enum class Outcome {
  yes,      ///< an answer was found
  no,       ///< there is none, or no further one
  gave_up,  ///< the deadline or a limit was reached first
};

/// The status after `count` different answers were found by searches the last of which ended with
/// `last`.
constexpr Status status_of(std::uint64_t count, Outcome last) {
  if (count >= 2) return Status::multiple;
  if (last == Outcome::gave_up) return Status::timeout;
  if (count == 0) return Status::none;
  return last == Outcome::no ? Status::unique : Status::found;
}

}  // namespace eyehand
