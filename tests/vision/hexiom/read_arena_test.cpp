// Boards as the practice window shows them, in all themes, read with the skin that ships.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <map>
#include <mutex>
#include <string>
#include <thread>

#include "player/skin.hpp"
#include "puzzle/hexiom/text.hpp"
#include "tests/support/effort.hpp"
#include "tests/support/paths.hpp"
#include "tests/vision/hexiom/arena.hpp"
#include "vision/hexiom/read.hpp"
#include "vision/png.hpp"

namespace eyehand::hexiom {
namespace {

using test::any_arena_board;
using test::ArenaHexiom;
using test::ArenaPicture;
using test::random_board;
using test::ShownHexiom;

const Appearance& appearance() {
  static const Appearance shipped = [] {
    Appearance one;
    load_skin(test::source_path("skins/arena-hexiom.toml")).file.read("appearance", one);
    return one;
  }();
  return shipped;
}

Reading read_picture(const cv::Mat& image) {
  return read({image, {}, cv::Rect({}, image.size())}, appearance());
}

constexpr std::array<const char*, 3> kThemes{"classic", "paper", "neon"};

/// A board in any theme and of any size that a window of some 500 pixels shows, from `smallest`
/// pixels a cell.
ShownHexiom any_board(int seed, double smallest, bool is_changed) {
  std::mt19937_64 random(static_cast<std::uint64_t>(seed));
  const auto from_to = [&](double a, double b) {
    return std::uniform_real_distribution<double>(a, b)(random);
  };
  const int side = std::uniform_int_distribution<int>(2, 10)(random);
  const double largest = std::clamp(200.0 / side, smallest * 1.1, 90.0);
  const double pitch = std::exp(from_to(std::log(smallest), std::log(largest)));
  const double factor = is_changed ? from_to(0.8, 1.6) : 1;
  ShownHexiom shown = any_arena_board(side, std::max(pitch / factor, 14.0), random);
  if (!is_changed) return shown;
  shown.picture = test::scaled(shown.picture, factor);
  shown.picture.image += cv::Scalar(from_to(-25, 25), from_to(-25, 25), from_to(-25, 25));
  return shown;
}

struct Count {
  int boards = 0, refused = 0, wrong = 0;
};

/// Reads many boards in two threads, and reports each wrong reading.
Count read_many(int boards, int first_seed, double smallest, bool is_changed) {
  test::need_qt();
  Count count;
  std::mutex mutex;
  const auto work = [&](int from) {
    for (int seed = first_seed + from; seed < first_seed + boards; seed += 2) {
      const ShownHexiom shown = any_board(seed, smallest, is_changed);
      const Reading reading = read_picture(shown.picture.image);
      bool is_off = false;
      if (reading.board.side == shown.board.side)
        for (std::size_t i = 0; i < reading.where.size(); ++i)
          is_off |= cv::norm(reading.where[i] - shown.picture.where[i]) >
                    0.5 + 0.06 * shown.picture.pitch;
      const std::lock_guard lock(mutex);
      ++count.boards;
      if (!reading.accepted()) {
        ++count.refused;
        std::printf("seed %d, %s, side %d, %.1f px: %s\n", seed, shown.theme.c_str(),
                    shown.board.side, shown.picture.pitch, reading.rejection.c_str());
        continue;
      }
      if (reading.board == shown.board && !is_off) continue;
      ++count.wrong;
      ADD_FAILURE() << shown.theme << ", " << shown.picture.pitch << " px, seed " << seed << '\n'
                    << to_text(reading.board) << "is\n"
                    << to_text(shown.board);
    }
  };
  std::thread other(work, 1);
  work(0);
  other.join();
  std::printf("%d of %d refused, %d wrong\n", count.refused, count.boards, count.wrong);
  return count;
}

TEST(ReadArenaHexiom, BoardsFrom24PixelsACell) {
  const Count count = read_many(effort(1000), 0, 24, false);
  EXPECT_EQ(count.wrong, 0);
  EXPECT_EQ(count.refused, 0);
}

TEST(ReadArenaHexiom, BoardsFrom16PixelsACell) {
  const Count count = read_many(effort(400), 10'000, 16, false);
  EXPECT_EQ(count.wrong, 0);
  EXPECT_LE(count.refused, 0.02 * count.boards);
}

TEST(ReadArenaHexiom, BoardsOfOtherColoursOnScreensThatScale) {
  const Count count = read_many(effort(600), 20'000, 24, true);
  EXPECT_EQ(count.wrong, 0);
  EXPECT_LE(count.refused, 0.01 * count.boards);
}

/// A board of side 4 and a window for it.
Board some_board(int seed) {
  std::mt19937_64 random(static_cast<std::uint64_t>(seed));
  return random_board({4, 0.6, 0.1, 0}, random);
}
int first_movable(const Board& board) {
  int cell = 0;
  while (!is_piece(board.cells[static_cast<std::size_t>(cell)]) ||
         board.locked[static_cast<std::size_t>(cell)])
    ++cell;
  return cell;
}

TEST(ReadArenaHexiom, ABoardPartlyCoveredCutOffOrBlurredIsRefused) {
  for (const char* theme : kThemes)
    for (int seed = 0; seed < 3; ++seed) {
      SCOPED_TRACE(std::string(theme) + " " + std::to_string(seed));
      const cv::Mat whole = ArenaHexiom(some_board(seed), theme, 360, 420).picture().image;
      ASSERT_TRUE(read_picture(whole).accepted());
      const auto size = whole.size();
      for (const double share : {0.15, 0.3}) {
        const int x = static_cast<int>(share * size.width),
                  y = static_cast<int>(share * size.height);
        EXPECT_FALSE(read_picture(whole(cv::Rect(x, 0, size.width - x, size.height))).accepted());
        EXPECT_FALSE(read_picture(whole(cv::Rect(0, y, size.width, size.height - y))).accepted());
        EXPECT_FALSE(
            read_picture(whole(cv::Rect(0, 0, size.width - x, size.height - y))).accepted());
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

TEST(ReadArenaHexiom, APieceInTheAirIsRefused) {
  for (const char* theme : kThemes)
    for (int seed = 0; seed < 16; ++seed) {
      SCOPED_TRACE(std::string(theme) + " " + std::to_string(seed));
      const Board board = some_board(seed);
      ArenaHexiom window(board, theme, 360, 420);
      window.lift(first_movable(board));
      const double off = (1 + seed % 2) * 0.2;
      window.hover(7 + seed, off, off / 2);
      EXPECT_FALSE(read_picture(window.picture().image).accepted());
    }
}

TEST(ReadArenaHexiom, APieceUnderThePointerIsRead) {
  for (const char* theme : kThemes)
    for (int seed = 0; seed < 8; ++seed) {
      SCOPED_TRACE(std::string(theme) + " " + std::to_string(seed));
      const Board board = some_board(seed);
      ArenaHexiom window(board, theme, 300, 340);
      window.hover(first_movable(board));
      const Reading reading = read_picture(window.picture().image);
      EXPECT_EQ(reading.rejection, "");
      EXPECT_EQ(reading.board, board);
    }
}

TEST(ReadArenaHexiom, WhereEmptyCellsCannotBeToldFromTheBackgroundHolesAreDoubted) {
  // In a picture this much brighter, the paper theme's background and empty cells are both white.
  for (int seed = 0; seed < 3; ++seed)
    for (const char* theme : kThemes)
      for (const double factor : {1.2, 1.25, 1.35, 2.0}) {
        SCOPED_TRACE(std::string(theme) + " " + std::to_string(factor));
        const Board board = some_board(seed);
        cv::Mat brighter;
        ArenaHexiom(board, theme, 300, 340).picture().image.convertTo(brighter, -1, factor);
        const Reading reading = read_picture(brighter);
        if (reading.accepted()) {
          EXPECT_EQ(reading.board, board);
        } else if (reading.board.side == board.side) {
          for (std::size_t i = 0; i < board.cells.size(); ++i)
            if (reading.confidence[i] >= kMinConfidence) {
              EXPECT_EQ(reading.board.cells[i], board.cells[i]) << i;
            }
        }
      }
}

TEST(ReadArenaHexiom, ASmallThingOnAnEdgeMakesNoLock) {
  // In the middle of the upper edge, so that the edge's ends differ from it as claws would.
  const Board board = some_board(1);
  const ArenaPicture whole = ArenaHexiom(board, "classic", 360, 420).picture();
  for (std::size_t i = 0; i < board.cells.size(); i += 2)
    for (const cv::Scalar& colour :
         {cv::Scalar(200, 190, 180), cv::Scalar(20, 20, 60), cv::Scalar(128, 128, 128)}) {
      cv::Mat covered = whole.image.clone();
      const int width = cvRound(0.24 * whole.pitch), height = cvRound(0.2 * whole.pitch);
      const cv::Point middle(whole.where[i] - cv::Point2d(0, 0.35 * whole.pitch));
      cv::rectangle(covered, {middle.x - width / 2, middle.y - height / 2, width, height}, colour,
                    cv::FILLED);
      const Reading reading = read_picture(covered);
      if (reading.accepted()) {
        EXPECT_EQ(to_text(reading.board), to_text(board)) << i << colour;
      }
    }
}

TEST(ReadArenaHexiom, PicturesWithoutABoardAreRefused) {
  cv::Mat noise(300, 400, CV_8UC3);
  cv::RNG(7).fill(noise, cv::RNG::UNIFORM, 0, 256);
  for (const cv::Mat& image :
       {noise, cv::Mat(300, 400, CV_8UC3, cv::Scalar(58, 58, 58)),
        cv::Mat(1, 1, CV_8UC3, cv::Scalar(1, 2, 3)), cv::Mat(60, 16'000, CV_8UC3, cv::Scalar(9)),
        load_png(test::source_path("tests/data/sgt-net/13x11.png"))}) {
    const Reading reading = read_picture(image);
    EXPECT_FALSE(reading.accepted()) << image.size();
  }
}

TEST(ReadArenaHexiom, ACellAloneIsReadIfItIsEmptyAndFree) {
  int boards = 0, read = 0;
  for (const char* theme : kThemes)
    for (const int width : {60, 90, 150, 300})
      for (int number = -1; number <= 6; ++number)
        for (const bool is_locked : {false, true}) {
          SCOPED_TRACE(std::string(theme) + " " + std::to_string(width));
          Board board = Board::make(1);
          board.cells[0] = static_cast<Cell>(number);
          board.locked[0] = is_locked ? 1 : 0;
          const Reading reading =
              read_picture(ArenaHexiom(board, theme, width, width * 13 / 12).picture().image);
          if (reading.accepted()) {
            EXPECT_EQ(reading.board, board);
          }
          if (number >= 0 || is_locked) continue;
          ++boards;
          read += reading.accepted();
        }
  EXPECT_GE(2 * read, boards) << "of " << boards;
}

TEST(ReadArenaHexiom, ASolvedBoardIsRead) {
  Board solved = Board::make(3);
  // Two beside each other that touch one, and one that touches none.
  solved.cells[0] = solved.cells[1] = 1;
  solved.cells[18] = 0;
  solved.locked[18] = solved.locked[9] = 1;
  ASSERT_TRUE(is_solved(solved));
  for (const char* theme : kThemes)
    for (const int width : {170, 300, 720}) {
      SCOPED_TRACE(std::string(theme) + " " + std::to_string(width));
      const Reading reading =
          read_picture(ArenaHexiom(solved, theme, width, width * 13 / 12).picture().image);
      EXPECT_EQ(reading.rejection, "");
      EXPECT_EQ(reading.board, solved);
    }
}

}  // namespace
}  // namespace eyehand::hexiom
