// What eyehand shows over a window.
#pragma once

#include <optional>

#include "tests/support/desktop.hpp"
#include "x11/windows.hpp"

namespace eyehand::test {

/// Where it is; nothing if none is shown.
inline std::optional<x11::Rect> shown_note(Desktop& desktop) {
  const auto all = x11::find_unmanaged(desktop.connection(), {.title_pattern = "^Eyehand's hint$"});
  return all.empty() ? std::nullopt : std::optional(all.front().on_root);
}

}  // namespace eyehand::test
