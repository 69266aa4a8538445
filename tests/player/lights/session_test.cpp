// The session of Lights Out, on pictures of GNOME Lights Off.
#include <gtest/gtest.h>

#include "player/files.hpp"
#include "player/games.hpp"
#include "player/settings.hpp"
#include "player/skin.hpp"
#include "tests/support/paths.hpp"
#include "tests/vision/appearances.hpp"

namespace eyehand::test {
namespace {

Frame picture(const std::string& name) {
  Frame frame = picture_frame(test::source_path("tests/data/lightsoff/") + name + ".png");
  frame.origin = {200, 100};
  return frame;
}

const std::string kSkin = test::source_path("skins/lightsoff.toml");

std::unique_ptr<PuzzleSession> begin() {
  return game_named("lights").begin(load_skin(kSkin));
}

/// The skin with another line instead of `sets`.
std::unique_ptr<PuzzleSession> begin_with_sets(const std::string& lines) {
  std::string text = read_file(kSkin, kMaxSettingsBytes);
  const std::string sets = "sets = \"plus\"";
  text.replace(text.find(sets), sets.size(), lines);
  Skin skin = load_skin(kSkin);
  skin.file = SettingsFile::parse(text, "mine.toml");
  return game_named("lights").begin(skin);
}

TEST(LightsSession, PlansOneClickForEachPress) {
  const auto session = begin();
  const Observation seen = session->observe(picture("level-3"));
  EXPECT_TRUE(seen.accepted()) << seen.rejection;
  EXPECT_FALSE(seen.solved);
  EXPECT_FALSE(seen.same);
  EXPECT_EQ(seen.size, "5x5");
  EXPECT_EQ(session->solve({}), Status::found);
  const Plan plan = session->plan();
  ASSERT_EQ(plan.size(), 3u);  // columns 1 and 5 of row 1, and the middle tile
  const x11::Rect area{200 + seen.area.x, 100 + seen.area.y, seen.area.width, seen.area.height};
  for (const Gesture& gesture : plan) EXPECT_TRUE(area.contains(std::get<Click>(gesture).at));
  EXPECT_TRUE(session->uncover().empty());
}

TEST(LightsSession, TheSkinSaysWhatAPressFlips) {
  const auto set_of_corner = [](const std::string& lines) {
    const auto session = begin_with_sets(lines);
    const std::string text = session->observe(picture("level-3")).text;
    return game_named("lights").parts(text)[1].label;
  };
  EXPECT_EQ(set_of_corner("sets = \"pattern\"\npattern = \"101/010/101\""), "0,0 1,1");
  EXPECT_EQ(set_of_corner("sets = \"pattern\"\npattern = \"111\"\nwrapping = true"), "0,0 1,0 4,0");
  EXPECT_EQ(set_of_corner("sets = \"plus\"\nwrapping = true"), "0,0 1,0 4,0 0,1 0,4");
  try {
    begin_with_sets("sets = \"pattern\"\npattern = \"11\"");
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("key 'pattern' in [appearance]"), std::string::npos)
        << error.what();
  }
}

TEST(LightsSession, TheDarkBoardIsTheWin) {
  const auto session = begin();
  session->observe(picture("level-3"));
  session->solve({});
  const Observation dark = session->observe(picture("shrinking"));
  EXPECT_TRUE(dark.solved);
  EXPECT_TRUE(dark.same);
  EXPECT_TRUE(session->plan().empty());
  const Observation next = session->observe(picture("level-4"));
  EXPECT_FALSE(next.solved);
  EXPECT_FALSE(next.same);
}

TEST(LightsSession, TheNextLevelShowsAWinThatWasNotSeen) {
  const auto session = begin();
  session->observe(picture("level-3"));
  session->solve({});
  EXPECT_FALSE(session->observe(picture("sliding")).solved);
  EXPECT_TRUE(session->observe(picture("level-4")).solved);
  // ... once.
  const Observation again = session->observe(picture("level-4"));
  EXPECT_FALSE(again.solved);
  EXPECT_TRUE(again.same);
  EXPECT_EQ(session->solve({}), Status::found);
  EXPECT_FALSE(session->plan().empty());
}

TEST(LightsSession, AnotherBoardAloneIsNotAWin) {
  // Level 4 under the name of level 3: as if somebody else had played.
  const Frame third = picture("level-3");
  Frame other = picture("level-4");
  const cv::Rect top(0, 0, third.image.cols, 50);
  third.image(top).copyTo(other.image(top));
  const auto session = begin();
  session->observe(third);
  session->solve({});
  const Observation seen = session->observe(other);
  EXPECT_FALSE(seen.solved);
  EXPECT_FALSE(seen.same);
}

TEST(LightsSession, AnotherHeaderAloneIsNotAWin) {
  Frame dimmed = picture("level-3");
  dimmed.image(cv::Rect(0, 0, dimmed.image.cols, 50)) *= 0.8;
  const auto session = begin();
  session->observe(picture("level-3"));
  session->solve({});
  const Observation seen = session->observe(dimmed);
  EXPECT_FALSE(seen.solved);
  EXPECT_TRUE(seen.same);
}

TEST(LightsSession, ABannerIsClosedByItsCross) {
  const auto session = begin();
  EXPECT_FALSE(session->observe(picture("banner")).accepted());
  const Plan plan = session->uncover();
  ASSERT_EQ(plan.size(), 1u);
  const auto at = std::get<Click>(plan.front()).at;
  EXPECT_NEAR(at.x, 200 + 481, 2);
  EXPECT_NEAR(at.y, 100 + 78, 2);
}

}  // namespace
}  // namespace eyehand::test
