// Boards of all games as parts (player/parts.hpp).
#include "player/parts.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "player/games.hpp"
#include "player/session.hpp"
#include "puzzle/net/board.hpp"

namespace eyehand {

namespace net {
std::vector<Part> parts_of(const Board& board);  // of player/net/game.cpp
}

namespace {

std::vector<std::string> labels(std::string_view game, std::string_view text,
                                std::string_view kind) {
  std::vector<std::string> all;
  for (const Part& part : game_named(game).parts(text))
    if (part.kind == kind) all.push_back(part.label);
  return all;
}

using Labels = std::vector<std::string>;

TEST(Parts, OfNet) {
  EXPECT_EQ(labels("net", "2x2:9c34", "tile"), (Labels{"┌", "┐", "└", "╴"}));
  // Right of each tile, then below it; the rim counts as a barrier.
  EXPECT_EQ(labels("net", "2x1:1v4", "barrier"),
            (Labels{"barrier", "barrier", "barrier", "barrier"}));
  EXPECT_EQ(labels("net", "2x1w:14", "barrier"), (Labels{"none", "none", "none", "none"}));
  EXPECT_EQ(labels("net", "2x1:14", "barrier"), (Labels{"none", "barrier", "barrier", "barrier"}));
  EXPECT_EQ(labels("net", "2x1:14", "lock"), (Labels{"free", "free"}));
}

TEST(Parts, OfNetIncludeLocks) {
  net::Board board = net::Board::make(2, 1, false);
  board.locked[1] = 1;
  const auto parts = parts_of(board);
  ASSERT_EQ(parts.size(), 8u);
  EXPECT_EQ(parts[3], (Part{"lock", "free"}));
  EXPECT_EQ(parts[7], (Part{"lock", "locked"}));
}

TEST(Parts, OfSlitherlink) {
  EXPECT_EQ(labels("slitherlink", "2x1t0:3a", "clue"), (Labels{"3", "none"}));
  EXPECT_EQ(labels("slitherlink", "2x1t0:3a", "edge").size(), 7u);
  EXPECT_EQ(labels("slitherlink", "1 1\n\n3\n\n-\nx\n\n|.\n", "edge"),
            (Labels{"line", "cross", "line", "unknown"}));
}

TEST(Parts, OfHexiom) {
  EXPECT_EQ(labels("hexiom", "2\n  1+.\n # 1 .\n  +3 0\n", "cell"),
            (Labels{"1", "empty", "hole", "1", "empty", "3", "0"}));
  EXPECT_EQ(labels("hexiom", "2\n  1+.\n # 1 .\n  +3 0\n", "lock"),
            (Labels{"free", "locked", "free", "free", "free", "locked", "free"}));
}

TEST(Parts, OfLights) {
  EXPECT_EQ(labels("lights", "3x3:+,798", "light"),
            (Labels{"unlit", "lit", "lit", "lit", "lit", "unlit", "unlit", "lit", "lit"}));
  EXPECT_EQ(labels("lights", "3x3:+,798", "set")[4], "0,-1 -1,0 0,0 1,0 0,1");
  EXPECT_EQ(labels("lights", "3x3:+,798", "set")[0], "0,0 1,0 0,1");
}

TEST(Parts, OfPanelsAreOnlyWhatIsDrawn) {
  const std::string code = "3:Kw202200Fw62Dw4";
  EXPECT_EQ(labels("panel", code, "symbol"),
            (Labels{"dot -2", "none", "none", "none", "none", "none", "dot 6", "none", "dot 4"}));
  EXPECT_EQ(labels("panel", code, "lock")[6], "locked");
  EXPECT_EQ(labels("panel", code, "tile")[0], "lit");
  // A hidden symbol, and a link to a missing tile, are not visible.
  EXPECT_EQ(labels("panel", "2:Ar10", "symbol"), (Labels{"none", "none"}));
  EXPECT_EQ(labels("panel", "2:Ar10", "hue"), (Labels{"none", "none"}));
  EXPECT_EQ(labels("panel", "2:8<0", "link"), (Labels{"none", "none", "none", "none"}));
  EXPECT_EQ(labels("panel", "2:0<0", "link"), (Labels{"none", "none", "left", "none"}));
}

TEST(Parts, EachCellHasItsPlaceAndConfidence) {
  const std::vector<Part> parts = {{"a", "1"}, {"b", "2"}, {"a", "3"}, {"b", "4"}};
  const std::vector<cv::Rect> places = {{0, 0, 5, 5}, {5, 0, 5, 5}};
  const std::vector<float> confidences = {0.25F, 0.75F};
  const auto seen = observed_by_cell(parts, places, confidences);
  ASSERT_EQ(seen.size(), 4u);
  EXPECT_EQ(seen[1].part, parts[1]);
  EXPECT_EQ(seen[1].place, places[0]);
  EXPECT_EQ(seen[2].place, places[1]);
  EXPECT_EQ(seen[3].confidence, 0.75F);
  EXPECT_TRUE(observed_by_cell(parts, places, std::vector<float>{1}).empty());
  EXPECT_TRUE(observed_by_cell({}, {}, {}).empty());
}

TEST(Parts, SquaresReachHalfwayToTheNext) {
  const std::vector<cv::Point2d> middles = {{10, 10}, {30, 10}, {10, 30}};
  const auto squares = squares_around(middles);
  ASSERT_EQ(squares.size(), 3u);
  EXPECT_EQ(squares[1], cv::Rect(20, 0, 20, 20));
}

}  // namespace
}  // namespace eyehand
