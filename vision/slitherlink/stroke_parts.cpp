#include <algorithm>

#include "vision/slitherlink/stroke_follow.hpp"

namespace eyehand {

void keep_largest_part(StrokeGraph& graph) {
  const std::size_t n = graph.vertices.size();
  std::vector<std::vector<std::size_t>> strokes(n);
  for (std::size_t s = 0; s < graph.strokes.size(); ++s)
    for (const int v : {graph.strokes[s].a, graph.strokes[s].b})
      strokes[static_cast<std::size_t>(v)].push_back(s);
  std::vector<std::size_t> degree(n), loose;
  std::vector<std::uint8_t> gone(graph.strokes.size(), 0);
  for (std::size_t v = 0; v < n; ++v)
    if ((degree[v] = strokes[v].size()) == 1) loose.push_back(v);
  const auto other = [&](std::size_t s, std::size_t v) {
    const Stroke& stroke = graph.strokes[s];
    return static_cast<std::size_t>(stroke.a == static_cast<int>(v) ? stroke.b : stroke.a);
  };
  while (!loose.empty()) {
    const std::size_t v = loose.back();
    loose.pop_back();
    for (const std::size_t s : strokes[v]) {
      if (gone[s]) continue;
      gone[s] = 1;
      --degree[v];
      if (--degree[other(s, v)] == 1) loose.push_back(other(s, v));
    }
  }
  std::vector<int> part(n, -1);
  std::vector<std::size_t> sizes;
  for (std::size_t first = 0; first < n; ++first) {
    if (part[first] >= 0 || degree[first] == 0) continue;
    const int name = static_cast<int>(sizes.size());
    sizes.push_back(0);
    std::vector<std::size_t> open{first};
    part[first] = name;
    while (!open.empty()) {
      const std::size_t v = open.back();
      open.pop_back();
      ++sizes.back();
      for (const std::size_t s : strokes[v])
        if (!gone[s] && part[other(s, v)] < 0) {
          part[other(s, v)] = name;
          open.push_back(other(s, v));
        }
    }
  }
  StrokeGraph kept;
  kept.dot_radius = graph.dot_radius;
  if (!sizes.empty()) {
    const int best = static_cast<int>(std::max_element(sizes.begin(), sizes.end()) - sizes.begin());
    std::vector<int> number(n, -1);
    for (std::size_t v = 0; v < n; ++v)
      if (part[v] == best) {
        number[v] = static_cast<int>(kept.vertices.size());
        kept.vertices.push_back(graph.vertices[v]);
      }
    for (std::size_t s = 0; s < graph.strokes.size(); ++s) {
      Stroke& stroke = graph.strokes[s];
      if (gone[s] || part[static_cast<std::size_t>(stroke.a)] != best) continue;
      stroke.a = number[static_cast<std::size_t>(stroke.a)];
      stroke.b = number[static_cast<std::size_t>(stroke.b)];
      kept.strokes.push_back(std::move(stroke));
    }
  }
  graph = std::move(kept);
}

}  // namespace eyehand
