// The panel solver: against brute force on small panels of every mix of symbols, and on larger
// ones, generated and published.
#include "solver/panel/solve.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <set>
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

/// The symbols of a mix, one per bit: 1 to 31.
std::vector<Symbol> symbols_of(int mix) {
  std::vector<Symbol> symbols;
  for (int i = 0; i < 5; ++i)
    if (mix >> i & 1) symbols.push_back(static_cast<Symbol>(i + 1));
  return symbols;
}

int below(int n, Random& random) {
  return static_cast<int>(random.below(static_cast<std::uint32_t>(n)));
}

void put_any_symbol(Tile& tile, const std::vector<Symbol>& symbols, int hues, Random& random) {
  static constexpr Hue kHuesHere[] = {Hue::yellow, Hue::purple, Hue::none};
  tile.symbol = random.pick(symbols);
  tile.hue = kHuesHere[below(hues, random)];
  int value = 0;
  if (tile.symbol == Symbol::flower) value = below(5, random);
  if (tile.symbol == Symbol::dot)
    value = random.chance(0.2) ? -1 - below(4, random) : 1 + below(9, random);
  tile.value = static_cast<std::int8_t>(value);
}

/// A panel of at most 4x4 tiles with these symbols: arbitrary, or generated to have an answer and
/// then perhaps changed so that it has none; with locks, holes, links and hidden symbols.
Board random_board(const std::vector<Symbol>& symbols, bool walk, Random& random) {
  const int width = 1 + below(4, random), height = 1 + below(4, random);
  const double locked = random.chance(0.5) ? 0.25 : 0, holes = random.chance(0.3) ? 0.15 : 0;
  const double links = random.chance(0.3) ? 0.1 : 0;
  Board board;
  if (random.chance(0.6)) {
    board = *generate({.width = width,
                       .height = height,
                       .symbols = symbols,
                       .walk = walk,
                       .locked = locked,
                       .holes = holes,
                       .seed = random.next()});
  } else {
    board = Board::make(width, height);
    const double share = 0.1 * (1 + below(5, random));
    const int hues = 1 + below(3, random);
    for (Tile& tile : board.tiles) {
      tile.exists = !random.chance(holes);
      tile.locked = random.chance(locked);
      tile.lit = random.chance(0.5);
      tile.start = walk && random.chance(0.15);
      if (random.chance(share)) put_any_symbol(tile, symbols, hues, random);
    }
  }
  const double changed = random.chance(0.5) ? 0 : 0.1;
  for (std::size_t t = 0; t < board.size(); ++t) {
    Tile& tile = board.tiles[t];
    if (random.chance(changed)) put_any_symbol(tile, symbols, 2, random);
    tile.hidden = tile.symbol != Symbol::none && random.chance(0.1);
    tile.linked_left = t % static_cast<std::size_t>(width) != 0 && random.chance(links);
    tile.linked_up = t >= static_cast<std::size_t>(width) && random.chance(links);
    if (!tile.locked) tile.lit = random.chance(0.5);  // must not matter
  }
  validate(board);
  return board;
}

Status expected_status(std::size_t answers) {
  return answers == 0 ? Status::none : answers == 1 ? Status::unique : Status::multiple;
}

/// Solves random panels of a mix of symbols. `answers_of(board)`: by brute force, any container;
/// `check_answer(board, solution, answers)` is called where there is an answer.
template <class AnswersOf, class Check>
void compare_with_brute_force(int mix, bool walk, AnswersOf&& answers_of, Check&& check_answer) {
  Random random(static_cast<std::uint64_t>(mix));
  std::set<Status> met;
  for (int i = effort(240); i > 0; --i) {
    const Board board = random_board(symbols_of(mix), walk, random);
    SCOPED_TRACE(to_code(board));
    const auto answers = answers_of(board);
    const Solution two = solve(board, {.walk = walk});
    ASSERT_EQ(two.status, expected_status(answers.size()));
    met.insert(two.status);
    ASSERT_EQ(two.lit.empty(), answers.empty());
    if (!answers.empty()) check_answer(board, two, answers);
    // Many answers take long to count.
    const std::uint64_t limit = answers.size() > 200 ? 200 : kAll;
    ASSERT_EQ(solve(board, {.count_limit = limit, .walk = walk}).count,
              std::min<std::uint64_t>(limit, answers.size()));
    ASSERT_EQ(solve(board, {.count_limit = 1, .walk = walk}).status,
              answers.empty() ? Status::none : Status::found);
  }
  if (is_full_effort()) {  // among fewer panels, one status may be missing
    EXPECT_EQ(met.size(), 3U);
  }
}

class Mix : public testing::TestWithParam<int> {};

TEST_P(Mix, IsToggledAsBruteForceDoes) {
  compare_with_brute_force(
      GetParam(), false, [](const Board& board) { return BruteForce(board).toggled(); },
      [](const Board& board, const Solution& solution, const auto&) {
        ASSERT_EQ(check(board, solution.lit), Verdict{});
      });
}

TEST_P(Mix, IsWalkedAsBruteForceDoes) {
  compare_with_brute_force(
      GetParam(), true, [](const Board& board) { return BruteForce(board).walked(); },
      [](const Board& board, const Solution& solution, const auto& answers) {
        ASSERT_EQ(check_walk(board, solution.path), Verdict{});
        ASSERT_EQ(lit_by_walk(board, solution.path), solution.lit);
        const auto shortest =
            std::min_element(answers.begin(), answers.end(),
                             [](const auto& a, const auto& b) { return a.second < b.second; });
        ASSERT_EQ(static_cast<int>(solution.path.size()), shortest->second);
      });
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
  int solved = 0;
  for (int i = effort(300); i > 0; --i) {
    const Board board = random_board(symbols_of(31), false, random);
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
      solved += is_answer;
    }
  }
  EXPECT_GT(solved, 0);
}

// Of the sizes that published codes have, and every mix of symbols.
TEST(Panel, GeneratedPanelsAreSolvedAndOnlyOnceIfTheyAreUnique) {
  int unique = 0;
  for (int i = 0; i < 55; ++i) {
    const auto board = generate({.width = 3 + i % 8,
                                 .height = 3 + i % 5,
                                 .symbols = symbols_of(i % 31 + 1),
                                 .unique = i % 5 == 0,
                                 .seed = static_cast<std::uint64_t>(i)});
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
    // Any second answer is found, too, when the given one is excluded.
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

TEST(Panel, KeepsTheDeadline) {
  const Board board = from_code("4:2Sy2222X20Sk2Sk20X0222Sp2V0");
  const Solution solution =
      solve(board, {.deadline = Deadline(Deadline::Clock::time_point::min())});
  EXPECT_EQ(solution.status, Status::timeout);
  EXPECT_TRUE(solution.lit.empty());
}

}  // namespace
}  // namespace eyehand::panel
