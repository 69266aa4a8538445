#include "puzzle/hexiom/hexagon.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "puzzle/error.hpp"

namespace eyehand {
namespace {

/// A cell as steps from the centre: `x` to the right, `z` to the lower right; x + y + z is 0.
struct Cube {
  int x = 0, y = 0, z = 0;
};

Cube cube_of(Hexagon::Place place, int side) {
  const int z = place.row - (side - 1);
  const int x = place.column - (side - 1) + std::max(0, -z);
  return {x, -x - z, z};
}

Hexagon::Place place_of(Cube cube, int side) {
  return {cube.z + side - 1, cube.x + side - 1 - std::max(0, -cube.z)};
}

}  // namespace

Hexagon::Hexagon(int side) : side_(side) {
  if (side < 1 || side > kMaxSide)
    throw Error("A hexagon of side " + std::to_string(side) + ": the side must be 1 to " +
                std::to_string(kMaxSide) + ".");
  starts_.push_back(0);
  for (int row = 0; row < rows(); ++row) {
    const int length = 2 * side - 1 - std::abs(row - (side - 1));
    for (int column = 0; column < length; ++column) places_.push_back({row, column});
    starts_.push_back(size());
  }
  for (const Place place : places_) {
    const Cube c = cube_of(place, side);
    const auto beside = [&](int x, int z) {
      return cell(place_of({c.x + x, c.y - x - z, c.z + z}, side_));
    };
    neighbours_.push_back(
        {beside(1, 0), beside(1, -1), beside(0, -1), beside(-1, 0), beside(-1, 1), beside(0, 1)});
  }
}

int Hexagon::cell(Place place) const {
  if (place.row < 0 || place.row >= rows()) return -1;
  if (place.column < 0 || place.column >= length(place.row)) return -1;
  return starts_[at(place.row)] + place.column;
}

int Hexagon::image(int cell_, int symmetry) const {
  Cube c = cube_of(place(cell_), side_);
  if (symmetry >= 6) std::swap(c.x, c.y);
  for (int turn = 0; turn < symmetry % 6; ++turn) c = {-c.y, -c.z, -c.x};
  return cell(place_of(c, side_));
}

Hexagon::Point Hexagon::middle(int cell) const {
  const Cube c = cube_of(place(cell), side_);
  return {c.x + c.z / 2.0, c.z * std::sqrt(0.75)};
}

}  // namespace eyehand
