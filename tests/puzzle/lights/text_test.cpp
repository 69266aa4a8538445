#include "puzzle/lights/text.hpp"

#include <gtest/gtest.h>

#include "puzzle/error.hpp"
#include "puzzle/text.hpp"
#include "tests/contracts/text.hpp"

namespace eyehand::lights {
namespace {

/// By sgt-flip --generate.
constexpr const char* kCrosses3x3 = "3x3:d074191345d1644c17058,798";
constexpr const char* kCrosses5x5 =
    "5x5:"
    "c400007100001c4000071000018400043100011c400047100011c400046100010c400047100011c400047100011"
    "8400043100011c400047100011c400046100010c000047000011c0000470000118,f5dafd0";

TEST(LightsGameId, ReadsSetsAndLights) {
  const Board board = from_game_id(kCrosses3x3);
  EXPECT_EQ(board.width, 3);
  EXPECT_EQ(board.height, 3);
  // d0741... = 110100000 1110100...
  EXPECT_EQ(board.flips[0], (std::vector<int>{0, 1, 3}));
  EXPECT_EQ(board.flips[1], (std::vector<int>{0, 1, 2, 4}));
  EXPECT_EQ(board.flips[8], (std::vector<int>{5, 7, 8}));
  // 798 = 0111 1001 1000
  EXPECT_EQ(board.lit, (std::vector<std::uint8_t>{0, 1, 1, 1, 1, 0, 0, 1, 1}));
  EXPECT_NO_THROW(validate(board));
  EXPECT_TRUE(has_plus_sets(board));
  EXPECT_TRUE(has_plus_sets(from_game_id(kCrosses5x5)));
}

TEST(LightsGameId, FulfilsTheContract) {
  for (const char* id :
       {kCrosses3x3, kCrosses5x5,
        "4x4:c400e20075003300c8808c403600113008c808e802750113008c000e00270013,9822", "1x1:8,0",
        "1x1:0,8", "2x1:f,4", "1x3:000,e"})
    test::expect_text_format(id, from_game_id, to_game_id);
}

TEST(LightsGameId, ParametersBlanksAndCapitalsAreAllowed) {
  EXPECT_EQ(to_game_id(from_game_id(" 2x1c:F,4\r\n")), "2x1:f,4");
  EXPECT_EQ(to_game_id(from_game_id("2x1r:f,4")), "2x1:f,4");
}

TEST(LightsGameId, APlusStandsForCrosses) {
  Board board = from_game_id("3x2:+,84");
  EXPECT_TRUE(has_plus_sets(board));
  EXPECT_EQ(board.lit, (std::vector<std::uint8_t>{1, 0, 0, 0, 0, 1}));
  EXPECT_EQ(from_game_id(to_game_id(board)), board);
  EXPECT_EQ(to_game_id(board).find('+'), std::string::npos);

  Board large = Board::plus(50, 40);
  large.lit[7] = large.lit[1999] = 1;
  EXPECT_EQ(to_game_id(large).substr(0, 9), "50x40:+,0");
  EXPECT_EQ(from_game_id(to_game_id(large)), large);
  large.flips[3].clear();
  EXPECT_EQ(from_game_id(to_game_id(large)), large);
}

TEST(LightsGameId, APatternStandsForTheSameSetEverywhere) {
  const std::vector<Offset> corners = offsets_of("101/010/101");
  for (const bool wrapping : {false, true}) {
    const std::string head = wrapping ? "3x4w:" : "3x4:";
    const Board board = from_game_id(head + "[101/010/101],801");
    EXPECT_EQ(board.flips, Board::same(3, 4, corners, wrapping).flips);
    EXPECT_EQ(board.lit.front(), 1);
    EXPECT_EQ(from_game_id(to_game_id(board)), board);
    EXPECT_EQ(from_game_id(head + "+,801").flips, Board::same(3, 4, kPlus, wrapping).flips);

    const Board large = Board::same(50, 40, corners, wrapping);
    EXPECT_EQ(to_game_id(large).substr(0, 20),
              wrapping ? "50x40w:[101/010/101]" : "50x40:[101/010/101],");
    EXPECT_EQ(from_game_id(to_game_id(large)), large);
  }
}

TEST(LightsPattern, IsRowsAroundTheTile) {
  EXPECT_EQ(offsets_of("111"), (std::vector<Offset>{{-1, 0}, {0, 0}, {1, 0}}));
  EXPECT_EQ(offsets_of("0/0/1"), (std::vector<Offset>{{0, 1}}));
  EXPECT_TRUE(offsets_of("0").empty());
  for (const char* pattern : {"1", "111", "010/111/010", "00100/00000/10001", "0"})
    EXPECT_EQ(to_pattern(offsets_of(pattern)), pattern);
  EXPECT_EQ(to_pattern(offsets_of("00000/01110/00000")), "111");
  for (const char* pattern :
       {"", "11", "1/1", "111/11/111", "1x1", "111/", "/", "1/1/1/", "111/1/1/1"})
    EXPECT_THROW(offsets_of(pattern), Error) << pattern;
  EXPECT_THROW(offsets_of(std::string(101, '1')), Error);
}

void expect_refused(std::string_view id, std::string_view place) {
  test::expect_refused(id, from_game_id, place);
}

TEST(LightsGameId, ErrorsNameThePosition) {
  expect_refused("", "character 1: expected the board's width");
  expect_refused("5", "character 2: expected 'x'");
  expect_refused("5x", "character 3: expected the board's height");
  expect_refused("5x5", "character 4: expected ':'");
  expect_refused("5x5q:", "character 4: expected 'c'");
  expect_refused("5x5r#1234", "character 5: a random seed");
  expect_refused("0x5:,", "at least one row");
  expect_refused("99999999999999999999x1:", "too large a width");
  expect_refused("1000000x1000000:", "more than");
  expect_refused("1000x1000:0,0", "character 11: the text ends before the sets of 1000000 tiles");
  expect_refused("2x2:12g4,0", "character 7: expected a hexadecimal digit of the sets");
  expect_refused("2x2:1234", "character 9: expected ',' and the lights");
  expect_refused("2x2:12345,0", "character 9: expected ',' and the lights");
  expect_refused("2x1:f,", "character 7: expected a hexadecimal digit of the lights");
  expect_refused("2x1:f,5", "character 8: too many bits of the lights");
  expect_refused("3x1:ff9,0", "character 8: too many bits of the sets");
  expect_refused("3x3:[11],1480", "character 8: a pattern is rows of 0 and 1");
  expect_refused("3x3:[111,1480", "character 14: a pattern is rows");
  expect_refused("3x3:[111", "character 9: expected ']'");
  expect_refused("3x3w:d074", "character 6: expected '+' or '['");
  expect_refused("1024x1024:[1111111/1111111/1111111/1111111/1111111],0", "too large");
  expect_refused("2x1:f,4x", "character 8: expected the end after 2 lights");
  expect_refused(std::string(kMaxTextBytes + 1, ' '), "longer than");
}

TEST(LightsText, PressesAndPictures) {
  const Board board = from_game_id(kCrosses3x3);
  const std::string presses = presses_to_text(board, {0, 1, 0, 1, 1, 1, 0, 0, 1});
  EXPECT_EQ(presses, "010/111/001");
  EXPECT_EQ(to_picture(presses), "· ● ·\n● ● ●\n· · ●\n");
  EXPECT_EQ(to_picture(kCrosses3x3), "· ■ ■\n■ ■ ·\n· ■ ■\n");
  EXPECT_EQ(to_picture(board), to_picture(kCrosses3x3));
  EXPECT_THROW(to_picture("nonsense"), Error);
}

TEST(LightsText, SplitsLines) {
  EXPECT_EQ(split_lines("\n  2x1:f,4 \r\n\n1x1:8,0"),
            (std::vector<std::string>{"2x1:f,4", "1x1:8,0"}));
  EXPECT_TRUE(split_lines(" \n\t\n").empty());
}

}  // namespace
}  // namespace eyehand::lights
