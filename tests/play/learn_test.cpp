// Programs learned from a skin-less start by clicking on them, and then played by what was learned.
#include <fstream>
#include <sstream>

#include "tests/play/stage.hpp"

namespace eyehand::test {
namespace {

using namespace std::chrono_literals;

class Learn : public Stage {
 protected:
  Learn() : Stage({1280, 1024}) {}

  /// `eyehand calibrate learn --act` on the program's window, which sees no skin but what it makes.
  void learn(const std::string& game, const std::vector<std::string>& more = {}) {
    recorder_.clear();
    std::vector<std::string> command = {EYEHAND_BIN "/eyehand",
                                        "calibrate",
                                        "learn",
                                        "--act",
                                        "--name",
                                        "learned",
                                        "--game",
                                        game,
                                        "--window-id",
                                        std::to_string(window()),
                                        "--out",
                                        skin().string(),
                                        "--time-limit",
                                        "200s"};
    command.insert(command.end(), more.begin(), more.end());
    const auto process = desktop_.launch(command);
    std::optional<int> code;
    desktop_.eventually(
        [&] {
          recorder_.events();
          return (code = process->wait_for_exit(100ms)).has_value();
        },
        220s);
    ASSERT_EQ(code, 0) << process->output();
    log_ = process->output();
    expect_nothing_held();
    EXPECT_GT(recorder_.presses().size(), 8U);
    expect_presses_within(
        {info().on_root.x, info().on_root.y, info().on_root.width, info().on_root.height});
  }

  std::filesystem::path skin() const { return folder_.path() / "learned.toml"; }
  std::string skin_text() const {
    std::ostringstream text;
    text << std::ifstream(skin()).rdbuf();
    return text.str();
  }

  TempDir folder_;
  std::string log_;
};

/// The board is as it was, by the eyes of a skin that people made.
#define EXPECT_AS_FOUND(before)                 \
  do {                                          \
    const Sighting now = look();                \
    EXPECT_EQ(now.doubt, "") << log_;           \
    EXPECT_EQ(now.text, (before).text) << log_; \
  } while (false)

class LearnFlip : public Learn, public testing::WithParamInterface<const char*> {};

TEST_P(LearnFlip, TheLearnedSkinPlays) {
  if (!find_program("sgt-flip")) GTEST_SKIP() << "sgt-flip is not installed";
  start("sgt-flip", {"sgt-flip", GetParam()});
  const Sighting before = look();
  ASSERT_EQ(before.doubt, "");
  learn("lights", {"--new-game", "n"});
  if (HasFailure()) return;
  EXPECT_AS_FOUND(before);
  expect_solved(play({"--skin", skin().string(), "--games", "2"}));
  if (HasFailure()) std::cerr << log_ << skin_text();
}

INSTANTIATE_TEST_SUITE_P(Types, LearnFlip, testing::Values("5x5r"));

class LearnNet : public Learn, public testing::WithParamInterface<const char*> {};

TEST_P(LearnNet, TheLearnedSkinPlays) {
  if (!find_program("sgt-net")) GTEST_SKIP() << "sgt-net is not installed";
  start("sgt-net", {"sgt-net", GetParam()});
  const Sighting before = look();
  ASSERT_EQ(before.doubt, "");
  learn("net", {"--new-game", "n"});
  if (HasFailure()) return;
  EXPECT_AS_FOUND(before);
  expect_solved(play({"--skin", skin().string(), "--games", "2"}));
  if (HasFailure()) std::cerr << log_ << skin_text();
}

INSTANTIATE_TEST_SUITE_P(Types, LearnNet, testing::Values("7x7"));

class LearnLoopy : public Learn, public testing::WithParamInterface<const char*> {};

TEST_P(LearnLoopy, TheLearnedSkinPlays) {
  if (!find_program("sgt-loopy")) GTEST_SKIP() << "sgt-loopy is not installed";
  start("sgt-loopy", {"sgt-loopy", GetParam()});
  const Sighting before = look();
  ASSERT_EQ(before.doubt, "");
  learn("slitherlink", {"--new-game", "n"});
  if (HasFailure()) return;
  EXPECT_AS_FOUND(before);
  expect_solved(play({"--skin", skin().string()}));
  if (HasFailure()) std::cerr << log_ << skin_text();
}

// By sgt-loopy --generate; every digit is there.
INSTANTIATE_TEST_SUITE_P(Types, LearnLoopy,
                         testing::Values("7x7t0:3a22a3a2a3a3d3b01e02b2011a2e2b331b"));

class LearnPanel : public Learn, public testing::WithParamInterface<const char*> {};

TEST_P(LearnPanel, TheLearnedSkinPlays) {
  start("arena-panel", {EYEHAND_BIN "/eyehand-arena", "panel", "--tiles", "3x3", "--seed", "11",
                        "--locked", "0.2", "--theme", GetParam()});
  const Sighting before = look();
  ASSERT_EQ(before.doubt, "");
  learn("panel", {"--new-game", "n"});
  if (HasFailure()) return;
  EXPECT_AS_FOUND(before);
  expect_solved(play({"--skin", skin().string()}));
  if (HasFailure()) std::cerr << log_ << skin_text();
}

INSTANTIATE_TEST_SUITE_P(Themes, LearnPanel, testing::Values("slate", "pond"));

class LearnHexiom : public Learn, public testing::WithParamInterface<const char*> {};

TEST_P(LearnHexiom, TheLearnedSkinPlays) {
  start("arena-hexiom", {EYEHAND_BIN "/eyehand-arena", "hexiom", "--side", "3", "--seed", "2",
                         "--density", "0.5", "--locked", "0.2", "--theme", GetParam()});
  const Sighting before = look();
  ASSERT_EQ(before.doubt, "");
  learn("hexiom", {"--new-game", "n"});
  if (HasFailure()) return;
  EXPECT_AS_FOUND(before);
  expect_solved(play({"--skin", skin().string()}));
  if (HasFailure()) std::cerr << log_ << skin_text();
}

INSTANTIATE_TEST_SUITE_P(Themes, LearnHexiom, testing::Values("paper"));

TEST_F(Learn, LightsOffWithItsBannerAndLevels) {
  const auto program = find_program("lightsoff");
  if (!program) GTEST_SKIP() << "lightsoff is not installed";
  if (!find_program("dbus-run-session")) GTEST_SKIP() << "dbus-run-session is not installed";
  start("lightsoff", {"dbus-run-session", *program});
  learn("lights");
  if (HasFailure()) return;
  EXPECT_EQ(info().title, "Puzzle 1") << log_;
  const Played played = play({"--skin", skin().string(), "--games", "4"});
  EXPECT_EQ(played.code, 0) << played.err << log_ << skin_text();
  EXPECT_EQ(info().title, "Puzzle 5");
  expect_nothing_held();
}

TEST_F(Learn, KNetWalkOverItsPhotograph) {
  const auto program = find_program("knetwalk");
  if (!program) GTEST_SKIP() << "knetwalk is not installed";
  if (!find_program("dbus-run-session")) GTEST_SKIP() << "dbus-run-session is not installed";
  const std::filesystem::path config = desktop_.environment().at("XDG_CONFIG_HOME");
  std::filesystem::create_directories(config);
  std::ofstream(config / "knetwalkrc") << "[KgDifficulty]\nLevel=Medium\n";
  start("knetwalk", {"dbus-run-session", *program});
  resize({440, 500});
  const Sighting before = look();
  ASSERT_EQ(before.doubt, "");
  learn("net", {"--new-game", "ctrl+n", "--dismiss", "Escape"});
  if (HasFailure()) return;
  EXPECT_AS_FOUND(before);
  expect_solved(play({"--skin", skin().string()}));
  // At another size, and another board.
  resize({640, 720});
  expect_solved(play({"--skin", skin().string(), "--games", "2"}));
  if (HasFailure()) std::cerr << log_ << skin_text();
}

TEST_F(Learn, AWindowWithoutAKnownBoardIsLeftAlone) {
  if (!find_program("sgt-flip")) GTEST_SKIP() << "sgt-flip is not installed";
  start("sgt-flip", {"sgt-flip", "3x3c"});
  const Sighting before = look();
  // It is no Net board: its tiles do not turn.
  const auto process = desktop_.launch({EYEHAND_BIN "/eyehand", "calibrate", "learn", "--act",
                                        "--name", "learned", "--game", "net", "--window-id",
                                        std::to_string(window()), "--out", skin().string()});
  std::optional<int> code;
  desktop_.eventually([&] { return (code = process->wait_for_exit(100ms)).has_value(); }, 100s);
  ASSERT_TRUE(code.has_value());
  EXPECT_TRUE(code == 4 || code == 8) << process->output();
  EXPECT_FALSE(std::filesystem::exists(skin()));
  EXPECT_AS_FOUND(before);
  expect_nothing_held();
}

}  // namespace
}  // namespace eyehand::test
