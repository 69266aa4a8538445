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
/// A click that changes a larger share of the window than this did not hit a tile.
constexpr double kTooMuch = 0.5;
/// How long to look for a first tile that turns.
constexpr milliseconds kFirstTileTime{35000};
/// How many places are clicked before the window is inspected, and their minimum distance, pixels.
constexpr std::size_t kPlacesAtOnce = 6;
constexpr int kApart = 64;
/// How often more places are tried if all that turns looks like a straight.
constexpr int kMoreBatches = 2;
/// Oblong tiles turn like squares once they are stretched to within a tenth or so; then at least
/// this many times as much is seen to turn.
constexpr std::array kStretches = {1.25, 0.8};
constexpr double kMoreTurning = 1.15;
/// How far a tile's centre may be from where it was clicked, pixels.
constexpr int kReach = 80;
/// A change farther than this from a click, pixels, was not caused by it.
constexpr int kNear = 40;
/// An animation no longer than this needs no test of whether clicks are lost during it.
constexpr milliseconds kNoAnimation{30};
/// A neighbour of the first tile is looked for at this multiple of the distance that its wires
/// reach from its centre, then at twice that.
constexpr double kNextTile = 2.1;
/// Wires reach at least 1 / kMostReaches of the way to the next tile's centre.
constexpr double kMostReaches = 3.95;
/// A cell's width and height differ if they do by more than this share and by this many pixels; if
/// they differ by this factor, they are not those of one cell. Centres are known to half a pixel.
constexpr double kOblongMin = 0.02, kOblongMinPx = 1, kMostOblong = 1.5;
/// Where part of a tile stays upright, its centre may be off by 2 pixels; with one tile on each
/// side, sides of 32 pixels may then seem to differ by up to this factor.
constexpr double kDoubtfulOblong = 1.15;
/// How many tiles are turned at a time, and in all; and for how long this goes on.
constexpr std::size_t kBatch = 8, kMostTurned = 30;
constexpr milliseconds kTurnTime{40000};
/// A cell may be a tile of an unknown appearance if one of its sides has at least this likeness to
/// one.
constexpr float kPerhaps = 0.3F;
/// How many uncertain tiles are turned at a time once the board is known, and how often.
constexpr std::size_t kMostUncertainTurned = 16;
constexpr int kUncertainRounds = 2;
/// How much of a tile, in cells, may lie beyond the window's edge.
constexpr double kEdgeRoom = 0.1;
/// A tile that turns changes at least this share of its cell.
constexpr double kTurnedShare = 0.008;

/// Removes from the list, in order, some places that are far enough apart to be distinguished.
std::vector<cv::Point> take_apart(std::vector<cv::Point>& places) {
  std::vector<cv::Point> taken;
  std::erase_if(places, [&](cv::Point place) {
    if (taken.size() >= kPlacesAtOnce) return false;
    for (const cv::Point other : taken)
      if (std::max(std::abs(place.x - other.x), std::abs(place.y - other.y)) < kApart) return false;
    taken.push_back(place);
    return true;
  });
  return taken;
}

}  // namespace

void TileSurvey::run() {
  report_("turn", "looking for something that four clicks turn through a full circle");
  find_first();
  find_lattice();
  found_ = prober_.frame().image;
  turn_tiles();
  find_extent();
  find_board();
}

void TileSurvey::note(const Effect& effect) {
  animation_ = std::max(animation_, effect.last);
  timing_.note(effect);
}

bool TileSurvey::differs_around(const cv::Mat& before, cv::Point at) const {
  const cv::Rect around = cv::Rect(at - cv::Point(kNear, kNear), cv::Size(2 * kNear, 2 * kNear)) &
                          cv::Rect({}, before.size());
  return cv::countNonZero(prober_.differences(before, prober_.frame().image)(around)) >=
         kChangedMin;
}

/// Clicks each of these places once; returns those around which something has changed.
std::vector<cv::Point> TileSurvey::click_places(const std::vector<cv::Point>& places) {
  const cv::Mat before = prober_.frame().image;
  std::vector<cv::Point> changed;
  Plan plan;
  for (const cv::Point at : places) {
    if (!prober_.frame().on_screen.contains(at)) continue;
    changed.push_back(at);
    plan.emplace_back(Click{prober_.on_screen(at)});
  }
  if (plan.empty()) return {};
  const Effect effect = prober_.perform(plan, pace());
  if (cv::countNonZero(effect.difference) >
      kTooMuch * static_cast<double>(effect.difference.total()))
    return {};
  // A place that looks unchanged by the end of the effect was not affected, or shows a cross, which
  // looks the same when turned.
  std::erase_if(changed, [&](cv::Point at) { return !differs_around(before, at); });
  if (!changed.empty()) note(effect);
  return changed;
}

/// Clicks places until they look as they did. If they never do, they are as they were all the same:
/// four clicks turn a tile through a full circle.
void TileSurvey::restore(const std::vector<cv::Point>& places, const cv::Mat& before) {
  for (const cv::Point at : places)
    for (int k = 0; k < 4 && differs_around(before, at); ++k) prober_.click(at);
}

std::optional<TileSurvey::Turned> TileSurvey::rotation_in(const std::array<cv::Mat, 4>& pictures,
                                                          cv::Point at, int reach) const {
  std::array<cv::Mat, 4> changes;
  for (std::size_t k = 0; k < 4; ++k)
    changes[k] = prober_.differences(pictures[k], pictures[(k + 1) & 3]);
  const auto rotation = find_rotation(changes, at, reach);
  if (!rotation) return std::nullopt;
  Turned turned{.pictures = pictures, .rotation = *rotation};
  const cv::Rect square =
      cv::Rect(cv::Point(rotation->centre - cv::Point2d(rotation->reach, rotation->reach)),
               cv::Size(cvRound(2 * rotation->reach), cvRound(2 * rotation->reach))) &
      cv::Rect({}, changes[0].size());
  turned.looks_straight = 5 * cv::countNonZero(changes[0](square) ^ changes[1](square)) <
                          cv::countNonZero(changes[0](square));
  return turned;
}

/// The same for a tile that may not be square.
std::optional<TileSurvey::Turned> TileSurvey::oblong_rotation_in(
    const std::array<cv::Mat, 4>& pictures, cv::Point at) const {
  std::optional<Turned> best = rotation_in(pictures, at, kReach);
  for (const double stretch : kStretches) {
    std::array<cv::Mat, 4> changes;
    cv::Point2d scale;
    for (std::size_t k = 0; k < 4; ++k) {
      const Frame seen =
          stretched(to_frame(prober_.differences(pictures[k], pictures[(k + 1) & 3])), stretch);
      changes[k] = seen.image;
      scale = seen.scale;
    }
    const auto rotation =
        find_rotation(changes, {cvRound(at.x * scale.x), cvRound(at.y * scale.y)}, kReach);
    if (!rotation) continue;
    const double turning = rotation->turning / (scale.x * scale.y);
    if (best && turning < kMoreTurning * best->rotation.turning) continue;
    const cv::Point2d centre(rotation->centre.x / scale.x, rotation->centre.y / scale.y);
    best = Turned{
        .pictures = pictures, .rotation = {centre, rotation->reach, turning}, .stretch = stretch};
  }
  return best;
}

/// Clicks a place that was clicked once another three times, slowly enough for any program. Nothing
/// if nothing turns around a centre near it.
std::optional<TileSurvey::Turned> TileSurvey::turn_on(cv::Point at) {
  std::array<cv::Mat, 4> pictures;
  for (std::size_t k = 0; k < 4; ++k) {
    pictures[k] = prober_.frame().image;
    if (k == 3) break;
    const Effect effect = prober_.click(at);
    if (k == 0 && !differs_around(pictures[0], at)) return std::nullopt;
    note(effect);
  }
  return prober_.stretch() == 1 ? oblong_rotation_in(pictures, at)
                                : rotation_in(pictures, at, kReach);
}

/// Turns whatever is at these places through a full circle; returns what turns around a centre near
/// one of them.
std::vector<TileSurvey::Turned> TileSurvey::turn_places(const std::vector<cv::Point>& places,
                                                        int reach) {
  const cv::Mat before = prober_.frame().image;
  const std::vector<cv::Point> changed = click_places(places);
  if (changed.empty()) return {};
  std::array<cv::Mat, 4> pictures;
  for (std::size_t k = 0; k < 4; ++k) {
    pictures[k] = prober_.frame().image;
    if (k < 3) click_places(changed);
  }
  restore(changed, before);
  std::vector<Turned> all;
  for (const cv::Point at : changed)
    if (const auto turned = rotation_in(pictures, at, reach)) all.push_back(*turned);
  return all;
}

/// A straight is accepted only if nothing else turns: wires elsewhere that form a square and change
/// their colour look like one.
void TileSurvey::find_first() {
  const Deadline end = Deadline::after(kFirstTileTime);
  std::vector<cv::Point> places = promising_places(prober_.frame().image);
  std::optional<Turned> first;
  bool is_tested = false;
  for (int more = kMoreBatches; !places.empty() && !end.passed();) {
    if (first && (!first->looks_straight || --more < 0)) break;
    const cv::Mat before = prober_.frame().image;
    const std::vector<cv::Point> changed = click_places(take_apart(places));
    std::vector<cv::Point> others;
    for (const cv::Point at : changed) {
      if (first && !first->looks_straight) {
        others.push_back(at);
        continue;
      }
      auto turned = turn_on(at);
      if (turned && (!first || !turned->looks_straight)) first = std::move(turned);
    }
    if (!others.empty()) {
      first_ = *first;
      find_whether_clicks_are_lost();
      is_tested = true;
      for (int k = 0; k < 3; ++k) click_places(others);
    }
    restore(changed, before);
  }
  if (!first)
    throw LearnStopped(
        End::stuck,
        fmt::format("nothing was found in {} s that four clicks turn through a full circle.",
                    kFirstTileTime.count() / 1000));
  first_ = *first;
  if (first_.stretch != 1) make_square({first_.stretch, 1});
  const Rotation& rotation = first_.rotation;
  report_("tile", fmt::format("something turns around {:.1f}, {:.1f}, {:.0f} px to each side",
                              rotation.centre.x, rotation.centre.y, rotation.reach));
  if (!is_tested) find_whether_clicks_are_lost();
}

/// Clicks the first tile twice in a row.
void TileSurvey::find_whether_clicks_are_lost() {
  if (animation_ < kNoAnimation || loses_clicks_) return;
  const cv::Mat before = prober_.frame().image;
  const auto& [centre, reach, turning] = first_.rotation;
  const Click click{prober_.on_screen(centre)};
  prober_.perform({click, click}, Prober::careful_pace());
  const cv::Rect square = cv::Rect(cv::Point(centre - cv::Point2d(reach, reach)),
                                   cv::Size(cvRound(2 * reach), cvRound(2 * reach))) &
                          cv::Rect({}, before.size());
  // The last of its pictures was taken before these clicks.
  const auto distance = [&](std::size_t k) {
    return cv::countNonZero(prober_.differences(first_.pictures[k], prober_.frame().image)(square));
  };
  loses_clicks_ = distance(0) < distance(1);
  restore({cv::Point(centre)}, before);
  report_("clicks", fmt::format("a tile turns for {} ms; clicks meanwhile are {}",
                                animation_.count(), loses_clicks_ ? "lost" : "taken"));
}

/// The distances between the centres of cells, across and down, from tiles that turn around the
/// first; 0 where there are none.
cv::Size2d TileSurvey::pitches_by(const std::vector<Turned>& neighbours) const {
  const double reach = first_.rotation.reach;
  std::vector<double> across, down;
  for (const Turned& turned : neighbours) {
    const cv::Point2d step = turned.rotation.centre - first_.rotation.centre;
    const double x = std::abs(step.x), y = std::abs(step.y);
    const double least = std::min(x, y), most = std::max(x, y);
    if (most < 1.5 * reach || (least > 2 && most > kMostOblong * least)) continue;
    if (x > 2) across.push_back(x);
    if (y > 2) down.push_back(y);
  }
  const auto pitch_of = [reach](std::vector<double>& pitches) {
    if (pitches.empty()) return 0.0;
    std::sort(pitches.begin(), pitches.end());
    // A tile in between may be empty, or look the same when turned.
    double sum = 0;
    int steps = 0;
    for (const double pitch : pitches) {
      const int times = std::max(1, cvRound(pitch / pitches[0]));
      if (std::abs(pitch / times - pitches[0]) > 0.05 * pitches[0]) continue;
      sum += pitch;
      steps += times;
    }
    const double pitch = sum / steps;
    return pitch > kMostReaches * reach ? pitch / 2 : pitch;
  };
  cv::Size2d pitches(pitch_of(across), pitch_of(down));
  if (pitches.area() == 0) return pitches;
  const double shorter = std::min(pitches.width, pitches.height);
  for (double* pitch : {&pitches.width, &pitches.height})
    if (*pitch > kMostOblong * shorter) *pitch /= std::round(*pitch / shorter);
  return pitches;
}

/// The same, fitted to all of these tiles at once.
cv::Size2d TileSurvey::fitted_pitches(const std::vector<Turned>& neighbours,
                                      cv::Size2d rough) const {
  std::vector<double> across, down;
  for (const Turned& turned : neighbours) {
    const cv::Point2d step = turned.rotation.centre - first_.rotation.centre;
    across.push_back(step.x);
    down.push_back(step.y);
  }
  return {fitted_pitch(across, rough.width), fitted_pitch(down, rough.height)};
}

bool TileSurvey::is_oblong(cv::Size2d pitches) {
  return pitches.area() > 0 &&
         std::abs(pitches.width - pitches.height) >
             std::max(kOblongMinPx, kOblongMin * std::min(pitches.width, pitches.height));
}

/// Turns tiles around the first until they determine the pitches or, if `all`, as many as there
/// are; returns those that turned.
std::vector<TileSurvey::Turned> TileSurvey::turn_neighbours(bool all) {
  const cv::Point2d from = first_.rotation.centre;
  const double reach = first_.rotation.reach;
  // Titles and buttons are more often above a board and to its left.
  const std::vector<std::vector<cv::Point2d>> tries = {
      {{1, 0}, {0, 1}}, {{-1, 0}, {0, -1}}, {{1, 1}, {-1, 1}, {1, -1}, {-1, -1}},
      {{2, 0}, {0, 2}}, {{-2, 0}, {0, -2}}, {{1.5, 0}, {0, 1.5}, {-1.5, 0}, {0, -1.5}}};
  std::vector<Turned> neighbours;
  for (std::size_t i = 0; i < tries.size() && (all || pitches_by(neighbours).area() == 0); ++i) {
    std::vector<cv::Point> places;
    for (const cv::Point2d& way : tries[i]) places.emplace_back(from + kNextTile * reach * way);
    for (const Turned& turned : turn_places(places, std::min(kReach, cvRound(2 * reach))))
      neighbours.push_back(turned);
  }
  return neighbours;
}

/// Stretches frames so that cells of these sides are square, and turns the first tile again.
void TileSurvey::make_square(cv::Size2d pitches) {
  const cv::Point middle = prober_.frame().to_screen(cv::Point(first_.rotation.centre));
  prober_.set_stretch(prober_.stretch() * pitches.width / pitches.height);
  prober_.rest();
  const cv::Point at = prober_.frame().to_image(middle);
  const cv::Mat before = prober_.frame().image;
  auto turned = turn_on(at);
  restore({at}, before);
  if (!turned) throw LearnStopped(End::unreadable, "one tile turns, but not every time.");
  first_ = std::move(*turned);
}

void TileSurvey::find_lattice() {
  std::vector<Turned> neighbours = turn_neighbours(false);
  cv::Size2d pitches = pitches_by(neighbours);
  if (is_oblong(pitches) && std::max(pitches.width, pitches.height) <
                                kDoubtfulOblong * std::min(pitches.width, pitches.height)) {
    neighbours = turn_neighbours(true);
    pitches = fitted_pitches(neighbours, pitches);
  }
  if (is_oblong(pitches)) {
    report_("cells", fmt::format("{:.1f} px across, {:.1f} px down from one tile to the next",
                                 pitches.width, pitches.height));
    make_square(pitches);
    neighbours = turn_neighbours(false);
    pitches = pitches_by(neighbours);
  }
  if (pitches.width + pitches.height == 0)
    throw LearnStopped(End::unreadable, "one tile turns, but none beside it.");
  const cv::Point2d from = first_.rotation.centre;
  const double pitch =
      pitches.area() > 0 ? (pitches.width + pitches.height) / 2 : pitches.width + pitches.height;
  lattice_.pitch = pitch;
  // All cells that the window has room for.
  const cv::Size size = prober_.frame().image.size();
  const cv::Point2d corner = from - cv::Point2d(pitch / 2, pitch / 2);
  // A board may reach the window's edge, and its centres are known to half a pixel.
  const auto whole = [&](double span) { return static_cast<int>(span / pitch + kEdgeRoom); };
  const cv::Point before(whole(corner.x), whole(corner.y));
  lattice_.origin = corner - pitch * cv::Point2d(before);
  lattice_.columns = whole(size.width - lattice_.origin.x);
  lattice_.rows = whole(size.height - lattice_.origin.y);
  start_ = {before.x, before.y};
  report_("cells", fmt::format("{:.1f} px from one tile to the next", pitch));
  // These have already been turned.
  neighbours.push_back(first_);
  for (const Turned& turned : neighbours) {
    const cv::Point2d steps = (turned.rotation.centre - from) / pitch;
    const Cell cell{start_.column + cvRound(steps.x), start_.row + cvRound(steps.y)};
    if (!is_inside(cell) || cv::norm(turned.rotation.centre - middle(cell)) > 2) continue;
    TurnedTile tile{{}, turned.pictures};
    for (std::size_t k = 0; k < 4; ++k) tile.tile[k] = tile_picture(turned.pictures[k], cell);
    turning_[cell] = tile;
    tried_.insert(cell);
  }
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
  ++clicked_[cell];
  prober_.perform({Click{prober_.on_screen(middle(cell))}}, pace());
}

/// Clicks each of these cells once; returns those that have changed.
std::vector<TileSurvey::Cell> TileSurvey::click_once(const std::vector<Cell>& which) {
  std::vector<Cell> changed;
  const auto click = [&](const std::vector<Cell>& cells) {
    const cv::Mat before = prober_.frame().image;
    Plan plan;
    for (const Cell cell : cells) plan.emplace_back(Click{prober_.on_screen(middle(cell))});
    timing_.note(prober_.perform(plan, pace()));
    std::vector<Cell> others;
    for (const Cell cell : cells) (has_changed(before, cell) ? changed : others).push_back(cell);
    return others;
  };
  const std::vector<Cell> others = click(which);
  if (!others.empty() && !changed.empty() && !loses_clicks_) {
    // If it turns out that the program ignores clicks while something moves, it is clicked more
    // slowly from now on.
    loses_clicks_ = true;
    loses_clicks_ = click(others).size() < others.size();
  }
  for (const Cell cell : changed) ++clicked_[cell];
  return changed;
}

/// Turns these cells until they have been seen in all positions or, unless `fully`, are recognised
/// in one of them.
void TileSurvey::turn(std::vector<Cell> which, bool fully) {
  tried_.insert(which.begin(), which.end());
  std::array<cv::Mat, 4> pictures;
  for (std::size_t k = 0; k < 4 && !which.empty(); ++k) {
    pictures[k] = prober_.frame().image;
    if (k == 3) break;
    const std::vector<Cell> changed = click_once(which);
    // Anything that does not turn is empty, or looks the same when turned.
    if (k == 0)
      for (const Cell cell : which)
        if (std::ranges::count(changed, cell) == 0) still_.insert(cell);
    which = changed;
    if (reader_ && !fully) std::erase_if(which, [&](Cell cell) { return is_recognised(cell); });
  }
  for (const Cell cell : which) {
    TurnedTile tile{{}, pictures};
    for (std::size_t k = 0; k < 4; ++k) tile.tile[k] = tile_picture(pictures[k], cell);
    turning_[cell] = tile;
  }
  label();
}

void TileSurvey::undo() {
  Plan plan;
  for (const auto& [cell, times] : clicked_)
    for (int k = times; (k & 3) != 0; ++k)
      plan.emplace_back(Click{prober_.on_screen(middle(cell))});
  if (!plan.empty()) prober_.perform(plan, pace());
  // Clicks may have been lost, and a tile's power may differ until others are turned back.
  for (int again = 0; again < 2; ++again)
    for (const auto& [cell, times] : clicked_)
      for (int k = 0; k < 4 && has_changed(found_, cell); ++k) prober_.click(middle(cell));
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
  make_reader(lattice_);
}

void TileSurvey::make_reader(const Lattice& lattice) {
  std::vector<cells::Sample> all = samples_;
  all.insert(all.end(), known_samples_.begin(), known_samples_.end());
  if (all.empty())
    throw LearnStopped(End::unreadable, "wires cannot be distinguished from their surroundings.");
  reader_.emplace(
      cells::Atlas(std::move(all)),
      std::vector<std::string>{std::string(net::kNoWireLabel), std::string(net::kWireLabel)},
      lattice, net::layout_of_sides());
}

TileSurvey::CellWires TileSurvey::read_cell(Cell cell) const {
  Lattice one = lattice_;
  one.origin += lattice_.pitch * cv::Point2d(cell.column, cell.row);
  one.columns = one.rows = 1;
  CellWires here{.confidence = 1};
  const auto sides = reader_->read_at(prober_.frame().image, one).parts;
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

bool TileSurvey::is_recognised(Cell cell) const {
  const CellWires here = read_cell(cell);
  return here.confidence >= kMinConfidence && here.wires != 0;
}

bool TileSurvey::is_tile(Cell cell) const {
  return turning_.contains(cell) || is_recognised(cell);
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

/// Part of the board must not be taken for all of it: turns whatever may be a tile just beyond it.
void TileSurvey::find_extent() {
  for (const Deadline end = Deadline::after(kTurnTime / 2); !end.passed();) {
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
    turn(beyond);
    // Text may change when it is clicked, but it does not turn.
    for (const Cell cell : beyond)
      if (clicked_.contains(cell) && (arms_.contains(cell) || is_recognised(cell)))
        beyond_.insert(cell);
  }
}

/// Turns the board's uncertain tiles until they are certain.
void TileSurvey::turn_uncertain() {
  for (int round = 0; round < kUncertainRounds; ++round) {
    std::vector<Cell> uncertain;
    for (int tile = 0; tile < board_.columns * board_.rows; ++tile)
      if (const Cell cell = cell_of(tile); !still_.contains(cell) &&
                                           uncertain.size() < kMostUncertainTurned &&
                                           read_cell(cell).confidence < kMinConfidence)
        uncertain.push_back(cell);
    if (uncertain.empty()) break;
    turn(uncertain);
  }
}

void TileSurvey::find_board() {
  const auto [low, high] = box_of(known_tiles());
  board_ = lattice_;
  board_.origin += lattice_.pitch * cv::Point2d(low.column, low.row);
  board_.columns = high.column - low.column + 1;
  board_.rows = high.row - low.row + 1;
  board_corner_ = low;
  prober_.park_outside(board_.bounds());
  turn_uncertain();
  make_reader(board_);
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

bool TileSurvey::turn_more() {
  std::vector<std::pair<float, Cell>> others;
  for (int tile = 0; tile < board_.columns * board_.rows; ++tile)
    if (const Cell cell = cell_of(tile); !turning_.contains(cell) && !still_.contains(cell))
      others.emplace_back(read_cell(cell).confidence, cell);
  if (others.empty()) return false;
  std::sort(others.begin(), others.end());
  others.resize(std::min(others.size(), kMostUncertainTurned));
  std::vector<Cell> which;
  for (const auto& [confidence, cell] : others) which.push_back(cell);
  turn(which, true);
  turn_uncertain();
  make_reader(board_);
  note_turned();
  return true;
}

void TileSurvey::learn(const std::vector<Sides>& wires, const std::vector<int>& tiles) {
  for (int tile = 0; tile < static_cast<int>(wires.size()); ++tile)
    if (tiles.empty() || std::ranges::count(tiles, tile) > 0)
      add_samples(known_samples_, prober_.frame().image, cell_of(tile), wires[at(tile)]);
  make_reader(board_);
}

void TileSurvey::learn_uncertain(const cv::Mat& picture, const std::vector<Sides>& wires) {
  const auto parts = reader_->read_at(picture, board_).parts;
  for (std::size_t i = 0; i < parts.size(); ++i)
    if (parts[i].confidence < kMinConfidence) {
      const int tile = static_cast<int>(i / net::kEachSide.size());
      add_samples(known_samples_, picture, cell_of(tile), wires[at(tile)]);
    }
  make_reader(board_);
}

void TileSurvey::learn_new_board() {
  still_.clear();
  turn_uncertain();
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
