// A private X server, with or without a window manager.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "tests/support/process.hpp"
#include "x11/connection.hpp"
#include "x11/windows.hpp"

namespace eyehand::test {

/// Xvfb on a free display number that it chooses itself. Ready when constructed.
class XServer {
 public:
  explicit XServer(x11::Size screen = {1280, 1024}, int depth = 24);
  const std::string& display() const { return display_; }
  Process& process() { return *process_; }

 private:
  std::unique_ptr<Process> process_;
  std::string display_;
};

enum class WithManager { no, yes };

/// A server, openbox on request, a home directory, and a connection for the test's own
/// observations.
class Desktop {
 public:
  explicit Desktop(WithManager with_manager, x11::Size screen = {1280, 1024}, int depth = 24);

  x11::Connection& connection() { return *connection_; }
  const std::string& display() const { return server_.display(); }
  XServer& server() { return server_; }
  Process& manager() { return *manager_; }

  /// The environment of programs that run here: DISPLAY, HOME and so on.
  Environment environment() const;
  std::unique_ptr<Process> launch(const std::vector<std::string>& command,
                                  const Environment& more = {}) const;

  /// Waits until `holds`, testing after each event or every few milliseconds; false after `limit`.
  bool eventually(const std::function<bool()>& holds,
                  std::chrono::milliseconds limit = std::chrono::seconds(10));
  /// The first viewable window that matches, once its position is stable. Throws std::runtime_error
  /// if there is none within `limit`.
  x11::WindowInfo wait_for_window(const x11::WindowQuery& query,
                                  std::chrono::milliseconds limit = std::chrono::seconds(20));

 private:
  TempDir home_;
  XServer server_;
  std::unique_ptr<x11::Connection> connection_;
  std::unique_ptr<Process> manager_;
};

}  // namespace eyehand::test
