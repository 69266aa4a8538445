// What panel regions can still become: parts, reach, and the tiles that must join or cannot.
#include "solver/panel/regions.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <string_view>

#include "puzzle/index.hpp"
#include "puzzle/panel/text.hpp"
#include "solver/panel/walk_propagator.hpp"
#include "solver/sat/engine.hpp"

namespace eyehand::panel {
namespace {

/// Open tiles whose state follows, and whether they must join (or be walked).
using Found = std::map<int, bool>;

/// `states`: one character per tile, 0, 1 or ? for an open one.
struct Known {
  Known(std::string_view code, std::string_view states, bool walked = false)
      : board(from_code(code)), grid(board), regions(grid, board, walked) {
    for (std::size_t t = 0; t < states.size(); ++t)
      if (grid.exists[t])
        regions.states[t] =
            states[t] == '?' ? Regions::kOpen : static_cast<std::int8_t>(states[t] - '0');
    regions.changed();
  }
  /// What follows for open tiles from the region of this one.
  Found joins(int tile) {
    std::vector<Regions::Finding> findings;
    regions.find(tile, findings);
    Found result;
    for (const auto& finding : findings) result[finding.tile] = finding.joins;
    return result;
  }

  Board board;
  Grid grid;
  Regions regions;
};

using Broken = Regions::Broken;

TEST(PanelRegions, AFullRegionIsLeftByItsNeighbours) {
  Known full("3:000A0+E", "????1????");
  EXPECT_EQ(full.regions.visit(4).broken, Broken::no);
  EXPECT_TRUE(full.joins(4).empty());  // the dot is at 3, which is open
  Known dot("3:000A0+E", "???1?????");
  EXPECT_EQ(dot.joins(3), (Found{{0, false}, {4, false}, {6, false}}));
  Known large("3:000A0+E", "???11????");
  EXPECT_EQ(large.regions.visit(4).broken, Broken::sum);
  EXPECT_TRUE(large.regions.seems_broken(3));
}

TEST(PanelRegions, TilesWithoutWhichItIsTooSmallJoin) {
  // Three tiles from the end of a row of five; two from a wall.
  Known row("5:C0+D", "1????");
  EXPECT_EQ(row.joins(0), (Found{{1, true}, {2, true}}));
  Known wall("5:C0+D", "1?0??");
  EXPECT_EQ(wall.regions.visit(0).broken, Broken::sum);
  // Of a square each way round will do.
  Known square("2:C0+C", "1???");
  EXPECT_TRUE(square.joins(0).empty());
}

TEST(PanelRegions, DotsThatAreTooFarDoNotCount) {
  // 2 and 9 make 11, but there are fewer tiles.
  Known row("8:B0+FI0", "1???????");
  EXPECT_EQ(row.joins(0), (Found{{1, true}}));
  EXPECT_EQ(row.regions.visit(0).max_tiles, 2);
  // A dot that is near enough counts.
  Known near("8:B0+BB0+D", "1???????");
  EXPECT_EQ(near.regions.visit(0).max_tiles, 4);
}

TEST(PanelRegions, ADiamondReachesForItsPartner) {
  Known row("4:Sr000Sr0", "1???");
  EXPECT_EQ(row.joins(0), (Found{{1, true}, {2, true}, {3, true}}));
  Known cut("4:Sr000Sr0", "1?0?");
  EXPECT_EQ(cut.regions.visit(0).broken, Broken::partner);
  // A third one may not join.
  Known three("4:Sr0Sr0Sr00", "11??");
  EXPECT_EQ(three.joins(0), (Found{{2, false}}));
}

TEST(PanelRegions, WalkedTilesAreOneRegion) {
  Known apart("5:A0000A0", "1???1", true);
  EXPECT_EQ(apart.regions.visit(0).size(), 2);
  Known toggled("5:A0000A0", "1???1", false);
  EXPECT_EQ(toggled.regions.visit(0).size(), 1);
}

TEST(PanelRegions, AWalksRegionIsNoLargerThanTheWalkAndWhatItNeedNotWalk) {
  // Three tiles with a walk of two: the locked lit one is the third if it is not walked.
  Known row("5:C00600", "1?1??", true);
  row.regions.limit = 2;
  EXPECT_EQ(row.regions.visit(0).broken, Broken::sum);
  row.regions.spare[2] = 1;
  row.regions.changed();
  EXPECT_EQ(row.regions.visit(0).broken, Broken::no);
  EXPECT_TRUE(row.regions.wants_spare(row.regions.visit(0)));
  row.regions.limit = 3;
  row.regions.changed();
  EXPECT_FALSE(row.regions.wants_spare(row.regions.visit(0)));
  // It is of no use where it cannot be reached.
  Known wall("5:C00060", "1?01?", true);
  wall.regions.limit = 2;
  wall.regions.spare[3] = 1;
  EXPECT_EQ(wall.regions.visit(0).broken, Broken::sum);
}

constexpr int kConflict = -1;

/// A walk propagator with literals of its own; facts are added to the engine as clauses.
struct Walked {
  explicit Walked(const Board& made) : board(made), grid(board), step(board.size()) {
    never = -engine.yes();
    start.assign(board.size(), never);
    for (auto& steps : step) steps.fill(never);
    for (int t = 0; t < grid.size(); ++t) {
      walked.push_back(engine.fresh());
      if (board.tiles[at(t)].start) start[at(t)] = engine.fresh();
      for (const int direction : {kRight, kDown}) {
        const int other = grid.around[at(t)][at(direction)];
        if (other >= 0)
          step[at(t)][at(direction)] = step[at(other)][at(direction + 2)] = engine.fresh();
      }
    }
  }
  void walk(int tile, bool is) { engine.add({is ? walked[at(tile)] : -walked[at(tile)]}); }
  /// What follows if the walk has at most `most` tiles (0: any number).
  Found follows(int most = 0) {
    WalkPropagator propagator(grid, walked, start, step, never);
    if (most > 0) propagator.bound_length(most, engine.yes());
    std::vector<sat::Finding> findings;
    propagator.propagate(engine, findings);
    Found result;
    for (const auto& finding : findings) {
      if (finding.literal == 0) result[kConflict] = true;
      for (int t = 0; t < grid.size(); ++t)
        if (std::abs(finding.literal) == walked[at(t)]) result[t] = finding.literal > 0;
    }
    return result;
  }

  Board board;
  Grid grid;
  sat::Engine engine;
  int never;
  sat::Literals walked, start;
  std::vector<std::array<int, 4>> step;
};

Board board_of(int width, int height, int start) {
  Board board = Board::make(width, height);
  board.tiles[at(start)].start = true;
  return board;
}

TEST(PanelWalkPropagator, GoesOneWayAndThroughWhatCuts) {
  Walked row(board_of(5, 1, 1));
  row.walk(1, true);
  row.walk(3, true);
  EXPECT_EQ(row.follows(), (Found{{0, false}, {2, true}}));
  row.walk(0, true);
  EXPECT_EQ(row.follows(), (Found{{kConflict, true}}));
}

TEST(PanelWalkPropagator, ReachesAllThatIsWalked) {
  Walked parted(board_of(3, 1, 0));
  parted.walk(0, true);
  parted.walk(1, false);
  EXPECT_EQ(parted.follows(), (Found{{2, false}}));
  parted.walk(2, true);
  EXPECT_EQ(parted.follows(), (Found{{kConflict, true}}));
}

TEST(PanelWalkPropagator, BoundsTheLength) {
  // In a square of four from a corner: the corner opposite is three tiles away.
  Walked square(board_of(2, 2, 0));
  square.walk(0, true);
  square.walk(3, true);
  EXPECT_TRUE(square.follows(3).empty());
  EXPECT_EQ(square.follows(2), (Found{{kConflict, true}}));
  // Two tiles beside the start take the one between them; no other is near enough.
  Walked middle(board_of(3, 3, 4));
  for (const int t : {4, 1, 3}) middle.walk(t, true);
  EXPECT_EQ(middle.follows(3), (Found{{kConflict, true}}));
  EXPECT_EQ(middle.follows(4), (Found{{2, false}, {5, false}, {6, false}, {7, false}, {8, false}}));
}

TEST(PanelWalkPropagator, GoesThereAndBack) {
  // Two tiles to the left of the start and two to its right: six steps, whichever comes first.
  Walked both(board_of(5, 5, 12));
  for (const int t : {12, 10, 14}) both.walk(t, true);
  EXPECT_EQ(both.follows(6), (Found{{kConflict, true}}));
  EXPECT_FALSE(both.follows(7).contains(kConflict));
  const auto nine = both.follows(9);
  EXPECT_FALSE(nine.contains(kConflict));
  EXPECT_FALSE(nine.contains(7));  // beside the start
  EXPECT_TRUE(nine.contains(2));   // beyond it
}

TEST(PanelWalkPropagator, ClosesNoLoop) {
  Walked square(board_of(2, 2, 0));
  for (int t = 0; t < 4; ++t) square.walk(t, true);
  for (const int taken : {square.step[0][kRight], square.step[0][kDown], square.step[3][kUp]})
    square.engine.add({taken});
  WalkPropagator propagator(square.grid, square.walked, square.start, square.step, square.never);
  std::vector<sat::Finding> findings;
  ASSERT_TRUE(propagator.propagate(square.engine, findings));
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings[0].literal, -square.step[2][kRight]);
}

}  // namespace
}  // namespace eyehand::panel
