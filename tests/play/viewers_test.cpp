// A game on another screen, played through the window of a viewer.
#include <csignal>

#include "process/find_program.hpp"
#include "tests/play/notes.hpp"
#include "tests/play/remote_screen.hpp"
#include "tests/play/stage.hpp"
#include "tests/support/paths.hpp"

namespace eyehand::test {
namespace {

using namespace std::chrono_literals;

class Viewers : public Stage {
 protected:
  Viewers() : Stage({1280, 1024}) {}
  void SetUp() override {
    if (!find_program("sgt-net")) GTEST_SKIP() << "sgt-net is not installed";
    if (const std::string missing = RemoteScreen::missing(); !missing.empty())
      GTEST_SKIP() << missing << " is not installed";
    remote = std::make_unique<RemoteScreen>();
  }
  void start(const std::string& parameters, ScreenPoint at = {230, 160},
             const std::string& program = "sgt-net") {
    program_name_ = program;
    remote->start(program, {program, parameters});
    remote->move(at);
    ASSERT_EQ(remote->observe().rejection, "");
  }
  /// A command and its options, and where the game is.
  std::vector<std::string> command(std::vector<std::string> words) const {
    words.insert(words.end(), {"--window", "TigerVNC", "--skin", program_name_});
    return words;
  }
  Played play() { return Stage::play(command({})); }
  void expect_solved(const Played& played) {
    EXPECT_EQ(played.result(), "solved") << played.err;
    const RemoteScreen::Sighting now = remote->observe();
    EXPECT_TRUE(now.solved) << now.rejection;
    for (const auto& press : remote->presses())
      EXPECT_TRUE(now.board.contains(press.at)) << press.at.x << "," << press.at.y;
  }

  std::unique_ptr<RemoteScreen> remote;

 private:
  std::string program_name_;
};

TEST_F(Viewers, ASmallBoard) {
  start("9x9");
  remote->show_on(desktop_);
  expect_solved(play());
}

TEST_F(Viewers, Compressed) {
  start("9x9");
  remote->show_on(desktop_, {"-AutoSelect=0", "-PreferredEncoding=Tight", "-QualityLevel=6"});
  expect_solved(play());
}

/// By how much the viewer's picture is scaled, and where the game is on its screen: in sight, and
/// not where the viewer says for a while which key opens its menu.
struct Scaled {
  const char* by;
  ScreenPoint at;
};
void PrintTo(const Scaled& scaled, std::ostream* out) {
  *out << scaled.by;
}
class ScaledViewers : public Viewers, public testing::WithParamInterface<Scaled> {};

TEST_P(ScaledViewers, ABoardIsPlayed) {
  start("9x9", GetParam().at);
  remote->show_scaled_on(desktop_, GetParam().by);
  expect_solved(play());
}

INSTANTIATE_TEST_SUITE_P(By, ScaledViewers,
                         testing::Values(Scaled{"3/5", {20, 400}}, Scaled{"3/4", {20, 400}},
                                         Scaled{"5/4", {20, 10}}, Scaled{"2", {20, 10}}));

TEST_F(Viewers, ABoardThatMovesMeanwhile) {
  start("9x9", {10, 10});
  const x11::Rect before = remote->observe().board;
  remote->show_on(desktop_);
  const auto player = begin_play(command({}), slow_skin("sgt-net", 60));
  ASSERT_TRUE(desktop_.eventually([&] { return remote->presses().size() >= 10; }, 30s));
  remote->move({560, 330});
  const std::size_t sent = remote->presses().size();
  const Played played = player->finish();
  EXPECT_EQ(played.result(), "solved") << played.err;
  const RemoteScreen::Sighting now = remote->observe();
  EXPECT_TRUE(now.solved);
  ASSERT_TRUE(x11::intersection(before, now.board).empty());
  const auto presses = remote->presses();
  for (std::size_t i = 0; i < presses.size(); ++i) {
    const bool is_on_board = now.board.contains(presses[i].at);
    // One may have been on its way.
    EXPECT_TRUE(i > sent ? is_on_board : is_on_board || before.contains(presses[i].at)) << i;
  }
}

TEST_F(Viewers, AChallenge) {
  start("5x5");
  remote->show_on(desktop_);
  const Ended ended = run_eyehand(command({"challenge", "--games", "3", "--json"}));
  EXPECT_EQ(ended.code, 0) << ended.output;
  EXPECT_TRUE(remote->observe().solved) << ended.output;
}

TEST_F(Viewers, ProgressAndHint) {
  if (!find_program("sgt-loopy")) GTEST_SKIP() << "sgt-loopy is not installed";
  start("3x3t0:33a1a2b2", {230, 160}, "sgt-loopy");
  const x11::WindowInfo viewer = remote->show_on(desktop_);
  const Ended progress = run_eyehand(command({"progress"}));
  EXPECT_EQ(progress.code, 0) << progress.output;
  std::vector<std::string> words = command({"hint"});
  words.insert(words.begin(), built_program("eyehand"));
  const auto hint = desktop_.launch(words);
  std::optional<x11::Rect> shown;
  ASSERT_TRUE(desktop_.eventually([&] { return (shown = shown_note(desktop_)).has_value(); }, 20s));
  // The frames and what explains them are beside the board, wherever that is in the viewer.
  EXPECT_FALSE(intersection(*shown, viewer.on_root).empty());
  hint->signal(SIGINT);
  EXPECT_EQ(hint->wait(10s), 7) << hint->output();
  EXPECT_TRUE(remote->presses().empty());
}

TEST_F(Viewers, FarAway) {
  start("9x9");
  remote->show_on(desktop_, {}, 100);
  const Played played = play();
  expect_solved(played);
  EXPECT_LE(played.clicks(), played.clicks_planned());
}

}  // namespace
}  // namespace eyehand::test
