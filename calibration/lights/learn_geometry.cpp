#include "calibration/lights/learn_geometry.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <chrono>

#include "actuator/lights/plan.hpp"
#include "calibration/changes.hpp"
#include "calibration/learner.hpp"
#include "calibration/lights/fit.hpp"
#include "calibration/survey.hpp"
#include "player/games.hpp"
#include "puzzle/lights/text.hpp"

namespace eyehand::calibration {
namespace {

using lights::Board;

/// The smallest tile that can be distinguished from other effects of a click.
constexpr int kTileMinPx = 10;
/// If this many clicks have changed something but never a square, tiles are not drawn as separate
/// squares.
constexpr int kMostOthers = 3;
/// Places to try: first in the middle of the window, where there are no buttons. Where they show no
/// tile, the learner by effects goes on looking.
constexpr std::size_t kCentralPlaces = 6, kMostPlaces = 12;
/// How long a banner may take to disappear.
constexpr int kFadeSeconds = 3;
/// How long an animation may pause on a busy machine.
constexpr std::chrono::milliseconds kPause{1000};
/// A level's name is looked for beside the board, within this share of the window's width.
constexpr double kLevelWidth = 0.33;

Board after_presses(Board board, const std::vector<int>& tiles) {
  for (const int tile : tiles)
    for (const int flipped : board.flips[static_cast<std::size_t>(tile)])
      board.lit[static_cast<std::size_t>(flipped)] ^= 1;
  return board;
}

class LightsGeometryLearner : Learner {
 public:
  LightsGeometryLearner(Prober& prober, const LearnOptions& options) : Learner(prober, options) {}

  Learned run() {
    press_somewhere();
    find_appearance();
    take_banner_away();
    const Board found = read_board("the board that was found");
    find_sets();
    find_goal();
    find_level();
    find_speed();
    return finish(found);
  }

 private:
  /// Finds the first point where a click flips a tile and a second one flips it back.
  void press_somewhere() {
    report("click", "looking for a tile that reacts");
    prober_.park_outside({});
    prober_.rest();
    const cv::Mat picture = prober_.frame().image;
    std::vector<cv::Point> places = points_to_try(picture.size());
    places.resize(kCentralPlaces);
    const std::vector<cv::Point> promising = promising_places(picture);
    places.insert(places.end(), promising.begin(), promising.end());
    places.resize(std::min(places.size(), kMostPlaces));
    int others = 0;
    for (const cv::Point& at : places) {
      const Effect once = prober_.click(at);
      if (!once.changed) continue;
      const Effect twice = prober_.click(at);
      const cv::Mat changed = changed_pixels(once.frame.image, twice.frame.image);
      for (const cv::Rect& box : boxes_of(changed, kTileMinPx)) {
        const bool square = std::abs(box.width - box.height) <= 2 + box.width / 10;
        if (!box.contains(at) || !square) continue;
        press_ = {once.frame.image, twice.frame.image, at, box};
        timing_.note(once);
        timing_.note(twice);
        report("tile",
               fmt::format("a tile of {} x {} px flips, and flips back", box.width, box.height));
        return;
      }
      if (++others == kMostOthers) break;
    }
    stop(End::stuck,
         "no click in the middle of the window flipped a square that a second click flipped back; "
         "is there a Lights Out board that is not already solved?");
  }

  void find_appearance() {
    const auto appearance = find_gaps(press_);
    if (!appearance) stop(End::unreadable, "the tiles around the one that flips were not found.");
    appearance_ = *appearance;
    const auto colours = [&](const cv::Mat& picture) {
      return colours_across(picture, tile_at(lights::find_tiles(picture, appearance_), press_.at));
    };
    appearance_.lit = colours(press_.before);
    appearance_.unlit = colours(press_.after);
    if (apart(appearance_.lit, appearance_.unlit) < 12)
      stop(End::unreadable, "a tile's two states look alike near its rim.");
    int nearest = 255;
    for (const auto& tile : {appearance_.lit, appearance_.unlit})
      for (const Colour& colour : tile)
        nearest = std::min(nearest, distance(colour, appearance_.gap));
    appearance_.gap_tolerance = std::clamp(nearest / 2, 1, appearance_.gap_tolerance);
    report("appearance", fmt::format("gaps {}, tiles {} and {}", to_toml(appearance_.gap),
                                     to_toml(appearance_.lit), to_toml(appearance_.unlit)));
  }

  /// The present board; stops if the reader rejects it.
  lights::Reading read_now() const { return lights::read(prober_.frame(), appearance_); }
  Board read_board(const char* what) const {
    const lights::Reading reading = read_now();
    if (!reading.accepted())
      stop(End::unreadable, fmt::format("{} cannot be read: {}.", what, reading.rejection));
    return reading.board;
  }

  void take_banner_away() {
    appearance_.sets = lights::Sets::drawn;  // if nothing is drawn on the tiles, this is rejected
    if (read_now().accepted()) return;
    appearance_.sets = lights::Sets::plus;
    if (read_now().accepted()) return;
    lights::Appearance appearance = appearance_;
    appearance.has_banner = true;
    const auto cross = lights::read(prober_.frame(), appearance).banner_cross;
    if (!cross) return;
    prober_.click(*cross);
    // On a busy machine a fading banner may pause for longer than it takes to seem gone.
    for (int i = 0; i < kFadeSeconds && !read_now().accepted(); ++i)
      prober_.wait(std::chrono::seconds(1));
    if (!read_now().accepted()) return;
    appearance_ = appearance;
    report("banner", "something with a cross on it covers the board and is closed by a click");
  }

  Effect press(int tile) {
    const Lattice lattice = read_now().lattice;
    return prober_.click(lattice.centre(tile % lattice.columns, tile / lattice.columns));
  }

  /// Finds which tiles a press flips: what is drawn on them if it matches, otherwise a plus.
  void find_sets() {
    const Board board = read_board("the board");
    for (const auto sets : {lights::Sets::drawn, lights::Sets::plus}) {
      appearance_.sets = sets;
      if (sets_are_true(board)) {
        report("sets", fmt::format("a press flips {}", sets == lights::Sets::drawn
                                                           ? "what is drawn on the tile"
                                                           : "the tile and its neighbours"));
        return;
      }
    }
    stop(End::unreadable,
         "a press flips neither the tile with its neighbours nor what is drawn on the tile.");
  }

  bool sets_are_true(const Board& board) {
    const int width = board.width, height = board.height;
    const int middle = height / 2 * width + width / 2;
    trial_tiles_ = {0, middle, width * height - 1};
    for (const int tile : trial_tiles_) {
      const lights::Reading before = read_now();
      if (!before.accepted() || before.board.size() != board.size()) return false;
      timing_.note(press(tile));
      const lights::Reading after = read_now();
      const bool as_said =
          after.accepted() && after.board.lit == after_presses(before.board, {tile}).lit;
      press(tile);
      if (!as_said) return false;
    }
    return true;
  }

  /// Plays for each of the two goals, the less likely one first: lights usually contrast with the
  /// gaps more than dark tiles do.
  void find_goal() {
    if (distance(appearance_.unlit.front(), appearance_.gap) <
        distance(appearance_.lit.front(), appearance_.gap))
      std::swap(appearance_.lit, appearance_.unlit);
    // Now `unlit` is the state that stands out: the less likely goal.
    const Board before = read_board("the board");
    const auto session = game_named("lights").begin(parse_skin(text(), options_.name));
    const Observation seen = session->observe(prober_.frame());
    if (seen.solved)
      stop(End::unreadable, "all tiles are alike; start from a board that is not solved.");
    const Status status = session->solve(options_.deadline);
    bool is_goal = false;
    if (status == Status::unique || status == Status::found || status == Status::multiple) {
      const Plan plan = session->plan();
      report("goal", fmt::format("playing {} clicks to test the goal", plan.size()));
      Plan all_but_last(plan.begin(), plan.end() - 1);
      if (!all_but_last.empty()) prober_.perform(all_but_last, Prober::careful_pace());
      prober_.wait(kPause);  // otherwise what is still moving would be attributed to the last press
      const Board almost = read_board("the board before its last press");
      if (!is_one_press_from_solved(almost))
        stop(End::stuck, "presses do not lead to the solution.");
      const Effect last = prober_.perform({plan.back()}, Prober::careful_pace());
      // On a busy machine an animation may pause for longer than it takes to seem over.
      for (int i = 0; i < kFadeSeconds && !read_now().accepted(); ++i)
        prober_.wait(std::chrono::seconds(1));
      const lights::Reading now = read_now();
      if (now.accepted() && now.board.lit == almost.lit) stop(End::stuck, "a press had no effect.");
      const bool went_on = !now.accepted() || !lights::is_solved(now.board);
      is_goal = went_on || celebrates(last, now, before.flips);
      if (!went_on) {
        prober_.perform(plan, Prober::careful_pace());
        prober_.wait(kPause);
      }
      is_left_as_found_ = !went_on;
    }
    if (!is_goal) std::swap(appearance_.lit, appearance_.unlit);
    report("goal", fmt::format("all tiles must be {}", to_toml(appearance_.unlit)));
    if (!is_left_as_found_) return;
    Board now = read_board("the board after that");
    if (!is_goal)
      for (auto& lit : now.lit) lit ^= 1;
    if (now.lit != before.lit) stop(End::stuck, "the same presses did not restore the board.");
  }

  static bool is_one_press_from_solved(const Board& board) {
    for (int tile = 0; tile < static_cast<int>(board.size()); ++tile)
      if (lights::is_solved(after_presses(board, {tile}))) return true;
    return false;
  }

  /// Whether more tiles have changed than any press flips: on a win the board flashes, or slides
  /// away.
  static bool celebrates(const Effect& effect, const lights::Reading& now,
                         const std::vector<std::vector<int>>& flips) {
    std::size_t touched = 0, largest_set = 0;
    for (int t = 0; t < static_cast<int>(now.board.size()); ++t) {
      const double half = now.lattice.pitch * 0.3;
      const cv::Point2d at = now.lattice.centre(t % now.lattice.columns, t / now.lattice.columns);
      const cv::Rect inner = cv::Rect(cv::Point(at - cv::Point2d(half, half)),
                                      cv::Point(at + cv::Point2d(half, half))) &
                             cv::Rect({}, effect.touched.size());
      touched += cv::countNonZero(effect.touched(inner)) > inner.area() / 4;
    }
    for (const auto& set : flips) largest_set = std::max(largest_set, set.size());
    return touched > largest_set;
  }

  /// A number in the window's title may be a level that changes with a win; then the level's name
  /// is beside the board, where presses change nothing.
  void find_level() {
    const std::string& title = options_.window.title;
    if (title.find_first_of("0123456789") == std::string::npos) return;
    lights::Appearance appearance = appearance_;
    appearance.level_width = kLevelWidth;
    const lights::Reading before = lights::read(prober_.frame(), appearance);
    const cv::Mat picture = prober_.frame().image;
    press(trial_tiles_[1]);
    const cv::Mat after = prober_.frame().image;
    press(trial_tiles_[1]);
    bool shows_something = false;
    for (const cv::Rect& area : before.level) {
      if (area.empty()) continue;
      if (cv::countNonZero(changed_pixels(picture(area), after(area))) > 0) return;
      cv::Scalar mean, spread;
      cv::meanStdDev(picture(area), mean, spread);
      shows_something = shows_something || std::max({spread[0], spread[1], spread[2]}) > 6;
    }
    if (!shows_something) return;
    appearance_.level_width = kLevelWidth;
    report("level", "what may be the level's name is shown beside the board");
  }

  void find_speed() {
    const std::vector<int> tiles = trial_tiles_;
    const lights::Reading reading = read_now();
    Plan plan;
    for (int i = 0; i < 3; ++i)  // each tile is pressed an odd number of times
      for (const int tile : tiles)
        plan.emplace_back(Click{prober_.on_screen(reading.lattice.centre(
            tile % reading.lattice.columns, tile / reading.lattice.columns))});
    pace_ = find_pace([&](const Pace& pace) {
      const Board before = read_board("the board");
      prober_.perform(plan, pace);
      const Board after = read_board("the board after fast clicks");
      const bool good = after.lit == after_presses(before, tiles).lit;
      bring_back(before, after, tiles);
      return good;
    });
    settle_pace();
  }

  /// Presses each tile that was pressed an odd number of times.
  void bring_back(const Board& before, const Board& after, const std::vector<int>& tiles) {
    for (unsigned subset = 0; subset < 1U << tiles.size(); ++subset) {
      std::vector<int> pressed;
      for (std::size_t i = 0; i < tiles.size(); ++i)
        if (subset >> i & 1) pressed.push_back(tiles[i]);
      if (after_presses(before, pressed).lit != after.lit) continue;
      for (const int tile : pressed) press(tile);
      return;
    }
    stop(End::stuck, "fast clicks had an effect that could not be reversed.");
  }

  std::string text() const {
    SkinText skin = begin_skin();
    lights::Appearance appearance = appearance_;
    if (appearance.has_banner || appearance.level_width > 0) {
      // A board that slides in, or is covered, is recognised by its missing tiles.
      const lights::Reading reading = lights::read(prober_.frame(), appearance);
      appearance.columns = reading.board.width;
      appearance.rows = reading.board.height;
      const double aside = reading.lattice.origin.x +
                           reading.lattice.columns * reading.lattice.pitch / 2 -
                           (prober_.frame().image.cols - 1) / 2.0;
      appearance.centred = std::abs(aside) < 1;
      skin.comment(fmt::format("Boards are assumed to be always {}x{}.", appearance.columns,
                               appearance.rows));
    }
    skin.table("appearance", appearance);
    write_pace(skin, "clicking");
    return skin.text();
  }

  Learned finish(const Board& found) {
    const Learned learned = try_skin(text());
    Board now = lights::from_game_id(learned.board);
    if (is_left_as_found_ && now.lit != found.lit) {
      for (auto& lit : now.lit) lit ^= 1;  // the states may have swapped names since
      check_as_found(now.lit == found.lit);
    }
    return learned;
  }

  TilePress press_;
  lights::Appearance appearance_;
  std::vector<int> trial_tiles_;
  bool is_left_as_found_ = true;
};

}  // namespace

Learned learn_lights_geometry(Prober& prober, const LearnOptions& options) {
  return LightsGeometryLearner(prober, options).run();
}

}  // namespace eyehand::calibration
