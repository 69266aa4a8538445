// Slitherlink: draw lines along edges of a planar grid so that they form exactly one closed loop
// and every clue equals the number of lines around its face. Squares are one grid among many.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace eyehand::slitherlink {

/// The most edges a grid may have.
inline constexpr std::size_t kMaxEdges = 8u << 20;
/// The outside of the grid, in Edge::faces.
inline constexpr int kOutside = -1;

struct Point {
  double x = 0;
  double y = 0;  ///< grows downwards, as on screens
  bool operator==(const Point&) const = default;
};

struct Edge {
  int a = 0, b = 0;                     ///< its vertices, a < b
  int faces[2] = {kOutside, kOutside};  ///< on its two sides, in any order
  bool operator==(const Edge&) const = default;
};

/// The grid as a planar graph. Immutable, so that boards can share it.
///
/// In a grid of squares, vertex (x, y) is y * (columns + 1) + x and face (x, y) is y * columns + x.
/// The horizontal edges come first, row by row ((rows + 1) * columns of them), then the vertical
/// ones, row by row (rows * (columns + 1)).
class Grid {
 public:
  /// A grid of squares. Throws Error unless it has 1 to kMaxEdges edges.
  static std::shared_ptr<const Grid> squares(int columns, int rows);
  /// A grid of faces, each given as the cycle of its vertices in either direction. Consecutive
  /// vertices of a face are joined by an edge; edges are numbered in order of appearance. Throws
  /// Error if a face has fewer than three vertices, the same one twice or one that does not exist,
  /// if an edge has more than two faces, or if the grid is too large.
  static std::shared_ptr<const Grid> of_faces(std::vector<Point> vertices,
                                              const std::vector<std::vector<int>>& faces);

  struct Squares {
    int columns = 0, rows = 0;
    bool operator==(const Squares&) const = default;
  };
  /// The size of a grid made by `squares`; nothing for others.
  std::optional<Squares> shape() const { return shape_; }

  int vertices() const { return static_cast<int>(points_.size()); }
  int edges() const { return static_cast<int>(edges_.size()); }
  int faces() const { return static_cast<int>(face_starts_.size()) - 1; }

  /// The position of a vertex; in a grid of squares, (x, y) itself.
  Point point(int vertex) const { return points_[static_cast<std::size_t>(vertex)]; }
  const Edge& edge(int e) const { return edges_[static_cast<std::size_t>(e)]; }
  /// The edges around a face, in order.
  std::span<const int> edges_of_face(int face) const {
    return part(face_edges_, face_starts_, face);
  }
  /// The vertices around a face in the same order: vertex i lies between edges i - 1 and i.
  std::span<const int> vertices_of_face(int face) const {
    return part(face_vertices_, face_starts_, face);
  }
  /// The edges that meet at a vertex, in any order.
  std::span<const int> edges_of_vertex(int vertex) const {
    return part(vertex_edges_, vertex_starts_, vertex);
  }
  /// The edge between two vertices; -1 if there is none. O(edges of a vertex).
  int edge_between(int a, int b) const;
  /// The centre of a face: the mean of its vertices.
  Point middle(int face) const;

  bool operator==(const Grid&) const = default;

 private:
  static std::span<const int> part(const std::vector<int>& all, const std::vector<int>& starts,
                                   int i) {
    const auto at = static_cast<std::size_t>(i);
    return std::span(all).subspan(static_cast<std::size_t>(starts[at]),
                                  static_cast<std::size_t>(starts[at + 1] - starts[at]));
  }
  void join_vertices();

  std::optional<Squares> shape_;
  std::vector<Point> points_;
  std::vector<Edge> edges_;
  std::vector<int> face_edges_, face_vertices_, face_starts_ = {0};
  std::vector<int> vertex_edges_, vertex_starts_ = {0};
};

enum class Mark : std::uint8_t { unknown, line, cross };

inline constexpr std::int8_t kNoClue = -1;

/// Plain data.
struct Board {
  std::shared_ptr<const Grid> grid;
  std::vector<std::int8_t> clues;  ///< one per face; kNoClue where there is none
  std::vector<Mark> marks;         ///< one per edge

  /// A board without clues and marks.
  static Board of(std::shared_ptr<const Grid> grid);

  /// Equal grids, clues and marks; grids need not be the same object.
  bool operator==(const Board& other) const;
};

/// Throws Error if the fields are inconsistent: no grid, wrong sizes, a clue that is neither
/// kNoClue nor between 0 and the number of sides of its face. Call it once for a board built by
/// hand. O(edges).
void validate(const Board& board);

/// What the rule checker finds, which shares no code with the solver. Every edge that is not a line
/// counts as empty.
enum class Fault {
  none,
  clue,       ///< a face with more or fewer lines than its clue
  vertex,     ///< a vertex where neither 0 nor 2 lines meet
  no_loop,    ///< there is no line
  two_loops,  ///< more than one loop
};
struct Verdict {
  Fault fault = Fault::none;
  int where = -1;  ///< the face, the vertex, or an edge of the second loop
  bool operator==(const Verdict&) const = default;
};

/// Checks the lines; of several faults, returns the first in the order of Fault. O(edges).
Verdict check(const Board& board);
inline bool is_solved(const Board& board) {
  return check(board).fault == Fault::none;
}

}  // namespace eyehand::slitherlink
