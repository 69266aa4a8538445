// What can be derived from pictures of a Net board whose tiles have all been turned by a quarter
// three times: every tile is seen in its four positions, so its wires are found without labels.
#pragma once

#include <array>
#include <opencv2/core.hpp>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "calibration/colours.hpp"
#include "puzzle/net/board.hpp"
#include "vision/lattice.hpp"

namespace eyehand::calibration {

/// The board as found and after each turn of all tiles; then perhaps as played (Wires::played). For
/// a board that was not turned and whose wires are known otherwise, the same picture four times.
struct Turns {
  Lattice lattice;
  std::vector<cv::Mat> pictures;
  std::vector<cv::Mat> also{};  ///< if it was not turned: other sizes of it
};

/// The colours across the line from a tile's centre to the middle of a side.
struct Across {
  std::vector<double> offset;  ///< cells; down for horizontal paths, to the left for vertical ones
  std::vector<cv::Vec3d> colour;  ///< RGB, the mean along the path
  cv::Vec3d background;           ///< the colour on either side
  /// The mean over everything closer to the middle line than this, in cells; one pixel at least.
  cv::Vec3d core(double half_width) const;
};

/// `side` as in net::kEachSide; `from` and `to` in cells from the tile's centre.
Across sample_across(const cv::Mat& bgr, const Lattice& lattice, int tile, std::size_t side,
                     double from, double to);

/// The fewest quarter turns anticlockwise that lead from `before` to `after`; nothing if none do.
constexpr std::optional<int> quarters_from(net::Sides before, net::Sides after) {
  for (int quarters = 0; quarters < 4; ++quarters)
    if (net::turned(before, quarters) == after) return quarters;
  return std::nullopt;
}

/// Three tiles of each side of a lattice.
std::array<std::set<int>, 4> rim_of(const Lattice& lattice);

/// The share of a tile's pixels that differ by at least this much, 0 to 255.
double changed_share(const Lattice& lattice, int tile, const cv::Mat& a, const cv::Mat& b,
                     int least);

/// The mean brightness near a tile's corners, where its background is.
double corner_light(const cv::Mat& bgr, const Lattice& lattice, int tile);

/// The ranges between a tile's centre and its side where wires may be most visible, in cells.
inline constexpr std::array<std::pair<double, double>, 3> kWirePaths = {
    {{0.30, 0.36}, {0.38, 0.44}, {0.42, 0.46}}};

/// Where the wires are, and where on the path to a side they are most visible.
struct Wires {
  double from = 0, to = 0;  ///< in cells from a tile's centre
  int quarter = 0;          ///< the direction of a turn: 1 anticlockwise, -1 clockwise, 0 none
  std::vector<net::Sides> found;     ///< as the board was found
  double uncertain = 1;              ///< share of the tiles whose wires the turns do not show
  std::vector<net::Sides> played{};  ///< in the fifth picture

  net::Sides at(int tile, std::size_t picture) const {
    const auto t = static_cast<std::size_t>(tile);
    return picture < 4 ? net::turned(found[t], quarter * static_cast<int>(picture)) : played[t];
  }
};

/// What turns with the tiles (ArmFinder), and where it contrasts most with what lies beside it.
/// About 2 ms per tile.
Wires find_wires(const Turns& turns);

}  // namespace eyehand::calibration
