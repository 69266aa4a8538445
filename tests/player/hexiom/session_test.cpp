// The session of a Hexiom program that was learned.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <variant>

#include "player/games.hpp"
#include "player/settings.hpp"
#include "player/skin.hpp"
#include "player/toml.hpp"
#include "puzzle/hexiom/text.hpp"
#include "tests/support/paths.hpp"
#include "tests/vision/hexiom/drawn_cells.hpp"

namespace eyehand::hexiom {
namespace {

class HexiomSessions : public testing::TestWithParam<bool> {
 protected:
  std::unique_ptr<PuzzleSession> begin(const char* learned) const {
    const LearnedBoard known(from_text(learned), lattice_);
    Skin skin = load_skin(test::source_path("skins/hexiom.toml"));
    skin.file =
        SettingsFile::parse(table("cells", known.appearance) + table("numbers", known.numbers) +
                                table("marks", known.marks),
                            "mine.toml");
    return game_named("hexiom").begin(skin);
  }

  /// Whether this board is read in the end, with numbers that are not on the known one.
  void expect_learned(const char* learned, const char* text) const {
    const auto session = begin(learned);
    const Frame now = frame(text);
    EXPECT_FALSE(session->observe(now).accepted());
    for (int i = 0; i < 4 && !session->redraw().empty(); ++i) {
      session->begin_redraw();
      session->observe(now);
    }
    const Observation seen = session->observe(now);
    EXPECT_EQ(seen.rejection, "");
    EXPECT_EQ(seen.text, text);
  }

  Frame frame(const char* text) const { return to_frame(drawn(from_text(text), lattice_)); }

  HexLattice lattice_{{221.4, 203.7}, 62.5, GetParam(), 2};

 private:
  template <class Settings>
  static std::string table(const std::string& name, Settings settings) {
    std::string text = "[" + name + "]\n";
    describe(settings, [&](std::string_view key, auto& member, const About&) {
      text += std::string(key) + " = " + to_toml(member) + "\n";
    });
    return text;
  }
};

/// Small boards may always have the same pieces.
TEST_P(HexiomSessions, TheNextBoardMayHaveTheSamePieces) {
  const auto session = begin("2\n  3 3\n 2 5 3\n  . 2");
  const auto is_same = [&](const char* text) {
    const Observation seen = session->observe(frame(text));
    EXPECT_TRUE(seen.accepted()) << seen.rejection;
    return seen.same;
  };
  for (const char* next : {"2\n  5 2\n 3 2 .\n  3 3", "2\n  3 2\n 3 3 .\n  5 2"}) {
    is_same("2\n  3 3\n 2 5 2\n  . 3");
    ASSERT_EQ(session->solve({}), Status::found);
    ASSERT_EQ(session->plan().size(), 1U);
    EXPECT_TRUE(is_same("2\n  3 2\n 2 5 3\n  . 3")) << "a piece that missed its cell";
    is_same("2\n  3 3\n 2 5 2\n  . 3");
    EXPECT_FALSE(is_same(next));
  }
}

/// Tesseract reads it, and the board has a solution with it, but also with others.
TEST_P(HexiomSessions, LearnsANumberThatTesseractReads) {
  expect_learned("2\n  4 6\n . . .\n  . .", "2\n  0 0\n . 0 .\n  . .\n");
}

/// Both are a little like a 3.
TEST_P(HexiomSessions, LearnsSeveralNumbersThatTesseractReads) {
  lattice_.side = 3;
  expect_learned("3\n   3 4 .\n  . . . .\n . . . . .\n  . . . .\n   . . .",
                 "3\n   0 3 .\n  3 6 3 .\n . 3 3 . .\n  . . . .\n   . 3 .\n");
}

/// While the last piece is on its way, the board looks like another puzzle.
TEST_P(HexiomSessions, TriesNothingOutOnceAllInSightIsAsWanted) {
  const auto session = begin("2\n  3 3\n 2 5 3\n  . 2");
  const Hexagon hexagon(2);
  Board board = from_text("2\n  3 3\n 2 5 3\n  2 .");
  const auto observe = [&](int covered) {
    Frame now = to_frame(drawn(board, lattice_));
    if (covered >= 0)
      cv::circle(now.image, cv::Point(lattice_.at(hexagon.middle(covered))), 24, {240, 60, 200},
                 cv::FILLED);
    return session->observe(now).accepted();
  };
  ASSERT_TRUE(observe(-1));
  ASSERT_EQ(session->solve({}), Status::found);
  const Plan plan = session->plan();
  ASSERT_EQ(plan.size(), 1U);
  const auto cell_at = [&](ScreenPoint point) {
    int cell = 0;
    while (cv::norm(lattice_.at(hexagon.middle(cell)) - cv::Point2d(point.x, point.y)) > 20) ++cell;
    return cell;
  };
  const int from = cell_at(std::get<Drag>(plan[0]).from), to = cell_at(std::get<Drag>(plan[0]).to);
  const Board before = board;
  board.cells[at(from)] = kEmpty;
  ASSERT_TRUE(observe(-1));
  board.cells[at(from)] = before.cells[at(to)];
  board.cells[at(to)] = before.cells[at(from)];
  EXPECT_FALSE(observe(from));
  EXPECT_TRUE(session->redraw().empty());
  board = before;
  EXPECT_FALSE(observe(from));
  EXPECT_FALSE(session->redraw().empty());
}

INSTANTIATE_TEST_SUITE_P(Tops, HexiomSessions, testing::Bool());

}  // namespace
}  // namespace eyehand::hexiom
