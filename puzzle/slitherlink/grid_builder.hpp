// Collects the faces of a grid by their corners on a lattice of whole numbers.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "puzzle/slitherlink/board.hpp"

namespace eyehand::slitherlink {

class GridBuilder {
 public:
  struct Corner {
    int x, y;
  };

  /// A corner is that of all faces that name it.
  void add(std::span<const Corner> corners) {
    auto& face = faces_.emplace_back();
    for (const Corner& corner : corners) {
      const auto key = static_cast<std::uint64_t>(static_cast<std::uint32_t>(corner.x)) << 32 |
                       static_cast<std::uint32_t>(corner.y);
      const auto [known, is_new] = known_.try_emplace(key, static_cast<int>(corners_.size()));
      if (is_new) corners_.push_back(corner);
      face.push_back(known->second);
    }
  }
  void add(std::initializer_list<Corner> corners) { add({corners.begin(), corners.size()}); }

  /// Vertices and faces in the order in which they were named. `place` maps a corner to the plane.
  template <class Place>
  std::shared_ptr<const Grid> grid(Place place) const {
    std::vector<Point> points;
    for (const auto& [x, y] : corners_) points.push_back(place(x, y));
    return Grid::of_faces(std::move(points), faces_);
  }

 private:
  std::unordered_map<std::uint64_t, int> known_;
  std::vector<Corner> corners_;
  std::vector<std::vector<int>> faces_;
};

}  // namespace eyehand::slitherlink
