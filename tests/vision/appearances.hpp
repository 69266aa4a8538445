// The looks of the skins that ship, for tests of the readers.
#pragma once

#include <string>

#include "player/skin.hpp"
#include "tests/support/paths.hpp"
#include "vision/net/read.hpp"
#include "vision/png.hpp"

namespace eyehand::test {

inline net::Appearance net_appearance(const std::string& skin_name) {
  const Skin skin = load_skin(test::source_path("skins/") + skin_name + ".toml");
  net::Appearance appearance;
  skin.file.read("lattice", appearance.lattice);
  skin.file.read("appearance", appearance);
  return appearance;
}

inline Frame picture_frame(const std::string& file) {
  Frame frame;
  frame.image = load_png(file);
  frame.on_screen = cv::Rect({}, frame.image.size());
  return frame;
}

}  // namespace eyehand::test
