#include "calibration/hexiom/cell_survey.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <opencv2/imgproc.hpp>
#include <utility>

#include "calibration/hexiom/moves.hpp"
#include "calibration/learn.hpp"
#include "puzzle/deadline.hpp"
#include "vision/cells/hexagons.hpp"
#include "vision/cells/patch.hpp"
#include "vision/hexiom/read_cells.hpp"

namespace eyehand::calibration {
namespace {

using std::chrono::milliseconds;

/// A cell has changed if at least this share of its pixels have.
constexpr double kChangedShare = 0.008;
/// Two pictures look the same if they differ by less than this share of the difference between an
/// empty cell and the first piece.
constexpr double kAlike = 0.35;
/// A place that resembles non-cells more than cells by this factor is not tried.
constexpr double kStill = 0.5;
/// A place that resembles a cell this closely is tried again, more slowly; so are the first places
/// that do not react.
constexpr double kSurely = 0.15;
constexpr std::size_t kSurelyStill = 4;
/// How many pictures of cells are kept for comparison.
constexpr std::size_t kMostPictures = 40, kMostStill = 5;
/// A cell's picture that differs by more than this on average (0 to 255) is a different one.
constexpr double kOtherPicture = 2;
/// A piece located farther than this from its lattice position, in pitches, was located wrongly.
constexpr double kOffLattice = 0.12;
/// The most places around a hexagon of cells that may fail to react before the hexagon is taken for
/// the board.
constexpr int kMostFailures = 4;
/// A piece that, apart from its number, differs by less than this (0 to 255) from one that was
/// moved can be moved, too, and an empty cell that differs less from others accepts pieces. A lock
/// that covers a hundredth of the piece differs by three times as much.
constexpr double kSamePiece = 3;
/// Something is drawn on a cell if a channel's standard deviation around its centre is larger.
constexpr double kDrawn = 5;
/// From a hexagon's centre to its corner, in pitches.
constexpr double kCorner = 0.58;
/// After so many places in a row that do not react, it is checked that anything does.
constexpr int kSuspicious = 4;
/// How long cells are tried.
constexpr milliseconds kTrialTime{60000};

}  // namespace

void CellSurvey::find_piece(std::function<bool()> deal) {
  deal_ = std::move(deal);
  piece_ = find_dragged_piece(prober_, timing_, report_, deal_);
  lattice_ = piece_.lattice;
  points_ = piece_.been;
  animation_ = piece_.animation;
  for (const auto& [from, to] : piece_.moves) {
    proven_.insert({from, to});
    std::swap(content_at(from), content_at(to));
  }
  piece_at_ = piece_.at;
  separation_ = apart_by(picture_of(piece_.before, {0, 0}), picture_of(piece_.after, {0, 0}));
  empties_.push_back(picture_of(piece_.after, {0, 0}));
  empty_middle_ = middle_picture(piece_.after, {0, 0});
  middle_separation_ = apart_by(middle_picture(piece_.before, {0, 0}), empty_middle_);
  note_cells();
  find_grab();
  shorten_rest();
}

const HexContent& CellSurvey::content(HexStep cell) {
  return content_at(cell);
}

int CellSurvey::cell_of(HexStep step) const {
  for (int cell = 0; cell < hexagon_->size(); ++cell)
    if (step_of(cell) == step) return cell;
  return -1;
}

double CellSurvey::off_empty_middle(HexStep cell) const {
  return apart_by(middle_picture(prober_.frame().image, cell), empty_middle_) / middle_separation_;
}

cv::Mat CellSurvey::number_of(HexStep cell) const {
  return hexiom::number_foreground(prober_.frame().image, middle(cell), lattice_.pitch,
                                   number_span());
}

void CellSurvey::add_marks(bool is_locked, HexStep cell, std::optional<HexContent> piece) {
  const auto marks = [&](bool with_number) {
    return hexiom::cut_marks(prober_.frame().image, middle(cell), lattice_.pitch, mark_radius(),
                             number_span(), with_number);
  };
  atlas_.add_marks(is_locked, cell, piece, marks(false), marks(true));
}

void CellSurvey::note(const Effect& effect) {
  timing_.note(effect);
  animation_ = std::max(animation_, effect.last);
}

/// The places immediately around the board, within the window.
std::vector<HexStep> CellSurvey::beside() const {
  std::vector<HexStep> steps;
  const int reach = board_.side + 1;
  for (int q = -reach; q <= reach; ++q)
    for (int r = -reach; r <= reach; ++r) {
      const int far = std::max({std::abs(q), std::abs(r), std::abs(q + r)});
      const HexStep step = plus(corner_, {q, r});
      if (far < board_.side || far > reach || !is_in_window(cv::Point(middle(step)))) continue;
      steps.push_back(step);
    }
  return steps;
}

cv::Mat CellSurvey::picture_of(const cv::Mat& window, HexStep cell) const {
  return cells::cut_hexagon(window, middle(cell), lattice_.pitch, lattice_.flat_topped, false);
}

cv::Mat CellSurvey::hollow(HexStep cell) const {
  return cells::cut_hexagon(prober_.frame().image, middle(cell), lattice_.pitch,
                            lattice_.flat_topped, true);
}

cv::Mat CellSurvey::middle_picture(const cv::Mat& window, HexStep cell) const {
  return cells::cut(window, middle(cell), 0.4 * lattice_.pitch, cells::kHexagonPixels);
}

/// A square inside a cell.
cv::Rect CellSurvey::box_of(HexStep cell) const {
  const double radius = 0.42 * lattice_.pitch;
  const cv::Point2d half(radius, radius);
  return cv::Rect(cv::Point(middle(cell) - half), cv::Point(middle(cell) + half)) &
         cv::Rect({}, prober_.frame().image.size());
}

bool CellSurvey::has_changed(const Effect& effect, HexStep cell) const {
  const cv::Rect box = box_of(cell);
  return !box.empty() && cv::countNonZero(effect.difference(box)) >
                             std::max<double>(kChangedPixels, kChangedShare * box.area());
}

Drag CellSurvey::drag_of(HexStep from, HexStep to) const {
  return {prober_.on_screen(middle(from) + lattice_.pitch * piece_.grab),
          prober_.on_screen(middle(to)),
          1,
          {}};
}

bool CellSurvey::may_drag(HexStep cell) const {
  return is_in_window(cv::Point(middle(cell))) &&
         is_in_window(cv::Point(middle(cell) + lattice_.pitch * piece_.grab));
}

/// Drags what is on one cell to another; returns whether they have swapped places. If pieces
/// follow the pointer, drags from a cell that may be empty are cut short, unless `patiently`.
bool CellSurvey::move(HexStep from, HexStep to, bool patiently) {
  if (!may_drag(from) || !may_drag(to)) return false;
  const Drag drag = drag_of(from, to);
  const bool may_be_cut = piece_.follows && !patiently && !proven_.contains(from);
  const Effect effect = may_be_cut ? prober_.try_drag(drag, pace_) : prober_.try_out({drag}, pace_);
  prober_.expect_no_dialog();
  has_moved_ = has_changed(effect, from) && has_changed(effect, to);
  if (!has_moved_) return false;
  note(effect);
  const auto moved = find_move(effect.before, effect.frame.image, effect.difference,
                               cv::Point(middle(from)), cv::Point(middle(to)));
  if (moved && moved->is_whole &&
      std::min(moved->box.width, moved->box.height) > 0.9 * piece_.width) {
    points_.push_back(middle_of(moved->box));
    points_.push_back(points_.back() + moved->shift);
  }
  take(from, to);
  return true;
}

/// Notes that the contents of two cells have swapped places.
void CellSurvey::take(HexStep from, HexStep to) {
  const bool was_known = proven_.contains(to);
  std::swap(content_at(from), content_at(to));
  proven_.insert({from, to});
  if (is_empty(from)) {
    empty_contents_.insert(contents_[from]);
    if (!was_known && empties_.size() < kMostPictures) empties_.push_back(picture(from));
  }
  piece_at_ = to;
  note_cells();
}

bool CellSurvey::looks_empty(HexStep cell) const {
  return nearest_of(empties_, picture(cell)) < kAlike * separation_;
}

bool CellSurvey::looks_like_piece(HexStep cell) const {
  const Likeness like = likeness(cell);
  return like.piece < kAlike && like.piece < like.empty;
}

bool CellSurvey::is_empty(HexStep cell) {
  const HexContent what = content(cell);
  if (empty_contents_.contains(what)) return true;
  if (piece_contents_.contains(what)) return false;
  const bool empty = looks_empty(cell);
  (empty ? empty_contents_ : piece_contents_).insert(what);
  return empty;
}

/// The nearest empty cell that is known to accept pieces.
HexStep CellSurvey::empty_near(HexStep cell) {
  std::optional<HexStep> best;
  for (const HexStep each : proven_)
    if (is_empty(each) &&
        (!best || cv::norm(middle(each) - middle(cell)) < cv::norm(middle(*best) - middle(cell))))
      best = each;
  if (!best) throw LearnStopped(End::unreadable, "the board has no empty cells.");
  return *best;
}

/// Keeps pictures of cells that look different from those already kept.
void CellSurvey::note_cells() {
  for (const HexStep cell : proven_) {
    const cv::Mat now = hollow(cell);
    auto& last = last_pictures_[cell];
    if (!last.empty() && apart_by(last, now) < kOtherPicture) {
      if (last_contents_[cell] == content(cell)) continue;
    }
    last = now;
    last_contents_[cell] = content(cell);
    note_cell(cell, now);
  }
  for (const HexStep cell : tried_) note_still(cell);
}

/// Places that do not react may change their appearance, too, while other pieces move.
void CellSurvey::note_still(HexStep cell) {
  auto& pictures = still_pictures_[cell];
  const cv::Mat now = hollow(cell);
  if (pictures.size() < kMostStill && nearest_of(pictures, now) > kOtherPicture)
    pictures.push_back(now);
}

void CellSurvey::note_cell(HexStep cell, const cv::Mat& now) {
  const bool empty = is_empty(cell);
  atlas_.add(empty ? CellLabel::empty : CellLabel::piece, cell, now);
  if (empty) return;
  note_span(cell);
  add_marks(false, cell, content(cell));
  if (pieces_.size() < kMostPictures && nearest_of(pieces_, now) > kOtherPicture)
    pieces_.push_back(now);
  auto& pictures = numbers_of_[content(cell)];
  if (const cv::Mat number = number_of(cell); !number.empty() && pictures.size() < kMostStill)
    pictures.push_back(number);
}

/// Round numbers are a little higher than others.
void CellSurvey::note_span(HexStep cell) {
  const auto span = hexiom::span_of_number(prober_.frame().image, middle(cell), lattice_.pitch);
  if (!span) return;
  const hexiom::NumberSpan known = number_span_.value_or(*span);
  number_span_ = {std::max(known.above, span->above), std::max(known.below, span->below)};
}

// --- Which cells there are

CellSurvey::Likeness CellSurvey::likeness(HexStep cell) const {
  return {nearest_of(empties_, picture(cell)) / separation_,
          nearest_of(pieces_, hollow(cell)) / separation_,
          nearest_of(still_, picture(cell)) / separation_};
}

/// Untried places beside known cells, and those where the picture shows areas: locked pieces may
/// surround the known cells.
std::set<HexStep> CellSurvey::open_cells() const {
  std::set<HexStep> cells = piece_.areas;
  for (const HexStep cell : proven_)
    for (const HexStep way : kHexSteps) cells.insert(plus(cell, way));
  std::erase_if(cells,
                [&](HexStep cell) { return proven_.contains(cell) || tried_.contains(cell); });
  return cells;
}

/// The hexagon around the known cells.
std::optional<std::pair<HexStep, int>> CellSurvey::hexagon_of_cells() const {
  std::vector<HexStep> places(proven_.begin(), proven_.end());
  if (const auto found = hexagon_around(places)) return found;
  // Locked cells are areas, too.
  places.insert(places.end(), piece_.areas.begin(), piece_.areas.end());
  return hexagon_around(places);
}

/// The hexagon around the known cells, and whether all places in it were tried.
CellSurvey::Around CellSurvey::around() const {
  Around around;
  const auto found = hexagon_of_cells();
  if (!found) return around;
  const Hexagon hexagon(found->second);
  for (int cell = 0; cell < hexagon.size(); ++cell)
    around.cells.insert(plus(found->first, step_to(hexagon.middle(cell))));
  around.is_complete = std::ranges::all_of(
      around.cells, [&](HexStep cell) { return proven_.contains(cell) || tried_.contains(cell); });
  return around;
}

/// The untried place that looks most like known cells, or like an area of a cell's size. Then come
/// the others inside the hexagon around the known cells, those that resemble non-cells last:
/// movable pieces may look much like locked ones. Outside, none is tried that does.
std::optional<HexStep> CellSurvey::likeliest_cell(const Around& around) const {
  std::array<std::pair<double, std::optional<HexStep>>, 4> best;  // by preference
  for (auto& [least, unused] : best) least = std::numeric_limits<double>::infinity();
  for (const HexStep cell : open_cells()) {
    if (!may_drag(cell)) continue;
    const Likeness like = likeness(cell);
    const double nearest = std::min(like.empty, like.piece);
    const bool is_inside = around.cells.contains(cell), is_still = like.still < kStill * nearest;
    const bool is_alike = nearest < kAlike || piece_.areas.contains(cell);
    if (around.is_complete && (is_still || (!is_alike && !piece_.areas.empty()))) continue;
    std::size_t rank = is_inside ? 1 : 3;
    if (is_still && is_inside) rank = 2;
    if (!is_still && is_alike) rank = 0;
    if (nearest < best[rank].first) best[rank] = {nearest, cell};
  }
  for (const auto& [unused, cell] : best)
    if (cell) return cell;
  return std::nullopt;
}

/// Moves something to or from each place that may be a cell. Places that look like known cells
/// come first, then the rest; once the cells form a hexagon, a few more around it.
void CellSurvey::try_cells() {
  const Deadline end = Deadline::after(kTrialTime);
  int failures = 0, in_a_row = 0;
  while (!end.passed() && failures < kMostFailures) {
    const Around hexagon = around();
    const auto cell = likeliest_cell(hexagon);
    if (!cell) break;
    try_cell(*cell);
    const bool has_failed = tried_.contains(*cell);
    failures = hexagon.is_complete && has_failed ? failures + 1 : 0;
    in_a_row = has_failed ? in_a_row + 1 : 0;
    if (in_a_row % kSuspicious == kSuspicious - 1) expect_to_move();
    if (proven_.size() % 6 == 0) settle_lattice();
  }
  settle_lattice();
  report_("cells",
          fmt::format("{} accept pieces, {} other places do not", proven_.size(), tried_.size()));
}

HexStep CellSurvey::step_to(Hexagon::Point point) {
  const int r = cvRound(point.y * 2 / std::sqrt(3.0));
  return {cvRound(point.x - r / 2.0), r};
}

void CellSurvey::try_cell(HexStep cell) {
  // Where cells are not drawn, what is beside the board looks just like empty ones.
  cv::Scalar mean, deviation;
  cv::meanStdDev(middle_picture(prober_.frame().image, cell), mean, deviation);
  const bool is_drawn =
      piece_.areas.contains(cell) || std::max({deviation[0], deviation[1], deviation[2]}) > kDrawn;
  if ((is_drawn && nearest_of(empties_, picture(cell)) < kSamePiece) ||
      (nearest_of(pieces_, hollow(cell)) < kSamePiece && !number_of(cell).empty())) {
    proven_.insert(cell);
    note_cells();
    return;
  }
  const Likeness like = likeness(cell);
  const bool may_be_empty = like.empty < kAlike, may_be_piece = like.piece < kAlike;
  const bool first_as_piece = like.piece < like.empty;
  for (const bool as_piece : {first_as_piece, !first_as_piece}) {
    if (as_piece ? may_be_empty && !may_be_piece : may_be_piece && !may_be_empty) continue;
    if (as_piece ? move(cell, empty_near(cell)) : move(piece_at_, cell)) return;
  }
  // A busy program may have missed a drag, and places that look like the first failures are never
  // tried.
  if (like.empty < kSurely || like.piece < kSurely || still_.size() < kSurelyStill) {
    const Pace pace = std::exchange(pace_, slower_pace());
    const bool moved =
        like.empty < like.piece ? move(piece_at_, cell) : move(cell, empty_near(cell), true);
    pace_ = pace;
    if (moved) return;
  }
  tried_.insert(cell);
  if (still_.size() < kMostPictures) still_.push_back(picture(cell));
}

/// Refines the lattice, now that cells farther apart are known.
void CellSurvey::settle_lattice() {
  std::vector<cv::Point2d> points = points_;
  std::erase_if(points, [&](cv::Point2d point) {
    return cv::norm(lattice_.at(nearest_step(lattice_, point).point()) - point) >
           kOffLattice * lattice_.pitch;
  });
  if (points.size() >= 4) settle_on(lattice_, points);
}

void CellSurvey::find_board() {
  try_cells();
  auto found = hexagon_of_cells();
  if (!found) {
    std::vector<HexStep> places(proven_.begin(), proven_.end());
    // Include the places that did not react but look like known cells.
    for (const HexStep cell : tried_)
      if (const Likeness like = likeness(cell); std::min(like.empty, like.piece) < kAlike)
        places.push_back(cell);
    found = hexagon_around(places);
  }
  if (!found)
    throw LearnStopped(End::unreadable, "the cells found do not show where the hexagon ends.");
  board_ = lattice_;
  board_.middle = middle(found->first);
  board_.side = found->second;
  corner_ = found->first;
  hexagon_.emplace(board_.side);
  for (int cell = 0; cell < hexagon_->size(); ++cell) {
    const HexStep step = step_of(cell);
    if (!proven_.contains(step) && !tried_.contains(step)) try_cell(step);
  }
  if (!has_moved_) expect_to_move();
  std::vector<cv::Point> corners;
  const cv::Point2d half = board_.pitch * cv::Point2d(kCorner, kCorner);
  for (int cell = 0; cell < hexagon_->size(); ++cell)
    for (const cv::Point2d& corner : {middle(step_of(cell)) - half, middle(step_of(cell)) + half})
      corners.emplace_back(corner);
  prober_.park_outside(cv::boundingRect(corners));
  report_("board", fmt::format("side {}, {} of {} cells accept pieces", board_.side, proven_.size(),
                               hexagon_->size()));
}

}  // namespace eyehand::calibration
