#include "calibration/net/tile_survey.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <iterator>
#include <opencv2/imgproc.hpp>

#include "calibration/learn.hpp"
#include "calibration/learner.hpp"
#include "calibration/net/lattice_correction.hpp"
#include "puzzle/deadline.hpp"
#include "puzzle/index.hpp"
#include "vision/cells/patch.hpp"
#include "vision/net/read_cells.hpp"

namespace eyehand::calibration {
namespace {

using net::Sides;
using std::chrono::milliseconds;

/// How many tiles are turned at a time, and in all; and for how long this goes on.
constexpr std::size_t kBatch = 8, kMostTurned = 30;
constexpr milliseconds kTurnTime{40000};
/// A cell may be a tile of an unknown appearance if one of its sides has at least this likeness to
/// one.
constexpr float kPerhaps = 0.3F;
/// How many uncertain tiles are turned at a time once the board is known, and how often.
constexpr std::size_t kMostUncertainTurned = 16;
constexpr int kUncertainRounds = 2;
/// A tile found first is not one of the lattice if its centre is off by more than this, pixels.
constexpr double kCentred = 2;
/// How far around a tile's centre it is looked for again, and how far off it may be, in cells.
constexpr double kSearched = 0.6, kOffCentre = 0.1;
/// A tile that turns changes at least this share of its cell.
constexpr double kTurnedShare = 0.008;

}  // namespace

void TileSurvey::find_first(std::span<const LatticeGuess> guesses) {
  const FoundTiles found = find_tiles(prober_, timing_, report_, guesses);
  lattice_ = found.window;
  start_ = {found.first.x, found.first.y};
  reaction_ = found.timing;
  for (const FullTurn& turn : found.turned) {
    const cv::Point2d at = (turn.rotation.centre - lattice_.origin) / lattice_.pitch;
    const Cell cell{cvFloor(at.x), cvFloor(at.y)};
    if (is_inside(cell) && cv::norm(turn.rotation.centre - middle(cell)) <= kCentred)
      add_turned(cell, turn.pictures);
  }
}

void TileSurvey::run() {
  if (turning_.empty()) find_first();
  found_ = prober_.frame().image;
  grow();
}

void TileSurvey::grow() {
  turn_tiles();
  find_extent();
  find_board();
}

void TileSurvey::add_turned(Cell cell, const std::array<cv::Mat, 4>& pictures) {
  TurnedTile& tile = turning_[cell];
  tile.pictures = pictures;
  cut(tile, cell);
  tried_.insert(cell);
  std::array<cv::Mat, 4> changes;
  for (std::size_t k = 0; k < 4; ++k)
    changes[k] = prober_.differences(pictures[k], pictures[(k + 1) & 3]);
  const auto found = find_rotation(changes, middle(cell), cvRound(kSearched * lattice_.pitch));
  if (found && cv::norm(found->centre - middle(cell)) <= kOffCentre * lattice_.pitch)
    tile.centre = found->centre;
}

void TileSurvey::cut(TurnedTile& tile, Cell cell) const {
  for (std::size_t k = 0; k < 4; ++k) tile.tile[k] = tile_picture(tile.pictures[k], cell);
}

bool TileSurvey::is_inside(Cell cell) const {
  return cell.column >= 0 && cell.row >= 0 && cell.column < lattice_.columns &&
         cell.row < lattice_.rows && prober_.frame().on_screen.contains(cv::Point(middle(cell)));
}

bool TileSurvey::has_changed(const cv::Mat& before, Cell cell) const {
  const cv::Point2d half(lattice_.pitch / 2, lattice_.pitch / 2);
  const cv::Rect box = cv::Rect(cv::Point(middle(cell) - half), cv::Point(middle(cell) + half)) &
                       cv::Rect({}, before.size());
  const cv::Mat changed = prober_.differences(before, prober_.frame().image)(box);
  return cv::countNonZero(changed) > kTurnedShare * box.area();
}

void TileSurvey::click_slowly(Cell cell) {
  ++clicked_[cell];
  prober_.perform({Click{prober_.on_screen(middle(cell))}}, reaction_.pace());
}

/// Where tiles lose clicks while one turns, several clicks in a row still turn one of them, if
/// there are any. If none reacts to those, they need not be clicked slowly.
void TileSurvey::set_aside_unless_any_reacts(std::vector<Cell>& which) {
  const cv::Mat before = prober_.frame().image;
  Plan plan;
  for (const Cell cell : which) plan.emplace_back(Click{prober_.on_screen(middle(cell))});
  prober_.perform(plan, Prober::careful_pace());
  bool reacts = false;
  for (const Cell cell : which)
    if (has_changed(before, cell)) ++clicked_[cell], reacts = true;
  if (reacts) return;
  tried_.insert(which.begin(), which.end());
  still_.insert(which.begin(), which.end());
  which.clear();
}

/// Clicks each of these cells once; returns those that have changed.
std::vector<TileSurvey::Cell> TileSurvey::click_once(const std::vector<Cell>& which) {
  std::vector<Cell> changed;
  const auto click = [&](const std::vector<Cell>& cells) {
    const cv::Mat before = prober_.frame().image;
    Plan plan;
    for (const Cell cell : cells) plan.emplace_back(Click{prober_.on_screen(middle(cell))});
    timing_.note(prober_.perform(plan, reaction_.pace()));
    std::vector<Cell> others;
    for (const Cell cell : cells) (has_changed(before, cell) ? changed : others).push_back(cell);
    return others;
  };
  const std::vector<Cell> others = click(which);
  if (!others.empty() && !changed.empty() && !reaction_.loses_clicks) {
    // If it turns out that the program ignores clicks while something moves, it is clicked more
    // slowly from now on.
    reaction_.loses_clicks = true;
    reaction_.loses_clicks = click(others).size() < others.size();
  }
  for (const Cell cell : changed) ++clicked_[cell];
  return changed;
}

/// Turns these cells until they have been seen in all positions or, unless `fully`, are recognised
/// in one of them. Two neighbours may turn together: they are not clicked at once.
void TileSurvey::turn(const std::vector<Cell>& which, bool fully) {
  std::vector<Cell> even, odd;
  for (const Cell cell : which) ((cell.column + cell.row) % 2 == 0 ? even : odd).push_back(cell);
  turn_apart(even, fully);
  turn_apart(odd, fully);
  refine_lattice();
  label();
}

/// The first tiles lie close together, so that half a pixel adds up across the board, and may not
/// show both pitches: fits the lattice to the centres of all that were turned.
void TileSurvey::refine_lattice() {
  std::vector<SeenCentre> centres;
  for (const auto& [cell, turned] : turning_)
    if (turned.centre) centres.push_back({{cell.column, cell.row}, *turned.centre - middle(cell)});
  const auto correction = correct_lattice(centres, board_.columns == 0);
  if (!correction) return;
  const cv::Point2d pitches = cv::Point2d(lattice_.pitch, lattice_.pitch) + correction->pitches;
  lattice_.origin += correction->origin;
  lattice_.pitch = pitches.x;
  if (correction->is_oblong) make_square(pitches);
  if (board_.columns > 0) set_board(board_corner_, board_.columns, board_.rows);
  for (auto& [cell, turned] : turning_) cut(turned, cell);
}

/// Stretches frames, also those of tiles that were turned, so that cells of these sides are square.
void TileSurvey::make_square(cv::Point2d pitches) {
  const cv::Point2d before = prober_.frame().scale;
  prober_.set_stretch(prober_.stretch() * pitches.x / pitches.y);
  const Frame& now = prober_.frame();
  const cv::Point2d by(now.scale.x / before.x, now.scale.y / before.y);
  const auto scale = [&](cv::Point2d& point) { point = {point.x * by.x, point.y * by.y}; };
  scale(lattice_.origin);
  lattice_.pitch = pitches.x * by.x;
  cv::resize(found_, found_, now.image.size());
  for (auto& [cell, turned] : turning_) {
    for (cv::Mat& picture : turned.pictures) cv::resize(picture, picture, now.image.size());
    if (turned.centre) scale(*turned.centre);
  }
  report_("cells", fmt::format("{:.1f} px across, {:.1f} px down from one tile to the next",
                               pitches.x, pitches.y));
}

void TileSurvey::turn_apart(std::vector<Cell> which, bool fully) {
  tried_.insert(which.begin(), which.end());
  std::array<cv::Mat, 4> pictures;
  for (std::size_t k = 0; k < 4 && !which.empty(); ++k) {
    pictures[k] = prober_.frame().image;
    if (k == 3) break;
    const std::vector<Cell> changed = click_once(which);
    // Anything that does not turn is empty, or looks the same when turned, unless a click was lost.
    if (k == 0) {
      std::erase_if(which, [&](Cell cell) { return std::ranges::count(changed, cell) > 0; });
      still_.insert(which.begin(), which.end());
      if (!which.empty())
        for (const Cell cell : click_once(which)) still_.erase(cell);
    }
    which = changed;
    if (!samples_.empty() && !fully)
      std::erase_if(which, [&](Cell cell) { return is_recognised(cell); });
  }
  for (const Cell cell : which) add_turned(cell, pictures);
}

void TileSurvey::undo() {
  Plan plan;
  for (const auto& [cell, times] : clicked_)
    for (int k = times; (k & 3) != 0; ++k)
      plan.emplace_back(Click{prober_.on_screen(middle(cell))});
  try {
    if (!plan.empty()) prober_.perform(plan, reaction_.pace());
    // Clicks may have been lost, and a tile's power may differ until others are turned back.
    for (int again = 0; again < 2; ++again)
      for (const auto& [cell, times] : clicked_)
        for (int k = 0; k < 4 && has_changed(found_, cell); ++k) prober_.click(middle(cell));
  } catch (const LearnStopped&) {
    // What made the caller give up matters more.
  }
  clicked_.clear();
}

void TileSurvey::add_samples(std::vector<cells::Sample>& samples, const cv::Mat& picture, Cell cell,
                             Sides wires) const {
  const cells::Layout layout = net::layout_of_sides();
  for (int side = 0; side < 4; ++side) {
    const auto& part = layout.parts[at(side)];
    samples.push_back(
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
  // Tiles that look the same in both directions turn the way most do.
  int balance = 0;
  for (const Arms& arms : all) balance += arms.quarters;
  usual_turn_ = balance >= 0 ? 1 : -1;
  reader_.reset();
  samples_.clear();
  arms_.clear();
  std::size_t i = 0;
  for (const auto& [cell, turned] : turning_) {
    Arms arms = all[i++];
    if (!arms.is_clear) continue;
    const int quarters = arms.quarters == 0 ? usual_turn_ : arms.quarters;
    arms_[cell] = arms;
    for (int k = 0; k < 4; ++k)
      add_samples(samples_, turned.pictures[at(k)], cell, net::turned(arms.wires, quarters * k));
  }
  if (arms_.empty()) return;
  // A tile that was clicked and did not turn has wires on all sides or none.
  for (const Cell cell : still_)
    if (const auto wires = finder.wires_of_still(tile_picture(prober_.frame().image, cell)))
      add_samples(samples_, prober_.frame().image, cell, *wires);
}

const cells::GridReader& TileSurvey::reader() const {
  if (reader_) return *reader_;
  std::vector<cells::Sample> all = samples_;
  all.insert(all.end(), known_samples_.begin(), known_samples_.end());
  if (all.empty())
    throw LearnStopped(End::unreadable, "wires cannot be distinguished from their surroundings.");
  reader_.emplace(
      cells::Atlas(std::move(all)),
      std::vector<std::string>{std::string(net::kNoWireLabel), std::string(net::kWireLabel)},
      board_.columns > 0 ? board_ : lattice_, net::layout_of_sides());
  return *reader_;
}

TileSurvey::CellWires TileSurvey::read_cell(Cell cell) const {
  Lattice one = lattice_;
  one.origin += lattice_.pitch * cv::Point2d(cell.column, cell.row);
  one.columns = one.rows = 1;
  CellWires here{.confidence = 1};
  const auto sides = reader().read_at(prober_.frame().image, one).parts;
  for (std::size_t i = 0; i < sides.size(); ++i) {
    here.confidence = std::min(here.confidence, sides[i].confidence);
    if (sides[i].label != 1) continue;
    here.wires |= net::kEachSide[i];
    here.perhaps = here.perhaps || sides[i].confidence >= kPerhaps;
  }
  return here;
}

std::optional<Sides> TileSurvey::certain_wires(int tile) const {
  const CellWires here = read_cell(cell_of(tile));
  return here.confidence >= kMinConfidence ? std::optional(here.wires) : std::nullopt;
}

/// Not where all sides look alike: what surrounds the board may have the colour of wide wires.
bool TileSurvey::is_recognised(Cell cell) const {
  const CellWires here = read_cell(cell);
  return here.confidence >= kMinConfidence && here.wires != 0 && here.wires != net::kAllSides;
}

bool TileSurvey::is_tile(Cell cell) const {
  return turning_.contains(cell) || (!still_.contains(cell) && is_recognised(cell));
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

/// The cells of the board as far as it is known: adjacent tiles, starting from the first.
std::set<TileSurvey::Cell> TileSurvey::known_tiles() const {
  std::set<Cell> tiles = beyond_;
  tiles.insert(outer_empty_.begin(), outer_empty_.end());
  tiles.insert(start_);
  std::vector<Cell> queue(tiles.begin(), tiles.end());
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

/// Some cells of unknown appearance beside known tiles, those in between first.
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
      const CellWires here = read_cell(cell);
      if (here.confidence < kMinConfidence && (within || here.perhaps)) batch.push_back(cell);
    }
  return batch;
}

/// Turns tiles of unknown appearance beside known ones.
void TileSurvey::turn_tiles() {
  const Deadline end = Deadline::after(kTurnTime);
  label();
  std::vector<Cell> batch;
  for (const auto& [dx, dy] :
       {std::pair(1, 0), std::pair(0, 1), std::pair(-1, 0), std::pair(0, -1), std::pair(1, 1)})
    if (const Cell cell{start_.column + dx, start_.row + dy};
        is_inside(cell) && !tried_.contains(cell))
      batch.push_back(cell);
  do {
    if (!batch.empty()) turn(batch);
    if (arms_.empty())
      throw LearnStopped(End::unreadable, "wires cannot be distinguished from their surroundings.");
    if (end.passed() || turning_.size() > kMostTurned) break;
    batch = next_batch();
  } while (!batch.empty());
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

/// The tiles on the rim that were only recognised, where they are few: what surrounds the board may
/// look like tiles.
std::vector<TileSurvey::Cell> TileSurvey::few_on_rim() const {
  const std::set<Cell> tiles = known_tiles();
  const auto [low, high] = box_of(tiles);
  std::vector<Cell> few;
  const auto add = [&](int Cell::*across, int at, int length) {
    std::vector<Cell> line;
    for (const Cell cell : tiles)
      if (cell.*across == at) line.push_back(cell);
    if (2 * static_cast<int>(line.size()) > length) return;
    std::ranges::copy_if(line, std::back_inserter(few), [&](Cell cell) {
      return !tried_.contains(cell) && std::ranges::count(few, cell) == 0;
    });
  };
  for (const int column : {low.column, high.column})
    add(&Cell::column, column, high.row - low.row + 1);
  for (const int row : {low.row, high.row}) add(&Cell::row, row, high.column - low.column + 1);
  few.resize(std::min(few.size(), kBatch));
  return few;
}

/// Part of the board must not be taken for all of it: turns whatever may be a tile just beyond it.
void TileSurvey::find_extent() {
  for (const Deadline end = Deadline::after(kTurnTime / 2); !end.passed();) {
    if (const auto few = few_on_rim(); !few.empty()) {
      turn(few);
      continue;
    }
    const auto [low, high] = box_of(known_tiles());
    std::vector<Cell> beyond;
    for (int row = low.row - 1; row <= high.row + 1; ++row)
      for (int column = low.column - 1; column <= high.column + 1; ++column) {
        const Cell cell{column, row};
        const bool is_beyond =
            row < low.row || row > high.row || column < low.column || column > high.column;
        if (!is_beyond || !is_inside(cell) || tried_.contains(cell)) continue;
        if (read_cell(cell).perhaps) beyond.push_back(cell);
      }
    beyond.resize(std::min(beyond.size(), kBatch));
    if (beyond.empty()) break;
    if (reaction_.loses_clicks) set_aside_unless_any_reacts(beyond);
    turn(beyond);
    // Text may change when it is clicked, but it does not turn.
    for (const Cell cell : beyond)
      if (clicked_.contains(cell) && (arms_.contains(cell) || is_recognised(cell)))
        beyond_.insert(cell);
  }
}

/// Turns the board's uncertain tiles until they are certain.
void TileSurvey::turn_uncertain(int except) {
  for (int round = 0; round < kUncertainRounds; ++round) {
    std::vector<Cell> uncertain;
    for (int tile = 0; tile < board_.columns * board_.rows; ++tile)
      if (const Cell cell = cell_of(tile); tile != except && !still_.contains(cell) &&
                                           uncertain.size() < kMostUncertainTurned &&
                                           read_cell(cell).confidence < kMinConfidence)
        uncertain.push_back(cell);
    if (uncertain.empty()) break;
    turn(uncertain);
  }
}

void TileSurvey::set_board(Cell corner, int columns, int rows) {
  board_ = lattice_;
  board_.origin += lattice_.pitch * cv::Point2d(corner.column, corner.row);
  board_.columns = columns;
  board_.rows = rows;
  board_corner_ = corner;
}

void TileSurvey::set_board_to_known() {
  const auto [low, high] = box_of(known_tiles());
  set_board(low, high.column - low.column + 1, high.row - low.row + 1);
}

void TileSurvey::find_board() {
  outer_empty_.clear();
  set_board_to_known();
  if (std::min(board_.columns, board_.rows) < 2)
    throw LearnStopped(End::unreadable, fmt::format("{}x{} tiles that turn are not a board.",
                                                    board_.columns, board_.rows));
  prober_.park_outside(board_.bounds());
  // Beyond lines of empty tiles, there may be more tiles with wires.
  while (extend_over_empty()) {
    find_extent();
    set_board_to_known();
  }
  reader_.reset();
  turn_uncertain();
  report_("board", fmt::format("{}x{} cells of {:.1f} px at {:.0f}, {:.0f}", board_.columns,
                               board_.rows, board_.pitch, board_.origin.x, board_.origin.y));
  note_turned();
}

void TileSurvey::note_turned() {
  turned_.clear();
  still_on_board_.clear();
  for (const auto& [cell, arms] : arms_)
    if (const auto tile = tile_of(cell)) turned_[*tile] = arms;
  for (const Cell cell : still_)
    if (const auto tile = tile_of(cell)) still_on_board_.push_back(*tile);
}

/// Around the board, powered wires may look like nothing seen so far.
bool TileSurvey::turn_more(Where where) {
  std::vector<std::pair<float, Cell>> others;
  const int beyond = where == Where::also_around ? 1 : 0;
  for (int row = -beyond; row < board_.rows + beyond; ++row)
    for (int column = -beyond; column < board_.columns + beyond; ++column) {
      const Cell cell{board_corner_.column + column, board_corner_.row + row};
      if (!is_inside(cell) || turning_.contains(cell) || still_.contains(cell)) continue;
      others.emplace_back(read_cell(cell).confidence, cell);
    }
  if (others.empty()) return false;
  std::sort(others.begin(), others.end());
  others.resize(std::min(others.size(), kMostUncertainTurned));
  std::vector<Cell> which;
  for (const auto& [confidence, cell] : others) which.push_back(cell);
  turn(which, true);
  grow();
  return true;
}

std::string TileSurvey::edges_reached() const {
  const Cell low = board_corner_;
  const Cell high{low.column + board_.columns, low.row + board_.rows};
  std::string edges;
  for (const auto& [beyond, name] : {std::pair(Cell{low.column - 1, low.row}, "left"),
                                     std::pair(Cell{low.column, low.row - 1}, "upper"),
                                     std::pair(Cell{high.column, low.row}, "right"),
                                     std::pair(Cell{low.column, high.row}, "lower")})
    if (!is_inside(beyond)) edges += (edges.empty() ? "" : " and ") + std::string(name);
  return edges;
}

void TileSurvey::learn_new_board(int except) {
  still_.clear();
  turn_uncertain(except);
}

TileSurvey::Cell TileSurvey::cell_of(int tile) const {
  return {board_corner_.column + tile % board_.columns, board_corner_.row + tile / board_.columns};
}

std::optional<int> TileSurvey::tile_of(Cell cell) const {
  const int column = cell.column - board_corner_.column, row = cell.row - board_corner_.row;
  if (column < 0 || row < 0 || column >= board_.columns || row >= board_.rows) return std::nullopt;
  return row * board_.columns + column;
}

int TileSurvey::tile_at(ScreenPoint at) const {
  const cv::Point2d in_board =
      (cv::Point2d(prober_.frame().to_image({at.x, at.y})) - board_.origin) / board_.pitch;
  return static_cast<int>(in_board.y) * board_.columns + static_cast<int>(in_board.x);
}

cv::Mat TileSurvey::tile_picture(const cv::Mat& picture, Cell cell) const {
  return cells::cut(picture, middle(cell), lattice_.pitch, kTilePixels);
}

}  // namespace eyehand::calibration
