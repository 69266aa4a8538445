// The shapes that eyehand-arena draws on panels and that the reader's atlas expects: plain numbers,
// so that both agree.
//
// Lengths are in pitches (the distance between the centres of neighbouring tiles) unless stated
// otherwise; those of symbols scale with a theme's symbol size. Coordinates are relative to the
// tile's centre; y grows downwards.
#pragma once

#include <vector>

namespace eyehand::panel {

/// The discs of a dot; if its value is negative, each has a hole.
struct DotPattern {
  struct Centre {
    double x = 0, y = 0;
  };
  double radius = 0;
  std::vector<Centre> centres;
};
/// The pattern of 1 to 9 discs.
DotPattern dot_pattern(int count);
inline constexpr double kDotHole = 0.54;  ///< radius of the hole, in radii of the disc

inline constexpr double kDiamondReach = 0.27;  ///< from its centre to its corners

/// A bar lies horizontally; a slash is a bar turned 45 degrees anticlockwise.
inline constexpr double kBarHalfLength = 0.29, kBarHalfWidth = 0.085;

/// Petals are ellipses that point away from the centre, the first one upwards, then clockwise.
inline constexpr double kPetalDistance = 0.185, kPetalHalfWidth = 0.108, kPetalHalfLength = 0.145;

/// The trail of a walk stops at this distance from a symbol's centre.
inline constexpr double kSymbolClearance = 0.38;
/// No symbol, including its outline, reaches beyond this: nine dots reach 0.391, and outlines are
/// 0.018 wide (more on tiles smaller than 42 pixels, where they are 0.75 pixels wide).
inline constexpr double kSymbolExtent = 0.43;

/// The width of a symbol's outline in pixels: 0.018 pitches, but at least 0.75 and at most 3 times
/// `unit`, the size of one pixel of the program that draws.
double symbol_outline(double pitch, double unit = 1);

inline constexpr double kBoltRadius = 0.05;    ///< of a locked tile's four bolts
inline constexpr double kStartInset = 0.055;   ///< from a tile's rim to the circle of a start
inline constexpr double kStartLine = 0.032;    ///< width of that circle, at least one pixel
inline constexpr double kTrailWidth = 0.05;    ///< of a walk, at least one pixel
inline constexpr double kFrameWidth = 0.085;   ///< of the walker's frame, at least two pixels
inline constexpr double kFrameOverlap = 0.02;  ///< the part of that width that covers the tile

}  // namespace eyehand::panel
