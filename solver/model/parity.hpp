// Propagator for the parity of some literals.
#pragma once

#include <span>
#include <vector>

#include "solver/sat/engine.hpp"

namespace eyehand::model {

/// The number of true literals is odd, or even. O(literals), likewise to explain.
class ParityPropagator final : public sat::Propagator {
 public:
  /// Idle unless `when`, if there is one, is true.
  ParityPropagator(std::span<const int> literals, bool odd, int when)
      : literals_(literals.begin(), literals.end()), odd_(odd), when_(when) {}

  void propagate(const sat::Engine& engine, std::vector<sat::Finding>& findings) override {
    if (when_ != 0 && engine.value(when_) <= 0) return;
    int open = 0;
    bool odd = odd_;
    for (const int literal : literals_) {
      const int value = engine.value(literal);
      odd ^= value > 0;
      if (value != 0) continue;
      if (open != 0) return;
      open = literal;
    }
    if (open != 0)
      findings.push_back({odd ? open : -open, 0});
    else if (odd)
      findings.push_back({0, 0});
  }
  void explain(const sat::Engine& engine, sat::Finding finding, sat::Literals& clause) override {
    if (when_ != 0) clause.push_back(-when_);
    for (const int literal : literals_)
      clause.push_back(finding.literal == literal || finding.literal == -literal ? finding.literal
                       : engine.value(literal) > 0                               ? -literal
                                                                                 : literal);
  }

 private:
  sat::Literals literals_;
  bool odd_;
  int when_;
};

}  // namespace eyehand::model
