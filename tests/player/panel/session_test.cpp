// The session of panels that are to be checked, on a picture of a practice window.
#include <gtest/gtest.h>

#include <opencv2/imgproc.hpp>

#include "player/files.hpp"
#include "player/games.hpp"
#include "player/settings.hpp"
#include "player/skin.hpp"
#include "tests/support/paths.hpp"
#include "tests/vision/appearances.hpp"
#include "vision/cells/picture_text.hpp"

namespace eyehand::test {
namespace {

const std::string kSkin = test::source_path("skins/arena-panel.toml");

Frame picture() {
  return picture_frame(test::source_path("fuzz/pictures/panel-slate.png"));
}

std::unique_ptr<PuzzleSession> begin_with(const std::string& control) {
  std::string text = read_file(kSkin, kMaxSettingsBytes);
  const std::string table = "[controls]\n";
  text.insert(text.find(table) + table.size(), control + "\n");
  Skin skin = load_skin(kSkin);
  skin.file = SettingsFile::parse(text, "mine.toml");
  return game_named("panel").begin(skin);
}

TEST(PanelSession, APlanEndsWithTheCheck) {
  const auto plan_with = [](const std::string& control) {
    const auto session = begin_with(control);
    const Observation seen = session->observe(picture());
    EXPECT_TRUE(seen.accepted()) << seen.rejection;
    EXPECT_EQ(session->solve({}), Status::found);
    return session->plan();
  };
  const Plan plain = plan_with("");
  ASSERT_FALSE(plain.empty());
  Plan checked = plan_with("check_key = \"Return\"");
  EXPECT_EQ(checked.back(), Gesture(Key{"Return"}));
  checked.pop_back();
  EXPECT_EQ(checked, plain);
  EXPECT_EQ(begin_with("")->checks(), 0u);
  EXPECT_EQ(begin_with("check_key = \"Return\"")->checks(), 1u);
}

TEST(PanelSession, WithoutItsCheckButtonNothingIsClicked) {
  const cv::Mat unlike = (cv::Mat_<std::uint8_t>(4, 4) << 0, 255, 0, 255, 255, 0, 0, 255, 255, 0,
                          255, 0, 0, 255, 255, 0);
  cv::Mat button;
  cv::cvtColor(unlike, button, cv::COLOR_GRAY2BGR);
  cv::resize(button, button, {80, 40}, 0, 0, cv::INTER_NEAREST);
  const auto session = begin_with("check_button = \"" + cells::picture_text(button) + '"');
  EXPECT_EQ(session->checks(), 1u);
  EXPECT_EQ(session->observe(picture()).rejection,
            "the button that checks the panel was not found");
  EXPECT_TRUE(session->plan().empty());
}

TEST(PanelSession, APlanEndsWithAClickOnTheCheckButton) {
  const Frame frame = picture();
  const cv::Rect button(20, 30, 60, 40);
  // Where it was when the skin was made does not matter.
  const auto session = begin_with("check_button = \"" + cells::picture_text(frame.image(button)) +
                                  "\"\ncheck_x_px = 400");
  const Observation seen = session->observe(frame);
  EXPECT_TRUE(seen.accepted()) << seen.rejection;
  EXPECT_EQ(seen.button, button) << "the parked pointer must not cover it";
  EXPECT_EQ(session->solve({}), Status::found);
  EXPECT_EQ(session->plan().back(), Gesture(Click{{50, 50}, 1}));
}

TEST(PanelSession, AnOldSkinsErrorNamesThePresentKey) {
  try {
    begin_with("has_check_button = true");
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("key 'check_button' in [controls]"), std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace eyehand::test
