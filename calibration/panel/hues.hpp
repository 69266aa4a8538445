// The hues that symbols on panels may have: their names, where an appearance stores them, and the
// defaults for those not seen.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "puzzle/panel/board.hpp"
#include "vision/panel/read.hpp"

namespace eyehand::calibration {

/// Indexed by panel::Hue, like everything below.
inline constexpr std::array<std::string_view, panel::kHues> kHueNames = {
    "none", "red", "orange", "yellow", "green", "blue", "purple", "white", "black"};

/// Where an appearance stores a hue's colours.
using HueList = std::vector<Colour> panel::Appearance::*;
inline constexpr std::array<HueList, panel::kHues> kHueLists = {
    &panel::Appearance::none,   &panel::Appearance::red,   &panel::Appearance::orange,
    &panel::Appearance::yellow, &panel::Appearance::green, &panel::Appearance::blue,
    &panel::Appearance::purple, &panel::Appearance::white, &panel::Appearance::black};

/// The usual colours, for hues that are not on the panel.
inline constexpr std::array<Colour, panel::kHues> kUsualHues = {
    Colour{146, 151, 155}, Colour{238, 58, 58},   Colour{250, 140, 28},
    Colour{254, 220, 32},  Colour{42, 170, 70},   Colour{62, 124, 248},
    Colour{174, 86, 234},  Colour{255, 255, 255}, Colour{10, 10, 10}};

}  // namespace eyehand::calibration
