// The exception of the project, for what should not happen (no display, a broken skin, malformed
// text). What a user's puzzle can turn out to be is a value, never an exception.
#pragma once

#include <stdexcept>

namespace eyehand {

/// One sentence for people: what was wrong, where, and what to do. Only `app/` prints it.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace eyehand
