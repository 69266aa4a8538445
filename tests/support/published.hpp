// Boards and pictures that other people have published. They are not part of the tree: the folder
// that EYEHAND_PUBLISHED names holds them. Tests of them use the fixture Published under a name
// that begins with Published, by which tests/CMakeLists.txt registers them, and only where the
// folder is given.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>

namespace eyehand::test {

/// Empty if EYEHAND_PUBLISHED is not set.
inline std::filesystem::path published() {
  const char* folder = std::getenv("EYEHAND_PUBLISHED");
  return folder ? folder : "";
}

inline std::string published_text(const std::filesystem::path& file) {
  std::ifstream in(file);
  if (!in) throw std::runtime_error("cannot read " + file.string());
  return {std::istreambuf_iterator<char>(in), {}};
}

class Published : public testing::Test {
 protected:
  void SetUp() override {
    if (published().empty())
      GTEST_SKIP() << "EYEHAND_PUBLISHED does not name the folder of published boards";
  }
};

}  // namespace eyehand::test
