// Measures the pixels of one Net tile: how much the lines from its centre to its sides stand out,
// as wires would, and the colours of its parts. What that means is decided in sides.cpp and
// read.cpp.
#pragma once

#include <algorithm>
#include <array>
#include <opencv2/core.hpp>
#include <vector>

#include "vision/lattice.hpp"
#include "vision/net/read.hpp"
#include "vision/net/wire_section.hpp"

namespace eyehand::net {

struct Direction {
  Sides side;
  int dx, dy;
};
inline constexpr std::array<Direction, 4> kDirections = {
    {{kRight, 1, 0}, {kUp, 0, -1}, {kLeft, -1, 0}, {kDown, 0, 1}}};

/// The place `along` pixels from `centre` towards a side, and `across` pixels beside that way.
inline cv::Point2d place(cv::Point2d centre, const Direction& d, double along, double across) {
  return {centre.x + d.dx * along + d.dy * across, centre.y + d.dy * along + d.dx * across};
}

/// A colour without its brightness.
inline cv::Vec3d chroma(Colour c) {
  const double grey = (c.r + c.g + c.b) / 3.0;
  return {c.r - grey, c.g - grey, c.b - grey};
}

/// The line from a tile's centre to a side: how much it stands out from its surroundings. 1 is as
/// much as a wire would.
struct Strip {
  double weakest = 0;    ///< where it stands out least
  double strongest = 0;  ///< where most
  double usual = 0;      ///< the mean of these two
  double power = 0;      ///< the tint of its core: 0 without power, 1 with it
  bool in_loop = false;  ///< it has the colour of wires in a loop
  Colour core;           ///< its usual colour
  Colour background;     ///< what lies beside it
  int stain = 0;         ///< how far the least similar pixel there is from it, 0 to 255
};

/// How well a side agrees with the sections of wires.
struct WireFit {
  SectionFit plain, powered;
  const SectionFit& best() const { return std::max(plain, powered); }
};

/// Measures the tiles of one picture, each given by its centre. Keeps references.
class TileReader {
 public:
  TileReader(const cv::Mat& image, const Lattice& lattice, const Appearance& appearance);

  /// `from` and `to` are on the way from the tile's middle to its side, in cells.
  Strip strip(cv::Point2d middle, const Direction& d, double from, double to) const;

  /// The usual colour of a half middle line as wide as a wire, from `from` (in cells from the
  /// tile's middle) to the last pixels before the tile's side.
  Colour usual_colour(cv::Point2d middle, const Direction& d, double from) const;

  /// Whether a half middle line, `half_width` cells wide to either side, is of exactly one colour,
  /// as no photograph is.
  bool is_flat(cv::Point2d middle, const Direction& d, double from, double half_width) const;

  /// A half middle line by the appearance's sections, from `from` (in cells from the tile's middle)
  /// to the last pixels before the tile's side. See WireSection::match.
  WireFit match_wire(cv::Point2d middle, const Direction& d, double from, double to, double slack,
                     double darkest) const;

  /// How far a tile's middle is from a picture of n x n colours that reaches `half` cells from it:
  /// the mean over its squares, 0 to 255.
  double picture_distance(cv::Point2d middle, const std::vector<Colour>& picture,
                          double half) const;

  /// Four points of the piece on the tile's middle, or of the background where there is none.
  std::array<Colour, 4> piece_corners(cv::Point2d middle) const {
    return corners(middle, appearance_.piece_at);
  }
  std::array<Colour, 4> background_corners(cv::Point2d middle) const {
    return corners(middle, 0.36);
  }

  /// How much of the side between two tiles has the barrier's colour, 0 to 1.
  double barrier_share(cv::Point2d middle, const Direction& d) const;
  /// How much of it has the barrier's hue, as a barrier that is blurred into its surroundings does.
  /// 0 for barriers without a hue.
  double barrier_tint(cv::Point2d middle, const Direction& d) const;

  bool has(double x, double y) const;
  /// The nearest pixel. Places beyond the picture read as its rim.
  Colour at(double x, double y) const {
    // Conversion truncates, which rounds here: what is below 0 becomes 0 either way.
    return colour_at(image_, std::clamp(static_cast<int>(x + 0.5), 0, image_.cols - 1),
                     std::clamp(static_cast<int>(y + 0.5), 0, image_.rows - 1));
  }

  Colour at(cv::Point2d p) const { return at(p.x, p.y); }

 private:
  std::array<Colour, 4> corners(cv::Point2d middle, double share) const;
  template <class Predicate>
  double share_of_side(cv::Point2d middle, const Direction& d, Predicate&& is_like) const;
  /// How much of the barrier's hue a colour has: 0 for grey, 1 for the barrier itself. 0 for all if
  /// the barrier is grey.
  double tint_of_barrier(Colour colour) const;
  double tint(Colour c) const { return (chroma(c) - unpowered_).dot(to_powered_) / tint_length_; }

  const cv::Mat& image_;
  const Lattice& lattice_;
  const Appearance& appearance_;
  WireSection section_, section_powered_;
  cv::Vec3d unpowered_, to_powered_;
  double tint_length_;
};

/// The lattice, moved and stretched by a pixel or so until the wires run through the centres of its
/// cells. Needs an appearance with sections. O(cells).
Lattice centred_on_wires(const cv::Mat& image, const Lattice& lattice,
                         const Appearance& appearance);

}  // namespace eyehand::net
