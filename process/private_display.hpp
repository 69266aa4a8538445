// X servers of our own, invisible or in a window.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "process/process.hpp"
#include "process/temp_folder.hpp"

namespace eyehand {

/// An X server on a free display number, ready for clients once constructed.
class XServer {
 public:
  /// Xvfb. `screen`: "WIDTHxHEIGHTxDEPTH". `log`: where the server writes; may be empty.
  /// `arguments` are added to its command line. Throws Error if there is no Xvfb or it does not
  /// start.
  explicit XServer(const std::string& screen = "1280x1024x24",
                   const std::filesystem::path& log = {},
                   const std::vector<std::string>& arguments = {});
  /// Any other, such as one in a window of the user's session: `command` without the display.
  XServer(std::vector<std::string> command, const std::filesystem::path& log);
  /// ":N"
  const std::string& display() const { return display_; }
  Process& process() { return *process_; }

 private:
  std::unique_ptr<Process> process_;
  std::string display_;
};

/// The environment for programs that run on `display` with a home folder of their own, so that they
/// do not touch the user's settings, high scores or session bus.
Environment desktop_environment(const std::string& display, const std::filesystem::path& home);

/// An X server with openbox and a home folder for the programs that run there.
class PrivateDisplay {
 public:
  /// Xvfb, ready once constructed. Throws Error if the server does not start. Without openbox there
  /// is no window manager. `log`: the file that both write to; may be empty.
  explicit PrivateDisplay(const std::filesystem::path& log);
  /// The same with another server.
  PrivateDisplay(const std::vector<std::string>& server, const std::filesystem::path& log);

  const std::string& name() const { return server_.display(); }
  /// The environment for programs that run here.
  Environment environment() const { return desktop_environment(name(), home_.path()); }

 private:
  void start_manager(const std::filesystem::path& log);

  // Ended in the opposite order.
  TempFolder home_;
  XServer server_;
  std::unique_ptr<Process> manager_;
};

}  // namespace eyehand
