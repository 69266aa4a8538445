// Boards as play leaves them, with marks on them, as a viewer shows them smaller.
#include <chrono>
#include <opencv2/imgproc.hpp>
#include <thread>

#include "player/seek.hpp"
#include "process/find_program.hpp"
#include "tests/play/stage.hpp"

namespace eyehand::test {

struct Marked {
  const char* program;
  const char* board;  ///< as the program calls it
};
void PrintTo(const Marked& marked, std::ostream* out) {
  *out << marked.program;
}

namespace {

class MarkedBoards : public Stage, public testing::WithParamInterface<Marked> {
 protected:
  /// What is read where the window is a part of a larger picture that was scaled.
  static Observation read(const cv::Mat& window, const Skin& skin, double scale) {
    cv::Mat screen, smaller;
    cv::copyMakeBorder(window, screen, 90, 110, 120, 120, cv::BORDER_CONSTANT,
                       cv::Scalar(60, 90, 110));
    cv::resize(screen, smaller, {}, scale, scale, cv::INTER_AREA);
    const Frame frame = to_frame(smaller);
    const auto part = find_board(frame, skin);
    if (!part) {
      Observation none;
      none.rejection = "no board was found";
      return none;
    }
    return game_named(skin.game).begin(skin)->observe(part_of(frame, *part));
  }
};

TEST_P(MarkedBoards, AreNotMisreadSmaller) {
  const auto program = find_program(GetParam().program);
  if (!program) GTEST_SKIP() << GetParam().program << " is not installed";
  start(GetParam().program, {*program, GetParam().board});
  const Sighting before = observe();
  expect_solved(play());
  std::this_thread::sleep_for(std::chrono::seconds(1));  // the board flashes when it is solved
  const Sighting after = observe();
  const Skin skin = find_skin(GetParam().program);
  for (const Sighting& sighting : {before, after}) {
    // Without what is known of cells that marks cover.
    const Observation native =
        game_named(skin.game).begin(skin)->observe(to_frame(sighting.picture));
    for (const double scale : {0.75, 0.6}) {
      const Observation seen = read(sighting.picture, skin, scale);
      EXPECT_TRUE(!seen.accepted() || seen.text == native.text) << seen.text << " at " << scale;
      if (scale == 0.75) {
        EXPECT_EQ(seen.rejection, "");
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Programs, MarkedBoards,
    testing::Values(
        Marked{"sgt-lightup", "10x10:00cB1b0g2a0a2b2e1bBb1cBf1d1fBcBb0b1eBb2a0a3gBbB0cBB"},
        Marked{"sgt-range", "9x6:e2d8d8b6a10l10a4b8d3d3e"},
        Marked{"sgt-mosaic", "6x6:1b44c8c3a96f7d5c02a5a"},
        Marked{"sgt-pattern",
               "10x10:5.2/2.3/2.2.1/2.2/1.2.2/2/4/4/4.4/5.1/4.1/5.2/1.2/2.2/5.2/4/4/3/1.5/1.1.5"},
        Marked{"sgt-unruly", "8x8:bcCDEBAcCEBbLDcccCb"},
        Marked{"sgt-tents", "8x8:cc_chaahldafb,1,1,1,2,2,1,2,2,3,0,3,0,3,0,3,0"},
        Marked{"sgt-singles", "6x6:663122431215265361334426621614155464"},
        Marked{"sgt-solo", "2x3:b4a6a2c1_3_3j6_4_2c1a5a2b"},
        Marked{"sgt-flip",
               "4x4:c800e400720031008c804e402720131008c804e402720131008c004e00270013,e035"},
        Marked{"sgt-net", "5x5:45b218ae858a79e8edec2b4c8"}),
    [](const auto& each) { return std::string(each.param.program).substr(4); });

}  // namespace
}  // namespace eyehand::test
