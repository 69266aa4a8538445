// A program that we start ourselves, and its window.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "player/skin.hpp"
#include "process/process.hpp"
#include "x11/connection.hpp"
#include "x11/windows.hpp"

namespace eyehand {

/// Ended with the object.
struct LaunchedProgram {
  std::unique_ptr<Process> process;
  x11::WindowInfo window;
};

/// Starts it and waits until a new window that matches the skin has come to rest. Its output is
/// appended to `log` (empty: discarded). Throws Failure: no_window if it ends first or opens no
/// window within a minute, interrupted on Ctrl-C.
LaunchedProgram launch(x11::Connection& connection, const Skin& skin,
                       const std::vector<std::string>& command, const std::filesystem::path& log);

}  // namespace eyehand
