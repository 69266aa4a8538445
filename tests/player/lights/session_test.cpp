// The round of Lights Out, on pictures of GNOME Lights Off.
#include "player/lights/session.hpp"

#include <gtest/gtest.h>

#include "player/skin.hpp"
#include "tests/vision/appearances.hpp"

namespace eyehand::test {
namespace {

Frame picture(const std::string& name) {
  Frame frame = picture_frame(EYEHAND_SOURCE "/tests/data/lightsoff/" + name + ".png");
  frame.origin = {200, 100};
  return frame;
}

std::unique_ptr<Round> begin() {
  return begin_lights(load_skin(EYEHAND_SOURCE "/skins/lightsoff.toml"));
}

TEST(LightsRound, PlansOneClickForEachPress) {
  const auto round = begin();
  const Seen seen = round->see(picture("level-3"));
  EXPECT_TRUE(seen.sure()) << seen.doubt;
  EXPECT_FALSE(seen.solved);
  EXPECT_FALSE(seen.same);
  EXPECT_EQ(seen.size, "5x5");
  EXPECT_EQ(round->solve({}), Status::some);
  const Plan plan = round->plan();
  ASSERT_EQ(plan.size(), 3u);  // columns 1 and 5 of row 1, and the middle tile
  const x11::Rect area{200 + seen.area.x, 100 + seen.area.y, seen.area.width, seen.area.height};
  for (const Gesture& gesture : plan) EXPECT_TRUE(area.contains(std::get<Click>(gesture).at));
  EXPECT_TRUE(round->uncover().empty());
}

TEST(LightsRound, TheDarkBoardIsTheWin) {
  const auto round = begin();
  round->see(picture("level-3"));
  round->solve({});
  const Seen dark = round->see(picture("shrinking"));
  EXPECT_TRUE(dark.solved);
  EXPECT_TRUE(dark.same);
  EXPECT_TRUE(round->plan().empty());
  const Seen next = round->see(picture("level-4"));
  EXPECT_FALSE(next.solved);
  EXPECT_FALSE(next.same);
}

TEST(LightsRound, TheNextLevelShowsAWinThatWasNotSeen) {
  const auto round = begin();
  round->see(picture("level-3"));
  round->solve({});
  EXPECT_FALSE(round->see(picture("sliding")).solved);
  EXPECT_TRUE(round->see(picture("level-4")).solved);
  // ... once.
  const Seen again = round->see(picture("level-4"));
  EXPECT_FALSE(again.solved);
  EXPECT_TRUE(again.same);
  EXPECT_EQ(round->solve({}), Status::some);
  EXPECT_FALSE(round->plan().empty());
}

TEST(LightsRound, AnotherBoardAloneIsNoWin) {
  // Level 4 under the name of level 3: as if somebody else had played.
  const Frame third = picture("level-3");
  Frame other = picture("level-4");
  const cv::Rect top(0, 0, third.image.cols, 50);
  third.image(top).copyTo(other.image(top));
  const auto round = begin();
  round->see(third);
  round->solve({});
  const Seen seen = round->see(other);
  EXPECT_FALSE(seen.solved);
  EXPECT_FALSE(seen.same);
}

TEST(LightsRound, AnotherHeaderAloneIsNoWin) {
  Frame dimmed = picture("level-3");
  dimmed.image(cv::Rect(0, 0, dimmed.image.cols, 50)) *= 0.8;
  const auto round = begin();
  round->see(picture("level-3"));
  round->solve({});
  const Seen seen = round->see(dimmed);
  EXPECT_FALSE(seen.solved);
  EXPECT_TRUE(seen.same);
}

TEST(LightsRound, ABannerIsTakenAwayByItsCross) {
  const auto round = begin();
  EXPECT_FALSE(round->see(picture("banner")).sure());
  const Plan plan = round->uncover();
  ASSERT_EQ(plan.size(), 1u);
  const auto at = std::get<Click>(plan.front()).at;
  EXPECT_NEAR(at.x, 200 + 481, 2);
  EXPECT_NEAR(at.y, 100 + 78, 2);
}

}  // namespace
}  // namespace eyehand::test
