// Boards as play leaves them, with marks on them, as a viewer shows them smaller.
#include <opencv2/imgproc.hpp>

#include "player/seek.hpp"
#include "process/find_program.hpp"
#include "tests/play/stage.hpp"

namespace eyehand::test {

struct Marked {
  const char* program;
  const char* parameters;
};
void PrintTo(const Marked& marked, std::ostream* out) {
  *out << marked.program << ' ' << marked.parameters;
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
  start(GetParam().program, {*program, GetParam().parameters});
  const Sighting before = observe();
  const Sighting after = expect_solved(play());
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

INSTANTIATE_TEST_SUITE_P(Programs, MarkedBoards,
                         testing::Values(Marked{"sgt-lightup", "10x10"}, Marked{"sgt-range", "9x6"},
                                         Marked{"sgt-mosaic", "6x6"},
                                         Marked{"sgt-pattern", "10x10"},
                                         Marked{"sgt-unruly", "8x8"}, Marked{"sgt-tents", "8x8"},
                                         Marked{"sgt-singles", "6x6"}, Marked{"sgt-solo", "2x3"},
                                         Marked{"sgt-flip", "4x4"}, Marked{"sgt-net", "5x5"}),
                         [](const auto& each) {
                           return std::string(each.param.program).substr(4);
                         });

}  // namespace
}  // namespace eyehand::test
