#include "calibration/hexiom/atlas.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "calibration/learn.hpp"
#include "puzzle/index.hpp"
#include "vision/statistics.hpp"

namespace eyehand::calibration {
namespace {

/// Pictures with the same label are of different colours if they differ by more than this share of
/// the difference between an empty cell and the first piece.
constexpr double kColourOfLabel = 0.3;
/// The smallest difference that a lock mark makes: root mean square over the piece, 0 to 255.
constexpr double kLeastMark = 8;
/// Something is drawn where a cell's pixel differs by more than this from other cells', 0 to 442.
constexpr double kMarked = 40;

/// By CellLabel.
constexpr std::array kLabels = {hexiom::kPieceLabel, hexiom::kEmptyLabel, hexiom::kLockedPieceLabel,
                                hexiom::kLockedEmptyLabel, hexiom::kBesideLabel};

int place(HexStep cell) {
  return 1000 * cell.q + cell.r;
}

}  // namespace

/// The root mean square difference of two pictures.
double apart_by(const cv::Mat& a, const cv::Mat& b) {
  return cv::norm(a, b, cv::NORM_L2) / std::sqrt(static_cast<double>(a.total()) * 3);
}

double nearest_of(const std::vector<cv::Mat>& pictures, const cv::Mat& picture) {
  double least = std::numeric_limits<double>::infinity();
  for (const cv::Mat& each : pictures) least = std::min(least, apart_by(each, picture));
  return least;
}

void CellAtlas::add(CellLabel label, HexStep cell, const cv::Mat& hollow) {
  samples_.push_back({static_cast<int>(label), place(cell), hollow});
}

void CellAtlas::add_marks(bool is_locked, HexStep cell, std::optional<HexStep> piece,
                          const cv::Mat& marks, const cv::Mat& with_number) {
  mark_samples_.push_back({is_locked ? 1 : 0, place(cell), marks});
  if (is_locked) return;
  const auto known = piece ? std::ranges::find(pieces_, piece) : pieces_.end();
  number_samples_.push_back({static_cast<int>(known - pieces_.begin()), place(cell), with_number});
  if (known == pieces_.end()) pieces_.push_back(piece);
}

CellLabel CellAtlas::label(const cells::Prediction& prediction) const {
  const auto* name = std::find(kLabels.begin(), kLabels.end(), cells_->label(prediction.label));
  return static_cast<CellLabel>(name - kLabels.begin());
}

/// Variation between pictures of the same label must be ignored, but pieces of different colours
/// differ everywhere; so each colour is a label of its own, with the same name. Where marks show
/// locks, a locked piece is another picture of its colour, not all of which were seen locked.
void CellAtlas::make_readers(const HexLattice& board, double separation, double mark_radius,
                             hexiom::NumberSpan span) {
  make_marks(mark_radius, span);
  const auto label_of = [&](const cells::Sample& sample) {
    const bool is_locked_piece = sample.label == static_cast<int>(CellLabel::locked_piece);
    return is_locked_piece && marks_->has_locks() ? static_cast<int>(CellLabel::piece)
                                                  : sample.label;
  };
  std::vector<cells::Sample> samples;
  std::vector<std::string> names;
  std::vector<int> labels;
  for (cells::Sample sample : samples_) {
    double nearest = kColourOfLabel * separation;
    int look = -1;
    for (const cells::Sample& other : samples) {
      if (labels[at(other.label)] != label_of(sample)) continue;
      const double apart = apart_by(other.patch, sample.patch);
      if (apart >= nearest) continue;
      nearest = apart;
      look = other.label;
    }
    if (look < 0) {
      look = static_cast<int>(names.size());
      names.emplace_back(kLabels[at(label_of(sample))]);
      labels.push_back(label_of(sample));
    }
    sample.label = look;
    samples.push_back(std::move(sample));
  }
  // Locks that do not show as marks show as colours, or not at all; if pieces change colour, there
  // is no way to know.
  if (has_locked_marks() && !marks_->has_locks() &&
      std::count(names.begin(), names.end(), hexiom::kPieceLabel) > 1)
    throw LearnStopped(End::unreadable, "locked pieces cannot be distinguished from others.");
  // By name, so that variants of the same name do not compete.
  // A locked cell that is yet to be seen may look much like an empty one.
  const bool has_locked = std::ranges::count(names, hexiom::kLockedEmptyLabel) > 0;
  const float between = has_locked ? cells::Atlas::kBetween : 0;
  cells_.emplace(cells::HexReader(cells::Atlas(samples, between), names, board).appearance());
}

bool CellAtlas::has_locked_marks() const {
  return std::ranges::any_of(mark_samples_,
                             [](const cells::Sample& sample) { return sample.label == 1; });
}

/// Whether a locked cell without a piece shows a mark where numbers would hide it.
bool CellAtlas::hide_locks(hexiom::NumberSpan span) const {
  const auto is_empty = [](const cells::Sample& sample) {
    return sample.label == static_cast<int>(CellLabel::empty);
  };
  if (std::ranges::none_of(samples_, is_empty)) return false;
  const auto is_drawn = [&](const cells::Sample& locked, int column, int row) {
    return std::ranges::all_of(samples_, [&](const cells::Sample& other) {
      return !is_empty(other) || cv::norm(locked.patch.at<cv::Vec3f>(row, column) -
                                          other.patch.at<cv::Vec3f>(row, column)) > kMarked;
    });
  };
  for (const cells::Sample& locked : samples_) {
    if (locked.label != static_cast<int>(CellLabel::locked_empty)) continue;
    for (int row = 0; row < locked.patch.rows; ++row)
      for (int column = 0; column < locked.patch.cols; ++column)
        if (hexiom::is_under_number(cells::place_in_hexagon(column, row), span) &&
            is_drawn(locked, column, row))
          return true;
  }
  return false;
}

/// Locks show as marks if those of locked pieces differ from all others.
void CellAtlas::make_marks(double radius, hexiom::NumberSpan span) {
  if (!has_locked_marks() && hide_locks(span)) {
    // Different numbers are no variation of what is drawn on a piece; by name, they do not compete.
    const cells::NamedAtlas numbers(
        cells::Atlas(number_samples_, 0),
        std::vector<std::string>(pieces_.size(), std::string(hexiom::kPieceLabel)));
    hexiom::Marks marks{numbers.pictures(), radius, true};
    marks_.emplace(marks);
    return;
  }
  std::vector<double> same;
  double other = std::numeric_limits<double>::infinity();
  for (const cells::Sample& a : mark_samples_) {
    double nearest = std::numeric_limits<double>::infinity();
    for (const cells::Sample& b : mark_samples_) {
      if (a.label != b.label)
        other = std::min(other, apart_by(a.patch, b.patch));
      else if (a.place != b.place)
        nearest = std::min(nearest, apart_by(a.patch, b.patch));
    }
    if (nearest < std::numeric_limits<double>::infinity()) same.push_back(nearest);
  }
  const bool are_shown =
      has_locked_marks() && other > std::max(kLeastMark, 1.5 * quantile(same, 0.9));
  std::vector<cells::Sample> samples = mark_samples_;
  if (!are_shown)
    for (cells::Sample& sample : samples) sample.label = 0;
  marks_.emplace(cells::Atlas(samples), radius);
}

}  // namespace eyehand::calibration
