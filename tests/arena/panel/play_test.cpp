#include "arena/panel/play.hpp"

#include <gtest/gtest.h>

#include <string>

#include "puzzle/error.hpp"
#include "puzzle/panel/text.hpp"

namespace eyehand::arena {
namespace {

PanelPlay play_of(const char* code) {
  return PanelPlay(panel::from_code(code));
}
std::string states(const PanelPlay& play) {
  std::string text;
  for (const panel::Tile& tile : play.board().tiles) text += tile.exists && tile.lit ? '1' : '0';
  return text;
}
std::vector<int> walk(const PanelPlay& play) {
  return {play.walk().begin(), play.walk().end()};
}

// Dots ask for regions of 3 and 2 tiles: solved by what differs from its neighbour there.
TEST(PanelPlay, AToggleChangesATileUntilThePanelIsSolved) {
  PanelPlay play = play_of("5:Cr0000Bb0");
  EXPECT_FALSE(play.is_walked());
  ASSERT_TRUE(play.toggle(3));
  EXPECT_EQ(states(play), "00010");
  EXPECT_FALSE(play.is_solved());
  ASSERT_TRUE(play.toggle(3));
  EXPECT_EQ(states(play), "00000");
  ASSERT_TRUE(play.toggle(4));
  ASSERT_TRUE(play.toggle(3));
  EXPECT_EQ(states(play), "00011");
  EXPECT_EQ(play.moves(), 4);
  EXPECT_TRUE(play.is_solved());
  EXPECT_FALSE(play.toggle(0)) << "it is over";
  EXPECT_EQ(states(play), "00011");
  EXPECT_EQ(play.moves(), 4);
}

TEST(PanelPlay, LockedAndMissingTilesAreNotToggled) {
  PanelPlay play = play_of("3:Ar0468V00");
  for (const int tile : {1, 2, 3, -1, 6, 1000}) EXPECT_FALSE(play.toggle(tile)) << tile;
  EXPECT_FALSE(play.step(1, 0)) << "there is no walker";
  EXPECT_FALSE(play.reset());
  EXPECT_FALSE(play.next_start());
  EXPECT_EQ(states(play), "001000");
  EXPECT_EQ(play.moves(), 0);
}

TEST(PanelPlay, LinkedTilesAreToggledTogetherUnlessOneIsLocked) {
  // 0=1 2 / 3=4=5 with 4 below 1; 6 locked, with 7 and 8 at its right.
  PanelPlay play = play_of("3:Fr0<000/0<04<0<0");
  ASSERT_FALSE(play.is_solved());
  ASSERT_TRUE(play.toggle(5));
  EXPECT_EQ(states(play), "110111000");
  ASSERT_TRUE(play.toggle(0));
  EXPECT_EQ(states(play), "000000000");
  EXPECT_FALSE(play.toggle(8));
  EXPECT_EQ(states(play), "000000000");
  EXPECT_EQ(play.moves(), 2);
}

TEST(PanelPlay, LinkedTilesBeginInOneState) {
  EXPECT_EQ(states(play_of("3:Fr2<0000<6")), "110011") << "as the first, or as one that is locked";
}

TEST(PanelPlay, WalksLightWhatTheyStepOn) {
  // The walk may not go where it was, over the rim, into the hole, or on the locked unlit tile.
  PanelPlay play = play_of("3:@0028Ir00046");
  ASSERT_TRUE(play.is_walked());
  EXPECT_EQ(states(play), "100000001") << "only locked tiles are still lit";
  EXPECT_EQ(walk(play), std::vector<int>{0});
  EXPECT_FALSE(play.toggle(1)) << "clicks do nothing";
  EXPECT_FALSE(play.step(-1, 0)) << "over the rim";
  EXPECT_FALSE(play.step(0, -1));
  EXPECT_FALSE(play.step(0, 1)) << "a hole";
  ASSERT_TRUE(play.step(1, 0));
  EXPECT_FALSE(play.step(-1, 0)) << "walked already";
  ASSERT_TRUE(play.step(0, 1));
  EXPECT_FALSE(play.step(0, 1)) << "locked unlit";
  ASSERT_TRUE(play.step(1, 0));
  EXPECT_EQ(walk(play), (std::vector<int>{0, 1, 4, 5}));
  EXPECT_EQ(states(play), "110011001");
  EXPECT_EQ(play.moves(), 3);
  ASSERT_TRUE(play.step(0, 1)) << "locked, but lit";
  EXPECT_EQ(walk(play).back(), 8);

  ASSERT_TRUE(play.reset());
  EXPECT_EQ(walk(play), std::vector<int>{0});
  EXPECT_EQ(states(play), "100000001") << "what is locked stays lit";
  EXPECT_FALSE(play.reset()) << "it is there already";
  EXPECT_EQ(play.moves(), 4);
}

TEST(PanelPlay, TabCyclesThroughTheStartsBeforeTheFirstStep) {
  PanelPlay play = play_of("3:0@0Ir0@000");
  EXPECT_EQ(walk(play), std::vector<int>{1});
  ASSERT_TRUE(play.next_start());
  EXPECT_EQ(walk(play), std::vector<int>{3});
  EXPECT_EQ(states(play), "000100");
  ASSERT_TRUE(play.next_start());
  EXPECT_EQ(walk(play), std::vector<int>{1});
  ASSERT_TRUE(play.next_start());
  ASSERT_TRUE(play.step(1, 0));
  EXPECT_FALSE(play.next_start()) << "there was a step";
  ASSERT_TRUE(play.reset());
  EXPECT_EQ(walk(play), std::vector<int>{1}) << "the first start, not that of the walk";
  EXPECT_FALSE(play_of("2:@0Ir0").next_start()) << "there is one alone";
}

TEST(PanelPlay, AWalkThatSatisfiesAllSymbolsIsTheEnd) {
  PanelPlay play = play_of("4:@00Br00");
  ASSERT_TRUE(play.step(1, 0));
  EXPECT_TRUE(play.is_solved());
  EXPECT_FALSE(play.step(1, 0));
  EXPECT_FALSE(play.reset());
  EXPECT_EQ(states(play), "1100");
}

TEST(PanelPlay, PanelsThatCannotBePlayedAreRefused) {
  panel::Board board = panel::Board::make(3, 3);
  board.tiles.pop_back();
  EXPECT_THROW(PanelPlay{board}, Error);
  EXPECT_THROW(play_of("2:@4Ar0"), Error);
  EXPECT_NO_THROW(play_of("2:@6Ar0"));
}

}  // namespace
}  // namespace eyehand::arena
