#include "calibration/panel/learn_cells.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <optional>
#include <set>
#include <utility>

#include "actuator/panel/plan.hpp"
#include "calibration/areas.hpp"
#include "calibration/changes.hpp"
#include "calibration/learner.hpp"
#include "calibration/panel/plain.hpp"
#include "calibration/survey.hpp"
#include "player/buttons.hpp"
#include "puzzle/index.hpp"
#include "vision/cells/patch.hpp"
#include "vision/panel/read_cells.hpp"
#include "vision/plates.hpp"

namespace eyehand::calibration {
namespace {

using std::chrono::milliseconds;
using State = panel::CellsReader::State;

/// A program that has just started may show a message for some seconds, most of which have passed
/// by now.
constexpr milliseconds kGreeting{1000};
/// The smallest tile to look for, pixels, and the fewest changed pixels that are not noise.
constexpr int kCellMinPx = 12, kChangedMin = 30;
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
/// A cell has changed if the share of it that has is at least this much of the usual share.
constexpr double kChangedShare = 0.4;
/// How many pixels the answer to checking a panel changes, and how long a message may stay.
constexpr int kMessagePixels = 80;
constexpr milliseconds kMessageTime{1500};

class PanelCellsLearner : Learner {
 public:
  PanelCellsLearner(Prober& prober, const LearnOptions& options) : Learner(prober, options) {}

  Learned run() {
    begin();
    return learn();
  }

  /// Whether something on the panel was left changed when this stopped. A click may have solved the
  /// panel before it could be read.
  bool is_left_changed(const LearnStopped& stopped) const {
    if (stopped.end() != End::unreadable && stopped.end() != End::stuck) return false;
    const cv::Mat changed = prober_.differences(start_, prober_.frame().image);
    return cv::countNonZero(changed & touched_) >= kChangedMin;
  }
  /// Closes whatever a win has opened.
  void start_new_panel() {
    start_new_game(start_, cv::boundingRect(touched_), [] { return false; });
  }

 private:
  void begin() {
    prober_.wait(kGreeting);
    watch_idle();
    start_ = prober_.frame().image.clone();
    touched_ = cv::Mat::zeros(start_.size(), CV_8U);
  }

  Learned learn() {
    report("click", "looking for a tile that a click toggles and a second one toggles back");
    if (!find_first())
      stop(End::stuck, "no click changed anything that a second click changed back.");
    find_pitch();
    find_extent();
    toggle_more();
    check_toggles();
    find_speed();
    find_check();
    check_as_found(read_board("the panel") == found_, "panel");
    report("panel", "it is as it was found");
    return learned_from(text(), prober_.rest(), options_);
  }

  /// A click and what it changed.
  struct Press {
    cv::Point at;
    cv::Mat before, after, changed;
    int tile = -1;
    std::vector<int> tiles;  ///< that changed
  };
  /// A tile as found by a press: its centre and side, pixels.
  struct Box {
    cv::Point2d middle;
    double side = 0;
  };

  int tiles() const { return lattice_.columns * lattice_.rows; }
  cv::Point2d middle_of(int tile) const {
    return lattice_.centre(tile % lattice_.columns, tile / lattice_.columns);
  }
  Click click_on(int tile) const { return {prober_.on_screen(middle_of(tile)), 1}; }

  /// What a click changed, if a second one changed it back, excluding what did not change back,
  /// such as a move counter.
  std::optional<Press> press_twice(cv::Point at) {
    if (!prober_.frame().on_screen.contains(at)) return std::nullopt;
    const Effect there = prober_.click(at);
    if (cv::countNonZero(there.difference) < kChangedMin) return std::nullopt;
    Effect back;
    cv::Mat changed;
    bool is_some = false;
    for (int tries = 0; tries < kBackTries && !is_some; ++tries) {
      back = prober_.click(at);
      changed = parts_restored(there.difference,
                               changed_pixels(there.before, back.frame.image) & there.difference);
      is_some = cv::countNonZero(changed) >= kChangedMin;
      // A click without any effect may have come too soon.
      if (is_some || cv::countNonZero(back.difference) >= kChangedMin) break;
      prober_.wait(kTooSoon);
    }
    if (!is_some && lattice_.columns == 0)
      report("click",
             fmt::format("the change made by a click at {}, {} could not be undone", at.x, at.y));
    if (!is_some && lattice_.columns > 0) {
      touched_ |= there.difference;
      stop(End::stuck,
           "a click on a tile changed it, but a second one did not change it back; perhaps that "
           "solved the panel.");
    }
    if (!is_some || cv::countNonZero(changed) > kTooMuch * static_cast<double>(changed.total()))
      return std::nullopt;
    timing_.note(there);
    timing_.note(back);
    animation_ = std::max({animation_, there.last, back.last});
    presses_.push_back({at, there.before, there.frame.image, changed, -1, {}});
    touched_ |= changed;
    return presses_.back();
  }

  /// The tile where a press was made: the region that changed around it.
  static std::optional<Box> box_of(const Press& press) {
    cv::Mat closed;
    cv::morphologyEx(press.changed, closed, cv::MORPH_CLOSE, cv::Mat::ones(3, 3, CV_8U));
    std::optional<cv::Rect> best;
    for (const cv::Rect& box : boxes_of(closed, kCellMinPx))
      if (box.contains(press.at) && (!best || box.area() < best->area())) best = box;
    if (!best) return std::nullopt;
    // Several linked tiles may touch.
    const auto part = [](int& from, int& length, int side, int at) {
      const int count = std::max(1, cvRound(static_cast<double>(length) / side));
      const double pitch = count > 1 ? static_cast<double>(length - side) / (count - 1) : 0;
      const int which = std::clamp((at - from) * count / std::max(length, 1), 0, count - 1);
      from += cvRound(which * pitch);
      length = std::min(length, side);
    };
    const int side = std::min(best->width, best->height);
    part(best->x, best->width, side, press.at.x);
    part(best->y, best->height, side, press.at.y);
    return Box{cv::Point2d(best->x + (best->width - 1) / 2.0, best->y + (best->height - 1) / 2.0),
               static_cast<double>(side)};
  }

  bool find_first() {
    std::size_t tried = 0;
    std::vector<cv::Point> places = places_like_tiles(prober_.frame().image);
    for (const cv::Point place : promising_places(prober_.frame().image)) places.push_back(place);
    for (const cv::Point place : places) {
      if (++tried > kMaxPlaces) return false;
      const auto press = press_twice(place);
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
  std::optional<double> pitch_towards(cv::Point direction, int places) {
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

  void find_pitch() {
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
  void fit_lattice() {
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
  cv::Point2d place_of(cv::Point2d point) const {
    const cv::Point2d place = (point - lattice_.origin) / lattice_.pitch;
    return {std::floor(place.x), std::floor(place.y)};
  }

  /// Limits the lattice to these columns and rows.
  void take(const cv::Rect& places) {
    lattice_.origin += lattice_.pitch * cv::Point2d(places.tl());
    lattice_.columns = places.width;
    lattice_.rows = places.height;
  }

  /// Derives pictures of a plain tile from all toggled ones.
  void fit_tiles() {
    std::vector<ToggledCell> cells;
    for (Press& press : presses_) {
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
  }

  /// All places near known ones that look like tiles in either state.
  void find_extent() {
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
    fit_tiles();
    report("tiles",
           fmt::format("{}x{} of {:.1f} px at {:.0f}, {:.0f}", lattice_.columns, lattice_.rows,
                       lattice_.pitch, lattice_.origin.x, lattice_.origin.y));
  }

  panel::Reading read_picture(const cv::Mat& picture) const {
    return reader_->read({picture, {}, {}});
  }
  panel::Board read_board(const char* what) const {
    const panel::Reading reading = read_picture(prober_.frame().image);
    if (!reading.accepted())
      stop(End::unreadable, fmt::format("{} cannot be read: {}.", what, reading.rejection));
    if (reading.board.width != lattice_.columns || reading.board.height != lattice_.rows)
      stop(End::unreadable, fmt::format("{} has another size.", what));
    return reading.board;
  }

  static panel::Board toggled(panel::Board board, const std::vector<int>& which) {
    for (const int tile : which) board.tiles[at(tile)].lit = !board.tiles[at(tile)].lit;
    return board;
  }
  /// A solved program may accept no more clicks.
  static bool would_solve(const panel::Board& board, int tile) {
    return panel::is_solved(toggled(board, panel::linked_with(board, tile)));
  }

  /// Toggles more tiles: linked ones, then those farthest from all toggled so far. Clicks some that
  /// look locked.
  void toggle_more() {
    const panel::Reading first = read_picture(prober_.frame().image);
    const bool is_known = first.accepted() && first.board.width == lattice_.columns &&
                          first.board.height == lattice_.rows;
    std::set<int> tried;
    for (const Press& press : presses_) tried.insert(press.tiles.begin(), press.tiles.end());
    int lock_tries = 0;
    const auto urgency = [&](int tile) {
      double nearest = 100;
      for (const int other : tried)
        nearest = std::min(nearest, cv::norm(middle_of(tile) - middle_of(other)) / lattice_.pitch);
      const panel::Tile& its = first.board.tiles[at(tile)];
      if (its.locked) return lock_tries < kLockTries ? nearest : -1.0;
      if (panel::linked_with(first.board, tile).size() > 1) return 100 + nearest;
      return static_cast<int>(tried.size()) < kToggles ? nearest : -1.0;
    };
    for (;;) {
      int next = -1;
      double most = 0;
      for (int tile = 0; tile < tiles(); ++tile) {
        if (tried.contains(tile) || first.board.size() <= at(tile) ||
            !first.board.tiles[at(tile)].exists || first.confidence[at(tile)] <= 0)
          continue;
        if (is_known && would_solve(first.board, tile)) continue;
        if (urgency(tile) <= most) continue;
        most = urgency(tile);
        next = tile;
      }
      if (next < 0) break;
      tried.insert(next);
      auto press = press_twice(middle_of(next));
      if (!press) press = press_twice(middle_of(next));
      if (!press) {
        locked_.push_back(next);
        lock_tries += first.board.tiles[at(next)].locked;
        continue;
      }
      if (const auto box = box_of(*press))
        if (std::abs(box->side - boxes_.front().side) < 2 + 0.1 * boxes_.front().side)
          boxes_.push_back(*box);
      fit_tiles();
      tried.insert(presses_.back().tiles.begin(), presses_.back().tiles.end());
    }
    fit_lattice();
    fit_tiles();
  }

  /// Verifies that the reading agrees with what the clicks did.
  void check_toggles() {
    found_ = read_board("the panel");
    for (const int tile : locked_)
      if (!found_.tiles[at(tile)].locked)
        stop(End::unreadable,
             fmt::format("the tile in {} does not react to clicks, but shows no lock.",
                         cell_name(lattice_.columns, tile)));
    int unread = 0;
    std::string why;
    for (const Press& press : presses_) {
      if (press.tile < 0 || press.tile >= tiles()) continue;
      const auto expected = panel::linked_with(found_, press.tile);
      if (expected != press.tiles || found_.tiles[at(press.tile)].locked)
        stop(End::unreadable,
             fmt::format("a click on the tile in {} toggles {} tiles, but {}.",
                         cell_name(lattice_.columns, press.tile), press.tiles.size(),
                         found_.tiles[at(press.tile)].locked
                             ? "it looks locked"
                             : fmt::format("{} seem linked", expected.size())));
      const panel::Reading after = read_picture(press.after);
      unread += !after.accepted();
      if (!after.accepted()) why = after.rejection;
      if (after.accepted() && !(after.board == toggled(found_, expected)))
        stop(End::unreadable, fmt::format("the tile in {} is misread once it is toggled.",
                                          cell_name(lattice_.columns, press.tile)));
    }
    if (2 * unread > static_cast<int>(presses_.size()))
      stop(End::unreadable, fmt::format("tiles cannot be read once they are toggled: {}.", why));
    report("toggles", fmt::format("{} clicks toggle what they should, {} tiles do not react",
                                  presses_.size(), locked_.size()));
  }

  /// Up to three tiles, none linked with another, of whose combined states none solves the panel.
  std::vector<int> tiles_for_speed() const {
    std::vector<int> chosen;
    std::set<int> taken;
    for (int tile = 0; tile < tiles() && chosen.size() < 3; ++tile) {
      const panel::Tile& its = found_.tiles[at(tile)];
      if (!its.exists || its.locked || taken.contains(tile)) continue;
      chosen.push_back(tile);
      bool is_safe = true;
      for (unsigned subset = 1; subset < 1U << chosen.size(); ++subset)
        is_safe = is_safe && !panel::is_solved(after_subset(found_, chosen, subset));
      if (!is_safe) {
        chosen.pop_back();
        continue;
      }
      const auto group = panel::linked_with(found_, tile);
      taken.insert(group.begin(), group.end());
    }
    return chosen;
  }
  static panel::Board after_subset(panel::Board board, const std::vector<int>& which,
                                   unsigned subset) {
    for (std::size_t i = 0; i < which.size(); ++i)
      if (subset >> i & 1) board = toggled(board, panel::linked_with(board, which[i]));
    return board;
  }

  /// Whether each tile is lit, as far as its rim shows.
  std::vector<std::optional<bool>> states() const {
    std::vector<std::optional<bool>> all;
    for (int tile = 0; tile < tiles(); ++tile) {
      const State state = reader_->state_of(prober_.frame().image, middle_of(tile), lattice_.pitch);
      all.push_back(state.kind == State::Kind::tile ? std::optional(state.lit) : std::nullopt);
    }
    return all;
  }
  static std::vector<std::optional<bool>> states_of(const panel::Board& board) {
    std::vector<std::optional<bool>> all;
    for (const panel::Tile& tile : board.tiles)
      all.push_back(tile.exists ? std::optional(tile.lit) : std::nullopt);
    return all;
  }

  /// Finds how quickly clicks may follow one another.
  void find_speed() {
    const std::vector<int> some = tiles_for_speed();
    const auto found = states_of(found_);
    const auto other = states_of(after_subset(found_, some, (1U << some.size()) - 1));
    // Click each an odd number of times.
    Plan plan;
    for (int i = 0; i < 3; ++i)
      for (const int tile : some) plan.emplace_back(click_on(tile));
    bool is_toggled = false;
    find_pace_by(animation_, 2, [&](const Pace& pace) {
      if (!some.empty()) prober_.perform(plan, pace);
      const bool is_good = !some.empty() && states() == (is_toggled ? found : other);
      if (is_good) {
        is_toggled = !is_toggled;
        return true;
      }
      // Restore what was found.
      for (const int tile : some)
        if (states()[at(tile)] == !found_.tiles[at(tile)].lit)
          prober_.perform({click_on(tile)}, Prober::careful_pace());
      check_as_found(states() == found, "panel");
      is_toggled = false;
      return false;
    });
  }

  /// Where a gesture shows something that disappears again, without changing the panel.
  std::optional<cv::Mat> message_after(const Gesture& gesture) {
    const Effect effect = prober_.perform({gesture}, Prober::careful_pace());
    const cv::Mat shown = effect.difference.clone();
    if (cv::countNonZero(shown) < kMessagePixels) return std::nullopt;
    prober_.wait(kMessageTime);
    // Errors may be marked until a tile is toggled.
    const auto is_as_found = [&] {
      const panel::Reading now = read_picture(prober_.frame().image);
      return now.accepted() && now.board == found_;
    };
    const std::vector<int> some = tiles_for_speed();
    for (int i = 0; i < 2 && !some.empty() && (i == 1 || !is_as_found()); ++i)
      prober_.perform({click_on(some[0])}, Prober::careful_pace());
    if (!is_as_found()) stop(End::stuck, "checking the panel changed it; it is left changed.");
    return shown;
  }

  /// Whether a gesture makes the program check the panel: it shows a message each time, at the same
  /// place.
  bool is_check(const Gesture& gesture) {
    const auto first = message_after(gesture);
    if (!first) return false;
    const auto second = message_after(gesture);
    return second && 2 * cv::countNonZero(*first & *second) > cv::countNonZero(*first | *second);
  }

  /// Some programs check a panel only on request. If asked while it is unsolved, they say so.
  void find_check() {
    const std::string key = "Return";
    if (is_check(Key{key})) {
      controls_.check_key = key;
      report("check", "the Return key checks the panel");
      return;
    }
    const cv::Mat window = prober_.frame().image;
    std::vector<Button> buttons;
    try {
      buttons = find_buttons(window, load_button_words().check);
    } catch (const Error& error) {
      report("check", error.what());
    }
    const cv::Rect board = lattice_.bounds();
    for (const Button& button : buttons) {
      if (board.contains(button.at)) continue;
      cv::Rect around(button.at.x - 40, button.at.y - 14, 80, 28);
      for (const Plate& plate : find_plates(window))
        if (plate.box.contains(button.at)) around = plate.box;
      around &= cv::Rect({}, window.size());
      const cv::Point middle = (around.tl() + around.br()) / 2;
      if (!is_check(Click{prober_.on_screen(middle), 1})) continue;
      controls_.has_check_button = true;
      reader_->set_check_button(window(around), middle);
      report("check", fmt::format("the button \"{}\" checks the panel", button.text));
      return;
    }
  }

  std::string text() const {
    SkinText skin = begin_skin();
    skin.table("controls", controls_);
    write_pace(skin, "clicking");
    skin.comment("Pictures of tiles, and where they were.");
    skin.table("cells", reader_->appearance());
    return skin.text();
  }

  cv::Mat start_;    ///< the window as it was found
  cv::Mat touched_;  ///< where clicks on tiles changed something
  Lattice lattice_;
  std::vector<Press> presses_;
  std::vector<Box> boxes_;
  std::vector<int> locked_;  ///< tiles that clicks do not change
  std::optional<panel::CellsReader> reader_;
  panel::Board found_;
  panel::Controls controls_;
  milliseconds animation_{0};
};

}  // namespace

Learned learn_panel_cells(Prober& prober, const LearnOptions& options) {
  PanelCellsLearner learner(prober, options);
  try {
    return learner.run();
  } catch (const LearnStopped& stopped) {
    if (!learner.is_left_changed(stopped)) throw;
    if (options.report)
      options.report("again", fmt::format("{} Learning starts over.", stopped.what()));
  }
  learner.start_new_panel();
  return PanelCellsLearner(prober, options).run();
}

}  // namespace eyehand::calibration
