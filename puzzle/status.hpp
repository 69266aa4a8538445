// What a solver can say of a puzzle.
#pragma once

#include <string_view>

namespace eyehand {

enum class Status {
  unique,       ///< exactly one answer
  several,      ///< at least two
  some,         ///< at least one; whether there are more was not asked
  none,         ///< no answer
  out_of_time,  ///< the deadline passed first (an answer may be known all the same)
};

constexpr std::string_view name(Status status) {
  switch (status) {
    case Status::unique:
      return "unique";
    case Status::several:
      return "several";
    case Status::some:
      return "some";
    case Status::none:
      return "none";
    case Status::out_of_time:
      return "out_of_time";
  }
  return "";
}

}  // namespace eyehand
