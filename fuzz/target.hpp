// What all fuzz targets share. A target is a file that defines `run`; that it neither crashes, nor
// hangs, nor throws is what libFuzzer watches, and what else must hold it states with `require`.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

#include "puzzle/error.hpp"

namespace eyehand::fuzz {

/// One run of the target. The same input must always do the same.
void run(std::string_view input);

/// Ends the program, which libFuzzer takes for a find, unless it holds.
inline void require(bool holds, const char* what, const std::string& details = "") {
  if (holds) return;
  std::fprintf(stderr, "Does not hold: %s\n%s\n", what, details.c_str());
  std::abort();
}

/// What `make` makes; nothing if it threw Error, as all that reads what comes from outside may.
/// Anything else that is thrown is a find.
template <class Make>
auto unless_error(Make&& make) -> std::optional<decltype(make())> {
  try {
    return make();
  } catch (const Error& error) {
    require(error.what()[0] != '\0', "an error says what is wrong");
    return {};
  }
}

}  // namespace eyehand::fuzz
