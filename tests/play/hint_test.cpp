// What eyehand hint shows over real programs.
#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <cstring>

#include "process/find_program.hpp"
#include "tests/play/stage.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/test_window.hpp"
// Last, because of its macros.
#include "x11/xlib.hpp"

namespace eyehand::test {
namespace {

const char* const kLoop = "3x3t0:33a1a2b2";

class HintOnScreen : public Stage {
 protected:
  void SetUp() override {
    if (!find_program("sgt-loopy")) GTEST_SKIP() << "sgt-loopy is not installed";
    start("sgt-loopy", {"sgt-loopy", kLoop});
    board_ = observe();
    ASSERT_EQ(board_.rejection, "");
  }

  void begin(const std::vector<std::string>& more = {}) {
    std::vector<std::string> command = {test::built_program("eyehand"), "hint"};
    command.insert(command.end(), more.begin(), more.end());
    hint_ = desktop_.launch(command);
    ASSERT_TRUE(desktop_.eventually([&] { return shown().has_value(); }));
  }

  /// Where the overlay is; nothing if none is shown.
  std::optional<x11::Rect> shown() {
    ::Display* display = desktop_.connection().xlib();
    x11::ErrorTrap trap(desktop_.connection());
    Window root = 0, parent = 0, *list = nullptr;
    unsigned count = 0;
    XQueryTree(display, desktop_.connection().root(), &root, &parent, &list, &count);
    const x11::XPtr<Window> owner(list);
    for (unsigned i = 0; i < count; ++i) {
      char* name = nullptr;
      if (!XFetchName(display, list[i], &name) || !name) continue;
      const x11::XPtr<char> name_owner(name);
      const auto window = x11::describe(desktop_.connection(), list[i]);
      if (std::strcmp(name, "Eyehand's hint") == 0 && window && window->viewable)
        return window->on_root;
    }
    return std::nullopt;
  }

  Sighting board_;
  std::unique_ptr<Process> hint_;
};

TEST_F(HintOnScreen, FollowsTheWindowAndLetsThePlayerPlay) {
  begin({"--next"});
  const x11::Rect window = info().on_root, before = *shown();
  move({window.x + 130, window.y + 70});
  EXPECT_TRUE(desktop_.eventually([&] {
    const x11::Rect now = info().on_root;
    const auto place = shown();
    return now.origin() != window.origin() && place && place->x - before.x == now.x - window.x &&
           place->y - before.y == now.y - window.y;
  }));
  {
    TestWindow other(desktop_.display(), {.place = info().on_root, .is_popup = true});
    EXPECT_TRUE(desktop_.eventually([&] { return !shown(); }));
    other.destroy();
  }
  EXPECT_TRUE(desktop_.eventually([&] { return shown().has_value(); }));
  EXPECT_TRUE(recorder_.events().empty());

  // A line on the left edge of the first cell, which is right.
  const Sighting now = observe();
  click(desktop_.connection(), {now.area.x, now.area.y + now.area.height / 6});
  EXPECT_TRUE(desktop_.eventually([&] { return observe().text != board_.text; }));
  std::string said;
  EXPECT_TRUE(desktop_.eventually([&] {
    said = hint_->output();
    return std::count(said.begin(), said.end(), '\n') >= 2;
  })) << said;
  EXPECT_TRUE(desktop_.eventually([&] { return shown().has_value(); }));
  EXPECT_EQ(recorder_.events().size(), 2U) << "the hint has pressed something, too";
  hint_->signal(SIGINT);
  EXPECT_EQ(hint_->wait(std::chrono::seconds(10)), 7);
  EXPECT_FALSE(shown());
}

TEST_F(HintOnScreen, EscapeClosesIt) {
  begin();
  tap_key(desktop_.connection(), "Escape");
  EXPECT_EQ(hint_->wait(std::chrono::seconds(10)), 0);
  EXPECT_FALSE(shown());
  EXPECT_TRUE(program_->is_running());
}

TEST_F(HintOnScreen, TheNextMoveClosesIt) {
  begin();
  click(desktop_.connection(), {board_.area.x, board_.area.y + board_.area.height / 6});
  EXPECT_EQ(hint_->wait(std::chrono::seconds(10)), 0);
}

TEST_F(HintOnScreen, NothingIsLeftOfItWhenItIsKilled) {
  begin();
  hint_->signal(SIGKILL);
  hint_->wait(std::chrono::seconds(10));
  EXPECT_TRUE(desktop_.eventually([&] { return !shown(); }));
  EXPECT_EQ(observe().text, board_.text);
}

TEST_F(HintOnScreen, ProgressShowsWhatIsWrong) {
  // A line on the bottom edge of the first cell, where none belongs.
  click(desktop_.connection(),
        {board_.area.x + board_.area.width / 6, board_.area.y + board_.area.height / 3});
  ASSERT_TRUE(desktop_.eventually([&] { return observe().text != board_.text; }));
  hint_ = desktop_.launch({test::built_program("eyehand"), "progress", "--show"});
  EXPECT_TRUE(desktop_.eventually([&] { return shown().has_value(); }));
  tap_key(desktop_.connection(), "Escape");
  EXPECT_EQ(hint_->wait(std::chrono::seconds(10)), 3);
  EXPECT_EQ(hint_->output(), "1 wrong: the top edge of row 2, column 1\n");
}

}  // namespace
}  // namespace eyehand::test
