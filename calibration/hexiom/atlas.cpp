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

void CellAtlas::add_marks(bool is_locked, HexStep cell, const cv::Mat& marks) {
  mark_samples_.push_back({is_locked ? 1 : 0, place(cell), marks});
}

CellLabel CellAtlas::label(const cells::Prediction& prediction) const {
  const auto* name = std::find(kLabels.begin(), kLabels.end(), cells_->label(prediction.label));
  return static_cast<CellLabel>(name - kLabels.begin());
}

/// Variation between pictures of the same label must be ignored, but pieces of different colours
/// differ everywhere; so each colour is a label of its own, with the same name. Where marks show
/// locks, a locked piece is another picture of its colour, not all of which were seen locked.
void CellAtlas::make_readers(const HexLattice& board, double separation, double mark_radius) {
  make_marks(mark_radius);
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

/// Locks show as marks if those of locked pieces differ from all others.
void CellAtlas::make_marks(double radius) {
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
