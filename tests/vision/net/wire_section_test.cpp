#include "vision/net/wire_section.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace eyehand::net {
namespace {

const std::vector<Colour> kPipe = {{160, 160, 160}, {250, 250, 250}, {220, 220, 220},
                                   {150, 145, 145}, {190, 190, 190}, {200, 200, 200}};
const std::vector<Colour> kOtherPipe = {{160, 160, 160}, {255, 255, 255}, {60, 100, 140},
                                        {60, 100, 140},  {190, 190, 190}, {200, 200, 200}};
constexpr double kWidth = 6;

using Paint = cv::Vec3d (*)(double offset);

cv::Vec3d blue(double) {
  return {20, 80, 150};
}
/// From dark to bright, as the rim of a planet.
cv::Vec3d coast(double offset) {
  return offset < 0.3 ? cv::Vec3d(0, 50, 110) : cv::Vec3d(110, 150, 200);
}

/// A row of pixels: the colours of `wire` within kWidth around `middle`, background beside it.
AcrossPixels row(Paint background, const std::vector<Colour>& wire, double middle = 0,
                 double light = 1) {
  AcrossPixels pixels;
  for (int i = -8; i <= 8; ++i) {
    cv::Vec3d sum;
    constexpr int kParts = 20;  // a pixel shows the mean over its area
    for (int part = 0; part < kParts; ++part) {
      const double at = i - 0.5 + (part + 0.5) / kParts;
      const double share = (at - middle) / kWidth + 0.5;
      if (share < 0 || share >= 1 || wire.empty()) {
        sum += background(at);
        continue;
      }
      const Colour c = wire[static_cast<std::size_t>(share * static_cast<double>(wire.size()))];
      sum += light * cv::Vec3d(c.r, c.g, c.b);
    }
    pixels.offset.push_back(i);
    pixels.seen.push_back(sum / 20);
    const double behind = (i + 8) / 16.0;
    pixels.background.push_back(background(-8) * (1 - behind) + background(8) * behind);
  }
  return pixels;
}

TEST(WireSection, MatchesItsOwnWireOnly) {
  const WireSection pipe(kPipe), other(kOtherPipe);
  for (const Paint background : {blue, coast}) {
    const auto seen = row(background, kPipe);
    EXPECT_GT(pipe.match(seen, kWidth, 0.5, 1).fit, 0.9);
    EXPECT_LT(other.match(seen, kWidth, 0.5, 1).fit, pipe.match(seen, kWidth, 0.5, 1).fit - 0.2);
  }
}

TEST(WireSection, FindsAWireThatLiesAside) {
  for (const double middle : {-1.25, -0.5, 0.75, 1.5}) {
    const auto match = WireSection(kPipe).match(row(blue, kPipe, middle), kWidth, 1.5, 1);
    EXPECT_GT(match.fit, 0.9);
    EXPECT_NEAR(match.shift, middle, 0.13);
  }
}

TEST(WireSection, TakesNoBackgroundForAWire) {
  const WireSection pipe(kPipe);
  for (const Paint background : {blue, coast})
    EXPECT_LT(pipe.match(row(background, {}), kWidth, 0.5, 1).fit, -0.9);
}

TEST(WireSection, TakesNoStarForAWire) {
  auto seen = row(blue, {});
  seen.seen[7] = {180, 200, 210};  // a pixel of it is white, those along it are not
  seen.seen[8] = {110, 140, 160};
  EXPECT_LT(WireSection(kPipe).match(seen, kWidth, 0.5, 1).fit, 0);
}

TEST(WireSection, KnowsAWireInTheShadeWhereShadeIsAllowedFor) {
  const WireSection pipe(kPipe);
  const auto seen = row(blue, kPipe, 0, 0.5);
  EXPECT_GT(pipe.match(seen, kWidth, 0.5, 0.4).fit, 0.8);
  EXPECT_LT(pipe.match(seen, kWidth, 0.5, 1).fit, 0.5);
  EXPECT_LT(pipe.match(row(blue, {}), kWidth, 0.5, 0.4).fit, -0.5);
}

TEST(WireSection, AnEmptyOneMatchesNothing) {
  EXPECT_EQ(WireSection({}).match(row(blue, kPipe), kWidth, 0.5, 1).fit, -1);
}

}  // namespace
}  // namespace eyehand::net
