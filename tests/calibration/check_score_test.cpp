#include "calibration/check_score.hpp"

#include <gtest/gtest.h>

namespace eyehand::calibration {
namespace {

const std::vector<Part> kShown = {{"tile", "a"}, {"tile", "b"}, {"clue", "3"}};

std::vector<ObservedPart> seen(const std::vector<std::pair<std::string, float>>& parts) {
  std::vector<ObservedPart> all;
  for (std::size_t i = 0; i < parts.size(); ++i)
    all.push_back({{kShown[std::min<std::size_t>(i, 2)].kind, parts[i].first},
                   parts[i].second,
                   cv::Rect(0, 0, 10, 10)});
  return all;
}

using enum Verdict;

TEST(Score, AnAcceptedBoardIsRightOrWrong) {
  const Score good = score(kShown, seen({{"a", 1}, {"b", 0.9F}, {"3", 1}}), "");
  EXPECT_EQ(good.board, right);
  EXPECT_EQ(good.parts, (std::vector{right, right, right}));
  const Score bad = score(kShown, seen({{"a", 1}, {"a", 0.9F}, {"3", 1}}), "");
  EXPECT_EQ(bad.board, wrong);
  EXPECT_EQ(bad.parts, (std::vector{right, wrong, right}));
}

TEST(Score, AnUncertainPartIsRefusedWhateverItWasReadAs) {
  const Score one = score(kShown, seen({{"a", 1}, {"a", 0.4F}, {"3", 0.6F}}), "tile 2 is covered");
  EXPECT_EQ(one.board, refused);
  EXPECT_EQ(one.parts, (std::vector{right, refused, right}));
  // A confident misreading counts although the board was refused.
  const Score two = score(kShown, seen({{"b", 1}, {"b", 0.4F}, {"3", 1}}), "tile 2 is covered");
  EXPECT_EQ(two.board, refused);
  EXPECT_EQ(two.parts, (std::vector{wrong, refused, right}));
}

TEST(Score, ARejectionOfTheWholeBoardRefusesAllParts) {
  const Score whole = score(kShown, seen({{"a", 1}, {"b", 1}, {"3", 1}}), "no source");
  EXPECT_EQ(whole.board, refused);
  EXPECT_EQ(whole.parts, (std::vector{refused, refused, refused}));
  const Score nothing = score(kShown, {}, "no board");
  EXPECT_EQ(nothing.board, refused);
  EXPECT_EQ(nothing.parts, (std::vector{refused, refused, refused}));
  EXPECT_FALSE(nothing.is_comparable);
}

TEST(Score, AnAcceptedBoardWithOtherPartsIsEntirelyWrong) {
  const Score other = score(kShown, seen({{"a", 1}, {"b", 1}, {"3", 1}, {"4", 1}}), "");
  EXPECT_EQ(other.board, wrong);
  EXPECT_EQ(other.parts, (std::vector{wrong, wrong, wrong}));
}

TEST(Score, IsCountedByKindAndByConfidence) {
  Confusions confusions;
  auto reliability = empty_reliability();
  const auto appearance = [&](const std::vector<ObservedPart>& parts,
                              const std::string& rejection) {
    count(kShown, parts, score(kShown, parts, rejection), confusions, reliability);
  };
  appearance(seen({{"a", 1}, {"a", 0.995F}, {"3", 0.95F}}), "");
  appearance(seen({{"b", 0.3F}, {"b", 0.5F}, {"2", 0.99F}}), "not sure");
  appearance({}, "no board");
  appearance(seen({{"a", 1}}), "");
  const Confusion& tiles = confusions["tile"];
  EXPECT_EQ(tiles.counts, (Counts{2, 3, 3}));
  EXPECT_EQ(tiles.read_as.at("a").at("a"), 1);
  EXPECT_EQ(tiles.read_as.at("b").at("a"), 1);
  EXPECT_EQ(tiles.read_as.at("b").at("b"), 1);
  EXPECT_EQ(tiles.read_as.at("a").at("another board"), 1);
  EXPECT_EQ(tiles.refused.at("a"), 2);
  EXPECT_EQ(confusions["clue"].counts, (Counts{1, 2, 1}));
  ASSERT_EQ(reliability.size(), 4u);
  const auto expect_bin = [&](std::size_t i, long parts, long bad) {
    EXPECT_EQ(reliability[i].parts, parts) << i;
    EXPECT_EQ(reliability[i].wrong, bad) << i;
  };
  expect_bin(0, 1, 1);
  expect_bin(1, 1, 0);
  expect_bin(2, 1, 0);
  expect_bin(3, 3, 2);
}

}  // namespace
}  // namespace eyehand::calibration
