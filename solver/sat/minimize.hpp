// Reduces an explanation to facts that are all needed.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace eyehand::sat {

/// Reduces the facts that explain a conflict to some that are all needed, by divide and conquer,
/// and appends them to `kept` (QuickXplain; Junker 2004). `retract(fact, true)` takes a fact back,
/// `retract(fact, false)` restores it; those dropped stay taken back. `follows()`: whether the
/// conflict still does. `needed`: at least one fact is known to be. False if none was.
template <class Fact, class Retract, class Follows>
bool minimize(std::span<const Fact> facts, bool needed, std::vector<Fact>& kept,
              const Retract& retract, const Follows& follows) {
  if (!needed) {
    for (const Fact& fact : facts) retract(fact, true);
    if (follows()) return false;
    for (const Fact& fact : facts) retract(fact, false);
  }
  if (facts.size() == 1) {
    kept.push_back(facts[0]);
    return true;
  }
  // The second half stays while the first is reduced.
  const std::size_t half = facts.size() / 2;
  const bool first = minimize(facts.first(half), false, kept, retract, follows);
  minimize(facts.subspan(half), !first, kept, retract, follows);
  return true;
}

}  // namespace eyehand::sat
