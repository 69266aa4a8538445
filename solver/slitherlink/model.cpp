#include "solver/slitherlink/model.hpp"

#include <algorithm>
#include <cstddef>

#include "solver/disjoint_sets.hpp"

namespace eyehand::slitherlink {

Model::Model(const Board& board) : board_(board), clues_(board.clues) {
  const Grid& grid = *board.grid;
  edges_.resize(static_cast<std::size_t>(grid.edges()));
  weights_.assign(edges_.size(), 0);
  for (std::size_t e = 0; e < edges_.size(); ++e) {
    const auto& from = grid.edge(static_cast<int>(e));
    edges_[e] = {{static_cast<Index>(from.a), static_cast<Index>(from.b)},
                 {static_cast<Index>(from.faces[0]), static_cast<Index>(from.faces[1])}};
    for (const int f : from.faces)
      if (f != kOutside && clues_[static_cast<std::size_t>(f)] != kNoClue) ++weights_[e];
  }
  for (const int clue : clues_)
    if (clue != kNoClue) clue_sum_ += clue;
  find_rims();
  find_corners();
}

void Model::find_corners() {
  const auto faces = static_cast<Index>(board_.grid->faces());
  face_corners_.resize(faces);
  vertex_corner_starts_.assign(vertices() + 1, 0);
  for (Index f = 0; f < faces; ++f) {
    face_corners_[f] = static_cast<Index>(corners_.size());
    if (clues_[f] == kNoClue) continue;
    const auto around = board_.grid->edges_of_face(static_cast<int>(f));
    const auto vertices = board_.grid->vertices_of_face(static_cast<int>(f));
    for (std::size_t i = 0; i < around.size(); ++i) {
      const auto v = static_cast<Index>(vertices[i]);
      ++vertex_corner_starts_[v + 1];
      corners_.push_back({v,
                          f,
                          {static_cast<Index>(around[i > 0 ? i - 1 : around.size() - 1]),
                           static_cast<Index>(around[i])}});
    }
  }
  for (Index v = 0; v < vertices(); ++v) vertex_corner_starts_[v + 1] += vertex_corner_starts_[v];
  vertex_corners_.resize(corners_.size());
  std::vector<Index> next = vertex_corner_starts_;
  for (Index c = 0; c < corners_.size(); ++c) vertex_corners_[next[corners_[c].vertex]++] = c;
}

// Rims that meet at a vertex where no other edges of the rim are have the same region beyond.
void Model::find_rims() {
  constexpr auto kBeyond = static_cast<Index>(kOutside);
  const auto faces = static_cast<Index>(board_.grid->faces());
  std::vector<Index> rim;
  for (Index e = 0; e < edges(); ++e)
    for (const Index r : edges_[e].region)
      if (r == kBeyond) rim.push_back(e);
  std::vector<std::int32_t> memory(rim.size());
  DisjointSets sets(memory);
  sets.reset();
  if (board_.grid->shape()) {
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
  std::vector<Index> number(rim.size(), kBeyond);
  rim_starts_ = {0};
  Index longest = 0;
  for (Index i = 0; i < rim.size(); ++i) {
    if (!sets.is_root(i)) continue;
    number[i] = static_cast<Index>(rim_starts_.size()) - 1;
    rim_starts_.push_back(rim_starts_.back() + sets.size_of_root(i));
    if (sets.size_of_root(i) > longest) {
      longest = sets.size_of_root(i);
      outside_ = faces + number[i];
    }
  }
  rim_edges_.resize(rim.size());
  std::vector<Index> next = rim_starts_;
  for (Index i = 0; i < rim.size(); ++i) {
    const Index n = number[sets.root(i)];
    rim_edges_[next[n]++] = static_cast<int>(rim[i]);
    for (Index& r : edges_[rim[i]].region)
      if (r == kBeyond) r = faces + n;
  }
  clues_.resize(faces + rim_starts_.size() - 1, kNoClue);
}

}  // namespace eyehand::slitherlink
