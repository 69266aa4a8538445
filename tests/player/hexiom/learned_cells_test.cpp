// Learning what unclear cells are by dragging pieces from and to them.
#include "player/hexiom/learned_cells.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <variant>
#include <vector>

#include "puzzle/hexiom/text.hpp"
#include "tests/vision/hexiom/drawn_cells.hpp"

namespace eyehand::hexiom {
namespace {

/// Without locks and dark pieces.
const Board kLearned = from_text("3\n   1 3 .\n  1 . . .\n 5 . . 5 .\n  1 3 . 3\n   . 1 5");

Numbers with_all_numbers(const HexLattice& lattice) {
  const Board board = from_text("3\n   0 1 2\n  3 4 5 6\n . . . . .\n  . . . .\n   . . .");
  return LearnedBoard(board, lattice).numbers;
}

class HexiomTrials : public testing::TestWithParam<bool> {
 protected:
  int nearest(ScreenPoint to) const {
    const Hexagon hexagon(lattice_.side);
    int best = 0;
    const auto far = [&](int cell) {
      return cv::norm(lattice_.at(hexagon.middle(cell)) - cv::Point2d(to.x, to.y));
    };
    for (int cell = 1; cell < hexagon.size(); ++cell)
      if (far(cell) < far(best)) best = cell;
    return best;
  }

  /// As a program does: what is locked stays, and empty cells cannot be dragged. The first
  /// `to_lose` drags are lost.
  void drag(const Plan& plan, Board& board, int to_lose) const {
    for (const Gesture& gesture : plan) {
      const Drag& drag = std::get<Drag>(gesture);
      const int from = nearest(drag.from), to = nearest(drag.to);
      if (to_lose-- > 0 || board.locked[at(from)] || board.locked[at(to)] ||
          !is_piece(board.cells[at(from)]))
        continue;
      std::swap(board.cells[at(from)], board.cells[at(to)]);
    }
  }

  /// Tries out what is unclear; returns what is read then.
  template <class Decorate>
  Reading try_out(LearnedCells& cells, Board& board, Decorate&& decorate) const {
    for (;;) {
      cv::Mat picture = drawn(board, lattice_);
      decorate(board, picture);
      const Frame now = to_frame(picture);
      const Plan plan = cells.trials(now, {});
      if (plan.empty()) return cells.read(now);
      cells.begin_trials(now);
      drag(plan, board, 0);
    }
  }

  HexLattice lattice_ = lattice_of(GetParam());
  LearnedBoard known_{kLearned, lattice_};
};

TEST_P(HexiomTrials, ShowWhatIsUnclear) {
  for (const int to_lose : {0, 1}) {
    LearnedCells cells(known_.appearance, with_all_numbers(lattice_), known_.marks);
    Board board = from_text("3\n   1 3 .\n  . 2 . .\n 5 .+3 . .\n  1 3 . 4\n  +1 1 5");
    ASSERT_FALSE(cells.read(to_frame(drawn(board, lattice_))).accepted());
    int rounds = 0;
    for (;; ++rounds) {
      ASSERT_LT(rounds, 6);
      const Frame now = to_frame(drawn(board, lattice_));
      const Plan plan = cells.trials(now, {});
      EXPECT_EQ(cells.trials(now, {}), plan);
      if (plan.empty()) break;
      cells.begin_trials(now);
      drag(plan, board, rounds == 0 ? to_lose : 0);
    }
    EXPECT_GT(rounds, 1);
    const Reading reading = cells.read(to_frame(drawn(board, lattice_)));
    EXPECT_EQ(reading.rejection, "");
    EXPECT_EQ(to_text(reading.board), to_text(board));
  }
}

TEST_P(HexiomTrials, ShowALockedPieceWithAnUnknownNumber) {
  const LearnedBoard known(from_text("3\n   1 4 .\n  1 . . .\n 3 . . 4 .\n  1 3 . 3\n   . 1 4"),
                           lattice_);
  LearnedCells cells(known.appearance, known.numbers, known.marks);
  Board board = from_text("3\n   1 4 .\n  1 . . .\n 3 .+0 4 .\n  1 3 . 3\n   . 1 4");
  try_out(cells, board, [](const Board&, cv::Mat&) {});
  const auto unknown = cells.unknown_numbers(to_frame(drawn(board, lattice_)));
  ASSERT_EQ(unknown.size(), 1U);
  EXPECT_EQ(unknown[0].cells, std::vector{9});
}

/// In its middle it is like an empty cell, since no piece of its colour shows the same number.
TEST_P(HexiomTrials, ShowALockedPieceByWhatIsAroundItsNumber) {
  const auto add_dots = [&](const Board& board, cv::Mat& picture) {
    for (int cell = 0; cell < Hexagon(3).size(); ++cell)
      if (board.cells[at(cell)] == kEmpty)
        cv::circle(picture, cv::Point(lattice_.at(Hexagon(3).middle(cell))), 15, {90, 40, 20},
                   cv::FILLED, cv::LINE_AA);
  };
  const LearnedBoard known(from_text("3\n   1 2 .\n  1 . . .\n 3 . . 2 .\n  1 3 . 3\n   . 1 2"),
                           lattice_);
  LearnedCells cells(known.appearance, with_all_numbers(lattice_), known.marks);
  Board board = from_text("3\n   1 2 .\n  1 . . .\n 3 .+4 2 .\n  1 3 . 3\n   . 1 2");
  EXPECT_EQ(try_out(cells, board, add_dots).rejection, "");
}

/// Nothing can be dragged anywhere else than to the cell that is unclear.
TEST_P(HexiomTrials, ShowTheOnlyEmptyCell) {
  const auto add_rings = [&](const Board& board, cv::Mat& picture) {
    for (int cell = 0; cell < Hexagon(3).size(); ++cell)
      if (board.cells[at(cell)] == kEmpty)
        cv::circle(picture, cv::Point(lattice_.at(Hexagon(3).middle(cell))), 24, {240, 60, 200}, 4,
                   cv::LINE_AA);
  };
  for (const char* text : {"3\n   1 3 1\n  1 5 3 1\n 5 3+. 5 1\n  1 3 5 3\n   1 1 5\n",
                           "3\n   1 3 1\n  1 5 3 1\n 5 3 . 5 1\n  1 3 5 3\n   1 1 5\n"}) {
    LearnedCells cells(known_.appearance, with_all_numbers(lattice_), known_.marks);
    Board board = from_text(text);
    cv::Mat picture = drawn(board, lattice_);
    add_rings(board, picture);
    ASSERT_FALSE(cells.read(to_frame(picture)).accepted());
    const Reading reading = try_out(cells, board, add_rings);
    EXPECT_EQ(reading.rejection, "");
    EXPECT_EQ(to_text(reading.board), to_text(board));
  }
}

/// A board that is won is covered, perhaps before it was ever read.
TEST_P(HexiomTrials, DoNotWinByChance) {
  LearnedCells cells(known_.appearance, with_all_numbers(lattice_), known_.marks);
  // The last cell is unclear. The first piece would win in the first empty cell.
  Board board = from_text("3\n   1 . .\n  . . 1 .\n . . . . .\n  . . . .\n   . .+1");
  const Plan plan = cells.trials(to_frame(drawn(board, lattice_)), {});
  ASSERT_FALSE(plan.empty());
  drag({plan.back()}, board, 0);
  board.cells.back() = kEmpty;  // as far as is known
  EXPECT_FALSE(is_solved(board)) << to_text(board);
}

/// After a win, nothing can be dragged any more, and what has opened hides some cells in part.
TEST_P(HexiomTrials, ShowNothingWhereNothingMoves) {
  LearnedCells cells(known_.appearance, with_all_numbers(lattice_), known_.marks);
  Board board = from_text("3\n   1 3 .\n  . 2 . .\n 5 . 3 . .\n  1 3 . 4\n   1 1 5");
  for (int round = 0; round < 6; ++round) {
    const Frame now = to_frame(drawn(board, lattice_));
    const Plan plan = cells.trials(now, {});
    ASSERT_FALSE(plan.empty());
    cells.begin_trials(now);
    drag(plan, board, static_cast<int>(plan.size()));
    EXPECT_FALSE(cells.read(now).accepted());
  }
}

TEST_P(HexiomTrials, AreNotMadeOnWhatCoversTheBoard) {
  LearnedCells cells(known_.appearance, known_.numbers, known_.marks);
  cv::Mat picture = drawn(kLearned, lattice_);
  EXPECT_TRUE(cells.trials(to_frame(picture), {}).empty());
  cv::rectangle(picture, {120, 100, 240, 180}, cv::Scalar(210, 210, 210), cv::FILLED);
  EXPECT_TRUE(cells.trials(to_frame(picture), {}).empty());
}

TEST_P(HexiomTrials, ANumberThatTheFirstBoardLackedIsLearned) {
  const LearnedBoard known(from_text("3\n   1 3 .\n  6 . . .\n 5 . . 5 .\n  1 3 . 6\n   . 1 5"),
                           lattice_);
  LearnedCells cells(known.appearance, known.numbers, known.marks);
  const Board board = from_text("3\n   1 3 .\n  0 . . .\n 5 . . 5 .\n  1 3 . 0\n   . 1 5");
  const Frame now = to_frame(drawn(board, lattice_));
  ASSERT_FALSE(cells.read(now).accepted());
  const auto all = cells.unknown_numbers(now);
  ASSERT_EQ(all.size(), 1U);
  const auto& unknown = all[0];
  EXPECT_EQ(unknown.cells, (std::vector{3, 15}));
  // What looks like a number seen before may still be that one.
  for (const int number : {0, 2, 4, 6})
    EXPECT_EQ(std::ranges::count(unknown.candidates, number), 1) << number;
  for (const int number : {1, 3, 5})
    EXPECT_EQ(std::ranges::count(unknown.candidates, number), 0) << number;
  cells.learn_number(now, unknown.cells, 0);
  const Reading reading = cells.read(now);
  EXPECT_EQ(reading.rejection, "");
  EXPECT_EQ(to_text(reading.board), to_text(board));
  EXPECT_TRUE(cells.unknown_numbers(now).empty());
}

TEST_P(HexiomTrials, NumbersAreUnknownIfAllElseIsClear) {
  const LearnedBoard known(from_text("3\n   1 1 .\n  6 . . .\n 1 . . 1 .\n  1 1 . 6\n   . 1 1"),
                           lattice_);
  const LearnedCells cells(known.appearance, known.numbers, known.marks);
  const auto unknown = [&](const char* text) {
    std::vector<std::vector<int>> all;
    for (const auto& each : cells.unknown_numbers(to_frame(drawn(from_text(text), lattice_))))
      all.push_back(each.cells);
    return all;
  };
  using Cells = std::vector<std::vector<int>>;
  EXPECT_EQ(unknown("3\n   1 1 .\n  0 . . .\n 1 . . 1 .\n  1 1 . 6\n   . 1 1"), Cells{{3}});
  EXPECT_EQ(unknown("3\n   1 3 .\n  6 . . .\n 1 . . 1 .\n  1 1 . 6\n   . 1 1"), Cells{{1}});
  EXPECT_EQ(unknown("3\n   1 3 .\n  0 . . .\n 1 . . 1 .\n  1 1 . 0\n   . 1 1"),
            (Cells{{1}, {3, 15}}));
  EXPECT_TRUE(unknown("3\n   1 1 .\n  0 . . .\n 1 .+1 1 .\n  1 1 . 6\n   . 1 1").empty());
}

INSTANTIATE_TEST_SUITE_P(Tops, HexiomTrials, testing::Bool());

}  // namespace
}  // namespace eyehand::hexiom
