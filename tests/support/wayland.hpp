// Wayland sessions without a screen, for tests.
#pragma once

#include <string>
#include <vector>

#include "process/process.hpp"
#include "process/temp_folder.hpp"

namespace eyehand::test {

/// A compositor, which ends with it.
class WaylandSession {
 public:
  /// `command`: of a compositor that is installed. For sway, `config` becomes its settings. Throws
  /// std::runtime_error if it does not start.
  explicit WaylandSession(std::vector<std::string> command, const std::string& config = {});

  /// What a program needs in order to run here.
  const Environment& environment() const { return environment_; }
  /// Where the compositor puts its sockets, and may write.
  const std::filesystem::path& folder() const { return folder_.path(); }
  std::string output() const { return compositor_->output(); }

 private:
  TempFolder folder_;
  Environment environment_;
  std::unique_ptr<Process> compositor_;
};

/// sway with an Xwayland, to which programs for X connect as on any desktop.
class SwayWithX {
 public:
  /// What it needs that is missing; empty if it can be started.
  static std::string missing();

  /// With one output of this size ("1280x1024"), HEADLESS-1. Throws std::runtime_error if it does
  /// not start.
  explicit SwayWithX(const std::string& size);

  const std::string& display() const { return display_; }
  /// As swaymsg: "output HEADLESS-1 transform 90". Throws Error if sway refuses.
  void command(const std::string& words) const;

 private:
  WaylandSession session_;
  std::string display_;
};

}  // namespace eyehand::test
