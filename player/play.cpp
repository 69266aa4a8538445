#include "player/play.hpp"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "player/covered_win.hpp"
#include "player/gesture_sender.hpp"
#include "player/missed_clicks.hpp"

namespace eyehand {
namespace {

using Clock = Deadline::Clock;
using std::chrono::milliseconds;

/// Adds the time it lives to a sum of seconds.
class Stopwatch {
 public:
  explicit Stopwatch(double& sum) : sum_(sum) {}
  ~Stopwatch() { sum_ += std::chrono::duration<double>(Clock::now() - start_).count(); }
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;

 private:
  double& sum_;
  Clock::time_point start_ = Clock::now();
};

/// An unreadable board is given up after this long if it is still, or if the window keeps changing
/// somewhere (a clock is enough).
constexpr milliseconds kStillLimit{2000}, kMovingLimit{6000};
/// What keeps changing on a board need not be what makes it unreadable: after this long, that may
/// be the pointer.
constexpr milliseconds kParkMovingAfter{1000};
/// A board on which something goes on moving, such as a glow, is played once the same has been read
/// for this long.
constexpr milliseconds kSteadyAfter{3000};
/// A still, unreadable board may have been drawn inconsistently after this long.
constexpr milliseconds kRedrawAfter{1000};
/// Longest wait for the board to be still after a step of PuzzleSession::redraw.
constexpr milliseconds kRedrawStepLimit{2000};
/// How long what was under the pointer may take to change once the pointer has moved away.
constexpr milliseconds kParkedReaction{200};
/// How long a program may show nothing new while it deals a board that has no solution yet or,
/// where any will do, several.
constexpr milliseconds kDealing{500}, kDealingAny{200};
/// A click that is repeated may be aimed this many pixels beside the first.
constexpr int kAimedBeside = 2;
/// Longest wait for a covered window that cannot be captured to be uncovered or redrawn.
constexpr milliseconds kCoveredLimit{2000};
/// The same limits once the last gesture for a verified board was sent: what makes the board
/// unreadable then is most likely what the program shows after a win. Longer than confetti falls,
/// and than messages that disappear by themselves after a second.
constexpr milliseconds kWonStillLimit{1500}, kWonMovingLimit{4000};
/// The time between two captures of a moving board.
constexpr milliseconds kRecaptureInterval{20};
/// How long after the last gesture its effect may show: 200 ms there and back to another computer,
/// and as long again until that may send what it drew next.
constexpr milliseconds kLatestEffect{600};
/// How many plans in a row may bring the solution no nearer.
constexpr int kMaxFruitlessPlans = 5;
/// How long after the last gesture a program may cover the board that it wins.
constexpr milliseconds kCoversWithin{3000};
/// After this many plans of which some clicks were lost, the effect of each is awaited.
constexpr int kLossesBeforeWaiting = 2;
/// What covers the board may take this long to disappear: GNOME's messages do not change for 0.4 to
/// 1 s after a click, and then fade. A second click too early would hit the cell below.
constexpr milliseconds kUncoverTime{1500};
constexpr const char* kBeyondScreen = "the board lies partly beyond the screen; move the window";
/// How often per game.
constexpr int kMaxUncovers = 3, kMaxRedraws = 5;

class GameLoop {
 public:
  GameLoop(ScreenSource& screen, InputSink& input, PuzzleSession& session, const Pace& pace,
           const PlayOptions& options)
      : screen_(screen), input_(input), session_(session), pace_(pace), options_(options) {}

  GameReport run() {
    {
      const Stopwatch total(report_.seconds.total);
      report_.end = play();
    }
    input_.release_all();
    report_.after = frame_.image;
    report_.parts = session_.parts();
    if (report_.end != End::solved && report_.overlay.empty() && !frame_.image.empty())
      report_.overlay = session_.overlay(plan_);
    return std::move(report_);
  }

 private:
  /// Where a stage's time is counted: once the first plan has begun, as part of verifying.
  double& until_acting(double& stage) { return acting_ ? report_.seconds.verify : stage; }

  /// Captures and reads once, into seen_. Returns an end if the window cannot be captured.
  std::optional<End> observe() {
    Capture capture;
    {
      const Stopwatch watch(until_acting(report_.seconds.capture));
      capture = screen_.capture();
      // The cover may be a tooltip, and a program may be slow to draw what was hidden.
      for (const Deadline limit = options_.deadline.at_most(kCoveredLimit);
           capture.status == CaptureStatus::covered && !limit.passed();
           capture = screen_.capture()) {
        screen_.wait_until_still({.quiet = kRecaptureInterval, .limit = kRecaptureInterval});
        ++report_.captures;
      }
    }
    ++report_.captures;
    if (capture.status != CaptureStatus::good) {
      report_.why = capture.status == CaptureStatus::window_gone ? "the window is closed"
                    : capture.status == CaptureStatus::covered   ? "the window is covered"
                                                                 : "the window is not visible";
      return End::no_window;
    }
    const Stopwatch watch(until_acting(report_.seconds.read));
    frame_ = std::move(capture.frame);
    seen_ = session_.observe(frame_);
    if (!seen_.same) changed_ = true;
    // Windows on a monitor that is unplugged, or rotated, are moved soon.
    if (acting_ && seen_.accepted() && !is_on_screen()) seen_.rejection = kBeyondScreen;
    if (seen_.accepted()) {
      board_ = seen_.area;
      button_ = seen_.button;
    }
    return std::nullopt;
  }

  bool is_on_screen() const { return (seen_.area & frame_.on_screen) == seen_.area; }
  bool is_won() const { return seen_.solved && (completed_ || session_.checks() == 0); }

  /// Waits for the board to be still, for at most `limit` after a change has begun to show.
  StillnessReport wait(milliseconds limit, milliseconds reaction) {
    const Stopwatch watch(until_acting(report_.seconds.wait));
    const auto left = std::chrono::duration_cast<milliseconds>(
        std::min<Clock::duration>(options_.deadline.left(), reaction + limit));
    return screen_.wait_until_still({.quiet = pace_.settle,
                                     .reaction = std::min(reaction, left),
                                     .limit = left,
                                     .area = watched_area()});
  }

  /// Where changes count: on the board, or where it was before it was covered. Elsewhere in the
  /// window there may be a clock.
  cv::Rect watched_area() const {
    const bool was_there = board_.br().x <= frame_.image.cols && board_.br().y <= frame_.image.rows;
    return acting_ && !seen_.accepted() && was_there ? board_ : seen_.area;
  }

  std::optional<End> end_of_wait(Stillness stillness) {
    switch (stillness) {
      case Stillness::still:
      case Stillness::limit_reached:
        break;
      case Stillness::window_gone:
        report_.why = "the window is closed";
        return End::no_window;
      case Stillness::not_viewable:
        report_.why = "the window is minimised";
        return End::no_window;
      case Stillness::interrupted:
        return End::interrupted;
    }
    if (options_.deadline.passed()) {
      report_.why = "the deadline passed before the board was solved";
      return End::timeout;
    }
    return std::nullopt;
  }

  /// Captures until the board is still and its reading accepted, or until it is solved as planned:
  /// if gestures are missing, it only looks solved while tiles are being redrawn. Otherwise returns
  /// an end.
  std::optional<End> observe_until_accepted(milliseconds reaction) {
    Deadline still_limit, redraw_at;  // run while the board is still and unreadable
    const milliseconds longest_still = completed_ ? kWonStillLimit : kStillLimit;
    const milliseconds longest_moving = completed_ ? kWonMovingLimit : kMovingLimit;
    // These run from the first reading on, which may take longer than the limit.
    Deadline moving_limit, park_at;
    bool is_doubted = false;
    Deadline steady;  // runs while nothing but these is read and accepted, and something moves
    std::vector<Part> steady_parts;
    const auto is_steady = [&](Stillness stillness) {
      if (stillness == Stillness::still) steady_parts.clear();
      // What pulses may be unclear at times.
      if (stillness == Stillness::still || !seen_.accepted()) return false;
      if (std::vector<Part> parts = parts_read(); parts != steady_parts) {
        steady = Deadline::after(kSteadyAfter);
        steady_parts = std::move(parts);
      }
      return steady.passed();
    };
    for (;;) {
      if (const auto end = observe()) return end;
      if (is_won() && all_sent_) return std::nullopt;
      if (seen_.accepted() || moving_limit.never()) {
        moving_limit = Deadline::after(longest_moving);
        park_at = Deadline::after(kParkMovingAfter);
      }
      const cv::Mat before = frame_.image;
      const auto stillness = wait(kRecaptureInterval + pace_.settle, reaction).stillness;
      if (const auto end = end_of_wait(stillness)) return end;
      if (moving_limit.passed()) return unreadable();
      reaction = milliseconds(0);
      if (!is_steady(stillness) && stillness != Stillness::still) {
        still_limit = Deadline();
        if (!seen_.accepted() && park_at.passed())
          if (const auto end = park()) return end;
        continue;
      }
      // Still now, but was it when it was captured?
      const cv::Rect area = watched_area();
      if (const auto end = observe()) return end;
      const bool stood =
          is_steady(stillness) ||
          (area.empty() ? same_picture(before, frame_.image)
                        : watched_area() == area && before.size() == frame_.image.size() &&
                              same_picture(before(area), frame_.image(area)));
      if (is_won() && all_sent_) return std::nullopt;
      if (!stood) {
        still_limit = Deadline();
        continue;
      }
      if (seen_.accepted()) {
        // A cell that the pointer hides in part may look like another, and so the puzzle.
        if (!changed_ || !acting_ || is_doubted) return std::nullopt;
        is_doubted = true;
        reaction = kParkedReaction;
        if (const auto end = park()) return end;
        continue;
      }
      if (still_limit.never()) {
        still_limit = Deadline::after(longest_still);
        redraw_at = Deadline::after(kRedrawAfter);
      }
      if (still_limit.passed()) return unreadable();
      reaction = kParkedReaction;
      if (const auto end = park()) return end;
      const int uncovers = uncovers_;
      if (const auto end = uncover()) return end;
      if (uncovers_ > uncovers) still_limit = Deadline();
      if (!redraw_at.passed() || !can_redraw()) continue;
      if (const auto end = redraw()) return end;
      still_limit = Deadline();
      moving_limit = Deadline::after(longest_moving);
    }
  }

  std::vector<Part> parts_read() const {
    std::vector<Part> parts;
    for (ObservedPart& observed : session_.parts()) parts.push_back(std::move(observed.part));
    return parts;
  }

  /// Moves the pointer away from the board.
  std::optional<End> park() {
    return sender_.park(board_.empty() ? seen_.area : board_, button_, frame_);
  }

  GestureSender::Burst send(std::span<const Gesture> gestures) {
    const Stopwatch watch(report_.seconds.act);
    const GestureSender::Burst burst = sender_.send(gestures, frame_, seen_.area);
    sent_at_ = Clock::now();
    return burst;
  }

  /// After gestures that left more to do than they should: observes again if the board changes once
  /// more, because their effects are long on their way. If so, from then on waits are as long as
  /// that takes.
  std::optional<End> await_late_effects(std::size_t wanted, std::size_t sent) {
    const auto since = [&] {
      return std::chrono::duration_cast<milliseconds>(Clock::now() - sent_at_);
    };
    while (may_be_late_ && !changed_ && since() < kLatestEffect) {
      const std::size_t missing = session_.plan().size();
      if (missing + sent <= wanted) break;
      may_be_late_ = wait(kRecaptureInterval + pace_.settle, kLatestEffect - since()).changed;
      if (!may_be_late_) break;
      const milliseconds took = std::min(since(), kLatestEffect);
      if (const auto end = observe_until_accepted(milliseconds(0))) return end;
      may_be_late_ = is_won() || changed_ || session_.plan().size() < missing;
      if (!may_be_late_) break;
      report("late", "what clicks change shows " + std::to_string(took.count()) + " ms later");
      pace_.settle = std::max(pace_.settle, took);
      pace_.reaction = std::max(pace_.reaction, 2 * took);
    }
    return std::nullopt;
  }

  /// If what the last of these gestures, now sent, should have changed seems to be as it was, the
  /// program may only draw it in another way because the pointer is there: observes again without.
  std::optional<End> observe_from_aside(std::span<const Gesture> sent) {
    const auto is_key = [](const Gesture& each) { return std::holds_alternative<Key>(each); };
    while (!sent.empty() && is_key(sent.back())) sent = sent.first(sent.size() - 1);
    if (sent.empty() || changed_) return std::nullopt;
    const ScreenPoint last = where(sent.back());
    const Plan missing = session_.plan();
    const bool is_missing = std::any_of(missing.begin(), missing.end(), [&](const Gesture& next) {
      const ScreenPoint at = where(next);
      const int off = std::max(std::abs(at.x - last.x), std::abs(at.y - last.y));
      return !is_key(next) && off <= kAimedBeside;
    });
    if (!is_missing) return std::nullopt;
    if (const auto end = park()) return end;
    return observe_until_accepted(kParkedReaction);
  }

  /// Removes what covers the board, if the session knows how.
  std::optional<End> uncover() {
    Plan gestures = options_.dry_run ? Plan{} : session_.uncover();
    if (gestures.empty() || uncovers_ == kMaxUncovers || !uncover_at_.passed()) return std::nullopt;
    ++uncovers_;
    uncover_at_ = Deadline::after(kUncoverTime);
    report("uncover", seen_.rejection);
    return send(first_burst(gestures)).end;
  }

  bool can_redraw() {
    return !options_.dry_run && redraws_ < kMaxRedraws && !session_.redraw().empty();
  }

  /// Gets the program to redraw what it drew inconsistently.
  std::optional<End> redraw() {
    ++redraws_;
    report("redraw", seen_.rejection);
    const std::vector<Plan> steps = session_.redraw();
    session_.begin_redraw();
    for (const Plan& step : steps) {
      for (std::span<const Gesture> rest = step; !rest.empty();) {
        const auto burst = first_burst(rest);
        const auto [end, sent] = send(burst);
        if (end) return end;
        if (sent < burst.size()) return std::nullopt;  // the window has moved, or was covered
        rest = rest.subspan(sent);
      }
      if (const auto end = end_of_wait(wait(kRedrawStepLimit, pace_.reaction).stillness))
        return end;
    }
    return std::nullopt;
  }

  End unreadable() {
    report_.why = seen_.rejection;
    plan_.clear();
    return End::unreadable;
  }

  /// Whether the last gesture has won, though the board does not look solved, or cannot be read:
  /// then that is how observing it ended.
  bool is_covered_win(const BeforeLastGesture& before, std::optional<End> end) {
    if (!completed_) return false;
    if (end && (end != End::unreadable || seen_.rejection == kBeyondScreen)) return false;
    const auto win = covered_win(
        before, {frame_.image, !end, seen_.area, changed_, seen_.text, options_.has_dialog});
    if (!win) return false;
    report_.why = win->how;
    report_.covered = true;
    report_.replaced = win->is_replaced;
    return true;
  }

  /// Of a board that looks solved: whether the program, if it covers won boards, does so.
  End end_once_covered() {
    const Deadline limit = options_.deadline.at_most(kCoversWithin);
    for (bool is_shown = !options_.win_covers; !is_shown;) {
      const auto stillness = wait(kRecaptureInterval, kRecaptureInterval).stillness;
      // The window may close once the game is won.
      if (const auto end = end_of_wait(stillness); end && *end != End::no_window) return *end;
      is_shown = observe() || !seen_.accepted() || !is_won() || has_dialog();
      if (is_shown || !limit.passed()) continue;
      report_.why = "the board looks solved, but the program does not cover it as after a win";
      return End::stuck;
    }
    report_.why.clear();
    return End::solved;
  }

  bool has_dialog() const { return options_.has_dialog && options_.has_dialog(); }

  void report(std::string_view stage, const std::string& what) const {
    if (options_.report) options_.report(stage, what);
  }

  std::optional<End> solve() {
    changed_ = is_ambiguous_ = false;
    plan_.clear();
    missed_.clear();
    Status status;
    {
      const Stopwatch watch(report_.seconds.solve);
      status = session_.solve(options_.deadline);
    }
    report("solve", std::string(name(status)));
    if (status == Status::none) {
      report_.why = "the puzzle as read has no solution";
      return End::no_solution;
    }
    is_ambiguous_ = status == Status::multiple;
    if (is_ambiguous_ && !options_.any) {
      report_.why = "the puzzle as read has several solutions; --any plays one of them";
      return End::multiple_solutions;
    }
    if (status == Status::timeout) {
      report_.why = "the deadline passed before a solution was found";
      return End::timeout;
    }
    if (options_.solved) options_.solved(seen_);
    return std::nullopt;
  }

  /// As solve(), but a board without a solution, or with several, may not be completely dealt yet:
  /// it is observed again for a while, or once if any solution will do.
  std::optional<End> solve_patiently() {
    const Deadline limit = options_.deadline.at_most(kStillLimit);
    for (;;) {
      const auto end = solve();
      if ((end != End::no_solution && !is_ambiguous_) || limit.passed()) return end;
      const milliseconds reaction = end ? kDealing : kDealingAny;
      if (const auto other = observe_until_accepted(reaction)) return other;
      if (is_won()) return std::nullopt;
      report_.first = seen_;
      if (!end && !changed_) return std::nullopt;
    }
  }

  std::optional<End> make_plan() {
    {
      const Stopwatch watch(report_.seconds.plan);
      plan_ = session_.plan();
    }
    missed_.aim_beside(plan_, session_.checks() == 0);
    if (!is_on_screen()) {
      report_.why = kBeyondScreen;
      return End::unreadable;
    }
    return std::nullopt;
  }

  /// Whether it is typed where the gesture before it says, and goes with that. Keys that check the
  /// board do not.
  bool is_typed(const Gesture& gesture) const {
    return std::holds_alternative<Key>(gesture) && session_.checks() == 0;
  }
  /// How many of a plan's gestures the first one is, with what is typed after it.
  std::size_t length_of_first(const Plan& plan) const {
    std::size_t length = 1;
    while (length < plan.size() && is_typed(plan[length])) ++length;
    return length;
  }

  std::span<const Gesture> first_burst(std::span<const Gesture> gestures) const {
    auto size = std::min(gestures.size(), static_cast<std::size_t>(pace_.burst));
    while (size < gestures.size() && is_typed(gestures[size])) ++size;
    return gestures.first(size);
  }

  /// What of plan_ is sent before the next capture. If the board may not be seen again after
  /// the last gesture, that gesture is held back, so that a capture shows that nothing else differs
  /// from the solution.
  std::span<const Gesture> next_burst() const {
    const auto burst = first_burst(plan_);
    if (burst.empty()) return burst;  // the board looks like the solution, but is not won
    if ((!pace_.hold_back && session_.checks() == 0) || burst.size() < plan_.size()) return burst;
    std::size_t last = burst.size() - 1;
    while (last > 0 && is_typed(burst[last])) --last;
    return last > 0 ? burst.first(last) : burst;
  }

  End play() {
    if (const auto end = observe_until_accepted(milliseconds(0))) {
      report_.before = frame_.image;
      return *end;
    }
    report_.before = frame_.image;
    report_.first = seen_;
    report("read", seen_.size);
    if (is_won()) return End::solved;
    if (const auto end = solve_patiently()) return *end;
    if (is_won()) return End::solved;
    if (const auto end = make_plan()) return *end;
    report_.clicks_planned = static_cast<int>(plan_.size());
    report("plan", std::to_string(plan_.size()) + " clicks");
    if (options_.dry_run || options_.want_overlay) report_.overlay = session_.overlay(plan_);
    if (options_.dry_run) return End::planned;

    acting_ = true;
    int fruitless = 0;
    for (;;) {
      const auto wanted = plan_.size();
      const bool is_last = wanted == length_of_first(plan_);
      const auto burst = next_burst();
      report_.before_last = frame_.image;
      report_.board_before_last = seen_.text;
      report_.parts_before_last = session_.parts();
      const BeforeLastGesture before{frame_.image, board_, seen_.text, is_last && has_dialog()};
      const auto [refused, sent] = send(burst);
      if (refused) return *refused;
      missed_.sent(sent);
      // The plan was made from an accepted reading, so the board was one gesture from its solution.
      all_sent_ = sent == wanted;
      completed_ = is_last && all_sent_;
      // A program that checks a solution, and rejects it, may take it off the board.
      const bool is_checked = completed_ && session_.checks() > 0;
      if (is_checked)
        if (const auto other = end_of_wait(wait(kStillLimit, pace_.reaction).stillness))
          return *other;
      auto end = observe_until_accepted(sent > 0 ? pace_.reaction : milliseconds(0));
      if (!end && is_won() && sent > 0 && std::holds_alternative<Drag>(burst[sent - 1])) {
        // A program may show a piece where it was dropped, and then move it back.
        wait(kRecaptureInterval + pace_.settle, pace_.reaction);
        end = observe_until_accepted(milliseconds(0));
      }
      if (!end && !is_won()) end = await_late_effects(wanted, sent);
      if (!end && !is_won() && sent > 0) end = observe_from_aside(burst.first(sent));
      if (!end && is_won()) return end_once_covered();
      const bool is_in_sight = !end && !changed_;
      if (!(is_checked && is_in_sight) && is_covered_win(before, end)) return End::solved;
      if (end) return *end;
      const bool is_another = changed_;
      if (is_another) {
        report("read", seen_.size + ", another puzzle");
        if (const auto other = solve_patiently()) return *other;
        if (is_won()) return End::solved;
      }
      if (const auto other = make_plan()) return *other;
      if (is_another || plan_.size() + sent != wanted) ++report_.replays;
      if (plan_.empty()) {  // perhaps solved just now, or another puzzle than before
        end = observe_until_accepted(milliseconds(0));
        if (!end && is_won()) return end_once_covered();
        if (end) return is_covered_win(before, end) ? End::solved : *end;
        report_.why = "the solution is on the board, but the board does not count as solved";
        return End::stuck;
      }
      if (plan_.size() + sent > wanted) {  // some gestures had no effect
        sender_.slow_down();
        if (++losses_ >= kLossesBeforeWaiting) pace_.burst = 1;
        fruitless = plan_.size() >= wanted ? fruitless + 1 : 0;
      }
      if (fruitless >= kMaxFruitlessPlans) {
        report_.why = "clicks have no effect";
        return End::stuck;
      }
      if (burst.size() >= wanted || sent < burst.size())
        report("capture", std::to_string(plan_.size()) + " clicks remain");
    }
  }

  ScreenSource& screen_;
  InputSink& input_;
  PuzzleSession& session_;
  Pace pace_;
  const PlayOptions& options_;
  GameReport report_;
  GestureSender sender_{input_, pace_, options_, report_};
  Frame frame_;
  Observation seen_;
  cv::Rect board_, button_;  // in the last accepted reading
  Plan plan_;
  MissedClicks missed_;
  int uncovers_ = 0, redraws_ = 0, losses_ = 0;
  Deadline uncover_at_ = Deadline::after(milliseconds(0));  ///< the earliest time
  Clock::time_point sent_at_{};                             ///< when the last gesture was
  bool may_be_late_ = true;                                 ///< its effect, as far as is known
  bool changed_ = false;
  bool is_ambiguous_ = false;  // the board has several solutions
  bool acting_ = false;        // sending the first plan has begun
  bool all_sent_ = false;      // all gestures that were missing
  bool completed_ = false;     // the gesture just sent was the only one missing
};

}  // namespace

GameReport play(ScreenSource& screen, InputSink& input, PuzzleSession& session, const Pace& pace,
                const PlayOptions& options) {
  return GameLoop(screen, input, session, pace, options).run();
}

}  // namespace eyehand
