// A Slitherlink puzzle as flat arrays, for the search.
//
// Besides edges, vertices and faces it has *regions*: the faces and what lies beyond the rim. A
// loop parts the plane in two, so each region has one of two colours, and an edge is a line just if
// the regions on its two sides differ in colour. Beyond the rim of a grid with holes, or of one in
// several pieces, lie several regions; where the faces alone do not tell which, rims are kept
// apart, which loses a deduction and never an answer.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "puzzle/slitherlink/board.hpp"

namespace eyehand::slitherlink {

class Model {
 public:
  using Index = std::uint32_t;

  struct Edge {
    Index vertex[2];
    Index region[2];
    Index vertex_across(Index v) const { return vertex[0] + vertex[1] - v; }
    Index region_across(Index r) const { return region[0] + region[1] - r; }
  };

  /// Where two following edges of a face with a clue meet.
  struct Corner {
    Index vertex, face, edge[2];
  };

  /// Keeps a reference to the board. O(edges).
  explicit Model(const Board& board);

  Index edges() const { return static_cast<Index>(edges_.size()); }
  Index vertices() const { return static_cast<Index>(board_.grid->vertices()); }
  Index regions() const { return static_cast<Index>(clues_.size()); }
  const Edge& edge(Index e) const { return edges_[e]; }
  std::span<const int> edges_of_vertex(Index v) const {
    return board_.grid->edges_of_vertex(static_cast<int>(v));
  }
  std::span<const int> edges_of_region(Index r) const {
    const auto faces = static_cast<Index>(board_.grid->faces());
    if (r < faces) return board_.grid->edges_of_face(static_cast<int>(r));
    return std::span(rim_edges_)
        .subspan(rim_starts_[r - faces], rim_starts_[r - faces + 1] - rim_starts_[r - faces]);
  }
  const Corner& corner(Index c) const { return corners_[c]; }
  std::span<const Index> corners_of_vertex(Index v) const {
    return std::span(vertex_corners_)
        .subspan(vertex_corner_starts_[v], vertex_corner_starts_[v + 1] - vertex_corner_starts_[v]);
  }
  /// From the first one on, as many as the face has sides; none without a clue.
  Index first_corner(Index face) const { return face_corners_[face]; }
  /// kNoClue beyond the rim.
  int clue(Index region) const { return clues_[region]; }
  /// How many of an edge's faces have a clue, and the sum of all clues.
  int weight(Index e) const { return weights_[e]; }
  std::int64_t clue_sum() const { return clue_sum_; }
  /// A region beyond the rim, that with most edges; face 0 in a grid without a rim.
  Index outside() const { return outside_; }

 private:
  void find_rims();
  void find_corners();

  const Board& board_;
  std::vector<Edge> edges_;
  std::vector<std::int8_t> clues_, weights_;
  std::vector<Corner> corners_;
  std::vector<Index> vertex_corners_, vertex_corner_starts_, face_corners_;
  std::vector<int> rim_edges_;
  std::vector<Index> rim_starts_;
  std::int64_t clue_sum_ = 0;
  Index outside_ = 0;
};

}  // namespace eyehand::slitherlink
