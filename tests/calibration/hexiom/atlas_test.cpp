#include "calibration/hexiom/atlas.hpp"

#include <gtest/gtest.h>

#include <opencv2/imgproc.hpp>
#include <optional>

#include "vision/reading.hpp"

namespace eyehand::calibration {
namespace {

constexpr double kPitch = 36;
const cv::Scalar kBoard(35, 35, 35), kGreen(91, 226, 89), kPurple(253, 40, 230);

cv::Mat drawn(std::optional<cv::Scalar> piece, bool is_locked) {
  cv::Mat window(48, 48, CV_8UC3, kBoard);
  const cv::Point middle(24, 24);
  cv::circle(window, middle, piece ? 14 : 5, piece.value_or(cv::Scalar(101, 101, 101)), cv::FILLED,
             cv::LINE_AA);
  if (!piece) return window;
  cv::putText(window, "2", {20, 28}, cv::FONT_HERSHEY_PLAIN, 0.8, cv::Scalar(0, 0, 0), 1,
              cv::LINE_AA);
  if (is_locked) cv::circle(window, {24, 13}, 2, cv::Scalar(0, 0, 0), cv::FILLED, cv::LINE_AA);
  return window;
}

/// Around the cell of those pictures.
HexLattice lattice() {
  HexLattice board;
  board.middle = {24, 24};
  board.pitch = kPitch;
  board.side = 3;
  return board;
}

TEST(HexiomAtlas, KnowsALockedPieceInAColourInWhichNoneWasSeen) {
  const HexLattice board = lattice();
  const cv::Point2d middle = board.middle;
  CellAtlas atlas;
  const auto add = [&](CellLabel label, HexStep cell, const cv::Mat& window) {
    atlas.add(label, cell, cells::cut_hexagon(window, middle, kPitch, false, true));
    if (label == CellLabel::piece || label == CellLabel::locked_piece)
      atlas.add_marks(label == CellLabel::locked_piece, cell, cell,
                      hexiom::cut_marks(window, middle, kPitch, 0.36),
                      hexiom::cut_marks(window, middle, kPitch, 0.36, {}, true));
  };
  for (int i = 0; i < 4; ++i) {
    add(CellLabel::empty, {0, i}, drawn(std::nullopt, false));
    add(CellLabel::piece, {1, i}, drawn(kGreen, false));
    add(CellLabel::piece, {2, i}, drawn(kPurple, false));
  }
  add(CellLabel::locked_piece, {3, 0}, drawn(kGreen, true));
  const auto whole = [&](const cv::Mat& window) {
    return cells::cut_hexagon(window, middle, kPitch, false, false);
  };
  const double separation =
      apart_by(whole(drawn(kGreen, false)), whole(drawn(std::nullopt, false)));
  atlas.make_readers(board, separation, 0.36, {});
  for (const cv::Scalar& colour : {kGreen, kPurple})
    for (const bool is_locked : {false, true}) {
      const cv::Mat window = drawn(colour, is_locked);
      const cells::Prediction seen = atlas.cells().read_cell(window, board, middle);
      EXPECT_EQ(atlas.label(seen), CellLabel::piece);
      EXPECT_GE(seen.confidence, kMinConfidence) << colour << is_locked;
      const auto lock = atlas.marks().read(window, middle, kPitch);
      EXPECT_EQ(lock.is_locked, is_locked);
      EXPECT_GE(lock.confidence, kMinConfidence) << colour << is_locked;
    }
}

/// Only a locked cell without a piece was seen: its mark would touch the numbers, unless those are
/// lower.
TEST(HexiomAtlas, ALockMayBeMarkedUnderANumber) {
  const HexLattice board = lattice();
  const cv::Point2d middle = board.middle;
  for (const bool is_under : {true, false}) {
    SCOPED_TRACE(is_under);
    const hexiom::NumberSpan span = is_under ? hexiom::NumberSpan{0.36, 0} : hexiom::NumberSpan{};
    const auto cell = [&](const char* number, bool is_locked) {
      cv::Mat window = drawn(number ? std::optional(kGreen) : std::nullopt, false);
      if (number) {
        cv::circle(window, {24, 24}, 12, kGreen, cv::FILLED);
        cv::putText(window, number, {20, is_under ? 21 : 28}, cv::FONT_HERSHEY_PLAIN, 0.8,
                    cv::Scalar(0, 0, 0), 1, cv::LINE_AA);
      }
      if (is_locked) cv::circle(window, {24, 14}, 2, cv::Scalar(0, 0, 0), cv::FILLED, cv::LINE_AA);
      return window;
    };
    CellAtlas atlas;
    const auto add = [&](CellLabel label, HexStep at, const cv::Mat& window) {
      atlas.add(label, at, cells::cut_hexagon(window, middle, kPitch, false, true));
      if (label == CellLabel::piece)
        atlas.add_marks(false, at, HexStep{at.q, 0},
                        hexiom::cut_marks(window, middle, kPitch, 0.36, span),
                        hexiom::cut_marks(window, middle, kPitch, 0.36, span, true));
    };
    for (int i = 0; i < 3; ++i) {
      add(CellLabel::empty, {0, i}, cell(nullptr, false));
      add(CellLabel::piece, {1, i}, cell("1", false));
      add(CellLabel::piece, {2, i}, cell("2", false));
    }
    add(CellLabel::locked_empty, {3, 0}, cell(nullptr, true));
    atlas.make_readers(board, 60, 0.36, span);
    for (const char* number : {"1", "2", "3"})
      for (const bool is_locked : {false, true}) {
        const auto lock = atlas.marks().read(cell(number, is_locked), middle, kPitch, span);
        const bool is_known = !is_locked && (!is_under || number[0] != '3');
        EXPECT_FALSE(lock.is_locked) << number;
        EXPECT_EQ(lock.confidence >= kMinConfidence, is_known) << number << is_locked;
      }
  }
}

}  // namespace
}  // namespace eyehand::calibration
