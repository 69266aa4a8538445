#include "actuator/hexiom/plan.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <unordered_map>
#include <vector>

#include "puzzle/error.hpp"

namespace eyehand::hexiom {
namespace {

/// What a cell holds: a piece's number, or nothing.
constexpr std::size_t kKinds = 8, kNothing = 7;
std::size_t kind_of(Cell cell) {
  return is_piece(cell) ? static_cast<std::size_t>(cell) : kNothing;
}

/// For each pair of kinds, how many cells hold the first and want the second. Every kind has as
/// many outgoing as incoming edges.
using Graph = std::array<std::array<std::uint16_t, kKinds>, kKinds>;
/// Kinds such that some cell holds each of them and wants the next; the last wants the first.
using Cycle = std::vector<std::size_t>;

int edges_of(const Graph& graph) {
  int sum = 0;
  for (const auto& row : graph)
    for (const int n : row) sum += n;
  return sum;
}

void add(Graph& graph, const Cycle& cycle, int count) {
  for (std::size_t i = 0; i < cycle.size(); ++i) {
    auto& n = graph[cycle[i]][cycle[(i + 1) % cycle.size()]];
    n = static_cast<std::uint16_t>(n + count);
  }
}

/// Takes all cycles of two kinds out of the graph.
std::vector<Cycle> take_pairs(Graph& graph) {
  std::vector<Cycle> pairs;
  for (std::size_t a = 0; a < kKinds; ++a)
    for (std::size_t b = a + 1; b < kKinds; ++b)
      while (graph[a][b] > 0 && graph[b][a] > 0) {
        pairs.push_back({a, b});
        add(graph, pairs.back(), -1);
      }
  return pairs;
}

/// Parts a graph without cycles of two into as many cycles as it can: branch and bound.
class MostCycles {
 public:
  std::vector<Cycle> find(const Graph& graph) {
    search(graph, edges_of(graph));
    return std::move(best_);
  }

 private:
  static constexpr int kMostBranches = 20'000;

  void search(const Graph& graph, int edges) {
    if (edges == 0) {
      if (taken_.size() > best_.size() || best_.empty()) best_ = taken_;
      return;
    }
    if (!best_.empty() && taken_.size() + static_cast<std::size_t>(edges / 3) <= best_.size())
      return;
    if (!best_.empty() && branches_ >= kMostBranches) return;
    auto& most_here = seen_[key(graph)];
    if (most_here > taken_.size()) return;  // reached before with as many cycles
    most_here = taken_.size() + 1;

    // Some cycle has this edge; short ones are tried first.
    const Cycle start = an_edge(graph);
    for (std::size_t length = 3; length <= kKinds; ++length)
      for (const Cycle& cycle : cycles(graph, start, length)) {
        ++branches_;
        Graph rest = graph;
        add(rest, cycle, -1);
        taken_.push_back(cycle);
        search(rest, edges - static_cast<int>(length));
        taken_.pop_back();
      }
  }

  /// An edge from the kind with the fewest outgoing edges.
  static Cycle an_edge(const Graph& graph) {
    std::size_t from = 0;
    int fewest = 0;
    for (std::size_t kind = 0; kind < kKinds; ++kind) {
      int out = 0;
      for (const int n : graph[kind]) out += n;
      if (out > 0 && (fewest == 0 || out < fewest)) {
        from = kind;
        fewest = out;
      }
    }
    std::size_t to = 0;
    while (graph[from][to] == 0) ++to;
    return {from, to};
  }

  /// The simple cycles of this length that begin with `start`.
  static std::vector<Cycle> cycles(const Graph& graph, const Cycle& start, std::size_t length) {
    std::vector<Cycle> paths = {start}, longer;
    for (std::size_t n = start.size(); n < length; ++n, paths.swap(longer), longer.clear())
      for (const Cycle& path : paths)
        for (std::size_t next = 0; next < kKinds; ++next)
          if (graph[path.back()][next] > 0 &&
              std::find(path.begin(), path.end(), next) == path.end()) {
            longer.push_back(path);
            longer.back().push_back(next);
          }
    std::erase_if(paths, [&](const Cycle& path) { return graph[path.back()][path[0]] == 0; });
    return paths;
  }

  static std::string key(const Graph& graph) {
    return {reinterpret_cast<const char*>(graph.data()), sizeof(graph)};
  }

  std::vector<Cycle> taken_, best_;
  std::unordered_map<std::string, std::size_t> seen_;  // graphs, and cycles taken before, plus one
  int branches_ = 0;
};

Graph graph_of(const Board& now, std::span<const Cell> answer) {
  if (!is_arrangement_of(answer, now))
    throw Error("the answer is not an arrangement of this Hexiom board's pieces.");
  Graph graph{};
  for (std::size_t i = 0; i < answer.size(); ++i)
    if (answer[i] != now.cells[i]) ++graph[kind_of(now.cells[i])][kind_of(answer[i])];
  return graph;
}

std::vector<Cycle> cycles_of(Graph graph) {
  std::vector<Cycle> cycles = take_pairs(graph);
  for (Cycle& cycle : MostCycles().find(graph)) cycles.push_back(std::move(cycle));
  return cycles;
}

}  // namespace

Plan plan(const Board& now, std::span<const Cell> answer, std::span<const ScreenPoint> cells,
          const Controls& controls) {
  if (cells.size() != now.cells.size())
    throw Error("the places on the screen belong to a Hexiom board of another size.");
  const auto cycles = cycles_of(graph_of(now, answer));
  std::array<std::array<std::vector<std::size_t>, kKinds>, kKinds> waiting;  // by holds and wants
  for (std::size_t i = answer.size(); i-- > 0;)
    if (answer[i] != now.cells[i]) waiting[kind_of(now.cells[i])][kind_of(answer[i])].push_back(i);

  // The first two cells are neighbours.
  const double pitch =
      cells.size() < 2 ? 0 : std::hypot(cells[1].x - cells[0].x, cells[1].y - cells[0].y);
  const int right = static_cast<int>(std::lround(controls.grab_right * pitch)),
            below = static_cast<int>(std::lround(controls.grab_below * pitch));
  const auto drag = [&](ScreenPoint from, ScreenPoint to) {
    return Drag{{from.x + right, from.y + below}, to, controls.button};
  };
  Plan plan;
  for (const Cycle& cycle : cycles) {
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < cycle.size(); ++i) {
      auto& alike = waiting[cycle[i]][cycle[(i + 1) % cycle.size()]];
      places.push_back(alike.back());
      alike.pop_back();
    }
    // What the first place holds moves along, one place per drag, and leaves each place as wanted.
    for (std::size_t i = 0; i + 1 < places.size(); ++i) {
      const ScreenPoint here = cells[places[i]], there = cells[places[i + 1]];
      plan.push_back(cycle[0] == kNothing ? drag(there, here) : drag(here, there));
    }
  }
  return plan;
}

int drags_needed(const Board& now, std::span<const Cell> answer) {
  const Graph graph = graph_of(now, answer);
  return edges_of(graph) - static_cast<int>(cycles_of(graph).size());
}

}  // namespace eyehand::hexiom
