// Looking at a picture through a hexagonal lattice: is there a cell, is there a gap, where are the
// cells' sides, which show where the lattice is to a small part of a pixel.
#pragma once

#include <array>
#include <opencv2/core.hpp>
#include <vector>

#include "vision/hexiom/lattice.hpp"

namespace eyehand {

/// How far a picture is from its background (`foreground`, see distances), and what counts as
/// background.
struct HexView {
  cv::Mat foreground;
  int foreground_min = 6;

  /// Between pixels, in between; 0 outside of the picture.
  double at(cv::Point2d p) const;
};

/// The unit vectors to a cell's six neighbours, in the order of Hexagon::neighbours.
std::array<cv::Point2d, 6> hex_directions(bool flat_topped);

/// The foreground on the way from one cell's middle to its neighbour's, in even steps around the
/// half of it, where their sides and the gap are. Means over the middle of the side that they
/// share.
inline constexpr std::size_t kSectionSteps = 15;
using Section = std::array<double, kSectionSteps>;
Section section_between(const HexView& view, cv::Point2d a, cv::Point2d b);

/// How strong the foreground near the side of each is, and how much of the weaker is missing
/// between them (0: nothing, 1: all of it).
struct HexGap {
  double here = 0, there = 0;
  double dip = 0;
};
HexGap gap_in(const Section& section);

/// How well a lattice fits a picture: the dip in the mean section between neighbours that both have
/// foreground, 0 if few have. Looks at some `pairs` of them at most.
double fitness(const HexView& view, const HexLattice& lattice, const Hexagon& hexagon, int pairs);

/// Moves a lattice by parts of a pitch, and changes its pitch, so that it fits best.
void settle(const HexView& view, HexLattice& lattice, const Hexagon& hexagon);

/// What is drawn at a place, from the middle to `reach`.
HexCell cell_at(const HexView& view, cv::Point2d middle, double reach, bool flat_topped);

/// Lattices that may fit what is drawn in one piece once gaps up to `gap` pixels are closed: of any
/// side, of both orientations, as wide and as high as it is.
std::vector<HexLattice> lattices_by_outline(const HexView& view, double pitch_min, int gap);

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
