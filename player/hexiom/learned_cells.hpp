// The cells of a Hexiom program that was learned, some of which may look like none seen before:
// what they are shows when pieces are dragged from and to them.
#pragma once

#include <opencv2/core.hpp>
#include <optional>
#include <vector>

#include "actuator/gesture.hpp"
#include "actuator/hexiom/plan.hpp"
#include "vision/cells/hexagons.hpp"
#include "vision/frame.hpp"
#include "vision/hexiom/read_cells.hpp"

namespace eyehand::hexiom {

class LearnedCells {
 public:
  /// Throws Error if the pictures or samples are malformed.
  LearnedCells(const cells::HexAppearance& cells, const Numbers& numbers, const Marks& marks);

  Reading read(const Frame& frame) const;

  /// What is unclear on a board that is still and has not been accepted is tried out: what can be
  /// dragged to an empty cell is a piece, and free; what a piece can be dragged to is an empty
  /// cell; otherwise it is locked, if repeated drags do nothing while others move pieces. All cells
  /// in doubt are tried at once. Learns from the drags before. Empty if there are too many in
  /// doubt, or nothing to try. Costs about two readings, and two more after drags.
  Plan trials(const Frame& frame, const Controls& controls);
  /// The result of trials() is about to be sent.
  void begin_trials(const Frame& frame);
  /// The board was accepted.
  void end_trials();

  /// Pieces that show the same number, not seen before, and which it may be.
  struct UnknownNumber {
    std::vector<int> cells;
    std::vector<int> candidates;
    int by_ocr = -1;  ///< what Tesseract reads on each with certainty, or -1 if it is like a sample
  };
  /// All of them; none if anything else is unclear.
  std::vector<UnknownNumber> unknown_numbers(const Frame& frame) const;
  void learn_number(const Frame& frame, const std::vector<int>& cells, int number);

 private:
  enum class Doubt { none, content, lock, number };
  struct Cell {
    Doubt doubt = Doubt::none;
    bool is_piece = false, is_empty = false, is_locked = false;  ///< as far as it can be seen
  };
  struct Trial {
    int doubt, from, to;  ///< cells; the first is one of the others, or -1
  };
  struct Tries {
    int from = 0, to = 0;  ///< how many drags from it and to it did nothing
    bool has_moved = false;
  };

  std::vector<Cell> cells_of(const Frame& frame) const;
  std::optional<Trial> control_trial(const Frame& frame, const std::vector<int>& empty,
                                     const std::vector<int>& pieces,
                                     const std::vector<int>& doubts) const;
  void learn_from_trials(const Frame& now);
  void learn(const Frame& frame, int cell, bool is_piece, bool is_locked);
  void learn_still(const Frame& frame, int cell, bool can_be_taken);
  double difference(const Frame& a, int cell_a, const Frame& b, int cell_b) const;
  cv::Point2d middle(int cell) const;

  cells::HexReader cells_;
  NumberReader numbers_;
  MarkReader marks_;
  HexLattice lattice_;
  std::vector<Trial> planned_, sent_;
  Frame before_;              ///< before sent_
  std::vector<Tries> tries_;  ///< per cell
};

}  // namespace eyehand::hexiom
