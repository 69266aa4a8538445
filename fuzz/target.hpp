// Shared by all fuzz targets. A target is a file that defines `run`. libFuzzer checks that it does
// not crash, hang or throw; everything else that must hold is stated with `require`.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

#include "puzzle/error.hpp"

namespace eyehand::fuzz {

/// One run of the target; deterministic.
void run(std::string_view input);

/// Aborts, which libFuzzer counts as a find, unless `holds`.
inline void require(bool holds, const char* what, const std::string& details = "") {
  if (holds) return;
  std::fprintf(stderr, "Does not hold: %s\n%s\n", what, details.c_str());
  std::abort();
}

/// The result of `make`, or nothing if it threw Error, which is how external input is refused. Any
/// other exception is a find.
template <class Make>
auto unless_error(Make&& make) -> std::optional<decltype(make())> {
  try {
    return make();
  } catch (const Error& error) {
    require(error.what()[0] != '\0', "an error has a message");
    return {};
  }
}

}  // namespace eyehand::fuzz
