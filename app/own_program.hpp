// A program that we start ourselves, and its window.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/child.hpp"
#include "player/skin.hpp"
#include "x11/connection.hpp"
#include "x11/windows.hpp"

namespace eyehand {

/// Ends with this object.
class OwnProgram {
 public:
  /// Starts it and waits until a window that the skin knows, and that was not there before, has
  /// come to rest. What it says goes to `log` (empty: nowhere). Throws Failure (no_window) if it
  /// ends before or opens none within a minute, and if it is interrupted.
  OwnProgram(x11::Connection& connection, const Skin& skin, const std::vector<std::string>& words,
             const std::filesystem::path& log);
  const x11::WindowInfo& window() const { return window_; }

 private:
  std::optional<x11::WindowInfo> new_window(x11::Connection& connection, const Skin& skin) const;

  std::vector<x11::WindowInfo> there_before_;
  Child child_;
  x11::WindowInfo window_;
};

}  // namespace eyehand
