// Net read by an atlas of tiles' sides, from pictures drawn here.
#include "vision/net/read_cells.hpp"

#include <gtest/gtest.h>

#include <array>
#include <opencv2/imgproc.hpp>
#include <string>
#include <vector>

#include "vision/cells/patch.hpp"

namespace eyehand::net {
namespace {

constexpr int kColumns = 4, kRows = 4, kSide = 40;
const cv::Point kCorner(60, 50);
const std::vector<Sides> kWires = {1, 3, 5, 7, 2, 9, 4, 6, 11, 10, 12, 8, 13, 1, 14, 3};

cv::Point centre_of(int tile) {
  return kCorner + kSide * cv::Point(tile % kColumns, tile / kColumns) +
         cv::Point(kSide / 2, kSide / 2);
}

cv::Mat picture_of(const std::vector<Sides>& wires) {
  cv::Mat picture(270, 290, CV_8UC3, cv::Scalar(210, 220, 230));
  for (int tile = 0; tile < kColumns * kRows; ++tile)
    for (int side = 0; side < 4; ++side)
      if (wires[static_cast<std::size_t>(tile)] & kEachSide[static_cast<std::size_t>(side)]) {
        const cv::Point way(side == 0 ? 1 : side == 2 ? -1 : 0, side == 1 ? -1 : side == 3 ? 1 : 0);
        cv::line(picture, centre_of(tile), centre_of(tile) + (kSide / 2 - 2) * way, {90, 30, 20},
                 7);
      }
  return picture;
}

cells::GridReader make_reader() {
  const cv::Mat picture = picture_of(kWires);
  const cells::Layout layout = layout_of_sides();
  std::vector<cells::Sample> samples;
  for (int tile = 0; tile < kColumns * kRows; ++tile)
    for (std::size_t side = 0; side < 4; ++side)
      samples.push_back(
          {(kWires[static_cast<std::size_t>(tile)] & kEachSide[side]) != 0 ? 1 : 0, tile,
           cells::cut(picture,
                      cv::Point2d(centre_of(tile)) +
                          static_cast<double>(kSide) * layout.parts[side].offset,
                      kSide * layout.side, cells::kPatchPixels, layout.parts[side].quarters)});
  return {cells::Atlas(samples),
          {std::string(kNoWireLabel), std::string(kWireLabel)},
          {cv::Point2d(kCorner), kSide, kColumns, kRows},
          layout};
}

Reading read(const cv::Mat& picture, const Board* known = nullptr,
             const cells::GridReader& reader = make_reader()) {
  return read_cells(to_frame(picture), reader, {}, cells::Search::nowhere, known);
}

TEST(ReadNetCells, AKnownTileMayHaveOnlyOneWayToLie) {
  const Board known = read(picture_of(kWires)).board;
  ASSERT_EQ(known.wires, kWires);
  std::vector<Sides> wires = kWires;
  wires[5] = turned(wires[5], 1);  // 3: right and up
  cv::Mat picture = picture_of(wires);
  cv::circle(picture, centre_of(5) + cv::Point(kSide / 3, 0), 6, {40, 200, 40}, cv::FILLED);
  EXPECT_FALSE(read(picture).accepted());
  const Reading reading = read(picture, &known);
  EXPECT_EQ(reading.rejection, "");
  EXPECT_EQ(reading.board.wires, wires);
}

TEST(ReadNetCells, AnUncertainTileThatMayLieInTwoWaysIsRejected) {
  const Board known = read(picture_of(kWires)).board;
  cv::Mat picture = picture_of(kWires);
  for (const int x : {-1, 1})
    cv::circle(picture, centre_of(0) + cv::Point(x * kSide / 3, 0), 6, {40, 200, 40}, cv::FILLED);
  EXPECT_FALSE(read(picture, &known).accepted());
}

TEST(ReadNetCells, AnotherBoardTellsNothing) {
  std::vector<Sides> others = kWires;
  others[10] = kAllSides;
  const Board known = read(picture_of(others)).board;
  ASSERT_EQ(known.wires, others);
  cv::Mat picture = picture_of(kWires);
  cv::circle(picture, centre_of(5) + cv::Point(kSide / 3, 0), 6, {40, 200, 40}, cv::FILLED);
  EXPECT_FALSE(read(picture, &known).accepted());
}

TEST(ReadNetCells, AClearedWindowIsNoBoard) {
  const Reading reading = read(picture_of(std::vector<Sides>(kWires.size(), 0)));
  EXPECT_EQ(reading.board.size(), kWires.size());
  EXPECT_EQ(reading.rejection, kNoWires);
}

/// The board with a disc on this tile, which is turned anticlockwise by this many quarters a time.
std::array<cv::Mat, 4> with_turning_disc(std::size_t tile, int quarters) {
  std::array<cv::Mat, 4> pictures;
  for (int turn = 0; turn < 4; ++turn) {
    std::vector<Sides> wires = kWires;
    wires[tile] = turned(wires[tile], turn * quarters);
    pictures[static_cast<std::size_t>(turn)] = picture_of(wires);
    cv::circle(pictures[static_cast<std::size_t>(turn)], centre_of(static_cast<int>(tile)), 10,
               {100, 200, 100}, cv::FILLED);
  }
  return pictures;
}

TEST(ReadNetCells, ATileThatLooksLikeNoneBeforeIsLearnedByTurningIt) {
  cells::GridReader reader = make_reader();
  const auto pictures = with_turning_disc(5, 1);
  for (const cv::Mat& picture : pictures) EXPECT_FALSE(read(picture).accepted());
  ASSERT_TRUE(learn_turned(reader, pictures, reader.usual(), 5, [](Sides) { return 1; }));
  for (int turn = 0; turn < 4; ++turn) {
    const Reading reading = read(pictures[static_cast<std::size_t>(turn)], nullptr, reader);
    EXPECT_EQ(reading.rejection, "") << turn;
    EXPECT_EQ(reading.board.wires[5], turned(kWires[5], turn));
  }
}

TEST(ReadNetCells, ATileIsNotLearnedUnlessItTurnsAsItShould) {
  cells::GridReader reader = make_reader();
  const int pictures = reader.atlas().size();
  EXPECT_FALSE(
      learn_turned(reader, with_turning_disc(5, -1), reader.usual(), 5, [](Sides) { return 1; }));
  EXPECT_FALSE(
      learn_turned(reader, with_turning_disc(5, 0), reader.usual(), 5, [](Sides) { return 1; }));
  EXPECT_EQ(reader.atlas().size(), pictures);
}

/// Boards whose tile 5 is a cross with a disc on it, the source.
class ASource : public testing::Test {
 protected:
  static constexpr int kSource = 5;
  static std::vector<Sides> wires() {
    std::vector<Sides> wires = kWires;
    wires[kSource] = kAllSides;
    return wires;
  }
  static cv::Mat picture(const std::vector<Sides>& of = wires()) {
    cv::Mat picture = picture_of(of);
    cv::circle(picture, centre_of(kSource), kSide / 7, {30, 20, 200}, cv::FILLED);
    return picture;
  }
  static Reading read(const cv::Mat& picture) {
    const cells::Layout layout = layout_of_pieces();
    const cv::Mat learned = ASource::picture();
    std::vector<cells::Sample> samples;
    for (int tile = 0; tile < kColumns * kRows; ++tile)
      samples.push_back(
          {tile == kSource ? 1 : 0, tile,
           cells::cut(learned, centre_of(tile), kSide * layout.side, cells::kPatchPixels)});
    const cells::GridReader pieces(cells::Atlas(samples),
                                   {std::string(kOtherLabel), std::string(kSourceLabel)},
                                   {cv::Point2d(kCorner), kSide, kColumns, kRows}, layout);
    return read_cells(to_frame(picture), make_reader(), {}, cells::Search::nowhere, nullptr,
                      &pieces);
  }
};

TEST_F(ASource, HasWiresOnAllSidesHoweverUnclear) {
  cv::Mat hidden = picture();
  for (const int x : {-1, 1})
    cv::circle(hidden, centre_of(kSource) + cv::Point(x * kSide / 3, 0), 6, {40, 200, 40},
               cv::FILLED);
  EXPECT_FALSE(
      net::read_cells(to_frame(hidden), make_reader(), {}, cells::Search::nowhere).accepted());
  const Reading reading = read(hidden);
  EXPECT_EQ(reading.rejection, "");
  EXPECT_EQ(reading.board.source, kSource);
  EXPECT_EQ(reading.board.wires, wires());
}

TEST_F(ASource, HasNoSideThatIsCertainlyWithoutAWire) {
  EXPECT_EQ(read(picture(kWires)).rejection, "0 tiles look like the source");
}

}  // namespace
}  // namespace eyehand::net
