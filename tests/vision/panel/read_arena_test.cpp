// Panels as the practice windows draw them, in all themes, read with the skin that ships.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <map>
#include <opencv2/imgproc.hpp>
#include <string>

#include "player/settings.hpp"
#include "puzzle/error.hpp"
#include "puzzle/panel/text.hpp"
#include "tests/support/effort.hpp"
#include "tests/support/paths.hpp"
#include "tests/vision/panel/arena.hpp"
#include "vision/panel/read.hpp"

namespace eyehand::panel {
namespace {

using test::PanelPicture;

const Appearance& appearance() {
  static const Appearance shipped = [] {
    Appearance one;
    SettingsFile::load(test::source_path("skins/arena-panel.toml")).read("appearance", one);
    return one;
  }();
  return shipped;
}

Reading read_picture(const cv::Mat& image) {
  return read({image, {}, cv::Rect({}, image.size())}, appearance());
}

constexpr std::array<const char*, 3> kThemes{"slate", "paper", "pond"};
/// Shares of the panels that may be refused.
constexpr double kLargeRefused = 0.01, kLargeScaledRefused = 0.06;

/// A panel as any window may show it; none if the dice made one that is solved.
struct Shown {
  PanelPicture picture;
  std::string about;
  bool is_solved = false;
};
Shown show(int seed) {
  std::mt19937_64 random(static_cast<std::uint64_t>(seed));
  const auto from_to = [&](double a, double b) {
    return std::uniform_real_distribution<double>(a, b)(random);
  };
  const int pitch = static_cast<int>(std::exp(from_to(std::log(16), std::log(91))));
  // Larger pictures take longer and add nothing.
  std::uniform_int_distribution<int> side(1, std::clamp(400 / pitch, 3, 12));
  test::RandomPanel how;
  how.width = side(random) + 1;
  how.height = side(random);
  how.walk = seed % 2 == 1;
  how.symbols = from_to(0, 1);
  how.locked = from_to(0, 0.4);
  how.holes = random() % 3 == 0 ? from_to(0, 0.4) : 0;
  how.links = random() % 3 == 0 ? from_to(0, 0.5) : 0;
  const Board board = test::random_panel(how, random);
  const std::string theme = kThemes[random() % kThemes.size()];
  Shown shown;
  shown.picture = test::panel_picture(board, theme, pitch, static_cast<int>(random() % 40), random);
  shown.is_solved = is_solved(board) || is_solved(shown.picture.board);
  if (seed % 4 < 2)
    shown.picture =
        test::scaled(shown.picture, from_to(std::max(0.8, 16 / shown.picture.pitch), 1.6));
  if (seed % 4 == 1 || seed % 4 == 2)
    shown.picture.image += cv::Scalar(from_to(-20, 20), from_to(-20, 20), from_to(-20, 20));
  shown.about =
      theme + ", " + std::to_string(shown.picture.pitch) + " px, seed " + std::to_string(seed);
  return shown;
}

TEST(ReadArenaPanel, ManyPanelsWithoutAWrongTile) {
  const int panels_to_read = effort(1000);
  // By whether tiles are 20 px or more, and whether the picture was scaled.
  std::map<std::pair<bool, bool>, int> panels, refused;
  int count = 0;
  for (int seed = 0; count < panels_to_read; ++seed) {
    const Shown shown = show(seed);
    if (shown.is_solved) continue;
    ++count;
    const Reading reading = read_picture(shown.picture.image);
    const std::pair kind(shown.picture.pitch >= 20, seed % 4 < 2);
    ++panels[kind];
    if (!reading.accepted()) {
      ++refused[kind];
      continue;
    }
    ASSERT_EQ(to_code(reading.board), to_code(shown.picture.board)) << shown.about;
    ASSERT_EQ(reading.walker, shown.picture.walker) << shown.about;
    for (std::size_t i = 0; i < reading.where.size(); ++i)
      ASSERT_LT(cv::norm(reading.where[i] - shown.picture.where[i]), 1 + 0.06 * shown.picture.pitch)
          << shown.about;
  }
  for (const auto& [kind, all] : panels)
    std::printf("%s, %s: %d of %d refused\n", kind.first ? "20 px and more" : "smaller",
                kind.second ? "scaled" : "as drawn", refused[kind], all);
  const auto share = [&](bool is_large, bool is_scaled) {
    const std::pair kind(is_large, is_scaled);
    return static_cast<double>(refused[kind]) / panels[kind];
  };
  EXPECT_LE(share(true, false), kLargeRefused);
  EXPECT_LE(share(true, true), kLargeScaledRefused);
}

TEST(ReadArenaPanel, ABoardPartlyCoveredOrCutOffIsRefused) {
  for (const char* theme : kThemes)
    for (int seed = 0; seed < 1; ++seed) {
      SCOPED_TRACE(std::string(theme) + " " + std::to_string(seed));
      std::mt19937_64 random(static_cast<std::uint64_t>(seed));
      const Board board = test::random_panel({.width = 5, .height = 5}, random);
      const cv::Mat whole = test::panel_picture(board, theme, 40, 0, random).image;
      ASSERT_TRUE(read_picture(whole).accepted());
      const auto size = whole.size();
      for (const double share : {0.15, 0.3}) {
        const int x = static_cast<int>(share * size.width),
                  y = static_cast<int>(share * size.height);
        EXPECT_FALSE(read_picture(whole(cv::Rect(x, 0, size.width - x, size.height))).accepted());
        EXPECT_FALSE(read_picture(whole(cv::Rect(0, 0, size.width - x, size.height))).accepted());
        EXPECT_FALSE(
            read_picture(whole(cv::Rect(0, y + 20, size.width, size.height - y - 20))).accepted());
        cv::Mat covered = whole.clone();
        cv::rectangle(covered, {x, y, 2 * size.width / 5, size.height / 4},
                      cv::Scalar(200, 190, 180), cv::FILLED);
        EXPECT_FALSE(read_picture(covered).accepted());
      }
      cv::Mat blurred;
      cv::GaussianBlur(whole, blurred, {}, 9);
      EXPECT_FALSE(read_picture(blurred).accepted());
    }
}

TEST(ReadArenaPanel, PicturesWithoutAPanelGiveARejection) {
  cv::Mat noise(200, 300, CV_8UC3);
  cv::RNG(7).fill(noise, cv::RNG::UNIFORM, 0, 256);
  for (const cv::Mat& image :
       {cv::Mat(1, 1, CV_8UC3, cv::Scalar(40, 34, 30)), cv::Mat(2, 3000, CV_8UC3, cv::Scalar(0)),
        cv::Mat(300, 300, CV_8UC3, cv::Scalar(40, 34, 30)),
        cv::Mat(300, 300, CV_8UC3, cv::Scalar(91, 80, 72)), noise}) {
    const Reading reading = read_picture(image);
    EXPECT_FALSE(reading.accepted());
    EXPECT_EQ(reading.board.width, 0);
    EXPECT_EQ(draw({image, {}, {}}, reading).size(), image.size());
  }
}

TEST(ReadArenaPanel, ALookMustBeWhole) {
  EXPECT_THROW(read({cv::Mat(9, 9, CV_8UC3), {}, {}}, Appearance{}), Error);
  Appearance other = appearance();
  other.shapes[1] = "0.9 0 1";
  EXPECT_THROW(read({cv::Mat(9, 9, CV_8UC3), {}, {}}, other), Error);
  other = appearance();
  other.red.pop_back();
  EXPECT_THROW(read({cv::Mat(9, 9, CV_8UC3), {}, {}}, other), Error);
}

}  // namespace
}  // namespace eyehand::panel
