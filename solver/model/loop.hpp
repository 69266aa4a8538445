// Propagator for a single loop.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "solver/model/graphs.hpp"

namespace eyehand::model {

/// The edges that exist form at most one loop, where no node has more than two: an edge that would
/// close a path into a loop does not exist if there are others beside that path, and beside a loop
/// none exists. Nodes' literals do not matter; those of edges are different variables. Follows the
/// engine's trail, so that only what is new takes time; to explain, O(edges).
class LoopPropagator final : public sat::Propagator {
 public:
  /// Idle unless `when`, if there is one, is true. The graph must outlive this.
  LoopPropagator(const Graph& graph, int when);

  void propagate(const sat::Engine& engine, std::vector<sat::Finding>& findings) override;
  void explain(const sat::Engine& engine, sat::Finding finding, sat::Literals& clause) override;

 private:
  /// An edge that exists, and the ends of the path to which it belonged once it was added; if it
  /// closed a loop, these are its own nodes.
  struct Join {
    int edge, ends[2];
    std::size_t position;  // in the trail
  };
  const std::vector<Graph::Edge>& edges() const { return view_.graph().edges; }
  bool closes(const Join& join) const { return join.ends[0] == edges()[at(join.edge)].b; }
  /// Adds or removes what this join changes.
  void count(const Join& join, int sign);
  void add(int edge, std::size_t position);
  void remove_last();

  GraphView view_;
  int when_;
  std::vector<int> edge_of_;  // by variable; -1: none
  sat::Literals seen_;        // the trail
  std::vector<Join> joins_;
  std::vector<int> degree_;
  std::vector<int> end_;  // per end of a path, its other end; per node without edges, itself
  int paths_ = 0, loops_ = 0;
  std::vector<std::array<int, 2>> links_;  // to explain: per node, edges that exist, or -1
};

}  // namespace eyehand::model
