// Parts read in any order, put into the order of the truth.
#include "calibration/part_order.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "player/games.hpp"

namespace eyehand::calibration {
namespace {

// Two triangles and a square.
const std::string kPartsBoard =
    R"({"vertices":[[0,0],[2,0],[2,2],[0,2],[3,1],[1,-1]],)"
    R"("faces":[[0,1,2,3],[1,4,2],[0,5,1]],"clues":[3,null,2],"lines":[[0,3]],"crosses":[[1,2]]})";

class PartOrder : public ::testing::Test {
 protected:
  /// As read at 20 pixels per unit, at (50, 70), in random order.
  std::vector<ObservedPart> seen(double scale = 20) {
    std::vector<ObservedPart> all;
    for (std::size_t i = 0; i < truth_.size(); ++i) {
      const cv::Point2d at = scale * places_[i] + cv::Point2d(50, 70);
      all.push_back({truth_[i], 0.9F, cv::Rect(cvRound(at.x) - 2, cvRound(at.y) - 3, 5, 7)});
    }
    std::mt19937 random(3);
    std::shuffle(all.begin(), all.end(), random);
    return all;
  }

  const std::vector<Part> truth_ = game_named("slitherlink").parts(kPartsBoard);
  const std::vector<cv::Point2d> places_ = game_named("slitherlink").places(kPartsBoard);
};

TEST_F(PartOrder, FollowsPlacesAtAnySize) {
  ASSERT_EQ(places_.size(), truth_.size());
  for (const double scale : {10.0, 20.0, 77.0}) {
    const auto ordered = in_order_of(truth_, places_, seen(scale));
    ASSERT_EQ(ordered.size(), truth_.size());
    for (std::size_t i = 0; i < truth_.size(); ++i) EXPECT_EQ(ordered[i].part, truth_[i]) << i;
  }
}

TEST_F(PartOrder, KeepsMisreadParts) {
  auto parts = seen();
  for (ObservedPart& part : parts)
    if (part.part.label == "3") part.part.label = "1";
  const auto ordered = in_order_of(truth_, places_, parts);
  ASSERT_EQ(ordered.size(), truth_.size());
  EXPECT_EQ(ordered[0].part, (Part{"clue", "1"}));
  EXPECT_EQ(ordered[2].part, truth_[2]);
}

TEST_F(PartOrder, IsEmptyForAnotherBoard) {
  auto parts = seen();
  parts[4].place.x += 12;
  EXPECT_TRUE(in_order_of(truth_, places_, parts).empty());
}

TEST_F(PartOrder, IsUnchangedWithoutPlacesOrAllParts) {
  const auto parts = seen();
  EXPECT_EQ(in_order_of(truth_, {}, parts)[0].place, parts[0].place);
  auto fewer = parts;
  fewer.pop_back();
  EXPECT_EQ(in_order_of(truth_, places_, fewer).size(), fewer.size());
  EXPECT_TRUE(game_named("slitherlink").places("2x2t0:2a1a").empty());
  EXPECT_TRUE(game_named("net").places("2x2:9c34").empty());
}

}  // namespace
}  // namespace eyehand::calibration
