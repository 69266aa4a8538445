// A detail of cell_survey.hpp: where pieces can be grabbed, and how fast they can be dragged.
#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>
#include <utility>

#include "calibration/hexiom/cell_survey.hpp"

namespace eyehand::calibration {
namespace {

using std::chrono::milliseconds;

/// How much longer than usual the window is watched for changes.
constexpr milliseconds kRestMargin{50};
/// By how many of kDrags a drag is slower that must not be missed.
constexpr std::size_t kSlower = 2;
/// Where pieces are grabbed, in pitches from their centres, if not where the first one was.
constexpr std::array<std::pair<double, double>, 5> kGrabs = {
    {{0, 0}, {0.29, 0}, {-0.29, 0}, {0, 0.31}, {0, -0.31}}};

}  // namespace

/// Pieces are grabbed at their centre if that works.
void CellSurvey::find_grab() {
  const cv::Point2d first = piece_.grab;
  for (const auto& [right, below] : kGrabs) {
    piece_.grab = {right, below};
    const HexStep from = piece_at_;
    if (move(from, empty_near(from))) {
      report_("grab",
              fmt::format("pieces can be grabbed {:.2f}, {:.2f} from their centre", right, below));
      return;
    }
  }
  piece_.grab = first;
  expect_to_move();
}

/// The piece that was moved last can be moved, unless the game was won.
void CellSurvey::expect_to_move() {
  const Pace pace = std::exchange(pace_, drag_pace(kUsualDrag));
  const bool moves =
      move(piece_at_, empty_near(piece_at_)) || move(piece_at_, empty_near(piece_at_));
  pace_ = pace;
  if (!moves && deal_()) prober_.note_dealt_again();
}

/// Finds the fastest drags, and the shortest gap between them, at which two in a row both count.
void CellSurvey::find_speed() {
  for (speed_ = 0;; ++speed_) {
    pace_ = drag_pace(speed_);
    pace_.hold = milliseconds(25);
    int good = 0;
    while (good < 3 && move(piece_at_, empty_near(piece_at_))) ++good;
    if (good == 3) break;
    if (speed_ == kSlowestDrag) {
      if (good == 0) expect_to_move();
      break;
    }
  }
  for (const milliseconds gap : {milliseconds(5), animation_ / 2, animation_ + milliseconds(60)}) {
    pace_.gap = gap;
    const int repeats = 2;
    int good = 0;
    while (good < repeats && move_twice()) ++good;
    if (good == repeats) break;
  }
  shorten_rest();
}

Pace CellSurvey::slower_pace() const {
  return drag_pace(std::min(speed_ + kSlower, kSlowestDrag));
}

/// Drags one piece to an empty cell and immediately back.
bool CellSurvey::move_twice() {
  const HexStep here = piece_at_, there = empty_near(here);
  const HexStep third = another_empty(here, there);
  const Effect effect = prober_.try_out({drag_of(here, there), drag_of(there, third)}, pace_);
  prober_.expect_no_dialog();
  // Both cells are known: only the final state matters, and the picture shows nothing else.
  const auto swap_known = [&](HexStep from, HexStep to) {
    std::swap(content_at(from), content_at(to));
    piece_at_ = to;
  };
  if (looks_empty(here)) swap_known(here, there);
  if (piece_at_ == there && looks_empty(there) && third != here) swap_known(there, third);
  note_cells();
  if (third == here)
    return !has_changed(effect, here) && cv::countNonZero(effect.touched(box_of(there))) > 0;
  return piece_at_ == third;
}

HexStep CellSurvey::another_empty(HexStep here, HexStep there) {
  for (const HexStep cell : proven_)
    if (cell != here && cell != there && is_empty(cell)) return cell;
  return here;
}

/// Most of the time is spent waiting for pieces to come to rest.
void CellSurvey::shorten_rest() {
  timing_.set_waits(pace_);
  prober_.set_rest(std::min(Prober::kRest, std::max(pace_.settle, pace_.reaction) + kRestMargin));
}

}  // namespace eyehand::calibration
