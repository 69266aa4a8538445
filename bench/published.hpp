// Boards that other people have published, in the folder that EYEHAND_PUBLISHED names at run time.
// They are not part of the tree; without them a benchmark leaves its published sets out.
#pragma once

#include <cstdlib>
#include <filesystem>

namespace eyehand::bench {

/// Nonexistent if EYEHAND_PUBLISHED is not set.
inline std::filesystem::path published(const std::filesystem::path& name) {
  const char* folder = std::getenv("EYEHAND_PUBLISHED");
  return folder ? folder / name : std::filesystem::path();
}

}  // namespace eyehand::bench
