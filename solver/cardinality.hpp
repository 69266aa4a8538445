// Cardinality constraints as clauses, for any SAT solver with `int fresh()` (a new variable) and
// `void add(clause)`, where a clause is a span or an initializer list of literals.
#pragma once

#include <algorithm>
#include <bit>
#include <cassert>
#include <span>
#include <vector>

#include "puzzle/index.hpp"

namespace eyehand {

/// The number of true literals in unary, by a totalizer (Bailleux, Boufkhad 2003): output i is true
/// if and only if more than i literals are, for i < `max` and i < n, the number of literals. Adds
/// about n * max * log(n) clauses, from which unit propagation finds everything that follows.
template <class Sat>
std::vector<int> count(Sat& sat, std::span<const int> literals, int max) {
  if (literals.empty() || max <= 0) return {};
  if (literals.size() == 1) return {literals[0]};
  const auto a = count(sat, literals.first(literals.size() / 2), max);
  const auto b = count(sat, literals.subspan(literals.size() / 2), max);
  const int size_a = static_cast<int>(a.size()), size_b = static_cast<int>(b.size());
  const int n = std::min(size_a + size_b, max);
  std::vector<int> out, clause;
  for (int i = 0; i < n; ++i) out.push_back(sat.fresh());
  for (int i = 0; i <= size_a; ++i)
    for (int j = 0; j <= size_b; ++j) {
      if (i + j > 0) {  // at least i and at least j: at least i + j
        clause.clear();
        if (i > 0) clause.push_back(-a[at(i - 1)]);
        if (j > 0) clause.push_back(-b[at(j - 1)]);
        clause.push_back(out[at(std::min(i + j, n) - 1)]);
        sat.add(clause);
      }
      if (i + j < n) {  // at most i and at most j: at most i + j (outputs beyond max are unknown)
        clause.clear();
        if (i < size_a) clause.push_back(a[at(i)]);
        if (j < size_b) clause.push_back(b[at(j)]);
        clause.push_back(-out[at(i + j)]);
        sat.add(clause);
      }
    }
  return out;
}

/// If `when` holds (always, if it is 0), at most `max` of the literals are true: a clause per
/// subset of max + 1 literals, so for a few literals only (at most 31).
template <class Sat>
void at_most(Sat& sat, std::span<const int> literals, int max, int when = 0) {
  assert(literals.size() < 32);
  std::vector<int> clause;
  for (unsigned set = 0; set < 1u << literals.size(); ++set) {
    if (std::popcount(set) != max + 1) continue;
    clause.clear();
    if (when != 0) clause.push_back(-when);
    for (std::size_t i = 0; i < literals.size(); ++i)
      if (set >> i & 1) clause.push_back(-literals[i]);
    sat.add(clause);
  }
}

/// If `when` holds (always, if it is 0), exactly `wanted` of the literals are true; any number of
/// literals.
template <class Sat>
void exactly(Sat& sat, std::span<const int> literals, int wanted, int when = 0) {
  constexpr std::size_t kFew = 8;
  const int n = static_cast<int>(literals.size());
  const auto add = [&](int literal) { when == 0 ? sat.add({literal}) : sat.add({-when, literal}); };
  if (wanted < 0 || wanted > n) return when == 0 ? sat.add({}) : sat.add({-when});
  if (literals.size() <= kFew) {
    std::vector<int> inverse;
    for (const int literal : literals) inverse.push_back(-literal);
    at_most(sat, literals, wanted, when);
    at_most(sat, inverse, n - wanted, when);
    return;
  }
  const auto sums = count(sat, literals, wanted + 1);
  if (wanted > 0) add(sums[at(wanted - 1)]);
  if (wanted < n) add(-sums[at(wanted)]);
}

}  // namespace eyehand
