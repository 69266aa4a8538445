// What a puzzle can turn out to be.
#pragma once

#include <string_view>

namespace eyehand {

enum class Status {
  unique,    ///< exactly one answer
  multiple,  ///< at least two
  found,     ///< at least one answer; uniqueness was not asked
  none,      ///< no answer
  timeout,   ///< the deadline passed first (an answer may be known nevertheless)
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
