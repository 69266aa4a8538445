// Playing one Hexiom board on the screen.
#pragma once

#include <memory>

#include "player/games.hpp"

namespace eyehand {

/// Reads the skin's [look] and [controls]; throws Error for what is wrong in them.
std::unique_ptr<Round> begin_hexiom(const Skin& skin);

}  // namespace eyehand
