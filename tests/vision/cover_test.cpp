// A window that lies over a part of a board is never taken for a part of the board: such a board is
// refused, or read as it is where nothing was hidden.
#include <gtest/gtest.h>

#include <filesystem>

#include "calibration/distort.hpp"
#include "tests/support/paths.hpp"
#include "tests/vision/appearances.hpp"

namespace eyehand {
namespace {

using calibration::distort;
using calibration::Distortion;

/// How many of the covered boards were read as sure; each of them must be `clean`.
int read_under_covers(const net::Appearance& appearance, const std::string& picture, int seeds,
                      const std::vector<double>& shares) {
  const Frame frame = test::picture_frame(test::source_path("tests/data/") + picture);
  const net::Reading clean = net::read(frame, appearance);
  EXPECT_TRUE(clean.accepted()) << clean.rejection;
  int accepted = 0;
  for (int seed = 0; seed < seeds; ++seed)
    for (const double share : shares) {
      Frame covered = frame;
      covered.image = distort(frame.image, Distortion::cover, share, clean.lattice.bounds(),
                              static_cast<std::uint64_t>(seed));
      const net::Reading reading = net::read(covered, appearance);
      if (!reading.accepted()) continue;
      ++accepted;
      EXPECT_EQ(reading.board, clean.board)
          << "share " << share << ", seed " << seed << " of " << picture;
    }
  return accepted;
}

TEST(Covered, WiresOverAPhotographAreNotReadAsMissing) {
  EXPECT_GE(read_under_covers(test::net_appearance("knetwalk"), "knetwalk/hard-520x600.png", 18,
                              {0.001, 0.005}),
            1);
}

TEST(Covered, WindowsAreNotTakenForWires) {
  EXPECT_GE(
      read_under_covers(test::net_appearance("sgt-net"), "sgt-net/13x11.png", 60, {0.0003, 0.001}),
      1);
}

}  // namespace
}  // namespace eyehand
