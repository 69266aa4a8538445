#include "calibration/net/learn_cells.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>

#include "actuator/net/plan.hpp"
#include "calibration/changes.hpp"
#include "calibration/learner.hpp"
#include "calibration/net/arms.hpp"
#include "calibration/net/rotation.hpp"
#include "calibration/survey.hpp"
#include "puzzle/index.hpp"
#include "puzzle/net/text.hpp"
#include "solver/net/solve.hpp"
#include "vision/cells/grid.hpp"
#include "vision/cells/patch.hpp"
#include "vision/net/read_cells.hpp"
#include "vision/reading.hpp"
#include "vision/statistics.hpp"

namespace eyehand::calibration {
namespace {

using net::Sides;
using std::chrono::milliseconds;

constexpr int kPatch = 12;
/// How long the window is watched for what changes by itself.
constexpr milliseconds kIdle{700};
/// How long after the last click a win may show.
constexpr milliseconds kWinWait{1500};
/// What shows a win changes more pixels than this beside the board.
constexpr int kWinPixels = 150;
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
/// A board of which a larger share is uncertain is not solved.
constexpr double kMostUncertain = 0.25;
/// A tile that turns changes at least this share of its cell.
constexpr double kTurnedShare = 0.008;

struct Cell {
  int column = 0, row = 0;
  auto operator<=>(const Cell&) const = default;
};

/// Rules that a program may play by, the strictest first.
struct Variant {
  net::Rules rules;
  bool wrapping = false;
  const char* name;
};
const std::array<Variant, 6> kVariants = {{
    {{.connected = true, .acyclic = true}, false, "one network without loops"},
    {{.connected = true, .acyclic = true}, true, "one network without loops, across the rim"},
    {{.connected = true, .acyclic = false}, false, "one network"},
    {{.connected = true, .acyclic = false}, true, "one network, across the rim"},
    {{.connected = false, .acyclic = false}, false, "any networks"},
    {{.connected = false, .acyclic = false}, true, "any networks, across the rim"},
}};

class NetCellsLearner : Learner {
 public:
  NetCellsLearner(Prober& prober, const LearnOptions& options) : Learner(prober, options) {}

  Learned run() {
    try {
      return learn();
    } catch (const LearnStopped& stopped) {
      if (!is_left_changed_) throw;
      throw LearnStopped(stopped.end(),
                         std::string(stopped.what()) + " The board is left changed.");
    }
  }

 private:
  Learned learn() {
    prober_.rest();
    prober_.park_outside({});
    prober_.find_restless(kIdle);
    report("turn", "looking for something that four clicks turn once around");
    find_first();
    find_lattice();
    turn_tiles();
    find_board();
    find_rules();
    find_speed();
    const Frame found = prober_.rest();
    play();
    return learned_from(text(), found, options_);
  }

  struct Turned {
    std::array<cv::Mat, 4> pictures;  ///< of the window
    Rotation rotation;
    bool looks_straight = false;  ///< the same changes at each turn
  };

  cv::Point2d middle(Cell cell) const { return lattice_.centre(cell.column, cell.row); }
  cv::Mat tile_picture(const cv::Mat& picture, Cell cell, int pixels) const {
    return cells::cut(picture, middle(cell), lattice_.pitch, pixels);
  }

  /// Clicks a place four times. Nothing if that turns nothing around a middle near it.
  std::optional<Turned> turn_at(cv::Point at) {
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
  void find_first() {
    std::size_t tried = 0;
    std::optional<Turned> first;
    for (const cv::Point place : promising_places(prober_.frame().image)) {
      if (++tried > kMaxPlaces || (first && tried > kMaxPlaces / 4)) break;
      const auto turned = turn_at(place);
      if (!turned) continue;
      first = turned;
      if (!turned->looks_straight) break;
    }
    if (!first) stop(End::stuck, "four clicks on one place never turned something once around.");
    first_ = *first;
    report("tile",
           fmt::format("something turns around {:.1f}, {:.1f}, {:.0f} px to each side",
                       first_.rotation.centre.x, first_.rotation.centre.y, first_.rotation.reach));
  }

  /// The middle of the next tile in a direction.
  std::optional<cv::Point2d> next_tile(cv::Point direction) {
    const cv::Point2d from = first_.rotation.centre;
    const double reach = first_.rotation.reach;
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

  void find_lattice() {
    std::vector<double> steps;
    for (const cv::Point direction : {cv::Point(1, 0), cv::Point(0, 1)})
      for (const int sign : {1, -1})
        if (const auto next = next_tile(sign * direction)) {
          steps.push_back(cv::norm(*next - first_.rotation.centre));
          break;
        }
    if (steps.empty()) stop(End::unreadable, "one tile turns, but none beside it.");
    // A tile between may be empty, or look the same when turned.
    double pitch = *std::min_element(steps.begin(), steps.end());
    const double most = *std::max_element(steps.begin(), steps.end());
    const int times = cvRound(most / pitch);
    if (times > 1 && std::abs(most - times * pitch) < 0.1 * pitch) pitch = most / times;
    lattice_.pitch = pitch;
    // All cells that the window has room for.
    const cv::Size size = prober_.frame().image.size();
    const cv::Point2d corner = first_.rotation.centre - cv::Point2d(pitch / 2, pitch / 2);
    const cv::Point before(static_cast<int>(corner.x / pitch), static_cast<int>(corner.y / pitch));
    lattice_.origin = corner - pitch * cv::Point2d(before);
    lattice_.columns = static_cast<int>((size.width - lattice_.origin.x) / pitch);
    lattice_.rows = static_cast<int>((size.height - lattice_.origin.y) / pitch);
    start_ = {before.x, before.y};
    report("cells", fmt::format("{:.1f} px from one tile to the next", pitch));
  }

  bool is_inside(Cell cell) const {
    return cell.column >= 0 && cell.row >= 0 && cell.column < lattice_.columns &&
           cell.row < lattice_.rows && prober_.frame().on_screen.contains(cv::Point(middle(cell)));
  }

  Pace turning_pace() const {
    Pace pace = Prober::careful_pace();
    if (loses_clicks_) pace.gap = std::max(pace.gap, animation_ + milliseconds(60));
    return pace;
  }

  Plan clicks_on(const std::vector<Cell>& cells) const {
    Plan plan;
    for (const Cell cell : cells) plan.emplace_back(Click{prober_.on_screen(middle(cell))});
    return plan;
  }

  /// How much of a cell differs between two pictures.
  double change_of(const cv::Mat& a, const cv::Mat& b, Cell cell) const {
    const cv::Point2d half(lattice_.pitch / 2, lattice_.pitch / 2);
    const cv::Rect box = cv::Rect(cv::Point(middle(cell) - half), cv::Point(middle(cell) + half)) &
                         cv::Rect({}, a.size());
    return static_cast<double>(cv::countNonZero(prober_.differences(a, b)(box))) / box.area();
  }

  bool has_changed(const cv::Mat& before, Cell cell) const {
    return change_of(before, prober_.frame().image, cell) > kTurnedShare;
  }

  /// Clicks each of these cells once. If a program takes no clicks while something moves, those
  /// that were lost are made again, and it is clicked more slowly from then on.
  void click_once(std::vector<Cell> which) {
    const cv::Mat before = prober_.frame().image;
    timing_.note(prober_.perform(clicks_on(which), turning_pace()));
    if (loses_clicks_ || which.size() == 1) return;
    std::erase_if(which, [&](Cell cell) { return has_changed(before, cell); });
    if (which.empty()) return;
    for (const Cell cell : which) {
      prober_.perform(clicks_on({cell}), turning_pace());
      loses_clicks_ = loses_clicks_ || has_changed(before, cell);
    }
  }

  /// Turns these cells once around, and remembers what they looked like.
  void turn(std::vector<Cell> which) {
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
      for (int again = 0; again < 3 && has_changed(pictures[0], cell); ++again)
        prober_.perform(clicks_on({cell}), turning_pace());
      if (has_changed(pictures[0], cell)) {
        is_left_changed_ = true;
        continue;
      }
      TurningTile tile;
      for (std::size_t k = 0; k < 4; ++k) tile[k] = tile_picture(pictures[k], cell, kTilePixels);
      turning_[cell] = {tile, pictures};
    }
    label();
  }

  void add_samples(const cv::Mat& picture, Cell cell, Sides wires,
                   std::vector<cells::Sample>& samples) const {
    const cells::Layout layout = net::layout_of_sides();
    for (int side = 0; side < 4; ++side) {
      const auto& part = layout.parts[at(side)];
      samples.push_back({(wires & net::kEachSide[at(side)]) ? 1 : 0,
                         4 * (cell.row * lattice_.columns + cell.column) + side,
                         cells::cut(picture, middle(cell) + lattice_.pitch * part.offset,
                                    lattice_.pitch * layout.side, kPatch, part.quarters)});
    }
  }

  /// Finds the wires of all tiles that were turned, and makes a reader of their sides.
  void label() {
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
        add_samples(turned.pictures[at(k)], cell, net::turned(arms.wires, quarters * k), samples_);
    }
    if (arms_.empty()) return;
    // What was clicked and did not turn has all wires or none.
    for (const Cell cell : still_)
      if (const auto wires =
              finder.wires_of_still(tile_picture(prober_.frame().image, cell, kTilePixels)))
        add_samples(prober_.frame().image, cell, *wires, samples_);
    make_reader(lattice_);
  }

  void make_reader(const Lattice& lattice) {
    reader_.emplace(
        cells::Atlas(samples_),
        std::vector<std::string>{std::string(net::kNoWireLabel), std::string(net::kWireLabel)},
        lattice, net::layout_of_sides());
  }

  struct Here {
    float confidence = 0;  ///< of the side that is least certain
    Sides wires = 0;
    bool perhaps = false;  ///< something like a wire
  };
  Here look_at(Cell cell) const {
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
  bool is_tile(Cell cell) const {
    if (turning_.contains(cell)) return true;
    const Here here = look_at(cell);
    return here.confidence >= kMinConfidence && here.wires != 0;
  }

  /// The cells of the board as far as it is known: tiles beside one another from the first on.
  std::set<Cell> known_tiles() const {
    std::set<Cell> tiles = {start_};
    std::vector<Cell> queue = {start_};
    while (!queue.empty()) {
      const Cell cell = queue.back();
      queue.pop_back();
      for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx) {
          const Cell next{cell.column + dx, cell.row + dy};
          if (!is_inside(next) || tiles.contains(next) || !is_tile(next)) continue;
          tiles.insert(next);
          queue.push_back(next);
        }
    }
    return tiles;
  }

  /// Turns tiles whose look is not known, beside those that are.
  void turn_tiles() {
    const Deadline end = Deadline::after(kTurnTime);
    std::vector<Cell> batch = {start_};
    for (const auto& [dx, dy] :
         {std::pair(1, 0), std::pair(0, 1), std::pair(-1, 0), std::pair(0, -1), std::pair(1, 1)})
      if (const Cell cell{start_.column + dx, start_.row + dy}; is_inside(cell))
        batch.push_back(cell);
    while (!batch.empty()) {
      turn(batch);
      if (arms_.empty())
        stop(End::unreadable, "wires cannot be distinguished from what is around them.");
      if (end.passed() || turning_.size() > kMostTurned) break;
      const std::set<Cell> tiles = known_tiles();
      batch.clear();
      std::set<Cell> candidates;
      for (const Cell cell : tiles)
        for (int dy = -1; dy <= 1; ++dy)
          for (int dx = -1; dx <= 1; ++dx) {
            const Cell next{cell.column + dx, cell.row + dy};
            if (is_inside(next) && !tried_.contains(next) && !tiles.contains(next))
              candidates.insert(next);
          }
      const auto [low, high] = box_of(tiles);
      for (const bool within : {true, false})
        for (const Cell cell : candidates) {
          const bool is_within = cell.column >= low.column && cell.column <= high.column &&
                                 cell.row >= low.row && cell.row <= high.row;
          if (is_within != within || batch.size() >= kBatch) continue;
          const Here here = look_at(cell);
          if (here.confidence >= kMinConfidence || !(within || here.perhaps)) continue;
          batch.push_back(cell);
        }
    }
    report("tiles", fmt::format("{} were turned", turning_.size()));
  }

  static std::pair<Cell, Cell> box_of(const std::set<Cell>& cells) {
    Cell low = *cells.begin(), high = *cells.begin();
    for (const Cell cell : cells) {
      low = {std::min(low.column, cell.column), std::min(low.row, cell.row)};
      high = {std::max(high.column, cell.column), std::max(high.row, cell.row)};
    }
    return {low, high};
  }

  void find_board() {
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
    report("board", fmt::format("{}x{} cells of {:.1f} px at {:.0f}, {:.0f}", board_.columns,
                                board_.rows, board_.pitch, board_.origin.x, board_.origin.y));
    controls_.turn_anticlockwise_button = usual_turn_ > 0 ? 1 : 0;
    controls_.turn_clockwise_button = usual_turn_ > 0 ? 0 : 1;
    controls_.lock_button = 0;
    for (const auto& [cell, arms] : arms_) {
      if (arms.quarters == 0 || arms.quarters == usual_turn_) continue;
      const int wires = net::degree(arms.wires);
      const std::string shape(net::kShapeNames[at(wires == 1 ? 0 : wires == 2 ? 2 : 3)]);
      if (std::ranges::count(controls_.reversed_shapes, shape) == 0)
        controls_.reversed_shapes.push_back(shape);
    }
  }

  net::Reading read_now() const {
    return net::read_cells(prober_.frame(), *reader_, appearance_,
                           cells::GridReader::Search::nowhere);
  }
  /// The board as far as it can be read; stops if too much of it is uncertain.
  net::Board read_board(const char* what) const {
    const net::Reading reading = read_now();
    if (reading.lattice.columns != board_.columns || reading.lattice.rows != board_.rows)
      stop(End::unreadable, fmt::format("{} has another size: {}x{}.", what,
                                        reading.lattice.columns, reading.lattice.rows));
    const auto uncertain =
        std::ranges::count_if(reading.confidence, [](float c) { return c < kMinConfidence; });
    if (static_cast<double>(uncertain) > kMostUncertain * static_cast<double>(reading.board.size()))
      stop(End::unreadable, fmt::format("{} cannot be read: {}.", what, reading.rejection));
    return reading.board;
  }

  /// A solution of the board by the rules that were found.
  std::vector<Sides> solve(net::Board board, std::uint64_t most, Status* status = nullptr) const {
    board.rules = rules_;
    board.wrapping = wrapping_;
    board.source = source_;
    if (linked_) board.linked = {*linked_};
    const auto solution = net::solve(board, {.deadline = options_.deadline, .count_limit = most});
    if (status) *status = solution.status;
    return solution.answer;
  }

  /// The strictest rules by which the board has one solution, or else any.
  void find_rules() {
    const net::Board found = read_board("the board");
    // A tile of four wires that did not turn may be a source whose wires dangle.
    std::vector<int> sources = {-1};
    for (const Cell cell : still_)
      if (const int tile = number_of(cell); tile >= 0 && found.wires[at(tile)] == net::kAllSides)
        sources.push_back(tile);
    for (const std::uint64_t most : {std::uint64_t{2}, std::uint64_t{1}})
      for (const int source : sources)
        for (const Variant& variant : kVariants) {
          rules_ = variant.rules;
          rules_.source_may_dangle = source >= 0;
          source_ = source;
          wrapping_ = variant.wrapping;
          Status status = Status::none;
          if (solve(found, most, &status).empty() || (most == 2 && status != Status::unique))
            continue;
          appearance_.wrapping = wrapping_ ? net::WrappingSign::unseen : net::WrappingSign::never;
          report("rules", fmt::format("the board has {} as {}{}",
                                      most == 2 ? "one solution" : "solutions", variant.name,
                                      source >= 0 ? ", with a source whose wires may dangle" : ""));
          if (source >= 0) look_at_pieces(net::kSourceLabel, {source});
          return;
        }
    stop(End::unreadable, "the board as it was read has no solution:\n" + net::to_picture(found));
  }

  /// The number of a cell on the board; -1 if it is beside it.
  int number_of(Cell cell) const {
    const int column = cell.column - board_corner_.column, row = cell.row - board_corner_.row;
    return column < 0 || row < 0 || column >= board_.columns || row >= board_.rows
               ? -1
               : row * board_.columns + column;
  }
  Cell cell_of(int tile) const {
    return {board_corner_.column + tile % board_.columns,
            board_corner_.row + tile / board_.columns};
  }

  /// Takes pictures of the middles of tiles, of which `which` have this label.
  void look_at_pieces(std::string_view label, const std::vector<int>& which) {
    const double side = net::layout_of_pieces().side * lattice_.pitch;
    for (int tile = 0; tile < board_.columns * board_.rows; ++tile)
      piece_samples_.push_back(
          {std::ranges::count(which, tile) > 0 ? 1 : 0, tile,
           cells::cut(prober_.frame().image, middle(cell_of(tile)), side, kPatch)});
    pieces_.emplace(cells::Atlas(piece_samples_),
                    std::vector<std::string>{std::string(net::kOtherLabel), std::string(label)},
                    board_, net::layout_of_pieces());
  }

  int quarters_of_click(Sides wires) const {
    const int shape = net::degree(wires) == 2   ? (wires == net::opposite(wires) ? 1 : 2)
                      : net::degree(wires) == 1 ? 0
                                                : net::degree(wires);
    const bool is_reversed =
        std::ranges::count(controls_.reversed_shapes, std::string(net::kShapeNames[at(shape)])) > 0;
    return is_reversed ? -usual_turn_ : usual_turn_;
  }

  int tile_at(const Gesture& gesture) const {
    const auto& click = std::get<Click>(gesture);
    const cv::Point2d in_board =
        (cv::Point2d(click.at.x - prober_.frame().origin.x, click.at.y - prober_.frame().origin.y) -
         board_.origin) /
        board_.pitch;
    return static_cast<int>(in_board.y) * board_.columns + static_cast<int>(in_board.x);
  }

  net::Board after(net::Board board, std::span<const Gesture> clicks) const {
    for (const Gesture& click : clicks) {
      const int tile = tile_at(click);
      const int quarters = quarters_of_click(board.wires[at(tile)]);
      const bool is_linked = linked_ && std::ranges::count(*linked_, tile) > 0;
      for (const int each : is_linked ? *linked_ : std::vector<int>{tile})
        board.wires[at(each)] = net::turned(board.wires[at(each)], quarters);
    }
    return board;
  }

  /// How fast clicks may follow one another, on one tile and on others.
  void find_speed() {
    std::vector<Cell> three;
    for (const auto& [cell, arms] : arms_)
      if (arms.quarters != 0 && three.size() < 3) three.push_back(cell);
    if (three.empty()) three.push_back(arms_.begin()->first);
    const Plan once = clicks_on(three);
    Plan clicks;
    for (int i = 0; i < 2; ++i)
      for (const Gesture& click : once) clicks.insert(clicks.end(), {click, click});
    const std::vector<std::pair<milliseconds, milliseconds>> paces = {
        {milliseconds(0), milliseconds(5)},
        {milliseconds(25), milliseconds(30)},
        {milliseconds(25), animation_ / 2 + milliseconds(60)},
        {milliseconds(30), animation_ + milliseconds(100)}};
    const auto wires_of = [&] {
      std::vector<Sides> wires;
      for (const Cell cell : three) wires.push_back(look_at(cell).wires);
      return wires;
    };
    for (const auto& [hold, gap] : paces) {
      pace_.hold = hold;
      pace_.gap = gap;
      const std::vector<Sides> before = wires_of();
      prober_.perform({clicks.begin(), clicks.end() - 1}, pace_);
      const std::vector<Sides> now = wires_of();
      bool is_good = true;
      // Four clicks on each, but for the last.
      for (std::size_t i = 0; i < three.size(); ++i)
        is_good = is_good &&
                  net::turned(now[i], i + 1 == three.size() ? quarters_of_click(before[i]) : 0) ==
                      before[i];
      for (int round = 0; round < 3; ++round)
        for (std::size_t i = 0; i < three.size(); ++i)
          if (look_at(three[i]).wires != before[i])
            prober_.perform(clicks_on({three[i]}), turning_pace());
      if (is_good) break;
    }
    settle_pace();
  }

  /// Solves the board but for one click, to see powered wires, then makes that click.
  void play() {
    for (int attempt = 0; attempt < 2; ++attempt) {
      const net::Board found = read_board("the board");
      const std::vector<Sides> answer = solve(found, 1);
      net::Board board = found;
      if (linked_) board.linked = {*linked_};
      std::vector<ScreenPoint> places;
      for (int tile = 0; tile < static_cast<int>(found.size()); ++tile)
        places.push_back(prober_.on_screen(middle(cell_of(tile))));
      const Plan plan = answer.empty() ? Plan{} : net::plan(board, answer, places, controls_);
      if (plan.empty()) break;
      report("goal", fmt::format("playing {} clicks to see powered wires and a win", plan.size()));
      is_left_changed_ = true;
      prober_.perform({plan.begin(), plan.end() - 1}, pace_);
      if (!learn_more(found, {plan.data(), plan.size() - 1})) continue;
      const cv::Mat before = prober_.frame().image;
      prober_.perform({plan.back()}, pace_);
      prober_.wait(kWinWait);
      report("goal", is_win_shown(before)
                         ? "the program shows that this is a win; its board is left changed"
                         : "no win was seen; the board is left changed: solved");
      start_new_game(before, [&] { return read_now().accepted(); });
      return;
    }
    stop(End::stuck, "clicks do not lead to the solution.");
  }

  /// The tiles that are certainly not as expected.
  std::vector<int> differing(const net::Board& expected) const {
    const net::Reading now = read_now();
    std::vector<int> tiles;
    for (std::size_t tile = 0; tile < expected.size() && tile < now.confidence.size(); ++tile)
      if (now.confidence[tile] >= kMinConfidence && now.board.wires[tile] != expected.wires[tile])
        tiles.push_back(static_cast<int>(tile));
    return tiles;
  }

  /// Takes pictures of all tiles, whose wires follow from the clicks on `found`. False if they do
  /// not, but two tiles are found to turn together.
  bool learn_more(const net::Board& found, std::span<const Gesture> clicks) {
    const std::vector<int> wrong = differing(after(found, clicks));
    if (!wrong.empty() && !(linked_ = find_linked(found, clicks, wrong)))
      stop(End::stuck,
           fmt::format("{} tiles are not as clicks should have turned them.", wrong.size()));
    const net::Board now = after(found, clicks);
    for (int tile = 0; tile < static_cast<int>(now.size()); ++tile)
      add_samples(prober_.frame().image, cell_of(tile), now.wires[at(tile)], samples_);
    make_reader(board_);
    if (source_ >= 0) look_at_pieces(net::kSourceLabel, {source_});
    if (linked_) look_at_pieces(net::kLinkedLabel, *linked_);
    return wrong.empty();
  }

  /// Two tiles beside one another that explain what clicks did, if each turns with the other.
  std::optional<std::vector<int>> find_linked(const net::Board& found,
                                              std::span<const Gesture> clicks,
                                              const std::vector<int>& wrong) {
    for (const int tile : wrong)
      for (const Sides side : net::kEachSide) {
        const int other = found.neighbour(tile, side);
        if (other < 0) continue;
        linked_ = std::vector<int>{std::min(tile, other), std::max(tile, other)};
        if (differing(after(found, clicks)).empty()) {
          report("linked",
                 fmt::format("the tiles {} and {} turn together", (*linked_)[0], (*linked_)[1]));
          return linked_;
        }
      }
    return std::nullopt;
  }

  bool is_win_shown(const cv::Mat& before) const {
    const net::Reading now = read_now();
    if (!now.accepted()) return true;
    cv::Mat changed = prober_.differences(before, prober_.frame().image);
    changed(board_.bounds() & cv::Rect({}, changed.size())) = 0;
    return cv::countNonZero(changed) > kWinPixels;
  }

  std::string text() const {
    SkinText skin = begin_skin();
    skin.table("appearance", appearance_);
    skin.table("cells", reader_->appearance());
    if (pieces_) skin.table("pieces", pieces_->appearance());
    skin.table("controls", controls_);
    skin.table("rules", rules_);
    write_pace(skin, "clicking");
    return skin.text();
  }

  struct TurnedTile {
    TurningTile tile;
    std::array<cv::Mat, 4> pictures;
  };

  Turned first_;
  Lattice lattice_;  ///< of all the window
  Cell start_;
  std::map<Cell, TurnedTile> turning_;
  std::map<Cell, Arms> arms_;
  std::set<Cell> tried_, still_;
  bool loses_clicks_ = false;
  std::vector<cells::Sample> samples_;
  std::optional<cells::GridReader> reader_;
  Lattice board_;
  Cell board_corner_;
  int usual_turn_ = 1;
  milliseconds animation_{0};
  bool is_left_changed_ = false;
  net::Appearance appearance_;
  net::Controls controls_;
  net::Rules rules_;
  bool wrapping_ = false;
  int source_ = -1;                         ///< if its wires may dangle
  std::optional<std::vector<int>> linked_;  ///< tiles that turn together
  std::vector<cells::Sample> piece_samples_;
  std::optional<cells::GridReader> pieces_;
};

}  // namespace

Learned learn_net_cells(Prober& prober, const LearnOptions& options) {
  return NetCellsLearner(prober, options).run();
}

}  // namespace eyehand::calibration
