#include <gtest/gtest.h>

#include <filesystem>

#include "process/temp_folder.hpp"
#include "tests/app/run_eyehand.hpp"
#include "tests/support/contents.hpp"
#include "tests/support/paths.hpp"

namespace eyehand::test {
namespace {

const std::string kPicture = test::source_path("tests/data/hitori/empty-5.png");
const std::string kBoard = "5x5:4152413245422113562136362";

TEST(Learn, KeysThatOthersActOnAreUsageErrors) {
  for (const char* option : {"--new-game", "--dismiss"}) {
    const Ran ran = run_eyehand({"learn", "--window", "x", option, "alt+F4"});
    EXPECT_EQ(ran.code, 2) << ran.err;
    EXPECT_NE(ran.err.find("'alt+F4' is not a key"), std::string::npos) << ran.err;
  }
}

TEST(LearnFromAPicture, AsksWhatTheCellsAre) {
  const TempFolder folder;
  const std::string skin = folder.path() / "learned.toml";
  const auto learn = [&](const std::string& input, std::vector<std::string> more = {}) {
    std::vector<std::string> words = {"learn",      "--ask",
                                      "--picture",  kPicture,
                                      "--game",     "singles",
                                      "--out",      skin,
                                      "--clusters", folder.path() / "clusters.png",
                                      "--overlay",  folder.path() / "overlay.png",
                                      "--new-game", "ctrl+n"};
    words.insert(words.end(), more.begin(), more.end());
    return run_eyehand(words, input);
  };
  // The digits in the order in which they occur; an answer that is none is asked for again.
  const std::string answers = "4\n1\nfive\n5\n2\n3\n6\n? 1\n-\n? 0\nn\n";
  EXPECT_EQ(learn("4\n1\n").code, 7);
  EXPECT_EQ(learn(answers + "n\n").code, 4);
  EXPECT_FALSE(std::filesystem::exists(skin));

  const Ran ran = learn(answers + "y\n");
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.out, kBoard + '\n');
  EXPECT_NE(ran.err.find("cluster 3 (row 1, column 3 and 2 more): "), std::string::npos) << ran.err;
  EXPECT_TRUE(std::filesystem::exists(folder.path() / "clusters.png"));
  const std::string text = contents(skin);
  EXPECT_NE(text.find("left = [\"?\", \"1\"]\nright = [\"?\", \"0\"]\n"), std::string::npos)
      << text;
  EXPECT_NE(text.find("keys = [\"ctrl+n\"]"), std::string::npos) << text;
  EXPECT_EQ(run_eyehand({"read", kPicture, "--skin", skin}).out, kBoard + '\n');
}

}  // namespace
}  // namespace eyehand::test
