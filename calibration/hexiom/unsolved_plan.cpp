#include "calibration/hexiom/unsolved_plan.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <variant>

namespace eyehand::calibration {

std::vector<std::vector<hexiom::Cell>> cells_after(const Plan& plan, const hexiom::Board& board,
                                                   std::span<const ScreenPoint> places) {
  const auto nearest = [&](ScreenPoint at) {
    const auto far = [&](ScreenPoint p) { return std::hypot(p.x - at.x, p.y - at.y); };
    return static_cast<std::size_t>(std::ranges::min_element(places, {}, far) - places.begin());
  };
  std::vector<std::vector<hexiom::Cell>> all;
  std::vector<hexiom::Cell> cells = board.cells;
  for (const Gesture& gesture : plan) {
    if (const auto* drag = std::get_if<Drag>(&gesture))
      std::swap(cells[nearest(drag->from)], cells[nearest(drag->to)]);
    all.push_back(cells);
  }
  return all;
}

Plan unsolved_part(const Plan& plan, const hexiom::Board& board,
                   std::span<const ScreenPoint> places) {
  hexiom::Board now = board;
  Plan part;
  const auto boards = cells_after(plan, board, places);
  for (std::size_t i = 0; i < plan.size(); ++i) {
    now.cells = boards[i];
    if (hexiom::is_solved(now)) break;
    part.push_back(plan[i]);
  }
  return part;
}

Plan unsolved_plan(const hexiom::Board& now, std::span<const hexiom::Cell> wanted,
                   std::span<const ScreenPoint> places, const hexiom::Controls& controls) {
  // What is wanted may be solved itself.
  const auto is_good = [&](const Plan& plan) {
    return plan.empty() || unsolved_part(plan, now, places).size() + 1 >= plan.size();
  };
  Plan shortest = hexiom::plan(now, wanted, places, controls);
  if (is_good(shortest)) return shortest;
  for (std::size_t a = 0; a < now.cells.size(); ++a)
    for (std::size_t b = a + 1; b < now.cells.size(); ++b) {
      if (now.locked[a] || now.locked[b] || now.cells[a] == now.cells[b] ||
          now.cells[a] == hexiom::kHole || now.cells[b] == hexiom::kHole)
        continue;
      hexiom::Board other = now;
      std::swap(other.cells[a], other.cells[b]);
      Plan plan = hexiom::plan(now, other.cells, places, controls);
      const Plan rest = hexiom::plan(other, wanted, places, controls);
      plan.insert(plan.end(), rest.begin(), rest.end());
      if (is_good(plan)) return plan;
    }
  return shortest;
}

}  // namespace eyehand::calibration
