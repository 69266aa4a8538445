// A program of Hexiom without a window.
#pragma once

#include <cmath>
#include <numbers>
#include <opencv2/imgproc.hpp>
#include <string>
#include <utility>
#include <vector>

#include "puzzle/hexiom/text.hpp"
#include "tests/calibration/fake_program.hpp"
#include "vision/hexiom/lattice.hpp"

namespace eyehand::calibration {

/// A program of Hexiom. Locked cells have a badge. Pieces have a rim, and so have empty cells that
/// are locked; the others are smaller than a piece.
class HexiomProgram final : public FakeProgram {
 public:
  /// `rim` is how wide the rim of pieces is, in pixels.
  HexiomProgram(const std::string& board, int rim)
      : FakeProgram({420, 400}, kBackground),
        board_(hexiom::from_text(board)),
        hexagon_(board_.side),
        rim_(rim) {
    lattice_.middle = {205, 195};
    lattice_.pitch = 52;
    lattice_.side = board_.side;
    lattice_.flat_topped = true;
  }

  int drags = 0, wins = 0;
  std::vector<std::string> next_boards;  ///< what keys deal, the last one first
  bool pieces_swap = true;               ///< otherwise they move to empty cells only
  int radius = 27;                       ///< of pieces, to their corners
  bool shows_satisfied = false;          ///< pieces with as many neighbours as they want
  bool locks_are_colours = false;        ///< of pieces, which then have no badge
  bool ones_are_strokes = false;         ///< which OCR does not recognise
  static constexpr int kUnlimited = 1'000'000;
  int moves_left = kUnlimited;  ///< on this board, as if the last one won
  int steps_later = 0;          ///< once a key was pressed, drags with fewer steps are lost
  bool reports_wins = false;    ///< in a dialog, which dims the window
  /// Where a click closes the dialog; in sight only while that is open.
  inline static const cv::Point kOk{210, 30};
  bool has_dialog() const { return has_dialog_; }
  std::string text() const { return hexiom::to_text(board_); }
  const HexLattice& lattice() const { return lattice_; }

  void draw(cv::Mat& picture) const override {
    for (int cell = 0; cell < hexagon_.size(); ++cell) {
      const cv::Point middle = at_cell(cell);
      const hexiom::Cell content = board_.cells[at(cell)];
      const bool is_piece = hexiom::is_piece(content), is_locked = board_.locked[at(cell)] != 0;
      const int rim = is_piece || is_locked ? rim_ : rim_ / 2;
      if (is_piece || is_locked) fill_hexagon(picture, middle, radius, kRim);
      const bool is_shown = shows_satisfied && touching(cell) == content;
      const cv::Scalar& piece = is_locked && locks_are_colours ? kLockedPiece
                                : is_shown                     ? kSatisfied
                                                               : kPiece;
      fill_hexagon(picture, middle, radius - rim, is_piece ? piece : kHollow);
      if (content == 1 && ones_are_strokes)
        cv::line(picture, middle - cv::Point(0, 8), middle + cv::Point(0, 8), kInk, 2);
      else if (is_piece)
        cv::putText(picture, std::to_string(content), middle + cv::Point(-8, 8),
                    cv::FONT_HERSHEY_SIMPLEX, 0.8, kInk, 2);
      if (is_locked && !locks_are_colours)
        cv::circle(picture, middle + cv::Point(0, -17), 3, kBadge, cv::FILLED);
    }
    if (!has_dialog_) return;
    picture *= 0.4;
    cv::rectangle(picture, {110, 0, 200, 50}, {255, 255, 255}, cv::FILLED);
  }
  void click(cv::Point at) override {
    if (cv::norm(at - kOk) < 15) has_dialog_ = false;
  }
  void drag(cv::Point from, cv::Point to) override {
    const int a = cell_at(from), b = cell_at(to);
    ++drags;
    if (has_dialog_ || moves_left == 0) return;
    if (a < 0 || b < 0 || board_.locked[at(a)] || board_.locked[at(b)]) return;
    if (!pieces_swap && hexiom::is_piece(board_.cells[at(b)])) return;
    if (!hexiom::is_piece(board_.cells[at(a)])) return;
    std::swap(board_.cells[at(a)], board_.cells[at(b)]);
    wins += hexiom::is_solved(board_);
    --moves_left;
    has_dialog_ = reports_wins && hexiom::is_solved(board_);
  }
  GestureStatus perform(const Gesture& gesture, const Pace& pace) override {
    if (std::holds_alternative<Drag>(gesture) && pace.drag_steps < least_steps_)
      return GestureStatus::ok;
    return FakeProgram::perform(gesture, pace);
  }
  void press_key(const std::string& /*name*/) override {
    if (next_boards.empty()) return;
    board_ = hexiom::from_text(next_boards.back());
    next_boards.pop_back();
    moves_left = kUnlimited;
    least_steps_ = steps_later;
  }

 private:
  inline static const cv::Scalar kBackground{120, 150, 180}, kHollow{90, 110, 130},
      kRim{40, 120, 40}, kPiece{90, 40, 20}, kLockedPiece{20, 40, 140}, kSatisfied{170, 60, 120},
      kInk{255, 255, 255}, kBadge{60, 60, 250};

  int touching(int cell) const {
    int count = 0;
    for (const int other : hexagon_.neighbours(cell))
      if (other >= 0 && hexiom::is_piece(board_.cells[at(other)])) ++count;
    return count;
  }
  cv::Point at_cell(int cell) const { return lattice_.at(hexagon_.middle(cell)); }
  int cell_at(cv::Point point) const {
    for (int cell = 0; cell < hexagon_.size(); ++cell)
      if (cv::norm(at_cell(cell) - point) < 24) return cell;
    return -1;
  }
  static void fill_hexagon(cv::Mat& picture, cv::Point middle, double radius,
                           const cv::Scalar& colour) {
    std::vector<cv::Point> corners;
    for (int i = 0; i < 6; ++i)
      corners.emplace_back(middle +
                           cv::Point(cvRound(radius * std::cos(i * std::numbers::pi / 3)),
                                     cvRound(radius * std::sin(i * std::numbers::pi / 3))));
    cv::fillConvexPoly(picture, corners, colour);
  }

  hexiom::Board board_;
  Hexagon hexagon_;
  int rim_;
  HexLattice lattice_;
  bool has_dialog_ = false;
  int least_steps_ = 0;
};

}  // namespace eyehand::calibration
