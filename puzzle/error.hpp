// The project's exception, for what should not happen (no display, a broken skin, malformed text).
// Whether a puzzle has a solution is a value (puzzle/status.hpp), never an exception.
#pragma once

#include <stdexcept>

namespace eyehand {

/// One sentence for people: what is wrong, where, and what to do. Only `app/` prints it.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace eyehand
