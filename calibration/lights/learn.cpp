#include "calibration/lights/learn.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <opencv2/imgproc.hpp>
#include <optional>

#include "calibration/changes.hpp"
#include "calibration/learner.hpp"
#include "calibration/lights/fit_outlines.hpp"
#include "calibration/lights/sets.hpp"
#include "calibration/lights/states.hpp"
#include "calibration/survey.hpp"
#include "puzzle/index.hpp"
#include "puzzle/lights/text.hpp"
#include "solver/lights/solve.hpp"
#include "vision/cells/grid.hpp"
#include "vision/lights/read_cells.hpp"
#include "vision/reading.hpp"

namespace eyehand::calibration {
namespace {

using std::chrono::milliseconds;

/// Changes beside the board within this many pixels of earlier changes caused by presses are not a
/// sign of a win: they may be a move counter.
constexpr int kUsualReach = 20;

/// How far beyond its cell a tile may glow, in cells.
constexpr double kGlow = 0.25;
/// How long an animation may pause on a busy machine.
constexpr milliseconds kLongPause{1000};
/// The result for a program that covers its board, begins another game, or accepts no more clicks.
constexpr int kEnded = std::numeric_limits<int>::max();
/// What this many presses flip is compared with what is drawn on the tiles; from one to the next it
/// is this many tiles, a prime, on.
constexpr int kKnownSets = 9, kFarTile = 11;
/// How often a step is attempted when presses are lost.
constexpr int kAttempts = 3;
/// If more of the tiles than this are uncertain, the board is covered.
constexpr double kMostUncertain = 0.25;

class LightsLearner : Learner {
 public:
  LightsLearner(Prober& prober, const LearnOptions& options)
      : Learner(prober, options), survey_(prober) {}

  Learned run() {
    watch_idle();
    const Frame untouched = prober_.rest();
    report("click", "looking for something that one click changes and a second click changes back");
    survey_.run();
    lattice_ = survey_.lattice();
    prober_.park_outside(lattice_.bounds());
    report("cells",
           fmt::format("{}x{} of {:.1f} px at {:.0f}, {:.0f}", lattice_.columns, lattice_.rows,
                       lattice_.pitch, lattice_.origin.x, lattice_.origin.y));
    find_states();
    find_sets();
    find_speed();
    const Frame still = prober_.rest();
    find_goal(stretched(untouched, prober_.stretch()).image);
    return learned_from(text(), still, options_);
  }

 private:
  int tiles() const { return lattice_.columns * lattice_.rows; }

  void find_states() {
    States states = calibration::find_states(survey_.presses(), lattice_, prober_.frame().image);
    samples_ = std::move(states.samples);
    if (states.plainer == 1) std::swap(names_[0], names_[1]);
    make_reader();
    report("states", fmt::format("{} pictures of two states are kept, at most {:.1f} apart",
                                 atlas_.size(), atlas_.reach()));
  }
  void make_reader() {
    atlas_ = cells::Atlas(samples_);
    reader_.emplace(atlas_, names_, lattice_, lights::layout_of_lights());
  }

  /// The board in a picture of the window.
  lights::Reading read(const cv::Mat& picture) const {
    Frame frame = prober_.frame();
    frame.image = picture;
    return lights::read_cells(frame, *reader_, appearance_, cells::Search::nowhere, outlines_);
  }
  bool is_of_this_size(const lights::Reading& reading) const {
    return reading.lattice.columns == lattice_.columns && reading.lattice.rows == lattice_.rows;
  }
  lights::Reading read_now() const { return read(prober_.frame().image); }
  lights::Board read_board(const char* what) {
    lights::Reading reading = read_now();
    // On a busy machine an animation may pause for longer than it takes to seem over.
    for (int i = 1; i < kAttempts && !reading.accepted(); ++i) {
      prober_.wait(kLongPause);
      reading = read_now();
    }
    if (!reading.accepted() || !is_of_this_size(reading))
      stop(End::unreadable,
           fmt::format("{} cannot be read: {}.", what,
                       reading.accepted() ? "it has another size" : reading.rejection));
    return reading.board;
  }

  /// The tile at this place of a picture; -1 if there is none.
  int tile_at(cv::Point place) const {
    const cv::Point2d at = (cv::Point2d(place) - lattice_.origin) / lattice_.pitch;
    const int x = static_cast<int>(std::floor(at.x)), y = static_cast<int>(std::floor(at.y));
    const bool is_on_board = x >= 0 && y >= 0 && x < lattice_.columns && y < lattice_.rows;
    return is_on_board ? y * lattice_.columns + x : -1;
  }

  /// What the presses so far have flipped.
  std::vector<Flip> flips() const {
    std::vector<Flip> flips;
    for (const Press& press : survey_.presses())
      if (const int tile = tile_at(press.at); tile >= 0)
        flips.push_back({tile, cells_changed(press.changed, lattice_)});
    return flips;
  }

  /// What presses flip, relative to the tile pressed: the same everywhere, or what is drawn on the
  /// tile; otherwise the program's sets cannot be known.
  void find_sets() {
    const auto found = common_set({lattice_.columns, lattice_.rows}, flips());
    if (!found) return find_drawn_sets();
    if (found->offsets.size() == 1)
      stop(End::unreadable, "a press flips only the tile itself: this is not Lights Out.");
    appearance_.sets = lights::Sets::pattern;
    appearance_.wrapping = found->wrapping;
    appearance_.pattern = lights::to_pattern(found->offsets);
    report("sets", fmt::format("a press flips {}{}", appearance_.pattern,
                               appearance_.wrapping ? ", around the rim" : ""));
  }

  void find_drawn_sets() {
    std::map<int, KnownSet> known;
    const auto note = [&] {
      for (const Flip& flip : flips())
        known[flip.tile] = {
            lattice_.centre(flip.tile % lattice_.columns, flip.tile / lattice_.columns),
            offsets_of(flip, lattice_.columns)};
    };
    note();
    for (int i = 0; i < tiles() && static_cast<int>(known.size()) < kKnownSets; ++i) {
      const int tile = (i * kFarTile) % tiles();
      if (known.contains(tile)) continue;
      survey_.press(tile % lattice_.columns, tile / lattice_.columns);
      note();
    }
    std::vector<KnownSet> sets;
    for (auto& [tile, set] : known) sets.push_back(std::move(set));
    const auto outlines = fit_outlines(prober_.rest(), lattice_.pitch, sets);
    if (!outlines)
      stop(End::unreadable,
           "what a press flips is not the same for all tiles, and no squares drawn on them show "
           "it.");
    outlines_ = *outlines;
    appearance_.sets = lights::Sets::drawn;
    report("sets",
           fmt::format("a press flips what is drawn on the tile, in squares of {:.2f} tiles",
                       outlines_.step));
  }

  Click click_on(int tile) const {
    return Click{
        prober_.on_screen(lattice_.centre(tile % lattice_.columns, tile / lattice_.columns))};
  }

  /// Presses these tiles, one after the other.
  Effect press(const std::vector<int>& which, const Pace& pace) {
    Plan plan;
    for (const int tile : which) plan.emplace_back(click_on(tile));
    return prober_.perform(plan, pace);
  }

  lights::Board after(lights::Board board, const std::vector<int>& which) const {
    for (const int tile : which) lights::press(board, tile);
    return board;
  }

  /// Finds how quickly presses may follow one another, and how long a picture takes to settle.
  void find_speed() {
    milliseconds animation{0};
    const std::vector<int> three = {0, tiles() / 2, tiles() - 1};
    for (const int tile : {three[1], three[1]}) {
      const Effect effect = press({tile}, Prober::careful_pace());
      timing_.note(effect);
      animation = std::max(animation, effect.last);
    }
    const std::vector<int> clicks = {three[0], three[1], three[2], three[1], three[0], three[1]};
    // Each of the two attempts flips every tile an even number of times.
    find_pace_by(animation, 2, [&](const Pace& pace) {
      const lights::Board before = read_board("the board");
      press(clicks, pace);
      const lights::Board now = read_board("the board after fast clicks");
      if (now.lit == after(before, clicks).lit) return true;
      restore(before);
      return false;
    });
  }

  /// The fewest presses that solve a board; empty if it is already solved or has no solution.
  std::vector<int> presses_for(const lights::Board& board) const {
    const auto solution = lights::solve(board, {.deadline = options_.deadline, .count_limit = 1});
    std::vector<int> which;
    for (int tile = 0; tile < static_cast<int>(solution.presses.size()); ++tile)
      if (solution.presses[at(tile)]) which.push_back(tile);
    return which;
  }

  /// Undoes the presses that have led from `wanted` to the present board.
  void restore(const lights::Board& wanted) {
    for (int attempt = 0; attempt <= kAttempts; ++attempt) {
      lights::Board difference = read_board("the board");
      for (std::size_t tile = 0; tile < wanted.size(); ++tile)
        difference.lit[tile] ^= wanted.lit[tile];
      if (lights::is_solved(difference)) return;
      const std::vector<int> which = presses_for(difference);
      if (attempt == 0) {
        press(which, pace_);
        continue;
      }
      // One by one: presses may be lost while tiles change.
      for (const int tile : which) press({tile}, Prober::careful_pace());
    }
    stop(End::stuck, "presses could not be undone.");
  }

  /// The same. False if the board cannot be read any more: the program has faded it.
  bool is_restored(const lights::Board& wanted) {
    try {
      restore(wanted);
      return true;
    } catch (const LearnStopped& stopped) {
      if (stopped.end() != End::unreadable) throw;
      return false;
    }
  }

  /// No picture shows which of the two states is the goal. So the less likely goal is played, with
  /// all tiles in the state that stands out most: if a program does not show a win then, the other
  /// state is the goal, and the board need not be won. Only if something changes beside the board,
  /// which may also be a clock, the likelier goal is played as well. Afterwards, the board is made
  /// as it was when it was `untouched`, if it still is the same one.
  void find_goal(const cv::Mat& untouched) {
    if (is_won_already()) {
      report("goal", "one of the first clicks has won a game; its board is left changed");
      return;
    }
    const lights::Board now = read_board("the board");
    const std::optional<lights::Board> found = board_in(untouched, now);
    swap_states();
    const int bright = answer_to_solving("bright");
    if (bright == kEnded) return leave_changed();
    swap_states();
    const int dim = bright == 0 ? 0 : answer_to_solving("dim");
    if (dim == kEnded) return leave_changed();
    // What the board looks like when it is nearly solved must be known as well.
    if (bright == 0) all_but_last("dim");
    const bool is_back = is_restored(found.value_or(now));
    if (dim < bright) swap_states();
    if (!is_back) return leave_changed();
    const char* why = dim < bright ? "the program shows a win when all tiles are bright"
                      : dim > 0    ? "the program shows a win when all tiles are dim"
                                : "nothing happens when all tiles are bright, so all must be dim";
    report("goal", fmt::format("{}; the board is {}", why,
                               found ? "as it was found" : "perhaps left changed"));
  }

  /// The board in a picture taken before the first click, which some presses have led from to the
  /// present board. What covered some tiles then does not matter if no others differ; otherwise
  /// nothing is returned if tiles are uncertain.
  std::optional<lights::Board> board_in(const cv::Mat& picture, const lights::Board& now) const {
    const lights::Reading reading = read(picture);
    if (!is_of_this_size(reading)) return std::nullopt;
    lights::Board difference = now;
    int certain = 0;
    for (int tile = 0; tile < tiles(); ++tile) {
      const bool is_certain = reading.confidence[at(tile)] >= kMinConfidence;
      difference.lit[at(tile)] = is_certain && reading.board.lit[at(tile)] != now.lit[at(tile)];
      certain += is_certain;
    }
    const bool is_covered = tiles() - certain > kMostUncertain * tiles();
    if (lights::is_solved(difference)) return is_covered ? std::nullopt : std::optional(now);
    if (!reading.accepted() || presses_for(difference).empty()) return std::nullopt;
    return reading.board;
  }

  void leave_changed() {
    report("goal", "the program shows a win; its board is left changed");
    start_new_game(before_last_, lattice_.bounds(), [&] { return read_now().accepted(); });
  }

  /// Whether a click of the survey has won a game, because the board was one press from its goal. A
  /// banner may cover some tiles then. The states are named accordingly.
  bool is_won_already() {
    for (const Press& click : survey_.unreturned()) {
      const int tile = tile_at(click.at);
      for (int i = 0; tile >= 0 && i < 2; ++i) {
        if (wins(click, tile)) return true;
        swap_states();
      }
    }
    return false;
  }
  bool wins(const Press& click, int tile) const {
    const lights::Reading before = read(click.before), after = read(click.after);
    if (!is_of_this_size(before)) return false;
    const lights::Board won = this->after(before.board, {tile});
    int uncertain = 0;
    for (int i = 0; i < tiles(); ++i) {
      const bool is_certain = before.confidence[at(i)] >= kMinConfidence;
      if (is_certain && won.lit[at(i)]) return false;
      uncertain += !is_certain;
    }
    const bool is_still_there = after.accepted() && lights::is_solved(after.board);
    return kMostUncertain * tiles() >= uncertain && !is_still_there;
  }

  /// Presses all tiles but the last that make all tiles alike, and returns the last; -1 if they
  /// are, or cannot be.
  int all_but_last(const char* goal) {
    for (int attempt = 0; attempt < kAttempts; ++attempt) {
      const lights::Board start = read_board("the board");
      std::vector<int> which = presses_for(start);
      if (which.empty()) {
        report("goal", fmt::format("the tiles cannot all become {}", goal));
        return -1;
      }
      report("goal", fmt::format("pressing {} tiles until all are {}", which.size(), goal));
      const int last = which.back();
      which.pop_back();
      if (!which.empty()) press(which, pace_);
      learn_uncertain(after(start, which), -1);
      // Some presses may have been lost.
      const lights::Board board = read_board("the board before its last press");
      if (lights::is_solved(after(board, {last}))) return last;
    }
    stop(End::stuck, "the presses did not lead to the solution.");
  }

  /// How many pixels change beside the board when it is solved, or kEnded.
  int answer_to_solving(const char* goal) {
    const int last = all_but_last(goal);
    return last < 0 ? 0 : answer_to(last, after(read_board("the board"), {last}));
  }

  /// ... after the last press, when the board is `won`.
  int answer_to(int last, const lights::Board& won) {
    before_last_ = prober_.frame().image;
    cv::Mat usual = cv::Mat::zeros(before_last_.size(), CV_8U);
    for (const Press& press : survey_.presses()) usual |= press.changed;
    const int size = 2 * kUsualReach + 1;
    cv::dilate(usual, usual, cv::Mat::ones(size, size, CV_8U));
    // Tiles may glow beyond the board's edge.
    const int glow = cvRound(kGlow * lattice_.pitch);
    const cv::Rect board = lattice_.bounds();
    const cv::Rect glowing(board.tl() - cv::Point(glow, glow),
                           board.size() + cv::Size(2 * glow, 2 * glow));
    const int beside = answered_beside(glowing, click_on(last), usual);
    learn_uncertain(won, last);
    const auto is_solved = [&] {
      const lights::Reading now = read_now();
      return now.accepted() && lights::is_solved(now.board);
    };
    if (!is_solved()) return kEnded;
    // A program that accepts no more clicks, or begins another game, has been won.
    for (int i = 0; i < 2; ++i) {
      press({0}, Prober::careful_pace());
      if (is_solved()) continue;
      press({0}, Prober::careful_pace());
      return beside == 0 || is_solved() ? beside : kEnded;
    }
    return kEnded;
  }

  /// A tile may look different from all those seen before, because of its surroundings. If all
  /// certain tiles are as expected, the uncertain ones are learned; but after a press (of
  /// `pressed`, or -1) only those that it flipped: others may have been covered.
  void learn_uncertain(const lights::Board& expected, int pressed) {
    const lights::Reading now = read_now();
    if (!is_of_this_size(now)) return;
    std::vector<int> uncertain;
    for (int tile = 0; tile < tiles(); ++tile) {
      if (now.confidence[at(tile)] >= kMinConfidence) {
        if (now.board.lit[at(tile)] != expected.lit[at(tile)]) return;
      } else if (pressed < 0 || std::ranges::count(expected.flips[at(pressed)], tile) > 0) {
        uncertain.push_back(tile);
      } else {
        return;
      }
    }
    if (uncertain.empty() || static_cast<int>(uncertain.size()) > kMostUncertain * tiles()) return;
    for (const int tile : uncertain) {
      const std::string name = expected.lit[at(tile)] ? "lit" : "unlit";
      samples_.push_back(
          {names_[0] == name ? 0 : 1, tile, patch_of(prober_.frame().image, lattice_, tile)});
    }
    make_reader();
  }

  void swap_states() {
    std::swap(names_[0], names_[1]);
    reader_.emplace(atlas_, names_, lattice_, lights::layout_of_lights());
  }

  std::string text() const {
    SkinText skin = begin_skin();
    skin.table("appearance", appearance_);
    skin.table("cells", reader_->appearance());
    skin.table("outlines", outlines_);
    write_pace(skin, "clicking");
    return skin.text();
  }

  Survey survey_;
  Lattice lattice_;
  std::vector<cells::Sample> samples_;
  cells::Atlas atlas_;
  std::vector<std::string> names_ = {"unlit", "lit", "beside"};  ///< of the atlas's labels
  std::optional<cells::GridReader> reader_;
  lights::Appearance appearance_;
  lights::OutlineAppearance outlines_;
  cv::Mat before_last_;  ///< the window before the press that completes a goal
};

}  // namespace

Learned learn_lights(Prober& prober, const LearnOptions& options) {
  return LightsLearner(prober, options).run();
}

}  // namespace eyehand::calibration
