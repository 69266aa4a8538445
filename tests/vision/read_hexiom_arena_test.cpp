// Boards as the practice windows draw them, in all themes, read with the skin that ships.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <map>
#include <opencv2/imgcodecs.hpp>
#include <string>

#include "player/skin.hpp"
#include "puzzle/hexiom_text.hpp"
#include "tests/vision/arena_hexiom.hpp"
#include "vision/read_hexiom.hpp"

namespace eyehand::hexiom {
namespace {

using test::arena_picture;
using test::ArenaPicture;
using test::ArenaSettings;
using test::random_board;
using test::RandomHexiom;

const Look& look() {
  static const Look shipped = [] {
    Look one;
    load_skin(EYEHAND_SOURCE "/skins/arena-hexiom.toml").file.read("look", one);
    return one;
  }();
  return shipped;
}

Reading read_picture(const cv::Mat& image) {
  return read({image, {}, cv::Rect({}, image.size())}, look());
}

constexpr std::array<const char*, 3> kThemes{"classic", "paper", "neon"};

/// A board as any window may show it.
struct Shown {
  Board board;
  ArenaPicture picture;
  std::string about;
};
Shown show(int seed) {
  std::mt19937_64 random(static_cast<std::uint64_t>(seed));
  const auto from_to = [&](double a, double b) {
    return std::uniform_real_distribution<double>(a, b)(random);
  };
  RandomHexiom how;
  how.side = std::uniform_int_distribution<int>(2, 10)(random);
  how.density = from_to(0.15, 1);
  how.locked = from_to(0, 0.3);
  how.holes = seed % 3 == 0 ? from_to(0, 0.2) : 0;
  Shown shown;
  shown.board = random_board(how, random);
  ArenaSettings settings;
  settings.theme = kThemes[random() % kThemes.size()];
  // A picture of some 420 px at most: larger ones take longer and tell no more.
  settings.pitch = std::min(std::exp(from_to(std::log(14), std::log(90))),
                            std::max(14.0, 420.0 / (2 * how.side)));
  settings.offset = {from_to(0, 30), from_to(0, 30)};
  if (random() % 2) settings.texts = {"2:31   17 moves", "Time is up"};
  shown.picture = arena_picture(shown.board, settings);
  if (seed % 4 < 2 && shown.picture.pitch > 15)
    shown.picture = scaled(shown.picture, from_to(std::max(0.8, 14 / shown.picture.pitch), 1.6));
  if (seed % 4 == 1 || seed % 4 == 2)
    shown.picture.image += cv::Scalar(from_to(-25, 25), from_to(-25, 25), from_to(-25, 25));
  shown.about = settings.theme + ", side " + std::to_string(how.side) + ", " +
                std::to_string(shown.picture.pitch) + " px, seed " + std::to_string(seed);
  return shown;
}

TEST(ReadArenaHexiom, BoardsOfAllThemesAndSizesWithoutAWrongCell) {
  constexpr int kBoards = 480;
  std::map<bool, int> boards, refused;  // by whether cells are 18 px or more
  for (int seed = 0; seed < kBoards; ++seed) {
    const Shown shown = show(seed);
    const Reading reading = read_picture(shown.picture.image);
    const bool is_large = shown.picture.pitch >= 18;
    ++boards[is_large];
    if (!reading.sure()) {
      ++refused[is_large];
      continue;
    }
    EXPECT_EQ(to_text(reading.board), to_text(shown.board)) << shown.about;
    if (reading.board.side != shown.board.side) continue;
    for (std::size_t i = 0; i < reading.where.size(); ++i)
      EXPECT_LT(cv::norm(reading.where[i] - shown.picture.where[i]), 1 + 0.12 * shown.picture.pitch)
          << shown.about;
  }
  RecordProperty("boards_18px", boards[true]);
  RecordProperty("refused_18px", refused[true]);
  RecordProperty("refused_smaller", refused[false]);
  std::printf("refused: %d of %d from 18 px a cell, %d of %d smaller\n", refused[true],
              boards[true], refused[false], boards[false]);
  EXPECT_LE(refused[true], boards[true] * 3 / 10);
  EXPECT_LE(refused[false], boards[false]);
}

TEST(ReadArenaHexiom, ABoardPartlyCoveredOrCutOffIsRefused) {
  for (const char* theme : kThemes)
    for (int seed = 0; seed < 2; ++seed) {
      SCOPED_TRACE(std::string(theme) + " " + std::to_string(seed));
      std::mt19937_64 random(static_cast<std::uint64_t>(seed));
      const Board board = random_board({4, 0.6, 0.1, 0}, random);
      ArenaSettings settings;
      settings.theme = theme;
      settings.pitch = 45;
      const cv::Mat whole = arena_picture(board, settings).image;
      ASSERT_TRUE(read_picture(whole).sure());
      const auto size = whole.size();
      for (const double share : {0.1, 0.3}) {
        const int x = static_cast<int>(share * size.width),
                  y = static_cast<int>(share * size.height);
        EXPECT_FALSE(read_picture(whole(cv::Rect(x, 0, size.width - x, size.height))).sure());
        EXPECT_FALSE(read_picture(whole(cv::Rect(0, y, size.width, size.height - y))).sure());
        EXPECT_FALSE(read_picture(whole(cv::Rect(0, 0, size.width - x, size.height - y))).sure());
        cv::Mat covered = whole.clone();
        cv::rectangle(covered, {x, y, 2 * size.width / 5, size.height / 4},
                      cv::Scalar(200, 190, 180), cv::FILLED);
        EXPECT_FALSE(read_picture(covered).sure());
      }
      cv::Mat blurred;
      cv::GaussianBlur(whole, blurred, {}, 9);
      EXPECT_FALSE(read_picture(blurred).sure());
    }
}

TEST(ReadArenaHexiom, APieceInTheAirIsRefused) {
  for (const char* theme : {"classic", "paper"})
    for (int seed = 0; seed < 12; ++seed) {
      SCOPED_TRACE(std::string(theme) + " " + std::to_string(seed));
      std::mt19937_64 random(static_cast<std::uint64_t>(seed));
      const Board board = random_board({4, 0.6, 0.1, 0}, random);
      ArenaSettings settings;
      settings.theme = theme;
      settings.pitch = 45;
      const ArenaPicture still = arena_picture(board, settings);
      int cell = 0;
      while (!is_piece(board.cells[static_cast<std::size_t>(cell)])) ++cell;
      const auto other = static_cast<std::size_t>(7 + seed * 2);
      const double off = (1 + seed % 2) * 0.2 * settings.pitch;
      settings.marks.away = {
          {cell, {still.where[other].x + 0.5 + off, still.where[other].y + 0.5 + off / 2}, true}};
      EXPECT_FALSE(read_picture(arena_picture(board, settings).image).sure());
    }
}

}  // namespace
}  // namespace eyehand::hexiom
