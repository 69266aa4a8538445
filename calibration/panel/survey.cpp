#include "calibration/panel/survey.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <set>
#include <span>
#include <utility>

#include "calibration/areas.hpp"
#include "calibration/changes.hpp"
#include "calibration/learn.hpp"
#include "calibration/panel/plain.hpp"
#include "calibration/survey.hpp"
#include "puzzle/index.hpp"
#include "vision/cells/patch.hpp"
#include "vision/statistics.hpp"

namespace eyehand::calibration {
namespace {

using std::chrono::milliseconds;

/// The smallest tile to look for, pixels, and the fewest changed pixels that are not noise.
constexpr int kCellMinPx = 12, kChangedMin = 30;
/// What changes within this distance of a click, pixels, may be its effect.
constexpr int kNear = 20;
/// A click that changes a larger share of the window than this did not hit a tile.
constexpr double kTooMuch = 0.5;
/// How often to try to undo a click, and how long after one that was lost.
constexpr int kBackTries = 3;
constexpr milliseconds kTooSoon{700};
/// How many places to try before giving up.
constexpr std::size_t kMaxPlaces = 60;
/// The centres of neighbours are a tile's side plus a gap of up to a third of it apart. At
/// kToNeighbour sides from a tile's centre is its neighbour, whatever the gap.
constexpr double kToNeighbour = 1.17, kPitchMin = 0.92, kPitchMax = 1.5;
/// How many tiles are toggled, if there are that many, and how many that look locked are clicked.
constexpr int kToggles = 7, kLockTries = 3;
/// A tile is far from others if it is more than this many pitches from each; and how many such
/// tiles are toggled before the panel's extent is known, at most.
constexpr double kFarTile = 1.5;
constexpr int kFarTries = 3;
/// A cell has changed if the share of it that has is at least this much of the usual share.
constexpr double kChangedShare = 0.4;
/// The most linked tiles in a row. Where they meet at a corner, cells without any of them have less
/// than the first share of the most that changed in one, and those with one more than the second.
constexpr int kMostLinked = 4;
constexpr double kEmptyShare = 0.1, kFullShare = 0.5;

/// A solved program may accept no more clicks.
bool would_solve(const panel::Board& board, int tile) {
  return panel::is_solved(toggled(board, panel::linked_with(board, tile)));
}

/// The side of a tile in a region that linked tiles which touch have changed: in a row, or round a
/// corner, where cells of the region are empty.
int side_of_linked(const cv::Mat& changed) {
  const int side = std::min(changed.cols, changed.rows);
  for (int shorter = 2; shorter <= kMostLinked; ++shorter) {
    const int columns = cvRound(shorter * static_cast<double>(changed.cols) / side),
              rows = cvRound(shorter * static_cast<double>(changed.rows) / side);
    const double pitch = static_cast<double>(side) / shorter;
    if (pitch < kCellMinPx || std::max(columns, rows) > kMostLinked) break;
    const std::vector<double> shares = coverage(changed, {{}, pitch, columns, rows});
    const double most = *std::max_element(shares.begin(), shares.end());
    const auto is_empty = [&](double share) { return share < kEmptyShare * most; };
    // What is left out of a single tile is its middle, or all of its corners.
    const auto corners = {shares[0], shares[at(columns - 1)], shares[at((rows - 1) * columns)],
                          shares.back()};
    const auto empty = std::ranges::count_if(corners, is_empty);
    if (empty > 0 && empty < 4 && std::ranges::all_of(shares, [&](double share) {
          return is_empty(share) || share > kFullShare * most;
        }))
      return cvFloor(pitch);
  }
  return side;
}

[[noreturn]] void stop(End end, const std::string& why) {
  throw LearnStopped(end, why);
}

}  // namespace

panel::Board toggled(panel::Board board, const std::vector<int>& which) {
  for (const int tile : which) board.tiles[at(tile)].lit = !board.tiles[at(tile)].lit;
  return board;
}

void PanelSurvey::run() {
  start_ = prober_.frame().image.clone();
  touched_ = cv::Mat::zeros(start_.size(), CV_8U);
  report("click", "looking for a tile that a click toggles and a second one toggles back");
  if (!find_first())
    throw NothingReacts("no click changed anything that a second click changed back.");
  find_pitch();
  find_extent();
  toggle_more();
}

bool PanelSurvey::is_left_changed() const {
  if (start_.empty() || is_solved_) return is_solved_;
  const cv::Mat changed = prober_.differences(start_, prober_.frame().image);
  return cv::countNonZero(changed & touched_) >= kChangedMin;
}

PanelTiles PanelSurvey::places() const {
  std::vector<double> sides;
  for (const Box& box : boxes_) sides.push_back(box.side);
  PanelTiles places;
  places.pitch = lattice_.pitch;
  places.side = cvRound(eyehand::median(sides));
  const double corner = (places.side - 1) / 2.0;
  places.origin = lattice_.centre(0, 0) - cv::Point2d(corner, corner);
  places.columns = lattice_.columns;
  places.rows = lattice_.rows;
  places.is_there.assign(static_cast<std::size_t>(tiles()), true);
  places.background = colour_around(start_, places);
  return places;
}

/// What a click changed, if a second one changed it back, excluding what did not change back,
/// such as a move counter. If a click on a tile may have solved the panel, throws LearnStopped.
std::optional<TilePress> PanelSurvey::press_twice(cv::Point at, bool is_on_tile) {
  if (!prober_.frame().on_screen.contains(at)) return std::nullopt;
  const Effect there = prober_.click(at);
  // Once it is known where the panel is, whatever changes elsewhere, such as a clock, is ignored.
  cv::Mat counts(there.difference.size(), CV_8U, cv::Scalar(lattice_.columns == 0 ? 255 : 0));
  counts(lattice_.bounds() & cv::Rect({}, counts.size())) = 255;
  const cv::Mat difference = there.difference & counts;
  if (cv::countNonZero(difference) < kChangedMin) {
    // It may have changed a tile where something else, such as a message, came or went before.
    const cv::Rect near =
        cv::Rect(cv::Point(at) - cv::Point(kNear, kNear), cv::Size(2 * kNear, 2 * kNear)) &
        cv::Rect({}, there.before.size());
    const cv::Mat all = changed_pixels(there.before, there.frame.image)(near) & counts(near);
    if (cv::countNonZero(all) >= kChangedMin) prober_.click(at);
    return std::nullopt;
  }
  Effect back;
  cv::Mat changed;
  bool is_some = false;
  for (int tries = 0; tries < kBackTries && !is_some; ++tries) {
    back = prober_.click(at);
    changed =
        parts_restored(difference, changed_pixels(there.before, back.frame.image) & difference);
    is_some = cv::countNonZero(changed) >= kChangedMin;
    // A click without any effect may have come too soon.
    if (is_some || cv::countNonZero(back.difference & counts) >= kChangedMin) break;
    prober_.wait(kTooSoon);
  }
  // A click may have solved the panel, and the second one have toggled a tile of the next.
  if (!is_some && box_of({at, back.before, back.frame.image, back.difference & counts, -1, {}})) {
    prober_.click(at);
    report("click", "perhaps that solved the panel, which is left changed: another one is there");
    is_solved_ = true;
  }
  // A click may have solved the panel, which now accepts no more of them.
  const cv::Mat left = difference & changed_pixels(there.before, back.frame.image);
  if (lattice_.columns > 0 ? !is_some
                           : cv::countNonZero(back.difference & left) < kChangedMin &&
                                 box_of({at, there.before, there.frame.image, left, -1, {}})) {
    touched_ |= left;
    const std::string what = fmt::format(
        "a click at {}, {} changed something that a second one did not change back; perhaps that "
        "solved the panel, which is left changed.",
        at.x, at.y);
    if (is_on_tile) stop(End::stuck, what);
    report("click", what);
  }
  if (!is_some || cv::countNonZero(changed) > kTooMuch * static_cast<double>(changed.total()))
    return std::nullopt;
  timing_.note(there);
  timing_.note(back);
  animation_ = std::max({animation_, there.animation(), back.animation()});
  presses_.push_back({at, there.before, there.frame.image, changed, -1, {}});
  touched_ |= changed;
  return presses_.back();
}

/// The tile where a press was made: the region that changed around it, or that part of it.
std::optional<PanelSurvey::Box> PanelSurvey::box_of(const TilePress& press) {
  cv::Mat closed;
  cv::morphologyEx(press.changed, closed, cv::MORPH_CLOSE, cv::Mat::ones(3, 3, CV_8U));
  std::optional<cv::Rect> best;
  for (const cv::Rect& box : boxes_of(closed, kCellMinPx))
    if (box.contains(press.at) && (!best || box.area() < best->area())) best = box;
  if (!best) return std::nullopt;
  const int side = side_of_linked(closed(*best));
  const auto middle = [side](int from, int length, int at) {
    const int count = std::max(1, cvRound(static_cast<double>(length) / side));
    const double pitch = count > 1 ? static_cast<double>(length - side) / (count - 1) : 0;
    const int which = std::clamp((at - from) * count / std::max(length, 1), 0, count - 1);
    return from + cvRound(which * pitch) + (std::min(length, side) - 1) / 2.0;
  };
  return Box{cv::Point2d(middle(best->x, best->width, press.at.x),
                         middle(best->y, best->height, press.at.y)),
             static_cast<double>(side)};
}

bool PanelSurvey::find_first() {
  std::size_t tried = 0;
  std::vector<cv::Point> places = places_like_tiles(prober_.frame().image);
  const std::size_t alike = places.size();
  if (alike > 0)
    std::rotate(places.begin(), places.begin() + skipped_ % static_cast<int>(alike), places.end());
  for (const cv::Point place : promising_places(prober_.frame().image)) places.push_back(place);
  for (const cv::Point place : places) {
    if (++tried > kMaxPlaces) return false;
    const auto press = press_twice(place, tried <= alike);
    if (!press) continue;
    if (const auto box = box_of(*press)) {
      boxes_.push_back(*box);
      return true;
    }
    presses_.clear();
  }
  return false;
}

/// The pitch according to a neighbour this many places away in this direction. Its tile is
/// remembered.
std::optional<double> PanelSurvey::pitch_towards(cv::Point direction, int places) {
  const Box first = boxes_.front();
  const cv::Point2d way = places * kToNeighbour * first.side * cv::Point2d(direction);
  const auto press = press_twice(first.middle + way);
  const auto box = press ? box_of(*press) : std::nullopt;
  if (!box || std::abs(box->side - first.side) > 2 + 0.1 * first.side) return std::nullopt;
  const cv::Point2d shift = box->middle - first.middle;
  const double pitch = std::max(std::abs(shift.x), std::abs(shift.y)) / places;
  const cv::Point2d aside = shift - pitch * places * cv::Point2d(direction);
  if (pitch < kPitchMin * first.side || pitch > kPitchMax * first.side ||
      cv::norm(aside) > 2 + 0.05 * first.side)
    return std::nullopt;
  boxes_.push_back(*box);
  return pitch;
}

void PanelSurvey::find_pitch() {
  std::vector<double> pitches;
  const auto try_all = [&](std::initializer_list<cv::Point> directions, int places) {
    for (const cv::Point direction : directions)
      if (const auto pitch = pitch_towards(direction, places)) {
        pitches.push_back(*pitch);
        return true;
      }
    return false;
  };
  if (!try_all({{1, 0}, {-1, 0}}, 1)) try_all({{1, 0}, {-1, 0}}, 2);
  if (!try_all({{0, 1}, {0, -1}}, 1)) try_all({{0, 1}, {0, -1}}, 2);
  if (pitches.empty()) try_all({{1, 1}, {-1, 1}, {1, -1}, {-1, -1}}, 1);
  if (pitches.empty()) stop(End::unreadable, "one tile reacts to clicks, but none beside it.");
  double sum = 0;
  for (const double pitch : pitches) sum += pitch;
  lattice_.pitch = sum / static_cast<double>(pitches.size());
  const double half = lattice_.pitch / 2;
  lattice_.origin = boxes_.front().middle - cv::Point2d(half, half);
  lattice_.columns = lattice_.rows = 1;
  fit_lattice();
}

/// Shifts and scales the lattice to fit the tiles found.
void PanelSurvey::fit_lattice() {
  double n = 0, indices = 0, squares = 0, along = 0;
  cv::Point2d middles, index_sums;
  for (const Box& box : boxes_) {
    const cv::Point2d index = place_of(box.middle);
    ++n;
    index_sums += index;
    middles += box.middle;
    squares += index.dot(index);
    along += index.dot(box.middle);
  }
  indices = index_sums.dot(index_sums) / n;
  if (squares - indices < 0.5) return;
  const double pitch = (along - index_sums.dot(middles) / n) / (squares - indices);
  lattice_.pitch = pitch;
  lattice_.origin = (middles - pitch * index_sums) / n - cv::Point2d(pitch / 2, pitch / 2);
}

/// Column and row, rounded to whole numbers.
cv::Point2d PanelSurvey::place_of(cv::Point2d point) const {
  const cv::Point2d place = (point - lattice_.origin) / lattice_.pitch;
  return {std::floor(place.x), std::floor(place.y)};
}

/// Limits the lattice to these columns and rows.
void PanelSurvey::take(const cv::Rect& places) {
  lattice_.origin += lattice_.pitch * cv::Point2d(places.tl());
  lattice_.columns = places.width;
  lattice_.rows = places.height;
}

/// Remembers the tile where a press was made, unless it looks larger or smaller than the first.
bool PanelSurvey::note_box(const TilePress& press) {
  const auto box = box_of(press);
  const double usual = boxes_.front().side;
  if (!box || std::abs(box->side - usual) > 2 + 0.1 * usual) return false;
  boxes_.push_back(*box);
  return true;
}

/// Derives pictures of a plain tile from all toggled ones.
void PanelSurvey::fit_tiles() {
  std::vector<ToggledCell> cells;
  for (TilePress& press : presses_) {
    press.tiles.clear();
    const cv::Point2d place = place_of(press.at);
    press.tile = static_cast<int>(place.y) * lattice_.columns + static_cast<int>(place.x);
    const auto shares = coverage(press.changed, lattice_);
    const double usual = *std::max_element(shares.begin(), shares.end());
    for (int tile = 0; tile < tiles(); ++tile) {
      if (shares[at(tile)] <= kChangedShare * usual) continue;
      press.tiles.push_back(tile);
      const auto patch = [&](const cv::Mat& picture) {
        return cells::cut(picture, middle_of(tile), lattice_.pitch, panel::kCellPixels);
      };
      cells.push_back({patch(press.before), patch(press.after)});
    }
  }
  const auto plain = plain_tile(cells);
  if (!plain) stop(End::unreadable, "the regions that clicks change have no common shape.");
  reader_.emplace(*plain, lattice_);
  reader_->learn_links(std::span(&prober_.frame().image, 1), lattice_, known_links());
}

/// Of the tiles that were toggled, and those beside them.
std::vector<panel::CellsReader::NeighbourPair> PanelSurvey::known_links() const {
  std::vector<panel::CellsReader::NeighbourPair> known;
  for (const TilePress& press : presses_)
    for (const int tile : press.tiles)
      for (int other = 0; other < tiles(); ++other) {
        if (cv::norm(middle_of(tile) - middle_of(other)) > 1.1 * lattice_.pitch || other == tile)
          continue;
        const bool toggles_both = std::ranges::count(press.tiles, other) > 0;
        // Of three tiles or more, not each pair has a bridge.
        if (!toggles_both || press.tiles.size() == 2) known.push_back({tile, other, toggles_both});
      }
  return known;
}

void PanelSurvey::find_extent() {
  look_around();
  // A step is known to half a pixel. That adds up, so more tiles may be found once it is known
  // better.
  for (int tries = 0; tries < kFarTries; ++tries) {
    const cv::Size before(lattice_.columns, lattice_.rows);
    if (!toggle_farthest()) break;
    fit_lattice();
    look_around();
    if (before == cv::Size(lattice_.columns, lattice_.rows)) break;
  }
  report("tiles", fmt::format("{}x{} of {:.1f} px at {:.0f}, {:.0f}", lattice_.columns,
                              lattice_.rows, lattice_.pitch, lattice_.origin.x, lattice_.origin.y));
}

/// Toggles the tile that is farthest from all toggled so far, if it is not beside them. False if
/// there is none.
bool PanelSurvey::toggle_farthest() {
  std::vector<std::pair<double, int>> places;
  const panel::Reading now = reader_->read(prober_.frame());
  if (static_cast<int>(now.board.size()) != tiles()) return false;
  for (int tile = 0; tile < tiles(); ++tile) {
    double nearest = 100;
    for (const Box& box : boxes_)
      nearest = std::min(nearest, cv::norm(middle_of(tile) - box.middle) / lattice_.pitch);
    const panel::Tile& its = now.board.tiles[at(tile)];
    const auto state = reader_->state_of(prober_.frame().image, middle_of(tile), lattice_.pitch);
    const bool may_solve = now.accepted() && would_solve(now.board, tile);
    if (nearest > kFarTile && state.is_plain() && !its.locked && !may_solve)
      places.emplace_back(nearest, tile);
  }
  std::sort(places.rbegin(), places.rend());
  for (std::size_t i = 0; i < std::min<std::size_t>(places.size(), kFarTries); ++i)
    if (const auto press = press_twice(middle_of(places[i].second)); press && note_box(*press))
      return true;
  return false;
}

/// All places near known ones that look like tiles in either state.
void PanelSurvey::look_around() {
  std::vector<cv::Point> known;
  for (const Box& box : boxes_) known.emplace_back(place_of(box.middle));
  take(cv::boundingRect(known));
  fit_tiles();
  const cv::Mat& window = prober_.frame().image;
  std::set<std::pair<int, int>> seen;
  std::vector<cv::Point> board;
  for (const Box& box : boxes_) {
    const cv::Point place = place_of(box.middle);
    if (seen.emplace(place.x, place.y).second) board.push_back(place);
  }
  for (std::size_t i = 0; i < board.size() && board.size() < panel::kMaxTiles; ++i)
    for (int dy = -2; dy <= 2; ++dy)
      for (int dx = -2; dx <= 2; ++dx) {
        const cv::Point place = board[i] + cv::Point(dx, dy);
        if (!seen.emplace(place.x, place.y).second) continue;
        const cv::Point2d middle = lattice_.centre(place.x, place.y);
        if (!cv::Rect2d(0, 0, window.cols, window.rows).contains(middle)) continue;
        if (reader_->state_of(window, middle, lattice_.pitch).is_plain()) board.push_back(place);
      }
  take(cv::boundingRect(board));
  if (std::min(lattice_.columns, lattice_.rows) < 2)
    stop(End::unreadable, "what reacts to clicks is not a rectangle of tiles.");
  prober_.park_outside(lattice_.bounds());
  grow();
  fit_tiles();
}

/// Adds rows and columns whose tiles are not plain: all of them may be marked. True if there are
/// any.
bool PanelSurvey::grow() {
  const Lattice before = lattice_;
  lattice_ = reader_->grown(prober_.frame().image, lattice_);
  for (int& tile : unresponsive_) {
    const cv::Point place = place_of(before.centre(tile % before.columns, tile / before.columns));
    tile = place.y * lattice_.columns + place.x;
  }
  return lattice_.columns > before.columns || lattice_.rows > before.rows;
}

/// Toggles more tiles: linked ones, then those farthest from all toggled so far. Clicks some that
/// look locked.
void PanelSurvey::toggle_more() {
  std::set<int> tried;
  const auto note_tried = [&] {
    tried = {unresponsive_.begin(), unresponsive_.end()};
    for (const TilePress& press : presses_) tried.insert(press.tiles.begin(), press.tiles.end());
  };
  note_tried();
  int lock_tries = 0;
  const auto urgency = [&](const panel::Reading& now, int tile) {
    const panel::Board& board = now.board;
    double nearest = 100;
    for (const int other : tried)
      nearest = std::min(nearest, cv::norm(middle_of(tile) - middle_of(other)) / lattice_.pitch);
    if (board.tiles[at(tile)].locked) return lock_tries < kLockTries ? nearest : -1.0;
    if (panel::linked_with(board, tile).size() > 1) return 100 + nearest;
    if (std::ranges::count(now.unclear_links, tile) > 0) return 90 + nearest;
    return static_cast<int>(tried.size()) < kToggles ? nearest : -1.0;
  };
  for (;;) {
    // With each toggled tile, more may become certain.
    if (grow()) {
      fit_tiles();
      note_tried();
    }
    const panel::Reading now = reader_->read(prober_.frame());
    const bool is_known =
        now.accepted() && now.board.width == lattice_.columns && now.board.height == lattice_.rows;
    int next = -1;
    double most = 0;
    for (int tile = 0; tile < tiles(); ++tile) {
      if (tried.contains(tile) || now.board.size() <= at(tile) ||
          !now.board.tiles[at(tile)].exists || now.confidence[at(tile)] <= 0)
        continue;
      if (is_known && would_solve(now.board, tile)) continue;
      const double its = urgency(now, tile);
      if (its <= most) continue;
      most = its;
      next = tile;
    }
    if (next < 0) break;
    tried.insert(next);
    auto press = press_twice(middle_of(next));
    if (!press) press = press_twice(middle_of(next));
    if (!press) {
      unresponsive_.push_back(next);
      lock_tries += now.board.tiles[at(next)].locked;
      continue;
    }
    note_box(*press);
    fit_tiles();
    tried.insert(presses_.back().tiles.begin(), presses_.back().tiles.end());
  }
  fit_lattice();
  fit_tiles();
  // Tiles that touch may look linked in one state only.
  std::vector<cv::Mat> pictures = {prober_.frame().image};
  for (const TilePress& press : presses_) pictures.push_back(press.after);
  reader_->learn_links(pictures, lattice_, known_links());
}

}  // namespace eyehand::calibration
