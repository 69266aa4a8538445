// Which sides of turning tiles have a wire, whatever wires look like: what turns with a tile is its
// wires, and a side without one looks like its surroundings.
#pragma once

#include <array>
#include <opencv2/core.hpp>
#include <optional>
#include <vector>

#include "puzzle/net/board.hpp"

namespace eyehand::calibration {

/// Pixels per side of the pictures below.
inline constexpr int kTilePixels = 48;

/// A tile in its four positions, each one turn after the previous: CV_32FC3, see cells::cut().
using TurningTile = std::array<cv::Mat, 4>;

/// What is known of a tile's wires.
struct Arms {
  net::Sides wires = 0;   ///< in the first picture
  int quarters = 0;       ///< per turn: 1 anticlockwise, -1 clockwise, 0 if it makes no difference
  bool is_clear = false;  ///< whether the sides with a wire differ clearly from those without
};

/// Learns from turning tiles where wires are and how much they stand out.
class ArmFinder {
 public:
  /// About 2 ms per tile.
  explicit ArmFinder(const std::vector<TurningTile>& tiles);

  /// One entry per tile, in order. Tiles that look alike in all positions have no clear arms.
  const std::vector<Arms>& arms() const { return arms_; }
  /// The wires of a tile that did not turn when clicked: on all sides or on none; nothing if that
  /// is unclear.
  std::optional<net::Sides> wires_of_still(const cv::Mat& tile) const;

 private:
  /// For each side: where its wire is, and what lies beside it.
  struct Masks {
    std::array<cv::Mat, 4> inner, outer;
  };
  /// The result for one range of distances from the centre.
  struct Judgement {
    std::array<double, 4> means{};  ///< how much each arm stands out
    net::Sides wires = 0;
    int quarters = 0;
    double gap = 0;        ///< between sides with a wire and those without
    double clearness = 0;  ///< the gap relative to the spread within each class
  };
  static double stands_out(const cv::Mat& tile, std::size_t side, const Masks& masks);
  static Judgement judge(const TurningTile& tile, int quarters_known, const Masks& masks);
  /// Whether one direction explains a tile clearly, and better than the other.
  static bool is_clearer(const Judgement& judgement, const Judgement& than);
  bool has_shortest_arms(const TurningTile& tile, int direction, const Masks& nearest) const;

  Masks whole_;
  std::vector<Arms> arms_;
  double wire_ = 0, none_ = 0;  ///< how much sides with and without a wire usually stand out
};

}  // namespace eyehand::calibration
