// A file as a string.
#pragma once

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace eyehand::test {

/// Empty if it cannot be read.
inline std::string contents(const std::filesystem::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

}  // namespace eyehand::test
