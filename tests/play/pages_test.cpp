// Programs of Simon Tatham's collection that are read, solved and played by pages of rules and
// skins, with no code for any of them.
#include <algorithm>
#include <fstream>
#include <ostream>

#include "process/find_program.hpp"
#include "process/temp_folder.hpp"
#include "tests/play/stage.hpp"
#include "tests/support/contents.hpp"
#include "tests/support/paths.hpp"

namespace eyehand::test {
namespace {

struct Boards {
  const char* program;
  const char* parameters;  ///< as the program takes them
};

void PrintTo(const Boards& boards, std::ostream* out) {
  *out << boards.program << ' ' << boards.parameters;
}

class PageProgram : public Stage, public testing::WithParamInterface<std::tuple<Boards, double>> {
 protected:
  void SetUp() override {
    const auto& [program, parameters] = std::get<Boards>(GetParam());
    if (!find_program(program)) GTEST_SKIP() << program << " is not installed";
    start(program, {program, parameters});
  }
};

TEST_P(PageProgram, EveryBoardIsSolvedAtEverySize) {
  const double scale = std::get<double>(GetParam());
  if (scale != 1) {
    const x11::Size size = info().on_root.size();
    resize({static_cast<int>(size.width * scale), static_cast<int>(size.height * scale)});
  }
  ASSERT_EQ(observe().rejection, "");
  recorder_.clear();
  const int count = std::max(2, effort(10));
  const Played played = play({"--games", std::to_string(count)});
  const Sighting now = expect_solved(played);
  EXPECT_EQ(played.clicks(), played.clicks_planned());  // keys too
  expect_presses_within(now.area);
  EXPECT_EQ(played.games.size(), static_cast<std::size_t>(count));
  for (const auto& game : played.games) EXPECT_EQ(game.at("result"), "solved");
}

class DraggedPage : public Stage {};

/// The program's own skin clicks, since the program takes clicks faster than it draws drags.
TEST_F(DraggedPage, RunsOfCellsTakeOneGesture) {
  if (!find_program("sgt-pattern")) GTEST_SKIP() << "sgt-pattern is not installed";
  start("sgt-pattern", {"sgt-pattern", "15x15"});
  const TempFolder folder;
  const auto skin = folder.path() / "dragged.toml";
  std::string text = contents(test::source_path("skins/sgt-pattern.toml"));
  const auto with = [&text](const std::string& line, const std::string& lines) {
    ASSERT_NE(text.find(line), text.npos) << line;
    text.replace(text.find(line), line.size(), lines);
  };
  with("[controls]\n", "[controls]\ndrag_left = \"1\"\ndrag_right = \"0\"\n");
  with("gap_ms = 0\n", "gap_ms = 30\ndrag_steps = 1\n");
  with("file:", "file:" + test::source_path("skins/"));
  std::ofstream(skin) << text;
  const Played played = play({"--skin", skin.string(), "--games", "2"});
  expect_solved(played);
  EXPECT_EQ(played.clicks(), played.clicks_planned());
  EXPECT_LT(played.clicks(), 15 * 15) << "gestures for both games, each of as many cells";
}

INSTANTIATE_TEST_SUITE_P(
    Programs, PageProgram,
    testing::Combine(testing::Values(Boards{"sgt-lightup", "10x10b20s4d1"},
                                     Boards{"sgt-tents", "10x10de"},
                                     Boards{"sgt-unruly", "10x10dn"},
                                     Boards{"sgt-unruly", "8x8udn"}, Boards{"sgt-singles", "8x8dk"},
                                     Boards{"sgt-pattern", "10x10"}, Boards{"sgt-solo", "3x3db"},
                                     Boards{"sgt-solo", "3x3kdu"}, Boards{"sgt-towers", "6de"},
                                     Boards{"sgt-range", "9x6"}, Boards{"sgt-mosaic", "10x10"}),
                     testing::Values(0.7, 1.0, 1.6)),
    [](const auto& each) {
      const Boards& boards = std::get<0>(each.param);
      std::string name = boards.program;
      name = name.substr(name.find('-') + 1) + "With" + boards.parameters + "At";
      return name + std::to_string(static_cast<int>(100 * std::get<1>(each.param)));
    });

}  // namespace
}  // namespace eyehand::test
