// Learning from pictures alone: from the turned positions of a Net board, and from labels.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "calibration/lattice_search.hpp"
#include "calibration/learn_labels.hpp"
#include "calibration/net/fit.hpp"
#include "calibration/net/turns.hpp"
#include "calibration/skin_text.hpp"
#include "player/games.hpp"
#include "process/find_program.hpp"
#include "process/process.hpp"
#include "process/temp_folder.hpp"
#include "puzzle/hexiom/text.hpp"
#include "puzzle/lights/text.hpp"
#include "puzzle/net/text.hpp"
#include "tests/calibration/label_answers.hpp"
#include "tests/support/paths.hpp"
#include "tests/vision/sgt_program.hpp"
#include "vision/lights/read.hpp"
#include "vision/png.hpp"

namespace eyehand::calibration {
namespace {

constexpr const char* kNet = "7x7:81c7262cdb48b349e7ed2e78d8a4e82b9bb24ee185455c159";

/// The board with each tile turned this many times, as sgt-net draws it.
cv::Mat drawn(const test::SgtProgram& program, net::Board board, int quarters) {
  for (auto& wires : board.wires) wires = net::turned(wires, quarters);
  return program.draw({net::to_game_id(board)}, 0).image;
}

/// A board whose tiles were turned by a button with this effect.
Turns turned_board(const test::SgtProgram& program, const net::Board& board, int quarter) {
  Turns turns;
  for (int k = 0; k < 4; ++k) turns.pictures.push_back(drawn(program, board, quarter * k));
  const auto guesses = guess_lattices(turns.pictures[0]);
  if (!guesses.empty()) turns.lattice = guesses.front().lattice;
  return turns;
}

class LearnNetTurns : public testing::TestWithParam<int> {};

TEST_P(LearnNetTurns, FourPositionsShowWiresAndAppearance) {
  const test::SgtProgram program("sgt-net");
  if (!program.is_installed()) GTEST_SKIP() << "sgt-net is not installed";
  const net::Board board = net::from_game_id(kNet);
  const Turns turns = turned_board(program, board, GetParam());
  ASSERT_EQ(turns.lattice.columns, 7);
  ASSERT_EQ(turns.lattice.rows, 7);

  const Wires wires = find_wires(turns);
  EXPECT_EQ(wires.found, board.wires);
  EXPECT_EQ(wires.quarter, GetParam());
  EXPECT_EQ(wires.uncertain, 0);

  const FittedAppearance found = find_appearance({}, turns, wires);
  EXPECT_EQ(found.disagreements, 0);
  EXPECT_EQ(found.source, 24);
  EXPECT_EQ(found.appearance.wire_powered, (Colour{0, 255, 255}));
  EXPECT_EQ(found.appearance.end, (Colour{0, 0, 255}));
  EXPECT_TRUE(found.appearance.has_barriers);
  const net::Reading reading = net::read({turns.pictures[0], {}, {}}, found.appearance);
  EXPECT_EQ(reading.rejection, "");
  EXPECT_EQ(reading.board.wires, board.wires);
  EXPECT_FALSE(reading.board.wrapping);
}

INSTANTIATE_TEST_SUITE_P(Ways, LearnNetTurns, testing::Values(1, -1));

class LearnLightsByLabels : public testing::TestWithParam<std::pair<const char*, const char*>> {};

TEST_P(LearnLightsByLabels, ReadsLikeTheHandMadeSkin) {
  const auto& [file, skin] = GetParam();
  const Frame frame{load_png(test::source_path("tests/data/") + file), {}, {}};
  ASSERT_FALSE(frame.image.empty());
  const Observation truth = game_named("lights").begin(find_skin(skin))->observe(frame);
  ASSERT_EQ(truth.rejection, "");

  const auto board = find_groups(frame, "lights");
  ASSERT_EQ(board->groups().size(), 2u);
  EXPECT_FALSE(board->is_answer("7"));
  // The first cluster is that of the first tile.
  const bool first = lights::from_game_id(truth.text).lit[0];
  std::vector<std::string> answers = {"lit", "unlit"};
  if (!first) std::reverse(answers.begin(), answers.end());
  const Learned learned = board->learn(answers, learn_options_for("lights"));
  EXPECT_EQ(learned.board, truth.text);
  EXPECT_EQ(learned.overlay.size(), frame.image.size());
  const cv::Mat sheet = contact_sheet(board->groups());
  EXPECT_GT(sheet.cols, 200);
}

INSTANTIATE_TEST_SUITE_P(Programs, LearnLightsByLabels,
                         testing::Values(std::pair{"sgt-flip/5x5r.png", "sgt-flip"},
                                         std::pair{"lightsoff/level-3.png", "lightsoff"},
                                         std::pair{"lightsoff/level-4.png", "lightsoff"},
                                         std::pair{"lightsoff-48/level-8.png", "lightsoff-48"}));

#ifndef EYEHAND_SANITIZED  // which has no eyehand-arena
class LearnHexiomByLabels : public testing::TestWithParam<const char*> {};

TEST_P(LearnHexiomByLabels, ReadsTheNumeralsOfATheme) {
  // All numbers twice, and empty cells.
  hexiom::Board board = hexiom::Board::make(3);
  for (int i = 0; i < 14; ++i)
    board.cells[static_cast<std::size_t>(i)] = static_cast<hexiom::Cell>(i % 7);
  const TempFolder folder;
  const auto level = folder.path() / "level.txt", picture = folder.path() / "board.png";
  std::ofstream(level) << hexiom::to_text(board);
  run_program({"eyehand-arena", "hexiom", "--level", level.string(), "--theme", GetParam(),
               "--size", "500x540", "--screenshot", picture.string()},
              {});
  const Frame frame{load_png(picture), {}, {}};

  const auto groups = find_groups(frame, "hexiom");
  ASSERT_EQ(groups->groups().size(), 7u);
  for (const Group& group : groups->groups()) EXPECT_EQ(group.cells, 2);
  EXPECT_TRUE(groups->is_answer("6"));
  EXPECT_FALSE(groups->is_answer("7"));
  const Learned learned =
      groups->learn({"0", "1", "2", "3", "4", "5", "6"}, learn_options_for("hexiom"));
  EXPECT_EQ(hexiom::from_text(learned.board), board) << learned.board;
}

INSTANTIATE_TEST_SUITE_P(Themes, LearnHexiomByLabels, testing::Values("classic"));
INSTANTIATE_TEST_SUITE_P(FullThemes, LearnHexiomByLabels, testing::Values("paper", "neon"));
#endif

TEST(LearnByLabels, RejectsAPictureWithoutABoard) {
  const Frame frame{cv::Mat(300, 400, CV_8UC3, cv::Scalar(40, 80, 120)), {}, {}};
  EXPECT_THROW(find_groups(frame, "lights"), LearnStopped);
  EXPECT_THROW(find_groups(frame, "hexiom"), LearnStopped);
  EXPECT_THROW(find_groups(frame, "net"), LearnStopped);
  EXPECT_THROW(find_groups(frame, "slitherlink"), LearnStopped);
  EXPECT_THROW(find_groups(frame, "chess"), LearnStopped);
}

TEST(SkinText, RecognisesAPageInAnyBrowser) {
  x11::WindowInfo window;
  window.title = "Pipes, level 3 - Chromium";
  window.instance = "127.0.0.1__pipes";
  window.class_name = "Chromium";
  const Skin read = parse_skin(SkinText("net", "pipes", window).text(), "x");
  EXPECT_EQ(read.window.class_name, "");
  EXPECT_TRUE(x11::matches(window, read.window));
  window.title = "Pipes, level 12 \u2014 Mozilla Firefox";
  window.class_name = "firefox";
  EXPECT_TRUE(x11::matches(window, read.window));
  window.title = "Other";
  EXPECT_FALSE(x11::matches(window, read.window));
}

TEST(SkinText, RoundTrips) {
  x11::WindowInfo window;
  window.title = "A (b) \"c\" 12 of 7";
  window.instance = "prog";
  SkinText skin("lights", "about \"it\"", window);
  lights::Appearance appearance;
  appearance.gap = {1, 2, 3};
  appearance.lit = {{9, 8, 7}, {4, 5, 6}};
  appearance.sets = lights::Sets::drawn;
  appearance.level_width = 0.33;
  skin.comment(std::string(300, 'x') + " and words " + std::string(90, 'y'));
  skin.table("appearance", appearance);
  Pace pace;
  pace.gap = std::chrono::milliseconds(17);
  skin.table("pace", pace);
  skin.new_game({"ctrl+n"}, {"Escape"});
  const Skin read = parse_skin(skin.text(), "x");
  EXPECT_EQ(read.game, "lights");
  EXPECT_EQ(read.about, "about \"it\"");
  EXPECT_EQ(read.pace.gap, std::chrono::milliseconds(17));
  EXPECT_EQ(read.new_game_keys, std::vector<std::string>{"ctrl+n"});
  EXPECT_EQ(read.dismiss_keys, std::vector<std::string>{"Escape"});
  EXPECT_TRUE(x11::matches(window, read.window));
  window.title = "A (b) \"c\" 3 of 70";
  EXPECT_TRUE(x11::matches(window, read.window));
  window.title = "A b \"c\" 3 of 70";
  EXPECT_FALSE(x11::matches(window, read.window));
  lights::Appearance again;
  read.file.read("appearance", again);
  EXPECT_EQ(again.lit, appearance.lit);
  EXPECT_EQ(again.gap, appearance.gap);
  EXPECT_EQ(again.sets, appearance.sets);
  EXPECT_DOUBLE_EQ(again.level_width, 0.33);
}

}  // namespace
}  // namespace eyehand::calibration
