#include "solver/net/solve.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "puzzle/error.hpp"
#include "puzzle/net/text.hpp"
#include "solver/net/generate.hpp"
#include "solver/net/search.hpp"
#include "solver/net/state.hpp"
#include "solver/random.hpp"
#include "tests/solver/net/brute_force.hpp"
#include "tests/support/effort.hpp"

namespace eyehand::net {
namespace {

Rules random_rules(Random& random) {
  const std::uint32_t bits = random.below(4);
  return {(bits & 1) != 0, (bits & 2) != 0};
}

/// One or two groups of random tiles.
void link_tiles(Board& board, Random& random) {
  std::vector<int> tiles(board.size());
  std::iota(tiles.begin(), tiles.end(), 0);
  for (std::size_t i = tiles.size(); i > 1; --i)
    std::swap(tiles[i - 1], tiles[random.below(static_cast<std::uint32_t>(i))]);
  board.linked.clear();
  for (std::size_t first = 0; board.linked.size() < 2;) {
    const std::size_t count = 2 + random.below(3);
    if (first + count > tiles.size()) break;
    board.linked.emplace_back(tiles.begin() + static_cast<std::ptrdiff_t>(first),
                              tiles.begin() + static_cast<std::ptrdiff_t>(first + count));
    std::sort(board.linked.back().begin(), board.linked.back().end());
    first += count;
  }
  std::sort(board.linked.begin(), board.linked.end());
}

/// Up to 4x4 and of every kind: from a solved board or random tiles, with and without wrapping,
/// barriers, empty tiles, crosses, locked tiles, linked tiles, a source that may dangle.
Board random_small_board(Random& random) {
  const int width = 1 + static_cast<int>(random.below(4));
  const int height = 1 + static_cast<int>(random.below(4));
  const bool wrapping = random.below(2) == 0;
  Board board;
  if (random.below(4) != 0) {
    board = *generate({.width = width,
                       .height = height,
                       .wrapping = wrapping,
                       .rules = random_rules(random),
                       .barriers = random.below(3) == 0 ? 0.3 : 0,
                       .crosses = random.below(2) == 0,
                       .seed = random.next()});
    if (random.below(6) == 0)
      board.wires[random.below(static_cast<std::uint32_t>(board.size()))] =
          static_cast<Sides>(random.below(16));
  } else {
    board = Board::make(width, height, wrapping);
    for (Sides& wires : board.wires) wires = static_cast<Sides>(random.below(16));
    for (std::uint32_t i = random.below(3); i > 0; --i)
      board.set_barrier(static_cast<int>(random.below(static_cast<std::uint32_t>(board.size()))),
                        kEachSide[random.below(4)]);
  }
  board.rules = random_rules(random);
  if (random.below(3) == 0)
    for (auto& locked : board.locked) locked = random.below(8) == 0;
  if (random.below(3) == 0) {
    board.rules.source_may_dangle = true;
    board.source = static_cast<int>(random.below(static_cast<std::uint32_t>(board.size())));
    if (random.below(2) == 0) board.wires[static_cast<std::size_t>(board.source)] = kAllSides;
  }
  if (random.below(3) == 0) link_tiles(board, random);
  return board;
}

TEST(NetSolve, CountsAsBruteForceDoes) {
  Random random(1);
  for (int i = 0; i < effort(100'000); ++i) {
    const Board board = random_small_board(random);
    const std::uint64_t count = BruteForce(board).count();
    const Solution solution = solve(board, {.count_limit = 1'000'000});
    const std::string id = to_game_id(board) + (board.rules.connected ? " connected" : "") +
                           (board.rules.acyclic ? " acyclic" : "");
    ASSERT_EQ(solution.count, count) << id;
    const Status status = count == 0   ? Status::none
                          : count == 1 ? Status::unique
                                       : Status::multiple;
    ASSERT_EQ(solution.status, status) << id;
    const Solution any = solve(board, {.count_limit = 1});
    ASSERT_EQ(any.count, std::min<std::uint64_t>(count, 1)) << id;
    if (any.status == Status::unique) {
      ASSERT_EQ(count, 1u) << id;
    }
    if (count == 0) {
      ASSERT_EQ(any.status, Status::none) << id;
      ASSERT_TRUE(any.answer.empty());
      ASSERT_TRUE(solution.answer.empty());
      continue;
    }
    for (const auto& wires : {solution.answer, any.answer}) {
      Board answer = board;
      answer.wires = wires;
      ASSERT_TRUE(is_solved(answer)) << id;
      ASSERT_TRUE(is_turning_of(answer, board)) << id;
    }
  }
}

TEST(NetSolve, StopsCountingAtTheLimit) {
  Board board = from_game_id("4x4w:5555555555555555");
  board.rules = {false, false};
  const Solution all = solve(board, {.count_limit = 1000});
  EXPECT_EQ(all.count, 2u);  // all along rows, or all along columns
  const Solution one = solve(board, {.count_limit = 1});
  EXPECT_EQ(one.status, Status::found);
  EXPECT_EQ(one.count, 1u);
  EXPECT_EQ(solve(board, {.count_limit = 2}).status, Status::multiple);
}

TEST(NetSolve, KeepsLockedTilesAsTheyLie) {
  Board board = from_game_id("2x1:14");
  board.wires[0] = kUp;
  board.locked[0] = 1;
  EXPECT_EQ(solve(board).status, Status::none);
  board.wires[0] = kRight;
  EXPECT_EQ(solve(board).status, Status::unique);
}

TEST(NetSolve, AnAnswerHasAllWiresOfASourceThatMayDangle) {
  const auto board = generate({.width = 6, .height = 5, .rules = {.source_may_dangle = true}});
  const Solution solution = solve(*board);
  ASSERT_FALSE(solution.answer.empty());
  EXPECT_EQ(solution.answer[static_cast<std::size_t>(board->source)], kAllSides);
}

TEST(NetSolve, LinkedTilesLeaveFewerSolutions) {
  Board board = from_game_id("4x4w:5555555555555555");
  board.rules = {false, false};
  EXPECT_EQ(solve(board, {.count_limit = 9}).count, 2u);
  board = from_game_id("4x4w:555555555555555a+0,15");  // one of them would have to be turned more
  board.rules = {false, false};
  EXPECT_EQ(solve(board).status, Status::none);
}

TEST(NetSolve, BoardWithoutWiresIsItsOwnAnswer) {
  const Solution solution = solve(Board::make(3, 2, true));
  EXPECT_EQ(solution.status, Status::unique);
  EXPECT_EQ(solution.answer, std::vector<Sides>(6, 0));
}

TEST(NetSolve, RefusesBrokenBoards) {
  Board board = Board::make(3, 3, false);
  board.locked.pop_back();
  EXPECT_THROW(solve(board), Error);
}

TEST(NetSolve, LargeBoardsUnderAllRules) {
  const int side = is_full_effort() ? 300 : 100;
  for (const Rules rules :
       {Rules{true, true}, Rules{true, false}, Rules{false, true}, Rules{false, false}}) {
    for (const bool wrapping : {false, true}) {
      const auto board = generate(
          {.width = side, .height = side, .wrapping = wrapping, .rules = rules, .seed = 1});
      ASSERT_TRUE(board);
      const Solution solution =
          solve(*board, {.deadline = Deadline::after(std::chrono::seconds(20)), .count_limit = 2});
      EXPECT_EQ(solution.status, Status::multiple);
      Board answer = *board;
      answer.wires = solution.answer;
      EXPECT_TRUE(is_solved(answer));
      EXPECT_TRUE(is_turning_of(answer, *board));
    }
  }
}

// A single answer is found differently from all of them: decisions may be undone out of order.
TEST(NetSolve, FindsAnyAnswerWhereThereIsOne) {
  Random random(2);
  int without = 0;
  for (int i = 0; i < effort(1500); ++i) {
    Board board = *generate({.width = 20 + static_cast<int>(random.below(80)),
                             .height = 20 + static_cast<int>(random.below(80)),
                             .wrapping = random.below(2) == 0,
                             .rules = random_rules(random),
                             .crosses = random.below(2) == 0,
                             .seed = random.next()});
    if (random.below(4) == 0)
      board.wires[random.below(static_cast<std::uint32_t>(board.size()))] =
          static_cast<Sides>(random.below(16));
    if (random.below(4) == 0) board.rules = random_rules(random);
    if (random.below(3) == 0) link_tiles(board, random);
    if (random.below(4) == 0) board.rules.source_may_dangle = true;
    const Solution any = solve(board, {.count_limit = 1});
    ASSERT_EQ(any.answer.empty(), solve(board, {.count_limit = 2}).answer.empty())
        << to_game_id(board);
    without += any.answer.empty();
    if (any.answer.empty()) continue;
    Board answer = board;
    answer.wires = any.answer;
    ASSERT_TRUE(is_solved(answer)) << to_game_id(board);
    ASSERT_TRUE(is_turning_of(answer, board)) << to_game_id(board);
  }
  EXPECT_GT(without, effort(75));
}

TEST(NetSolve, SearchStopsAtTheConflictLimit) {
  const auto board =
      generate({.width = 40, .height = 40, .wrapping = true, .rules = {false, false}, .seed = 3});
  State state(*board, {});
  ASSERT_EQ(state.deduce_quickly(), State::Stage::quiet);
  std::vector<Sides> answer(board->size());
  const Search::Result found = Search(state, {}).run(1, answer, 2);
  EXPECT_TRUE(found.limit_reached);
  EXPECT_FALSE(found.complete);
  EXPECT_EQ(found.count, 0u);
  EXPECT_EQ(found.conflicts, 3u);
}

TEST(NetSolve, DeadlineIsHonoured) {
  const auto board = generate({.width = 300, .height = 300, .wrapping = true, .seed = 1});
  const Solution solution = solve(*board, {.deadline = Deadline(Deadline::Clock::now())});
  EXPECT_EQ(solution.status, Status::timeout);
  EXPECT_TRUE(solution.answer.empty());
}

// These numbers are neither right nor wrong: they guard the solver against unintended changes.
// After an intended one, update them and run the benchmark.
TEST(NetSolve, Signature) {
  std::uint64_t decisions = 0;
  std::uint64_t conflicts = 0;
  for (std::uint64_t seed = 0; seed < 64; ++seed) {
    const auto board = generate({.width = 15,
                                 .height = 15,
                                 .wrapping = (seed & 1) != 0,
                                 .rules = {(seed & 2) != 0, (seed & 4) != 0},
                                 .barriers = (seed & 8) != 0 ? 0.1 : 0,
                                 .seed = seed});
    const Solution solution = solve(*board, {.count_limit = 2});
    decisions += solution.decisions;
    conflicts += solution.conflicts;
  }
  EXPECT_EQ(decisions, 372u);
  EXPECT_EQ(conflicts, 58u);
}

}  // namespace
}  // namespace eyehand::net
