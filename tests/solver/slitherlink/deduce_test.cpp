// The explaining engine: it draws the conclusions it should, only correct ones, and reports them.
#include "solver/slitherlink/deduce.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "puzzle/slitherlink/text.hpp"
#include "solver/random.hpp"
#include "solver/slitherlink/generate.hpp"
#include "solver/slitherlink/grids.hpp"
#include "solver/slitherlink/patterns.hpp"
#include "tests/support/effort.hpp"
#include "tests/support/published.hpp"

namespace eyehand::slitherlink {
namespace {

using Outcome = Deduced::Outcome;

std::vector<std::shared_ptr<const Grid>> grids() {
  return {Grid::squares(7, 7), Grid::squares(9, 5), triangular(9, 6),
          honeycomb(6, 5),     cairo(4, 3),         Grid::squares(3, 4)};
}

/// A loop with this share of its clues, and the loop itself. The board may have other solutions.
struct Puzzle {
  Board board;
  std::vector<Mark> loop;
};
Puzzle puzzle(const std::shared_ptr<const Grid>& grid, std::uint64_t seed, double share) {
  Puzzle made{Board::of(grid), random_loop(*grid, seed)};
  Random random(seed);
  for (int f = 0; f < grid->faces(); ++f) {
    if (!random.chance(share)) continue;
    const auto around = grid->edges_of_face(f);
    made.board.clues[static_cast<std::size_t>(f)] =
        static_cast<std::int8_t>(std::count_if(around.begin(), around.end(), [&](int e) {
          return made.loop[static_cast<std::size_t>(e)] == Mark::line;
        }));
  }
  return made;
}

/// Every known mark agrees with this solution.
void expect_right(const Deduced& deduced, const Puzzle& p) {
  ASSERT_NE(deduced.outcome, Outcome::contradiction);
  for (std::size_t e = 0; e < p.loop.size(); ++e)
    if (deduced.marks[e] != Mark::unknown) {
      ASSERT_EQ(deduced.marks[e], p.loop[e]) << "edge " << e;
    }
  if (deduced.outcome == Outcome::solved) {
    EXPECT_EQ(deduced.marks, p.loop);
  }
}

TEST(SlitherlinkDeduce, IsRightOnEveryGridAtEveryShareOfClues) {
  for (const auto& grid : grids())
    for (int seed = 0; seed < effort(60); ++seed)
      for (const int depth : {0, 1}) {
        const Puzzle p = puzzle(grid, static_cast<std::uint64_t>(seed), 0.3 + 0.1 * (seed % 8));
        expect_right(deduce(p.board, {.depth = depth}), p);
        ASSERT_FALSE(HasFatalFailure()) << "seed " << seed << " on " << grid->faces() << " faces";
      }
}

TEST(SlitherlinkDeduce, EveryRuleIsRightWithoutTheOthers) {
  for (Rule rule = kPair; rule < rule_names().size(); ++rule)
    for (const auto& grid : grids())
      for (int seed = 0; seed < effort(8); ++seed) {
        const Puzzle p = puzzle(grid, static_cast<std::uint64_t>(seed), 0.7);
        expect_right(deduce(p.board, {.depth = 1, .rules = RuleSet().with(rule)}), p);
        ASSERT_FALSE(HasFatalFailure()) << rule_names()[rule] << " seed " << seed;
      }
}

TEST(SlitherlinkDeduce, IsRightWithNestedGuesses) {
  for (const auto& grid : {Grid::squares(4, 4), triangular(5, 4), honeycomb(3, 3)})
    for (int seed = 0; seed < effort(8); ++seed) {
      const Puzzle p = puzzle(grid, static_cast<std::uint64_t>(seed), 0.4);
      const RuleSet few = RuleSet().with(kGuess);
      expect_right(deduce(p.board, {.depth = 2, .rules = few}), p);
      expect_right(deduce(p.board, {.depth = 2}), p);
      ASSERT_FALSE(HasFatalFailure()) << "seed " << seed;
    }
}

TEST(SlitherlinkDeduce, DeeperGuessesKnowMore) {
  std::size_t open[3] = {};
  for (int seed = 0; seed < 10; ++seed) {
    const Puzzle p = puzzle(Grid::squares(5, 5), static_cast<std::uint64_t>(seed), 0.45);
    for (const int depth : {0, 1, 2}) {
      const auto marks = deduce(p.board, {.depth = depth, .rules = RuleSet().with(kGuess)}).marks;
      open[depth] +=
          static_cast<std::size_t>(std::count(marks.begin(), marks.end(), Mark::unknown));
    }
  }
  EXPECT_GT(open[0], open[1]);
  EXPECT_GT(open[1], open[2]);
}

TEST(SlitherlinkDeduce, EachGeneralRuleKnowsWhatTheSimplerOnesDoNot) {
  // Summed over boards, each addition leaves fewer edges open.
  const RuleSet sets[] = {RuleSet(), RuleSet().with(kPair), RuleSet().with(kPair).with(kColour)};
  for (const auto& grid : {Grid::squares(8, 8), honeycomb(6, 6), cairo(4, 4)}) {
    std::size_t before = 0;
    for (const RuleSet& rules : sets) {
      std::size_t open = 0;
      for (int seed = 0; seed < 30; ++seed) {
        const Puzzle p = puzzle(grid, static_cast<std::uint64_t>(seed), 0.6);
        const auto marks = deduce(p.board, {.depth = 0, .rules = rules}).marks;
        open += static_cast<std::size_t>(std::count(marks.begin(), marks.end(), Mark::unknown));
      }
      if (before > 0) {
        EXPECT_LT(open, before) << grid->faces() << " faces";
      }
      before = open;
    }
  }
}

TEST(SlitherlinkDeduce, SumsOfCluesRelateFacesThatNoSingleClueDoes) {
  // Over all boards the rule must give something that colours alone do not.
  std::size_t without = 0, with = 0;
  const RuleSet base = RuleSet().with(kColour);
  for (int seed = 0; seed < 200; ++seed) {
    const Puzzle p = puzzle(Grid::squares(6, 6), static_cast<std::uint64_t>(seed), 0.75);
    for (const bool sums : {false, true}) {
      const auto d = deduce(p.board, {.depth = 0, .rules = sums ? base.with(kParity) : base});
      expect_right(d, p);
      (sums ? with : without) +=
          static_cast<std::size_t>(std::count(d.marks.begin(), d.marks.end(), Mark::unknown));
    }
  }
  EXPECT_LT(with, without);
}

TEST(SlitherlinkDeduce, FindsThatThereIsNoAnswer) {
  for (const char* id : {"2x2t0:0000", "2x2t0:3333", "1x1t0:0", "3x1t0:303", "2x1t0:22"})
    EXPECT_EQ(deduce(from_loopy_id(id), {.depth = 2}).outcome, Outcome::contradiction) << id;
  for (const char* id : {"2x1t0:33", "3x1t0:3a3", "1x1t0:4"})
    EXPECT_EQ(deduce(from_loopy_id(id), {.depth = 2}).outcome, Outcome::solved) << id;
}

TEST(SlitherlinkDeduce, TheLoopMayRunWithinAPattern) {
  // Adjacent threes have a line between them unless the loop is the one around both.
  const Board board = from_loopy_id("4x3t0:e33e");
  const Deduced d = deduce(board, {.depth = 0});
  const Board around = [&] {
    Board b = board;
    const auto in = [](int f) { return f == 5 || f == 6; };
    for (int e = 0; e < b.grid->edges(); ++e) {
      const auto& sides = b.grid->edge(e).faces;
      b.marks[static_cast<std::size_t>(e)] =
          in(sides[0]) != in(sides[1]) ? Mark::line : Mark::cross;
    }
    return b;
  }();
  ASSERT_TRUE(is_solved(around));
  for (std::size_t e = 0; e < d.marks.size(); ++e)
    EXPECT_TRUE(d.marks[e] == Mark::unknown || d.marks[e] == around.marks[e]) << e;
}

TEST(SlitherlinkDeduce, KeepsGivenMarksOnlyWhenAsked) {
  Board board = from_loopy_id("2x2t0:d");
  board.marks[0] = Mark::cross;
  EXPECT_EQ(deduce(board, {.depth = 0}).marks[0], Mark::unknown);
  EXPECT_EQ(deduce(board, {.depth = 0, .keep_marks = true}).marks[0], Mark::cross);
  // The corner's other edge goes with it.
  const auto marks = deduce(board, {.depth = 0, .keep_marks = true}).marks;
  EXPECT_EQ(std::count(marks.begin(), marks.end(), Mark::cross), 2);
}

TEST(SlitherlinkDeduce, ReportsEveryConclusion) {
  std::set<Rule> with_words;
  for (const auto& grid : {Grid::squares(8, 8), honeycomb(6, 6)}) {
    const auto board = generate({.grid = grid, .seed = 5, .hard = true});
    ASSERT_TRUE(board);
    std::vector<std::uint32_t> reported(rule_names().size());
    std::size_t facts = 0;
    const Report report = [&](const Conclusion& conclusion) {
      ++reported[conclusion.rule];
      facts += conclusion.facts.size();
      if (!conclusion.why.empty()) with_words.insert(conclusion.rule);
    };
    const Deduced deduced = deduce(*board, {.depth = 1, .report = &report});
    EXPECT_EQ(reported, deduced.fired);
    const auto open = std::count(deduced.marks.begin(), deduced.marks.end(), Mark::unknown);
    EXPECT_EQ(facts + static_cast<std::size_t>(open), deduced.marks.size());
  }
  EXPECT_TRUE(with_words.contains(kColour) && with_words.contains(kGuess));
  EXPECT_GT(*with_words.rbegin(), kGeneralRules);
}

TEST(SlitherlinkDeduce, StopsAtTheDeadlineWithWhatIsKnown) {
  const Puzzle p = puzzle(Grid::squares(12, 12), 1, 0.3);
  const Deduced d =
      deduce(p.board, {.depth = 3, .deadline = Deadline(Deadline::Clock::time_point::min())});
  EXPECT_EQ(d.outcome, Outcome::timeout);
  expect_right(d, p);
}

using PublishedSlitherlink = test::Published;

TEST_F(PublishedSlitherlink, HardBoardsAreDeducedWithoutGuessing) {
  int boards = 0;
  for (const auto& file :
       std::filesystem::directory_iterator(test::published() / "slitherlink/puzzle-loop")) {
    if (file.path().filename().string().find("hard") == std::string::npos) continue;
    Board board = from_text(test::published_text(file.path()));
    const Deduced d = deduce(board, {.depth = 0});
    ASSERT_EQ(d.outcome, Outcome::solved) << file.path();
    board.marks = d.marks;
    ASSERT_TRUE(is_solved(board)) << file.path();
    ++boards;
  }
  EXPECT_GT(boards, 100);
}

}  // namespace
}  // namespace eyehand::slitherlink
