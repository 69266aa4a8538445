// What the pictures of a Net board tell whose tiles have all been turned by a quarter three times:
// every tile is seen in its four positions, so no label is needed to know where its wires are.
#pragma once

#include <array>
#include <opencv2/core.hpp>
#include <vector>

#include "calibration/colours.hpp"
#include "puzzle/net/board.hpp"
#include "vision/lattice.hpp"

namespace eyehand::calibration {

/// The board as it was found and after each turn of all tiles. Of a board that was not turned,
/// whose wires are known otherwise, it is the same picture four times.
struct Turns {
  Lattice lattice;
  std::array<cv::Mat, 4> pictures;
  std::vector<cv::Mat> also{};  ///< of a board that was not turned: it in other sizes, say
};

/// The colours across the middle line of a tile from its middle to a side.
struct Across {
  std::vector<double> offset;     ///< cells; down for level ways, to the left for upright ones
  std::vector<cv::Vec3d> colour;  ///< RGB, the mean along the way
  cv::Vec3d background;           ///< what lies to either side
  /// The mean over what is nearer to the middle line than this, in cells; one pixel at least.
  cv::Vec3d core(double half_width) const;
};

/// `side` as net::kEachSide counts; `from` and `to` in cells from the tile's middle.
Across look_across(const cv::Mat& bgr, const Lattice& lattice, int tile, std::size_t side,
                   double from, double to);

/// Where the wires are, and where on the way to a side they are seen best.
struct Wires {
  double from = 0, to = 0;  ///< in cells from a tile's middle
  int quarter = 0;          ///< what a turn was: 1 anticlockwise, -1 clockwise, 0 there was none
  std::vector<net::Sides> found;  ///< as the board was found
  double disagreement = 1;        ///< share of the sides that were not as the turns would have it

  net::Sides at(int tile, std::size_t turns) const {
    return net::turned(found[static_cast<std::size_t>(tile)], quarter * static_cast<int>(turns));
  }
};

/// A wire stands out from what lies beside it; of the ways it could be so, those wires are taken
/// that agree best with the turns. O(tiles).
Wires find_wires(const Turns& turns);

}  // namespace eyehand::calibration
