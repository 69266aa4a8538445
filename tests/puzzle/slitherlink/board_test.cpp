#include "puzzle/slitherlink/board.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "puzzle/error.hpp"
#include "tests/puzzle/slitherlink/boards.hpp"

namespace eyehand::slitherlink {
namespace {

std::vector<int> all(std::span<const int> some) {
  return {some.begin(), some.end()};
}

/// The lines of the edges with these two vertices each.
void draw(Board& board, const std::vector<std::pair<int, int>>& edges) {
  for (const auto& [a, b] : edges) {
    bool found = false;
    for (int e = 0; e < board.grid->edges(); ++e)
      if (board.grid->edge(e).a == a && board.grid->edge(e).b == b) {
        board.marks[static_cast<std::size_t>(e)] = Mark::line;
        found = true;
      }
    ASSERT_TRUE(found) << a << "-" << b;
  }
}

TEST(SlitherlinkGrid, FindsTheEdgeBetweenTwoVertices) {
  const auto grid = Grid::squares(3, 2);
  for (int e = 0; e < grid->edges(); ++e) {
    EXPECT_EQ(grid->edge_between(grid->edge(e).a, grid->edge(e).b), e);
    EXPECT_EQ(grid->edge_between(grid->edge(e).b, grid->edge(e).a), e);
  }
  EXPECT_EQ(grid->edge_between(0, 0), -1);
  EXPECT_EQ(grid->edge_between(0, 5), -1);
}

TEST(SlitherlinkGrid, SquaresAreNumberedRowByRow) {
  const auto grid = Grid::squares(3, 2);
  EXPECT_EQ(grid->vertices(), 12);
  EXPECT_EQ(grid->edges(), 9 + 8);
  EXPECT_EQ(grid->faces(), 6);
  EXPECT_EQ(grid->shape(), (Grid::Squares{3, 2}));
  EXPECT_EQ(grid->point(6), (Point{2, 1}));
  EXPECT_EQ(grid->middle(4), (Point{1.5, 1.5}));
  EXPECT_EQ(grid->edge(4), (Edge{5, 6, {1, 4}}));
  EXPECT_EQ(grid->edge(0), (Edge{0, 1, {kOutside, 0}}));
  EXPECT_EQ(grid->edge(9), (Edge{0, 4, {kOutside, 0}}));
  EXPECT_EQ(all(grid->edges_of_face(4)), (std::vector<int>{4, 15, 7, 14}));
  EXPECT_EQ(all(grid->vertices_of_face(4)), (std::vector<int>{5, 6, 10, 9}));
  EXPECT_EQ(grid->edges_of_vertex(5).size(), 4U);
  EXPECT_EQ(grid->edges_of_vertex(0).size(), 2U);
}

TEST(SlitherlinkGrid, EachPartKnowsTheOthers) {
  for (const auto& grid : {Grid::squares(5, 4), Grid::squares(1, 1), test::mixed_grid()}) {
    std::vector<int> faces_of(static_cast<std::size_t>(grid->edges()), 0);
    for (int f = 0; f < grid->faces(); ++f) {
      const auto edges = grid->edges_of_face(f), vertices = grid->vertices_of_face(f);
      ASSERT_EQ(edges.size(), vertices.size());
      for (std::size_t i = 0; i < edges.size(); ++i) {
        const Edge& edge = grid->edge(edges[i]);
        EXPECT_LT(edge.a, edge.b);
        EXPECT_TRUE(edge.faces[0] == f || edge.faces[1] == f);
        // Edge i runs from vertex i to the next one.
        const auto ends = std::minmax(vertices[i], vertices[(i + 1) % vertices.size()]);
        EXPECT_EQ(ends, std::minmax(edge.a, edge.b));
        ++faces_of[static_cast<std::size_t>(edges[i])];
      }
    }
    std::size_t ends = 0;
    for (int v = 0; v < grid->vertices(); ++v) {
      const auto around = grid->edges_of_vertex(v);
      EXPECT_EQ(std::set<int>(around.begin(), around.end()).size(), around.size());
      for (const int e : around) EXPECT_TRUE(grid->edge(e).a == v || grid->edge(e).b == v);
      ends += around.size();
    }
    EXPECT_EQ(ends, 2 * static_cast<std::size_t>(grid->edges()));
    for (int e = 0; e < grid->edges(); ++e) {
      const auto* faces = grid->edge(e).faces;
      EXPECT_EQ(faces_of[static_cast<std::size_t>(e)],
                (faces[0] != kOutside) + (faces[1] != kOutside));
    }
    // Euler's formula: a grid in one piece without holes.
    EXPECT_EQ(grid->vertices() - grid->edges() + grid->faces(), 1);
  }
}

TEST(SlitherlinkGrid, SquaresOfFacesEqualSquares) {
  const auto squares = Grid::squares(2, 1);
  std::vector<Point> points;
  for (int v = 0; v < squares->vertices(); ++v) points.push_back(squares->point(v));
  const auto grid = Grid::of_faces(points, {{0, 1, 4, 3}, {1, 2, 5, 4}});
  EXPECT_FALSE(grid->shape());
  EXPECT_EQ(grid->edges(), squares->edges());
  EXPECT_EQ(grid->edge(1), (Edge{1, 4, {0, 1}}));
  EXPECT_FALSE(*grid == *squares);
}

TEST(SlitherlinkGrid, InvalidGridsAreRefused) {
  const std::vector<Point> four = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
  using Faces = std::vector<std::vector<int>>;
  for (const Faces& faces : {Faces{}, Faces{{0, 1}}, Faces{{0, 1, 4}}, Faces{{0, -1, 2}},
                             Faces{{0, 1, 0}}, Faces{{0, 1, 2, 3}, {0, 1, 2}, {1, 0, 3}}})
    EXPECT_THROW(Grid::of_faces(four, faces), Error);
  EXPECT_THROW(Grid::squares(0, 3), Error);
  EXPECT_THROW(Grid::squares(3, -1), Error);
  EXPECT_THROW(Grid::squares(5000, 5000), Error);
  EXPECT_THROW(Grid::squares(2147483647, 2147483647), Error);
}

TEST(SlitherlinkBoard, ValidateFindsInconsistencies) {
  Board board = Board::of(Grid::squares(2, 2));
  EXPECT_NO_THROW(validate(board));
  board.clues[3] = 4;
  EXPECT_NO_THROW(validate(board));
  board.clues[3] = 5;
  EXPECT_THROW(validate(board), Error);
  board.clues[3] = -2;
  EXPECT_THROW(validate(board), Error);
  board.clues.pop_back();
  EXPECT_THROW(validate(board), Error);
  EXPECT_THROW(validate(Board{}), Error);
}

TEST(SlitherlinkBoard, EqualBoardsNeedNotShareTheirGrid) {
  EXPECT_EQ(Board::of(Grid::squares(2, 2)), Board::of(Grid::squares(2, 2)));
  EXPECT_FALSE(Board::of(Grid::squares(2, 3)) == Board::of(Grid::squares(3, 2)));
}

// Vertices of the 3x2 board: 0 1 2 3 / 4 5 6 7 / 8 9 10 11.
class SlitherlinkCheck : public testing::Test {
 protected:
  Board board = Board::of(Grid::squares(3, 2));
};

TEST_F(SlitherlinkCheck, AcceptsTheLoop) {
  draw(board, {{0, 1}, {1, 5}, {4, 5}, {0, 4}});
  board.clues = {4, 1, 0, 1, 0, 0};
  EXPECT_EQ(check(board), Verdict{});
  EXPECT_TRUE(is_solved(board));
  // Everything but a line counts as no line.
  for (auto& mark : board.marks)
    if (mark == Mark::unknown) mark = Mark::cross;
  EXPECT_TRUE(is_solved(board));
}

TEST_F(SlitherlinkCheck, AnUnmetClue) {
  draw(board, {{0, 1}, {1, 5}, {4, 5}, {0, 4}});
  board.clues[4] = 1;
  EXPECT_EQ(check(board), (Verdict{Fault::clue, 4}));
  board.clues[4] = kNoClue;
  board.clues[3] = 0;
  EXPECT_EQ(check(board), (Verdict{Fault::clue, 3}));
}

TEST_F(SlitherlinkCheck, ALooseEnd) {
  draw(board, {{0, 1}, {1, 5}, {4, 5}});
  EXPECT_EQ(check(board), (Verdict{Fault::vertex, 0}));
}

TEST_F(SlitherlinkCheck, ACrossing) {
  draw(board, {{0, 1}, {1, 5}, {4, 5}, {0, 4}, {5, 6}, {6, 10}, {9, 10}, {5, 9}});
  EXPECT_EQ(check(board), (Verdict{Fault::vertex, 5}));
}

TEST_F(SlitherlinkCheck, ABranch) {
  draw(board, {{0, 1}, {1, 5}, {4, 5}, {0, 4}, {1, 2}, {2, 6}, {5, 6}});
  EXPECT_EQ(check(board), (Verdict{Fault::vertex, 1}));
}

TEST_F(SlitherlinkCheck, NoLoop) {
  EXPECT_EQ(check(board), (Verdict{Fault::no_loop, -1}));
  board.clues = {0, 0, 0, 0, 0, 0};
  EXPECT_EQ(check(board).fault, Fault::no_loop);
}

TEST_F(SlitherlinkCheck, TwoLoops) {
  draw(board, {{0, 1}, {1, 5}, {4, 5}, {0, 4}, {2, 3}, {3, 7}, {6, 7}, {2, 6}});
  const Verdict verdict = check(board);
  EXPECT_EQ(verdict.fault, Fault::two_loops);
  EXPECT_EQ(board.grid->edge(verdict.where).a, 2);
}

TEST_F(SlitherlinkCheck, ReportsTheFirstOfSeveralFaults) {
  draw(board, {{0, 1}});
  EXPECT_EQ(check(board).fault, Fault::vertex);
  board.clues[5] = 2;
  EXPECT_EQ(check(board), (Verdict{Fault::clue, 5}));
}

TEST(SlitherlinkCheckOther, AnyGrid) {
  Board board = Board::of(test::mixed_grid());
  for (const int e : board.grid->edges_of_face(1))
    board.marks[static_cast<std::size_t>(e)] = Mark::line;
  EXPECT_TRUE(is_solved(board));
  board.clues[1] = static_cast<std::int8_t>(board.grid->edges_of_face(1).size());
  EXPECT_TRUE(is_solved(board));
  --board.clues[1];
  EXPECT_EQ(check(board), (Verdict{Fault::clue, 1}));
}

}  // namespace
}  // namespace eyehand::slitherlink
