// The explanation that play --watch shows beside a game.
#include <gtest/gtest.h>

#include <csignal>

#include "actuator/input.hpp"
#include "process/find_program.hpp"
#include "tests/play/stage.hpp"
#include "tests/support/focus.hpp"

namespace eyehand::test {
namespace {

class WatchBeside : public Stage {
 protected:
  explicit WatchBeside(x11::Size screen = {1280, 1024}) : Stage(screen) {}
  void SetUp() override {
    if (!find_program("sgt-net")) GTEST_SKIP() << "sgt-net is not installed";
    start("sgt-net", {"sgt-net", "7x7"});
    ASSERT_EQ(observe().rejection, "");
  }

  /// A window that no manager has.
  std::optional<x11::WindowInfo> passive() {
    const auto all = x11::find_unmanaged(desktop_.connection(), {.title_pattern = "^Net: "});
    return all.empty() ? std::nullopt : std::optional(all.front());
  }
  std::optional<x11::WindowInfo> usable() {
    const auto all = x11::find_windows(desktop_.connection(), {.class_name = "eyehand-watch"});
    return all.empty() ? std::nullopt : std::optional(all.front());
  }
  void close_usable() {
    x11::WindowInfo window;
    ASSERT_TRUE(desktop_.eventually([&] {
      const auto found = usable();
      if (found) window = *found;
      return found && found->viewable;
    }));
    Input input(desktop_.connection(), window.id);
    input.aim({window.on_root, Deadline()});
    // On a busy machine, a key may come before the program takes it.
    EXPECT_TRUE(desktop_.eventually([&] {
      if (!usable()) return true;
      if (input.raise(window.on_root.centre())) input.perform(Key{"q"}, Pace{});
      return desktop_.eventually([&] { return !usable(); }, std::chrono::seconds(2));
    }));
  }
};

TEST_F(WatchBeside, TheGameIsPlayedAsIfItWereNotThere) {
  const auto player = begin_play({"--watch"}, slow_skin("sgt-net", 60));
  ASSERT_TRUE(desktop_.eventually([&] { return passive().has_value(); }));
  const x11::WindowInfo shown = *passive();
  EXPECT_FALSE(usable().has_value()) << "while the game is played";
  EXPECT_TRUE(x11::intersection(shown.on_root, info().on_root).empty());
  EXPECT_FALSE(x11::is_on_top_at(desktop_.connection(), shown.id, shown.on_root.centre()));
  EXPECT_TRUE(has_keyboard(desktop_.connection(), window()));
  EXPECT_TRUE(player->process().is_running());
  close_usable();
  expect_played(player->finish());
}

TEST_F(WatchBeside, CtrlCEndsBoth) {
  const auto player = begin_play({"--watch"}, slow_skin("sgt-net", 60));
  ASSERT_TRUE(desktop_.eventually([&] { return passive().has_value(); }));
  player->process().signal(SIGINT);
  EXPECT_EQ(player->finish().code, 7);
  EXPECT_TRUE(desktop_.eventually([&] { return !passive() && !usable(); }));
}

class WatchWithoutRoom : public WatchBeside {
 protected:
  WatchWithoutRoom() : WatchBeside({420, 420}) {}
};

TEST_F(WatchWithoutRoom, TheWindowOpensAfterTheGame) {
  const auto player = begin_play({"--watch"}, slow_skin("sgt-net", 60));
  ASSERT_TRUE(has_pressed(10));
  EXPECT_FALSE(passive().has_value());
  close_usable();
  expect_played(player->finish());
}

}  // namespace
}  // namespace eyehand::test
