#include "solver/panel/formula.hpp"

#include <algorithm>
#include <bit>

#include "puzzle/index.hpp"

namespace eyehand::panel {
Formula::Formula() {
  yes_ = fresh();
  sat_.add({&yes_, 1});
}

void Formula::add(std::span<const int> clause) {
  sat_.add(clause);
}

void Formula::exactly(std::span<const int> literals, int count, int when) {
  const int n = static_cast<int>(literals.size());
  if (count < 0 || count > n) {
    add({-when});
    return;
  }
  for (unsigned set = 0; set < 1u << n; ++set) {
    const int size = std::popcount(set);
    for (const int sign : {-1, 1}) {
      if (size != (sign < 0 ? count + 1 : n - count + 1)) continue;
      clause_.assign(1, -when);
      for (int i = 0; i < n; ++i)
        if (set >> i & 1) clause_.push_back(sign * literals[at(i)]);
      add(clause_);
    }
  }
}

void Formula::exactly_one(std::span<const int> literals) {
  add(literals);
  int before = no();  // one of those before
  for (std::size_t i = 0; i < literals.size(); ++i) {
    add({-before, -literals[i]});
    if (i + 1 == literals.size()) break;
    const int now = fresh();
    add({-before, now});
    add({-literals[i], now});
    before = now;
  }
}

Literals Formula::sum(std::span<const Literals> leaves, int most) {
  if (leaves.empty() || most <= 0) return {};
  if (leaves.size() == 1) {
    Literals leaf = leaves[0];
    leaf.resize(std::min(leaf.size(), at(most)));
    return leaf;
  }
  const Literals a = sum(leaves.first(leaves.size() / 2), most);
  const Literals b = sum(leaves.subspan(leaves.size() / 2), most);
  const int size_a = static_cast<int>(a.size()), size_b = static_cast<int>(b.size());
  const int n = std::min(size_a + size_b, most);
  Literals out;
  for (int i = 0; i < n; ++i) out.push_back(fresh());
  for (int i = 1; i < n; ++i) add({-out[at(i)], out[at(i - 1)]});
  for (int i = 0; i <= size_a; ++i)
    for (int j = 0; j <= size_b; ++j) {
      // At least i and at least j: at least i + j.
      if (i + j > 0 && i + j <= n)
        add({i > 0 ? -a[at(i - 1)] : no(), j > 0 ? -b[at(j - 1)] : no(), out[at(i + j - 1)]});
      // At most i and at most j: at most i + j. (Truncated outputs are unknown.)
      if (i + j < n)
        add({i < size_a ? a[at(i)] : no(), j < size_b ? b[at(j)] : no(), -out[at(i + j)]});
    }
  return out;
}

Formula::Outcome Formula::solve(const Deadline& deadline, std::span<const int> assumed,
                                const Engine::TheoryPropagator& theory) {
  return sat_.solve(deadline, assumed, theory);
}

}  // namespace eyehand::panel
