#include "actuator/slitherlink/plan.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "actuator/travel.hpp"
#include "puzzle/error.hpp"
#include "puzzle/index.hpp"

namespace eyehand::slitherlink {
namespace {

using Points = std::span<const ScreenPoint>;

ScreenPoint middle(const Edge& edge, Points vertices) {
  const ScreenPoint a = vertices[at(edge.a)], b = vertices[at(edge.b)];
  return {(a.x + b.x) / 2, (a.y + b.y) / 2};
}

/// How many clicks turn an edge with this mark into a line, or into one without a line.
int clicks_until(bool line, Mark mark, const Controls& controls) {
  constexpr int kMarks = 3;
  for (int clicks = 0; clicks < kMarks; ++clicks) {
    if ((mark == Mark::line) == line) return clicks;
    mark = mark == Mark::unknown ? controls.unknown_becomes
           : mark == Mark::line  ? controls.line_becomes
                                 : controls.cross_becomes;
  }
  throw Error(std::string("No number of clicks ") + (line ? "draws" : "clears") +
              " a line here; see unknown_becomes, line_becomes and cross_becomes in the skin's "
              "[controls].");
}

Plan plan_clicks(const Board& now, std::span<const Mark> answer, Points vertices,
                 const Controls& controls) {
  std::vector<ScreenPoint> places;
  std::vector<int> clicks;
  for (int e = 0; e < now.grid->edges(); ++e) {
    const int n = clicks_until(answer[at(e)] == Mark::line, now.marks[at(e)], controls);
    if (n == 0) continue;
    places.push_back(middle(now.grid->edge(e), vertices));
    clicks.push_back(n);
  }
  Plan plan;
  for (const std::size_t i : short_travel(places))
    plan.insert(plan.end(), at(clicks[i]), Click{places[i], controls.line_button});
  return plan;
}

/// Splits a set of edges into trails: vertices in the order in which they are walked.
class Trails {
 public:
  Trails(const Grid& grid, std::vector<std::uint8_t> wanted, int longest)
      : grid_(grid), wanted_(std::move(wanted)), longest_(longest) {}

  std::vector<std::vector<int>> walk() {
    // Ends first, so that the trails from them are as long as possible.
    for (const bool only_ends : {true, false})
      for (int v = 0; v < grid_.vertices(); ++v)
        while (degree(v) % 2 == 1 || (!only_ends && degree(v) > 0)) walk_from(v);
    return std::move(trails_);
  }

 private:
  int degree(int vertex) const {
    const auto around = grid_.edges_of_vertex(vertex);
    return static_cast<int>(
        std::count_if(around.begin(), around.end(), [&](int e) { return wanted_[at(e)] != 0; }));
  }
  void walk_from(int vertex) {
    std::vector<int> trail = {vertex};
    while (trail.size() <= at(longest_)) {
      const auto around = grid_.edges_of_vertex(vertex);
      const auto next =
          std::find_if(around.begin(), around.end(), [&](int e) { return wanted_[at(e)] != 0; });
      if (next == around.end()) break;
      wanted_[at(*next)] = 0;
      const Edge& edge = grid_.edge(*next);
      vertex = edge.a == vertex ? edge.b : edge.a;
      trail.push_back(vertex);
    }
    trails_.push_back(std::move(trail));
  }

  const Grid& grid_;
  std::vector<std::uint8_t> wanted_;
  const int longest_;
  std::vector<std::vector<int>> trails_;
};

/// One drag for each trail, in an order of short travel, each from its nearer end.
void add_drags(Plan& plan, std::vector<std::vector<int>> trails, Points vertices, int button) {
  std::vector<ScreenPoint> starts;
  for (const auto& trail : trails) starts.push_back(vertices[at(trail.front())]);
  for (const std::size_t i : short_travel(starts)) {
    auto& trail = trails[i];
    if (!plan.empty()) {
      const ScreenPoint here = std::get<Drag>(plan.back()).to;
      const auto squared = [&](int vertex) {
        const double x = vertices[at(vertex)].x - here.x, y = vertices[at(vertex)].y - here.y;
        return x * x + y * y;
      };
      if (squared(trail.back()) < squared(trail.front())) std::reverse(trail.begin(), trail.end());
    }
    Drag drag{vertices[at(trail.front())], vertices[at(trail.back())], button};
    for (std::size_t k = 1; k + 1 < trail.size(); ++k) drag.via.push_back(vertices[at(trail[k])]);
    plan.push_back(std::move(drag));
  }
}

Plan plan_drags(const Board& now, std::span<const Mark> answer, Points vertices,
                const Controls& controls) {
  Plan plan;
  for (const Mark mark : {Mark::line, Mark::unknown}) {
    std::vector<std::uint8_t> wanted(now.marks.size());
    for (std::size_t e = 0; e < wanted.size(); ++e) {
      const bool is_line = now.marks[e] == Mark::line, becomes_line = answer[e] == Mark::line;
      wanted[e] = is_line != becomes_line && is_line == (mark == Mark::line);
    }
    add_drags(plan, Trails(*now.grid, std::move(wanted), controls.drag_edges).walk(), vertices,
              controls.line_button);
  }
  return plan;
}

}  // namespace

Plan plan(const Board& now, std::span<const Mark> answer, Points vertices,
          const Controls& controls) {
  if (answer.size() != now.marks.size() || vertices.size() != at(now.grid->vertices()))
    throw Error("the answer or the places on the screen belong to a board of another size.");
  return controls.method == Gestures::click ? plan_clicks(now, answer, vertices, controls)
                                            : plan_drags(now, answer, vertices, controls);
}

}  // namespace eyehand::slitherlink
