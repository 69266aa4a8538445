// What eyehand hint shows over real programs.
#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>

#include "process/find_program.hpp"
#include "tests/play/notes.hpp"
#include "tests/play/stage.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/test_window.hpp"

namespace eyehand::test {
namespace {

const char* const kLoop = "3x3t0:33a1a2b2";

class HintOnScreen : public Stage {
 protected:
  explicit HintOnScreen(WithManager manager = WithManager::yes) : Stage({1280, 1024}, manager) {}
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
  std::optional<x11::Rect> shown() { return shown_note(desktop_); }

  Sighting board_;
  std::unique_ptr<Process> hint_;
};

class HintUnder : public HintOnScreen, public testing::WithParamInterface<WithManager> {
 protected:
  HintUnder() : HintOnScreen(is_installed(GetParam()) ? GetParam() : WithManager::no) {}
  void SetUp() override {
    if (!is_installed(GetParam())) GTEST_SKIP() << name(GetParam()) << " is not installed";
    HintOnScreen::SetUp();
  }
};

TEST_P(HintUnder, FollowsTheWindowAndLetsThePlayerPlay) {
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
  minimise();
  EXPECT_TRUE(desktop_.eventually([&] { return !shown(); }));
  restore();
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

TEST_P(HintUnder, NothingIsLeftOfItWhenItIsKilled) {
  begin();
  hint_->signal(SIGKILL);
  hint_->wait(std::chrono::seconds(10));
  EXPECT_TRUE(desktop_.eventually([&] { return !shown(); }));
  EXPECT_EQ(observe().text, board_.text);
}

INSTANTIATE_TEST_SUITE_P(, HintUnder,
                         testing::Values(WithManager::yes, WithManager::xfwm4, WithManager::mutter),
                         [](const auto& manager) { return name(manager.param); });

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

class HintOverPracticeWindow : public Stage {};

TEST_F(HintOverPracticeWindow, ShowsTheNextStep) {
  start("arena-panel",
        {test::built_program("eyehand-arena"), "panel", "--tiles", "4x4", "--seed", "1"});
  ASSERT_EQ(observe().rejection, "");
  const auto hint = desktop_.launch({test::built_program("eyehand"), "hint"});
  EXPECT_TRUE(desktop_.eventually([&] { return shown_note(desktop_).has_value(); }));
  tap_key(desktop_.connection(), "Escape");
  EXPECT_EQ(hint->wait(std::chrono::seconds(10)), 0);
  EXPECT_NE(hint->output().find(": "), std::string::npos) << hint->output();
}

}  // namespace
}  // namespace eyehand::test
