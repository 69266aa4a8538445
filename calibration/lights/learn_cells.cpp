#include "calibration/lights/learn_cells.hpp"

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
#include "calibration/survey.hpp"
#include "puzzle/index.hpp"
#include "puzzle/lights/text.hpp"
#include "solver/lights/solve.hpp"
#include "vision/cells/grid.hpp"
#include "vision/cells/patch.hpp"
#include "vision/lights/read_cells.hpp"
#include "vision/reading.hpp"
#include "vision/statistics.hpp"

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

class LightsCellsLearner : Learner {
 public:
  LightsCellsLearner(Prober& prober, const LearnOptions& options)
      : Learner(prober, options), survey_(prober) {}

  Learned run() {
    watch_idle();
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
    const Frame found = prober_.rest();
    find_goal();
    return learned_from(text(), found, options_);
  }

 private:
  int tiles() const { return lattice_.columns * lattice_.rows; }
  cv::Mat patch_of(const cv::Mat& picture, int tile) const {
    return cells::cut(picture, lattice_.centre(tile % lattice_.columns, tile / lattice_.columns),
                      lattice_.pitch, cells::kPatchPixels);
  }

  /// Divides the pictures of all tiles into two states by what a press changes.
  void find_states() {
    struct Change {
      int tile;
      cv::Mat before, after;
    };
    std::vector<Change> changes;
    for (const Press& press : survey_.presses()) {
      const std::vector<bool> flipped = cells_changed(press.changed, lattice_);
      for (int tile = 0; tile < tiles(); ++tile)
        if (flipped[at(tile)])
          changes.push_back({tile, patch_of(press.before, tile), patch_of(press.after, tile)});
    }
    cv::Mat direction = changes[0].after - changes[0].before;
    for (int round = 0; round < 3; ++round) {
      cv::Mat sum = cv::Mat::zeros(direction.size(), direction.type());
      for (const Change& change : changes) {
        const cv::Mat step = change.after - change.before;
        sum += step.dot(direction) > 0 ? step : cv::Mat(-step);
      }
      direction = sum / static_cast<double>(changes.size());
    }
    std::vector<double> low, high;
    for (const Change& change : changes) {
      const double a = change.before.dot(direction), b = change.after.dot(direction);
      low.push_back(std::min(a, b));
      high.push_back(std::max(a, b));
    }
    const double threshold = (eyehand::median(low) + eyehand::median(high)) / 2;
    samples_.clear();
    const auto add = [&](int tile, const cv::Mat& patch) {
      samples_.push_back({patch.dot(direction) > threshold ? 1 : 0, tile, patch});
    };
    for (const Change& change : changes) {
      add(change.tile, change.before);
      add(change.tile, change.after);
    }
    for (int tile = 0; tile < tiles(); ++tile) add(tile, patch_of(prober_.frame().image, tile));
    // What lies around the board is not a tile.
    for (int row = -1; row <= lattice_.rows; ++row)
      for (int column = -1; column <= lattice_.columns; ++column) {
        if (row >= 0 && column >= 0 && row < lattice_.rows && column < lattice_.columns) continue;
        const cv::Point2d middle = lattice_.centre(column, row);
        if (!cv::Rect2d({}, cv::Size2d(prober_.frame().image.size())).contains(middle)) continue;
        samples_.push_back(
            {2, tiles() + static_cast<int>(samples_.size()),
             cells::cut(prober_.frame().image, middle, lattice_.pitch, cells::kPatchPixels)});
      }
    // The state that stands out less from the board's surroundings is more likely to be the goal.
    const cv::Mat around = patch_of_background();
    const auto apart = [&](const std::vector<double>& side) {
      return std::abs(eyehand::median(side) - around.dot(direction));
    };
    if (apart(high) < apart(low)) std::swap(names_[0], names_[1]);
    atlas_ = cells::Atlas(samples_);
    reader_.emplace(atlas_, names_, lattice_, lights::layout_of_lights());
    report("states", fmt::format("{} pictures of two states are kept, at most {:.1f} apart",
                                 atlas_.size(), atlas_.reach()));
  }

  lights::Reading read_now() const {
    return lights::read_cells(prober_.frame(), *reader_, appearance_, cells::Search::nowhere,
                              outlines_);
  }
  lights::Board read_board(const char* what) {
    lights::Reading reading = read_now();
    // On a busy machine an animation may pause for longer than it takes to seem over.
    for (int i = 1; i < kAttempts && !reading.accepted(); ++i) {
      prober_.wait(kLongPause);
      reading = read_now();
    }
    if (!reading.accepted() || reading.lattice.columns != lattice_.columns ||
        reading.lattice.rows != lattice_.rows)
      stop(End::unreadable,
           fmt::format("{} cannot be read: {}.", what,
                       reading.accepted() ? "it has another size" : reading.rejection));
    return reading.board;
  }

  /// The tile pressed by each press so far, and which tiles it flipped.
  using Flipped = std::vector<std::pair<int, std::vector<bool>>>;
  Flipped flipped_by_presses() const {
    Flipped flipped;
    for (const Press& press : survey_.presses()) {
      const cv::Point2d at = (cv::Point2d(press.at) - lattice_.origin) / lattice_.pitch;
      const int x = static_cast<int>(std::floor(at.x)), y = static_cast<int>(std::floor(at.y));
      if (x < 0 || y < 0 || x >= lattice_.columns || y >= lattice_.rows) continue;
      flipped.emplace_back(y * lattice_.columns + x, cells_changed(press.changed, lattice_));
    }
    return flipped;
  }

  /// What presses flip, relative to the tile pressed: the same everywhere, or what is drawn on the
  /// tile; otherwise the program's sets cannot be known.
  void find_sets() {
    const Flipped flipped = flipped_by_presses();
    const auto offsets_at = [&](const auto& press, bool wrapping) {
      std::vector<lights::Offset> offsets;
      for (int tile = 0; tile < tiles(); ++tile) {
        if (!press.second[at(tile)]) continue;
        int dx = tile % lattice_.columns - press.first % lattice_.columns;
        int dy = tile / lattice_.columns - press.first / lattice_.columns;
        const auto nearest = [](int d, int size) {
          return 2 * d > size ? d - size : 2 * d < -size ? d + size : d;
        };
        if (wrapping) dx = nearest(dx, lattice_.columns), dy = nearest(dy, lattice_.rows);
        offsets.push_back({dx, dy});
      }
      return offsets;
    };
    // Around the rim, a press may flip what is far away, so of two explanations the smaller is
    // right.
    std::optional<std::vector<lights::Offset>> found;
    for (const bool wrapping : {false, true}) {
      // The union of everything that any press flipped; correct if it explains each press.
      std::vector<lights::Offset> offsets;
      for (const auto& press : flipped)
        for (const lights::Offset& offset : offsets_at(press, wrapping))
          if (std::find(offsets.begin(), offsets.end(), offset) == offsets.end())
            offsets.push_back(offset);
      const auto board = lights::Board::same(lattice_.columns, lattice_.rows, offsets, wrapping);
      const bool explains = std::all_of(flipped.begin(), flipped.end(), [&](const auto& press) {
        for (int tile = 0; tile < tiles(); ++tile)
          if (press.second[at(tile)] !=
              (std::ranges::count(board.flips[at(press.first)], tile) > 0))
            return false;
        return true;
      });
      if (!explains || (found && found->size() <= offsets.size())) continue;
      found = offsets;
      appearance_.wrapping = wrapping;
    }
    if (!found) return find_drawn_sets();
    if (found->size() == 1)
      stop(End::unreadable, "a press flips only the tile itself: this is not Lights Out.");
    appearance_.sets = lights::Sets::pattern;
    appearance_.pattern = lights::to_pattern(*found);
    report("sets", fmt::format("a press flips {}{}", appearance_.pattern,
                               appearance_.wrapping ? ", around the rim" : ""));
  }

  void find_drawn_sets() {
    std::map<int, KnownSet> known;
    const auto note = [&] {
      for (const auto& [pressed, tiles_flipped] : flipped_by_presses()) {
        KnownSet set{lattice_.centre(pressed % lattice_.columns, pressed / lattice_.columns), {}};
        for (int tile = 0; tile < tiles(); ++tile)
          if (tiles_flipped[at(tile)])
            set.offsets.push_back({tile % lattice_.columns - pressed % lattice_.columns,
                                   tile / lattice_.columns - pressed / lattice_.columns});
        known[pressed] = std::move(set);
      }
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
    for (int attempt = 0; attempt < kAttempts; ++attempt) {
      lights::Board difference = read_board("the board");
      for (std::size_t tile = 0; tile < wanted.size(); ++tile)
        difference.lit[tile] ^= wanted.lit[tile];
      if (lights::is_solved(difference)) return;
      // One by one: presses may be lost while tiles change.
      for (const int tile : presses_for(difference)) press({tile}, Prober::careful_pace());
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

  /// Solves the board for the likelier goal, with all tiles in the state that stands out least, and
  /// watches: a program shows a win, or accepts no more clicks. If nothing of that kind happens,
  /// the other goal is tried. It is also tried if something changed beside the board, which may
  /// have been a clock, but the program goes on as before.
  void find_goal() {
    const lights::Board found = read_board("the board");
    const int dim = answer_to_solving("dim");
    const cv::Mat before_dim = before_last_;
    if (dim < kEnded) {
      swap_states();
      if (answer_to_solving("bright") <= dim) {
        swap_states();
        if (dim == 0 && is_restored(found)) {
          report("goal", "no win was seen; dim tiles are assumed to be the goal");
          return;
        }
        if (dim > 0) {
          // The program may count each board only once, so it is left solved.
          lights::Board won = found;
          std::fill(won.lit.begin(), won.lit.end(), false);
          restore(won);
        }
        before_last_ = before_dim;
      }
    }
    report("goal", "the program shows a win; its board is left changed");
    start_new_game(before_last_, lattice_.bounds(), [&] { return read_now().accepted(); });
  }

  /// How many pixels change beside the board when it is solved, or kEnded.
  int answer_to_solving(const char* goal) {
    for (int attempt = 0; attempt < kAttempts; ++attempt) {
      const lights::Board start = read_board("the board");
      std::vector<int> which = presses_for(start);
      if (which.empty()) {
        report("goal", fmt::format("the tiles cannot all become {}", goal));
        return 0;
      }
      report("goal",
             fmt::format("pressing {} tiles until all are {}, to see a win", which.size(), goal));
      const int last = which.back();
      which.pop_back();
      if (!which.empty()) press(which, pace_);
      learn_uncertain(after(start, which), -1);
      // Some presses may have been lost.
      const lights::Board board = read_board("the board before its last press");
      if (lights::is_solved(after(board, {last}))) return answer_to(last, after(board, {last}));
    }
    stop(End::stuck, "the presses did not lead to the solution.");
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
    if (now.lattice.columns != lattice_.columns || now.lattice.rows != lattice_.rows) return;
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
    if (uncertain.empty() || 4 * static_cast<int>(uncertain.size()) > tiles()) return;
    for (const int tile : uncertain) {
      const std::string name = expected.lit[at(tile)] ? "lit" : "unlit";
      samples_.push_back({names_[0] == name ? 0 : 1, tile, patch_of(prober_.frame().image, tile)});
    }
    atlas_ = cells::Atlas(samples_);
    reader_.emplace(atlas_, names_, lattice_, lights::layout_of_lights());
  }

  void swap_states() {
    std::swap(names_[0], names_[1]);
    reader_.emplace(atlas_, names_, lattice_, lights::layout_of_lights());
  }

  /// A patch of the mean colour along the rim of the board's middle tile: the gaps, or what is
  /// behind the tiles.
  cv::Mat patch_of_background() const {
    const cv::Mat patch = patch_of(prober_.frame().image, tiles() / 2);
    cv::Mat rim = cv::Mat::ones(patch.size(), CV_8U);
    rim(cv::Rect(1, 1, cells::kPatchPixels - 2, cells::kPatchPixels - 2)) = 0;
    return cv::Mat(patch.size(), patch.type(), cv::mean(patch, rim));
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

Learned learn_lights_cells(Prober& prober, const LearnOptions& options) {
  return LightsCellsLearner(prober, options).run();
}

}  // namespace eyehand::calibration
