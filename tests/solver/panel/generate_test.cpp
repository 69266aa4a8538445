#include "solver/panel/generate.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "puzzle/error.hpp"
#include "puzzle/panel/text.hpp"
#include "solver/panel/solve.hpp"
#include "tests/support/effort.hpp"

namespace eyehand::panel {
namespace {

constexpr Symbol kAllSymbols[] = {Symbol::dot, Symbol::diamond, Symbol::bar, Symbol::slash,
                                  Symbol::flower};

bool carries(const Board& board, Symbol symbol) {
  return std::any_of(board.tiles.begin(), board.tiles.end(),
                     [&](const Tile& tile) { return tile.exists && tile.symbol == symbol; });
}

TEST(PanelGenerate, HasAnAnswerAndOnlySymbolsAskedFor) {
  for (const bool walk : {false, true})
    for (unsigned mix = 1; mix < 32; ++mix) {
      std::set<Symbol> met;
      for (std::uint64_t seed = 0; seed < 8; ++seed) {
        GenerateOptions options{.width = 5, .height = 4, .walk = walk, .seed = seed};
        if (seed % 2 == 0) options.holes = 0.15;
        for (unsigned i = 0; i < 5; ++i)
          if (mix >> i & 1) options.symbols.push_back(kAllSymbols[i]);
        const Board board = *generate(options);
        const std::string code = to_code(board);
        ASSERT_NO_THROW(validate(board)) << code;
        EXPECT_EQ(has_start(board), walk) << code;
        for (unsigned i = 0; i < 5; ++i) {
          if (!carries(board, kAllSymbols[i])) continue;
          met.insert(kAllSymbols[i]);
          EXPECT_TRUE(mix >> i & 1) << code;
        }
        for (const Tile& tile : board.tiles) EXPECT_TRUE(!tile.lit || tile.locked) << code;
        EXPECT_FALSE(solve(board, {.count_limit = 1, .walk = walk}).lit.empty()) << code;
      }
      EXPECT_EQ(met.size(), static_cast<std::size_t>(__builtin_popcount(mix))) << mix;
    }
}

TEST(PanelGenerate, UniqueOnesHaveOneAnswer) {
  for (const bool walk : {false, true})
    for (std::uint64_t seed = 0; seed < static_cast<std::uint64_t>(effort(40)); ++seed) {
      const auto board = generate(
          {.width = 4, .height = 4, .walk = walk, .locked = 0, .unique = true, .seed = seed});
      ASSERT_TRUE(board);
      EXPECT_EQ(solve(*board, {.walk = walk}).status, Status::unique) << to_code(*board);
    }
}

TEST(PanelGenerate, TheSameSeedGivesTheSameBoard) {
  const GenerateOptions options{.width = 7, .height = 6, .holes = 0.1, .seed = 11};
  EXPECT_EQ(generate(options), generate(options));
  GenerateOptions other = options;
  other.seed = 12;
  EXPECT_NE(generate(options), generate(other));
}

TEST(PanelGenerate, RefusesWhatNoBoardCanHave) {
  EXPECT_THROW(generate({.width = 0}), Error);
  EXPECT_THROW(generate({.width = 1000, .height = 1000}), Error);
  EXPECT_THROW(generate({.locked = 1.5}), Error);
  EXPECT_THROW(generate({.holes = -1}), Error);
  const Board lone = *generate({.width = 3, .height = 3, .walk = true, .holes = 1});
  EXPECT_TRUE(has_start(lone));
}

TEST(PanelGenerate, GivesUpAtTheDeadline) {
  EXPECT_FALSE(
      generate({.unique = true, .deadline = Deadline(Deadline::Clock::time_point::min())}));
}

}  // namespace
}  // namespace eyehand::panel
