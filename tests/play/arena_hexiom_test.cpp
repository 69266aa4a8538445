// Hexiom in the practice window: levels, generated and published, random boards against the clock,
// and boards that are half played, have no solution, or run out of time.
#include <fstream>
#include <ostream>

#include "actuator/input.hpp"
#include "process/temp_folder.hpp"
#include "puzzle/hexiom/text.hpp"
#include "solver/hexiom/generate.hpp"
#include "tests/play/stage.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/published.hpp"

namespace eyehand::test {
namespace {

using namespace std::chrono_literals;

class ArenaHexiom : public Stage {
 protected:
  void start_arena(std::vector<std::string> options) {
    options.insert(options.begin(), {test::built_program("eyehand-arena"), "hexiom"});
    start("arena-hexiom", options);
  }
  /// Quits with a key, as a person does. Returns the program's exit code.
  int quit() {
    Input input(desktop_.connection(), window());
    input.aim({.window = info().on_root, .deadline = Deadline()});
    EXPECT_EQ(input.perform(Key{"q"}, {}), GestureStatus::ok);
    return program_->wait(10s).value_or(-1);
  }
  void expect_levels_played(const std::string& theme,
                            const std::vector<std::filesystem::path>& levels) {
    std::vector<std::string> options = {"--theme", theme, "--level"};
    options.insert(options.end(), levels.begin(), levels.end());
    start_arena(options);
    recorder_.clear();
    const Played played = play({"--games", std::to_string(levels.size())});
    ASSERT_EQ(played.games.size(), levels.size()) << played.err;
    const Sighting now = expect_solved(played);
    EXPECT_EQ(played.clicks(), played.clicks_planned());
    EXPECT_EQ(recorder_.presses().size(), static_cast<std::size_t>(played.clicks()));
    expect_presses_within(
        {now.area.x - 4, now.area.y - 4, now.area.width + 8, now.area.height + 8},
        recorder_.presses().size() - played.games.back().at("clicks").get<std::size_t>());
    EXPECT_EQ(quit(), 0);
  }
};

struct Levels {
  const char* theme;
  int first, last;
};
void PrintTo(const Levels& levels, std::ostream* out) {
  *out << levels.first << " to " << levels.last << ", " << levels.theme;
}

class HexiomLevels : public ArenaHexiom, public testing::WithParamInterface<Levels> {};

TEST_P(HexiomLevels, ArePlayedInTheDragsThatWerePlanned) {
  if (published().empty()) GTEST_SKIP() << "EYEHAND_PUBLISHED is not set";
  const auto [theme, first, last] = GetParam();
  std::vector<std::filesystem::path> levels;
  for (int level = first; level <= last; ++level)
    levels.push_back(
        published() / "hexiom" /
        ("level" + std::string(level < 10 ? "0" : "") + std::to_string(level) + ".txt"));
  expect_levels_played(theme, levels);
}
INSTANTIATE_TEST_SUITE_P(Published, HexiomLevels,
                         testing::Values(Levels{"classic", 0, 13}, Levels{"paper", 14, 27},
                                         Levels{"neon", 28, 40}));

class HexiomThemes : public ArenaHexiom, public testing::WithParamInterface<const char*> {};

TEST_P(HexiomThemes, LevelsArePlayedInTheDragsThatWerePlanned) {
  TempFolder folder;
  std::vector<std::filesystem::path> levels;
  for (int i = 0; i < games(14); ++i) {
    levels.push_back(folder.path() / ("level" + std::to_string(i) + ".txt"));
    std::ofstream(levels.back()) << hexiom::to_text(
        *hexiom::generate({.side = 3 + i % 3,
                           .density = 0.3 + 0.06 * (i % 10),
                           .locked = 0.1 * (i % 4),
                           .seed = static_cast<std::uint64_t>(i)}));
  }
  expect_levels_played(GetParam(), levels);
}

TEST_P(HexiomThemes, BoardsWithManyLocksAreSolvedInASmallWindow) {
  start_arena({"--side", "4", "--seed", "5", "--locked", "0.4", "--theme", GetParam()});
  resize({420, 460});
  expect_solved(play({"--games", "2"}));
  EXPECT_EQ(quit(), 0);
}
INSTANTIATE_TEST_SUITE_P(Hexiom, HexiomThemes, testing::Values("classic", "paper", "neon"));

TEST_F(ArenaHexiom, ABoardThatAPersonBeganIsFinished) {
  start_arena({"--side", "3", "--seed", "9", "--locked", "0"});
  const Sighting before = observe();
  ASSERT_EQ(before.rejection, "");
  // A piece is dragged to the middle of the board, and back to another cell.
  const auto board = hexiom::from_text(before.text);
  Input input(desktop_.connection(), window());
  input.aim({.window = info().on_root, .deadline = Deadline()});
  const ScreenPoint middle{before.area.x + before.area.width / 2,
                           before.area.y + before.area.height / 2};
  const ScreenPoint aside{middle.x, before.area.y + before.area.height / 10};
  for (const Drag& drag : {Drag{aside, middle}, Drag{middle, aside}, Drag{middle, aside}})
    ASSERT_EQ(input.perform(drag, {}), GestureStatus::ok);
  const Sighting half = observe();
  ASSERT_EQ(half.rejection, "");
  EXPECT_NE(half.text, before.text);
  EXPECT_TRUE(hexiom::is_arrangement_of(hexiom::from_text(half.text).cells, board));
  expect_solved(play());
}

TEST_F(ArenaHexiom, ABoardWithoutAnAnswerIsLeftAlone) {
  TempFolder folder;
  const auto level = folder.path() / "level.txt";
  std::ofstream(level) << "2\n  6 1\n . 1 .\n  . .\n";
  start_arena({"--level", level.string()});
  ASSERT_EQ(observe().rejection, "");
  recorder_.clear();
  const Played played = play();
  EXPECT_EQ(played.code, 3);
  EXPECT_EQ(played.result(), "no solution");
  EXPECT_TRUE(recorder_.presses().empty());
  EXPECT_EQ(quit(), 1);
}

TEST_F(ArenaHexiom, AGameWhoseTimeIsUpIsNotPlayedOn) {
  start_arena({"--side", "4", "--seed", "2", "--time-limit", "1s"});
  desktop_.eventually([&] { return observe().rejection != ""; }, 5s);
  recorder_.clear();
  const Played played = play({"--time-limit", "10s"});
  EXPECT_NE(played.code, 0);
  EXPECT_EQ(quit(), 1);
}

}  // namespace
}  // namespace eyehand::test
