// The grids of triangles, hexagons and Cairo pentagons.
#include "solver/slitherlink/grids.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <map>

#include "puzzle/error.hpp"

namespace eyehand::slitherlink {
namespace {

struct Kind {
  const char* name;
  std::shared_ptr<const Grid> (*make)(int, int);
  std::size_t sides;                  // of each face
  std::map<std::size_t, bool> inner;  // degrees that inner vertices have
  std::function<int(int, int)> faces;
};

const Kind kKinds[] = {
    {"triangular", triangular, 3, {{6, true}}, [](int c, int r) { return c * r; }},
    {"honeycomb", honeycomb, 6, {{3, true}}, [](int c, int r) { return c * r; }},
    {"cairo",
     cairo,
     5,
     {{3, true}, {4, true}},
     [](int c, int r) { return c * (r + 1) + (c + 1) * r; }},
};

double length(const Grid& grid, int e) {
  const Point a = grid.point(grid.edge(e).a), b = grid.point(grid.edge(e).b);
  return std::hypot(a.x - b.x, a.y - b.y);
}

/// Twice the area, with a sign for the sense of turning.
double turn(const Grid& grid, int face) {
  const auto around = grid.vertices_of_face(face);
  double sum = 0;
  for (std::size_t i = 0; i < around.size(); ++i) {
    const Point a = grid.point(around[i]), b = grid.point(around[(i + 1) % around.size()]);
    sum += a.x * b.y - a.y * b.x;
  }
  return sum;
}

TEST(SlitherlinkGrids, HaveTheirFacesAndSides) {
  for (const Kind& kind : kKinds)
    for (const auto& [columns, rows] : {std::pair{1, 1}, {2, 1}, {1, 3}, {7, 5}, {10, 10}}) {
      SCOPED_TRACE(kind.name + std::string(" ") + std::to_string(columns) + 'x' +
                   std::to_string(rows));
      const auto grid = kind.make(columns, rows);
      EXPECT_EQ(grid->faces(), kind.faces(columns, rows));
      for (int f = 0; f < grid->faces(); ++f)
        EXPECT_EQ(grid->edges_of_face(f).size(), kind.sides) << f;
    }
}

TEST(SlitherlinkGrids, SatisfyEulersFormula) {
  for (const Kind& kind : kKinds)
    for (const auto& [columns, rows] : {std::pair{1, 1}, {2, 2}, {7, 5}, {12, 9}}) {
      const auto grid = kind.make(columns, rows);
      EXPECT_EQ(grid->vertices() - grid->edges() + grid->faces(), 1)
          << kind.name << ' ' << columns << 'x' << rows;
    }
}

TEST(SlitherlinkGrids, MeetInTheRightNumbersAtInnerVertices) {
  for (const Kind& kind : kKinds) {
    const auto grid = kind.make(6, 7);
    std::map<std::size_t, bool> found;
    for (int v = 0; v < grid->vertices(); ++v) {
      bool is_inner = true;
      for (const int e : grid->edges_of_vertex(v))
        is_inner = is_inner && grid->edge(e).faces[1] != kOutside;
      const auto degree = grid->edges_of_vertex(v).size();
      EXPECT_GE(degree, 2u);
      if (is_inner) found[degree] = true;
    }
    EXPECT_EQ(found, kind.inner) << kind.name;
  }
}

TEST(SlitherlinkGrids, AreDrawnWithEvenEdgesAndEqualFaces) {
  for (const Kind& kind : kKinds) {
    const auto grid = kind.make(5, 6);
    for (int e = 0; e < grid->edges(); ++e) {
      const double l = length(*grid, e);
      EXPECT_TRUE(std::abs(l - 1) < 1e-9 ||
                  (kind.sides == 5 && std::abs(l - (std::sqrt(3.0) - 1)) < 1e-9))
          << kind.name << " edge " << e << " is " << l << " long";
    }
    // Faces of one area, all listed the same way round, cannot overlap one another.
    for (int f = 0; f < grid->faces(); ++f)
      EXPECT_NEAR(turn(*grid, f), turn(*grid, 0), 1e-9) << kind.name << " face " << f;
  }
}

TEST(SlitherlinkGrids, RefuseSizesThatNoGridHas) {
  for (const Kind& kind : kKinds)
    for (const auto& [columns, rows] :
         {std::pair{0, 1}, {1, 0}, {-3, -3}, {1 << 30, 1 << 30}, {4000, 4000}})
      EXPECT_THROW(kind.make(columns, rows), Error) << kind.name << ' ' << columns << 'x' << rows;
}

}  // namespace
}  // namespace eyehand::slitherlink
