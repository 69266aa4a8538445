// What solving a puzzle can find out about it.
#pragma once

#include <array>
#include <string_view>

namespace eyehand {

enum class Status {
  unique,    ///< exactly one answer
  multiple,  ///< at least two
  found,     ///< at least one answer; whether it is the only one was not asked
  none,      ///< no answer
  timeout,   ///< the deadline passed first (an answer may be known nevertheless)
};

constexpr std::string_view name(Status status) {
  constexpr std::array<std::string_view, 5> kNames = {"unique", "multiple", "found", "none",
                                                      "timeout"};
  return kNames[static_cast<std::size_t>(status)];
}

}  // namespace eyehand
