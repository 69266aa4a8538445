// The looks of the skins that ship, for tests of the readers.
#pragma once

#include <opencv2/imgcodecs.hpp>
#include <string>

#include "player/skin.hpp"
#include "vision/net/read.hpp"

namespace eyehand::test {

inline net::Appearance net_appearance(const std::string& skin_name) {
  const Skin skin = load_skin(EYEHAND_SOURCE "/skins/" + skin_name + ".toml");
  net::Appearance appearance;
  skin.file.read("lattice", appearance.lattice);
  skin.file.read("appearance", appearance);
  return appearance;
}

inline Frame picture_frame(const std::string& file) {
  Frame frame;
  frame.image = cv::imread(file, cv::IMREAD_COLOR);
  frame.on_screen = cv::Rect({}, frame.image.size());
  return frame;
}

}  // namespace eyehand::test
