// The session of panels that are to be checked, on a picture of a practice window.
#include <gtest/gtest.h>

#include "player/files.hpp"
#include "player/games.hpp"
#include "player/settings.hpp"
#include "player/skin.hpp"
#include "tests/vision/appearances.hpp"

namespace eyehand::test {
namespace {

constexpr const char* kSkin = EYEHAND_SOURCE "/skins/arena-panel.toml";

Frame picture() {
  return picture_frame(EYEHAND_SOURCE "/fuzz/pictures/panel-slate.png");
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
  const auto session = begin_with("has_check_button = true");
  EXPECT_EQ(session->checks(), 1u);
  EXPECT_EQ(session->observe(picture()).rejection,
            "the button that checks the panel was not found");
  EXPECT_TRUE(session->plan().empty());
}

}  // namespace
}  // namespace eyehand::test
