// play --explain: a game that explains itself, also on its film.
#include <gtest/gtest.h>

#include <opencv2/core.hpp>

#include "process/find_program.hpp"
#include "tests/play/notes.hpp"
#include "tests/play/stage.hpp"
#include "tests/support/contents.hpp"
#include "vision/png.hpp"

namespace eyehand::test {
namespace {

const char* const kExplainedNet = "5x5:831724593477e25b7da782918";

class ExplainedPlay : public Stage {
 protected:
  void SetUp() override {
    if (!find_program("sgt-net")) GTEST_SKIP() << "sgt-net is not installed";
    start("sgt-net", {"sgt-net", kExplainedNet});
    ASSERT_EQ(observe().rejection, "");
  }
};

TEST_F(ExplainedPlay, ShowsEachStepAndSolvesTheGame) {
  const auto player = begin_play({"--explain", "--speed", "20"});
  EXPECT_TRUE(desktop_.eventually([&] { return shown_note(desktop_).has_value(); }));
  expect_played(player->finish());
  EXPECT_FALSE(shown_note(desktop_));
}

/// The pixels of this colour, BGR, within a few levels: the film has lost some detail.
int count(const cv::Mat& picture, const cv::Scalar& colour) {
  constexpr double kLoss = 40;
  cv::Mat is_near;
  cv::inRange(picture, colour - cv::Scalar::all(kLoss), colour + cv::Scalar::all(kLoss), is_near);
  return cv::countNonZero(is_near);
}

TEST_F(ExplainedPlay, IsOnTheFilm) {
  if (!find_program("ffmpeg")) GTEST_SKIP() << "ffmpeg is not installed";
  const TempFolder folder;
  const auto film = folder.path() / "film.mp4", frame = folder.path() / "frame.png";
  expect_played(play({"--explain", "--speed", "8", "--record", film}));
  // While the game is played, which takes some four seconds.
  run_program({"ffmpeg", "-v", "error", "-ss", "2", "-i", film, "-frames:v", "1", frame}, {});
  const cv::Mat picture = decode_png(contents(frame), "frame");
  EXPECT_GT(picture.cols, info().on_root.width) << "the sentence has room";
  EXPECT_GT(count(picture, {60, 170, 20}), 100) << "the decided cells are framed";
  EXPECT_GT(count(picture, {40, 40, 40}), 5000) << "the box of the sentence";
}

}  // namespace
}  // namespace eyehand::test
