// Which sides of turning tiles have a wire, whatever wires look like: what turns with a tile is
// its wires, and a side without one looks like what is around them.
#pragma once

#include <array>
#include <opencv2/core.hpp>
#include <optional>
#include <vector>

#include "puzzle/net/board.hpp"

namespace eyehand::calibration {

/// Pixels per side of the pictures below.
inline constexpr int kTilePixels = 48;

/// A tile in its four positions, each a turn after the one before: CV_32FC3, see cells::cut().
using TurningTile = std::array<cv::Mat, 4>;

/// What is known of a tile's wires.
struct Arms {
  net::Sides wires = 0;  ///< in the first picture
  int quarters = 0;      ///< of each turn, 1 anticlockwise, -1 clockwise; 0: it makes no difference
  bool is_clear = false;  ///< whether the sides with a wire differ clearly from those without
};

/// Learns where wires are and how much they stand out from tiles that turn.
class ArmFinder {
 public:
  /// Some 2 ms a tile.
  explicit ArmFinder(const std::vector<TurningTile>& tiles);

  /// Of each of these tiles. Tiles that look alike in all positions have no clear arms.
  const std::vector<Arms>& arms() const { return arms_; }
  /// The wires of a tile that did not turn when it was clicked: on all sides or on none; nothing if
  /// that is not clear.
  std::optional<net::Sides> wires_of_still(const cv::Mat& tile) const;

 private:
  /// By each side, where its wire is, and what is beside that.
  struct Masks {
    std::array<cv::Mat, 4> inner, outer;
  };
  /// What the sides say by one stretch of them.
  struct Judgement {
    std::array<double, 4> means{};  ///< how much each arm stands out
    net::Sides wires = 0;
    int quarters = 0;
    double gap = 0;        ///< between arms and sides without
    double clearness = 0;  ///< how much farther apart arms and sides without are than others
  };
  static double stands_out(const cv::Mat& tile, std::size_t side, const Masks& masks);
  static Judgement judge(const TurningTile& tile, int quarters_known, const Masks& masks);

  Masks whole_;
  std::vector<Arms> arms_;
  double wire_ = 0, none_ = 0;  ///< how much sides with a wire usually stand out, and without
};

}  // namespace eyehand::calibration
