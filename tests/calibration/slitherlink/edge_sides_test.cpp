#include "calibration/slitherlink/edge_sides.hpp"

#include <gtest/gtest.h>

#include <opencv2/core.hpp>
#include <vector>

#include "vision/reading.hpp"
#include "vision/slitherlink/read_cells.hpp"

namespace eyehand::calibration {
namespace {

constexpr int kPixels = slitherlink::kPatchPixels, kUnknown = 0, kLine = 1;
const cv::Scalar kGround(20, 15, 10), kPlain(120, 115, 125), kTint(60, 58, 58),
    kWhite(250, 250, 250);

/// An edge between two faces, perhaps with a line along these rows.
cv::Mat edge(const cv::Scalar& above, const cv::Scalar& below, cv::Range line = {0, 0}) {
  cv::Mat patch(kPixels, kPixels, CV_32FC3, kGround);
  patch.rowRange(0, 2) = above;
  patch.rowRange(kPixels - 2, kPixels) = below;
  if (line.size() > 0) patch.rowRange(line) = kWhite;
  return patch;
}

std::vector<cells::Sample> seen(cv::Range line) {
  std::vector<cells::Sample> samples;
  for (int place = 0; place < 30; ++place) {
    samples.push_back({kUnknown, place, edge(kPlain, kPlain)});
    samples.push_back({kLine, place, edge(kPlain, kPlain, line)});
  }
  samples.push_back({kUnknown, 30, edge(kPlain, kTint)});
  samples.push_back({kLine, 31, edge(kTint, kPlain, line)});
  return samples;
}

TEST(EdgeSides, BothMayBeTintedThoughOnlyOneWas) {
  const cv::Range middle(4, 6);
  for (const bool are_combined : {false, true}) {
    const auto samples = seen(middle);
    const cells::Atlas atlas(are_combined ? with_all_sides(samples) : samples, 0);
    for (const int label : {kUnknown, kLine}) {
      const cells::Prediction match =
          atlas.classify(edge(kTint, kTint, label == kLine ? middle : cv::Range(0, 0)));
      EXPECT_EQ(match.label, label);
      EXPECT_EQ(match.confidence >= kMinConfidence, are_combined) << label;
    }
  }
}

TEST(EdgeSides, TwoSidesOfThinLinesWithoutThemAreNoLine) {
  for (const cv::Range& line : {cv::Range(4, 5), cv::Range(5, 6)}) {
    const cells::Atlas atlas(with_all_sides(seen(line)), 0);
    for (const cv::Scalar& above : {kPlain, kTint})
      for (const cv::Scalar& below : {kPlain, kTint}) {
        const cells::Prediction match = atlas.classify(edge(above, below) + cv::Scalar::all(3));
        EXPECT_EQ(match.label, kUnknown);
        EXPECT_GE(match.confidence, kMinConfidence);
        EXPECT_EQ(atlas.classify(edge(above, below, line)).label, kLine);
      }
  }
}

}  // namespace
}  // namespace eyehand::calibration
