// Random numbers that depend only on the seed, not on the machine or the standard library.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace eyehand {

/// SplitMix64 (Steele, Lea, Flood 2014): small, fast, and good enough for puzzles.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    state_ += 0x9e3779b97f4a7c15u;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  /// 0 to n - 1, uniform to within one part in 2^32 / n. `n` > 0.
  std::uint32_t below(std::uint32_t n) {
    return static_cast<std::uint32_t>(((next() >> 32) * n) >> 32);
  }
  /// True with this probability.
  bool chance(double probability) {
    return static_cast<double>(next() >> 11) * 0x1.0p-53 < probability;
  }
  /// One of the items, of which there must be some.
  template <class Items>
  auto& pick(Items& items) {
    return items[below(static_cast<std::uint32_t>(items.size()))];
  }
  template <class T>
  void shuffle(std::vector<T>& items) {
    for (std::size_t i = items.size(); i > 1; --i)
      std::swap(items[i - 1], items[below(static_cast<std::uint32_t>(i))]);
  }

 private:
  std::uint64_t state_;
};

}  // namespace eyehand
