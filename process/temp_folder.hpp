// A folder for temporary files.
#pragma once

#include <filesystem>

namespace eyehand {

/// A new, empty folder, removed with its contents at the end.
class TempFolder {
 public:
  /// Throws Error if none can be created.
  TempFolder();
  ~TempFolder();
  TempFolder(const TempFolder&) = delete;
  TempFolder& operator=(const TempFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace eyehand
