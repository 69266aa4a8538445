#include "solver/lights/solve.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>
#include <string>

#include "puzzle/index.hpp"
#include "puzzle/lights/text.hpp"
#include "solver/lights/bit_matrix.hpp"
#include "solver/lights/generate.hpp"
#include "solver/random.hpp"
#include "tests/support/effort.hpp"

namespace eyehand::lights {
namespace {

int weight(const std::vector<std::uint8_t>& presses) {
  return std::accumulate(presses.begin(), presses.end(), 0);
}

/// The result of trying all sets of presses.
struct Tried {
  std::uint64_t answers = 0;
  int fewest = std::numeric_limits<int>::max();
};

Tried try_all(const Board& board) {
  std::vector<std::uint32_t> sets;
  std::uint32_t lit = 0;
  for (std::size_t t = 0; t < board.size(); ++t) {
    std::uint32_t set = 0;
    for (const int other : board.flips[t]) set |= 1u << other;
    sets.push_back(set);
    lit |= static_cast<std::uint32_t>(board.lit[t]) << t;
  }
  Tried tried;
  std::uint32_t presses = 0;  // in Gray code order: one press is added or removed each time
  for (std::uint64_t i = 0;; ++i) {
    if (lit == 0) {
      ++tried.answers;
      tried.fewest = std::min(tried.fewest, std::popcount(presses));
    }
    if (i + 1 == std::uint64_t{1} << board.size()) return tried;
    const int tile = std::countr_zero(i + 1);
    presses ^= 1u << tile;
    lit ^= sets[at(tile)];
  }
}

void expect_solves(const Solution& solution, Board board) {
  ASSERT_EQ(solution.presses.size(), board.size());
  for (std::size_t t = 0; t < board.size(); ++t)
    if (solution.presses[t]) press(board, static_cast<int>(t));
  EXPECT_TRUE(is_solved(board));
}

void expect_as_tried(const Board& board) {
  const Tried tried = try_all(board);
  const Solution solution = solve(board, {.count_limit = 1u << 30});
  EXPECT_EQ(solution.count, tried.answers) << to_game_id(board);
  EXPECT_EQ(solution.status, tried.answers == 0   ? Status::none
                             : tried.answers == 1 ? Status::unique
                                                  : Status::multiple);
  if (tried.answers == 0) {
    EXPECT_TRUE(solution.presses.empty());
    return;
  }
  EXPECT_EQ(std::uint64_t{1} << solution.nullity, tried.answers);
  EXPECT_TRUE(solution.fewest);
  EXPECT_EQ(weight(solution.presses), tried.fewest) << to_game_id(board);
  expect_solves(solution, board);
}

void light_at_random(Board& board, Random& random) {
  for (auto& lit : board.lit) lit = static_cast<std::uint8_t>(random.next() >> 63);
}

TEST(LightsSolve, AgreesWithTryingAllOnCrossesUpTo4x4) {
  Random random(1);
  for (int width = 1; width <= 4; ++width)
    for (int height = 1; height <= 4; ++height)
      for (int i = 0; i < effort(40); ++i) {
        Board board = Board::plus(width, height);
        if (i > 0) light_at_random(board, random);
        expect_as_tried(board);
        if (i % 2 == 0)
          expect_as_tried(generate({.width = width, .height = height, .seed = random.next()}));
      }
}

TEST(LightsSolve, AgreesWithTryingAllOnAnySets) {
  Random random(2);
  for (int i = 0; i < effort(2000); ++i) {
    const int width = 1 + static_cast<int>(random.below(4));
    const int height = 1 + static_cast<int>(random.below(3));
    Board board = generate({.width = width,
                            .height = height,
                            .shape = i % 2 ? Shape::random : Shape::dense,
                            .seed = random.next()});
    // Equal and empty sets make many answers, or none.
    if (i % 3 == 0) random.pick(board.flips).clear();
    if (i % 5 == 0) board.flips.back() = board.flips.front();
    if (i % 4 == 0) light_at_random(board, random);
    expect_as_tried(board);
  }
}

TEST(LightsSolve, AgreesWithTryingAllOnTheSameSetEverywhere) {
  Random random(3);
  for (int i = 0; i < effort(1000); ++i) {
    std::vector<Offset> offsets;
    for (std::uint32_t k = 1 + random.below(6); k > 0; --k)
      offsets.push_back(
          {static_cast<int>(random.below(5)) - 2, static_cast<int>(random.below(5)) - 2});
    Board board = generate({.width = 1 + static_cast<int>(random.below(4)),
                            .height = 1 + static_cast<int>(random.below(3)),
                            .shape = Shape::same,
                            .offsets = offsets,
                            .wrapping = i % 2 == 0,
                            .seed = random.next()});
    if (i % 3 == 0) light_at_random(board, random);
    expect_as_tried(board);
  }
}

TEST(LightsSolve, FiveByFiveCrossesHaveFourAnswersOrNone) {
  // A single lit corner cannot be put out; the whole board can, in no fewer than fifteen presses.
  Board corner = Board::plus(5, 5);
  corner.lit[0] = 1;
  EXPECT_EQ(solve(corner).status, Status::none);
  Board all = Board::plus(5, 5);
  all.lit.assign(25, 1);
  const Solution solution = solve(all, {.count_limit = 100});
  EXPECT_EQ(solution.status, Status::multiple);
  EXPECT_EQ(solution.count, 4u);
  EXPECT_EQ(solution.nullity, 2);
  EXPECT_TRUE(solution.fewest);
  EXPECT_EQ(weight(solution.presses), 15);
  expect_solves(solution, all);
}

// OEIS A159257: the nullity of n x n crosses.
TEST(LightsSolve, NullitiesOfCrosses) {
  constexpr int kNullity[] = {0, 0, 0, 4,  2, 0, 0, 0,  8, 0, 6, 0, 0, 4,  0,
                              8, 2, 0, 16, 0, 0, 0, 14, 4, 0, 0, 0, 0, 10, 20};
  for (int n = 1; n <= 30; ++n) {
    const Solution solution = solve(Board::plus(n, n), {.count_limit = 1000});
    EXPECT_EQ(solution.nullity, kNullity[n - 1]) << n;
    EXPECT_EQ(solution.count, std::min(1000, 1 << kNullity[n - 1])) << n;
    EXPECT_EQ(weight(solution.presses), 0) << n;  // already solved
  }
}

TEST(LightsSolve, LargeBoardsOfEveryShape) {
  for (const auto& [width, height] : {std::pair{60, 60}, {300, 7}, {7, 300}, {1, 2000}, {2000, 1}})
    for (const Shape shape : {Shape::plus, Shape::random, Shape::dense})
      for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        const Board board =
            generate({.width = width, .height = height, .shape = shape, .seed = seed});
        const Solution solution = solve(board);
        EXPECT_NE(solution.status, Status::none);
        expect_solves(solution, board);
        EXPECT_EQ(solution.fewest, solution.nullity <= 24) << solution.nullity;
      }
}

TEST(LightsSolve, FindsFewPressesWhereTheFewestAreNotProved) {
  // Every set twice: pressing both gains nothing.
  Board board = Board::make(60, 2);
  for (int x = 0; x < 60; ++x) {
    board.flips[at(x)] = {x};
    board.flips[at(60 + x)] = {x};
    board.lit[at(x)] = 1;
  }
  const Solution solution = solve(board);
  EXPECT_EQ(solution.nullity, 60);
  EXPECT_FALSE(solution.fewest);
  EXPECT_EQ(weight(solution.presses), 60);
  expect_solves(solution, board);
  // One press that does the same as 60 others.
  board.flips[119].assign(60, 0);
  for (int x = 0; x < 60; ++x) board.flips[119][at(x)] = x;
  EXPECT_EQ(weight(solve(board).presses), 1);
}

TEST(LightsSolve, CountsUpToTheLimit) {
  const Board board = from_game_id("4x4:+,0000");  // nullity 4
  EXPECT_EQ(solve(board, {.count_limit = 5}).count, 5u);
  EXPECT_EQ(solve(board, {.count_limit = 5}).status, Status::multiple);
  EXPECT_EQ(solve(board, {.count_limit = 100}).count, 16u);
  EXPECT_EQ(solve(board, {.count_limit = 1}).status, Status::found);
  EXPECT_EQ(solve(from_game_id("3x3:+,798"), {.count_limit = 1}).status, Status::unique);
  // 100 tiles that flip nothing: more answers than `count` can represent.
  const Solution idle = solve(Board::make(10, 10), {.count_limit = ~std::uint64_t{0}});
  EXPECT_EQ(idle.count, ~std::uint64_t{0});
  EXPECT_EQ(idle.nullity, 100);
  EXPECT_TRUE(idle.fewest);
  EXPECT_EQ(weight(idle.presses), 0);
}

TEST(LightsSolve, KeepsTheDeadline) {
  const Board board = generate({.width = 40, .height = 40, .shape = Shape::dense, .seed = 1});
  const Solution late = solve(board, {.deadline = Deadline::after(std::chrono::seconds(0))});
  EXPECT_EQ(late.status, Status::timeout);
  EXPECT_TRUE(late.presses.empty());
}

TEST(BitMatrix, EliminationGivesTheRankAndKeepsTheRows) {
  Random random(3);
  for (int i = 0; i < effort(300); ++i) {
    const std::size_t columns = 1 + random.below(150), rows = 1 + random.below(120);
    BitMatrix matrix(columns);
    std::vector<std::vector<bool>> plain;
    for (std::size_t r = 0; r < rows; ++r) {
      auto* row = matrix.add_row();
      plain.emplace_back(columns, false);
      for (std::size_t c = 0; c < columns; ++c)
        if (random.chance(i % 2 ? 0.5 : 0.03)) {
          flip_bit(row, c);
          plain.back()[c] = true;
        }
    }
    // Schoolbook elimination gives the columns with pivots.
    std::vector<std::size_t> expected;
    for (std::size_t c = 0; c < columns; ++c) {
      std::size_t r = expected.size();
      while (r < rows && !plain[r][c]) ++r;
      if (r == rows) continue;
      std::swap(plain[r], plain[expected.size()]);
      for (std::size_t other = 0; other < rows; ++other)
        if (other != expected.size() && plain[other][c])
          for (std::size_t k = 0; k < columns; ++k)
            plain[other][k] = plain[other][k] != plain[expected.size()][k];
      expected.push_back(c);
    }
    const auto pivots = eliminate(matrix, columns, Deadline());
    ASSERT_TRUE(pivots);
    EXPECT_EQ(*pivots, expected);
    for (std::size_t r = 0; r < rows; ++r) {
      const std::size_t first = r < pivots->size() ? (*pivots)[r] : columns;
      for (std::size_t c = 0; c < first; ++c) EXPECT_FALSE(bit(matrix.row(r), c));
      if (first < columns) {
        EXPECT_TRUE(bit(matrix.row(r), first));
      }
    }
  }
}

TEST(LightsGenerate, MakesTheSameSolvableBoardForASeed) {
  for (const Shape shape : {Shape::plus, Shape::random, Shape::dense}) {
    const GenerateOptions options{.width = 6, .height = 4, .shape = shape, .seed = 11};
    const Board board = generate(options);
    EXPECT_NO_THROW(validate(board));
    EXPECT_FALSE(is_solved(board));
    EXPECT_EQ(generate(options), board);
    EXPECT_NE(generate({.width = 6, .height = 4, .shape = shape, .seed = 12}), board);
    EXPECT_NE(solve(board).status, Status::none);
    EXPECT_EQ(has_plus_sets(board), shape == Shape::plus);
  }
  EXPECT_EQ(to_game_id(generate({.seed = 7})), to_game_id(generate({.seed = 7})));
  const Board plus = generate({.wrapping = true, .seed = 7});
  EXPECT_EQ(plus.flips, Board::same(5, 5, kPlus, true).flips);
  EXPECT_EQ(generate({.shape = Shape::same, .offsets = {kPlus.begin(), kPlus.end()}, .seed = 7}),
            generate({.seed = 7}));
}

std::vector<std::string> explained(const Board& board) {
  std::vector<std::string> steps;
  const Trace trace = [&](const Deduction& d) { steps.push_back(d.where + ": " + d.what); };
  solve(board, {.trace = &trace});
  return steps;
}

TEST(LightsExplain, SaysWhyThereIsOneSolution) {
  EXPECT_EQ(explained(from_game_id("3x3:+,798")),
            (std::vector<std::string>{
                "the whole board: every combination of presses changes some light, so the "
                "solution, with 3 presses, is the only one",
                "row 1, column 2: must be pressed, because it alone flips an odd number of the "
                "lights marked 1 in 000/010/111, of which an odd number must change",
                "row 2, column 1: must be pressed, because it alone flips an odd number of the "
                "lights marked 1 in 001/011/001, of which an odd number must change",
                "row 3, column 2: must be pressed, because it alone flips an odd number of the "
                "lights marked 1 in 111/010/000, of which an odd number must change"}));
}

TEST(LightsExplain, SaysWhyThereAreSeveralSolutions) {
  std::vector<std::string> steps = explained(from_game_id("5x5:+,ffffff8"));
  ASSERT_EQ(steps.size(), 20U);
  EXPECT_EQ(steps[4],
            "row 2, column 2: must be pressed, because it alone flips an odd number of the lights "
            "marked 1 in 00100/01110/11001/01001/00110, of which an odd number must change");
  EXPECT_EQ(steps.back(), "row 5, column 5: is pressed in the solution given");
  EXPECT_EQ(steps[9],
            "the whole board: several solutions are possible from here on; 20 tiles remain open");
  steps.resize(4);
  EXPECT_EQ(steps,
            (std::vector<std::string>{
                "the whole board: pressing the tiles marked 1 in 01110/10101/11011/10101/01110 "
                "changes no light",
                "the whole board: pressing the tiles marked 1 in 10101/10101/00000/10101/10101 "
                "changes no light",
                "the whole board: 2 combinations of presses, independent of one another, change no "
                "light, so there are 2^2 = 4 solutions",
                "the whole board: the solution given has 15 presses, and none has fewer"}));
  EXPECT_EQ(explained(from_game_id("2x1:[111],0")),
            (std::vector<std::string>{
                "the whole board: pressing the tiles marked 1 in 11 changes no light",
                "the whole board: 1 combination of presses changes no light, so there are 2^1 = 2 "
                "solutions",
                "the whole board: the solution given has 0 presses, and none has fewer",
                "the whole board: several solutions are possible from here on; 2 tiles remain "
                "open"}));
  EXPECT_EQ(explained(Board::plus(29, 29)).size(), 3u);  // too large to list combinations
}

TEST(LightsExplain, SaysWhyThereIsNoSolution) {
  EXPECT_EQ(explained(from_game_id("5x5:+,8000000")),
            std::vector<std::string>{
                "the whole board: every press flips an even number of the lights marked 1 in "
                "10101/10101/00000/10101/10101, but an odd number of them (1) is lit, so there is "
                "no solution"});
  EXPECT_EQ(explained(from_game_id("3x3:[000],100")),
            std::vector<std::string>{
                "row 2, column 1: is lit, but no press flips it, so there is no solution"});
}

TEST(LightsExplain, ReasonsForNoSolutionHold) {
  Random random(3);
  int none = 0;
  for (int i = 0; i < effort(400); ++i) {
    Board board = generate({.width = 4, .height = 3, .shape = Shape::random, .seed = at(i)});
    for (auto& lit : board.lit) lit = static_cast<std::uint8_t>(random.below(2));
    if (solve(board).status != Status::none) continue;
    ++none;
    const auto steps = explained(board);
    ASSERT_EQ(steps.size(), 1u);
    const auto from = steps[0].find("marked 1 in ");
    if (from == std::string::npos) {
      EXPECT_NE(steps[0].find("no press flips it"), std::string::npos) << steps[0];
      continue;
    }
    std::string marks = steps[0].substr(from + 12, board.size() + 2);
    std::erase(marks, '/');
    for (std::size_t t = 0; t < board.size(); ++t) {
      const auto& set = board.flips[t];
      EXPECT_EQ(std::ranges::count_if(set, [&](int l) { return marks[at(l)] == '1'; }) % 2, 0);
    }
  }
  EXPECT_GT(none, 0);
}

}  // namespace
}  // namespace eyehand::lights
