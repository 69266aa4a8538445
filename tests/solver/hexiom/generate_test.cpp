#include "solver/hexiom/generate.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "puzzle/error.hpp"
#include "puzzle/hexiom/text.hpp"
#include "solver/hexiom/solve.hpp"
#include "tests/support/effort.hpp"

namespace eyehand::hexiom {
namespace {

TEST(HexiomGenerate, SameSeedSameBoardEverywhere) {
  const auto board = generate({.side = 3, .seed = 7});
  ASSERT_TRUE(board);
  EXPECT_EQ(to_text(*board),
            "3\n"
            "   . 2 2\n"
            "  1 3 . 1\n"
            " 3+2 . . 2\n"
            "  . . 4 .\n"
            "   2 . 2\n");
  EXPECT_NE(to_text(*generate({.side = 3, .seed = 8})), to_text(*board));
}

TEST(HexiomGenerate, IsAsItIsAskedFor) {
  for (int i = 0; i < effort(600); ++i) {
    GenerateOptions options;
    options.side = 1 + i % 7;
    options.density = 0.1 * (i % 11);
    options.locked = 0.1 * (i / 11 % 11);
    options.seed = static_cast<std::uint64_t>(i);
    const auto board = generate(options);
    ASSERT_TRUE(board);
    SCOPED_TRACE(to_text(*board));
    validate(*board);
    EXPECT_EQ(board->side, options.side);
    const auto pieces = std::count_if(board->cells.begin(), board->cells.end(), is_piece);
    EXPECT_NEAR(static_cast<double>(pieces),
                options.density * static_cast<double>(board->cells.size()), 0.51);
    const auto locked = std::count(board->locked.begin(), board->locked.end(), 1);
    EXPECT_NEAR(static_cast<double>(locked), options.locked * static_cast<double>(pieces), 0.51);
    for (std::size_t c = 0; c < board->cells.size(); ++c)
      EXPECT_TRUE(!board->locked[c] || is_piece(board->cells[c]));
    EXPECT_EQ(std::count(board->cells.begin(), board->cells.end(), kHole), 0);

    const Solution solution = solve(*board);
    Board solved = *board;
    ASSERT_TRUE(is_arrangement_of(solution.answer, *board));
    solved.cells = solution.answer;
    EXPECT_TRUE(is_solved(solved));
  }
}

TEST(HexiomGenerate, IsNotSolvedYet) {
  for (int i = 0; i < effort(1000); ++i) {
    const auto board = generate({.side = 3 + i % 4,
                                 .density = 0.3 + 0.1 * (i % 6),
                                 .locked = 0.1 * (i % 5),
                                 .seed = static_cast<std::uint64_t>(i)});
    EXPECT_FALSE(is_solved(*board)) << to_text(*board);
  }
}

TEST(HexiomGenerate, UniqueOnRequest) {
  for (const int side : {2, 3, 4, 5, 6})
    for (int i = 0; i < effort(8); ++i) {
      const auto board = generate({.side = side,
                                   .density = 0.4 + 0.1 * (i % 5),
                                   .locked = 0,
                                   .seed = static_cast<std::uint64_t>(i),
                                   .unique = true});
      ASSERT_TRUE(board);
      EXPECT_EQ(solve(*board, {.count_limit = 2}).status, Status::unique) << to_text(*board);
    }
}

TEST(HexiomGenerate, GivesUpAtTheDeadline) {
  EXPECT_FALSE(generate({.side = 8, .locked = 0, .unique = true, .deadline = Deadline::after({})}));
}

TEST(HexiomGenerate, RefusesWhatCannotBe) {
  EXPECT_THROW(generate({.side = 0}), Error);
  EXPECT_THROW(generate({.side = Hexagon::kMaxSide + 1}), Error);
  EXPECT_THROW(generate({.density = 1.1}), Error);
  EXPECT_THROW(generate({.density = std::nan("")}), Error);
  EXPECT_THROW(generate({.locked = -0.1}), Error);
}

}  // namespace
}  // namespace eyehand::hexiom
