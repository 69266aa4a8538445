// Which places of an unknown Hexiom window are cells, found by dragging pieces to them and from
// them.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <opencv2/core.hpp>
#include <optional>
#include <set>
#include <vector>

#include "calibration/hexiom/atlas.hpp"
#include "calibration/hexiom/first_piece.hpp"
#include "calibration/hexiom/numbers.hpp"
#include "calibration/pace_search.hpp"
#include "calibration/prober.hpp"
#include "puzzle/hexiom/hexagon.hpp"
#include "vision/hexiom/lattice.hpp"
#include "vision/hexiom/read_cells.hpp"

namespace eyehand::calibration {

/// What is on a cell, identified by the cell where it was first seen.
using HexContent = HexStep;

/// Moves pieces around. They stay where they are moved to.
class CellSurvey {
 public:
  /// Notes in `timing` how the program reacts, and in `atlas` what cells look like; drags at
  /// `pace`.
  CellSurvey(Prober& prober, Pace& pace, Timing& timing, CellAtlas& atlas, StageReport report)
      : prober_(prober), pace_(pace), timing_(timing), atlas_(atlas), report_(std::move(report)) {}

  // In this order. All throw LearnStopped (stuck, unreadable) if there is no such board.

  // Where a drag wins and nothing moves from then on, they deal another board and start again; see
  // Prober::note_dealt_again().

  /// Finds a piece that can be dragged, and where it can be grabbed; see find_dragged_piece().
  void find_piece(std::function<bool()> deal);
  /// Sets the pace to the fastest drags, with the shortest gap between them, that all count.
  void find_speed();
  /// Finds all cells, about a minute at most, and the board that they form.
  void find_board();

  const HexLattice& board() const { return board_; }
  int size() const { return hexagon_->size(); }
  HexStep step_of(int cell) const { return plus(corner_, step_to(hexagon_->middle(cell))); }
  /// The cell of the board at this place, or -1.
  int cell_of(HexStep step) const;
  /// The places immediately around the board, within the window.
  std::vector<HexStep> beside() const;
  cv::Point2d middle(HexStep cell) const { return lattice_.at(cell.point()); }

  /// Whether something was dragged to this cell or from it.
  bool is_proven(HexStep cell) const { return proven_.contains(cell); }
  bool is_empty(HexStep cell);
  const HexContent& content(HexStep cell);
  /// The pictures of the numbers on pieces.
  const std::map<HexContent, NumberPictures>& numbers() const { return numbers_of_; }
  /// All pictures of places where nothing can be moved.
  const std::map<HexStep, std::vector<cv::Mat>>& still_pictures() const { return still_pictures_; }

  /// The difference between an empty cell and a piece, and how much the centre of this cell differs
  /// from an empty cell's, relative to a piece's.
  double separation() const { return separation_; }
  double off_empty_middle(HexStep cell) const;
  bool looks_empty(HexStep cell) const;
  /// Whether it looks like the pieces that were moved, apart from the number.
  bool looks_like_piece(HexStep cell) const;
  /// The cell as it is in this picture of the window, or now.
  cv::Mat picture_of(const cv::Mat& window, HexStep cell) const;
  cv::Mat picture(HexStep cell) const { return picture_of(prober_.frame().image, cell); }
  cv::Mat hollow(HexStep cell) const;
  /// The foreground of the number on it; empty if there is none.
  cv::Mat number_of(HexStep cell) const;
  hexiom::NumberSpan number_span() const { return number_span_.value_or(hexiom::NumberSpan{}); }
  /// Adds what the piece there shows to the pictures of marks, and which piece it is, if that is
  /// known.
  double mark_radius() const { return 0.5 * piece_.width / lattice_.pitch - 0.055; }
  void add_marks(bool is_locked, HexStep cell, std::optional<HexContent> piece = std::nullopt);

  cv::Point2d grab() const { return piece_.grab; }
  Drag drag_of(HexStep from, HexStep to) const;
  bool has_changed(const Effect& effect, HexStep cell) const;
  /// Slower than the pace of find_speed(): a busy program may miss drags.
  Pace slower_pace() const;

 private:
  /// How much a cell differs from those known, in separations.
  struct Likeness {
    double empty, piece, still;
  };

  struct Around {
    std::set<HexStep> cells;
    bool is_complete = false;
  };

  bool is_in_window(cv::Point point) const { return prober_.frame().on_screen.contains(point); }
  cv::Mat middle_picture(const cv::Mat& window, HexStep cell) const;
  cv::Rect box_of(HexStep cell) const;

  void note(const Effect& effect);
  bool may_drag(HexStep cell) const;
  bool move(HexStep from, HexStep to, bool patiently = false);
  void take(HexStep from, HexStep to);
  HexContent& content_at(HexStep cell) { return contents_.try_emplace(cell, cell).first->second; }
  HexStep empty_near(HexStep cell);
  HexStep another_empty(HexStep here, HexStep there);
  bool move_twice();
  void expect_to_move();
  void find_grab();
  void shorten_rest();

  void note_cells();
  void note_still(HexStep cell);
  void note_cell(HexStep cell, const cv::Mat& now);
  void note_span(HexStep cell);

  Likeness likeness(HexStep cell) const;
  std::set<HexStep> open_cells() const;
  std::optional<std::pair<HexStep, int>> hexagon_of_cells() const;
  Around around() const;
  std::optional<HexStep> likeliest_cell(const Around& around) const;
  void try_cells();
  void try_cell(HexStep cell);
  static HexStep step_to(Hexagon::Point point);
  static HexStep plus(HexStep a, HexStep b) { return {a.q + b.q, a.r + b.r}; }
  void settle_lattice();

  Prober& prober_;
  Pace& pace_;
  Timing& timing_;
  CellAtlas& atlas_;
  StageReport report_;
  std::function<bool()> deal_;
  std::chrono::milliseconds animation_{0};
  std::size_t speed_ = kUsualDrag;  ///< the index in kDrags
  DraggedPiece piece_;              ///< that was found first
  HexLattice lattice_;
  std::vector<cv::Point2d> points_;  ///< where pieces have been
  std::map<HexStep, HexContent> contents_;
  std::set<HexStep> proven_, tried_;  ///< cells that accept pieces, and places that do not
  HexStep piece_at_;
  bool has_moved_ = false;  ///< something, by the last drag
  std::set<HexContent> empty_contents_, piece_contents_;
  double separation_ = 0, middle_separation_ = 0;
  cv::Mat empty_middle_;
  std::optional<hexiom::NumberSpan> number_span_;  ///< if it is not the usual one
  std::vector<cv::Mat> empties_, pieces_, still_;  ///< pictures; those of pieces are hollow
  std::map<HexStep, cv::Mat> last_pictures_;
  std::map<HexStep, std::vector<cv::Mat>> still_pictures_;
  std::map<HexStep, HexContent> last_contents_;
  std::map<HexContent, NumberPictures> numbers_of_;
  HexLattice board_;
  HexStep corner_;  ///< the board's centre
  std::optional<Hexagon> hexagon_;
};

}  // namespace eyehand::calibration
