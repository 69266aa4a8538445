// Other programs run to their end, for what they print or write.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "player/find_program.hpp"

namespace eyehand::calibration {

/// What the program printed, standard error too, at most 16 MiB of it. `command[0]` is looked up
/// by find_program; `environment` ("NAME=value") comes on top of our own; standard input is empty.
/// Throws Error if the program is not there, does not end within `limit` (then it is killed), or
/// ends with another code than 0; what it printed is in the message then.
std::string run_program(const std::vector<std::string>& command,
                        const std::vector<std::string>& environment,
                        std::chrono::milliseconds limit = std::chrono::seconds(60));

/// A folder of its own for files that come and go, removed at the end.
class ScratchFolder {
 public:
  /// Throws Error if none can be made.
  ScratchFolder();
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace eyehand::calibration
