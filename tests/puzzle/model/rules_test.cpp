#include "puzzle/model/rules.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "puzzle/model/picture.hpp"
#include "tests/contracts/text.hpp"

namespace eyehand::model {
namespace {

const Rules& page(std::string_view name) {
  return **std::ranges::find(pages(), name, &Rules::name);
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
