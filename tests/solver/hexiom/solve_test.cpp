#include "solver/hexiom/solve.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <limits>

#include "puzzle/hexiom/text.hpp"
#include "solver/hexiom/generate.hpp"
#include "tests/solver/hexiom/brute_force.hpp"
#include "tests/support/effort.hpp"
#include "tests/support/published.hpp"

namespace eyehand::hexiom {
namespace {

constexpr std::uint64_t kAll = std::numeric_limits<std::uint64_t>::max();

void expect_answer(const Board& board, const std::vector<Cell>& answer) {
  Board solved = board;
  solved.cells = answer;
  EXPECT_TRUE(is_arrangement_of(answer, board)) << to_text(board);
  EXPECT_TRUE(is_solved(solved)) << to_text(board);
}

TEST(HexiomSolve, AgreesWithBruteForce) {
  Random random(1);
  int none = 0, unique = 0, several = 0, symmetric = 0;
  for (int i = 0; i < effort(6000); ++i) {
    const Board board = random_board(random);
    const auto answers = brute_force(board.side).answers(board);
    const std::size_t count = BruteForce::count(answers, board);
    none += count == 0;
    unique += count == 1;
    several += count > 1;
    symmetric += count > 0 && count < answers.size();

    const Solution all = solve(board, {.count_limit = kAll});
    ASSERT_EQ(all.count, count) << to_text(board);
    ASSERT_EQ(all.status, count == 0   ? Status::none
                          : count == 1 ? Status::unique
                                       : Status::multiple);
    ASSERT_EQ(all.answer.empty(), count == 0);
    if (count > 0) expect_answer(board, all.answer);

    const Solution any = solve(board);
    ASSERT_EQ(any.count, std::min<std::size_t>(count, 1)) << to_text(board);
    ASSERT_EQ(any.status, count == 0 ? Status::none : Status::found);
    if (count > 0) expect_answer(board, any.answer);

    const Solution two = solve(board, {.count_limit = 2});
    ASSERT_EQ(two.count, std::min<std::size_t>(count, 2)) << to_text(board);
    ASSERT_EQ(two.status, all.status);
  }
  for (const int kind : {none, unique, several, symmetric}) EXPECT_GT(kind, effort(300));
}

TEST(HexiomSolve, SmallestBoards) {
  Board board = Board::make(1);
  EXPECT_EQ(solve(board, {.count_limit = 2}).status, Status::unique);
  EXPECT_EQ(solve(board).answer, std::vector<Cell>{kEmpty});
  board.cells[0] = 0;
  EXPECT_EQ(solve(board, {.count_limit = 2}).status, Status::unique);
  for (const Cell piece : {Cell{1}, Cell{2}, Cell{6}}) {
    board.cells[0] = piece;
    EXPECT_EQ(solve(board, {.count_limit = 2}).status, Status::none);
  }
  board.cells[0] = kHole;
  EXPECT_EQ(solve(board, {.count_limit = 2}).answer, std::vector<Cell>{kHole});
}

TEST(HexiomSolve, EmptyBoardsAreSolved) {
  for (const int side : {2, 5, 20, Hexagon::kMaxSide}) {
    const Board board = Board::make(side);
    const Solution solution = solve(board, {.count_limit = 2});
    EXPECT_EQ(solution.status, Status::unique);
    EXPECT_EQ(solution.answer, board.cells);
  }
}

TEST(HexiomSolve, APieceThatTouchesNoneGoesAnywhere) {
  Board board = Board::make(5);  // 61 cells
  board.cells[7] = 0;
  // The orbits of the hexagon's twelve symmetries.
  EXPECT_EQ(solve(board, {.count_limit = kAll}).count, 9u);
  board.cells[board.cells.size() - 1] = kHole;  // only the reflection through it is left
  EXPECT_EQ(symmetries(board).size(), 2u);
  EXPECT_EQ(solve(board, {.count_limit = kAll}).count, (60u - 8u) / 2 + 8u);
}

TEST(HexiomSolve, CountsUpToTheLimit) {
  const auto board = generate({.side = 5, .locked = 0, .seed = 3});
  for (const std::uint64_t limit : {1u, 2u, 3u, 100u})
    EXPECT_EQ(solve(*board, {.count_limit = limit}).count, limit);
}

TEST(HexiomSolve, StopsAtTheDeadline) {
  // Eight of each number: there is hardly room for them, and within ten seconds neither an answer
  // nor a proof that there is none is found.
  Board board = Board::make(6);
  for (std::size_t c = 0; c < 56; ++c) board.cells[c] = static_cast<Cell>(c % 7);
  const Solution solution =
      solve(board, {.deadline = Deadline::after(std::chrono::milliseconds(100))});
  EXPECT_EQ(solution.status, Status::timeout);
  EXPECT_EQ(solution.count, 0u);
  EXPECT_TRUE(solution.answer.empty());
}

using PublishedHexiomLevels = test::Published;

TEST_F(PublishedHexiomLevels, AreSolved) {
  int levels = 0;
  for (const auto& file : std::filesystem::directory_iterator(test::published() / "hexiom")) {
    if (!file.path().filename().string().starts_with("level")) continue;
    SCOPED_TRACE(file.path());
    const Board board = from_text(test::published_text(file.path()));
    const Solution solution = solve(board);
    EXPECT_EQ(solution.status, Status::found);
    expect_answer(board, solution.answer);
    ++levels;
  }
  EXPECT_EQ(levels, 41);
}

// With the sides, densities and shares of locked pieces of the classic levels.
TEST(HexiomSolve, BoardsLikeTheClassicLevels) {
  for (int i = 0; i < 41; ++i) {
    const auto board = generate({.side = 3 + i % 3,
                                 .density = 0.3 + 0.06 * (i % 10),
                                 .locked = 0.1 * (i % 4),
                                 .seed = static_cast<std::uint64_t>(i)});
    const Solution solution = solve(*board);
    EXPECT_EQ(solution.status, Status::found);
    expect_answer(*board, solution.answer);
  }
}

TEST(HexiomSolve, LargeBoardsAtRandom) {
  for (int i = 0; i < effort(40); ++i) {
    const auto board = generate({.side = 6 + i % 5,
                                 .density = 0.1 + 0.09 * (i % 10),
                                 .locked = 0.1 * (i % 7),
                                 .seed = static_cast<std::uint64_t>(i)});
    expect_answer(*board, solve(*board).answer);
  }
}

}  // namespace
}  // namespace eyehand::hexiom
