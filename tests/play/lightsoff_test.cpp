// GNOME Lights Off, which goes on to its next level by itself.
#include "tests/play/stage.hpp"

namespace eyehand::test {
namespace {

class LightsOff : public Stage {
 protected:
  void SetUp() override { start_lightsoff(); }

  /// In newer versions the window's title is always the program's.
  void expect_title_of_level(int level) {
    if (info().title != "Lights Off") {
      EXPECT_EQ(info().title, "Puzzle " + std::to_string(level));
    }
  }

  /// This many levels from the first on. Only the first has a banner, whose cross takes one more
  /// click.
  void expect_levels(int count) {
    observe();  // it may draw its window late
    recorder_.clear();
    const Played played = play({"--skin", skin_name(), "--games", std::to_string(count)});
    EXPECT_EQ(played.code, 0) << played.err;
    ASSERT_EQ(played.games.size(), static_cast<std::size_t>(count));
    for (const auto& game : played.games) {
      EXPECT_EQ(game.at("result"), "solved") << game;
      EXPECT_GT(game.at("clicks_planned"), 0) << game;
    }
    EXPECT_EQ(played.clicks(), played.clicks_planned() + 1) << nlohmann::json(played.games);
    EXPECT_EQ(recorder_.presses().size(), static_cast<std::size_t>(played.clicks()));
    expect_nothing_held();
    expect_presses_within(observe().area, 1);
  }
};

TEST_F(LightsOff, LevelsAreSolvedInARow) {
  expect_title_of_level(1);
  expect_levels(games(20));
  expect_title_of_level(games(20) + 1);
}

TEST_F(LightsOff, ASmallWindowWhoseBannerCoversTheWholeRow) {
  resize({420, 420});
  expect_levels(3);
}

TEST_F(LightsOff, ALargeWindow) {
  resize({1100, 900});
  expect_levels(3);
  expect_title_of_level(4);
}

}  // namespace
}  // namespace eyehand::test
