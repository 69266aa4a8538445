#include "calibration/net/tile_survey.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cmath>

#include "calibration/learn.hpp"
#include "calibration/learner.hpp"
#include "calibration/survey.hpp"
#include "puzzle/deadline.hpp"
#include "puzzle/index.hpp"
#include "vision/cells/patch.hpp"
#include "vision/net/read_cells.hpp"
#include "vision/reading.hpp"

namespace eyehand::calibration {
namespace {

using net::Sides;
using std::chrono::milliseconds;

/// Fewer changed pixels are noise.
constexpr int kChangedMin = 20;
/// A click that changes a larger share of the window than this was not one on a tile.
constexpr double kTooMuch = 0.5;
/// Places that are tried before giving up.
constexpr std::size_t kMaxPlaces = 60;
/// How far a tile's middle may be from where it was clicked, pixels.
constexpr int kReach = 80;
/// Tiles that are turned at a time, and in all; and for how long this goes on.
constexpr std::size_t kBatch = 6, kMostTurned = 30;
constexpr milliseconds kTurnTime{40000};
/// A cell may be a tile of a look that is not known if one of its sides is this much like one.
constexpr float kPerhaps = 0.3F;
/// Tiles that are turned because they are uncertain once the board is known.
constexpr std::size_t kMostUncertainTurned = 12;
/// How much of a tile, in cells, may be beyond the window's edge.
constexpr double kEdgeRoom = 0.1;
/// A tile that turns changes at least this share of its cell.
constexpr double kTurnedShare = 0.008;

}  // namespace

void TileSurvey::run() {
  report_("turn", "looking for something that four clicks turn once around");
  find_first();
  find_lattice();
  turn_tiles();
  find_board();
}

/// Clicks a place four times. Nothing if that turns nothing around a middle near it.
std::optional<TileSurvey::Turned> TileSurvey::turn_at(cv::Point at) {
  if (!prober_.frame().on_screen.contains(at)) return std::nullopt;
  Turned turned;
  const cv::Mat first = prober_.frame().image;
  for (std::size_t k = 0; k < 4; ++k) {
    turned.pictures[k] = prober_.frame().image;
    const Effect effect = prober_.click(at);
    const int changed = cv::countNonZero(effect.difference);
    if (k == 0) {
      // What is still by its end has no effect: a cross, which looks the same when turned, too.
      if (changed < kChangedMin) return std::nullopt;
      if (changed > kTooMuch * static_cast<double>(effect.difference.total())) {
        is_left_changed_ = true;
        return std::nullopt;
      }
    }
    animation_ = std::max(animation_, effect.last);
    timing_.note(effect);
  }
  // A counter of moves goes on.
  const cv::Rect around =
      cv::Rect(at - cv::Point(kReach, kReach), cv::Size(2 * kReach, 2 * kReach)) &
      cv::Rect({}, first.size());
  const auto changed = [&](const cv::Mat& a, const cv::Mat& b) {
    return cv::countNonZero(prober_.differences(a, b)(around));
  };
  if (10 * changed(first, prober_.frame().image) > changed(first, turned.pictures[1])) {
    is_left_changed_ = true;
    return std::nullopt;
  }
  std::array<cv::Mat, 4> changes;
  for (std::size_t k = 0; k < 4; ++k)
    changes[k] = prober_.differences(turned.pictures[k], turned.pictures[(k + 1) & 3]);
  const auto rotation = find_rotation(changes, at, kReach);
  if (!rotation) return std::nullopt;
  turned.rotation = *rotation;
  const double reach = rotation->reach;
  const cv::Rect square = cv::Rect(cv::Point(rotation->centre - cv::Point2d(reach, reach)),
                                   cv::Size(cvRound(2 * reach), cvRound(2 * reach))) &
                          cv::Rect({}, changes[0].size());
  turned.looks_straight = 5 * cv::countNonZero(changes[0](square) ^ changes[1](square)) <
                          cv::countNonZero(changes[0](square));
  return turned;
}

/// A straight will do if nothing else turns: wires elsewhere that form a square and change their
/// colour look like one.
void TileSurvey::find_first() {
  std::size_t tried = 0;
  std::optional<Turned> first;
  for (const cv::Point place : promising_places(prober_.frame().image)) {
    if (++tried > kMaxPlaces || (first && tried > kMaxPlaces / 4)) break;
    const auto turned = turn_at(place);
    if (!turned) continue;
    first = turned;
    if (!turned->looks_straight) break;
  }
  if (!first)
    throw LearnStopped(End::stuck, "four clicks on one place never turned something once around.");
  first_ = first->rotation;
  report_("tile", fmt::format("something turns around {:.1f}, {:.1f}, {:.0f} px to each side",
                              first_.centre.x, first_.centre.y, first_.reach));
}

/// The middle of the next tile in a direction.
std::optional<cv::Point2d> TileSurvey::next_tile(cv::Point direction) {
  const cv::Point2d from = first_.centre;
  const double reach = first_.reach;
  for (double way = 2.1 * reach; way < 6.5 * reach; way += std::max(5.0, 0.4 * reach)) {
    const cv::Point at = cv::Point(from + way * cv::Point2d(direction));
    const auto turned = turn_at(at);
    if (!turned) continue;
    const cv::Point2d step = turned->rotation.centre - from;
    const double aside = std::abs(step.x * direction.y) + std::abs(step.y * direction.x);
    if (aside <= 2 && step.dot(cv::Point2d(direction)) > 1.5 * reach)
      return turned->rotation.centre;
  }
  return std::nullopt;
}

void TileSurvey::find_lattice() {
  std::vector<double> steps;
  for (const cv::Point direction : {cv::Point(1, 0), cv::Point(0, 1)})
    for (const int sign : {1, -1})
      if (const auto next = next_tile(sign * direction)) {
        steps.push_back(cv::norm(*next - first_.centre));
        break;
      }
  if (steps.empty()) throw LearnStopped(End::unreadable, "one tile turns, but none beside it.");
  // A tile between may be empty, or look the same when turned.
  double pitch = *std::min_element(steps.begin(), steps.end());
  const double most = *std::max_element(steps.begin(), steps.end());
  const int times = cvRound(most / pitch);
  if (times > 1 && std::abs(most - times * pitch) < 0.1 * pitch) pitch = most / times;
  lattice_.pitch = pitch;
  // All cells that the window has room for.
  const cv::Size size = prober_.frame().image.size();
  const cv::Point2d corner = first_.centre - cv::Point2d(pitch / 2, pitch / 2);
  // A board may reach the window's edge, and its middles are known to half a pixel.
  const auto whole = [&](double span) { return static_cast<int>(span / pitch + kEdgeRoom); };
  const cv::Point before(whole(corner.x), whole(corner.y));
  lattice_.origin = corner - pitch * cv::Point2d(before);
  lattice_.columns = whole(size.width - lattice_.origin.x);
  lattice_.rows = whole(size.height - lattice_.origin.y);
  start_ = {before.x, before.y};
  report_("cells", fmt::format("{:.1f} px from one tile to the next", pitch));
}

bool TileSurvey::is_inside(Cell cell) const {
  return cell.column >= 0 && cell.row >= 0 && cell.column < lattice_.columns &&
         cell.row < lattice_.rows && prober_.frame().on_screen.contains(cv::Point(middle(cell)));
}

Pace TileSurvey::pace() const {
  Pace pace = Prober::careful_pace();
  if (loses_clicks_) pace.gap = std::max(pace.gap, animation_ + milliseconds(60));
  return pace;
}

bool TileSurvey::has_changed(const cv::Mat& before, Cell cell) const {
  const cv::Point2d half(lattice_.pitch / 2, lattice_.pitch / 2);
  const cv::Rect box = cv::Rect(cv::Point(middle(cell) - half), cv::Point(middle(cell) + half)) &
                       cv::Rect({}, before.size());
  const cv::Mat changed = prober_.differences(before, prober_.frame().image)(box);
  return cv::countNonZero(changed) > kTurnedShare * box.area();
}

void TileSurvey::click_slowly(Cell cell) {
  prober_.perform({Click{prober_.on_screen(middle(cell))}}, pace());
}

/// Clicks each of these cells once. If a program takes no clicks while something moves, those
/// that were lost are made again, and it is clicked more slowly from then on.
void TileSurvey::click_once(std::vector<Cell> which) {
  const cv::Mat before = prober_.frame().image;
  Plan plan;
  for (const Cell cell : which) plan.emplace_back(Click{prober_.on_screen(middle(cell))});
  timing_.note(prober_.perform(plan, pace()));
  if (loses_clicks_ || which.size() == 1) return;
  std::erase_if(which, [&](Cell cell) { return has_changed(before, cell); });
  if (which.empty()) return;
  for (const Cell cell : which) {
    click_slowly(cell);
    loses_clicks_ = loses_clicks_ || has_changed(before, cell);
  }
}

/// Turns these cells once around, and remembers what they looked like.
void TileSurvey::turn(std::vector<Cell> which) {
  tried_.insert(which.begin(), which.end());
  std::array<cv::Mat, 4> pictures;
  for (std::size_t k = 0; k < 4 && !which.empty(); ++k) {
    pictures[k] = prober_.frame().image;
    click_once(which);
    if (k > 0) continue;
    // What does not turn is empty, or looks the same when turned.
    std::erase_if(which, [&](Cell cell) {
      if (has_changed(pictures[0], cell)) return false;
      still_.insert(cell);
      return true;
    });
  }
  for (const Cell cell : which) {
    for (int again = 0; again < 3 && has_changed(pictures[0], cell); ++again) click_slowly(cell);
    if (has_changed(pictures[0], cell)) {
      is_left_changed_ = true;
      continue;
    }
    TurningTile tile;
    for (std::size_t k = 0; k < 4; ++k) tile[k] = tile_picture(pictures[k], cell);
    turning_[cell] = {tile, pictures};
  }
  label();
}

void TileSurvey::add_samples(const cv::Mat& picture, Cell cell, Sides wires) {
  const cells::Layout layout = net::layout_of_sides();
  for (int side = 0; side < 4; ++side) {
    const auto& part = layout.parts[at(side)];
    samples_.push_back(
        {(wires & net::kEachSide[at(side)]) ? 1 : 0,
         4 * (cell.row * lattice_.columns + cell.column) + side,
         cells::cut(picture, middle(cell) + lattice_.pitch * part.offset,
                    lattice_.pitch * layout.side, cells::kPatchPixels, part.quarters)});
  }
}

/// Finds the wires of all tiles that were turned, and makes a reader of their sides.
void TileSurvey::label() {
  std::vector<TurningTile> tiles;
  for (const auto& [cell, turned] : turning_) tiles.push_back(turned.tile);
  const ArmFinder finder(tiles);
  const std::vector<Arms>& all = finder.arms();
  // Tiles that look the same either way turn like most.
  int balance = 0;
  for (const Arms& arms : all) balance += arms.quarters;
  usual_turn_ = balance >= 0 ? 1 : -1;
  samples_.clear();
  arms_.clear();
  std::size_t i = 0;
  for (const auto& [cell, turned] : turning_) {
    Arms arms = all[i++];
    if (!arms.is_clear) continue;
    const int quarters = arms.quarters == 0 ? usual_turn_ : arms.quarters;
    arms_[cell] = arms;
    for (int k = 0; k < 4; ++k)
      add_samples(turned.pictures[at(k)], cell, net::turned(arms.wires, quarters * k));
  }
  if (arms_.empty()) return;
  // What was clicked and did not turn has all wires or none.
  for (const Cell cell : still_)
    if (const auto wires = finder.wires_of_still(tile_picture(prober_.frame().image, cell)))
      add_samples(prober_.frame().image, cell, *wires);
  make_reader(lattice_);
}

void TileSurvey::make_reader(const Lattice& lattice) {
  reader_.emplace(
      cells::Atlas(samples_),
      std::vector<std::string>{std::string(net::kNoWireLabel), std::string(net::kWireLabel)},
      lattice, net::layout_of_sides());
}

TileSurvey::Here TileSurvey::look_at(Cell cell) const {
  Lattice one = lattice_;
  one.origin += lattice_.pitch * cv::Point2d(cell.column, cell.row);
  one.columns = one.rows = 1;
  Here here{.confidence = 1};
  const auto sides = reader_->read_at(prober_.frame().image, one).parts;
  for (std::size_t i = 0; i < sides.size(); ++i) {
    here.confidence = std::min(here.confidence, sides[i].confidence);
    if (sides[i].label != 1) continue;
    here.wires |= net::kEachSide[i];
    here.perhaps = here.perhaps || sides[i].confidence >= kPerhaps;
  }
  return here;
}
bool TileSurvey::is_tile(Cell cell) const {
  if (turning_.contains(cell)) return true;
  const Here here = look_at(cell);
  return here.confidence >= kMinConfidence && here.wires != 0;
}

std::vector<TileSurvey::Cell> TileSurvey::around(Cell cell) const {
  std::vector<Cell> cells;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx) {
      const Cell next{cell.column + dx, cell.row + dy};
      if (next != cell && is_inside(next)) cells.push_back(next);
    }
  return cells;
}

/// The cells of the board as far as it is known: tiles beside one another from the first on.
std::set<TileSurvey::Cell> TileSurvey::known_tiles() const {
  std::set<Cell> tiles = {start_};
  std::vector<Cell> queue = {start_};
  while (!queue.empty()) {
    const Cell cell = queue.back();
    queue.pop_back();
    for (const Cell next : around(cell)) {
      if (tiles.contains(next) || !is_tile(next)) continue;
      tiles.insert(next);
      queue.push_back(next);
    }
  }
  return tiles;
}

/// Some cells beside known tiles whose look is not known; first those between them.
std::vector<TileSurvey::Cell> TileSurvey::next_batch() const {
  const std::set<Cell> tiles = known_tiles();
  std::set<Cell> candidates;
  for (const Cell cell : tiles)
    for (const Cell next : around(cell))
      if (!tried_.contains(next) && !tiles.contains(next)) candidates.insert(next);
  const auto [low, high] = box_of(tiles);
  std::vector<Cell> batch;
  for (const bool within : {true, false})
    for (const Cell cell : candidates) {
      const bool is_within = cell.column >= low.column && cell.column <= high.column &&
                             cell.row >= low.row && cell.row <= high.row;
      if (is_within != within || batch.size() >= kBatch) continue;
      const Here here = look_at(cell);
      if (here.confidence < kMinConfidence && (within || here.perhaps)) batch.push_back(cell);
    }
  return batch;
}

/// Turns tiles whose look is not known, beside those that are.
void TileSurvey::turn_tiles() {
  const Deadline end = Deadline::after(kTurnTime);
  std::vector<Cell> batch = {start_};
  for (const auto& [dx, dy] :
       {std::pair(1, 0), std::pair(0, 1), std::pair(-1, 0), std::pair(0, -1), std::pair(1, 1)})
    if (const Cell cell{start_.column + dx, start_.row + dy}; is_inside(cell))
      batch.push_back(cell);
  while (!batch.empty()) {
    turn(batch);
    if (arms_.empty())
      throw LearnStopped(End::unreadable,
                         "wires cannot be distinguished from what is around them.");
    if (end.passed() || turning_.size() > kMostTurned) break;
    batch = next_batch();
  }
  report_("tiles", fmt::format("{} were turned", turning_.size()));
}

std::pair<TileSurvey::Cell, TileSurvey::Cell> TileSurvey::box_of(const std::set<Cell>& cells) {
  Cell low = *cells.begin(), high = *cells.begin();
  for (const Cell cell : cells) {
    low = {std::min(low.column, cell.column), std::min(low.row, cell.row)};
    high = {std::max(high.column, cell.column), std::max(high.row, cell.row)};
  }
  return {low, high};
}

void TileSurvey::find_board() {
  const auto [low, high] = box_of(known_tiles());
  board_ = lattice_;
  board_.origin += lattice_.pitch * cv::Point2d(low.column, low.row);
  board_.columns = high.column - low.column + 1;
  board_.rows = high.row - low.row + 1;
  board_corner_ = low;
  prober_.park_outside(board_.bounds());
  // What is still uncertain on the board is turned, too.
  std::vector<Cell> uncertain;
  for (int tile = 0; tile < board_.columns * board_.rows; ++tile)
    if (!tried_.contains(cell_of(tile)) && look_at(cell_of(tile)).confidence < kMinConfidence &&
        uncertain.size() < kMostUncertainTurned)
      uncertain.push_back(cell_of(tile));
  if (!uncertain.empty()) turn(uncertain);
  make_reader(board_);
  report_("board", fmt::format("{}x{} cells of {:.1f} px at {:.0f}, {:.0f}", board_.columns,
                               board_.rows, board_.pitch, board_.origin.x, board_.origin.y));
  for (const auto& [cell, arms] : arms_)
    if (const auto tile = tile_of(cell)) turned_[*tile] = arms;
  for (const Cell cell : still_)
    if (const auto tile = tile_of(cell)) still_on_board_.push_back(*tile);
}

void TileSurvey::learn(const std::vector<Sides>& wires) {
  for (int tile = 0; tile < static_cast<int>(wires.size()); ++tile)
    add_samples(prober_.frame().image, cell_of(tile), wires[at(tile)]);
  make_reader(board_);
}

void TileSurvey::learn_uncertain(const cv::Mat& picture, const std::vector<Sides>& wires) {
  const auto parts = reader_->read_at(picture, board_).parts;
  for (std::size_t i = 0; i < parts.size(); ++i)
    if (parts[i].confidence < kMinConfidence) {
      const int tile = static_cast<int>(i / net::kEachSide.size());
      add_samples(picture, cell_of(tile), wires[at(tile)]);
    }
  make_reader(board_);
}

TileSurvey::Cell TileSurvey::cell_of(int tile) const {
  return {board_corner_.column + tile % board_.columns, board_corner_.row + tile / board_.columns};
}

std::optional<int> TileSurvey::tile_of(Cell cell) const {
  const int column = cell.column - board_corner_.column, row = cell.row - board_corner_.row;
  if (column < 0 || row < 0 || column >= board_.columns || row >= board_.rows) return std::nullopt;
  return row * board_.columns + column;
}

cv::Mat TileSurvey::tile_picture(const cv::Mat& picture, Cell cell) const {
  return cells::cut(picture, middle(cell), lattice_.pitch, kTilePixels);
}

}  // namespace eyehand::calibration
