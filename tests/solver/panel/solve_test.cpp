// The panel solver: against brute force on small panels of every mix of symbols, and on larger
// ones, generated and published.
#include "solver/panel/solve.hpp"

#include <gtest/gtest.h>

#include <map>
#include <sstream>

#include "puzzle/panel/text.hpp"
#include "solver/panel/generate.hpp"
#include "solver/random.hpp"
#include "tests/solver/panel/brute_force.hpp"
#include "tests/support/effort.hpp"
#include "tests/support/published.hpp"

namespace eyehand::panel {
namespace {

constexpr std::uint64_t kAll = ~std::uint64_t{0};

Symbol pick(const std::vector<Symbol>& symbols, Random& random) {
  return symbols[random.below(static_cast<std::uint32_t>(symbols.size()))];
}

void put_any_symbol(Tile& tile, const std::vector<Symbol>& symbols, int hues, Random& random) {
  static constexpr Hue kHuesHere[] = {Hue::yellow, Hue::purple, Hue::none};
  tile.symbol = pick(symbols, random);
  tile.hue = kHuesHere[random.below(static_cast<std::uint32_t>(hues))];
  tile.value = 0;
  if (tile.symbol == Symbol::flower) tile.value = static_cast<std::int8_t>(random.below(5));
  if (tile.symbol == Symbol::dot)
    tile.value =
        static_cast<std::int8_t>(random.chance(0.2) ? -1 - static_cast<int>(random.below(4))
                                                    : 1 + static_cast<int>(random.below(9)));
}

/// A panel of these symbols, arbitrary or made to have an answer and then, perhaps, spoilt; with
/// locks, holes, links, hidden symbols.
Board random_board(const std::vector<Symbol>& symbols, bool walk, Random& random) {
  const int width = 1 + static_cast<int>(random.below(4)),
            height = 1 + static_cast<int>(random.below(4));
  const double locked = random.chance(0.5) ? 0.25 : 0, holes = random.chance(0.3) ? 0.15 : 0;
  const double links = random.chance(0.3) ? 0.1 : 0;
  Board board;
  const bool made = random.chance(0.6);
  if (made) {
    board = *generate({.width = width,
                       .height = height,
                       .symbols = symbols,
                       .walk = walk,
                       .locked = locked,
                       .holes = holes,
                       .seed = random.next()});
  } else {
    board = Board::make(width, height);
    const double share = 0.1 * (1 + random.below(5));
    const int hues = 1 + static_cast<int>(random.below(3));
    for (Tile& tile : board.tiles) {
      tile.exists = !random.chance(holes);
      tile.locked = random.chance(locked);
      tile.lit = random.chance(0.5);
      tile.start = walk && random.chance(0.15);
      if (random.chance(share)) put_any_symbol(tile, symbols, hues, random);
    }
  }
  const double spoilt = random.chance(0.5) ? 0 : 0.1;
  for (std::size_t t = 0; t < board.size(); ++t) {
    Tile& tile = board.tiles[t];
    if (random.chance(spoilt)) put_any_symbol(tile, symbols, 2, random);
    tile.hidden = tile.symbol != Symbol::none && random.chance(0.1);
    tile.linked_left = t % static_cast<std::size_t>(width) != 0 && random.chance(links);
    tile.linked_up = t >= static_cast<std::size_t>(width) && random.chance(links);
    if (!tile.locked) tile.lit = random.chance(0.5);  // says nothing
  }
  validate(board);
  return board;
}

Status wanted_status(std::size_t answers) {
  return answers == 0 ? Status::none : answers == 1 ? Status::unique : Status::multiple;
}

class Mix : public testing::TestWithParam<int> {
 protected:
  std::vector<Symbol> symbols() const {
    std::vector<Symbol> result;
    for (int i = 0; i < 5; ++i)
      if (GetParam() >> i & 1) result.push_back(static_cast<Symbol>(i + 1));
    return result;
  }
};

TEST_P(Mix, IsToggledAsBruteForceDoes) {
  Random random(static_cast<std::uint64_t>(GetParam()));
  std::map<Status, int> met;
  for (int i = effort(120); i > 0; --i) {
    const Board board = random_board(symbols(), false, random);
    const auto answers = BruteForce(board).toggled();
    const std::string code = to_code(board);
    const Solution two = solve(board);
    ASSERT_EQ(two.status, wanted_status(answers.size())) << code;
    ++met[two.status];
    ASSERT_EQ(two.lit.empty(), answers.empty()) << code;
    if (!two.lit.empty()) {
      ASSERT_EQ(check(board, two.lit), Verdict{}) << code;
    }
    // Many answers take long to count.
    const std::uint64_t limit = answers.size() > 200 ? 200 : kAll;
    ASSERT_EQ(solve(board, {.count_limit = limit}).count,
              std::min<std::uint64_t>(limit, answers.size()))
        << code;
    const Solution one = solve(board, {.count_limit = 1});
    ASSERT_EQ(one.status, answers.empty() ? Status::none : Status::found) << code;
  }
  if (is_full_effort()) {  // among fewer, one may be missing
    EXPECT_EQ(met.size(), 3U);
  }
}

TEST_P(Mix, IsWalkedAsBruteForceDoes) {
  Random random(static_cast<std::uint64_t>(GetParam()));
  std::map<Status, int> met;
  for (int i = effort(120); i > 0; --i) {
    const Board board = random_board(symbols(), true, random);
    const auto answers = BruteForce(board).walked();
    const std::string code = to_code(board);
    const Solution two = solve(board, {.walk = true});
    ASSERT_EQ(two.status, wanted_status(answers.size())) << code;
    ++met[two.status];
    if (!answers.empty()) {
      ASSERT_EQ(check_walk(board, two.path), Verdict{}) << code;
      ASSERT_EQ(lit_by_walk(board, two.path), two.lit) << code;
      int shortest = static_cast<int>(board.size());
      for (const auto& [lit, length] : answers) shortest = std::min(shortest, length);
      ASSERT_EQ(static_cast<int>(two.path.size()), shortest) << code;
    }
    const std::uint64_t limit = answers.size() > 200 ? 200 : kAll;
    ASSERT_EQ(solve(board, {.count_limit = limit, .walk = true}).count,
              std::min<std::uint64_t>(limit, answers.size()))
        << code;
  }
  if (is_full_effort()) {  // among fewer, one may be missing
    EXPECT_EQ(met.size(), 3U);
  }
}

std::string mix_name(const testing::TestParamInfo<int>& info) {
  const char* const names[] = {"Dots", "Diamonds", "Bars", "Slashes", "Flowers"};
  std::string name;
  for (int i = 0; i < 5; ++i)
    if (info.param >> i & 1) name += names[i];
  return name;
}
INSTANTIATE_TEST_SUITE_P(Panels, Mix, testing::Range(1, 32), mix_name);

TEST(PanelChecker, AgreesWithBruteForceOnAllStates) {
  Random random(7);
  const std::vector<Symbol> all = {Symbol::dot, Symbol::diamond, Symbol::bar, Symbol::slash,
                                   Symbol::flower};
  int content = 0;
  for (int i = effort(300); i > 0; --i) {
    const Board board = random_board(all, false, random);
    const BruteForce force(board);
    for (int states = 0; states < 100; ++states) {
      std::vector<std::uint8_t> lit;
      BruteForce::Set set = 0;
      for (std::size_t t = 0; t < board.size(); ++t) {
        const Tile& tile = board.tiles[t];
        lit.push_back(tile.exists && (tile.locked ? tile.lit : random.chance(0.5)));
        set |= static_cast<BruteForce::Set>(lit.back()) << t;
      }
      const bool is_answer = force.is_answer(set);
      ASSERT_EQ(check(board, lit).fault == Fault::none, is_answer)
          << to_code(board) << ' ' << answer_string(lit);
      content += is_answer;
    }
  }
  EXPECT_GT(content, 0);
}

// Of the sizes that published codes have, and every mix of symbols.
TEST(Panel, GeneratedPanelsAreSolvedAndOnlyOnceIfTheyAreUnique) {
  int unique = 0;
  for (int i = 0; i < 55; ++i) {
    GenerateOptions options{.width = 3 + i % 8,
                            .height = 3 + i % 5,
                            .unique = i % 5 == 0,
                            .seed = static_cast<std::uint64_t>(i)};
    for (int s = 0; s < 5; ++s)
      if ((i % 31 + 1) >> s & 1) options.symbols.push_back(static_cast<Symbol>(s + 1));
    const auto board = generate(options);
    ASSERT_TRUE(board) << i;
    const std::string code = to_code(*board);
    EXPECT_EQ(from_code(code), *board) << code;
    const Solution solution = solve(*board);
    ASSERT_FALSE(solution.lit.empty()) << code;
    EXPECT_EQ(check(*board, solution.lit), Verdict{}) << code;
    unique += solution.status == Status::unique;
    EXPECT_EQ(solve_but_for(*board, solution.lit).status == Status::none,
              solution.status == Status::unique)
        << code;
  }
  EXPECT_GE(unique, 11);
}

using PublishedPanelCodes = test::Published;

TEST_F(PublishedPanelCodes, AreSolved) {
  std::istringstream in(test::published_text(test::published() / "panel/taiji-codes.txt"));
  std::string code, answer;
  int count = 0;
  for (; in >> code >> answer; ++count) {
    const Board board = from_code(code);
    const Solution solution = solve(board);
    ASSERT_FALSE(solution.lit.empty()) << code;
    EXPECT_EQ(check(board, solution.lit), Verdict{}) << code;
    if (solution.status == Status::unique) {
      EXPECT_EQ(answer_string(solution.lit), answer) << code;
    }
    std::vector<std::uint8_t> given;
    for (const char c : answer) given.push_back(c == '1');
    EXPECT_EQ(check(board, given), Verdict{}) << code;
    // Found, too, where it is the only one left.
    EXPECT_EQ(solve_but_for(board, given).status == Status::none, solution.status == Status::unique)
        << code;
  }
  EXPECT_EQ(count, 55);
}

TEST(Panel, NoSymbolsAndNothingToToggle) {
  Board board = Board::make(3, 1);
  EXPECT_EQ(solve(board, {.count_limit = 100}).count, 8U);
  for (Tile& tile : board.tiles) tile.locked = true;
  board.tiles[1].lit = true;
  EXPECT_EQ(solve(board).status, Status::unique);
  EXPECT_EQ(answer_string(solve(board).lit), "010");
  EXPECT_EQ(solve(board, {.walk = true}).status, Status::none);  // no start
  board.tiles[1].start = true;
  EXPECT_EQ(solve(board, {.walk = true}).path, std::vector<int>{1});
  for (Tile& tile : board.tiles) tile.exists = false;
  EXPECT_EQ(solve(board).status, Status::unique);
}

TEST(Panel, ReportsWhatFollowsWithoutADecision) {
  // A locked dot of one tile: its neighbours are in the other state.
  const Board board = from_code("3:000A4+E");
  std::vector<Deduction> reported;
  const Trace trace = [&](const Deduction& deduction) { reported.push_back(deduction); };
  solve(board, {.trace = &trace});
  ASSERT_GE(reported.size(), 3U);
  EXPECT_EQ(reported[0].rule, "region");
  EXPECT_EQ(reported[0].where, "row 2, column 2");
  EXPECT_EQ(
      reported[0].what,
      "must be lit, because otherwise the region of the dot at row 2, column 1 could not have "
      "dots of one colour that sum to its size or to 0");
}

TEST(Panel, TheDeadlineIsKept) {
  const Board board = from_code("4:2Sy2222X20Sk2Sk20X0222Sp2V0");
  const Solution solution =
      solve(board, {.deadline = Deadline(Deadline::Clock::time_point::min())});
  EXPECT_EQ(solution.status, Status::timeout);
  EXPECT_TRUE(solution.lit.empty());
}

}  // namespace
}  // namespace eyehand::panel
