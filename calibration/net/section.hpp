// What a Net program draws over a photograph, where contrast says little: a wire's cross-section,
// the source's picture, the rims of ends.
#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "calibration/colours.hpp"
#include "calibration/net/turns.hpp"

namespace eyehand::calibration {

/// What is known of a board before its appearance is.
struct KnownBoard {
  const Turns& turns;
  const Wires& wires;
  int source = -1;                                   ///< the tile; -1: unknown
  std::vector<std::vector<std::uint8_t>> powered{};  ///< for each picture and tile

  int tiles() const { return turns.lattice.columns * turns.lattice.rows; }
  bool has_wire(int tile, std::size_t turn, std::size_t side) const {
    return wires.at(tile, turn) & net::kEachSide[side];
  }
  /// The pixel at this offset from a tile's centre, in cells.
  Rgb at(std::size_t turn, int tile, double u, double v) const;
  /// The median colour at the corners of a mark that extends this far from a tile's centre.
  Rgb piece(std::size_t turn, int tile, double x) const;
  /// The median colour beside the paths to a tile's sides.
  Rgb background(std::size_t turn, int tile) const;
};

/// In cells: the width over which a wire differs from what is seen at the same side when the wire
/// is turned away or, on a board that was not turned, from what lies beside it.
double wire_width(const KnownBoard& board);

/// The colours across wires, powered or not, in even steps over their width; empty if only the
/// source has such wires.
std::vector<Colour> section_of(const KnownBoard& board, double width, bool powered);

/// The source's colours in 5 x 5 squares that extend this far from its centre, in cells.
std::vector<Colour> source_picture(const KnownBoard& board, double half);

/// The offsets from an end's centre, on either side, at which ends have a rim of one colour, and
/// that colour. The most distinctive offsets come first or, on a board that was not turned, the
/// outermost.
std::vector<std::pair<double, Colour>> end_rims(const KnownBoard& board);

}  // namespace eyehand::calibration
