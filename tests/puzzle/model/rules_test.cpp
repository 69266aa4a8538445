#include "puzzle/model/rules.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "puzzle/error.hpp"
#include "puzzle/model/picture.hpp"
#include "tests/contracts/text.hpp"

namespace eyehand::model {
namespace {

TEST(GameIds, AreWrittenAsTheirProgramsWriteThem) {
  const std::pair<std::string_view, std::string_view> ids[] = {
      {"tents",
       "15x15:_iadabadciibhfbbbadbce__a_zcdcbch__gjfeaaacmc_a,5,1,5,2,2,2,4,0,5,1,5,1,6,1,5,3,5,2,"
       "2,4,1,7,1,3,2,3,4,1,5,2"},
      {"unruly", "14x14:aCgEcaHBZBABFbadbBejCCfBKBCBDAlhcGIBiahcbABa"},
      {"towers", "4:///3/2/3////1//////,j2e"},
      {"sudoku",
       "3x4:10_1_9_12_7_8d2d7_3g8_3_11f7b3d9a10_1_2a7a8a9_2c11c12_10b1_7e9_4e2_3b12_10c10c8_7a9a11"
       "a6_3_10a1d8b10f3_11_1g4_10d7d3_1_12_4_6_2"},
      {"sudoku", "6jx:1b2_4z2_6b5,bddc_aa_aa_aa_c_cd_c_cc"},
      {"sudoku",
       "3x3k:zzzc,__a_a____aa_a__ac____b_______________a___a_a__a__baab__a__a__a___aba__bab_ba___b_"
       "_____a_b__aaa__aa_,12_12_12a17_11a6_4b3b15c9b12_10a20b14a19a13_19_12b4_8d10_9_14c14e8a11a7_"
       "11a8_11_17b19b10b9f15a"},
  };
  for (const auto& [name, id] : ids) EXPECT_EQ(write(page(name), read(page(name), id)), id);
}

TEST(GameIds, OfIrregularBlocksThatAreRectanglesAfterAllSaySo) {
  const Rules& sudoku = page("sudoku");
  EXPECT_EQ(write(sudoku, read(sudoku, "4j:1o,abbbbbbba")), "2x2:1o");
}

TEST(Urls, WithNumbersThatNoCellCanHaveAreRefused) {
  EXPECT_EQ(read(page("sudoku"), "sudoku/4/4/4u").clues[0], 4);
  EXPECT_THROW(read(page("sudoku"), "sudoku/4/4/5u"), Error);
  EXPECT_THROW(read(page("sudoku"), "sudoku/4/4/0u"), Error);
}

TEST(Marks, FollowABoardsText) {
  const Board board = read(page("lightup"), "3x2:aB2c #.?/..#");
  EXPECT_EQ(board.marks, (std::vector<int>{1, 0, kBlank, 0, 0, 1}));
}

TEST(Marks, ThatAreMalformedAreRefusedWhereTheyAre) {
  const auto error = [](std::string_view text) {
    return test::error_of(text, [](std::string_view t) { read(page("sudoku"), t); });
  };
  EXPECT_EQ(error("2x2:1f4h ?1?2/1234/?3?4/?2?1"), "");
  EXPECT_NE(error("2x2:1f4h ?1?2/5").find("character 15: expected a mark"), std::string::npos)
      << error("2x2:1f4h ?1?2/5");
  EXPECT_NE(error("2x2:1f4h ?1?2?1?2").find("expected '/'"), std::string::npos);
  EXPECT_NE(error("2x2:1f4h ?1?2/1234/?3?4/?2?1x").find("character"), std::string::npos);
}

TEST(Sudoku, OfWhichRowsWereNotSeenIsNone) {
  Board board(9, 6);
  board.layers = {rectangles(board, 3)};
  EXPECT_THROW(constrained(page("sudoku"), board), Error);
}

TEST(Nonogram, RunsThatDoNotFitAreOfNone) {
  EXPECT_NO_THROW(constrained(page("nonogram"), read(page("nonogram"), "3x2:1/2/1/3/1")));
  EXPECT_THROW(constrained(page("nonogram"), read(page("nonogram"), "3x2:1/1.1/1/3/1")), Error);
}

TEST(Picture, ShowsCluesAndMarks) {
  EXPECT_EQ(to_picture(page("lightup"), read(page("lightup"), "3x2:aB2c #.?/..#")), R"(# w 2
. . #
)");
  EXPECT_EQ(to_picture(page("nonogram"), read(page("nonogram"), "3x2:1/1.1/2/3/1")), R"(    1
  1 1 2
3 . . .
1 . . .
)");
  EXPECT_EQ(to_picture(page("towers"), read(page("towers"), "2:1/2/2/1///2/")), R"(1 2
. . 2
. .
2 1
)");
  EXPECT_EQ(to_picture(page("sudoku"), read(page("sudoku"), "2x2:1f4h")), R"(1 .│. .
. .│. 4
─ ─ ─ ─
. .│. .
. .│. .
)");
}

}  // namespace
}  // namespace eyehand::model
