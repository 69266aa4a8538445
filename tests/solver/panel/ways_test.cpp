// Distances found by sets of tiles equal those found tile by tile, for any board size.
#include "solver/panel/ways.hpp"

#include <gtest/gtest.h>

#include <random>
#include <utility>
#include <vector>

#include "puzzle/index.hpp"
#include "puzzle/panel/board.hpp"
#include "solver/panel/grid.hpp"

namespace eyehand::panel {
namespace {

std::vector<int> by_tiles(const Grid& grid, const Ways& ways, int from) {
  std::vector<int> distance(at(grid.size()), -1), order = {from};
  distance[at(from)] = 0;
  for (std::size_t i = 0; i < order.size(); ++i)
    for (int direction = 0; direction < 4; ++direction) {
      const int here = order[i], other = grid.around[at(here)][at(direction)];
      if (!ways.open[at(direction)].has(here) || !ways.inside.has(other) ||
          distance[at(other)] >= 0)
        continue;
      distance[at(other)] = distance[at(here)] + 1;
      order.push_back(other);
    }
  return distance;
}

std::vector<int> by_sets(const Ways& ways, int tiles, int from) {
  std::vector<int> distance(at(tiles), -1);
  TileSet front(tiles), met(tiles);
  front.only(from);
  met.only(from);
  int steps = 0;
  do {
    front.each([&](int t) { distance[at(t)] = steps; });
    ++steps;
  } while (ways.spread(front, met));
  int count = 0;
  for (const int d : distance) count += d >= 0;
  EXPECT_EQ(met.count(), count);
  EXPECT_EQ(met.shared(ways.inside), count - !ways.inside.has(from));
  return distance;
}

TEST(PanelWays, SpreadAsTileByTile) {
  std::mt19937 random(7);
  for (const auto& [width, height] : std::vector<std::pair<int, int>>{{1, 1},
                                                                      {64, 1},
                                                                      {1, 64},
                                                                      {8, 8},
                                                                      {63, 1},
                                                                      {9, 8},
                                                                      {13, 11},
                                                                      {64, 2},
                                                                      {65, 3},
                                                                      {130, 4},
                                                                      {3, 70}})
    for (int round = 0; round < 40; ++round) {
      const Board board = Board::make(width, height);
      const Grid grid(board);
      Ways ways(width, grid.size());
      for (int t = 0; t < grid.size(); ++t) {
        ways.inside.set(t, random() % 8 != 0);
        for (int direction = 0; direction < 4; ++direction)
          ways.open[at(direction)].set(t,
                                       grid.around[at(t)][at(direction)] >= 0 && random() % 8 != 0);
      }
      const int from = static_cast<int>(random() % at(grid.size()));
      EXPECT_EQ(by_sets(ways, grid.size(), from), by_tiles(grid, ways, from))
          << width << 'x' << height << " from " << from << ", round " << round;
    }
}

}  // namespace
}  // namespace eyehand::panel
