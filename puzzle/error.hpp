// The exception of the project: what should not happen (no display, a broken skin, malformed text).
// Outcomes that a user's puzzle can have are values, never exceptions.
#pragma once

#include <stdexcept>

namespace eyehand {

/// One sentence for people: what was wrong, where, and what to do. Only `app/` prints it.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace eyehand
