// The complete solver against brute force on small grids of many shapes, against the SAT model on
// larger ones, and on hard boards, generated and published.
#include "solver/slitherlink/solve.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "puzzle/slitherlink/board.hpp"
#include "puzzle/slitherlink/text.hpp"
#include "solver/random.hpp"
#include "solver/slitherlink/generate.hpp"
#include "solver/slitherlink/grids.hpp"
#include "solver/slitherlink/sat.hpp"
#include "tests/support/effort.hpp"
#include "tests/support/published.hpp"

namespace eyehand::slitherlink {
namespace {

using GridPointer = std::shared_ptr<const Grid>;
constexpr std::uint64_t kAll = ~std::uint64_t{0};

/// Every loop of a grid, as marks: paths from each vertex through later ones, closed.
std::vector<std::vector<Mark>> all_loops(const Grid& grid) {
  std::vector<std::vector<Mark>> loops;
  std::vector<Mark> marks(static_cast<std::size_t>(grid.edges()), Mark::cross);
  std::vector<char> met(static_cast<std::size_t>(grid.vertices()), 0);
  std::vector<int> path;
  const auto walk = [&](const auto& self, int first, int v) -> void {
    for (const int e : grid.edges_of_vertex(v)) {
      const int next = grid.edge(e).a == v ? grid.edge(e).b : grid.edge(e).a;
      const bool closes = next == first && path.size() >= 2;
      // Each loop is found in both directions.
      if (closes && path.front() < e) {
        marks[static_cast<std::size_t>(e)] = Mark::line;
        loops.push_back(marks);
        marks[static_cast<std::size_t>(e)] = Mark::cross;
      }
      if (next <= first || met[static_cast<std::size_t>(next)]) continue;
      met[static_cast<std::size_t>(next)] = 1;
      marks[static_cast<std::size_t>(e)] = Mark::line;
      path.push_back(e);
      self(self, first, next);
      path.pop_back();
      marks[static_cast<std::size_t>(e)] = Mark::cross;
      met[static_cast<std::size_t>(next)] = 0;
    }
  };
  for (int v = 0; v < grid.vertices(); ++v) walk(walk, v, v);
  return loops;
}

int lines_around(const Grid& grid, int face, const std::vector<Mark>& marks) {
  const auto around = grid.edges_of_face(face);
  return static_cast<int>(std::count_if(around.begin(), around.end(), [&](int e) {
    return marks[static_cast<std::size_t>(e)] == Mark::line;
  }));
}

/// Some of the clues of a loop, occasionally with one changed.
Board random_board(const GridPointer& grid, const std::vector<Mark>& loop, Random& random) {
  Board board = Board::of(grid);
  const double share = 0.1 * (1 + random.below(9));
  for (int f = 0; f < grid->faces(); ++f)
    if (random.chance(share))
      board.clues[static_cast<std::size_t>(f)] =
          static_cast<std::int8_t>(lines_around(*grid, f, loop));
  if (random.chance(0.2)) {
    const auto f = random.below(static_cast<std::uint32_t>(grid->faces()));
    const auto sides = static_cast<std::uint32_t>(grid->edges_of_face(static_cast<int>(f)).size());
    board.clues[f] = static_cast<std::int8_t>(random.below(sides + 1));
  }
  return board;
}

void expect_counts_as_brute_force(const GridPointer& grid, int boards) {
  const auto loops = all_loops(*grid);
  ASSERT_FALSE(loops.empty());
  Random random(1);
  for (int i = 0; i < boards; ++i) {
    const auto& loop = loops[random.below(static_cast<std::uint32_t>(loops.size()))];
    Board board = random_board(grid, loop, random);
    const bool keeps = random.chance(0.3);
    if (keeps)
      for (int k = 0; k < 2; ++k) {
        const auto e = random.below(static_cast<std::uint32_t>(grid->edges()));
        board.marks[e] = random.chance(0.8) ? loop[e] : Mark::line;
      }
    const auto wanted = static_cast<std::uint64_t>(
        std::count_if(loops.begin(), loops.end(), [&](const std::vector<Mark>& marks) {
          for (int f = 0; f < grid->faces(); ++f) {
            const int clue = board.clues[static_cast<std::size_t>(f)];
            if (clue != kNoClue && clue != lines_around(*grid, f, marks)) return false;
          }
          for (std::size_t e = 0; e < marks.size(); ++e)
            if (board.marks[e] != Mark::unknown && board.marks[e] != marks[e]) return false;
          return true;
        }));
    const Solution found = solve(board, {.count_limit = kAll, .keep_marks = keeps});
    ASSERT_EQ(found.count, wanted) << to_json(board);
    ASSERT_EQ(found.status, wanted == 0   ? Status::none
                            : wanted == 1 ? Status::unique
                                          : Status::multiple);
    ASSERT_EQ(found.answer.empty(), wanted == 0);
    const Solution by_sat =
        solve_by_sat(board, keeps ? std::span<const Mark>(board.marks) : std::span<const Mark>(),
                     {.count_limit = kAll});
    ASSERT_EQ(by_sat.count, wanted) << to_json(board);
    ASSERT_EQ(by_sat.status, found.status);
    if (wanted == 0) continue;
    for (const auto& answer : {found.answer, by_sat.answer}) {
      Board solved = board;
      solved.marks = answer;
      ASSERT_TRUE(is_solved(solved));
      ASSERT_EQ(std::count(answer.begin(), answer.end(), Mark::unknown), 0);
    }
  }
}

/// The squares with these upper left corners.
GridPointer squares_at(const std::vector<std::pair<int, int>>& places) {
  constexpr int kWidth = 8;
  std::vector<Point> points;
  for (int y = 0; y < kWidth; ++y)
    for (int x = 0; x < kWidth; ++x) points.push_back({double(x), double(y)});
  std::vector<std::vector<int>> faces;
  for (const auto& [x, y] : places) {
    const int v = y * kWidth + x;
    faces.push_back({v, v + 1, v + kWidth + 1, v + kWidth});
  }
  return Grid::of_faces(points, faces);
}

TEST(SlitherlinkSolve, CountsAsBruteForceOnSquares) {
  for (const auto& [columns, rows] : {std::pair{1, 1}, {2, 1}, {2, 2}, {3, 2}, {3, 3}, {5, 2}})
    expect_counts_as_brute_force(Grid::squares(columns, rows), effort(100));
  expect_counts_as_brute_force(Grid::squares(4, 3), effort(200));
}

TEST(SlitherlinkSolve, CountsAsBruteForceOnOtherGrids) {
  expect_counts_as_brute_force(triangular(4, 3), effort(150));
  expect_counts_as_brute_force(honeycomb(3, 3), effort(150));
  expect_counts_as_brute_force(cairo(1, 1), effort(100));
}

TEST(SlitherlinkSolve, CountsAsBruteForceOnFacesOfManySides) {
  // A pentadecagon with a fan of triangles about every second side.
  std::vector<Point> points(23);
  std::vector<std::vector<int>> faces(1);
  for (int i = 0; i < 15; ++i) faces[0].push_back(i);
  for (int i = 0; i < 8; ++i) faces.push_back({2 * i, (2 * i + 1) % 15, 15 + i});
  expect_counts_as_brute_force(Grid::of_faces(points, faces), effort(200));
}

TEST(SlitherlinkSolve, CountsAsBruteForceOnGridsWithHolesInPiecesAndPinched) {
  const GridPointer ring =
      squares_at({{0, 0}, {1, 0}, {2, 0}, {0, 1}, {2, 1}, {0, 2}, {1, 2}, {2, 2}});
  const GridPointer pieces = squares_at({{0, 0}, {1, 0}, {1, 1}, {4, 0}, {5, 0}, {4, 1}});
  const GridPointer pinched = squares_at({{0, 0}, {1, 1}, {2, 0}, {1, 0}, {3, 1}, {3, 2}});
  const GridPointer touching_hole =
      squares_at({{0, 0}, {1, 0}, {2, 0}, {0, 1}, {2, 1}, {0, 2}, {1, 2}, {3, 2}, {3, 3}, {2, 3}});
  for (const auto& grid : {ring, pieces, pinched, touching_hole})
    expect_counts_as_brute_force(grid, effort(200));
}

TEST(SlitherlinkSolve, CountsAllLoopsOfAnEmptyBoard) {
  // The cycles of the 4x4 grid graph: 213 (OEIS A140517), of the 5x5 one 9349.
  EXPECT_EQ(solve(Board::of(Grid::squares(3, 3)), {.count_limit = kAll}).count, 213u);
  EXPECT_EQ(all_loops(*Grid::squares(3, 3)).size(), 213u);
  EXPECT_EQ(solve(Board::of(Grid::squares(4, 4)), {.count_limit = kAll}).count, 9349u);
}

TEST(SlitherlinkSolve, StopsCountingAtTheLimit) {
  const Board empty = Board::of(Grid::squares(3, 3));
  for (const std::uint64_t limit : {2u, 3u, 100u, 213u}) {
    const Solution found = solve(empty, {.count_limit = limit});
    EXPECT_EQ(found.count, limit);
    EXPECT_EQ(found.status, Status::multiple);
  }
  const Solution one = solve(empty, {.count_limit = 1});
  EXPECT_EQ(one.status, Status::found);
  EXPECT_EQ(one.count, 1u);
}

TEST(SlitherlinkSolve, SaysNoneOfContradictoryClues) {
  Board board = Board::of(Grid::squares(2, 1));
  board.clues = {0, 0};
  EXPECT_EQ(solve(board).status, Status::none);  // no line at all is not a loop
  board.clues = {4, 4};
  EXPECT_EQ(solve(board).status, Status::none);
  board = Board::of(Grid::squares(6, 1));
  board.clues = {4, kNoClue, kNoClue, kNoClue, kNoClue, 4};  // two loops
  const Solution found = solve(board);
  EXPECT_EQ(found.status, Status::none);
  EXPECT_TRUE(found.answer.empty());
  EXPECT_EQ(found.count, 0u);
}

TEST(SlitherlinkSolve, IgnoresMarksUnlessTheyAreToBeKept) {
  Board board = Board::of(Grid::squares(2, 1));
  board.clues = {3, kNoClue};
  ASSERT_EQ(solve(board).status, Status::unique);
  board.marks.assign(board.marks.size(), Mark::cross);
  EXPECT_EQ(solve(board).status, Status::unique);
  EXPECT_EQ(solve(board, {.keep_marks = true}).status, Status::none);
}

TEST(SlitherlinkSolve, StopsAtTheDeadline) {
  using namespace std::chrono;
  const Board empty = Board::of(Grid::squares(12, 12));
  const Solution late = solve(empty, {.deadline = Deadline::after(seconds(-1))});
  EXPECT_EQ(late.status, Status::timeout);
  EXPECT_EQ(late.count, 0u);
  const auto start = steady_clock::now();
  const Solution found =
      solve(empty, {.deadline = Deadline::after(milliseconds(100)), .count_limit = kAll});
  EXPECT_LT(steady_clock::now() - start, seconds(5));
  EXPECT_EQ(found.status, Status::multiple);  // so much is known all the same
  EXPECT_FALSE(found.answer.empty());
}

TEST(SlitherlinkSolve, AgreesWithTheSatModelOnLargerBoards) {
  const GridPointer grids[] = {Grid::squares(12, 9), triangular(14, 6), honeycomb(8, 8),
                               cairo(4, 4)};
  Random random(7);
  for (const auto& grid : grids)
    for (int i = 0; i < effort(40); ++i) {
      const auto seed = static_cast<std::uint64_t>(i);
      const Board board = random_board(grid, random_loop(*grid, seed), random);
      const Solution found = solve(board), by_sat = solve_by_sat(board, {});
      ASSERT_EQ(found.status, by_sat.status) << to_json(board);
      if (found.answer.empty()) continue;
      Board solved = board;
      solved.marks = found.answer;
      ASSERT_TRUE(is_solved(solved));
    }
}

TEST(SlitherlinkSolve, FindsTheSameWithTheLowestConflictLimit) {
  // With half of the clues one run of search, which is 100 conflicts, is often not enough.
  const GridPointer grid = Grid::squares(30, 30);
  Random random(3);
  for (int i = 0; i < effort(8); ++i) {
    Board board = Board::of(grid);
    const auto loop = random_loop(*grid, static_cast<std::uint64_t>(i));
    for (int f = 0; f < grid->faces(); ++f)
      if (random.chance(0.5))
        board.clues[static_cast<std::size_t>(f)] =
            static_cast<std::int8_t>(lines_around(*grid, f, loop));
    const Solution found = solve(board), other = solve(board, {.conflict_limit = 1});
    ASSERT_EQ(found.status, other.status);
    for (const auto& answer : {found.answer, other.answer}) {
      board.marks = answer;
      ASSERT_TRUE(is_solved(board));
    }
  }
}

/// Solves a board without its marks and with them; the status without.
Status expect_solved_with_and_without_marks(const Board& board) {
  Status without = Status::none;
  for (const bool keep_marks : {false, true}) {
    const Solution found = solve(board, {.keep_marks = keep_marks});
    EXPECT_TRUE(found.status == Status::unique || found.status == Status::multiple);
    Board solved = board;
    solved.marks = found.answer;
    EXPECT_TRUE(is_solved(solved));
    if (!keep_marks) without = found.status;
    for (std::size_t e = 0; keep_marks && e < board.marks.size(); ++e)
      EXPECT_TRUE(board.marks[e] == Mark::unknown || board.marks[e] == found.answer[e]);
  }
  return without;
}

// Of the sizes and the difficulty of the published ones; the last ones with some of their lines
// drawn.
TEST(SlitherlinkSolve, SolvesHardBoardsWithAndWithoutMarks) {
  struct Size {
    int columns, rows, boards;
  };
  for (const auto& [columns, rows, boards] : {Size{10, 10, effort(80)}, {25, 30, effort(10)}})
    for (int seed = 0; seed < boards; ++seed) {
      auto board = generate({.grid = Grid::squares(columns, rows),
                             .seed = static_cast<std::uint64_t>(seed),
                             .hard = true});
      if (seed % 2 == 1) {
        const auto answer = solve(*board).answer;
        for (std::size_t e = 0; e < answer.size(); e += 3) board->marks[e] = answer[e];
      }
      EXPECT_EQ(expect_solved_with_and_without_marks(*board), Status::unique) << to_slk(*board);
    }
}

TEST(SlitherlinkSolve, SolvesLargeBoards) {
  Random random(5);
  for (const int size : {50, 100}) {
    const GridPointer grid = Grid::squares(size, size);
    const auto loop = random_loop(*grid, 1);
    Board board = Board::of(grid);
    for (int f = 0; f < grid->faces(); ++f)
      if (random.chance(0.6))
        board.clues[static_cast<std::size_t>(f)] =
            static_cast<std::int8_t>(lines_around(*grid, f, loop));
    expect_solved_with_and_without_marks(board);
  }
}

using PublishedSlitherlink = test::Published;

TEST_F(PublishedSlitherlink, IsSolved) {
  int boards = 0, multiple = 0;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(test::published() / "slitherlink")) {
    if (entry.path().extension() != ".slk") continue;
    SCOPED_TRACE(entry.path());
    ++boards;
    const Status status =
        expect_solved_with_and_without_marks(from_text(test::published_text(entry.path())));
    multiple += status == Status::multiple;
    if (entry.path().string().find("puzzle-loop") != std::string::npos) {
      EXPECT_EQ(status, Status::unique);
    }
  }
  EXPECT_EQ(boards, 173);
  EXPECT_EQ(multiple, 5);
}

}  // namespace
}  // namespace eyehand::slitherlink
