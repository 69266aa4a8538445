#include "puzzle/hexiom/board.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <random>
#include <set>

#include "puzzle/error.hpp"
#include "puzzle/hexiom/text.hpp"
#include "tests/contracts/text.hpp"
#include "tests/support/published.hpp"

namespace eyehand::hexiom {
namespace {

TEST(Hexagon, CellsAreInRows) {
  const Hexagon hexagon(3);
  EXPECT_EQ(hexagon.size(), 19);
  EXPECT_EQ(hexagon.rows(), 5);
  EXPECT_EQ(hexagon.length(0), 3);
  EXPECT_EQ(hexagon.length(2), 5);
  EXPECT_EQ(hexagon.length(4), 3);
  for (int cell = 0; cell < hexagon.size(); ++cell)
    EXPECT_EQ(hexagon.cell(hexagon.place(cell)), cell);
  EXPECT_EQ(hexagon.cell({0, 3}), -1);
  EXPECT_EQ(hexagon.cell({5, 0}), -1);
  EXPECT_EQ(hexagon.cell({1, -1}), -1);
  EXPECT_THROW(Hexagon(0), Error);
  EXPECT_THROW(Hexagon(Hexagon::kMaxSide + 1), Error);
}

TEST(Hexagon, NeighboursAreAtDistanceOneInTheirDirections) {
  const Hexagon hexagon(4);
  int pairs = 0;
  for (int cell = 0; cell < hexagon.size(); ++cell)
    for (int k = 0; k < 6; ++k) {
      const int other = hexagon.neighbours(cell)[static_cast<std::size_t>(k)];
      if (other < 0) continue;
      ++pairs;
      const auto from = hexagon.middle(cell), to = hexagon.middle(other);
      const double angle = k * std::acos(-1.0) / 3;
      EXPECT_NEAR(to.x - from.x, std::cos(angle), 1e-9);
      EXPECT_NEAR(to.y - from.y, -std::sin(angle), 1e-9);
    }
  EXPECT_EQ(pairs, 2 * (9 * 16 - 15 * 4 + 6));  // 9n^2 - 15n + 6 sides between cells
}

TEST(Hexagon, SymmetriesKeepNeighboursAndAreAllDifferent) {
  const Hexagon hexagon(3);
  std::set<std::vector<int>> seen;
  for (int s = 0; s < Hexagon::kSymmetries; ++s) {
    std::vector<int> images;
    for (int cell = 0; cell < hexagon.size(); ++cell) {
      images.push_back(hexagon.image(cell, s));
      const auto& beside = hexagon.neighbours(images.back());
      for (const int other : hexagon.neighbours(cell)) {
        if (other >= 0) {
          EXPECT_EQ(std::count(beside.begin(), beside.end(), hexagon.image(other, s)), 1);
        }
      }
    }
    EXPECT_EQ(std::set<int>(images.begin(), images.end()).size(), images.size());
    seen.insert(images);
  }
  EXPECT_EQ(seen.size(), 12U);
  // A sixth of a turn anticlockwise takes what is to the right of the middle to its upper right.
  const int middle = hexagon.cell({2, 2});
  EXPECT_EQ(hexagon.image(hexagon.neighbours(middle)[0], 1), hexagon.neighbours(middle)[1]);
  EXPECT_EQ(hexagon.image(hexagon.neighbours(middle)[0], 6), hexagon.neighbours(middle)[3]);
}

constexpr const char* kLevel =
    "2\n"
    "  1+.\n"
    " . 1 .\n"
    "  . 0\n";

TEST(Hexiom, ReadsAndWritesLevels) {
  const Board board = from_text(kLevel);
  EXPECT_EQ(board.side, 2);
  EXPECT_EQ(board.cells, (std::vector<Cell>{1, kEmpty, kEmpty, 1, kEmpty, kEmpty, 0}));
  EXPECT_EQ(board.locked, (std::vector<std::uint8_t>{0, 1, 0, 0, 0, 0, 0}));
  EXPECT_EQ(to_text(board), kLevel);
  EXPECT_EQ(to_picture(board), "   1  [·]\n ·   1   ·\n   ·   0\n");
  EXPECT_EQ(split_texts(std::string(kLevel) + "\n \n" + kLevel),
            (std::vector<std::string>{kLevel, kLevel}));
  const std::string hole = "1\n #\n";
  EXPECT_EQ(to_text(from_text(hole)), hole);
}

void expect_refused(std::string_view text, std::string_view what) {
  test::expect_refused(text, from_text, what);
}

TEST(Hexiom, ErrorsNameThePosition) {
  expect_refused("", "line 1, character 1: the text is empty");
  expect_refused("x\n", "line 1, character 1: expected the board's side");
  expect_refused("0\n", "at least 1");
  expect_refused("99999999999\n", "too large a side");
  expect_refused("2\n  1 .\n", "line 3, character 1: the row ends after 0 of 3 cells");
  expect_refused("2\n  1 . .\n", "line 2, character 6: expected the end of a row of 2 cells");
  expect_refused("2\n  1..\n", "line 2, character 4: expected a blank or '+'");
  expect_refused("2\n +  1 .\n", "line 2, character 3: expected '.', '#' or a digit");
  expect_refused("1\n 7\n", "line 2, character 2: expected '.', '#' or a digit");
  expect_refused("1\n+#\n", "line 2, character 1: a hole cannot be locked");
  expect_refused("1\n 0\nmore", "line 3, character 1: expected the end");
}

TEST(Hexiom, ChecksBoards) {
  Board board = from_text(kLevel);
  EXPECT_EQ(first_fault(board), 3);  // it touches the other piece and the 0
  board = from_text("2\n  1+.\n 1 . .\n  . 0\n");
  EXPECT_TRUE(is_solved(board));
  EXPECT_TRUE(is_arrangement_of(board.cells, from_text(kLevel)));
  EXPECT_FALSE(is_arrangement_of(board.cells, from_text("2\n +. 1\n . 1 .\n  . 0\n")));
  EXPECT_FALSE(is_arrangement_of(board.cells, from_text("2\n  1+.\n . 2 .\n  . 0\n")));
  EXPECT_TRUE(is_solved(Board::make(3)));
  board.cells.pop_back();
  EXPECT_THROW(validate(board), Error);
}

TEST(Hexiom, SymmetriesMapSolutionsToSolutions) {
  EXPECT_EQ(symmetries(from_text("2\n  1 2\n 3 4 5\n  6 0\n")).size(), 12U);
  EXPECT_EQ(symmetries(from_text("2\n +1 2\n 3 4 5\n  6 0\n")).size(), 2U);
  EXPECT_EQ(symmetries(from_text("2\n +1 2\n 3 4 5\n  6+1\n")).size(), 4U);
  EXPECT_EQ(symmetries(from_text("2\n +1 2\n 3 4 5\n  6+0\n")).size(), 2U);
  const Board board = from_text("2\n  1+.\n 1 . .\n  . 0\n");
  const Hexagon hexagon(2);
  for (const int s : symmetries(board)) {
    Board other = board;
    other.cells = image(board.cells, hexagon, s);
    EXPECT_TRUE(is_solved(other));
    EXPECT_TRUE(is_arrangement_of(other.cells, board));
  }
}

TEST(Hexiom, AnyBoardIsReadAsItIsWritten) {
  std::mt19937 random(1);
  for (int i = 0; i < 100; ++i) {
    Board board = Board::make(1 + i % 8);
    for (std::size_t c = 0; c < board.cells.size(); ++c) {
      const auto what = random() % 9;
      board.cells[c] = what == 7 ? kEmpty : what == 8 ? kHole : static_cast<Cell>(what);
      board.locked[c] = what < 7 && random() % 4 == 0;
    }
    EXPECT_EQ(from_text(to_text(board)), board) << to_text(board);
  }
}

using PublishedHexiomLevels = test::Published;

TEST_F(PublishedHexiomLevels, AreReadAndWrittenAsTheyAre) {
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(test::published() / "hexiom")) {
    const std::string text = test::published_text(entry.path());
    // Level 0 is indented differently.
    const auto cells = [](std::string level) {
      level.erase(std::remove(level.begin(), level.end(), ' '), level.end());
      return level.substr(0, level.find_last_not_of('\n') + 1);
    };
    EXPECT_EQ(cells(to_text(from_text(text))), cells(text)) << entry.path();
    ++count;
  }
  EXPECT_EQ(count, 41);
}

}  // namespace
}  // namespace eyehand::hexiom
