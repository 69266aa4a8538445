// Recognises wires by their cross-section: a row of colours from one rim to the other. Over a
// photograph, where contrast says little, there is a wire if it explains the pixels better than the
// background does.
#pragma once

#include <opencv2/core.hpp>
#include <vector>

#include "vision/appearance.hpp"

namespace eyehand::net {

/// How well the pixels across the middle line of a strip agree with a wire.
struct SectionFit {
  double fit = -1;  ///< 1: only the wire explains the pixels; -1: only the background; 0: undecided
  double shift = 0;  ///< of the wire's middle line, in the same units as offsets
  bool operator<(const SectionFit& other) const { return fit < other.fit; }
};

/// The pixels across a wire, averaged along it, in order, around its middle line.
struct AcrossPixels {
  std::vector<double> offset;   ///< of each pixel's middle from the wire's middle line, pixels;
                                ///< 1 from one to the next
  std::vector<cv::Vec3d> seen;  ///< RGB
  std::vector<cv::Vec3d> background;  ///< what would be seen there without a wire
};

/// The cross-section of an opaque wire.
class WireSection {
 public:
  /// The colours split the width evenly.
  explicit WireSection(const std::vector<Colour>& colours);
  bool empty() const { return sums_.size() < 2; }

  /// Compares the pixels with this wire, `width` pixels wide: sharp and blurred over two pixels, up
  /// to `slack` pixels aside, and in any shade that leaves at least `darkest` of its light, 0 to 1.
  /// An empty section matches nothing. O(slack * pixels across).
  SectionFit match(const AcrossPixels& pixels, double width, double slack, double darkest) const;

 private:
  cv::Vec3d sum_to(double share) const;

  std::vector<cv::Vec3d> sums_;  ///< of the colours up to each bound between them
};

}  // namespace eyehand::net
