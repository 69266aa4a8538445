// The session of Lights Out, on pictures of GNOME Lights Off.
#include <gtest/gtest.h>

#include <opencv2/imgproc.hpp>
#include <string>
#include <vector>

#include "player/files.hpp"
#include "player/games.hpp"
#include "player/settings.hpp"
#include "player/skin.hpp"
#include "tests/support/paths.hpp"
#include "tests/vision/appearances.hpp"
#include "vision/cells/grid.hpp"
#include "vision/cells/patch.hpp"
#include "vision/lights/read_cells.hpp"

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

/// 5x5 tiles of 40 pixels at (60, 60) in a white window, every third one lit.
cv::Mat learned_board() {
  cv::Mat window(400, 480, CV_8UC3, cv::Scalar::all(255));
  for (int tile = 0; tile < 25; ++tile)
    cv::rectangle(window, cv::Rect(62 + tile % 5 * 40, 62 + tile / 5 * 40, 36, 36),
                  tile % 3 == 0 ? cv::Scalar(0, 220, 250) : cv::Scalar(60, 60, 60), cv::FILLED);
  return window;
}

/// A program learned from that board.
std::unique_ptr<PuzzleSession> begin_learned() {
  const cv::Mat window = learned_board();
  const Lattice lattice{{59.5, 59.5}, 40, 5, 5};
  std::vector<cells::Sample> samples;
  const auto add = [&](int label, cv::Point2d centre) {
    samples.push_back({label, static_cast<int>(samples.size()),
                       cells::cut(window, centre, lattice.pitch, cells::kPatchPixels)});
  };
  for (int tile = 0; tile < 25; ++tile)
    add(tile % 3 == 0 ? 1 : 0, lattice.centre(tile % 5, tile / 5));
  for (const cv::Point2d centre : cells::centres_around(lattice, window.size())) add(2, centre);
  const cells::GridAppearance grid =
      cells::GridReader(cells::Atlas(samples), {"unlit", "lit", "beside"}, lattice,
                        lights::layout_of_lights())
          .appearance();
  std::string labels;
  for (const std::string& label : grid.labels)
    labels += (labels.empty() ? "\"" : ", \"") + label + '"';
  Skin skin = load_skin(kSkin);
  skin.file = SettingsFile::parse(
      "[appearance]\nsets = \"plus\"\n[cells]\norigin_x_px = 59.5\norigin_y_px = 59.5\n"
      "pitch_px = 40\ncolumns = 5\nrows = 5\nreach = " +
          std::to_string(grid.reach) + "\nlabels = [" + labels + "]\npictures = \"" +
          grid.pictures + "\"\n",
      "mine.toml");
  return game_named("lights").begin(skin);
}

TEST(LightsSession, ABoardThatAPageReplacedIsReadWhenItIsBack) {
  const auto session = begin_learned();
  Frame page;
  page.image = cv::Mat(400, 480, CV_8UC3, cv::Scalar::all(255));
  cv::putText(page.image, "You win!", {150, 60}, cv::FONT_HERSHEY_SIMPLEX, 1, {0, 0, 0}, 2);
  const Observation first = session->observe(page);
  EXPECT_FALSE(first.accepted());
  // The same picture again is not searched again.
  page.image = page.image.clone();
  EXPECT_EQ(session->observe(page).rejection, first.rejection);
  page.image = learned_board();
  const Observation board = session->observe(page);
  EXPECT_TRUE(board.accepted()) << board.rejection;
  EXPECT_EQ(board.size, "5x5");
}

}  // namespace
}  // namespace eyehand::test
