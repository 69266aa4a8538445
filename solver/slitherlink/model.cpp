#include "solver/slitherlink/model.hpp"

#include <cstddef>

#include "puzzle/index.hpp"
#include "solver/disjoint_sets.hpp"

namespace eyehand::slitherlink {

Model::Model(const Board& board) : clues_(board.clues) {
  const Grid& grid = *board.grid;
  edges_.resize(at(grid.edges()));
  weights_.assign(edges_.size(), 0);
  for (std::size_t e = 0; e < edges_.size(); ++e) {
    const auto& from = grid.edge(static_cast<int>(e));
    edges_[e] = {{static_cast<Index>(from.a), static_cast<Index>(from.b)},
                 {static_cast<Index>(from.faces[0]), static_cast<Index>(from.faces[1])}};
  }
  const auto fill = [](Lists& lists, int count, auto&& list) {
    lists.starts.reserve(at(count) + 1);
    lists.starts.push_back(0);
    for (int i = 0; i < count; ++i) {
      const auto items = list(i);
      lists.items.insert(lists.items.end(), items.begin(), items.end());
      lists.starts.push_back(static_cast<Index>(lists.items.size()));
    }
  };
  edges_of_vertex_.items.reserve(2 * edges_.size());
  edges_of_region_.items.reserve(2 * edges_.size());
  fill(edges_of_vertex_, grid.vertices(), [&](int v) { return grid.edges_of_vertex(v); });
  fill(edges_of_region_, grid.faces(), [&](int f) { return grid.edges_of_face(f); });
  find_corners(grid);
  find_rims(grid);
}

void Model::find_corners(const Grid& grid) {
  auto& starts = corners_of_vertex_.starts;
  starts.assign(vertices() + 1, 0);
  first_corner_.reserve(regions() + 1);
  corners_.reserve(edges_of_region_.items.size());
  for (Index f = 0; f < regions(); ++f) {
    first_corner_.push_back(static_cast<Index>(corners_.size()));
    if (clues_[f] == kNoClue) continue;
    clue_sum_ += clues_[f];
    const auto around = edges_of_region(f);
    const auto vertices = grid.vertices_of_face(static_cast<int>(f));
    for (std::size_t i = 0; i < around.size(); ++i) {
      const auto v = static_cast<Index>(vertices[i]);
      ++weights_[around[i]];
      ++starts[v + 1];
      corners_.push_back({v, f, {around[i > 0 ? i - 1 : around.size() - 1], around[i]}});
    }
  }
  for (Index v = 0; v < vertices(); ++v) starts[v + 1] += starts[v];
  corners_of_vertex_.items.resize(corners_.size());
  std::vector<Index> next = starts;
  for (Index c = 0; c < corners_.size(); ++c)
    corners_of_vertex_.items[next[corners_[c].vertex]++] = c;
}

// Rims that meet at a vertex where no other edges of the rim are have the same region beyond.
void Model::find_rims(const Grid& grid) {
  constexpr auto kBeyond = static_cast<Index>(kOutside);
  const Index faces = regions();
  std::vector<Index> rim;
  for (Index e = 0; e < edges(); ++e)
    for (const Index r : edges_[e].region)
      if (r == kBeyond) rim.push_back(e);
  std::vector<std::int32_t> memory(rim.size());
  DisjointSets sets(memory);
  sets.reset();
  if (grid.shape()) {
    for (Index i = 1; i < rim.size(); ++i) sets.join_roots(0, i);
  } else {
    constexpr Index kFree = ~0u, kCrowded = ~0u - 1;
    struct Meeting {
      Index first = kFree, second = kFree;
    };
    std::vector<Meeting> meetings(vertices());
    for (Index i = 0; i < rim.size(); ++i)
      for (const Index v : edges_[rim[i]].vertex) {
        Meeting& m = meetings[v];
        if (m.first == kFree)
          m.first = i;
        else
          m.second = m.second == kFree ? i : kCrowded;
      }
    for (const Meeting& m : meetings) {
      if (m.second == kFree || m.second == kCrowded) continue;
      const Index a = sets.root(m.first), b = sets.root(m.second);
      if (a != b) sets.join_roots(a, b);
    }
  }
  // Number the sets and list their edges.
  std::vector<Index> region(rim.size(), kBeyond), next;
  auto& [starts, items] = edges_of_region_;
  Index longest = 0;
  for (Index i = 0; i < rim.size(); ++i) {
    if (!sets.is_root(i)) continue;
    region[i] = regions();
    next.push_back(starts.back());
    starts.push_back(starts.back() + sets.size_of_root(i));
    if (sets.size_of_root(i) > longest) {
      longest = sets.size_of_root(i);
      outside_ = region[i];
    }
  }
  items.resize(starts.back());
  for (Index i = 0; i < rim.size(); ++i) {
    const Index beyond = region[sets.root(i)];
    items[next[beyond - faces]++] = rim[i];
    for (Index& r : edges_[rim[i]].region)
      if (r == kBeyond) r = beyond;
  }
  clues_.resize(regions(), kNoClue);
  first_corner_.resize(regions() + 1, static_cast<Index>(corners_.size()));
}

}  // namespace eyehand::slitherlink
