// Panels in the practice window: various mixes of symbols, toggled and walked, and panels that are
// half played or have no solution.
#include <algorithm>
#include <ostream>

#include "actuator/input.hpp"
#include "puzzle/panel/text.hpp"
#include "solver/panel/generate.hpp"
#include "tests/play/stage.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/published.hpp"

namespace eyehand::test {
namespace {

using namespace std::chrono_literals;

class ArenaPanel : public Stage {
 protected:
  void start_arena(std::vector<std::string> options) {
    options.insert(options.begin(), {test::built_program("eyehand-arena"), "panel"});
    start("arena-panel", options);
  }
  /// Quits with a key, as a person does. Returns the program's exit code.
  int quit() {
    Input input(desktop_.connection(), window());
    input.aim({.window = info().on_root, .deadline = Deadline()});
    EXPECT_EQ(input.perform(Key{"q"}, {}), GestureStatus::ok);
    return program_->wait(10s).value_or(-1);
  }
  void expect_codes_solved(const std::vector<std::string>& codes) {
    std::vector<std::string> options = {"--panel"};
    options.insert(options.end(), codes.begin(), codes.end());
    start_arena(options);
    recorder_.clear();
    const Played played = play({"--games", std::to_string(codes.size())});
    ASSERT_EQ(played.games.size(), codes.size()) << played.err;
    expect_solved(played);
    EXPECT_EQ(played.clicks(), played.clicks_planned());
    EXPECT_FALSE(recorder_.presses().empty());
    EXPECT_EQ(quit(), 0);
  }
};

struct Mix {
  const char* symbols;
  bool walk;
  const char* theme;
  const char* tiles;
};
void PrintTo(const Mix& mix, std::ostream* out) {
  *out << mix.symbols << (mix.walk ? ", walked, " : ", toggled, ") << mix.tiles << ", "
       << mix.theme;
}

class PanelMixes : public ArenaPanel, public testing::WithParamInterface<Mix> {};

TEST_P(PanelMixes, PanelsInARowAreSolved) {
  const auto [symbols, walk, theme, tiles] = GetParam();
  std::vector<std::string> options = {"--symbols", symbols, "--theme", theme,
                                      "--tiles",   tiles,   "--seed",  "1"};
  if (walk) options.emplace_back("--walk");
  start_arena(options);
  recorder_.clear();
  const Played played = play({"--games", std::to_string(games(10))});
  ASSERT_EQ(played.games.size(), static_cast<std::size_t>(games(10))) << played.err;
  expect_solved(played);
  if (!walk) {
    EXPECT_EQ(played.clicks(), played.clicks_planned());
  }
  EXPECT_EQ(recorder_.presses().empty(), walk);
  EXPECT_EQ(quit(), 0);
}

// 60 panels at full effort: three mixes of symbols, half of each walked.
INSTANTIATE_TEST_SUITE_P(
    Panels, PanelMixes,
    testing::Values(Mix{"dots,diamonds", false, "slate", "5x5"},
                    Mix{"dots,diamonds", true, "paper", "5x5"},
                    Mix{"bars,slashes", false, "pond", "5x4"},
                    Mix{"bars,slashes", true, "slate", "4x4"},
                    Mix{"dots,diamonds,bars,slashes,flowers", false, "paper", "6x6"},
                    Mix{"dots,diamonds,bars,slashes,flowers", true, "pond", "6x6"}));

TEST_F(ArenaPanel, CodesOfAllMixesAreSolved) {
  std::vector<std::string> codes;
  for (int i = 0; i < games(20); ++i) {
    panel::GenerateOptions options{.width = 3 + i % 5,
                                   .height = 3 + i % 4,
                                   .holes = i % 3 == 0 ? 0.1 : 0,
                                   .seed = static_cast<std::uint64_t>(i)};
    for (int s = 0; s < 5; ++s)
      if ((i * 7 % 31 + 1) >> s & 1) options.symbols.push_back(static_cast<panel::Symbol>(s + 1));
    codes.push_back(panel::to_code(*panel::generate(options)));
  }
  expect_codes_solved(codes);
}

using PublishedPanelGames = ArenaPanel;

TEST_F(PublishedPanelGames, AreSolved) {
  if (published().empty()) GTEST_SKIP() << "EYEHAND_PUBLISHED is not set";
  std::vector<std::string> codes;
  for (const auto& code :
       panel::split_texts(published_text(published() / "panel/taiji-codes.txt"))) {
    panel::Board board = panel::from_code(code);
    // Hidden symbols are not drawn.
    if (std::any_of(board.tiles.begin(), board.tiles.end(),
                    [](const panel::Tile& tile) { return tile.hidden; }))
      continue;
    // They are published with their solutions lit.
    for (panel::Tile& tile : board.tiles) tile.lit = tile.lit && tile.locked;
    codes.push_back(panel::to_code(board));
    if (codes.size() == 20) break;
  }
  expect_codes_solved(codes);
}

TEST_F(ArenaPanel, APanelThatAPersonBeganIsFinished) {
  start_arena({"--symbols", "dots", "--tiles", "4x4", "--seed", "3", "--locked", "0"});
  const Sighting before = observe();
  ASSERT_EQ(before.rejection, "");
  Input input(desktop_.connection(), window());
  input.aim({.window = info().on_root, .deadline = Deadline()});
  const ScreenPoint first{before.area.x + before.area.width / 8,
                          before.area.y + before.area.height / 8};
  ASSERT_EQ(input.perform(Click{first}, {}), GestureStatus::ok);
  const Sighting half = observe();
  ASSERT_EQ(half.rejection, "");
  EXPECT_NE(half.text, before.text);
  expect_solved(play());
}

TEST_F(ArenaPanel, AWalkThatAPersonBeganIsFinished) {
  start_arena({"--symbols", "dots,flowers", "--tiles", "5x5", "--seed", "4", "--walk"});
  const Sighting before = observe();
  ASSERT_EQ(before.rejection, "");
  Input input(desktop_.connection(), window());
  input.aim({.window = info().on_root, .deadline = Deadline()});
  for (const char* key : {"Left", "Up", "Right", "Right", "Down"})
    ASSERT_EQ(input.perform(Key{key}, {}), GestureStatus::ok);
  const Sighting half = observe();
  ASSERT_EQ(half.rejection, "");
  EXPECT_NE(half.text, before.text);
  expect_solved(play());
}

TEST_F(ArenaPanel, APanelWithoutAnAnswerIsLeftAlone) {
  start_arena({"--panel", "3:Sr0+H"});  // a diamond without another
  ASSERT_EQ(observe().rejection, "");
  recorder_.clear();
  const Played played = play();
  EXPECT_EQ(played.code, 3);
  EXPECT_EQ(played.result(), "no solution");
  EXPECT_TRUE(recorder_.presses().empty());
  EXPECT_EQ(quit(), 1);
}

}  // namespace
}  // namespace eyehand::test
