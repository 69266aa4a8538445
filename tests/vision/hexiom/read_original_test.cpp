// Boards of the first Hexiom, composed of crops of it, read with the skin that ships; and its
// numerals by samples that the crop in question had no part in.
#include <gtest/gtest.h>

#include <cstdio>
#include <opencv2/imgproc.hpp>
#include <random>
#include <string>

#include "player/skin.hpp"
#include "puzzle/hexiom/text.hpp"
#include "tests/support/effort.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/published.hpp"
#include "tests/vision/hexiom/original.hpp"
#include "vision/hexiom/cell.hpp"
#include "vision/hexiom/numeral.hpp"
#include "vision/hexiom/read.hpp"

namespace eyehand::hexiom {
namespace {

using test::NumeralCrop;
using test::OriginalTiles;
using Picture = OriginalTiles::Picture;

const int kBoards = is_full_effort() ? 80 : 12;

const Appearance& appearance() {
  static const Appearance shipped = [] {
    Appearance one;
    load_skin(test::source_path("skins/hexiom.toml")).file.read("appearance", one);
    return one;
  }();
  return shipped;
}

Reading read_picture(const cv::Mat& image) {
  return read({image, {}, cv::Rect({}, image.size())}, appearance());
}

CellForeground foreground_of(const Picture& picture) {
  return measure_cell(picture.image, appearance(), picture.where[0], picture.pitch, true)
      .foreground;
}

/// Samples of one crop at some sizes and places between pixels.
void teach(const OriginalTiles& tiles, const NumeralCrop& numeral,
           std::vector<std::string>& samples) {
  for (const double factor :
       tiles.pitch() > 40 ? std::vector{1.0, 0.8, 0.64} : std::vector{1.0, 1.5})
    for (const double right : {0.0, 0.5})
      for (const double below : {0.0, 0.5})
        samples.push_back(
            to_sample('A', numeral.number,
                      foreground_of(tiles.draw(numeral, false).changed(factor, {right, below}))));
}

class PublishedHexiomCrops : public test::Published {
 protected:
  void SetUp() override {
    test::Published::SetUp();
    if (IsSkipped()) return;
    const std::string folder = test::published() / "hexiom-tiles";
    four_ = OriginalTiles::of_crops(folder, 4);
    six_ = OriginalTiles::of_crops(folder, 6);
    ASSERT_EQ(four_.numerals().size(), 7U);
    ASSERT_EQ(six_.numerals().size(), 14U);
  }

  OriginalTiles four_, six_;
};

TEST_F(PublishedHexiomCrops, NumeralsAreReadBySamplesOfTheOtherSize) {
  for (const auto& [taught, shown] : {std::pair(&four_, &six_), std::pair(&six_, &four_)}) {
    std::vector<std::string> samples;
    for (const NumeralCrop& numeral : taught->numerals()) teach(*taught, numeral, samples);
    const NumeralReader reader(samples);
    int all = 0, accepted = 0;
    for (const NumeralCrop& numeral : shown->numerals())
      for (const double factor : {0.8, 1.0, 1.25, 1.5})
        for (const double blur : {0.0, 0.5})
          for (const double light : {-20.0, 0.0, 20.0})
            for (const bool is_locked : {false, true}) {
              Picture picture = shown->draw(numeral, is_locked).changed(factor, {0.3, 0.6}, blur);
              picture.image += cv::Scalar::all(light);
              const NumeralGuess guess = reader.read(foreground_of(picture), {});
              ++all;
              accepted += guess.margin() >= appearance().margin;
              // Rejected numerals need not be right, but these are.
              EXPECT_EQ(guess.shown, numeral.number)
                  << numeral.name << ", " << factor << " times, blur " << blur << ", light "
                  << light << (is_locked ? ", locked" : "");
            }
    EXPECT_GE(accepted, 0.9 * all) << "of " << all;
    std::printf("%d of %d sure\n", accepted, all);
  }
}

TEST_F(PublishedHexiomCrops, EachIsReadByTheSamplesOfAllOthers) {
  for (const OriginalTiles* tiles : {&four_, &six_})
    for (const NumeralCrop& left_out : tiles->numerals()) {
      std::vector<std::string> samples;
      for (const OriginalTiles* some : {&four_, &six_})
        for (const NumeralCrop& numeral : some->numerals())
          if (numeral.name != left_out.name) teach(*some, numeral, samples);
      const NumeralGuess guess =
          NumeralReader(samples).read(foreground_of(tiles->draw(left_out, false)), {});
      EXPECT_EQ(guess.shown, left_out.number) << left_out.name;
      EXPECT_GE(guess.margin(), appearance().margin) << left_out.name;
    }
}

/// A board of the sides that the size is for, more or less full; with holes now and then.
Board any_board(int side, std::mt19937_64& random) {
  const auto share = [&] { return std::uniform_real_distribution<double>(0, 1)(random); };
  Board board = Board::make(side);
  const double density = 0.2 + 0.75 * share(), locked = 0.3 * share();
  const double holes = random() % 3 == 0 ? 0.1 * share() : 0;
  const Hexagon hexagon(side);
  for (std::size_t i = 0; i < board.cells.size(); ++i) {
    // The rim stays, so that the side can be determined.
    const auto& around = hexagon.neighbours(static_cast<int>(i));
    const bool is_inside = std::find(around.begin(), around.end(), -1) == around.end();
    if (is_inside && share() < holes) {
      board.cells[i] = kHole;
    } else if (share() < density) {
      board.cells[i] = static_cast<Cell>(random() % 7);
      board.locked[i] = share() < locked ? 1 : 0;
    }
  }
  return board;
}

struct Count {
  int boards = 0, refused = 0, wrong = 0;
};

void read_and_count(const Board& board, const Picture& picture, const std::string& what,
                    Count& count) {
  const Reading reading = read_picture(picture.image);
  ++count.boards;
  if (!reading.accepted()) {
    ++count.refused;
    std::printf("%s, %.1f px: %s\n", what.c_str(), picture.pitch, reading.rejection.c_str());
  } else if (reading.board != board) {
    ++count.wrong;
    ADD_FAILURE() << what << ", " << picture.pitch << " px\n"
                  << to_text(reading.board) << "is\n"
                  << to_text(board);
  }
}

/// Some of them as a screen that scales shows them, a little blurred, lighter or darker.
Picture changed(const Picture& picture, double smallest, std::mt19937_64& random) {
  const auto from_to = [&](double a, double b) {
    return std::uniform_real_distribution<double>(a, b)(random);
  };
  Picture other =
      picture.changed(from_to(smallest, 1.5), {from_to(0, 1), from_to(0, 1)}, from_to(0, 0.5));
  other.image += cv::Scalar::all(from_to(-25, 25));
  return other;
}

TEST_F(PublishedHexiomCrops, BoardsComposedOfThemAreRead) {
  Count as_they_are, otherwise;
  for (int seed = 0; seed < kBoards; ++seed) {
    std::mt19937_64 random(static_cast<std::uint64_t>(seed));
    const OriginalTiles& tiles = seed % 2 == 0 ? four_ : six_;
    const Board board = any_board(3 + static_cast<int>(random() % (seed % 2 == 0 ? 3 : 4)), random);
    const Picture picture = tiles.draw(board, random, seed % 4 / 2);
    const std::string what = "seed " + std::to_string(seed);
    read_and_count(board, picture, what, as_they_are);
    read_and_count(board, changed(picture, seed % 2 == 0 ? 0.8 : 0.9, random), what + ", changed",
                   otherwise);
  }
  std::printf("%d and %d of %d refused\n", as_they_are.refused, otherwise.refused, kBoards);
  EXPECT_LE(as_they_are.refused, 0.03 * kBoards);
  EXPECT_LE(otherwise.refused, 0.1 * kBoards);
}

void expect_refused_if_covered_or_cut_off(const cv::Mat& whole) {
  const auto size = whole.size();
  const int x = size.width / 5, y = size.height / 4;
  EXPECT_FALSE(read_picture(whole(cv::Rect(x, 0, size.width - x, size.height))).accepted());
  EXPECT_FALSE(read_picture(whole(cv::Rect(0, 0, size.width - x, size.height))).accepted());
  EXPECT_FALSE(read_picture(whole(cv::Rect(0, 0, size.width, size.height - y))).accepted());
  cv::Mat covered = whole.clone();
  cv::rectangle(covered, {x, y, 2 * x, y}, cv::Scalar(200, 190, 180), cv::FILLED);
  EXPECT_FALSE(read_picture(covered).accepted());
}

TEST_F(PublishedHexiomCrops, ABoardPartlyCoveredOrCutOffIsRefused) {
  for (int seed = 0; seed < 4; ++seed) {
    std::mt19937_64 random(static_cast<std::uint64_t>(seed));
    const OriginalTiles& tiles = seed % 2 == 0 ? four_ : six_;
    expect_refused_if_covered_or_cut_off(tiles.draw(any_board(4, random), random).image);
  }
}

TEST(ReadOriginalHexiom, ABoardPartlyCoveredOrCutOffIsRefused) {
  for (int seed = 0; seed < 4; ++seed) {
    std::mt19937_64 random(static_cast<std::uint64_t>(seed));
    const auto tiles = OriginalTiles::of_samples(appearance().numerals, seed % 2 == 0 ? 46 : 29.4);
    expect_refused_if_covered_or_cut_off(tiles.draw(any_board(4, random), random).image);
  }
}

// What can be checked without the crops: that the skin's numerals, wherever they stand and however
// large they are, are distinguished, and locks, empty cells and holes with them.
TEST(ReadOriginalHexiom, BoardsWithTheSkinsNumeralsAreRead) {
  Count count;
  for (const double pitch : {26.0, 29.4, 33.0, 36.0, 40.0, 46.0, 56.0, 70.0}) {
    const auto tiles = OriginalTiles::of_samples(appearance().numerals, pitch);
    for (int seed = 0; seed < kBoards / 10; ++seed) {
      std::mt19937_64 random(static_cast<std::uint64_t>(seed));
      const Board board = any_board(2 + seed % 5, random);
      const Picture picture = tiles.draw(board, random, 1);
      read_and_count(board, picture, "seed " + std::to_string(seed), count);
    }
  }
  EXPECT_LE(count.refused, 0.05 * count.boards);
}

}  // namespace
}  // namespace eyehand::hexiom
