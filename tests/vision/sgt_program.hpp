// Boards by a program of Simon Tatham's collection, which draws them into files without a display.
#pragma once

#include <gtest/gtest.h>

#include <cctype>
#include <sstream>
#include <string>
#include <vector>

#include "calibration/samples.hpp"
#include "process/find_program.hpp"
#include "process/process.hpp"
#include "process/temp_folder.hpp"
#include "tests/support/paths.hpp"
#include "tests/vision/appearances.hpp"

namespace eyehand::test {

/// "NAME=value": variables that a program reads.
using Settings = std::vector<std::string>;

class SgtProgram {
 public:
  /// "sgt-net" and so on; there is a skin of this name.
  explicit SgtProgram(const std::string& name)
      : name_(name), skin_(load_skin(test::source_path("skins/") + name + ".toml")) {
    for (const char c : name.substr(name.find('-') + 1))
      prefix_ += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  }

  bool is_installed() const { return find_program(name_).has_value(); }
  const Skin& skin() const { return skin_; }

  /// New game IDs.
  std::vector<std::string> generate(const std::string& parameters, int count) const {
    std::istringstream lines(
        run_program({name_, "--generate", std::to_string(count), parameters}, {}));
    std::vector<std::string> ids;
    for (std::string line; std::getline(lines, line);) ids.push_back(line);
    EXPECT_EQ(static_cast<int>(ids.size()), count) << parameters;
    return ids;
  }

  /// What these words (a game ID, or a file of a saved game) show, with tiles of this many pixels;
  /// 0: as large as usual.
  Frame draw(const std::vector<std::string>& words, int tile, Settings settings = {}) const {
    const std::string file = folder_.path() / "board.png";
    if (tile > 0) settings.push_back(prefix_ + "_TILESIZE=" + std::to_string(tile));
    std::vector<std::string> command = {name_, "--screenshot", file};
    command.insert(command.end(), words.begin(), words.end());
    run_program(command, settings);
    return picture_frame(file);
  }

  /// Its colours, each channel moved by up to `most`, otherwise at each call.
  Settings moved_colours(int most) {
    return calibration::moved_colours(skin_.samples.colours, most, ++seed_);
  }

 private:
  std::string name_, prefix_;
  Skin skin_;
  TempFolder folder_;
  std::uint64_t seed_ = 20230122;
};

}  // namespace eyehand::test
