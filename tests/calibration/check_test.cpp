// Whole checks, on stored pictures and on boards that a program draws.
#include "calibration/check.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <opencv2/imgproc.hpp>

#include "process/find_program.hpp"
#include "process/temp_folder.hpp"
#include "puzzle/error.hpp"
#include "tests/support/effort.hpp"
#include "tests/support/paths.hpp"
#include "vision/png.hpp"

namespace eyehand::calibration {
namespace {

namespace fs = std::filesystem;

const std::string kPicture = test::source_path("tests/data/knetwalk/easy-330x370.png");
const std::string kTruth = "5x5:8964933b352d7ec2c5a81a669";

/// One picture with this text.
class Kept {
 public:
  explicit Kept(const std::string& truth) {
    fs::copy_file(kPicture, folder_.path() / "one.png");
    std::ofstream(folder_.path() / "one.txt") << truth << '\n';
  }
  Checked check(CheckOptions options = {}) {
    const Skin skin = find_skin("knetwalk");
    const Samples samples(skin, folder_.path());
    std::size_t steps = 0;
    options.step = [&] { ++steps; };
    Checked checked = calibration::check(skin, samples, options);
    EXPECT_EQ(steps, reading_count(samples, options));
    return checked;
  }

 private:
  TempFolder folder_;
};

CheckOptions only(const std::vector<std::string>& sweeps) {
  CheckOptions options;
  options.sweeps = sweeps;
  return options;
}

TEST(Check, CountsABoardReadCorrectly) {
  const Checked checked = Kept(kTruth).check(only({"shift", "cover"}));
  EXPECT_EQ(checked.plain_boards, (Counts{1, 0, 0}));
  EXPECT_EQ(checked.plain_parts, (Counts{100, 0, 0}));
  EXPECT_FALSE(checked.drawn);
  EXPECT_GT(checked.us_per_cell, 0);
  ASSERT_EQ(checked.sweeps.size(), 2u);
  for (const Sweep& sweep : checked.sweeps)
    for (const SweepStep& point : sweep.points) {
      EXPECT_EQ(point.parts.all(), 100) << sweep.name << point.word;
      EXPECT_EQ(point.boards.all(), 1);
    }
  // A quarter of the board is hidden.
  EXPECT_EQ(checked.sweeps[1].points.back().boards.refused, 1);
  EXPECT_FALSE(checked.smallest_px);
}

TEST(Check, CountsATileThatDiffersFromItsLabel) {
  const Checked checked = Kept("5x5:8a64933b352d7ec2c5a81a669").check(only({"shift"}));
  EXPECT_EQ(checked.plain_boards, (Counts{0, 1, 0}));
  EXPECT_EQ(checked.plain_parts, (Counts{99, 1, 0}));
  EXPECT_GE(checked.confusions.at("tile").read_as.at("│").at("┌"), 1);
  ASSERT_FALSE(checked.crops.empty());
  EXPECT_FALSE(checked.crops[0].refused);
  EXPECT_EQ(checked.crops[0].truth, "│");
  EXPECT_EQ(checked.crops[0].read_as, "┌");
  EXPECT_FALSE(checked.crops[0].image.empty());
  EXPECT_GT(checked.reliability.back().wrong + checked.reliability[2].wrong +
                checked.reliability[1].wrong,
            0);
}

TEST(Check, ABoardOfAnotherSizeIsEntirelyWrong) {
  const Checked checked = Kept("2x2:9c34").check(only({"shift"}));
  EXPECT_EQ(checked.plain_boards, (Counts{0, 1, 0}));
  EXPECT_EQ(checked.plain_parts, (Counts{0, 16, 0}));
  EXPECT_EQ(checked.crops.at(0).kind, "board");
}

TEST(Check, ShrinksStoredPicturesForTheSizeSweep) {
  const Checked checked = Kept(kTruth).check(only({"size"}));
  ASSERT_EQ(checked.sweeps.size(), 1u);
  const Sweep& sizes = checked.sweeps[0];
  EXPECT_EQ(sizes.points.back().boards.right, 1);
  EXPECT_EQ(sizes.points.front().boards.refused, 1);
  EXPECT_LT(sizes.points.front().cell_px, sizes.points.back().cell_px / 3);
  ASSERT_TRUE(checked.smallest_px);
  EXPECT_LE(*checked.smallest_px, sizes.points.back().cell_px);
}

TEST(Check, TheSameSeedGivesTheSameFigures) {
  const Checked one = Kept(kTruth).check(only({"cover", "colour"}));
  const Checked two = Kept(kTruth).check(only({"cover", "colour"}));
  for (std::size_t s = 0; s < 2; ++s)
    for (std::size_t i = 0; i < one.sweeps[s].points.size(); ++i)
      EXPECT_EQ(one.sweeps[s].points[i].parts, two.sweeps[s].points[i].parts);
}

TEST(Check, RejectsInvalidSamples) {
  EXPECT_THROW(Kept("no board").check(), Error);
  EXPECT_THROW(Kept(kTruth).check(only({"taste"})), Error);
  const Skin skin = find_skin("knetwalk");
  const TempFolder empty;
  EXPECT_THROW(Samples(skin, empty.path()), Error);
  EXPECT_THROW(Samples(skin, empty.path() / "missing"), Error);
  std::ofstream(empty.path() / "one.png") << "no picture";
  std::ofstream(empty.path() / "one.txt") << kTruth;
  EXPECT_THROW(check(skin, Samples(skin, empty.path()), {}), Error);
  EXPECT_THROW(Samples(find_skin("hexiom"), {}), Error);
}

TEST(Check, UsesAProgramToDrawBoards) {
  if (!find_program("sgt-net")) GTEST_SKIP() << "sgt-net is not installed";
  const Skin skin = find_skin("sgt-net");
  Samples samples(skin, {});
  const std::size_t kept = samples.all().size();
  samples.generate(1);
  EXPECT_EQ(samples.all().size(), kept + skin.samples.parameters.size());
  const Sample& sample = samples.all().front();
  EXPECT_LT(samples.picture_at(sample, "16").cols, samples.picture_at(sample, "32").cols);
  const cv::Mat usual = samples.picture(sample), moved = samples.recoloured(sample, 30, 1);
  EXPECT_EQ(usual.size(), moved.size());
  EXPECT_GT(cv::norm(usual, moved, cv::NORM_INF), 5);
  EXPECT_LE(cv::norm(usual, moved, cv::NORM_INF), 31);
  CheckOptions options = only({"scale"});
  options.boards = 1;
  const Checked checked = check(skin, samples, options);
  EXPECT_EQ(checked.plain_boards, (Counts{1, 0, 0}));
  EXPECT_TRUE(checked.drawn);
}

TEST(Check, UsesTheSizesOfALiveWindow) {
  const cv::Mat usual = load_png(kPicture);
  cv::Mat larger, tiny;
  cv::resize(usual, larger, {}, 1.5, 1.5);
  cv::resize(usual, tiny, {}, 0.1, 0.1);
  const Captured board{"game 1", kTruth, {{"0.1 x", tiny}, {"1 x", usual}, {"1.5 x", larger}}, 1};
  const Skin skin = find_skin("knetwalk");
  const Samples samples({board, board}, skin);
  EXPECT_TRUE(samples.are_live());
  EXPECT_FALSE(samples.are_drawn());
  EXPECT_EQ(samples.picture(samples.all()[1]).size(), usual.size());
  CheckOptions options = only({"size"});
  std::size_t steps = 0;
  options.step = [&] { ++steps; };
  const Checked checked = check(skin, samples, options);
  EXPECT_EQ(steps, reading_count(samples, options));
  EXPECT_TRUE(checked.live);
  EXPECT_EQ(checked.plain_boards, (Counts{2, 0, 0}));
  ASSERT_EQ(checked.sweeps.at(0).points.size(), 3u);
  EXPECT_EQ(checked.sweeps[0].points[0].boards, (Counts{0, 0, 2}));
  EXPECT_EQ(checked.sweeps[0].points[2].boards, (Counts{2, 0, 0}));
  EXPECT_NEAR(checked.sweeps[0].points[0].cell_px, 0.1 * checked.sweeps[0].points[1].cell_px, 2);
  EXPECT_GT(checked.sweeps[0].points[2].cell_px, 1.4 * checked.sweeps[0].points[1].cell_px);

  Captured other = board;
  other.pictures.pop_back();
  EXPECT_THROW(Samples({board, other}, skin), Error);
  EXPECT_THROW(Samples(std::vector<Captured>{}, skin), Error);
}

TEST(Check, ComparesGridsThatAreRenumberedInEachReading) {
  if (!find_program("sgt-loopy")) GTEST_SKIP() << "sgt-loopy is not installed";
  const Skin skin = find_skin("sgt-loopy");
  const Samples samples(skin, {});
  ASSERT_GT(samples.all().size(), 10u);
  const Sample& honeycomb = samples.all()[1];
  EXPECT_EQ(honeycomb.given.substr(0, 6), "4x4t2:");
  EXPECT_EQ(honeycomb.truth.front(), '{');
  CheckOptions options = only({"shift"});
  options.boards = effort(16);
  const Checked checked = check(skin, samples, options);
  EXPECT_EQ(checked.plain_boards, (Counts{effort(16), 0, 0}));
  EXPECT_EQ(checked.sweeps.at(0).points.back().boards, (Counts{effort(16), 0, 0}));
  for (const SweepStep& point : checked.sweeps[0].points) EXPECT_EQ(point.parts.wrong, 0);
}

TEST(Samples, SayHowToShowABoardInAWindow) {
  if (!find_program("sgt-net")) GTEST_SKIP() << "sgt-net is not installed";
  const Samples net(find_skin("sgt-net"), {});
  EXPECT_EQ(net.show_command(net.all()[0]),
            (std::vector<std::string>{"sgt-net", net.all()[0].truth}));
}

TEST(MovedColours, MoveEachChannelByAtMostTheLimit) {
  const auto moved = moved_colours({"A=#000000", "B=#80ff10"}, 10, 1);
  ASSERT_EQ(moved.size(), 2u);
  EXPECT_EQ(moved[0].size(), 8u);
  EXPECT_EQ(moved[1].substr(0, 2), "B=");
  EXPECT_NEAR(std::stoi(moved[1].substr(2, 2), nullptr, 16), 0x80, 10);
  EXPECT_GE(std::stoi(moved[1].substr(4, 2), nullptr, 16), 0xf5);
  EXPECT_EQ(moved_colours({"B=#80ff10"}, 0, 1)[0], "B=80ff10");
  EXPECT_THROW(moved_colours({"B=green"}, 1, 1), Error);
}

}  // namespace
}  // namespace eyehand::calibration
