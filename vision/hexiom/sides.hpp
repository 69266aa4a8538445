// The sides of the cells of a hexagonal lattice, as a picture shows them: they tell where the
// lattice is to a small part of a pixel, and which cells something lies over.
#pragma once

#include <array>
#include <vector>

#include "vision/hexiom/lattice.hpp"
#include "vision/hexiom/view.hpp"

namespace eyehand {

/// How far a cell's sides are from its middle, pixels, in the order of Hexagon::neighbours; 0 where
/// no side is visible.
using HexSides = std::array<double, 6>;

/// Some microseconds.
HexSides sides_of(const HexView& view, const HexLattice& lattice, cv::Point2d middle);

/// Moves a lattice and changes its pitch, least squares, so that the sides of all cells are as far
/// from their middles as each other; what lies far off is left out. Gives that distance, pixels; 0
/// if too little is seen. `drawn`: the cells to look at. Needs a lattice that is off by less than
/// 0.08 pitches anywhere.
double settle_by_sides(const HexView& view, HexLattice& lattice, const Hexagon& hexagon,
                       const std::vector<int>& drawn);

}  // namespace eyehand
