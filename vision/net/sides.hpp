// Decides which sides of a Net tile a wire reaches, and what is on its centre, from the
// measurements in tile.hpp: by contrast where wires stand out from an even background, and by their
// section (wire_section.hpp) where the background is a photograph.
#pragma once

#include <array>

#include "vision/net/tile.hpp"

namespace eyehand::net {

/// A piece whose colour differs by at most this from the appearance's, 0 to 255, is known by its
/// colour alone.
inline constexpr int kPieceLike = 60;
/// The source's colour differs by at most this from the appearance's.
inline constexpr int kSourceLike = 40;
/// Anything that differs by at least this from the background is not background.
inline constexpr int kOtherThanBackground = 35;

/// The outer parts of the lines from a tile's centre to its sides, in the order of kDirections.
using FourStrips = std::array<Strip, 4>;

struct SideWire {
  bool wire = false;
  float accepted = 1;  ///< 0 to 1; below kMinConfidence is not accepted
};

/// The median distance of a piece's corners from a colour.
int median_distance(const std::array<Colour, 4>& corners, Colour to);
/// How far the corners of a piece are from the background at the side that is most like them: the
/// background may change between the sides.
int distance_to_background(const std::array<Colour, 4>& corners, const FourStrips& strips);

/// Whether a wire over this background may have this colour: the appearance's without power, with
/// power or in a loop, or a blend of two of these or of one and the background, as thin wires have.
bool is_wire_colour(Colour core, Colour background, const Appearance& appearance);

/// Whether a colour may belong to the photograph behind the wires: it has the background's hue and
/// enough saturation.
bool is_background(Colour colour, const LatticeAppearance& appearance);

/// Classifies the tiles of one picture, each given by its centre. Keeps references.
class SideClassifier {
 public:
  SideClassifier(const TileReader& tiles, const Lattice& lattice, const Appearance& appearance)
      : tiles_(tiles), lattice_(lattice), appearance_(appearance) {}

  /// Also fills `strips`.
  std::array<SideWire, 4> read_sides(cv::Point2d middle, FourStrips& strips) const;

  /// The source hides where its wires meet; it is known by its picture or by its colour.
  bool is_source(cv::Point2d middle, const FourStrips& strips) const;
  /// The piece that a single wire leads into, known by its rim. Only for appearances with
  /// `end_rim_at`.
  bool is_end(cv::Point2d middle, const FourStrips& strips) const;
  /// Whether a wire points between two sides, as in a tile that is drawn while it turns.
  bool shows_turned_wire(cv::Point2d middle, const FourStrips& strips) const;

 private:
  Strip outer_strip(cv::Point2d middle, std::size_t k) const {
    return tiles_.strip(middle, kDirections[k], appearance_.wire_from, appearance_.wire_to);
  }
  std::array<SideWire, 4> by_contrast(cv::Point2d middle, const FourStrips& strips) const;
  std::array<SideWire, 4> by_section(cv::Point2d middle, FourStrips& strips) const;

  const TileReader& tiles_;
  const Lattice& lattice_;
  const Appearance& appearance_;
};

/// Locked tiles over a photograph are darker than the background around them by the same share,
/// with a sharp border, while the photograph itself may change anywhere. Per tile: 1 if it lies in
/// the shade of a lock, which leaves `shade` of the light, 0 to 1. Neighbours without a border
/// between them form one area, and an area that continues beyond the board is not locked. A
/// highlight on a locked tile may hide its shade. O(tiles).
std::vector<std::uint8_t> shaded_tiles(const TileReader& tiles, const Lattice& lattice,
                                       double shade);

}  // namespace eyehand::net
