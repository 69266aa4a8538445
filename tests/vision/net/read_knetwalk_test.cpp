// Windows of KNetWalk, kept as pictures. Each board beside its picture was read, solved as the only
// answer it has, and won in the program.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "puzzle/net/text.hpp"
#include "tests/contracts/reader.hpp"
#include "tests/support/paths.hpp"
#include "tests/vision/appearances.hpp"

namespace eyehand {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> pictures() {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(test::source_path("tests/data/knetwalk")))
    if (entry.path().extension() == ".png") files.push_back(entry.path());
  return files;
}

TEST(ReadKNetWalk, ReadsWhatItIsSureOfRightly) {
  const net::Appearance appearance = test::net_appearance("knetwalk");
  int read = 0;
  for (const auto& file : pictures()) {
    std::ifstream text(fs::path(file).replace_extension(".txt"));
    std::string truth;
    if (!(text >> truth)) continue;
    const auto reading = net::read(test::picture_frame(file), appearance);
    ASSERT_TRUE(reading.accepted()) << file << ": " << reading.rejection;
    EXPECT_EQ(net::to_game_id(reading.board), truth) << file;
    EXPECT_FALSE(reading.wrapping_known);
    EXPECT_EQ(std::count(reading.board.locked.begin(), reading.board.locked.end(), 1), 0) << file;
    EXPECT_GE(reading.board.source, 0);
    ++read;
  }
  EXPECT_GE(read, 8);
}

TEST(ReadKNetWalk, FulfilsTheContract) {
  const net::Appearance appearance = test::net_appearance("knetwalk");
  test::expect_reader(
      test::picture_frame(test::source_path("tests/data/knetwalk/locked-520x600.png")),
      [&](const Frame& frame) { return net::read(frame, appearance); });
}

TEST(ReadKNetWalk, RefusesABoardWithATileHalfTurned) {
  const net::Appearance appearance = test::net_appearance("knetwalk");
  int refused = 0;
  for (const auto& file : pictures()) {
    if (!file.stem().string().starts_with("turning")) continue;
    const auto reading = net::read(test::picture_frame(file), appearance);
    EXPECT_FALSE(reading.accepted()) << file;
    EXPECT_FALSE(net::draw(test::picture_frame(file), reading).empty());
    ++refused;
  }
  EXPECT_GE(refused, 3);
}

TEST(ReadKNetWalk, TellsLockedTiles) {
  const auto reading =
      net::read(test::picture_frame(test::source_path("tests/data/knetwalk/locked-520x600.png")),
                test::net_appearance("knetwalk"));
  ASSERT_TRUE(reading.accepted()) << reading.rejection;
  std::vector<int> locked;
  for (int t = 0; t < 81; ++t)
    if (reading.board.locked[static_cast<std::size_t>(t)]) locked.push_back(t);
  EXPECT_EQ(locked, (std::vector<int>{12, 13, 40, 53}));  // clicked by the middle button before
}

TEST(ReadKNetWalk, RefusesOtherProgramsPictures) {
  Frame flat;
  flat.image = cv::Mat(300, 400, CV_8UC3, cv::Scalar(120, 60, 0));
  EXPECT_FALSE(net::read(flat, test::net_appearance("knetwalk")).accepted());
}

}  // namespace
}  // namespace eyehand
