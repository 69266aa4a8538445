#include "solver/model/loop.hpp"

#include <algorithm>
#include <cstdlib>
#include <numeric>

namespace eyehand::model {

LoopPropagator::LoopPropagator(const Graph& graph, int when)
    : view_(graph), when_(when), degree_(graph.nodes.size(), 0), end_(graph.nodes.size()) {
  std::iota(end_.begin(), end_.end(), 0);
  for (std::size_t e = 0; e < edges().size(); ++e) {
    const std::size_t variable = at(std::abs(edges()[e].literal));
    if (edge_of_.size() <= variable) edge_of_.resize(variable + 1, -1);
    edge_of_[variable] = static_cast<int>(e);
  }
}

void LoopPropagator::count(const Join& join, int sign) {
  const auto& [a, b, literal] = edges()[at(join.edge)];
  if (closes(join)) {
    loops_ += sign;
    paths_ -= sign;
  } else {  // a new path, less those that it joins
    paths_ += sign * (1 - (join.ends[0] != a) - (join.ends[1] != b));
  }
  degree_[at(a)] += sign;
  degree_[at(b)] += sign;
}

void LoopPropagator::add(int edge, std::size_t position) {
  const auto& [a, b, literal] = edges()[at(edge)];
  const Join& join = joins_.emplace_back(Join{edge, {end_[at(a)], end_[at(b)]}, position});
  count(join, 1);
  if (closes(join)) return;
  end_[at(join.ends[0])] = join.ends[1];
  end_[at(join.ends[1])] = join.ends[0];
}

void LoopPropagator::remove_last() {
  const Join& join = joins_.back();
  const auto& [a, b, literal] = edges()[at(join.edge)];
  count(join, -1);
  end_[at(join.ends[0])] = a;
  end_[at(join.ends[1])] = b;
  joins_.pop_back();
}

// Causes: the edge that would close a path, or, after all edges, one of the loop.
void LoopPropagator::propagate(const sat::Engine& engine, std::vector<sat::Finding>& findings) {
  if (when_ != 0 && engine.value(when_) <= 0) return;
  const auto trail = engine.trail();
  const auto same = static_cast<std::size_t>(
      std::mismatch(seen_.begin(), seen_.end(), trail.begin(), trail.end()).first - seen_.begin());
  while (!joins_.empty() && joins_.back().position >= same) remove_last();
  // While there was one path only, the edge that closes it was allowed.
  std::size_t first = paths_ < 2 ? 0 : joins_.size();
  for (std::size_t i = same; i < trail.size(); ++i) {
    const std::size_t variable = at(std::abs(trail[i]));
    const int edge = variable < edge_of_.size() ? edge_of_[variable] : -1;
    if (edge >= 0 && edges()[at(edge)].literal == trail[i]) add(edge, i);
  }
  seen_.resize(same);
  seen_.insert(seen_.end(), trail.begin() + static_cast<std::ptrdiff_t>(same), trail.end());
  const auto is_open = [&](int edge) { return engine.value(edges()[at(edge)].literal) == 0; };
  if (loops_ > 0) {
    const auto join =
        std::find_if(joins_.begin(), joins_.end(), [&](const Join& each) { return closes(each); });
    const int cause = static_cast<int>(edges().size()) + join->edge;
    if (loops_ + paths_ > 1) {
      findings.push_back({0, cause});
      return;
    }
    for (std::size_t e = 0; e < edges().size(); ++e)
      if (is_open(static_cast<int>(e))) findings.push_back({-edges()[e].literal, cause});
    return;
  }
  if (paths_ < 2) return;
  for (; first < joins_.size(); ++first) {
    const auto [one, other] = joins_[first].ends;
    if (degree_[at(one)] != 1 || end_[at(one)] != other) continue;
    for (const GraphView::Way& way : view_.ways(one))
      if (way.to == other && is_open(way.edge))
        findings.push_back({-edges()[at(way.edge)].literal, way.edge});
  }
}

// The path or loop, and, unless edges beside it are left out, the first of these.
void LoopPropagator::explain(const sat::Engine& engine, sat::Finding finding,
                             sat::Literals& clause) {
  const int count = static_cast<int>(edges().size());
  if (when_ != 0) clause.push_back(-when_);
  if (finding.literal != 0) clause.push_back(finding.literal);
  links_.assign(at(view_.nodes()), {-1, -1});
  std::vector<int> existing;
  for (int e = 0; e < count; ++e) {
    const auto& [a, b, literal] = edges()[at(e)];
    if (engine.value(literal) <= 0 ||
        (finding.literal != 0 && !engine.was_before(literal, finding.literal)))
      continue;
    existing.push_back(e);
    for (const int node : {a, b}) links_[at(node)][links_[at(node)][0] >= 0] = e;
  }
  const bool is_loop = finding.cause >= count;
  const int start = edges()[at(is_loop ? finding.cause - count : finding.cause)].a;
  std::vector<int> path;
  int node = start;
  for (int edge = links_[at(start)][0]; edge >= 0;) {
    path.push_back(edge);
    clause.push_back(-edges()[at(edge)].literal);
    node = edges()[at(edge)].a + edges()[at(edge)].b - node;
    const auto& [one, other] = links_[at(node)];
    edge = node == start ? -1 : one == edge ? other : one;
  }
  if (is_loop && finding.literal != 0) return;
  std::sort(path.begin(), path.end());
  int first = 0;
  for (const int e : existing) {
    const int literal = edges()[at(e)].literal;
    if ((first == 0 || engine.position(literal) < engine.position(first)) &&
        !std::binary_search(path.begin(), path.end(), e))
      first = literal;
  }
  clause.push_back(-first);
}

}  // namespace eyehand::model
