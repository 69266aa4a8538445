// Windows of programs that cannot draw boards into files, kept as pictures:
// tests/data/SKIN/NAME.png, and in NAME.txt the board, with its marks.
#include <gtest/gtest.h>

#include <filesystem>
#include <ostream>

#include "player/files.hpp"
#include "player/games.hpp"
#include "player/skin.hpp"
#include "tests/support/paths.hpp"
#include "vision/png.hpp"

namespace eyehand {
namespace {

namespace fs = std::filesystem;

class KeptPictures : public testing::TestWithParam<const char*> {};

TEST_P(KeptPictures, AreReadRight) {
  const Skin skin = find_skin(GetParam());
  int pictures = 0;
  for (const auto& entry : fs::directory_iterator(test::source_path("tests/data/") + skin.name)) {
    if (entry.path().extension() != ".png") continue;
    SCOPED_TRACE(entry.path());
    ++pictures;
    const cv::Mat image = load_png(entry.path());
    const auto session = game_named(skin.game).begin(skin);
    const Observation seen = session->observe({image, {}, cv::Rect({}, image.size())});
    EXPECT_EQ(seen.rejection, "");
    const std::string truth = read_file(fs::path(entry.path()).replace_extension(".txt"), 10'000);
    EXPECT_EQ(seen.text, truth.substr(0, truth.find('\n')));
    EXPECT_EQ(seen.solved, entry.path().stem().string().starts_with("solved"));
  }
  EXPECT_GE(pictures, 2);
}

INSTANTIATE_TEST_SUITE_P(Programs, KeptPictures,
                         testing::Values("pzpr-lightup", "pzpr-hitori", "pzpr-sudoku", "hitori",
                                         "gnome-sudoku", "picmi", "ksudoku"));

}  // namespace
}  // namespace eyehand
