// Loopy of Simon Tatham's collection: boards of every preset and difficulty, every type of grid,
// half-drawn boards, and boards that have no answer or several.
#include <ostream>

#include "actuator/input.hpp"
#include "puzzle/slitherlink/text.hpp"
#include "solver/slitherlink/solve.hpp"
#include "tests/play/stage.hpp"

namespace eyehand::test {
namespace {

using slitherlink::Mark;

class SgtLoopyStage : public Stage {
 protected:
  SgtLoopyStage() : Stage({2560, 1600}) {}
  void SetUp() override {
    if (!find_program("sgt-loopy")) GTEST_SKIP() << "sgt-loopy is not installed";
  }
  void start_loopy(const std::string& board) { start("sgt-loopy", {"sgt-loopy", board}); }
};

struct Boards {
  const char* parameters;  ///< as sgt-loopy takes them
  int games = 1;
  double scale = 1;  ///< of the window, against that which the program comes up with
};

void PrintTo(const Boards& boards, std::ostream* out) {
  *out << boards.parameters << " x" << boards.games;
}

class SgtLoopy : public SgtLoopyStage, public testing::WithParamInterface<Boards> {};

TEST_P(SgtLoopy, EveryBoardIsSolvedWithOneClickALine) {
  start_loopy(GetParam().parameters);
  if (GetParam().scale != 1) {
    const x11::Size size = info().on_root.size();
    resize({static_cast<int>(size.width * GetParam().scale),
            static_cast<int>(size.height * GetParam().scale)});
  }
  for (int game = 1; game <= games(GetParam().games); ++game) {
    SCOPED_TRACE("game " + std::to_string(game));
    ASSERT_EQ(observe().rejection, "");
    recorder_.clear();
    // The solved board of the game before counts as the first of two.
    const Played played = play({"--games", game == 1 ? "1" : "2"});
    const Sighting now = expect_solved(played);
    if (HasFailure()) return;
    EXPECT_EQ(played.clicks(), played.clicks_planned());
    EXPECT_EQ(recorder_.presses().size(), static_cast<std::size_t>(played.clicks()));
    // Lines along the rim are clicked on the rim.
    const x11::Rect& area = now.area;
    expect_presses_within({area.x - 2, area.y - 2, area.width + 4, area.height + 4});
    const auto board = slitherlink::from_text(now.text);
    EXPECT_EQ(std::count(board.marks.begin(), board.marks.end(), Mark::line),
              played.games.back().at("clicks").get<int>());
  }
}

// 32 boards of squares at full effort.
INSTANTIATE_TEST_SUITE_P(Squares, SgtLoopy,
                         testing::Values(Boards{"7x7t0de", 2}, Boards{"7x7t0dn", 2},
                                         Boards{"7x7t0dt", 2}, Boards{"7x7t0dh", 2},
                                         Boards{"10x10t0de", 2}, Boards{"10x10t0dn", 2},
                                         Boards{"10x10t0dt", 2}, Boards{"10x10t0dh", 4},
                                         Boards{"5x9t0de", 2}, Boards{"15x12t0dh", 2},
                                         Boards{"10x10t0dh", 2, 1.7}, Boards{"10x10t0dn", 2, 0.7},
                                         Boards{"20x20t0dh", 2}, Boards{"30x25t0dh"}));
INSTANTIATE_TEST_SUITE_P(FullSquares, SgtLoopy,
                         testing::Values(Boards{"30x25t0de"}, Boards{"30x25t0dn"},
                                         Boards{"30x25t0dt"}));
// Two of every other type of grid at full effort.
INSTANTIATE_TEST_SUITE_P(
    Types, SgtLoopy,
    testing::Values(Boards{"12x10t1dh", 2}, Boards{"10x10t2dh", 2}, Boards{"7x7t3dh", 2},
                    Boards{"9x9t4dh", 2}, Boards{"5x4t5dh", 2}, Boards{"7x7t6dh", 2},
                    Boards{"5x5t7dh", 2}, Boards{"5x5t8dh", 2}, Boards{"5x4t9dh", 2},
                    Boards{"5x4t10dh", 2}, Boards{"10x10t11dh", 2}, Boards{"10x10t12dh", 2},
                    Boards{"5x3t13dh", 2}, Boards{"5x4t14dh", 2}, Boards{"5x4t15dh", 2}));

class SgtLoopyMarked : public SgtLoopyStage {
 protected:
  /// Where an edge of a board of squares is on the screen.
  static ScreenPoint middle(const Sighting& now, const slitherlink::Grid& grid, int edge) {
    const auto a = grid.point(grid.edge(edge).a), b = grid.point(grid.edge(edge).b);
    const auto along = [](double share, int from, int length) {
      return from + static_cast<int>(share * length);
    };
    return {along((a.x + b.x) / 2 / grid.shape()->columns, now.area.x, now.area.width - 1),
            along((a.y + b.y) / 2 / grid.shape()->rows, now.area.y, now.area.height - 1)};
  }
};

TEST_F(SgtLoopyMarked, AHalfDrawnBoardWithMistakesIsFinished) {
  // By sgt-loopy --generate.
  const std::string id = "10x10t0:b1b31a3b31c1b03a21d3f13b122c2a1c2220b3j2b21e3a31b3a221a2a23a3b2a";
  start_loopy(id);
  const Sighting before = observe();
  ASSERT_EQ(before.rejection, "");
  const auto board = slitherlink::from_text(before.text);
  ASSERT_EQ(slitherlink::to_loopy_id(board), id);
  const auto answer = slitherlink::solve(board).answer;
  ASSERT_EQ(answer.size(), board.marks.size());

  // Every third line is drawn rightly, every fourth edge without one wrongly; of what is left every
  // fifth is crossed out, be it a line or not.
  Input input(desktop_.connection(), window());
  input.aim({.window = info().on_root, .deadline = Deadline()});
  std::size_t expected_clicks = 0;
  int right = 0, wrong = 0, crossed = 0;
  for (int e = 0; e < board.grid->edges(); ++e) {
    const bool is_line = answer[static_cast<std::size_t>(e)] == Mark::line;
    const bool draw = is_line ? ++right % 3 == 0 : ++wrong % 4 == 0;
    const bool cross = !draw && ++crossed % 5 == 0;
    if (draw || cross) {
      ASSERT_EQ(input.perform(Click{middle(before, *board.grid, e), draw ? 1 : 3}, {}),
                GestureStatus::ok);
    }
    if (is_line != draw) expected_clicks += cross ? 2 : 1;
  }
  const Sighting half = observe();
  ASSERT_EQ(half.rejection, "");
  const auto marks = slitherlink::from_text(half.text).marks;
  EXPECT_EQ(std::count(marks.begin(), marks.end(), Mark::line), right / 3 + wrong / 4);
  EXPECT_EQ(std::count(marks.begin(), marks.end(), Mark::cross), crossed / 5);

  recorder_.clear();
  const Played played = play();
  const Sighting now = expect_solved(played);
  EXPECT_EQ(static_cast<std::size_t>(played.clicks()), expected_clicks);
  EXPECT_EQ(slitherlink::from_text(now.text).clues, board.clues);
}

TEST_F(SgtLoopyMarked, ABoardWithoutAnAnswerIsReportedAndLeftAlone) {
  start_loopy("5x5t0:0a0a0a3a3a0a0a0a3a3a0a0a0");
  ASSERT_EQ(observe().rejection, "");
  recorder_.clear();
  const Played played = play();
  EXPECT_EQ(played.code, 3);
  EXPECT_EQ(played.result(), "no answer");
  EXPECT_TRUE(recorder_.presses().empty());
}

TEST_F(SgtLoopyMarked, ABoardWithSeveralAnswersIsPlayedOnlyIfAnyWillDo) {
  start_loopy("5x5t0:g3e2e3e");
  ASSERT_EQ(observe().rejection, "");
  recorder_.clear();
  const Played refused = play();
  EXPECT_EQ(refused.code, 9);
  EXPECT_EQ(refused.result(), "several answers");
  EXPECT_TRUE(recorder_.presses().empty());
  const Played played = play({"--any"});
  expect_solved(played);
  EXPECT_GT(played.clicks(), 0);
}

}  // namespace
}  // namespace eyehand::test
