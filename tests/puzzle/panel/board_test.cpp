#include "puzzle/panel/board.hpp"

#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

#include "puzzle/error.hpp"
#include "puzzle/panel/text.hpp"
#include "tests/contracts/text.hpp"
#include "tests/support/published.hpp"

namespace eyehand::panel {
namespace {

/// What the checker says of a code's tiles as they are lit in it.
Fault judged(std::string_view code) {
  return check(from_code(code)).fault;
}

TEST(PanelText, ReadsTiles) {
  const Board board = from_code(" 3:@Kw0<62^Uk1/48 \n");
  ASSERT_EQ(board.size(), 6U);
  EXPECT_EQ(board.width, 3);
  EXPECT_EQ(board.height, 2);
  EXPECT_EQ(board.tiles[0],
            (Tile{.start = true, .symbol = Symbol::dot, .hue = Hue::black, .value = -2}));
  EXPECT_EQ(board.tiles[1], (Tile{.lit = true, .locked = true, .linked_left = true}));
  EXPECT_EQ(board.tiles[2], Tile{.lit = true});
  EXPECT_EQ(board.tiles[3],
            (Tile{.hidden = true, .linked_up = true, .symbol = Symbol::slash, .hue = Hue::white}));
  EXPECT_EQ(board.tiles[4], (Tile{.locked = true, .linked_left = true, .linked_up = true}));
  EXPECT_FALSE(board.tiles[5].exists);
}

TEST(PanelText, ReadsAndWritesEverySymbolAndHue) {
  for (const char* const code :
       {"9:A0B0C0D0E0F0G0H0I0", "9:J0K0L0M0N0O0P0Q0R0", "8:S0T0U0V0W0X0Y0Z0",
        "9:Sr0So0Sy0Sg0Sb0Sp0Sk0Sw0S0", "8:01234567", "2:@0@<6^1@/Sr7", "1:w0"})
    EXPECT_EQ(to_code(from_code(code)), code);
  const Board dots = from_code("2:I0R0");
  EXPECT_EQ(dots.tiles[0].value, 9);
  EXPECT_EQ(dots.tiles[1].value, -9);
  const Board flowers = from_code("2:V0Z0");
  EXPECT_EQ(flowers.tiles[0].value, 0);
  EXPECT_EQ(flowers.tiles[1].value, 4);
}

TEST(PanelText, RunsAreOfDigits) {
  // The first digit of a run may be that of a tile with a symbol.
  const Board board = from_code("4:Kw+D-C@+A");
  ASSERT_EQ(board.size(), 8U);
  EXPECT_EQ(board.tiles[0].symbol, Symbol::dot);
  EXPECT_TRUE(board.tiles[3].exists);
  EXPECT_FALSE(board.tiles[4].exists);
  EXPECT_FALSE(board.tiles[6].exists);
  EXPECT_TRUE(board.tiles[7].start);
  EXPECT_EQ(to_code(board), "4:Kw+D-C@0");
  for (const char* const code : {"2:0088", "3:+C", "6:+Z+D", "6:-Z-D", "9:Sr+Z+A"})
    EXPECT_EQ(to_code(from_code(code)), code);
}

void expect_refused(std::string_view text, std::string_view what) {
  test::expect_refused(text, from_code, what);
}

TEST(PanelText, ErrorsNameThePosition) {
  expect_refused("", "character 1: expected the board's width");
  expect_refused("0:0", "character 2: a board has at least one column");
  expect_refused("3;000", "character 2: expected ':'");
  expect_refused("3:", "character 3: expected the tiles");
  expect_refused("3:00", "character 5: the last row ends after 2 of 3 tiles");
  expect_refused("3:0S", "character 5: expected a digit");
  expect_refused("3:009", "character 5: expected a digit");
  expect_refused("3:Sx0", "character 4: expected a digit");
  expect_refused("3:+a", "character 4: expected a letter from A to Z");
  expect_refused("3:+", "character 4: expected a letter from A to Z");
  expect_refused("3:<0", "character 3: there is no tile on the left");
  expect_refused("3:000/0", "character 6: there is no tile on the left");
  expect_refused("3:0^0", "character 4: there is no tile above");
  expect_refused("3:000 x", "character 7: expected the end");
  expect_refused("4097:0", "too large a width");
  std::string many = "1:";
  for (int i = 0; i < 158; ++i) many += "+Z";  // 4108
  expect_refused(many, "more than 4096 tiles");
  expect_refused(std::string(kMaxTextBytes + 1, '0'), "longer than");
}

TEST(PanelText, SplitsTexts) {
  EXPECT_EQ(split_texts("# codes\n3:000 101\n\n  2:00\r\n4:0000"),
            (std::vector<std::string>{"3:000", "2:00", "4:0000"}));
}

TEST(PanelText, DrawsPictures) {
  EXPECT_EQ(to_picture(from_code("3:@Cr2<48Jw6^W0Sk0")),
            " #@+3r=.!\n"
            "       \"\n"
            " #!-1w . *1  . <>k\n");
  EXPECT_EQ(answer_string(std::vector<std::uint8_t>{0, 1, 1}), "011");
}

using PublishedPanelCodes = test::Published;

TEST_F(PublishedPanelCodes, RoundTripAndAreSolvedByTheirAnswers) {
  std::istringstream in(test::published_text(test::published() / "panel/taiji-codes.txt"));
  std::string code, answer;
  int count = 0;
  for (; in >> code >> answer; ++count) {
    const Board board = from_code(code);
    EXPECT_EQ(to_code(board), code);
    std::vector<std::uint8_t> lit;
    for (const char c : answer) lit.push_back(c == '1');
    EXPECT_EQ(check(board, lit), Verdict{}) << code;
  }
  EXPECT_EQ(count, 55);
}

TEST(Panel, Validates) {
  EXPECT_THROW(Board::make(0, 3), Error);
  EXPECT_THROW(Board::make(64, 65), Error);
  Board board = Board::make(64, 64);
  EXPECT_NO_THROW(validate(board));
  board.tiles[3].symbol = Symbol::dot;
  EXPECT_THROW(validate(board), Error);  // of value 0
  board.tiles[3].value = -9;
  EXPECT_NO_THROW(validate(board));
  board.tiles[3].symbol = Symbol::flower;
  EXPECT_THROW(validate(board), Error);
  board.tiles[3].value = 4;
  board.tiles[3].linked_up = true;
  EXPECT_THROW(validate(board), Error);
  board.tiles[3].linked_up = false;
  board.tiles.pop_back();
  EXPECT_THROW(validate(board), Error);
}

TEST(PanelChecker, Flowers) {
  EXPECT_EQ(judged("3:0202Z22020"), Fault::none);
  EXPECT_EQ(judged("3:0202Y22020"), Fault::flower);
  EXPECT_EQ(judged("3:0202Y20020"), Fault::none);
  EXPECT_EQ(judged("3:2020V20202"), Fault::none);
  EXPECT_EQ(judged("3:0202Z02020"), Fault::flower) << "lit neighbours of an unlit one";
  EXPECT_EQ(judged("1:Z0"), Fault::flower) << "outside is different";
  EXPECT_EQ(judged("3:8V28"), Fault::none) << "missing is different";
  EXPECT_EQ(judged("2:W00"), Fault::none);
  EXPECT_EQ(judged("2:W02"), Fault::flower);
}

TEST(PanelChecker, Dots) {
  EXPECT_EQ(judged("4:C0002"), Fault::none);
  EXPECT_EQ(judged("4:B0002"), Fault::dot_sum);
  EXPECT_EQ(judged("4:A0B002"), Fault::none) << "they add up";
  EXPECT_EQ(judged("4:Ar0Bb002"), Fault::dot_hues);
  EXPECT_EQ(judged("4:Ar0Jb002"), Fault::dot_hues) << "even where they cancel";
  EXPECT_EQ(judged("4:Ar0Jr002"), Fault::none) << "0: any size will do";
  EXPECT_EQ(judged("4:Dr0Jr002"), Fault::none) << "4 - 1 tiles";
  EXPECT_EQ(judged("1:J0"), Fault::dot_sum);
  EXPECT_EQ(judged("3:A2B00"), Fault::none) << "regions of unlit tiles count alike";
  EXPECT_EQ(judged("3:A28A2"), Fault::none) << "missing tiles part regions";
  EXPECT_EQ(judged("2:A2Sr8"), Fault::none) << "symbols on missing tiles are none";
}

TEST(PanelChecker, Diamonds) {
  EXPECT_EQ(judged("3:Sr0Sr02"), Fault::none);
  EXPECT_EQ(judged("3:Sr002"), Fault::diamond);
  EXPECT_EQ(judged("4:Sr0Sr0Sr02"), Fault::diamond);
  EXPECT_EQ(judged("4:Sr0Sb0Sr0Sb0"), Fault::none) << "other hues do not matter";
  EXPECT_EQ(judged("2:Sr0Br0"), Fault::none) << "symbols of any kind";
  EXPECT_EQ(judged("3:Sr0Sr0Cr0"), Fault::diamond);
  EXPECT_EQ(judged("2:S0S0"), Fault::none) << "no hue is a hue";
  EXPECT_EQ(judged("2:S0Sr0"), Fault::diamond);
  EXPECT_EQ(judged("2:Sy0W0"), Fault::none) << "a flower is yellow and purple";
  EXPECT_EQ(judged("2:Sp0W0"), Fault::none);
  EXPECT_EQ(judged("2:Sr0W0"), Fault::diamond);
  EXPECT_EQ(judged("3:0202Z220Sy20"), Fault::none) << "with four yellow petals";
  EXPECT_EQ(judged("3:0202Z220Sp20"), Fault::diamond) << "it has no purple one";
}

TEST(PanelChecker, BarsAndSlashes) {
  EXPECT_EQ(judged("5:Tr200Tr20"), Fault::none);
  EXPECT_EQ(judged("5:Tr220Tr20"), Fault::shape);
  EXPECT_EQ(judged("5:Tr2202Tr2"), Fault::shape) << "seen from its own tile";
  EXPECT_EQ(judged("5:Tr2202Ur2"), Fault::none) << "half a turn";
  EXPECT_EQ(judged("5:Ur2202Ur2"), Fault::none);
  EXPECT_EQ(judged("5:Ur2000Ur22000222022"), Fault::shape) << "mirrored";
  EXPECT_EQ(judged("5:Ur2022Ur22020022000"), Fault::none) << "a quarter turn";
  EXPECT_EQ(judged("3:Tr0Tr00"), Fault::shape) << "two bars of a region";
  EXPECT_EQ(judged("2:Ur0Ur0"), Fault::none);
  EXPECT_EQ(judged("3:Tr20Tb2"), Fault::same_shape);
  EXPECT_EQ(judged("4:Tr20Tb22"), Fault::none);
  EXPECT_EQ(judged("5:Tr2202Tb2"), Fault::none) << "different, for bars";
  EXPECT_EQ(judged("5:Tr2202Ub2"), Fault::same_shape) << "alike when turned";
  EXPECT_EQ(judged("2:Tr0T0"), Fault::none) << "in one region, from two tiles";
}

TEST(PanelChecker, LinksAndLocks) {
  EXPECT_EQ(judged("2:0<2"), Fault::link);
  EXPECT_EQ(judged("2:2<2"), Fault::none);
  EXPECT_EQ(judged("1:0^2"), Fault::link);
  EXPECT_EQ(judged("2:8<2"), Fault::none) << "a missing tile is nobody's neighbour";
  EXPECT_EQ(judged("2:200/2"), Fault::link);
  const Board board = from_code("2:46");
  EXPECT_EQ(check(board, std::vector<std::uint8_t>{0, 1}), Verdict{});
  EXPECT_EQ(check(board, std::vector<std::uint8_t>{1, 1}), (Verdict{Fault::lock, 0}));
  EXPECT_THROW(check(board, std::vector<std::uint8_t>{1}), Error);
}

TEST(PanelBoard, TilesAreLinkedThroughOthers) {
  const Board board = from_code("3:0<00^00000<0");
  EXPECT_EQ(linked_with(board, 0), (std::vector<int>{0, 1, 3}));
  EXPECT_EQ(linked_with(board, 3), (std::vector<int>{0, 1, 3}));
  EXPECT_EQ(linked_with(board, 2), (std::vector<int>{2}));
  EXPECT_EQ(linked_with(from_code("2:8<0^00"), 1), (std::vector<int>{1}));
}

TEST(PanelChecker, Walks) {
  const auto judge = [](std::string_view code, std::vector<int> path) {
    return check_walk(from_code(code), path);
  };
  EXPECT_EQ(judge("3:@0C00000", {0, 1, 4}), Verdict{});
  EXPECT_EQ(judge("3:@0C00000", {0, 1}), (Verdict{Fault::dot_sum, 1}));
  EXPECT_EQ(judge("3:@000000", {}), (Verdict{Fault::walk, -1}));
  EXPECT_EQ(judge("3:@020000", {1, 0}), (Verdict{Fault::walk, 1})) << "no start";
  EXPECT_EQ(judge("3:@000000", {0, 2}), (Verdict{Fault::walk, 2})) << "a jump";
  EXPECT_EQ(judge("3:00@0000", {2, 3}), (Verdict{Fault::walk, 3})) << "not over the rim";
  EXPECT_EQ(judge("3:@000000", {0, 4}), (Verdict{Fault::walk, 4})) << "not aslant";
  EXPECT_EQ(judge("3:@000000", {0, 1, 0}), (Verdict{Fault::walk, 0})) << "never twice";
  EXPECT_EQ(judge("3:@004", {0, 1, 2}), (Verdict{Fault::walk, 2})) << "locked unlit";
  EXPECT_EQ(judge("3:@006", {0, 1, 2}), Verdict{}) << "locked lit";
  EXPECT_EQ(judge("3:@006", {0, 7}).fault, Fault::walk);
  // What is locked and lit is lit, walked or not; what else was lit is not.
  EXPECT_EQ(lit_by_walk(from_code("4:@0062"), std::vector<int>{0}),
            (std::vector<std::uint8_t>{1, 0, 1, 0}));
  EXPECT_TRUE(has_start(from_code("2:0@0")));
  EXPECT_FALSE(has_start(from_code("2:00")));
}

}  // namespace
}  // namespace eyehand::panel
