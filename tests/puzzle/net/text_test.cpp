#include "puzzle/net/text.hpp"

#include <gtest/gtest.h>

#include "puzzle/error.hpp"
#include "tests/contracts/text.hpp"

namespace eyehand::net {
namespace {

TEST(NetGameId, ReadsTilesBarriersAndSource) {
  const Board board = from_game_id("3x2:1v2h48ae");
  EXPECT_EQ(board.width, 3);
  EXPECT_EQ(board.height, 2);
  EXPECT_FALSE(board.wrapping);
  EXPECT_EQ(board.wires, (std::vector<Sides>{1, 2, 4, 8, 10, 14}));
  EXPECT_EQ(board.barriers, (std::vector<Sides>{kRight, kLeft | kDown, 0, 0, kUp, 0}));
  EXPECT_EQ(board.source, 4);
  EXPECT_EQ(board.rules, Rules{});
}

TEST(NetGameId, FulfilsTheContract) {
  for (const char* id :
       {"5x5w:1315a65hdeh659e81v3a9h3c8hav3cv6", "3x3w:1v6h1hev8v4h3vheah", "1x1:0", "1x1w:5vh",
        "3x3w:1v6h1hev8v4h3vheah", "2x1w:1v4v", "5x3:023456789abcdef", "3x2:1fvhs40c0",
        "4x2:15a4c369+0,7+1,2,5", "3x1:fs14+0,1"})
    test::expect_text_format(id, from_game_id, to_game_id);
}

TEST(NetGameId, ParametersAndBlanksAreAllowed) {
  EXPECT_EQ(to_game_id(from_game_id(" 2x1wb0.25a:1v4\n")), "2x1w:1v4");
  EXPECT_EQ(to_game_id(from_game_id("2x1a:1A")), "2x1:1a");
}

TEST(NetGameId, BarriersOnAPlainRimAreIgnored) {
  EXPECT_EQ(from_game_id("2x1:1h4vh"), from_game_id("2x1:14"));
  EXPECT_EQ(from_game_id("2x1w:14v").barriers, (std::vector<Sides>{kLeft, kRight}));
}

TEST(NetGameId, TheSourceMayDangle) {
  const Board board = from_game_id("3x2:1fs40c0");
  EXPECT_EQ(board.source, 1);
  EXPECT_TRUE(board.rules.source_may_dangle);
  EXPECT_EQ(from_game_id("3x2:1fshv40c0"), from_game_id("3x2:1fvhs40c0"));
}

TEST(NetGameId, GroupsOfLinkedTilesComeInAnyOrder) {
  EXPECT_EQ(from_game_id("4x2:15a4c369+5,2,1+7,0\n"), from_game_id("4x2:15a4c369+0,7+1,2,5"));
  EXPECT_EQ(from_game_id("4x2:15a4c369+7,0").linked, (std::vector<std::vector<int>>{{0, 7}}));
}

void expect_refused(std::string_view id, std::string_view place) {
  test::expect_refused(id, from_game_id, place);
}

TEST(NetGameId, ErrorsNameThePosition) {
  expect_refused("", "character 1: expected the board's width");
  expect_refused("5", "character 2: expected 'x'");
  expect_refused("5x", "character 3: expected the board's height");
  expect_refused("5x5", "character 4: expected ':'");
  expect_refused("5x5q:", "character 4: expected 'w'");
  expect_refused("5x5#1234", "character 4: a random seed");
  expect_refused("0x5:", "at least one row");
  expect_refused("99999999999999999999x1:", "too large a width");
  expect_refused("16000000x16000000:", "more than");
  expect_refused("2x2:123", "character 8: expected a hexadecimal digit for tile 4 of 4");
  expect_refused("2x2:12g4", "character 7: expected a hexadecimal digit for tile 3 of 4");
  expect_refused("2x2:v1234", "character 5");
  expect_refused("2x2:12345", "character 9: expected the end");
  expect_refused("2x2:1s2s34", "character 9: a second source");
  expect_refused("2x2:1234+", "character 10: expected the board's tile number");
  expect_refused("2x2:1234+1", "character 11: expected ',' and another tile");
  expect_refused("2x2:1234+1,4", "too large a tile number");
  expect_refused("2x2:1234+1,1", "tile 1 is linked already");
  expect_refused("2x2:1234+0,1+2,1", "tile 1 is linked already");
}

TEST(NetGameId, EveryUnexpectedByteIsRefusedOrRead) {
  const std::string id = "3x3w:1v6h1hev8v4h3vheah";
  for (std::size_t i = 0; i < id.size(); ++i)
    for (int byte = 0; byte < 256; ++byte)
      test::error_of(std::string(id).replace(i, 1, 1, static_cast<char>(byte)), from_game_id);
}

TEST(NetPicture, Plain) {
  EXPECT_EQ(to_picture(from_game_id("2x2:9c34")),
            "┏━━━━━━━┓\n"
            "┃ ┌───┐ ┃\n"
            "┃ │   ╵ ┃\n"
            "┃ └───◆ ┃\n"
            "┗━━━━━━━┛\n");
}

TEST(NetPicture, EndsEmptyTilesAndBarriers) {
  EXPECT_EQ(to_picture(from_game_id("3x2:1v0h410a")),
            "┏━━━┳━━━━━━━┓\n"
            "┃ ■─┃ · ╶─■ ┃\n"
            "┃   ┗━━━╸ ╷ ┃\n"
            "┃ ■─╴ ◆   │ ┃\n"
            "┗━━━━━━━━━━━┛\n");
}

TEST(NetPicture, SourcesThatMayDangleAndLinkedTiles) {
  EXPECT_EQ(to_picture(from_game_id("3x2:1fs49c0+3,4")),
            "┏━━━━━━━━━━━┓\n"
            "┃ ■───◇───■ ┃\n"
            "┃     ╵     ┃\n"
            "┃ ╔───╗   · ┃\n"
            "┗━━━━━━━━━━━┛\n");
}

TEST(NetPicture, Wrapping) {
  EXPECT_EQ(to_picture(from_game_id("2x1w:14v")),
            "╻┈┈┈ ┈┈┈╻\n"
            "┃ ■───◆ ┃\n"
            "╹┈┈┈ ┈┈┈╹\n");
  EXPECT_EQ(to_picture(from_game_id("1x1w:f")),
            " ┈│┈ \n"
            "──◆──\n"
            " ┈│┈ \n");
}

}  // namespace
}  // namespace eyehand::net
