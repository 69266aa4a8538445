// Programs learned by acting on them, without a skin of theirs, and then played with the learned
// skin.
#include <algorithm>
#include <fstream>
#include <sstream>

#include "actuator/input.hpp"
#include "actuator/net/plan.hpp"
#include "process/find_program.hpp"
#include "process/temp_folder.hpp"
#include "puzzle/slitherlink/text.hpp"
#include "tests/play/pzpr_program.hpp"
#include "tests/play/stage.hpp"
#include "tests/support/paths.hpp"
#include "tests/vision/sgt_program.hpp"
#include "vision/net/read.hpp"

namespace eyehand::test {
namespace {

class Learn : public Stage {
 protected:
  Learn() : Stage({1280, 1024}) {}

  /// `eyehand learn` on the program's window, which uses no existing skin.
  void learn(const std::string& game, const std::vector<std::string>& more = {}) {
    recorder_.clear();
    const Ended ended = try_to_learn(game, more);
    log_ = ended.output;
    ASSERT_EQ(ended.code, 0) << log_;
    expect_nothing_held();
    EXPECT_GT(recorder_.presses().size(), 8U);
    expect_presses_within(
        {info().on_root.x, info().on_root.y, info().on_root.width, info().on_root.height});
  }

  Ended try_to_learn(const std::string& game, const std::vector<std::string>& more = {}) {
    std::vector<std::string> words = {"learn",
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
    words.insert(words.end(), more.begin(), more.end());
    return run_eyehand(words);
  }

  std::filesystem::path skin() const { return folder_.path() / "learned.toml"; }
  std::string skin_text() const {
    std::ostringstream text;
    text << std::ifstream(skin()).rdbuf();
    return text.str();
  }

  /// Locks a few tiles of a Net board; the learned skin must read the same locks as the hand-made
  /// one.
  void lock_tiles(const std::string& hand_made_skin) {
    const Sighting before = observe();
    ASSERT_EQ(before.rejection, "") << log_;
    const int columns = before.board.width, rows = before.board.height;
    std::vector<std::uint8_t> locked(before.board.size(), 0);
    Input input(desktop_.connection(), window());
    input.aim({.window = info().on_root, .deadline = Deadline()});
    Pace pace;
    pace.gap = std::chrono::milliseconds(40);
    const auto click = [&](int tile, int button) {
      const ScreenPoint middle = {
          before.area.x + (2 * (tile % columns) + 1) * before.area.width / columns / 2,
          before.area.y + (2 * (tile / columns) + 1) * before.area.height / rows / 2};
      EXPECT_EQ(input.perform(Click{middle, button}, pace), GestureStatus::ok);
    };
    for (const int tile : {1, columns + 2, columns * rows - 2}) {
      locked[static_cast<std::size_t>(tile)] = 1;
      click(tile, 2);
    }
    // KNetWalk highlights the tile under the pointer.
    for (int i = 0; i < 4; ++i) click(columns - 1, 1);
    const Skin learned = load_skin(skin()), made = find_skin(hand_made_skin);
    EXPECT_TRUE(desktop_.eventually([&] { return locks_on(observe().picture, made) == locked; }));
    const cv::Mat now = observe().picture;
    EXPECT_EQ(locks_on(now, made), locked);
    EXPECT_EQ(locks_on(now, learned), locked) << log_ << skin_text();
    net::Controls controls;
    learned.file.read("controls", controls);
    EXPECT_EQ(controls.lock_button, 2);
  }
  static std::vector<std::uint8_t> locks_on(const cv::Mat& picture, const Skin& skin) {
    net::Appearance appearance;
    skin.file.read("lattice", appearance.lattice);
    skin.file.read("appearance", appearance);
    return net::read({picture, {}, {}}, appearance).board.locked;
  }

  static x11::Size scaled(const cv::Mat& picture, double scale) {
    return {static_cast<int>(picture.cols * scale), static_cast<int>(picture.rows * scale)};
  }

  TempFolder folder_;
  std::string log_;
};

/// The board is as it was found, as read with the hand-made skin.
#define EXPECT_AS_FOUND(before)                 \
  do {                                          \
    const Sighting now = observe();             \
    EXPECT_EQ(now.rejection, "") << log_;       \
    EXPECT_EQ(now.text, (before).text) << log_; \
  } while (false)

class LearnFlip : public Learn, public testing::WithParamInterface<const char*> {
 protected:
  /// The learned skin reads a board of these parameters, drawn with tiles of this many pixels.
  void expect_read(const std::string& parameters, int tile) {
    const SgtProgram program("sgt-flip");
    const std::string id = program.generate(parameters, 1).front();
    const auto session = game_named("lights").begin(load_skin(skin()));
    const Observation seen = session->observe(program.draw({id}, tile));
    EXPECT_EQ(seen.rejection, "") << id << " " << tile;
    EXPECT_EQ(seen.text, id) << tile;
  }
};

TEST_P(LearnFlip, TheLearnedSkinPlays) {
  if (!find_program("sgt-flip")) GTEST_SKIP() << "sgt-flip is not installed";
  start("sgt-flip", {"sgt-flip", GetParam()});
  const Sighting before = observe();
  ASSERT_EQ(before.rejection, "");
  learn("lights", {"--new-game", "n"});
  if (HasFailure()) return;
  EXPECT_AS_FOUND(before);
  expect_solved(play({"--skin", skin().string(), "--games", "2"}));
  const x11::Size size = info().on_root.size();
  resize({size.width * 3 / 2, size.height * 3 / 2});
  expect_solved(play({"--skin", skin().string(), "--games", "2"}));
  expect_read("5x4r", 72);
  expect_read("7x6r", 64);
  if (HasFailure()) std::cerr << log_ << skin_text();
}

INSTANTIATE_TEST_SUITE_P(Types, LearnFlip, testing::Values("5x5r"));

class LearnNet : public Learn, public testing::WithParamInterface<const char*> {};

TEST_P(LearnNet, TheLearnedSkinPlays) {
  if (!find_program("sgt-net")) GTEST_SKIP() << "sgt-net is not installed";
  start("sgt-net", {"sgt-net", GetParam()});
  const Sighting before = observe();
  ASSERT_EQ(before.rejection, "");
  learn("net", {"--new-game", "n"});
  if (HasFailure()) return;
  EXPECT_AS_FOUND(before);
  lock_tiles("sgt-net");
  expect_solved(play({"--skin", skin().string(), "--games", "2"}));
  if (HasFailure()) std::cerr << log_ << skin_text();
}

INSTANTIATE_TEST_SUITE_P(Types, LearnNet, testing::Values("7x7"));

class LearnLoopy : public Learn, public testing::WithParamInterface<const char*> {};

TEST_P(LearnLoopy, TheLearnedSkinPlays) {
  if (!find_program("sgt-loopy")) GTEST_SKIP() << "sgt-loopy is not installed";
  start("sgt-loopy", {"sgt-loopy", GetParam()});
  const Sighting before = observe();
  ASSERT_EQ(before.rejection, "");
  learn("slitherlink", {"--new-game", "n"});
  if (HasFailure()) return;
  EXPECT_AS_FOUND(before);
  expect_solved(play({"--skin", skin().string()}));
  // At another size, with another board: the solved one counts as the first of two.
  resize(scaled(before.picture, 1.5));
  expect_solved(play({"--skin", skin().string(), "--games", "2"}));
  // With more faces.
  start("sgt-loopy", {"sgt-loopy", "10x10t0de"});
  expect_solved(play({"--skin", skin().string()}));
  if (HasFailure()) std::cerr << log_ << skin_text();
}

// Generated by sgt-loopy --generate; it has every digit.
INSTANTIATE_TEST_SUITE_P(Types, LearnLoopy,
                         testing::Values("7x7t0:3a22a3a2a3a3d3b01e02b2011a2e2b331b"));

/// All grids but squares; generated likewise.
class LearnLoopyGrid : public LearnLoopy {};

TEST_P(LearnLoopyGrid, TheLearnedSkinPlaysAtAnotherSize) {
  if (is_left_out()) GTEST_SKIP() << kOnlyWithAll;
  if (!find_program("sgt-loopy")) GTEST_SKIP() << "sgt-loopy is not installed";
  start("sgt-loopy", {"sgt-loopy", GetParam()});
  const Sighting before = observe();
  ASSERT_EQ(before.rejection, "");
  learn("slitherlink");
  if (HasFailure()) return;
  // Another reading may number its parts in another order.
  const auto then = slitherlink::from_text(before.text);
  const auto now = slitherlink::from_text(observe().text);
  EXPECT_TRUE(std::ranges::is_permutation(now.clues, then.clues)) << log_;
  EXPECT_EQ(now.marks, then.marks) << log_;
  const double fitting = std::min(1200.0 / before.picture.cols, 950.0 / before.picture.rows);
  resize(scaled(before.picture, std::min(1.3, fitting)));
  expect_solved(play({"--skin", skin().string()}));
  if (HasFailure()) std::cerr << log_ << skin_text();
}

INSTANTIATE_TEST_SUITE_P(
    FullGrids, LearnLoopyGrid,
    testing::Values(
        "12x10t1:0_10a0c0a1g12g01e011a12c11d11d10b1a1a2a000b121b22e1a0a10a01a0c01e112a2c2a2b1"
        "1211a0b111e0a2d1a2c2d20a2a2a0b2b1n1c2d2d21b1b12a12b0b22a20n1a21c1b12c0b2b2",
        "10x10t2:5b344e44c445e4a3b2b43b4323c3a3c3a2a3b4a4b4a3b5a55a3b43a5d5b4a4d203a4b5",
        "7x7t3:32d1b3a1a21a2d0a2a2a2e2d12h2a2b12a2a1b1c2d10a1c22a2a2b201c122a20c1a2a2b2d2a21a"
        "0b1d1a3b3b",
        "9x9t4:3b3a223b3b2a3a3a2d344a232a2a2d14e031144a2b2b322b4a32b4242d221a0h33d4a1a4a34c3a"
        "13c4b31b323d3a2c3b232b3",
        "5x4t5:b3a4d1a2a2a2c2d2e52b1a1a21221223a24h1a2a2a222a243a1d2a5a43b4a2",
        "7x7t6:a66c6a5332a242a27c153b5243d3b5a52c3a535a6b2d6a3b535b25a66b2512a4c",
        "5x5t7:3c3a3a2b22a1a3b3c2a3b1d1a2b2212f2b11122c2a2a2a323a2c2a2a21c2a21a2c11c222d3b22a"
        "222b21d2b223a3e32a22b212d33a",
        "5x5t8:c3c4a323a223a3e042a2g33c2c2b22a42c4f3a4a13a3a323c3a42f4g43b4a431a32a4b2c3b2a3a"
        "3a3c3a33",
        "5x4t9:B8cAd2a7a0a0d1B8b6b7e4a9c92B",
        "5x4t10:a1Aa29d3a4Ad3b3a3a8133a374a2a2B2a3a7a433a74a1a173a323a24224c2a4b3b22b33c1",
        "10x10t11:G-2709,4322,216_313b2222c22a1a13a22a2d21c11a2a12a1a23g0b1b22",
        "10x10t12:G-2856,4513,72_a33a1c23c3g3321a2a22d3b2c1b",
        "5x3t13:Aa3b83j319a2b20a5d24a23b1a414b332b26a2b20a3h2b31a0b3c1c4a3bAf8b3210a43a",
        "5x4t14:5a041d322a23c222b213124a22a1b12b23b2c22a3a23b4",
        "5x4t15:A2a1b8a2a21a0b2a82b2d11b7b2b82a12a81b12Aa2100a72b2282d62112c79b"));

class LearnPanel : public Learn, public testing::WithParamInterface<const char*> {};

TEST_P(LearnPanel, TheLearnedSkinPlays) {
  start("arena-panel", {test::built_program("eyehand-arena"), "panel", "--tiles", "3x3", "--seed",
                        "11", "--locked", "0.2", "--theme", GetParam()});
  const Sighting before = observe();
  ASSERT_EQ(before.rejection, "");
  learn("panel", {"--new-game", "n"});
  if (HasFailure()) return;
  EXPECT_AS_FOUND(before);
  expect_solved(play({"--skin", skin().string()}));
  // At another size, with another panel, and with more tiles.
  resize(scaled(before.picture, 0.8));
  expect_solved(play({"--skin", skin().string(), "--games", "2"}));
  start("arena-panel", {test::built_program("eyehand-arena"), "panel", "--tiles", "5x4", "--seed",
                        "12", "--theme", GetParam()});
  expect_solved(play({"--skin", skin().string()}));
  if (HasFailure()) std::cerr << log_ << skin_text();
}

INSTANTIATE_TEST_SUITE_P(Themes, LearnPanel, testing::Values("slate"));
INSTANTIATE_TEST_SUITE_P(FullThemes, LearnPanel, testing::Values("pond"));

class LearnHexiom : public Learn, public testing::WithParamInterface<const char*> {};

TEST_P(LearnHexiom, TheLearnedSkinPlays) {
  start("arena-hexiom", {test::built_program("eyehand-arena"), "hexiom", "--side", "3", "--seed",
                         "2", "--density", "0.5", "--locked", "0.2", "--theme", GetParam()});
  const Sighting before = observe();
  ASSERT_EQ(before.rejection, "");
  learn("hexiom");
  if (HasFailure()) return;
  EXPECT_AS_FOUND(before);
  expect_solved(play({"--skin", skin().string()}));
  if (HasFailure()) std::cerr << log_ << skin_text();
}

INSTANTIATE_TEST_SUITE_P(Themes, LearnHexiom, testing::Values("paper"));
INSTANTIATE_TEST_SUITE_P(FullThemes, LearnHexiom, testing::Values("classic", "neon"));

// A program of each game is learned above; these are the others.
using FullLearn = Learn;

TEST_F(FullLearn, LightsOffWithItsBannerAndLevels) {
  start_lightsoff();
  if (IsSkipped()) return;
  learn("lights");
  if (HasFailure()) return;
  const bool shows_level = info().title != "Lights Off";
  // To see a win, the first level is played; the second then slides in.
  EXPECT_NE(log_.find("its board is left changed"), std::string::npos) << log_;
  if (shows_level) {
    EXPECT_EQ(info().title, "Puzzle 2") << log_;
  }
  const Played played = play({"--skin", skin().string(), "--games", "4"});
  EXPECT_EQ(played.code, 0) << played.err << log_ << skin_text();
  if (shows_level) {
    EXPECT_TRUE(desktop_.eventually([&] { return info().title == "Puzzle 6"; })) << info().title;
  }
  // Again from the first level, whose banner covers some tiles.
  start_lightsoff();
  observe();
  const Played again = play({"--skin", skin().string(), "--games", "2"});
  EXPECT_EQ(again.code, 0) << again.err << log_ << skin_text();
  expect_nothing_held();
}

TEST_F(FullLearn, KNetWalkOverItsPhotograph) {
  start_knetwalk("Medium");
  if (IsSkipped()) return;
  resize({440, 500});
  Sighting before = observe();
  ASSERT_EQ(before.rejection, "");
  // A source of one wire looks like a powered end.
  while (net::degree(before.board.wires[static_cast<std::size_t>(before.board.source)]) == 1) {
    Input input(desktop_.connection(), window());
    input.aim({.window = info().on_root, .deadline = Deadline()});
    ASSERT_EQ(input.perform(Key{"ctrl+n"}, Pace{}), GestureStatus::ok);
    const std::string old = before.text;
    // Half of it may be drawn at first.
    ASSERT_TRUE(desktop_.eventually([&] {
      const std::string last = before.text;
      before = observe();
      return before.text != old && before.text == last;
    }));
    ASSERT_EQ(before.rejection, "");
  }
  learn("net", {"--new-game", "ctrl+n", "--dismiss", "Escape"});
  if (HasFailure()) return;
  EXPECT_AS_FOUND(before);
  lock_tiles("knetwalk");
  expect_solved(play({"--skin", skin().string()}));
  // At another size, with another board.
  resize({640, 720});
  expect_solved(play({"--skin", skin().string(), "--games", "2"}));
  if (HasFailure()) std::cerr << log_ << skin_text();
}

TEST_F(FullLearn, PzprInABrowser) {
  if (const auto what = PzprProgram::missing(); !what.empty()) GTEST_SKIP() << what;
  const PzprProgram pzpr(desktop_);
  // Generated by sgt-loopy --generate; it has every digit.
  const auto board = slitherlink::from_text("4x4t0:0231d3a31d");
  start("pzpr", pzpr.show(board, 45));
  const Sighting before = observe();
  ASSERT_EQ(before.rejection, "");
  learn("slitherlink");
  if (HasFailure()) return;
  EXPECT_AS_FOUND(before);
  const Sighting after = expect_solved(play({"--skin", skin().string()}));
  EXPECT_EQ(slitherlink::from_text(after.text).clues, board.clues);
  // At another size, with a larger board.
  start("pzpr", pzpr.show(slitherlink::from_text("7x7t0:3a22a3a2a3a3d3b01e02b2011a2e2b331b"), 36));
  expect_solved(play({"--skin", skin().string()}));
  if (HasFailure()) std::cerr << log_ << skin_text();
}

TEST_F(Learn, AWindowWithoutAKnownBoardIsLeftAlone) {
  if (!find_program("sgt-flip")) GTEST_SKIP() << "sgt-flip is not installed";
  start("sgt-flip", {"sgt-flip", "3x3c"});
  const Sighting before = observe();
  // This is not a Net board: its tiles do not turn.
  const Ended ended = try_to_learn("net");
  EXPECT_TRUE(ended.code == 4 || ended.code == 8) << ended.output;
  EXPECT_FALSE(std::filesystem::exists(skin()));
  EXPECT_AS_FOUND(before);
  expect_nothing_held();
}

}  // namespace
}  // namespace eyehand::test
