// Shapes of cells, wherever they are.
#pragma once

#include <set>
#include <utility>
#include <vector>

namespace eyehand::model {

/// Rows and columns of cells, sorted; the first row and the first column are 0.
using Shape = std::vector<std::pair<int, int>>;

/// The shape of some places; with `turned`, also its rotations and reflections.
std::set<Shape> orientations(Shape places, bool turned);

}  // namespace eyehand::model
