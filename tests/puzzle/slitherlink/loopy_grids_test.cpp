// That they are Loopy's own is shown in tests/play/saved_test.cpp, by its saved games.
#include "puzzle/slitherlink/loopy_grids.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <utility>

namespace eyehand::slitherlink {
namespace {

TEST(LoopyGrids, ArePlanarAndInOnePiece) {
  int types = 0;
  for (int type = 0; type <= 20; ++type) {
    if (!is_periodic_in_loopy(type)) continue;
    ++types;
    for (const auto& [columns, rows] : {std::pair(3, 3), std::pair(4, 3), std::pair(5, 4)}) {
      SCOPED_TRACE(testing::Message() << columns << "x" << rows << "t" << type);
      const auto grid = loopy_grid(type, columns, rows);
      EXPECT_GE(grid->faces(), columns * rows);
      EXPECT_EQ(grid->vertices() - grid->edges() + grid->faces(), 1) << "Euler's formula";
      std::set<std::pair<int, int>> passed;
      int clockwise = 0;
      for (int face = 0; face < grid->faces(); ++face) {
        const auto around = grid->vertices_of_face(face);
        double twice = 0;  // the area
        for (std::size_t i = 0; i < around.size(); ++i) {
          const int v = around[i], w = around[(i + 1) % around.size()];
          EXPECT_TRUE(passed.emplace(v, w).second) << "two faces lie on one side of an edge";
          twice += grid->point(v).x * grid->point(w).y - grid->point(v).y * grid->point(w).x;
        }
        EXPECT_GT(std::abs(twice), 0.5);
        clockwise += twice > 0;
      }
      EXPECT_TRUE(clockwise == 0 || clockwise == grid->faces());
    }
  }
  EXPECT_EQ(types, 13);
}

}  // namespace
}  // namespace eyehand::slitherlink
