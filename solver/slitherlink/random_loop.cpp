// Detail of generate.hpp: a random loop as the border of a growing region of faces.
#include <algorithm>

#include "puzzle/index.hpp"
#include "solver/random.hpp"
#include "solver/slitherlink/generate.hpp"

namespace eyehand::slitherlink {
namespace {

/// Faces that would not make the loop longer are added with this probability: without them the
/// region is a bare tree, with all of them a blob.
constexpr double kThicken = 0.3;

class Region {
 public:
  Region(const Grid& grid, std::uint64_t seed) : grid_(grid), random_(seed) {
    is_inside_.assign(at(grid.faces()), 0);
    touched_.assign(at(grid.vertices()), 0);
  }

  void grow() {
    const int first = static_cast<int>(random_.below(static_cast<std::uint32_t>(grid_.faces())));
    take(first);
    std::vector<int> neighbours;
    while (!expandable_.empty()) {
      // A random face of the region; dropped for good when no neighbour of it can join.
      int& slot = expandable_[random_.below(static_cast<std::uint32_t>(expandable_.size()))];
      neighbours.clear();
      for (const int e : grid_.edges_of_face(slot)) {
        const int other = across(e, slot);
        if (other != kOutside && !is_inside_[at(other)]) neighbours.push_back(other);
      }
      random_.shuffle(neighbours);
      const auto next = std::find_if(neighbours.begin(), neighbours.end(),
                                     [&](int face) { return may_join(face); });
      if (next != neighbours.end()) {
        take(*next);
      } else {
        slot = expandable_.back();
        expandable_.pop_back();
      }
    }
  }

  std::vector<Mark> border() const {
    std::vector<Mark> marks(at(grid_.edges()), Mark::cross);
    for (int e = 0; e < grid_.edges(); ++e) {
      const auto& sides = grid_.edge(e).faces;
      if (is_inside(sides[0]) != is_inside(sides[1])) marks[at(e)] = Mark::line;
    }
    return marks;
  }

 private:
  bool is_inside(int face) const { return face != kOutside && is_inside_[at(face)]; }
  int across(int edge, int face) const {
    const auto& sides = grid_.edge(edge).faces;
    return sides[0] == face ? sides[1] : sides[0];
  }

  void take(int face) {
    is_inside_[at(face)] = 1;
    for (const int v : grid_.vertices_of_face(face)) touched_[at(v)] = 1;
    expandable_.push_back(face);
  }

  /// The border stays one loop if the face meets the region along one run of edges and nowhere
  /// else, not even at a vertex.
  bool may_join(int face) {
    const auto edges = grid_.edges_of_face(face);
    const auto vertices = grid_.vertices_of_face(face);
    const std::size_t n = edges.size();
    std::size_t shared = 0, runs = 0;
    for (std::size_t i = 0; i < n; ++i) {
      const bool meets = is_inside(across(edges[i], face));
      const bool met = is_inside(across(edges[(i + n - 1) % n], face));
      shared += meets;
      runs += meets && !met;
      if (!meets && !met && touched_[at(vertices[i])]) return false;
    }
    if (runs != 1 || 2 * shared > n) return false;
    return 2 * shared < n || random_.chance(kThicken);
  }

  const Grid& grid_;
  Random random_;
  std::vector<std::uint8_t> is_inside_, touched_;
  std::vector<int> expandable_;
};

}  // namespace

std::vector<Mark> random_loop(const Grid& grid, std::uint64_t seed) {
  Region region(grid, seed);
  region.grow();
  return region.border();
}

}  // namespace eyehand::slitherlink
