#include "calibration/lights/learn.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <opencv2/imgproc.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "calibration/lights/fit_outlines.hpp"
#include "calibration/lights/sets.hpp"
#include "calibration/lights/states.hpp"
#include "calibration/lights/tile_presser.hpp"
#include "puzzle/index.hpp"
#include "puzzle/lights/text.hpp"
#include "vision/reading.hpp"
#include "vision/statistics.hpp"

namespace eyehand::calibration {
namespace {

using std::chrono::milliseconds;

/// Changes beside the board within this many pixels of earlier changes caused by presses are not a
/// sign of a win: they may be a move counter.
constexpr int kUsualReach = 20;
/// After a change beside the board, it is watched for this long for changes that happen by
/// themselves.
constexpr milliseconds kSelfChange{2000};
/// If something changes beside the board for both goals, one of them must change this many times as
/// much to be the one that wins.
constexpr int kClearly = 2;
/// How far beyond its cell a tile may glow, in cells.
constexpr double kGlow = 0.25;
/// The result for a program that covers its board, begins another game, or accepts no more clicks.
constexpr int kEnded = std::numeric_limits<int>::max();
/// What this many presses flip is compared with what is drawn on the tiles; from one to the next it
/// is this many tiles, a prime, on.
constexpr int kKnownSets = 9, kFarTile = 11;
/// Tiles whose lightness differs by less than this, of 100, look equally light.
constexpr double kSameLightness = 5;

/// Where the goal was looked for.
struct GoalSearch {
  bool is_other = false;   ///< the goal is the state named lit
  bool has_ended = false;  ///< the game was won and the board can no longer be restored
  std::string why;         ///< why it is the goal; empty if that is not known
};

/// The lightness (L of CIELAB, 0 to 100) of the middle of a tile.
double lightness_of(const cv::Mat& patch) {
  const int third = patch.cols / 3;
  cv::Mat mean(1, 1, CV_32FC3, cv::mean(patch(cv::Rect(third, third, third, third))) / 255.0), lab;
  cv::cvtColor(mean, lab, cv::COLOR_BGR2Lab);
  return lab.at<cv::Vec3f>(0, 0)[0];
}

class LightsLearner : TilePresser {
 public:
  LightsLearner(Prober& prober, const LearnOptions& options) : TilePresser(prober, options) {}

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
    find_banner();
    return learned_from(text(), still, options_);
  }

 private:
  void find_states() {
    States states = calibration::find_states(survey_.presses(), lattice_, prober_.frame().image);
    samples_ = std::move(states.samples);
    if (states.plainer == 1) std::swap(names_[0], names_[1]);
    make_reader();
    std::array<std::vector<double>, 2> lightness;
    for (const cells::Sample& sample : samples_)
      if (sample.label < 2) lightness[at(sample.label)].push_back(lightness_of(sample.patch));
    for (int label : {0, 1}) lightness_[at(label)] = eyehand::median(lightness[at(label)]);
    report("states", fmt::format("{} pictures of two states are kept, at most {:.1f} apart",
                                 atlas_.size(), atlas_.reach()));
  }

  std::vector<Flip> flips() const { return flips_of(survey_.presses(), lattice_); }

  /// What presses flip, relative to the tile pressed: the same everywhere, or what is drawn on the
  /// tile; otherwise the program's sets cannot be known.
  void find_sets() {
    // Only presses at the rim show whether a set goes around it.
    for (const int corner : {0, tiles() - 1}) {
      const bool is_known =
          std::ranges::any_of(flips(), [&](const Flip& flip) { return flip.tile == corner; });
      if (!is_known) survey_.press(corner % lattice_.columns, corner / lattice_.columns);
    }
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

  /// Finds how quickly presses may follow one another, and how long a picture takes to settle.
  void find_speed() {
    milliseconds animation{0};
    const std::vector<int> three = {0, tiles() / 2, tiles() - 1};
    for (const int tile : {three[1], three[1]}) {
      const Effect effect = press({tile}, Prober::careful_pace());
      timing_.note(effect);
      animation = std::max(animation, effect.animation());
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

  /// Finds out which of the two states all tiles must reach, and makes the board as it was when it
  /// was `untouched`, if it still is the same one.
  void find_goal(const cv::Mat& untouched) {
    const bool is_stated = options_.goal != Goal::unknown;
    if (!is_stated && is_won_already()) {
      report("goal", "one of the first clicks has won a game; its board is left changed");
      return;
    }
    const lights::Board now = read_board("the board");
    const std::optional<lights::Board> found = board_in(untouched, now);
    const GoalSearch search = is_stated ? take_stated_goal() : search_goal(now);
    const bool is_back =
        !search.has_ended && !has_dealt() && is_restored(found.value_or(now)) && !has_dealt();
    if (search.is_other) swap_states();
    const char* board = is_back && found ? "as it was found" : "perhaps left changed";
    if (search.why.empty())
      throw LearnStopped(
          End::stuck,
          fmt::format("the program shows no win, neither when all tiles are light nor when all are "
                      "dark; say which it must be with --goal light or --goal dark. The board is "
                      "{}.",
                      board),
          true);
    if (is_back) return report("goal", fmt::format("{}; the board is {}", search.why, board));
    report("goal", search.why + "; its board is left changed");
    start_new_game(before_last_, lattice_.bounds(), [&] { return read_now().accepted(); });
  }

  /// What the tiles named unlit are, compared with the others.
  std::string goal_name() const {
    const std::size_t unlit = names_[0] == "unlit" ? 0 : 1;
    return lightness_[unlit] > lightness_[1 - unlit] ? "light" : "dark";
  }

  GoalSearch take_stated_goal() {
    if (std::abs(lightness_[0] - lightness_[1]) < kSameLightness)
      stop(End::unreadable,
           "the two states of the tiles are equally light, so that --goal does not "
           "distinguish them.");
    const bool is_other = (options_.goal == Goal::light) != (goal_name() == "light");
    play(is_other, [&] { press_all_but_last(); });
    return {.is_other = is_other,
            .why = fmt::format("all tiles must be {}, as stated",
                               options_.goal == Goal::light ? "light" : "dark")};
  }

  /// No picture shows which state is the goal. If only one can be reached, it is that one.
  /// Otherwise both are played, the likelier first, with all tiles in the state that stands out
  /// less; the goal is the one that the program answers. The other need not be played if the
  /// program covers or replaces its board. Changes beside it may come from a clock.
  GoalSearch search_goal(const lights::Board& now) {
    lights::Board opposite = now;
    for (auto& lit : opposite.lit) lit ^= 1;
    const bool is_reachable = presses_for(now).has_value(),
               is_other_reachable = presses_for(opposite).has_value();
    if (!is_reachable && !is_other_reachable)
      stop(End::unreadable, "no presses make all tiles alike.");
    if (!is_reachable || !is_other_reachable) {
      std::string why;
      play(is_other_reachable, [&] {
        why = fmt::format("the tiles can all become {}, but not all {}", goal_name(),
                          goal_name() == "dark" ? "light" : "dark");
        // What the board looks like when it is nearly solved must be known as well.
        press_all_but_last();
      });
      return {.is_other = is_other_reachable, .why = why};
    }
    std::array<int, 2> answers{};
    std::array<std::string, 2> whys;
    for (const bool is_other : {false, true}) {
      play(is_other, [&] {
        answers[is_other] = answer_to_solving();
        whys[is_other] = fmt::format("the program shows a win when all tiles are {}", goal_name());
      });
      if (answers[is_other] == kEnded)
        return {.is_other = is_other, .has_ended = true, .why = whys[is_other]};
    }
    const bool is_other = answers[1] > answers[0];
    const bool is_clear =
        answers[is_other] > 0 && answers[is_other] >= kClearly * answers[!is_other];
    return {.is_other = is_other, .why = is_clear ? whys[is_other] : ""};
  }

  /// Does this with the states named such that the goal is the likelier one, or the other.
  template <class Function>
  void play(bool is_other, const Function& function) {
    if (is_other) swap_states();
    function();
    if (is_other) swap_states();
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
    if (!reading.accepted() || !presses_for(difference)) return std::nullopt;
    return reading.board;
  }

  /// Whether a banner that can be closed covered some tiles when the window was found. It has gone
  /// since, or there would be no accepted reading.
  void find_banner() {
    appearance_.has_banner = true;
    appearance_.has_banner =
        read(stretched(prober_.found(), prober_.stretch()).image).banner_cross.has_value();
    if (appearance_.has_banner) report("banner", "a cross closes what covered some tiles");
  }

  /// Whether a click of the survey has won a game, because the board was one press from its goal. A
  /// banner may cover some tiles then. The states are named accordingly.
  bool is_won_already() {
    for (const Press& click : survey_.unreturned()) {
      const int tile = tile_at(click.at, lattice_);
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

  /// How many pixels change beside the board when it is solved, or kEnded.
  int answer_to_solving() {
    for (int attempt = 0; attempt < kAttempts; ++attempt) {
      const int last = press_all_but_last();
      report("goal", fmt::format("the last press to make all tiles {}", goal_name()));
      if (const auto answer = answer_to(last)) return *answer;
      if (attempt > 0) deal_another();
    }
    stop(End::stuck, "the last press towards the solution has no effect.");
  }

  /// ... by this last press. Nothing if the press was lost.
  std::optional<int> answer_to(int last) {
    const lights::Board before = read_board("the board"), won = after(before, {last});
    before_last_ = prober_.frame().image;
    cv::Mat usual = touched_.clone();
    for (const Press& press : survey_.presses()) usual |= press.changed;
    const int size = 2 * kUsualReach + 1;
    cv::dilate(usual, usual, cv::Mat::ones(size, size, CV_8U));
    // Tiles may glow beyond the board's edge.
    const int glow = cvRound(kGlow * lattice_.pitch);
    const cv::Rect board = lattice_.bounds();
    const cv::Rect glowing(board.tl() - cv::Point(glow, glow),
                           board.size() + cv::Size(2 * glow, 2 * glow));
    cv::Mat beside = changes_beside(glowing, click_on(last), usual);
    learn_uncertain(won, last);
    const lights::Reading reading = read_now();
    if (reading.accepted() && reading.board == before) return std::nullopt;
    const auto is_solved = [&] {
      const lights::Reading now = read_now();
      return now.accepted() && lights::is_solved(now.board);
    };
    if (!is_solved()) return kEnded;
    // A program that accepts no more clicks, or begins another game, has been won.
    for (int i = 0; i < kAttempts; ++i) {
      press({0}, Prober::careful_pace());
      if (is_solved()) continue;
      if (answer_in(beside) > 0) beside.setTo(0, changes_by_itself());
      press({0}, Prober::careful_pace());
      const int answer = answer_in(beside);
      return answer == 0 || is_solved() ? answer : kEnded;
    }
    return kEnded;
  }

  /// Where the window changes without a press: an 8-bit mask.
  cv::Mat changes_by_itself() {
    prober_.rest();
    cv::Mat touched = prober_.wait(kSelfChange);
    cv::dilate(touched, touched, cv::Mat::ones(kUsualReach, kUsualReach, CV_8U));
    return touched;
  }

  std::string text() const {
    SkinText skin = begin_skin();
    skin.table("appearance", appearance_);
    skin.table("cells", reader_->appearance());
    skin.table("outlines", outlines_);
    write_pace(skin, "clicking");
    return skin.text();
  }

  std::array<double, 2> lightness_{};  ///< of the tiles in the two states, 0 to 100
  cv::Mat before_last_;                ///< the window before the press that completes a goal
};

}  // namespace

Learned learn_lights(Prober& prober, const LearnOptions& options) {
  return LightsLearner(prober, options).run();
}

}  // namespace eyehand::calibration
