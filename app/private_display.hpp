// An X server of our own, which nobody sees: Xvfb with openbox, and a home for what runs on it.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>

#include "app/child.hpp"

namespace eyehand {

/// Lives as long as the object. Programs that run on it do not meet those of the user's desktop:
/// the home, and with it settings, high scores and the session bus, is its own and vanishes at the
/// end.
class PrivateDisplay {
 public:
  /// Ready when constructed. Throws Error if there is no Xvfb or it does not start; without openbox
  /// it goes on without a window manager. `log`: where both write; or empty.
  explicit PrivateDisplay(const std::filesystem::path& log);
  ~PrivateDisplay();
  PrivateDisplay(const PrivateDisplay&) = delete;
  PrivateDisplay& operator=(const PrivateDisplay&) = delete;

  const std::string& name() const { return name_; }
  /// What programs need to run on it.
  std::map<std::string, std::string> environment() const;

 private:
  void start_server(const std::filesystem::path& log);
  void start_manager(const std::filesystem::path& log);

  std::filesystem::path home_;
  std::string name_;
  std::unique_ptr<Child> server_, manager_;  // in the order of their start
};

}  // namespace eyehand
