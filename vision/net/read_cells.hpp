// Reads Net boards by an atlas of tiles' sides, for programs that were learned.
#pragma once

#include <functional>
#include <opencv2/core.hpp>
#include <span>
#include <string_view>

#include "vision/cells/grid.hpp"
#include "vision/frame.hpp"
#include "vision/net/read.hpp"

namespace eyehand::net {

/// The labels of an atlas: whether a wire reaches this side.
inline constexpr std::string_view kWireLabel = "wire", kNoWireLabel = "none";

/// The four sides of a tile, in the order of the bits of Sides, each turned so that the side is on
/// top.
cells::Layout layout_of_sides();

/// The labels of an atlas of tiles' centres: the source of a program whose source may dangle, tiles
/// that turn together, and anything else.
inline constexpr std::string_view kSourceLabel = "source", kLinkedLabel = "linked",
                                  kOtherLabel = "other";

cells::Layout layout_of_pieces();

/// As read(). O(pixels of the board * pictures); more where the board has moved (GridReader).
/// `known`: an earlier reading, perhaps of the same puzzle. If nearly all tiles are certain, and
/// each of these is one of that reading turned, so are the others, which may leave only one way
/// each can lie. `pieces`: of the source, the two linked tiles, or both; the reading is rejected if
/// it finds more or fewer.
Reading read_cells(const Frame& frame, const cells::GridReader& reader,
                   const Appearance& appearance, cells::Search search, const Board* known = nullptr,
                   const cells::GridReader* pieces = nullptr);

/// Learns the appearance of a tile in a picture of the window, in which it has these wires.
void learn_tile(cells::GridReader& reader, const cv::Mat& picture, const Lattice& lattice, int tile,
                Sides wires);

/// Learns the appearance of a tile that is uncertain in all its positions: from these pictures of
/// the window, each one click after the previous, if together they show its wires. `quarters` is by
/// how many quarters anticlockwise, 1 or -1, a click turns a tile with these wires; 0 if this tile
/// cannot have them. False if it does not turn like that, or looks the same when turned.
bool learn_turned(cells::GridReader& reader, std::span<const cv::Mat, 4> pictures,
                  const Lattice& lattice, int tile, const std::function<int(Sides)>& quarters);

}  // namespace eyehand::net
