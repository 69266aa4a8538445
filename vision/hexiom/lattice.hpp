// Locates the cells of a hexagon of hexagons by the picture alone, at any size, pointy- or
// flat-topped, to a fraction of a pixel.
#pragma once

#include <array>
#include <cstdint>
#include <opencv2/core.hpp>
#include <optional>
#include <string>
#include <vector>

#include "puzzle/hexiom/hexagon.hpp"
#include "vision/appearance.hpp"
#include "vision/hexiom/shapes.hpp"

namespace eyehand {

/// Coordinates are of pixel centres.
struct HexLattice {
  cv::Point2d middle;        ///< centre of the central cell, image pixels
  double pitch = 0;          ///< between the centres of neighbours, pixels
  bool flat_topped = false;  ///< Hexagon's rows run downwards, the first on the right
  int side = 0;              ///< of the hexagon, in cells

  /// Where a point of Hexagon (see Hexagon::middle) is in the picture.
  cv::Point2d at(Hexagon::Point point) const {
    const cv::Point2d turned =
        flat_topped ? cv::Point2d(-point.y, point.x) : cv::Point2d(point.x, point.y);
    return middle + pitch * turned;
  }
};

/// The content of a place of the lattice.
enum class HexCell : std::uint8_t {
  drawn,       ///< a cell, with background around it
  background,  ///< nothing
  unclear,     ///< something else: part of a cell, something over it, letters
};

struct HexLatticeResult {
  std::optional<HexLattice> lattice;
  std::vector<HexCell> cells;  ///< per cell of Hexagon(side)
  std::vector<int> sides_off;  ///< per cell: how many of its sides are not where they should be
  Colour background;           ///< what is between the cells
  std::string why_not;         ///< when there is no lattice, for people
};

/// Finds shapes of one size in a hexagonal lattice, separated by gaps, on an even background. `bgr`
/// is 8UC3, at most 16384 pixels per side; `pitch_min` is in pixels; pixels that differ from the
/// background by less than `foreground_min` belong to it. Gives the smallest hexagon that contains
/// all cells; no lattice if that hexagon is ambiguous or cut off at the picture's edge. The pitch
/// of a single cell is a guess, to 8 %. O(pixels).
HexLatticeResult find_hex_lattice(const cv::Mat& bgr, double pitch_min, int foreground_min);

/// A place of a hexagonal lattice: `q` steps to the right and `r` to the lower right.
struct HexStep {
  int q = 0, r = 0;
  auto operator<=>(const HexStep&) const = default;
  Hexagon::Point point() const { return {q + r / 2.0, r * 0.8660254037844386}; }
};

/// To the six neighbours, in the order of Hexagon::neighbours.
inline constexpr std::array kHexSteps{HexStep{1, 0},  HexStep{1, -1}, HexStep{0, -1},
                                      HexStep{-1, 0}, HexStep{-1, 1}, HexStep{0, 1}};

/// The lattice of connected shapes, and the place of each. The lattice's `middle` is that of the
/// place {0, 0}; its side is 0.
struct HexFit {
  HexLattice lattice;
  double reach = 0;  ///< from a shape's centre to the middle of a side, pixels
  std::vector<HexStep> places;
};
/// For shapes of one size (clusters_by_size). Nothing if no two of them are neighbours. O(n^2).
std::optional<HexFit> fit_hex_lattice(const std::vector<HexShape>& shapes);

/// The central place and the side of the smallest hexagon that contains all places; nothing if
/// there is more than one of that size.
std::optional<std::pair<HexStep, int>> hexagon_around(const std::vector<HexStep>& places);

}  // namespace eyehand
