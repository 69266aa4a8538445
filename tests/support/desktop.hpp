// An X server for a test, with or without a window manager: openbox, unless a test is about others.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "process/private_display.hpp"
#include "x11/connection.hpp"
#include "x11/windows.hpp"

namespace eyehand::test {

enum class WithManager { no, yes, xfwm4, mutter };

/// "openbox" and so on; empty for none.
std::string name(WithManager manager);
/// With all that it needs to start.
bool is_installed(WithManager manager);

/// A server, the window manager, a home folder, and a connection for the test.
class Desktop {
 public:
  /// `arguments` are for Xvfb.
  explicit Desktop(WithManager with_manager, x11::Size screen = {1280, 1024}, int depth = 24,
                   const std::vector<std::string>& arguments = {});
  /// On a server that is there already, with whatever manages its windows.
  explicit Desktop(const std::string& display);

  x11::Connection& connection() { return *connection_; }
  const std::string& display() const { return connection_->name(); }
  /// Only of its own.
  XServer& server() { return *server_; }
  Process& manager() { return *manager_; }

  /// What a program needs in order to run here: DISPLAY, HOME and so on.
  Environment environment() const { return desktop_environment(display(), home_.path()); }
  std::unique_ptr<Process> launch(const std::vector<std::string>& command,
                                  const Environment& more = {}) const;

  /// Waits until `holds`, asking again after each event and every few milliseconds; false after
  /// `limit`.
  bool eventually(const std::function<bool()>& holds,
                  std::chrono::milliseconds limit = std::chrono::seconds(10));
  /// The first window that matches and is viewable, once it stays in place. Throws
  /// std::runtime_error if there is none within `limit`.
  x11::WindowInfo wait_for_window(const x11::WindowQuery& query,
                                  std::chrono::milliseconds limit = std::chrono::seconds(20));

 private:
  TempFolder home_;
  std::optional<XServer> server_;
  std::unique_ptr<x11::Connection> connection_;
  std::unique_ptr<Process> manager_;
};

}  // namespace eyehand::test
