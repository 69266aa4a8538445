#include "player/slitherlink/correspondence.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

namespace eyehand::slitherlink {
namespace {

/// Two hexagons' worth of triangles around their middles, with some clues.
LocatedBoard triangles() {
  std::vector<Point> points;
  std::vector<std::vector<int>> faces;
  for (int y = 0; y < 4; ++y)
    for (int x = 0; x < 5; ++x) points.push_back({40.0 * x + 20.0 * (y % 2), 34.0 * y});
  for (int y = 0; y < 3; ++y)
    for (int x = 0; x < 4; ++x) {
      const int a = 5 * y + x, b = a + 1, c = a + 5, d = a + 6;
      if (y % 2 == 0) {
        faces.push_back({a, b, c});
        faces.push_back({b, d, c});
      } else {
        faces.push_back({a, b, d});
        faces.push_back({a, d, c});
      }
    }
  Board board = Board::of(Grid::of_faces(points, faces));
  for (std::size_t f = 0; f < board.clues.size(); ++f)
    board.clues[f] =
        static_cast<std::int8_t>(f % 4) == 3 ? kNoClue : static_cast<std::int8_t>(f % 4);
  return {board, points};
}

/// The same board, renumbered, moved, scaled and read slightly off.
LocatedBoard seen_again(const LocatedBoard& before, unsigned seed, double scale = 1,
                        double off = 2) {
  std::mt19937 random(seed);
  const Grid& grid = *before.board.grid;
  std::vector<int> new_vertex(before.where.size()), face_order(before.board.clues.size());
  std::iota(new_vertex.begin(), new_vertex.end(), 0);
  std::iota(face_order.begin(), face_order.end(), 0);
  std::shuffle(new_vertex.begin(), new_vertex.end(), random);
  std::shuffle(face_order.begin(), face_order.end(), random);
  std::uniform_real_distribution<> jitter(-off, off);
  std::vector<Point> where(before.where.size());
  for (std::size_t v = 0; v < where.size(); ++v)
    where[static_cast<std::size_t>(new_vertex[v])] = {
        scale * (before.where[v].x + jitter(random)) + 17,
        scale * (before.where[v].y + jitter(random)) - 5};
  std::vector<std::vector<int>> faces;
  std::vector<std::int8_t> clues;
  for (const int f : face_order) {
    auto& face = faces.emplace_back();
    for (const int v : grid.vertices_of_face(f))
      face.push_back(new_vertex[static_cast<std::size_t>(v)]);
    clues.push_back(before.board.clues[static_cast<std::size_t>(f)]);
  }
  Board board = Board::of(Grid::of_faces(where, faces));
  board.clues = clues;
  return {board, where};
}

TEST(SlitherlinkCorrespondence, FindsEveryEdgeAgain) {
  const LocatedBoard before = triangles();
  for (unsigned seed = 0; seed < 20; ++seed) {
    const LocatedBoard now = seen_again(before, seed);
    const auto edges = match(before, now);
    ASSERT_TRUE(edges);
    auto sorted = *edges;
    std::sort(sorted.begin(), sorted.end());
    for (std::size_t e = 0; e < sorted.size(); ++e) EXPECT_EQ(sorted[e], static_cast<int>(e));
    // Their middles are where they were.
    for (int e = 0; e < now.board.grid->edges(); ++e) {
      const auto middle_x = [](const LocatedBoard& sighted, int edge) {
        const Edge& its = sighted.board.grid->edge(edge);
        return (sighted.where[static_cast<std::size_t>(its.a)].x +
                sighted.where[static_cast<std::size_t>(its.b)].x) /
               2;
      };
      EXPECT_NEAR(middle_x(now, e), middle_x(before, (*edges)[static_cast<std::size_t>(e)]) + 17,
                  3);
    }
    EXPECT_TRUE(match(before, seen_again(before, seed, 1.7)));
  }
}

TEST(SlitherlinkCorrespondence, OtherCluesAreAnotherPuzzle) {
  const LocatedBoard before = triangles();
  LocatedBoard now = seen_again(before, 1);
  std::swap(now.board.clues[0], *std::find_if(now.board.clues.begin(), now.board.clues.end(),
                                              [&](int c) { return c != now.board.clues[0]; }));
  EXPECT_FALSE(match(before, now));
}

TEST(SlitherlinkCorrespondence, OtherPositionsAreAnotherPuzzle) {
  const LocatedBoard before = triangles();
  LocatedBoard now = seen_again(before, 1);
  std::swap(now.where[0], now.where[7]);
  EXPECT_FALSE(match(before, now));
  EXPECT_FALSE(match(before, seen_again(before, 1, 1, 30)));
}

TEST(SlitherlinkCorrespondence, SquaresAreNumberedAlways) {
  LocatedBoard before{Board::of(Grid::squares(3, 2)), std::vector<Point>(12)};
  LocatedBoard now = before;
  EXPECT_EQ(match(before, now)->size(), 17U);
  now.board.clues[2] = 1;
  EXPECT_FALSE(match(before, now));
  EXPECT_FALSE(match(before, {Board::of(Grid::squares(2, 3)), std::vector<Point>(12)}));
  EXPECT_FALSE(match(before, triangles()));
  EXPECT_FALSE(match({}, now));
}

}  // namespace
}  // namespace eyehand::slitherlink
