#include "puzzle/model/shape.hpp"

#include <algorithm>

namespace eyehand::model {
namespace {

Shape moved(Shape places) {
  int row = places[0].first, column = places[0].second;
  for (const auto& [r, c] : places) {
    row = std::min(row, r);
    column = std::min(column, c);
  }
  for (auto& [r, c] : places) {
    r -= row;
    c -= column;
  }
  std::sort(places.begin(), places.end());
  return places;
}

}  // namespace

std::set<Shape> orientations(Shape places, bool turned) {
  std::set<Shape> all = {moved(places)};
  for (int i = 0; turned && i < 7; ++i) {  // quarter turns, and a reflection between
    for (auto& [r, c] : places) r = std::exchange(c, i == 3 ? r : -r);
    all.insert(moved(places));
  }
  return all;
}

}  // namespace eyehand::model
