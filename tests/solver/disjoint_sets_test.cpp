#include "solver/disjoint_sets.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "solver/random.hpp"

namespace eyehand {
namespace {

TEST(DisjointSets, JoinsAndCounts) {
  std::vector<std::int32_t> memory(6);
  DisjointSets sets(memory);
  sets.reset();
  EXPECT_TRUE(sets.is_root(3));
  sets.join_roots(0, 1);
  sets.join_roots(2, 3);
  sets.join_roots(sets.root(1), sets.root(3));
  EXPECT_EQ(sets.root(3), sets.root(0));
  EXPECT_EQ(sets.size_of_root(sets.root(2)), 4u);
  EXPECT_NE(sets.root(4), sets.root(5));
}

TEST(SignedSets, AgreeWithTheColoursBehindTheRelations) {
  Random random(5);
  constexpr std::uint32_t kCount = 300;
  std::vector<bool> colour;
  for (std::uint32_t i = 0; i < kCount; ++i) colour.push_back(random.below(2) == 1);
  std::vector<std::uint32_t> memory(kCount);
  SignedSets sets(memory);
  for (int step = 0; step < 2000; ++step) {
    const std::uint32_t a = random.below(kCount);
    const std::uint32_t b = random.below(kCount);
    if (sets.find(a).root == sets.find(b).root) {
      EXPECT_EQ(sets.find(a).opposite != sets.find(b).opposite, colour[a] != colour[b]);
      EXPECT_FALSE(sets.relate(a, b, colour[a] == colour[b]));
    }
    EXPECT_TRUE(sets.relate(a, b, colour[a] != colour[b]));
  }
}

TEST(Random, IsTheSameEverywhere) {
  Random random(42);
  EXPECT_EQ(random.next(), 13679457532755275413u);
  EXPECT_EQ(random.next(), 2949826092126892291u);
}

}  // namespace
}  // namespace eyehand
