// Disjoint sets over 0..n-1, in memory of the caller, so that a solver can keep all its arrays in
// one block. `DisjointSets` knows the size of each set; `SignedSets` knows whether two members of a
// set are equal or opposite. Amortised nearly O(1) per operation; no recursion.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>

namespace eyehand {

class DisjointSets {
 public:
  DisjointSets() = default;
  /// Over `memory`, one entry per element, at most 2^31. Call reset() before use.
  explicit DisjointSets(std::span<std::int32_t> memory) : link_(memory) {}

  /// Puts every element in a set of its own.
  void reset() { std::fill(link_.begin(), link_.end(), -1); }

  std::uint32_t root(std::uint32_t i) {
    assert(i < link_.size());
    while (link_[i] >= 0) {
      const auto parent = static_cast<std::uint32_t>(link_[i]);
      if (link_[parent] < 0) return parent;
      link_[i] = link_[parent];  // path halving
      i = static_cast<std::uint32_t>(link_[i]);
    }
    return i;
  }
  std::uint32_t size_of_root(std::uint32_t root) const {
    assert(is_root(root));
    return static_cast<std::uint32_t>(-link_[root]);
  }
  bool is_root(std::uint32_t i) const {
    assert(i < link_.size());
    return link_[i] < 0;
  }

  /// Joins two sets, given by their roots, which must differ. `kept` stays a root; it should be
  /// that of the larger set.
  void join_roots(std::uint32_t kept, std::uint32_t joined) {
    assert(kept != joined && is_root(kept) && is_root(joined));
    link_[kept] += link_[joined];
    link_[joined] = static_cast<std::int32_t>(kept);
  }

 private:
  std::span<std::int32_t> link_;  // a parent, or minus the size at a root
};

class SignedSets {
 public:
  struct Place {
    std::uint32_t root;
    bool opposite;  ///< to the root
  };

  /// Over `memory`, one entry per element, at most 2^31; each element in a set of its own.
  explicit SignedSets(std::span<std::uint32_t> memory) : link_(memory) {
    for (std::size_t i = 0; i < link_.size(); ++i) link_[i] = static_cast<std::uint32_t>(i << 1);
  }

  Place find(std::uint32_t i) {
    assert(i < link_.size());
    const std::uint32_t parent = link_[i] >> 1;
    if (link_[parent] >> 1 == parent) return {parent, (link_[i] & 1) != 0};
    std::uint32_t root = i;
    std::uint32_t sign = 0;
    while (link_[root] >> 1 != root) {
      sign ^= link_[root] & 1;
      root = link_[root] >> 1;
    }
    // Path compression: each link now leads straight to the root.
    for (std::uint32_t j = i, s = sign; j != root;) {
      const std::uint32_t link = link_[j];
      link_[j] = root << 1 | s;
      s ^= link & 1;
      j = link >> 1;
    }
    return {root, sign != 0};
  }

  /// Records that a and b are equal (or opposite). False if the contrary is already known.
  bool relate(std::uint32_t a, std::uint32_t b, bool opposite) {
    const Place pa = find(a);
    const Place pb = find(b);
    const bool sign = (pa.opposite != pb.opposite) != opposite;
    if (pa.root == pb.root) return !sign;
    link_[pb.root] = pa.root << 1 | (sign ? 1u : 0u);
    return true;
  }

 private:
  std::span<std::uint32_t> link_;  // parent * 2 + whether opposite to it; a root is its own parent
};

}  // namespace eyehand
