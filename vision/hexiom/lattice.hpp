// Where the cells of a hexagon of hexagons are in a picture, found from the picture alone: at any
// size, pointy- or flat-topped, to a fraction of a pixel.
#pragma once

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
  cv::Point2d middle;        ///< of the middle cell, image pixels
  double pitch = 0;          ///< from a cell's middle to its neighbours', pixels
  bool flat_topped = false;  ///< Hexagon's rows run downwards, the first on the right
  int side = 0;              ///< of the hexagon, in cells

  /// Where a point of Hexagon's is (see Hexagon::middle).
  cv::Point2d at(Hexagon::Point point) const {
    const cv::Point2d turned =
        flat_topped ? cv::Point2d(-point.y, point.x) : cv::Point2d(point.x, point.y);
    return middle + pitch * turned;
  }
};

/// What is drawn at a place of the lattice.
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

/// Finds shapes of one size in a hexagonal lattice on an even background, parted by gaps. `bgr` is
/// 8UC3, at most 16384 pixels per side; `pitch_min` in pixels; what differs from the background by
/// less than `foreground_min` is background. A single cell's pitch is a guess, to 8 %. Gives the
/// smallest hexagon that has all of the cells, and no lattice where that could be at several
/// places, or if it is cut off at the picture's rim. O(pixels).
HexLatticeResult find_hex_lattice(const cv::Mat& bgr, double pitch_min, int foreground_min);

/// A place of a hexagonal lattice: `q` steps to the right and `r` to the lower right.
struct HexStep {
  int q = 0, r = 0;
  auto operator<=>(const HexStep&) const = default;
  Hexagon::Point point() const { return {q + r / 2.0, r * 0.8660254037844386}; }
};

/// Shapes that lie on a lattice, as far as they hang together, and where each is on it. The
/// lattice's middle is that of the place {0, 0}; its side is 0.
struct HexFit {
  HexLattice lattice;
  double reach = 0;  ///< from a shape's middle to the middle of one of its sides, pixels
  std::vector<HexStep> places;
};
/// For shapes of one size (clusters_by_size). Nothing if no two of them are neighbours; O(n^2).
std::optional<HexFit> fit_hex_lattice(const std::vector<HexShape>& shapes);

/// The smallest hexagon that holds all places, if it is the only one of its size: its middle and
/// its side.
std::optional<std::pair<HexStep, int>> hexagon_around(const std::vector<HexStep>& places);

}  // namespace eyehand
