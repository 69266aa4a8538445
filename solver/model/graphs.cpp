#include "solver/model/graphs.hpp"

#include <algorithm>
#include <utility>

#include "puzzle/model/shape.hpp"

namespace eyehand::model {
namespace {

/// The state of a literal when a finding was made (now, if `found` is 0): 1 true, -1 false.
int state(const sat::Engine& engine, int literal, int found) {
  if (literal == 0) return 1;
  const int value = engine.value(literal);
  return value != 0 && found != 0 && !engine.was_before(literal, found) ? 0 : value;
}

void add_if_any(sat::Literals& clause, int literal) {
  if (literal != 0) clause.push_back(-literal);
}

/// Adds what closes the ways that lead out of these nodes: a node at the other end, or the edge,
/// that does not exist.
template <class LeadsOut>
void add_closed(const sat::Engine& engine, const GraphView& view, const std::vector<int>& nodes,
                int found, sat::Literals& clause, LeadsOut&& leads_out) {
  for (const int node : nodes)
    for (const GraphView::Way& way : view.ways(node)) {
      if (!leads_out(way)) continue;
      const int end = view.graph().nodes[at(way.to)];
      const int closed =
          state(engine, end, found) < 0 ? end : view.graph().edges[at(way.edge)].literal;
      if (std::find(clause.begin(), clause.end(), closed) == clause.end()) clause.push_back(closed);
    }
}

}  // namespace

GraphView::GraphView(const Graph& graph) : graph_(graph), first_(graph.nodes.size() + 1) {
  for (const Graph::Edge& edge : graph.edges) {
    ++first_[at(edge.a)];
    ++first_[at(edge.b)];
  }
  int sum = 0;
  for (int& first : first_) first = sum += first;
  ways_.resize(at(sum));
  for (std::size_t e = graph.edges.size(); e-- > 0;) {
    const auto& [a, b, literal] = graph.edges[e];
    ways_[at(--first_[at(a)])] = {b, static_cast<int>(e)};
    ways_[at(--first_[at(b)])] = {a, static_cast<int>(e)};
  }
}

// --- connected

bool ConnectedPropagator::may_pass(const sat::Engine& engine, const GraphView::Way& way,
                                   int found) const {
  return state(engine, view_.graph().edges[at(way.edge)].literal, found) >= 0 &&
         state(engine, view_.graph().nodes[at(way.to)], found) >= 0;
}

// Depth first from a node that exists, so that an articulation point other than the start separates
// nodes that exist if one is below a child from which no way leads around it.
void ConnectedPropagator::propagate(const sat::Engine& engine,
                                    std::vector<sat::Finding>& findings) {
  if (when_ != 0 && engine.value(when_) <= 0) return;
  const Literals& nodes = view_.graph().nodes;
  const std::vector<Graph::Edge>& edges = view_.graph().edges;
  states_.resize(nodes.size());
  for (std::size_t node = 0; node < nodes.size(); ++node)
    states_[node] = static_cast<std::int8_t>(state(engine, nodes[node], 0));
  int start = 0;
  while (start < view_.nodes() && states_[at(start)] <= 0) ++start;
  if (start == view_.nodes()) return;
  met_.assign(nodes.size(), 0);
  low_.assign(nodes.size(), 0);
  below_.assign(nodes.size(), 0);  // nodes that exist, in the subtree
  int met = 0;
  const auto meet = [&](int node, int parent) {
    met_[at(node)] = low_[at(node)] = ++met;
    below_[at(node)] = states_[at(node)] > 0;
    stack_.push_back({node, parent, 0});
  };
  meet(start, -1);
  while (!stack_.empty()) {
    Visit& visit = stack_.back();
    const auto [node, parent, next] = visit;
    const auto ways = view_.ways(node);
    if (at(next) < ways.size()) {
      ++visit.next;
      const GraphView::Way& way = ways[at(next)];
      if (way.edge == parent || states_[at(way.to)] < 0) continue;
      if (const int edge = edges[at(way.edge)].literal; edge != 0 && engine.value(edge) < 0)
        continue;
      if (met_[at(way.to)] > 0)
        low_[at(node)] = std::min(low_[at(node)], met_[at(way.to)]);
      else
        meet(way.to, way.edge);
      continue;
    }
    stack_.pop_back();
    if (parent < 0) break;
    const Graph::Edge& edge = edges[at(parent)];
    const int above = edge.a == node ? edge.b : edge.a;
    low_[at(above)] = std::min(low_[at(above)], low_[at(node)]);
    below_[at(above)] += below_[at(node)];
    if (below_[at(node)] == 0) continue;
    if (low_[at(node)] >= met_[at(above)] && nodes[at(above)] != 0)
      findings.push_back({nodes[at(above)], above});
    if (low_[at(node)] > met_[at(above)] && edge.literal != 0)
      findings.push_back({edge.literal, view_.nodes() + parent});
  }
  for (int node = 0; node < view_.nodes(); ++node) {
    if (met_[at(node)] > 0) continue;
    const int is = states_[at(node)];
    if (is == 0) findings.push_back({-nodes[at(node)], node});
    if (is <= 0) continue;
    findings.assign(1, {0, node});
    return;
  }
}

void ConnectedPropagator::reach(const sat::Engine& engine, int start, int without, int found) {
  reached_.assign(at(view_.nodes()), 0);
  reached_[at(start)] = 1;
  queue_.assign(1, start);
  for (std::size_t i = 0; i < queue_.size(); ++i)
    for (const GraphView::Way& way : view_.ways(queue_[i])) {
      if (reached_[at(way.to)] || way.to == without || view_.nodes() + way.edge == without ||
          !may_pass(engine, way, found))
        continue;
      reached_[at(way.to)] = 1;
      queue_.push_back(way.to);
    }
}

// Two nodes that exist, or the one found and one that exists, are separated by nodes and edges that
// do not.
void ConnectedPropagator::explain(const sat::Engine& engine, sat::Finding finding,
                                  sat::Literals& clause) {
  const Literals& nodes = view_.graph().nodes;
  const int found = finding.literal;
  const auto exists = [&](int node) { return state(engine, nodes[at(node)], found) > 0; };
  add_if_any(clause, when_);
  if (found != 0) clause.push_back(found);
  const bool is_left_out =
      found == 0 || (finding.cause < view_.nodes() && found == -nodes[at(finding.cause)]);
  int start = finding.cause, without = -1;
  if (!is_left_out) {
    without = finding.cause;
    start = 0;
    while (!exists(start) || start == without) ++start;
  }
  reach(engine, start, without, found);
  if (found == 0 || !is_left_out) add_if_any(clause, nodes[at(start)]);
  int other = 0;
  while (reached_[at(other)] || other == without || !exists(other)) ++other;
  add_if_any(clause, nodes[at(other)]);
  add_closed(engine, view_, queue_, found, clause, [&](const GraphView::Way& way) {
    return !reached_[at(way.to)] && way.to != without && view_.nodes() + way.edge != without;
  });
}

// --- parts

void Spread::spread(const sat::Engine& engine, int start, int least, std::size_t most, int found) {
  const Graph& graph = view_.graph();
  for (const int node : queue_) from_[at(node)] = -1;
  queue_.assign(1, start);
  from_[at(start)] = static_cast<int>(graph.edges.size());  // none
  for (std::size_t i = 0; i < queue_.size(); ++i)
    for (const GraphView::Way& way : view_.ways(queue_[i])) {
      if (queue_.size() >= most) return;
      if (has_met(way.to) || state(engine, graph.edges[at(way.edge)].literal, found) < least ||
          state(engine, graph.nodes[at(way.to)], found) < least)
        continue;
      from_[at(way.to)] = way.edge;
      queue_.push_back(way.to);
    }
}

void Spread::add_joined(sat::Literals& clause) const {
  for (std::size_t i = 1; i < queue_.size(); ++i) {
    add_if_any(clause, view_.graph().nodes[at(queue_[i])]);
    add_if_any(clause, view_.graph().edges[at(from_[at(queue_[i])])].literal);
  }
}

void Spread::add_closed(const sat::Engine& engine, int found, sat::Literals& clause) const {
  model::add_closed(engine, view_, queue_, found, clause,
                    [&](const GraphView::Way& way) { return !has_met(way.to); });
}

// Causes: a node that is joined to too many, or, after all nodes, one without room.
void PartsPropagator::propagate(const sat::Engine& engine, std::vector<sat::Finding>& findings) {
  if (when_ != 0 && engine.value(when_) <= 0) return;
  const GraphView& view = parts_.view();
  const Literals& nodes = view.graph().nodes;
  const std::size_t size = at(view.graph().part);
  done_.assign(nodes.size(), 0);
  for (int start = 0; start < view.nodes(); ++start) {
    if (done_[at(start)] || state(engine, nodes[at(start)], 0) < 0) continue;
    parts_.spread(engine, start, 0, nodes.size(), 0);
    int existing = -1;
    for (const int node : parts_.met()) {
      done_[at(node)] = 1;
      if (state(engine, nodes[at(node)], 0) > 0) existing = node;
    }
    if (parts_.met().size() > size) continue;
    if (parts_.met().size() < size && existing >= 0) {
      findings.assign(1, {0, view.nodes() + existing});
      return;
    }
    if (parts_.met().size() == size && existing < 0) continue;
    for (const int node : parts_.met())
      if (state(engine, nodes[at(node)], 0) == 0)
        findings.push_back(existing >= 0 ? sat::Finding{nodes[at(node)], view.nodes() + existing}
                                         : sat::Finding{-nodes[at(node)], view.nodes() + node});
  }
  for (int node = 0; node < view.nodes(); ++node) {
    const int is = state(engine, nodes[at(node)], 0);
    if (is < 0) continue;
    parts_.spread(engine, node, 1, size + 1, 0);
    if (parts_.met().size() <= size) continue;
    if (is > 0) {
      findings.assign(1, {0, node});
      return;
    }
    findings.push_back({-nodes[at(node)], node});
  }
}

void PartsPropagator::explain(const sat::Engine& engine, sat::Finding finding,
                              sat::Literals& clause) {
  const GraphView& view = parts_.view();
  const int found = finding.literal;
  add_if_any(clause, when_);
  if (found != 0) clause.push_back(found);
  const bool has_room = finding.cause < view.nodes();
  const int start = has_room ? finding.cause : finding.cause - view.nodes();
  if (found != -view.graph().nodes[at(start)]) add_if_any(clause, view.graph().nodes[at(start)]);
  if (has_room) {
    parts_.spread(engine, start, 1, at(view.graph().part) + 1, found);
    parts_.add_joined(clause);
  } else {
    parts_.spread(engine, start, 0, at(view.nodes()), found);
    parts_.add_closed(engine, found, clause);
  }
}

// --- equal parts

bool EqualPartsPropagator::is_closed(const sat::Engine& engine) const {
  const Graph& graph = parts_.view().graph();
  for (const int node : parts_.met())
    for (const GraphView::Way& way : parts_.view().ways(node))
      if (!parts_.has_met(way.to) && state(engine, graph.edges[at(way.edge)].literal, 0) >= 0 &&
          state(engine, graph.nodes[at(way.to)], 0) >= 0)
        return false;
  return true;
}

void EqualPartsPropagator::propagate(const sat::Engine& engine,
                                     std::vector<sat::Finding>& findings) {
  if (when_ != 0 && engine.value(when_) <= 0) return;
  const Graph& graph = parts_.view().graph();
  Shape first;
  std::size_t largest = 0;
  int largest_start = 0;
  done_.assign(graph.nodes.size(), 0);
  for (int start = 0; start < parts_.view().nodes(); ++start) {
    if (done_[at(start)] || state(engine, graph.nodes[at(start)], 0) <= 0) continue;
    parts_.spread(engine, start, 1, graph.nodes.size(), 0);
    Shape places;
    for (const int node : parts_.met()) {
      done_[at(node)] = 1;
      places.emplace_back(node / graph.width, node % graph.width);
    }
    if (places.size() > largest) {
      largest = places.size();
      largest_start = start;
    }
    if (is_closed(engine)) {
      Shape shape = *orientations(std::move(places), graph.turned).begin();
      if (first.empty()) {
        first = std::move(shape);
        first_ = start;
      } else if (shape != first) {
        findings.assign(1, {0, start});
        return;
      }
    }
    if (!first.empty() && largest > first.size()) {
      findings.assign(1, {0, largest_start});
      return;
    }
  }
}

// Of a part that is too large, what it has already is enough.
void EqualPartsPropagator::explain(const sat::Engine& engine, sat::Finding finding,
                                   sat::Literals& clause) {
  const GraphView& view = parts_.view();
  add_if_any(clause, when_);
  std::size_t size = 0;
  for (const int start : {first_, finding.cause}) {
    add_if_any(clause, view.graph().nodes[at(start)]);
    parts_.spread(engine, start, 1, at(view.nodes()), 0);
    parts_.add_joined(clause);
    if (size == 0 || parts_.met().size() <= size) parts_.add_closed(engine, 0, clause);
    size = parts_.met().size();
  }
}

// --- acyclic

bool AcyclicPropagator::exists(const sat::Engine& engine, int edge, int found) const {
  const auto& [a, b, literal] = view_.graph().edges[at(edge)];
  const Literals& nodes = view_.graph().nodes;
  return state(engine, literal, found) > 0 && state(engine, nodes[at(a)], found) > 0 &&
         state(engine, nodes[at(b)], found) > 0;
}

void AcyclicPropagator::propagate(const sat::Engine& engine, std::vector<sat::Finding>& findings) {
  if (when_ != 0 && engine.value(when_) <= 0) return;
  const Literals& nodes = view_.graph().nodes;
  const std::vector<Graph::Edge>& edges = view_.graph().edges;
  root_.assign(nodes.size(), -1);
  parent_edge_.assign(nodes.size(), -1);
  for (int start = 0; start < view_.nodes(); ++start) {
    if (root_[at(start)] >= 0) continue;
    root_[at(start)] = start;
    queue_.assign(1, start);
    for (std::size_t i = 0; i < queue_.size(); ++i)
      for (const GraphView::Way& way : view_.ways(queue_[i])) {
        if (way.edge == parent_edge_[at(queue_[i])] || !exists(engine, way.edge, 0)) continue;
        if (root_[at(way.to)] >= 0) {
          findings.assign(1, {0, way.edge});
          return;
        }
        root_[at(way.to)] = start;
        parent_edge_[at(way.to)] = way.edge;
        queue_.push_back(way.to);
      }
  }
  for (std::size_t e = 0; e < edges.size(); ++e) {
    const auto& [a, b, literal] = edges[e];
    if (literal != 0 && engine.value(literal) == 0 && root_[at(a)] == root_[at(b)] &&
        state(engine, nodes[at(a)], 0) > 0 && state(engine, nodes[at(b)], 0) > 0)
      findings.push_back({-literal, static_cast<int>(e)});
  }
}

// The edge, and a path of existing edges between its nodes.
void AcyclicPropagator::explain(const sat::Engine& engine, sat::Finding finding,
                                sat::Literals& clause) {
  const Literals& nodes = view_.graph().nodes;
  const std::vector<Graph::Edge>& edges = view_.graph().edges;
  const auto& [a, b, literal] = edges[at(finding.cause)];
  add_if_any(clause, when_);
  if (finding.literal == 0) {
    add_if_any(clause, literal);
  } else {
    clause.push_back(finding.literal);
  }
  parent_edge_.assign(nodes.size(), -1);
  queue_.assign(1, a);
  for (std::size_t i = 0; queue_.back() != b; ++i)
    for (const GraphView::Way& way : view_.ways(queue_[i])) {
      if (way.edge == finding.cause || way.to == a || parent_edge_[at(way.to)] >= 0 ||
          !exists(engine, way.edge, finding.literal))
        continue;
      parent_edge_[at(way.to)] = way.edge;
      queue_.push_back(way.to);
      if (way.to == b) break;
    }
  add_if_any(clause, nodes[at(b)]);
  for (int node = b; node != a;) {
    const Graph::Edge& edge = edges[at(parent_edge_[at(node)])];
    add_if_any(clause, edge.literal);
    node = edge.a == node ? edge.b : edge.a;
    add_if_any(clause, nodes[at(node)]);
  }
}

}  // namespace eyehand::model
