// Propagator for a layered graph (a multi-valued decision diagram): prunes every literal that lies
// on no path, in one pass forwards and one backwards, and explains by a greedy pass over the
// diagram (Gange, Stuckey, Szymanek: MDD propagators with explanation, 2011).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "puzzle/model/model.hpp"
#include "solver/sat/engine.hpp"

namespace eyehand::model {

class DiagramPropagator final : public sat::Propagator {
 public:
  /// `literals` are those the diagram's arcs refer to. The propagator is idle unless `when`, if
  /// there is one, is true. The diagram must outlive this.
  DiagramPropagator(const Diagram& diagram, std::span<const int> literals, int when)
      : diagram_(diagram), literals_(literals.begin(), literals.end()), when_(when) {}

  /// O(arcs), likewise explain().
  void propagate(const sat::Engine& engine, std::vector<sat::Finding>& findings) override;
  void explain(const sat::Engine& engine, sat::Finding finding, sat::Literals& clause) override;

 private:
  std::size_t layers() const { return diagram_.layers.size() - 1; }
  std::span<const Diagram::Arc> arcs(std::size_t layer) const {
    return std::span(diagram_.arcs)
        .subspan(at(diagram_.layers[layer]),
                 at(diagram_.layers[layer + 1] - diagram_.layers[layer]));
  }
  /// Whether the arc of each literal can be part of a path, as far as backwards_ says; fills it
  /// with the nodes from which the end can be reached by arcs whose literals are not closed.
  void go_back(std::span<const std::uint8_t> closed);

  const Diagram& diagram_;
  sat::Literals literals_;
  int when_;
  std::vector<std::vector<std::uint8_t>> backwards_;  // per layer and node
  std::vector<std::uint8_t> here_, there_, closed_, supported_;
};

}  // namespace eyehand::model
