// What a first look makes of programs that react in different ways. The programs are fakes that
// react at once.
#include "calibration/guess_game.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <functional>
#include <opencv2/imgproc.hpp>
#include <set>
#include <utility>

#include "calibration/learners.hpp"
#include "tests/calibration/fake_program.hpp"
#include "tests/calibration/hexiom/hexiom_program.hpp"

namespace eyehand::calibration {
namespace {

constexpr int kCell = 40, kSide = 5;
const cv::Point kCorner(100, 60);
const cv::Size kWindow(400, 330);
const cv::Scalar kBackground(60, 40, 40), kTile(120, 120, 120), kMark(80, 220, 240);

/// A window with a board of kSide x kSide cells.
class Squares : public FakeProgram {
 protected:
  Squares() : FakeProgram(kWindow, kBackground) {}
  /// The cell at a point; outside the board, one that does not exist.
  static cv::Point cell_at(cv::Point at) {
    const cv::Point in_board = at - kCorner;
    if (in_board.x < 0 || in_board.y < 0) return {-1, -1};
    return in_board / kCell;
  }
  static bool exists(cv::Point cell) { return cv::Rect(0, 0, kSide, kSide).contains(cell); }
  static cv::Rect box_of(cv::Point cell) {
    return {kCorner + kCell * cell + cv::Point(2, 2), cv::Size(kCell - 4, kCell - 4)};
  }
};

/// A click flips cells at these offsets.
class Flips : public Squares {
 public:
  explicit Flips(std::vector<cv::Point> offsets) : offsets_(std::move(offsets)) {}
  void draw(cv::Mat& picture) const override {
    for (int y = 0; y < kSide; ++y)
      for (int x = 0; x < kSide; ++x)
        cv::rectangle(picture, box_of({x, y}), lit[y][x] ? kMark : kTile, cv::FILLED);
  }
  void click(cv::Point at) override {
    if (!exists(cell_at(at))) return;
    for (const cv::Point offset : offsets_)
      if (const cv::Point cell = cell_at(at) + offset; exists(cell)) lit[cell.y][cell.x] ^= true;
  }
  bool lit[kSide][kSide] = {{true}};

 private:
  std::vector<cv::Point> offsets_;
};

/// A click turns a cell by a quarter: dead ends, and straights in every `straights`-th cell.
class TurningProgram : public Squares {
 public:
  explicit TurningProgram(int straights) : straights_(straights) {}
  void draw(cv::Mat& picture) const override {
    for (int y = 0; y < kSide; ++y)
      for (int x = 0; x < kSide; ++x) {
        cv::rectangle(picture, box_of({x, y}), kTile, cv::FILLED);
        const cv::Point middle = kCorner + kCell * cv::Point(x, y) + cv::Point(20, 20);
        const std::array<cv::Point, 4> ways = {{{15, 0}, {0, 15}, {-15, 0}, {0, -15}}};
        const cv::Point way = ways[static_cast<std::size_t>(turned[y][x])];
        const bool is_straight = (y * kSide + x) % straights_ == 0;
        cv::line(picture, is_straight ? middle - way : middle, middle + way, kMark, 6);
      }
  }
  void click(cv::Point at) override {
    const cv::Point cell = cell_at(at);
    if (exists(cell)) turned[cell.y][cell.x] = (turned[cell.y][cell.x] + 1) % 4;
  }
  int turned[kSide][kSide] = {};

 private:
  int straights_;
};

/// A click near the upper side of a cell draws a line there, then a cross, then nothing.
class Draws : public Squares {
 public:
  void draw(cv::Mat& picture) const override {
    for (int y = 0; y < kSide; ++y)
      for (int x = 0; x < kSide; ++x) {
        const cv::Point corner = kCorner + kCell * cv::Point(x, y);
        cv::circle(picture, corner, 3, kTile, cv::FILLED);
        if (state[y][x] == 1) cv::line(picture, corner, corner + cv::Point(kCell, 0), kMark, 4);
        if (state[y][x] == 2)
          cv::putText(picture, "x", corner + cv::Point(15, 4), cv::FONT_HERSHEY_PLAIN, 1, kMark);
      }
  }
  void click(cv::Point at) override {
    const cv::Point cell = cell_at(at);
    if (exists(cell) && (at.y - kCorner.y) % kCell < 14)
      state[cell.y][cell.x] = (state[cell.y][cell.x] + 1) % 3;
  }
  int state[kSide][kSide] = {};
};

/// Pieces can be dragged to empty cells.
class Moves : public Squares {
 public:
  void draw(cv::Mat& picture) const override {
    for (int y = 0; y < kSide; ++y)
      for (int x = 0; x < kSide; ++x)
        cv::rectangle(picture, box_of({x, y}), piece[y][x] ? kMark : kTile, cv::FILLED);
  }
  void drag(cv::Point from, cv::Point to) override {
    const cv::Point a = cell_at(from), b = cell_at(to);
    if (exists(a) && exists(b)) std::swap(piece[a.y][a.x], piece[b.y][b.x]);
  }
  bool piece[kSide][kSide] = {{true, false, true}, {false, true}, {true, false, false, true}};
};

EffectKind likeliest(FakeProgram& program) {
  const cv::Mat found = program.capture().frame.image;
  Prober prober(program, program, Deadline());
  const auto kinds = likely_effects(prober, nullptr);
  EXPECT_EQ(kinds.size(), 5u);
  EXPECT_EQ(cv::norm(found, program.capture().frame.image, cv::NORM_L1), 0) << "left changed";
  return kinds.front();
}

TEST(GuessGame, CellsThatTurn) {
  for (const int straights : {100, 2}) {
    TurningProgram program(straights);
    EXPECT_EQ(likeliest(program), EffectKind::turns) << straights;
  }
}

TEST(GuessGame, CellsThatFlipWithOthers) {
  for (const auto& offsets :
       std::vector<std::vector<cv::Point>>{{{0, 0}, {1, 0}, {-1, 0}, {0, 1}, {0, -1}},
                                           {{1, 0}, {-1, 0}, {0, 1}, {0, -1}},
                                           {{0, 0}, {1, 0}, {-1, 0}},
                                           {{0, 0}, {1, 1}, {-1, 1}, {1, -1}, {-1, -1}}}) {
    Flips program(offsets);
    EXPECT_EQ(likeliest(program), EffectKind::flips_several) << offsets.size();
  }
}

TEST(GuessGame, CellsThatFlipAlone) {
  Flips program({{0, 0}});
  EXPECT_EQ(likeliest(program), EffectKind::flips_one);
}

TEST(GuessGame, Lines) {
  Draws program;
  EXPECT_EQ(likeliest(program), EffectKind::draws);
}

TEST(GuessGame, PiecesThatMove) {
  Moves program;
  EXPECT_EQ(likeliest(program), EffectKind::moves);
}

TEST(GuessGame, PiecesThatMoveToFewOfManyHexagons) {
  HexiomProgram program("3\n   3 . .\n  2 4+.+.\n+.+. 2 4 2\n  3 4 3 1\n   4 2 4", 6);
  program.pieces_swap = false;
  EXPECT_EQ(likeliest(program), EffectKind::moves);
}

TEST(GuessGame, EachEffectIsThatOfAGame) {
  std::set<EffectKind> effects;
  for (const GameLearners& learners : all_learners())
    if (learners.by_acting) effects.insert(learners.effect);
  EXPECT_EQ(effects.size(), all_learners().size());
}

}  // namespace
}  // namespace eyehand::calibration
