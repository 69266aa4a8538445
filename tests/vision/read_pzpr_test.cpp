// Windows of Chromium with pzpr's Slitherlink, kept as pictures: NAME.png, and in NAME.txt the
// board as pzpr names it and how many lines are drawn.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <opencv2/imgcodecs.hpp>

#include "player/skin.hpp"
#include "puzzle/slitherlink_text.hpp"
#include "vision/read_slitherlink.hpp"

namespace eyehand::slitherlink {
namespace {

namespace fs = std::filesystem;

TEST(ReadPzpr, EveryKeptPictureIsReadRight) {
  const Skin skin = find_skin("pzpr");
  Look look;
  skin.file.read("look", look);
  int pictures = 0;
  for (const auto& entry : fs::directory_iterator(EYEHAND_SOURCE "/tests/data/pzpr")) {
    if (entry.path().extension() != ".png") continue;
    SCOPED_TRACE(entry.path());
    ++pictures;
    std::string body;
    std::ptrdiff_t lines = -1;
    std::ifstream(fs::path(entry.path()).replace_extension(".txt")) >> body >> lines;
    const cv::Mat image = cv::imread(entry.path().string());
    const Reading reading = read({image, {}, cv::Rect({}, image.size())}, look);
    EXPECT_EQ(reading.doubt, "");
    if (!reading.board.grid) continue;
    EXPECT_EQ(reading.board.clues, from_pzpr(body).clues);
    const auto& marks = reading.board.marks;
    EXPECT_EQ(std::count(marks.begin(), marks.end(), Mark::line), lines);
    EXPECT_EQ(std::count(marks.begin(), marks.end(), Mark::cross), 0);
    EXPECT_EQ(is_solved(reading.board), entry.path().stem().string().starts_with("solved"));
  }
  EXPECT_GE(pictures, 6);
}

}  // namespace
}  // namespace eyehand::slitherlink
