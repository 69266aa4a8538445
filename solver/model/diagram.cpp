#include "solver/model/diagram.hpp"

#include <algorithm>

namespace eyehand::model {

void DiagramPropagator::go_back(std::span<const std::uint8_t> closed) {
  backwards_.resize(layers() + 1);
  backwards_.back().assign(1, 1);
  for (std::size_t i = layers(); i-- > 0;) {
    backwards_[i].assign(at(diagram_.nodes[i]), 0);
    for (const auto& [from, to, literal] : arcs(i))
      if (!closed[at(literal)] && backwards_[i + 1][at(to)]) backwards_[i][at(from)] = 1;
  }
}

void DiagramPropagator::propagate(const sat::Engine& engine, std::vector<sat::Finding>& findings) {
  if (when_ != 0 && engine.value(when_) <= 0) return;
  closed_.resize(literals_.size());
  for (std::size_t i = 0; i < literals_.size(); ++i) closed_[i] = engine.value(literals_[i]) < 0;
  go_back(closed_);
  if (backwards_[0].empty() || !backwards_[0][0]) {
    findings.push_back({0, static_cast<int>(literals_.size())});
    return;
  }
  supported_.assign(literals_.size(), 0);
  here_.assign(1, 1);
  for (std::size_t i = 0; i < layers(); ++i) {
    there_.assign(at(diagram_.nodes[i + 1]), 0);
    for (const auto& [from, to, literal] : arcs(i))
      if (here_[at(from)] && !closed_[at(literal)] && backwards_[i + 1][at(to)])
        supported_[at(literal)] = there_[at(to)] = 1;
    std::swap(here_, there_);
  }
  for (std::size_t i = 0; i < literals_.size(); ++i)
    if (!supported_[i] && !closed_[i]) findings.push_back({-literals_[i], static_cast<int>(i)});
}

// A path through the literal found would have to use a literal that is closed. Follows all arcs
// from the start except those that could still reach the end: these must be closed, and the
// explanation says so.
void DiagramPropagator::explain(const sat::Engine& engine, sat::Finding finding,
                                sat::Literals& clause) {
  if (when_ != 0) clause.push_back(-when_);
  if (finding.literal != 0) clause.push_back(finding.literal);
  // The layer of the literal found, of whose arcs only its own are open.
  std::size_t forced = layers();
  for (std::size_t i = 0; i < layers() && finding.literal != 0; ++i)
    for (const Diagram::Arc& arc : arcs(i))
      if (arc.literal == finding.cause) forced = i;
  if (finding.literal != 0 && forced == layers()) return;  // it is on no path at all
  const auto is_open = [&](std::size_t layer, int literal) {
    return layer != forced || literal == finding.cause;
  };
  for (std::size_t i = 0; i < literals_.size(); ++i)
    closed_[i] = engine.value(literals_[i]) < 0 &&
                 (finding.literal == 0 || engine.was_before(literals_[i], finding.literal));
  if (forced < layers())
    for (const Diagram::Arc& arc : arcs(forced))
      closed_[at(arc.literal)] = arc.literal != finding.cause;
  go_back(closed_);
  here_.assign(1, 1);
  supported_.assign(literals_.size(), 0);  // those that are part of the explanation
  for (std::size_t i = 0; i < layers(); ++i) {
    there_.assign(at(diagram_.nodes[i + 1]), 0);
    for (const auto& [from, to, literal] : arcs(i))
      if (here_[at(from)] && backwards_[i + 1][at(to)] && is_open(i, literal))
        supported_[at(literal)] = 1;
    for (const auto& [from, to, literal] : arcs(i))
      if (here_[at(from)] && is_open(i, literal) && !supported_[at(literal)]) there_[at(to)] = 1;
    std::swap(here_, there_);
  }
  for (std::size_t i = 0; i < literals_.size(); ++i)
    if (supported_[i]) clause.push_back(literals_[i]);
}

}  // namespace eyehand::model
