// A Slitherlink puzzle as flat arrays, for the search.
//
// Besides edges, vertices and faces it has *regions*: the faces and what lies beyond the rim. A
// loop divides the plane in two, so each region has one of two colours, and an edge is a line
// exactly if the regions on its two sides differ in colour. Beyond the rim of a grid with holes, or
// of one in several pieces, there are several regions; where the faces alone do not show which rims
// belong together, they are kept apart, which loses a deduction but never an answer.
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

  /// Where two consecutive edges of a face with a clue meet.
  struct Corner {
    Index vertex, face, edge[2];
  };

  /// Keeps no reference to the board. O(edges).
  explicit Model(const Board& board);

  Index edges() const { return static_cast<Index>(edges_.size()); }
  Index vertices() const { return edges_of_vertex_.size(); }
  Index regions() const { return edges_of_region_.size(); }
  const Edge& edge(Index e) const { return edges_[e]; }
  std::span<const Index> edges_of_vertex(Index v) const { return edges_of_vertex_[v]; }
  std::span<const Index> edges_of_region(Index r) const { return edges_of_region_[r]; }
  const Corner& corner(Index c) const { return corners_[c]; }
  std::span<const Index> corners_of_vertex(Index v) const { return corners_of_vertex_[v]; }
  /// In the order of the face's edges; none for regions without a clue.
  std::span<const Corner> corners_of_region(Index r) const {
    return std::span(corners_).subspan(first_corner_[r], first_corner_[r + 1] - first_corner_[r]);
  }
  Index index_of(const Corner& c) const { return static_cast<Index>(&c - corners_.data()); }
  /// kNoClue beyond the rim.
  int clue(Index region) const { return clues_[region]; }
  /// The number of an edge's faces that have a clue.
  int weight(Index e) const { return weights_[e]; }
  std::int64_t clue_sum() const { return clue_sum_; }
  /// The region beyond the rim with the most edges; face 0 in a grid without a rim.
  Index outside() const { return outside_; }

 private:
  /// Lists of indices, one after another.
  struct Lists {
    std::vector<Index> starts, items;  // one start more than there are lists
    Index size() const { return static_cast<Index>(starts.size()) - 1; }
    std::span<const Index> operator[](Index i) const {
      return {items.data() + starts[i], items.data() + starts[i + 1]};
    }
  };
  void find_rims(const Grid& grid);
  void find_corners(const Grid& grid);

  std::vector<Edge> edges_;
  std::vector<std::int8_t> clues_, weights_;
  std::vector<Corner> corners_;
  std::vector<Index> first_corner_;
  Lists edges_of_vertex_, edges_of_region_, corners_of_vertex_;
  std::int64_t clue_sum_ = 0;
  Index outside_ = 0;
};

}  // namespace eyehand::slitherlink
