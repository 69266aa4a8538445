// Measures a picture along a hexagonal lattice: whether there are cells and gaps, and where the
// cells' sides are, which locate the lattice to a small fraction of a pixel.
#pragma once

#include <array>
#include <opencv2/core.hpp>
#include <vector>

#include "vision/hexiom/lattice.hpp"

namespace eyehand {

/// How far each pixel is from the background (see distances), and the least that is foreground.
struct HexView {
  cv::Mat foreground;
  int foreground_min = 6;

  /// Interpolated between pixels; 0 outside the picture.
  double at(cv::Point2d p) const;
};

/// The unit vectors to a cell's six neighbours, in the order of Hexagon::neighbours.
std::array<cv::Point2d, 6> hex_directions(bool flat_topped);

/// How well a lattice fits a picture: the dip in the mean section between neighbours that both have
/// foreground, 0 to 1; 0 if few have. Examines about `pairs` pairs at most.
double fitness(const HexView& view, const HexLattice& lattice, const Hexagon& hexagon, int pairs);

/// Moves a lattice by fractions of a pitch, and changes its pitch, so that its fitness is greatest.
void settle(const HexView& view, HexLattice& lattice, const Hexagon& hexagon);

/// The content of a place, from its centre to `reach` pixels.
HexCell cell_at(const HexView& view, cv::Point2d middle, double reach, bool flat_topped);

/// Lattices, of any side and both orientations, that are as wide and high as the largest component
/// of the foreground once gaps up to `gap` pixels are closed.
std::vector<HexLattice> lattices_by_outline(const HexView& view, double pitch_min, int gap);

/// How far a cell's sides are from its centre, pixels, in the order of Hexagon::neighbours; 0 where
/// no side is visible.
using HexSides = std::array<double, 6>;

/// Some microseconds.
HexSides sides_of(const HexView& view, const HexLattice& lattice, cv::Point2d middle);

/// Moves a lattice and changes its pitch, by least squares without outliers, so that the sides of
/// all cells are equally far from their centres. Returns that distance in pixels; 0 if too few
/// sides are visible. `drawn`: the cells to use. The lattice must be off by less than 0.08 pitches
/// everywhere.
double settle_by_sides(const HexView& view, HexLattice& lattice, const Hexagon& hexagon,
                       const std::vector<int>& drawn);

}  // namespace eyehand
