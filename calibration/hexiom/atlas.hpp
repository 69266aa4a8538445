// Pictures of the cells of an unknown Hexiom program, and the readers made of them.
#pragma once

#include <opencv2/core.hpp>
#include <optional>
#include <vector>

#include "vision/cells/atlas.hpp"
#include "vision/cells/hexagons.hpp"
#include "vision/hexiom/lattice.hpp"
#include "vision/hexiom/read_cells.hpp"

namespace eyehand::calibration {

/// The root mean square difference of two pictures.
double apart_by(const cv::Mat& a, const cv::Mat& b);
/// That of a picture and the nearest of these; infinite if there are none.
double nearest_of(const std::vector<cv::Mat>& pictures, const cv::Mat& picture);

enum class CellLabel { piece, empty, locked_piece, locked_empty, beside };

class CellAtlas {
 public:
  /// `hollow`: see cells::cut_hexagon.
  void add(CellLabel label, HexStep cell, const cv::Mat& hollow);
  /// What a piece shows beside its number, and with it: see hexiom::cut_marks. `piece` is where it
  /// first was, if that is known.
  void add_marks(bool is_locked, HexStep cell, std::optional<HexStep> piece, const cv::Mat& marks,
                 const cv::Mat& with_number);

  /// Makes the readers of the pictures added so far. `separation` is the difference between an
  /// empty cell and a piece. Throws LearnStopped (unreadable) if locked pieces cannot be
  /// distinguished.
  void make_readers(const HexLattice& board, double separation, double mark_radius,
                    hexiom::NumberSpan span);
  const cells::HexReader& cells() const { return *cells_; }
  const hexiom::MarkReader& marks() const { return *marks_; }
  /// That of a prediction of cells().
  CellLabel label(const cells::Prediction& prediction) const;

 private:
  bool has_locked_marks() const;
  bool hide_locks(hexiom::NumberSpan span) const;
  void make_marks(double radius, hexiom::NumberSpan span);

  std::vector<cells::Sample> samples_, mark_samples_;  ///< of marks, 1: locked
  std::vector<cells::Sample> number_samples_;          ///< of unlocked pieces, with their numbers
  std::vector<std::optional<HexStep>> pieces_;  ///< by these samples' labels: where they first were
  std::optional<cells::HexReader> cells_;
  std::optional<hexiom::MarkReader> marks_;
};

}  // namespace eyehand::calibration
