// A folder for temporary files.
#pragma once

#include <filesystem>

namespace eyehand {

/// A new, empty folder that no other user can enter, removed with its contents at the end. The
/// first of a process also removes those that killed processes have left.
class TempFolder {
 public:
  /// Throws Error if none can be created.
  TempFolder();
  ~TempFolder();
  TempFolder(const TempFolder&) = delete;
  TempFolder& operator=(const TempFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  // One of a random name, with `path_` and a file that is locked as long as the process lives.
  std::filesystem::path whole_, path_;
  int lock_ = -1;
};

/// Removes this user's temporary folders whose processes are gone. Never touches a folder that
/// Eyehand did not make. Errors are ignored.
void remove_abandoned_folders();

}  // namespace eyehand
