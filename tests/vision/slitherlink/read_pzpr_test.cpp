// Windows of Chromium with pzpr's Slitherlink, kept as pictures: NAME.png, and in NAME.txt the
// board, with the lines that are drawn.
#include <gtest/gtest.h>

#include <filesystem>
#include <opencv2/imgproc.hpp>

#include "player/files.hpp"
#include "player/skin.hpp"
#include "puzzle/slitherlink/text.hpp"
#include "tests/support/paths.hpp"
#include "vision/png.hpp"
#include "vision/slitherlink/read.hpp"

namespace eyehand::slitherlink {
namespace {

namespace fs = std::filesystem;

Appearance appearance_of_pzpr() {
  const Skin skin = find_skin("pzpr");
  Appearance appearance;
  skin.file.read("appearance", appearance);
  return appearance;
}

/// As a viewer may show it: dots are a pixel or two wide, and some lie between pixels.
TEST(ReadPzpr, ASmallerPictureIsReadRight) {
  const std::string name = test::source_path("tests/data/pzpr/empty-24");
  const Board truth = from_text(read_file(name + ".txt", 10'000));
  cv::Mat image;
  cv::resize(load_png(name + ".png"), image, {}, 0.6, 0.6, cv::INTER_AREA);
  const Reading reading = read({image, {}, cv::Rect({}, image.size())}, appearance_of_pzpr());
  EXPECT_EQ(reading.rejection, "");
  EXPECT_EQ(reading.board.clues, truth.clues);
  EXPECT_EQ(reading.board.marks, truth.marks);
}

TEST(ReadPzpr, EveryKeptPictureIsReadRight) {
  const Appearance appearance = appearance_of_pzpr();
  int pictures = 0;
  for (const auto& entry : fs::directory_iterator(test::source_path("tests/data/pzpr"))) {
    if (entry.path().extension() != ".png") continue;
    SCOPED_TRACE(entry.path());
    ++pictures;
    const Board truth =
        from_text(read_file(fs::path(entry.path()).replace_extension(".txt"), 10'000));
    const cv::Mat image = load_png(entry.path());
    const Reading reading = read({image, {}, cv::Rect({}, image.size())}, appearance);
    EXPECT_EQ(reading.rejection, "");
    if (!reading.board.grid) continue;
    EXPECT_EQ(reading.board.clues, truth.clues);
    EXPECT_EQ(reading.board.marks, truth.marks);
    EXPECT_EQ(is_solved(reading.board), entry.path().stem().string().starts_with("solved"));
  }
  EXPECT_GE(pictures, 6);
}

}  // namespace
}  // namespace eyehand::slitherlink
