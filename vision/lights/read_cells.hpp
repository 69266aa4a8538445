// Reads Lights Out boards by an atlas of lit and unlit tiles, for programs that were learned.
#pragma once

#include <opencv2/core.hpp>
#include <string_view>
#include <vector>

#include "vision/cells/grid.hpp"
#include "vision/frame.hpp"
#include "vision/lights/outlines.hpp"
#include "vision/lights/read.hpp"

namespace eyehand::lights {

/// The labels of an atlas. Lit tiles must be put out; beside means anything around the board.
inline constexpr std::string_view kLitLabel = "lit", kUnlitLabel = "unlit", kBesideLabel = "beside";

cells::Layout layout_of_lights();

/// As read(); the sets are those of the appearance, or read by `outlines` if they are drawn.
/// O(pixels of the board * pictures); more where the board has moved (GridReader).
Reading read_cells(const Frame& frame, const cells::GridReader& reader,
                   const Appearance& appearance, cells::Search search,
                   const OutlineAppearance& outlines = {});

}  // namespace eyehand::lights
