// Which sides of one Net tile a wire reaches, and what sits on its middle: decided from what its
// pixels show (tile.hpp). Two ways: by contrast, where wires stand out from an even background,
// and by their section (wire_section.hpp), where the background is a photograph.
#pragma once

#include <array>

#include "vision/net/tile.hpp"

namespace eyehand::net {

/// What a single wire ends at is distinguished by its colour alone where it differs no more from
/// the appearance's.
inline constexpr int kPieceLike = 60;
/// The source is distinguished by its colour, which differs no more than this.
inline constexpr int kSourceLike = 40;
/// What differs from the background by this is not the background.
inline constexpr int kOtherThanBackground = 35;

/// The outer parts of a tile's half middle lines, as kDirections.
using FourStrips = std::array<Strip, 4>;

struct SideWire {
  bool wire = false;
  float accepted = 1;  ///< 0 to 1; below kMinConfidence is not accepted
};

/// The median over the corners of a piece.
int median_distance(const std::array<Colour, 4>& corners, Colour to);
/// How far the corners of a piece are from what lies at any of the sides: the background may change
/// on the way.
int distance_to_background(const std::array<Colour, 4>& corners, const FourStrips& strips);

/// Whether a wire that stands out from this background may have this colour: the appearance's
/// without power, with it, or in a loop, or a blend of two of these, as thin wires have it.
bool is_wire_colour(Colour core, Colour background, const Appearance& appearance);

/// Whether a colour may be of the photograph behind the wires: it has the hue that the lattice's
/// look gives the background, and saturation.
bool is_background(Colour colour, const LatticeAppearance& appearance);

/// Judges the tiles of one picture, each by the place of its middle. Keeps references.
class SideClassifier {
 public:
  SideClassifier(const TileReader& tiles, const Lattice& lattice, const Appearance& appearance)
      : tiles_(tiles), lattice_(lattice), appearance_(appearance) {}

  /// Fills `strips`, too.
  std::array<SideWire, 4> read_sides(cv::Point2d middle, FourStrips& strips) const;

  /// The source hides its wires' way to the middle; it is known by its picture, or by its colour.
  bool is_source(cv::Point2d middle, const FourStrips& strips) const;
  /// What a single wire goes into, known by its rim. Only for looks with `end_rim_at`.
  bool is_end(cv::Point2d middle, const FourStrips& strips) const;
  /// A wire on its way from one side to another, in a tile that is drawn half turned.
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

/// Locked tiles over a photograph: each is darker than the background around it by the same share,
/// and parted from it by a sharp border, while the photograph itself changes anywhere.
/// Per tile: 1 where it lies in the shade of a lock, `shade` of the light around it, 0 to 1.
/// Neighbours without a border between them are taken as one area, and what goes on beyond the
/// board is not locked. A highlight on a locked tile may hide its shade. O(tiles).
std::vector<std::uint8_t> shaded_tiles(const TileReader& tiles, const Lattice& lattice,
                                       double shade);

}  // namespace eyehand::net
