// Regions with a sum are found possible just when some of all ways to fill the grid has one.
#include "solver/model/region.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "puzzle/index.hpp"
#include "solver/random.hpp"
#include "solver/sat/engine.hpp"
#include "tests/support/effort.hpp"

namespace eyehand::model {
namespace {

/// The region of the root if bit i of `states` is the state of cell i.
std::vector<std::uint8_t> region_of(const Region& region, std::uint32_t states) {
  const auto is_in_state = [&](int cell) { return (states >> cell & 1) != 0; };
  std::vector<std::uint8_t> inside(region.states.size(), 0);
  std::vector<int> queue = {region.root};
  inside[at(region.root)] = 1;
  for (std::size_t i = 0; i < queue.size(); ++i) {
    const int cell = queue[i], x = cell % region.width;
    const auto join = [&](bool exists, int other) {
      if (!exists || region.states[at(other)] == 0 || inside[at(other)] != 0 ||
          is_in_state(other) != is_in_state(cell))
        return;
      inside[at(other)] = 1;
      queue.push_back(other);
    };
    join(x > 0, cell - 1);
    join(x + 1 < region.width, cell + 1);
    join(cell >= region.width, cell - region.width);
    join(at(cell + region.width) < region.states.size(), cell + region.width);
  }
  return inside;
}

bool has_sum(const Region& region, const std::vector<std::uint8_t>& inside) {
  for (const Region::Sum& sum : region.sums) {
    int total = 0;
    for (std::size_t cell = 0; cell < inside.size(); ++cell)
      if (inside[cell] != 0) total += sum.weights[cell];
    if (total == sum.total) return true;
  }
  return false;
}

/// Whether some way to fill the grid agrees with what is known and has one of the sums.
bool is_possible(const Region& region, const sat::Engine& engine) {
  const auto agrees = [&](int literal, bool is) {
    return literal == 0 || engine.value(literal) == 0 || (engine.value(literal) > 0) == is;
  };
  for (std::uint32_t states = 0; states < 1U << region.states.size(); ++states) {
    bool agree = true;
    for (int cell = 0; agree && cell < static_cast<int>(region.states.size()); ++cell)
      agree = agrees(region.states[at(cell)], (states >> cell & 1) != 0);
    if (!agree) continue;
    const std::vector<std::uint8_t> inside = region_of(region, states);
    for (std::size_t cell = 0; agree && cell < inside.size(); ++cell)
      agree = agrees(region.inside[cell], inside[cell] != 0);
    if (agree && has_sum(region, inside)) return true;
  }
  return false;
}

TEST(Region, IsPossibleJustWhenSomeFillingHasTheSum) {
  Random random(1);
  int possible = 0, impossible = 0;
  for (int i = effort(3000); i > 0; --i) {
    Region region;
    region.width = 1 + static_cast<int>(random.below(4));
    region.height = 1 + static_cast<int>(random.below(4));
    const int cells = region.width * region.height;
    region.root = static_cast<int>(random.below(static_cast<std::uint32_t>(cells)));
    sat::Engine engine;
    for (int cell = 0; cell < cells; ++cell) {
      const bool exists = cell == region.root || random.chance(0.9);
      region.states.push_back(exists ? engine.fresh() : 0);
      region.inside.push_back(exists ? engine.fresh() : 0);
    }
    for (int sum = 1 + static_cast<int>(random.below(2)); sum > 0; --sum) {
      Region::Sum& each = region.sums.emplace_back();
      for (int cell = 0; cell < cells; ++cell)
        each.weights.push_back(static_cast<int>(random.below(4)) - 2);
      each.total = static_cast<int>(random.below(9)) - 5;
    }
    RegionPropagator propagator(region, 0);
    // The same propagator with less and other knowledge, as in a search.
    for (const double share : {0.3, 0.6, 0.3, 0.9, 0.5}) {
      sat::Literals known;
      for (int cell = 0; cell < cells; ++cell) {
        if (region.states[at(cell)] == 0) continue;
        const auto know = [&](int literal, double chance) {
          if (random.chance(chance)) known.push_back(random.chance(0.5) ? literal : -literal);
        };
        know(region.states[at(cell)], share);
        if (cell != region.root) know(region.inside[at(cell)], share / 4);
      }
      ASSERT_TRUE(engine.propagate(known));
      std::vector<sat::Finding> findings;
      propagator.propagate(engine, findings);
      const bool expected = is_possible(region, engine);
      ASSERT_EQ(findings.empty(), expected)
          << region.width << 'x' << region.height << ", " << known.size() << " known";
      ++(expected ? possible : impossible);
      if (findings.empty()) continue;
      sat::Literals clause;
      propagator.explain(engine, findings[0], clause);
      for (const int literal : clause) EXPECT_LT(engine.value(literal), 0);
    }
  }
  EXPECT_GT(possible, effort(3000) / 2);
  EXPECT_GT(impossible, effort(3000) / 2);
}

}  // namespace
}  // namespace eyehand::model
