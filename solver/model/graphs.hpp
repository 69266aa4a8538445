// Propagators for graphs whose nodes and edges exist if literals are true.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "puzzle/model/model.hpp"
#include "solver/sat/engine.hpp"

namespace eyehand::model {

/// A graph with the edges of each node at hand.
class GraphView {
 public:
  explicit GraphView(const Graph& graph);

  struct Way {
    int to, edge;
  };
  int nodes() const { return static_cast<int>(graph_.nodes.size()); }
  std::span<const Way> ways(int node) const {
    return std::span(ways_).subspan(at(first_[at(node)]),
                                    at(first_[at(node) + 1] - first_[at(node)]));
  }
  const Graph& graph() const { return graph_; }

 private:
  const Graph& graph_;
  std::vector<Way> ways_;
  std::vector<int> first_;
};

/// Nodes that exist are connected: parts without any that exists are left out if another part has
/// some, and articulation points between nodes that exist exist. O(nodes + edges), likewise to
/// explain.
class ConnectedPropagator final : public sat::Propagator {
 public:
  /// Idle unless `when`, if there is one, is true. The graph must outlive this.
  ConnectedPropagator(const Graph& graph, int when) : view_(graph), when_(when) {}

  void propagate(const sat::Engine& engine, std::vector<sat::Finding>& findings) override;
  void explain(const sat::Engine& engine, sat::Finding finding, sat::Literals& clause) override;

 private:
  struct Visit {
    int node, parent, next;
  };
  bool may_pass(const sat::Engine& engine, const GraphView::Way& way, int found) const;
  /// Marks the nodes that can be reached from `start` without `without`.
  void reach(const sat::Engine& engine, int start, int without, int found);

  GraphView view_;
  int when_;
  std::vector<int> met_, low_, below_, queue_;
  std::vector<Visit> stack_;
  std::vector<std::int8_t> states_;  // of the nodes: 1 exists, 0 may exist, -1 does not
  std::vector<std::uint8_t> reached_;
};

/// Looks for what is joined to a node.
class Spread {
 public:
  explicit Spread(const Graph& graph) : view_(graph), from_(graph.nodes.size(), -1) {}

  /// The nodes that are joined to `start` by nodes and edges whose state is at least `least` (1:
  /// they exist, 0: they may); no more than `most`.
  void spread(const sat::Engine& engine, int start, int least, std::size_t most, int found);

  const GraphView& view() const { return view_; }
  /// Those nodes, from `start` on.
  const std::vector<int>& met() const { return queue_; }
  bool has_met(int node) const { return from_[at(node)] >= 0; }
  /// To `clause`, that these nodes and the edges that join them to `start` exist; all but `start`.
  void add_joined(sat::Literals& clause) const;
  /// That no way leads out of them.
  void add_closed(const sat::Engine& engine, int found, sat::Literals& clause) const;

 private:
  GraphView view_;
  std::vector<int> queue_,
      from_;  ///< from_: per node, the edge by which it was met; -1: it was not
};

/// Each connected part of what exists has Graph::part nodes: one that is too large, or cannot grow
/// enough, is refused; so is a node that would join too many, and one without room for its part;
/// where there is just enough room, all of it exists. O(nodes * Graph::part + edges); to explain,
/// O(nodes + edges).
class PartsPropagator final : public sat::Propagator {
 public:
  /// Idle unless `when`, if there is one, is true. The graph must outlive this.
  PartsPropagator(const Graph& graph, int when) : parts_(graph), when_(when) {}

  void propagate(const sat::Engine& engine, std::vector<sat::Finding>& findings) override;
  void explain(const sat::Engine& engine, sat::Finding finding, sat::Literals& clause) override;

 private:
  Spread parts_;
  int when_;
  std::vector<std::uint8_t> done_;
};

/// All connected parts of what exists have the same shape: of two that can no longer grow, shapes
/// that differ are refused; so is a part larger than one of them. O(nodes + edges), likewise to
/// explain.
class EqualPartsPropagator final : public sat::Propagator {
 public:
  /// Idle unless `when`, if there is one, is true. The graph must outlive this.
  EqualPartsPropagator(const Graph& graph, int when) : parts_(graph), when_(when) {}

  void propagate(const sat::Engine& engine, std::vector<sat::Finding>& findings) override;
  void explain(const sat::Engine& engine, sat::Finding finding, sat::Literals& clause) override;

 private:
  bool is_closed(const sat::Engine& engine) const;

  Spread parts_;
  int when_;
  int first_ = 0;  ///< a node of a part that can no longer grow; the other part is the finding's
  std::vector<std::uint8_t> done_;
};

/// What exists has no cycle: an edge that would close one does not exist, if both its nodes do.
/// O(nodes + edges), likewise to explain.
class AcyclicPropagator final : public sat::Propagator {
 public:
  /// Idle unless `when`, if there is one, is true. The graph must outlive this.
  AcyclicPropagator(const Graph& graph, int when) : view_(graph), when_(when) {}

  void propagate(const sat::Engine& engine, std::vector<sat::Finding>& findings) override;
  void explain(const sat::Engine& engine, sat::Finding finding, sat::Literals& clause) override;

 private:
  bool exists(const sat::Engine& engine, int edge, int found) const;

  GraphView view_;
  int when_;
  std::vector<int> root_, parent_edge_, queue_;
};

}  // namespace eyehand::model
