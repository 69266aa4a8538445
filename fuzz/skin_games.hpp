// Reading with any skin.
#pragma once

#include "player/games.hpp"
#include "vision/read_hexiom.hpp"
#include "vision/read_lights.hpp"
#include "vision/read_net.hpp"
#include "vision/read_panel.hpp"
#include "vision/read_slitherlink.hpp"

namespace eyehand::fuzz {

/// Reads the picture by the reader of the skin's game, and draws what was read.
void read_with(const Skin& skin, const Frame& frame);

}  // namespace eyehand::fuzz
