// Every shipped skin's boards inside larger pictures: whether they are found and read.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <optional>
#include <set>
#include <span>
#include <string>

#include "calibration/samples.hpp"
#include "player/games.hpp"
#include "player/seek.hpp"
#include "puzzle/error.hpp"
#include "tests/calibration/remote_desktop.hpp"
#include "tests/support/effort.hpp"
#include "tests/support/paths.hpp"

namespace eyehand::test {
namespace {

struct Counts {
  int right = 0, refused = 0, wrong = 0;
};

class OnARemoteDesktop : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    if (kIsSanitized && GetParam() == "sgt-loopy")
      GTEST_SKIP() << "a search would take longer than it may";
    try {
      samples_.emplace(skin_, "");
      samples_->picture(samples_->all().front());
    } catch (const Error& error) {
      GTEST_SKIP() << error.what();
    }
  }

  /// Of the first boards, on two wallpapers. Prints the counts.
  Counts read(std::size_t boards, const RemoteDesktop& desktop) {
    Counts counts;
    std::string last;
    const auto count = std::min(boards, samples_->all().size());
    for (const auto& sample : std::span(samples_->all()).first(count))
      for (const Wallpaper wallpaper : {Wallpaper::even, Wallpaper::photograph}) {
        RemoteDesktop with = desktop;
        with.wallpaper = wallpaper;
        const Observation seen = read(shown_on(with, samples_->picture(sample)));
        if (!seen.accepted())
          ++counts.refused, last = seen.rejection;
        else if (game_.parts(seen.text) == game_.parts(sample.truth))
          ++counts.right;
        else
          ++counts.wrong, last = seen.text.substr(0, 60);
      }
    std::printf("%-16s scale %.2f, quality %2d: %d right, %d refused, %d wrong  %s\n",
                skin_.name.c_str(), desktop.scale, desktop.quality, counts.right, counts.refused,
                counts.wrong, last.c_str());
    return counts;
  }

 private:
  /// As the commands read pictures.
  Observation read(const cv::Mat& picture) const {
    const Frame frame = stretched(to_frame(picture), skin_.view.stretch);
    Observation whole = observe_whole(*game_.begin(skin_), frame);
    if (whole.accepted()) return whole;
    const auto part = find_board(frame, skin_);
    return part ? observe_whole(*game_.begin(skin_), part_of(frame, *part)) : whole;
  }

  // Not the copy in the build folder, which is far from the pictures.
  const Skin skin_ = find_skin(source_path("skins/" + GetParam() + ".toml"));
  const Game& game_ = game_named(skin_.game);
  std::optional<calibration::Samples> samples_;
};

TEST_P(OnARemoteDesktop, ABoardIsFoundAndRead) {
  const Counts counts = read(1, {});
  EXPECT_EQ(counts.right, 2);
}

// With EYEHAND_EFFORT=all, the table of docs/viewers.md.
TEST_P(OnARemoteDesktop, AScaledOrCompressedBoardIsNotMisread) {
  const std::vector<double> scales =
      is_full_effort() ? std::vector{0.6, 0.75, 1.25, 1.5, 2.0} : std::vector{0.75};
  for (const double scale : scales) {
    const Counts counts = read(1, {.scale = scale});
    EXPECT_EQ(counts.wrong, 0) << scale;
    // A search ends after ten seconds, which a sanitized build needs for one enlargement.
    if (scale == 0.75 && !kIsSanitized) {
      EXPECT_EQ(counts.right, 2);
    }
  }
  const std::vector<int> qualities = is_full_effort() ? std::vector{79, 60} : std::vector{79};
  const std::set<std::string> clear = {"lightsoff", "sgt-flip"};
  for (const int quality : qualities) {
    const Counts counts = read(1, {.quality = quality});
    EXPECT_EQ(counts.wrong, 0) << quality;
    if (clear.contains(GetParam())) {
      EXPECT_EQ(counts.right, 2) << quality;
    }
  }
  if (is_full_effort()) read(1, {.quality = 95});
  // Most viewers do both.
  const bool is_clear_enough = GetParam() == "sgt-tents";
  if (is_full_effort() || (is_clear_enough && !kIsSanitized)) {
    const Counts counts = read(1, {.scale = 0.6, .quality = 92});
    EXPECT_EQ(counts.wrong, 0);
    if (is_clear_enough) {
      EXPECT_EQ(counts.right, 2);
    }
  }
}

/// Without the numbers beside them, its cells would be a board of their own.
TEST(OfABoardThatIsNotRead, NoPartIsTaken) {
  const Skin skin = find_skin(source_path("skins/sgt-pattern.toml"));
  std::optional<calibration::Samples> samples;
  try {
    samples.emplace(skin, "");
  } catch (const Error& error) {
    GTEST_SKIP() << error.what();
  }
  const Frame frame = to_frame(samples->picture(samples->all().front()));
  const auto session = game_named(skin.game).begin(skin);
  ASSERT_EQ(session->observe(frame).rejection, "");
  EXPECT_TRUE(find_board(frame, skin));
  const cv::Rect first = session->cells().front();
  frame.image(first - cv::Point(first.width + 2, 0)) = frame.image.at<cv::Vec3b>(first.tl() / 2);
  EXPECT_NE(game_named(skin.game).begin(skin)->observe(frame).rejection, "");
  EXPECT_FALSE(find_board(frame, skin));
}

std::vector<std::string> shipped_skins() {
  std::vector<std::string> names;
  for (const auto& file : skin_files()) names.push_back(file.stem().string());
  return names;
}

INSTANTIATE_TEST_SUITE_P(Skins, OnARemoteDesktop, testing::ValuesIn(shipped_skins()),
                         [](const auto& each) {
                           std::string name = each.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace eyehand::test
