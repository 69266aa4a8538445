// Generated boards have one solution, and the difficulty and number of clues asked for.
#include "solver/slitherlink/generate.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "puzzle/error.hpp"
#include "solver/slitherlink/deduce.hpp"
#include "solver/slitherlink/grids.hpp"
#include "solver/slitherlink/solve.hpp"
#include "tests/support/effort.hpp"

namespace eyehand::slitherlink {
namespace {

std::vector<std::shared_ptr<const Grid>> some_grids() {
  return {Grid::squares(7, 7), Grid::squares(10, 6), triangular(8, 7), honeycomb(6, 6),
          cairo(4, 4)};
}

int clues(const Board& board) {
  return static_cast<int>(
      board.clues.size() -
      static_cast<std::size_t>(std::count(board.clues.begin(), board.clues.end(), kNoClue)));
}

bool comes_out_easily(const Board& board) {
  return deduce(board, {.depth = 0, .rules = RuleSet::easy(*board.grid)}).outcome ==
         Deduced::Outcome::solved;
}

TEST(SlitherlinkGenerate, GrowsOneLoop) {
  for (const auto& grid : some_grids())
    for (int seed = 0; seed < effort(100); ++seed) {
      Board board = Board::of(grid);
      board.marks = random_loop(*grid, static_cast<std::uint64_t>(seed));
      EXPECT_EQ(check(board), Verdict{}) << "seed " << seed;
      EXPECT_GE(std::count(board.marks.begin(), board.marks.end(), Mark::line), grid->edges() / 6)
          << "a short loop, seed " << seed;
    }
}

TEST(SlitherlinkGenerate, EasyBoardsComeOutByTheEasyRules) {
  for (const auto& grid : some_grids())
    for (int seed = 0; seed < effort(12); ++seed) {
      const auto board = generate({.grid = grid, .seed = static_cast<std::uint64_t>(seed)});
      ASSERT_TRUE(board);
      EXPECT_TRUE(comes_out_easily(*board));
      const Solution solution = solve(*board);
      ASSERT_EQ(solution.status, Status::unique);
      Board solved = *board;
      solved.marks = solution.answer;
      EXPECT_TRUE(is_solved(solved));
    }
}

TEST(SlitherlinkGenerate, HardBoardsHaveOneAnswerAndNeedMore) {
  for (const auto& grid : some_grids())
    for (int seed = 0; seed < effort(8); ++seed) {
      const auto board =
          generate({.grid = grid, .seed = static_cast<std::uint64_t>(seed), .hard = true});
      ASSERT_TRUE(board);
      EXPECT_EQ(solve(*board).status, Status::unique);
      EXPECT_FALSE(comes_out_easily(*board));
    }
}

TEST(SlitherlinkGenerate, NoClueOfAHardBoardIsOneTooMany) {
  for (const auto& grid : {Grid::squares(6, 6), honeycomb(4, 4)}) {
    const auto board = generate({.grid = grid, .seed = 3, .hard = true});
    ASSERT_TRUE(board);
    for (std::size_t f = 0; f < board->clues.size(); ++f) {
      if (board->clues[f] == kNoClue) continue;
      Board fewer = *board;
      fewer.clues[f] = kNoClue;
      EXPECT_EQ(solve(fewer).status, Status::multiple) << f;
    }
  }
}

TEST(SlitherlinkGenerate, HasAsManyCluesAsAskedFor) {
  for (const auto& grid : some_grids())
    for (const bool hard : {false, true}) {
      const int wanted = grid->faces() * 55 / 100;
      const auto board = generate({.grid = grid, .seed = 7, .clues = wanted, .hard = hard});
      ASSERT_TRUE(board) << grid->faces() << " faces, hard " << hard;
      EXPECT_EQ(clues(*board), wanted);
      EXPECT_EQ(solve(*board).status, Status::unique);
    }
  EXPECT_FALSE(generate({.grid = Grid::squares(6, 6), .clues = 2}));
}

TEST(SlitherlinkGenerate, KeepsDigitsBalanced) {
  // Left to chance, threes are rare on one loop and twos on another.
  std::array<int, 4> count{};
  int all = 0;
  for (int seed = 0; seed < effort(40); ++seed) {
    const auto board = generate(
        {.grid = Grid::squares(10, 10), .seed = static_cast<std::uint64_t>(seed), .clues = 48});
    if (!board) continue;
    for (const auto clue : board->clues)
      if (clue != kNoClue) {
        ++count[static_cast<std::size_t>(clue)];
        ++all;
      }
  }
  ASSERT_GT(all, 0);
  for (const std::size_t digit : {1, 2, 3}) {
    EXPECT_GT(count[digit] * 100, all * 20) << digit;
    EXPECT_LT(count[digit] * 100, all * 42) << digit;
  }
}

TEST(SlitherlinkGenerate, IsTheSameForASeedAndDifferentForAnother) {
  for (const auto& grid : some_grids())
    for (const bool hard : {false, true}) {
      const auto first = generate({.grid = grid, .seed = 11, .hard = hard});
      const auto again = generate({.grid = grid, .seed = 11, .hard = hard});
      const auto other = generate({.grid = grid, .seed = 12, .hard = hard});
      ASSERT_TRUE(first && again && other);
      EXPECT_EQ(*first, *again);
      EXPECT_FALSE(*first == *other);
    }
}

TEST(SlitherlinkGenerate, MakesSmallBoards) {
  for (const auto& grid : {Grid::squares(1, 1), Grid::squares(2, 1), Grid::squares(1, 5),
                           triangular(1, 1), honeycomb(2, 1), cairo(2, 2)}) {
    const auto board = generate({.grid = grid, .seed = 1});
    ASSERT_TRUE(board) << grid->faces();
    EXPECT_EQ(solve(*board).status, Status::unique);
  }
}

TEST(SlitherlinkGenerate, StopsAtTheDeadline) {
  EXPECT_FALSE(generate(
      {.grid = Grid::squares(40, 40), .deadline = Deadline(Deadline::Clock::time_point::min())}));
}

TEST(SlitherlinkGenerate, RefusesWishesThatNoBoardMeets) {
  EXPECT_THROW(generate({}), Error);
  EXPECT_THROW(generate({.grid = Grid::squares(5, 5), .clues = 26}), Error);
  EXPECT_THROW(generate({.grid = Grid::squares(5, 5), .clues = -1}), Error);
}

}  // namespace
}  // namespace eyehand::slitherlink
