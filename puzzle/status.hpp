// What a solver can say of a puzzle.
#pragma once

#include <string_view>

namespace eyehand {

enum class Status {
  unique,    ///< exactly one answer
  multiple,  ///< at least two
  found,     ///< at least one; whether there are more was not asked
  none,      ///< no answer
  timeout,   ///< the deadline passed first (an answer may be known all the same)
};

constexpr std::string_view name(Status status) {
  switch (status) {
    case Status::unique:
      return "unique";
    case Status::multiple:
      return "multiple";
    case Status::found:
      return "found";
    case Status::none:
      return "none";
    case Status::timeout:
      return "timeout";
  }
  return "";
}

}  // namespace eyehand
