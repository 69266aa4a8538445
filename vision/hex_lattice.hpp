// Where the cells of a hexagon of hexagons are in a picture, found from the picture alone: at any
// size, pointy- or flat-topped, to a fraction of a pixel.
#pragma once

#include <opencv2/core.hpp>
#include <optional>
#include <string>
#include <vector>

#include "puzzle/hexagon.hpp"
#include "vision/look.hpp"

namespace eyehand {

/// Coordinates are of pixel centres.
struct HexLattice {
  cv::Point2d middle;        ///< of the middle cell, image pixels
  double pitch = 0;          ///< from a cell's middle to its neighbours', pixels
  bool flat_topped = false;  ///< rows of Hexagon run downwards, the first on the right
  int side = 0;              ///< of the hexagon, in cells

  /// The middle of a place of Hexagon (see Hexagon::middle).
  cv::Point2d at(Hexagon::Point point) const {
    const cv::Point2d turned =
        flat_topped ? cv::Point2d(-point.y, point.x) : cv::Point2d(point.x, point.y);
    return middle + pitch * turned;
  }
};

/// What is drawn at a place of the lattice.
enum class HexCell : std::uint8_t {
  drawn,    ///< a cell, with ground around it
  ground,   ///< nothing
  unclear,  ///< something else: part of a cell, something over it, letters
};

struct HexLatticeResult {
  std::optional<HexLattice> lattice;
  std::vector<HexCell> cells;  ///< one a cell of Hexagon(side)
  Colour ground;               ///< what is between the cells
  double reach = 0;            ///< from a cell's middle to the middle of its sides, pixels
  std::string why_not;         ///< when there is no lattice, for people
};

/// Looks for shapes of one size in a hexagonal lattice on an even ground, parted by gaps. `bgr` is
/// 8UC3, at most 16384 pixels a side; `pitch_min` in pixels; what differs from the ground by less
/// than `ink_min` is ground. Gives the smallest hexagon that has all of the shapes, and no lattice
/// where that could be at several places. O(pixels).
HexLatticeResult find_hex_lattice(const cv::Mat& bgr, double pitch_min, int ink_min);

}  // namespace eyehand
