#include "solver/sat/engine.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdlib>

#include "solver/cadical.hpp"
#include "solver/cardinality.hpp"
#include "solver/model/parity.hpp"
#include "tests/support/effort.hpp"

namespace eyehand::sat {
namespace {

int literal_of(Random& random, int variables) {
  const int v = 1 + static_cast<int>(random.below(static_cast<std::uint32_t>(variables)));
  return random.chance(0.5) ? v : -v;
}

Literals distinct(Random& random, int variables, std::size_t count) {
  Literals all;
  for (int v = 1; v <= variables; ++v) all.push_back(random.chance(0.5) ? v : -v);
  random.shuffle(all);
  all.resize(count);
  return all;
}

TEST(SatEngine, AgreesWithCadicalOnRandomFormulas) {
  for (int seed = 0; seed < effort(4000); ++seed) {
    SCOPED_TRACE(seed);
    Random random(static_cast<std::uint64_t>(seed));
    const int n = 7 + static_cast<int>(random.below(seed % 10 == 0 ? 60 : 15));
    Engine engine;
    Cadical reference;
    engine.reserve(n);
    for (int i = 0; i < n; ++i) reference.fresh();
    std::vector<model::ParityPropagator> parities;
    parities.reserve(2);
    for (auto i = random.below(3); i-- > 0;) {
      const Literals of = distinct(random, n, 3 + random.below(3));
      Literals variables;
      for (const int literal : of) variables.push_back(std::abs(literal));
      parities.emplace_back(of, true, 0);
      engine.add(parities.back(), variables, static_cast<int>(random.below(3)));
      for (unsigned set = 0; set < 1u << of.size(); ++set) {
        if (std::popcount(set) % 2 != 0) continue;  // an even number of true ones
        Literals clause;
        for (std::size_t k = 0; k < of.size(); ++k) clause.push_back(set >> k & 1 ? -of[k] : of[k]);
        reference.add(clause);
      }
    }
    for (auto i = static_cast<std::uint32_t>(n) * (1 + random.below(4)); i-- > 0;) {
      Literals clause;
      for (auto k = 1 + random.below(5); k-- > 0;) clause.push_back(literal_of(random, n));
      engine.add(clause);
      reference.add(clause);
    }
    for (auto i = random.below(6); i-- > 0;) {
      const Literals of = distinct(random, n, 2 + random.below(5));
      const int most = static_cast<int>(random.below(static_cast<std::uint32_t>(of.size())));
      Literals when;
      if (random.chance(0.5)) when.push_back(literal_of(random, n));
      engine.at_most(most, of, when);
      at_most(reference, of, most, when.empty() ? 0 : when[0]);
    }
    Literals assumed;
    for (auto i = random.below(4); i-- > 0;) assumed.push_back(literal_of(random, n));
    if (random.chance(0.3)) engine.shuffle(random);
    for (const int literal : assumed) reference.add({literal});
    const Outcome outcome = engine.solve({}, assumed);
    ASSERT_EQ(outcome, reference.solve({}));
    if (outcome == Outcome::yes) {
      for (int v = 1; v <= n; ++v) reference.add({engine.holds(v) ? v : -v});
      EXPECT_EQ(reference.solve({}), Outcome::yes) << "what it found is no answer";
    } else {
      const Literals failed = engine.failed();
      for (const int literal : failed)
        EXPECT_EQ(std::count(assumed.begin(), assumed.end(), literal) > 0, true) << literal;
      EXPECT_EQ(engine.solve({}, failed), Outcome::no) << "these can hold together";
    }
  }
}

TEST(SatEngine, NamesTheOriginOfWhatFollows) {
  Engine engine;
  engine.reserve(3);
  engine.set_origin(7);
  engine.add({1});
  engine.set_origin(8);
  engine.add({-1, 2});
  engine.set_origin(9);
  engine.at_most(1, std::vector<int>{1, 3});
  ASSERT_TRUE(engine.propagate_all());
  EXPECT_EQ(engine.origin(1), 7);
  EXPECT_EQ(engine.origin(2), 8);
  EXPECT_EQ(engine.origin(-3), 9);
}

TEST(SatEngine, StopsAtItsLimits) {
  Engine engine;  // eight pigeons in seven holes
  for (int pigeon = 0; pigeon < 8; ++pigeon) {
    Literals holes;
    for (int hole = 0; hole < 7; ++hole) holes.push_back(engine.fresh());
    engine.add(holes);
  }
  for (int hole = 0; hole < 7; ++hole)
    for (int a = 0; a < 8; ++a)
      for (int b = 0; b < a; ++b) engine.add({-(1 + 7 * a + hole), -(1 + 7 * b + hole)});
  EXPECT_EQ(engine.solve({}, {}, 10), Outcome::gave_up);
  EXPECT_EQ(engine.solve(Deadline::after(std::chrono::seconds(-1))), Outcome::gave_up);
  EXPECT_EQ(engine.solve({}), Outcome::no);
}

}  // namespace
}  // namespace eyehand::sat
