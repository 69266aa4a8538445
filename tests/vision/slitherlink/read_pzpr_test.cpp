// Windows of Chromium with pzpr's Slitherlink, kept as pictures: NAME.png, and in NAME.txt the
// board, with the lines that are drawn.
#include <gtest/gtest.h>

#include <filesystem>

#include "player/files.hpp"
#include "player/skin.hpp"
#include "puzzle/slitherlink/text.hpp"
#include "tests/support/paths.hpp"
#include "vision/png.hpp"
#include "vision/slitherlink/read.hpp"

namespace eyehand::slitherlink {
namespace {

namespace fs = std::filesystem;

TEST(ReadPzpr, EveryKeptPictureIsReadRight) {
  const Skin skin = find_skin("pzpr");
  Appearance appearance;
  skin.file.read("appearance", appearance);
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
