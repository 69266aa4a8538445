#include "vision/model/read.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iostream>
#include <opencv2/imgproc.hpp>
#include <ostream>

#include "player/games.hpp"
#include "puzzle/error.hpp"
#include "tests/support/effort.hpp"
#include "tests/vision/sgt_program.hpp"

namespace eyehand::model {
namespace {

TEST(CellKinds, SayWhatIsSeenAndWhatItMeans) {
  const Rules& lightup = page("lightup");
  const CellKind wall = parse_cell("#102030: wall, given", lightup);
  EXPECT_EQ(wall.background, (Colour{16, 32, 48}));
  EXPECT_EQ(wall.shape, CellKind::Shape::none);
  EXPECT_EQ(wall.clue, 5);
  EXPECT_TRUE(wall.is_given);
  const CellKind bulb = parse_cell("any large #ffffff: mark 1", lightup);
  EXPECT_FALSE(bulb.background);
  EXPECT_EQ(bulb.foreground, (Colour{255, 255, 255}));
  EXPECT_EQ(bulb.shape, CellKind::Shape::large);
  EXPECT_EQ(bulb.mark, 1);
  EXPECT_TRUE(parse_cell("any number: mark number", page("sudoku")).mark_is_number);
}

TEST(CellKinds, ThatMakeNoSenseAreRefused) {
  const auto error = [](std::string_view text) -> std::string {
    try {
      parse_cell(text, page("lightup"));
    } catch (const Error& caught) {
      return caught.what();
    }
    return "";
  };
  EXPECT_NE(error("#102030").find("must have a colon"), std::string::npos);
  EXPECT_NE(error("#10203: wall").find("unknown word #10203"), std::string::npos);
  EXPECT_NE(error("any: tree").find("unknown meaning 'tree'"), std::string::npos);
  EXPECT_NE(error("any: number").find("does not show one"), std::string::npos);
  EXPECT_NE(error("any: mark x").find("unknown meaning"), std::string::npos);
}

/// 4x4 cells of 40 pixels on white, with black lines between them.
cv::Mat empty_grid() {
  cv::Mat image(181, 181, CV_8UC3, cv::Scalar::all(255));
  for (int i = 0; i <= 4; ++i) {
    cv::line(image, {10, 10 + 40 * i}, {170, 10 + 40 * i}, cv::Scalar::all(0));
    cv::line(image, {10 + 40 * i, 10}, {10 + 40 * i, 170}, cv::Scalar::all(0));
  }
  return image;
}

TEST(Cells, AreNotOfAnyKindIfTheirColourIsThatOfAnother) {
  Appearance appearance;
  appearance.cells = {"#000000 number #ffffff: number", "any large: mark 1", "any: blank"};
  const Reader reader(page("lightup"), appearance, {});
  cv::Mat image = empty_grid();
  const auto read = [&] { return reader.read({image, {}, cv::Rect({}, image.size())}); };
  cv::circle(image, {30, 30}, 12, {0, 120, 0}, cv::FILLED);
  EXPECT_EQ(read().rejection, "");
  EXPECT_EQ(read().board.marks[0], 1);
  // What is on a wall must be a number, even if it is none that can be read.
  cv::rectangle(image, {50, 50}, {90, 90}, cv::Scalar::all(0), cv::FILLED);
  cv::circle(image, {70, 70}, 12, {255, 255, 255}, cv::FILLED);
  EXPECT_NE(read().rejection, "");
}

TEST(Cells, AreUnclearIfTheyMayAsWellBeGiven) {
  Appearance appearance;
  appearance.cells = {"#a08030: blank, given", "#808058: blank", "#ffffff: blank"};
  const Reader reader(page("lightup"), appearance, {});
  cv::Mat image = empty_grid();
  const auto read = [&](const cv::Scalar& colour) {
    cv::rectangle(image, {11, 11}, {49, 49}, colour, cv::FILLED);
    return reader.read({image, {}, cv::Rect({}, image.size())});
  };
  EXPECT_EQ(read({0x38, 0x80, 0x98}).rejection, "");
  EXPECT_TRUE(read({0x38, 0x80, 0x98}).given[0]);
  EXPECT_EQ(read({0x54, 0x80, 0x84}).rejection, "");
  EXPECT_FALSE(read({0x54, 0x80, 0x84}).given[0]);
  EXPECT_NE(read({0x44, 0x80, 0x90}).rejection, "");
}

TEST(Cells, ShowWhatIsPaleOnThemBesideALineThatReachesIntoThem) {
  Appearance appearance;
  appearance.cells = {"#ffffff large: mark 1, given", "#ffffff: blank"};
  const Reader reader(page("lightup"), appearance, {});
  cv::Mat image = empty_grid();
  cv::rectangle(image, {20, 20}, {40, 40}, cv::Scalar::all(235));
  image(cv::Rect(10, 10, 4, 161)) = cv::Scalar::all(0);
  Frame frame{image, {}, cv::Rect({}, image.size())};
  EXPECT_FALSE(reader.read(frame).given[0]);
  // In a picture that was enlarged, what is thin was less pale.
  frame.scale = {1.5, 1.5};
  EXPECT_TRUE(reader.read(frame).given[0]);
}

TEST(Grids, AreNoneIfTheirLinesWereNotDrawnAgain) {
  Appearance appearance;
  appearance.cells = {"#ffffff: blank"};
  LatticeAppearance lattice;
  lattice.line = {{0, 0, 0}};
  const Reader reader(page("lightup"), appearance, lattice);
  cv::Mat image = empty_grid();
  Frame frame{image, {}, cv::Rect({}, image.size())};
  frame.scale = {1.5, 1.5};
  EXPECT_EQ(reader.read(frame).rejection, "");
  cv::Mat rims;
  cv::erode(image, rims, cv::Mat::ones(3, 3, CV_8UC1));
  cv::max(rims, cv::Scalar::all(150), rims);
  cv::min(image, rims, image);
  EXPECT_EQ(reader.read(frame).rejection, "the lines between the cells are not clear");
  frame.scale = {1, 1};
  EXPECT_EQ(reader.read(frame).rejection, "");
}

TEST(Cells, AreUnclearIfSomethingPaleMayBeOnThem) {
  Appearance appearance;
  appearance.cells = {"#ffffff large: mark 1, given", "#ffffff: blank", "#000000: mark 0"};
  const Reader reader(page("lightup"), appearance, {});
  cv::Mat image = empty_grid();
  const auto read = [&](int grey) {
    cv::rectangle(image, {20, 20}, {40, 40}, cv::Scalar::all(grey));
    return reader.read({image, {}, cv::Rect({}, image.size())});
  };
  EXPECT_EQ(read(225).rejection, "");
  EXPECT_TRUE(read(225).given[0]);
  EXPECT_EQ(read(233).rejection, "1 cell is unclear");
  EXPECT_EQ(read(245).rejection, "");
  EXPECT_FALSE(read(245).given[0]);
  // What is pale on another colour would mean nothing.
  cv::rectangle(image, {11, 11}, {49, 49}, cv::Scalar::all(0), cv::FILLED);
  EXPECT_EQ(read(20).rejection, "");
}

TEST(Cells, HaveTheColourThatABevelSurrounds) {
  cv::Mat image(90, 90, CV_8UC3, cv::Scalar::all(50));
  for (int i = 0; i < 3; ++i)
    cv::rectangle(image, cv::Rect(35 + i, 35 + i, 20 - 2 * i, 20 - 2 * i), cv::Scalar::all(40));
  const auto seen = see_cell(image, Lattice{{-0.5, -0.5}, 30, 3, 3}, 1, 1);
  ASSERT_TRUE(seen);
  EXPECT_EQ(seen->background.r, 50);
}

TEST(Cells, HaveSomethingRoundOnThemThatNearlyReachesTheirSides) {
  for (int size = 10; size <= 20; ++size) {
    cv::Mat image(3 * size, 3 * size, CV_8UC3, cv::Scalar::all(255));
    cv::circle(image, {3 * size / 2, 3 * size / 2}, size / 2 - 2, cv::Scalar::all(0), cv::FILLED);
    const Lattice lattice{{-0.5, -0.5}, static_cast<double>(size), 3, 3};
    const auto seen = see_cell(image, lattice, 1, 1);
    ASSERT_TRUE(seen);
    EXPECT_TRUE(seen->is_drawn) << size;
  }
}

TEST(Cells, NumbersBeneathMarksAreRecalled) {
  Appearance appearance;
  appearance.cells = {"any large: mark 1", "any: blank"};
  const Reader reader(page("singles"), appearance, {});
  cv::Mat image = empty_grid();
  Board known(4, 4);
  known.clues[5] = 3;
  const auto clues = [&] {
    return reader.read({image, {}, cv::Rect({}, image.size())}, &known).board.clues;
  };
  EXPECT_NE(clues(), known.clues) << "nothing can hide it";
  cv::circle(image, {70, 70}, 12, {0, 120, 0}, cv::FILLED);
  EXPECT_EQ(clues(), known.clues);
  known.clues[6] = 2;
  EXPECT_EQ(clues(), Board(4, 4).clues) << "it is another puzzle";
}

struct Program {
  const char* name;
  std::vector<std::string> parameters;
  int smallest = 16;  ///< tile with which few boards are refused
};
void PrintTo(const Program& program, std::ostream* out) {
  *out << program.name << ' ' << program.parameters[0];
}

class DrawnBoards : public testing::TestWithParam<Program> {};

// 120 boards with all repetitions; the program is started twice for each.
TEST_P(DrawnBoards, AreReadAtAnySize) {
  const test::SgtProgram program(GetParam().name);
  if (!program.is_installed()) GTEST_SKIP() << GetParam().name << " is not installed";
  const Rules& rules = page(program.skin().game);
  const int each = effort(120) / static_cast<int>(GetParam().parameters.size());
  int boards = 0, refused = 0;
  for (const std::string& parameters : GetParam().parameters)
    for (int seed = 1; seed <= each; ++seed) {
      const std::string id = program.generate(parameters + '#' + std::to_string(seed), 1).front();
      const int tile = 16 + (7 * boards++) % 33;
      const auto session = game_named(rules.name).begin(program.skin());
      const Observation seen = session->observe(program.draw({id}, tile));
      if (!seen.accepted()) {
        refused += tile >= GetParam().smallest;
        std::cout << id << " at " << tile << " pixels: " << seen.rejection << '\n';
      } else {
        EXPECT_EQ(seen.text, write(rules, read(rules, id))) << "at " << tile << " pixels";
      }
    }
  EXPECT_GE(boards, static_cast<int>(GetParam().parameters.size()));
  EXPECT_LE(refused, std::max(1, boards / 100));
}

INSTANTIATE_TEST_SUITE_P(
    Programs, DrawnBoards,
    testing::Values(Program{"sgt-lightup", {"7x7b20s4d0", "10x10b20s4d2", "14x14b20s4d1"}},
                    Program{"sgt-tents", {"8x8de", "10x10dt", "15x15de"}},
                    Program{"sgt-unruly", {"8x8de", "10x10dn", "14x14de"}},
                    Program{"sgt-singles", {"5x5de", "8x8dk", "12x12de"}},
                    Program{"sgt-pattern", {"10x10", "15x15", "20x20"}},
                    Program{"sgt-solo", {"2x3db", "3x3db", "3x3xdi"}},
                    Program{"sgt-solo", {"3x3kdb", "2x3kdb", "3x3xkdi", "9jkdb"}, 28},
                    Program{"sgt-towers", {"4de", "5de", "6dh"}},
                    Program{"sgt-range", {"9x6", "12x8", "13x9"}},
                    Program{"sgt-mosaic", {"3x3", "10x10", "15x15"}}),
    [](const auto& each) {
      const Program& program = each.param;
      return std::string(program.name).substr(4) + (program.smallest > 16 ? "WithCages" : "");
    });

TEST(Blocks, OfABoardOfOneCellAreThatCell) {
  Appearance appearance;
  appearance.cells = {"#e6e6e6: blank"};
  LatticeAppearance lattice;
  lattice.method = LatticeMethod::fields;
  lattice.line = {{0, 0, 0}};
  cv::Mat picture(100, 100, CV_8UC3, cv::Scalar::all(0xe6));
  cv::rectangle(picture, cv::Rect(30, 30, 41, 41), {});
  Frame frame;
  frame.image = picture;
  const Rules& rules = page("sudoku");
  EXPECT_EQ(Reader(rules, appearance, lattice).read(frame).rejection,
            "Sudoku: the board has no blocks.");
  appearance.blocks = true;
  const Reading reading = Reader(rules, appearance, lattice).read(frame);
  EXPECT_EQ(reading.rejection, "");
  EXPECT_EQ(write(rules, reading.board), "1x1:a");
}

TEST(UnseenRules, HoldIfThePuzzleHasOneSolutionOnlyWithThem) {
  const test::SgtProgram program("sgt-unruly");
  if (!program.is_installed()) GTEST_SKIP();
  const Game& game = game_named("unruly");
  const std::string id = program.generate("8x8udn#1", 1).front();
  const auto session = game.begin(program.skin());
  const Observation seen = session->observe(program.draw({id}, 32));
  EXPECT_EQ(game.solve(seen.text, {}).status, Status::multiple) << seen.text;
  EXPECT_EQ(session->solve({}), Status::unique);
}

/// A game that the program saved: a number put into the first cell.
std::string saved_with_mark(const std::string& parameters, const std::string& board) {
  std::string text;
  const auto add = [&](std::string key, const std::string& value) {
    key.resize(8, ' ');
    text += key + ':' + std::to_string(value.size()) + ':' + value + '\n';
  };
  add("SAVEFILE", "Simon Tatham's Portable Puzzle Collection");
  add("VERSION", "1");
  add("GAME", "Solo");
  add("PARAMS", parameters);
  add("CPARAMS", parameters);
  add("DESC", board.substr(board.find(':') + 1));
  add("NSTATES", "2");
  add("STATEPOS", "2");
  add("MOVE", "R0,0,8");
  return text;
}

TEST(DrawnCages, HaveOnlyKnownNumbersWhereMarksCoverThem) {
  const test::SgtProgram program("sgt-solo");
  if (!program.is_installed()) GTEST_SKIP();
  const std::string id = program.generate("3x3kdb#1", 1).front();
  const TempFolder folder;
  const std::string file = folder.path() / "saved";
  std::ofstream(file) << saved_with_mark("3x3k", id);
  const Frame covered = program.draw({"--load", file}, 32);
  const auto session = game_named("sudoku").begin(program.skin());
  Board without = read(page("sudoku"), id);
  without.layers.back()[0] = kBlank;
  const Observation alone = session->observe(covered);
  EXPECT_EQ(alone.rejection, "");
  EXPECT_TRUE(alone.text.starts_with(write(page("sudoku"), without) + " 8???")) << alone.text;
  EXPECT_EQ(session->observe(program.draw({id}, 32)).text, id);
  const Observation seen = session->observe(covered);
  EXPECT_TRUE(seen.accepted()) << seen.rejection;
  EXPECT_TRUE(seen.same);
  EXPECT_TRUE(seen.text.starts_with(id + " 8???")) << seen.text;
}

}  // namespace
}  // namespace eyehand::model
