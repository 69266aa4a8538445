// Unusual screens and windows: very large, without a window manager, partly off the screen,
// hidden; and runs that must send nothing.

#include "app/exit_code.hpp"
#include "process/find_program.hpp"
#include "tests/play/stage.hpp"
#include "tests/support/monitors.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/test_window.hpp"
#include "vision/png.hpp"

namespace eyehand::test {
namespace {

/// Derived fixtures choose the screen.
class Screens : public Stage {
 protected:
  using Stage::Stage;
  /// Skips the test if the program is not installed.
  void start_net(const std::string& parameters, const Environment& more = {}) {
    if (!find_program("sgt-net")) GTEST_SKIP() << "sgt-net is not installed";
    start("sgt-net", {"sgt-net", parameters}, more);
    ASSERT_EQ(observe().rejection, "");
  }
  /// No button and no key was pressed, and the pointer is where it was.
  void expect_untouched(ScreenPoint pointer) {
    EXPECT_TRUE(recorder_.events().empty());
    EXPECT_EQ(x11::pointer(desktop_.connection()).at, pointer);
    expect_nothing_held();
  }
  ScreenPoint pointer() { return x11::pointer(desktop_.connection()).at; }
};

class Desktop4K : public Screens {
 protected:
  Desktop4K() : Screens({3840, 2160}) {}
};

TEST_F(Desktop4K, ALargeWindow) {
  start_net("13x11");
  if (IsSkipped()) return;
  resize({2300, 2060});
  const Sighting board = observe();
  ASSERT_EQ(board.rejection, "");
  EXPECT_GT(board.area.width, 1900);
  expect_played(play());
}

TEST_F(Desktop4K, ASmallWindowInTheFarCorner) {
  start_net("7x7w");
  if (IsSkipped()) return;
  move({3400, 1750});
  expect_played(play());
}

class NoManager : public Screens {
 protected:
  NoManager() : Screens({1280, 1024}, WithManager::no) {}
};

TEST_F(NoManager, GamesInARow) {
  start_net("9x9");
  if (IsSkipped()) return;
  const Played played = play({"--games", "3"});
  expect_played(played);
  EXPECT_EQ(played.games.size(), 3U);
}

class OnOrdinaryDesktop : public Screens {};

TEST_F(OnOrdinaryDesktop, GamesInARow) {
  start_net("9x9");
  if (IsSkipped()) return;
  const Played played = play({"--games", "5"});
  expect_played(played);
  EXPECT_EQ(played.games.size(), 5U);
}

TEST_F(OnOrdinaryDesktop, AWindowAcrossTwoMonitorsIsPlayedAndBothAreNamed) {
  // As if a second monitor stood to the left of the primary one.
  add_monitor(desktop_.connection(), "SECOND", {0, 0, 640, 1024}, false);
  add_monitor(desktop_.connection(), "FIRST", {640, 0, 640, 1024}, true);
  start_net("9x9");
  if (IsSkipped()) return;
  move({640 - 2 * info().on_root.width / 3, 300});
  const Played played = play();
  expect_played(played);
  EXPECT_EQ(played.games.at(0).at("monitor"), "SECOND and FIRST");
}

TEST_F(OnOrdinaryDesktop, ABoardPartlyOffTheScreenIsNotPlayed) {
  start_net("9x9");
  if (IsSkipped()) return;
  move({1280 - info().on_root.width / 2, 300});
  const auto before = pointer();
  const Played played = play();
  EXPECT_EQ(played.code, static_cast<int>(ExitCode::unreadable));
  EXPECT_EQ(played.result(), "unreadable");
  EXPECT_NE(played.games.at(0).at("why").get<std::string>().find("screen"), std::string::npos);
  expect_untouched(before);
}

TEST_F(OnOrdinaryDesktop, OnlyTheRimOffTheScreenDoesNotMatter) {
  start_net("9x9");
  if (IsSkipped()) return;
  const int rim = info().on_root.x + info().on_root.width - observe().area.x - observe().area.width;
  ASSERT_GT(rim, 5);
  move({1280 - info().on_root.width + rim / 2, 300});
  expect_played(play());
}

TEST_F(OnOrdinaryDesktop, ADryRunSendsNothingAndDrawsItsPlan) {
  start_net("9x9");
  if (IsSkipped()) return;
  const cv::Mat window = observe().picture;
  const auto before = pointer();
  const auto player = begin_play({"--dry-run"});
  const Played played = player->finish();
  EXPECT_EQ(played.code, 0) << played.err;
  EXPECT_EQ(played.result(), "planned");
  EXPECT_EQ(played.clicks(), 0);
  EXPECT_GT(played.clicks_planned(), 0);
  const cv::Mat overlay = load_png(player->folder() / "eyehand-overlay.png");
  EXPECT_EQ(overlay.size(), window.size());
  expect_untouched(before);
}

TEST_F(OnOrdinaryDesktop, NoWindow) {
  const auto before = pointer();
  EXPECT_EQ(play().code, static_cast<int>(ExitCode::no_window));
  expect_untouched(before);
}

TEST_F(OnOrdinaryDesktop, AMinimisedWindow) {
  start_net("9x9");
  if (IsSkipped()) return;
  minimise();
  const auto before = pointer();
  EXPECT_EQ(play().code, static_cast<int>(ExitCode::no_window));
  expect_untouched(before);
}

TEST_F(OnOrdinaryDesktop, AnotherWindowCoversItFromTheStart) {
  start_net("9x9");
  if (IsSkipped()) return;
  const TestWindow cover(desktop_.display(), {.place = info().on_root, .title = "Cover"});
  desktop_.wait_for_window({.title_part = "Cover"});
  expect_played(play());
}

TEST_F(OnOrdinaryDesktop, AWindowWithoutABoard) {
  const TestWindow letters(desktop_.display(), {.title = "Letters"});
  desktop_.wait_for_window({.title_part = "Letters"});
  const auto before = pointer();
  const Played played = play({"--window", "Letters", "--skin", "sgt-net"});
  EXPECT_EQ(played.code, static_cast<int>(ExitCode::unreadable)) << played.err;
  EXPECT_EQ(played.result(), "unreadable");
  expect_untouched(before);
}

TEST_F(OnOrdinaryDesktop, AnotherWindowForEachGame) {
  start("sgt-net",
        {test::built_program("fake_net"), "5x5:171892d46eac7b46dbc926988", "--reopen", "1"});
  const Played played = play({"--games", "3"});
  EXPECT_EQ(played.code, static_cast<int>(ExitCode::ok)) << played.err;
  EXPECT_EQ(played.games.size(), 3U) << played.err;
}

TEST_F(OnOrdinaryDesktop, ABoardWithoutASolution) {
  start("sgt-net", {test::built_program("fake_net"), "3x3:111111111"});
  const auto before = pointer();
  const Played played = play();
  EXPECT_EQ(played.code, static_cast<int>(ExitCode::no_solution)) << played.err;
  EXPECT_EQ(played.result(), "no solution");
  expect_untouched(before);
}

}  // namespace
}  // namespace eyehand::test
