#include "calibration/prober.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "calibration/changes.hpp"
#include "calibration/learn.hpp"
#include "player/covered_win.hpp"

namespace eyehand::calibration {
namespace {

using std::chrono::milliseconds;

/// Limit for watching one effect.
constexpr milliseconds kLongestEffect{3000};
/// What goes on for longer than this may be cells that pulse. From then on only what is lighter or
/// darker than before counts, for longer, until both colours of a pulse are known.
constexpr milliseconds kUsualEffect{1000}, kLongestPulse{4500}, kPulseRest{600};
/// Minimum interval between changes that count as two.
constexpr milliseconds kRecaptureInterval{2};
/// How often one gesture is retried after raising the window or finding where it moved.
constexpr int kMaxRaises = 3;
/// How often Escape is pressed to close a menu: a list that Chromium has just opened may need more
/// than one.
constexpr int kMostEscapes = 3;
/// Nothing has changed if nothing does within this time, where most likely nothing will.
constexpr milliseconds kShortRest{100};
/// What changes by itself pulses if this share of it does.
constexpr double kMostlyPulses = 0.9;
/// The longest to watch what changes by itself spread: a title that glows reaches farther later.
constexpr milliseconds kLongestIdle{3000};
/// What changes by itself and goes on doing so changes again, this long afterwards or later. A
/// message that disappears does not.
constexpr milliseconds kAgain{300};
/// Changes that have less than this share of the smaller one in common are not of one thing: a
/// message that disappears may have reached over an advertisement.
constexpr double kSameThing = 0.5;
/// The margin around whatever changes by itself, pixels: the hand of a clock moves on.
constexpr int kRestlessRoom = 6;
/// Where the pointer is parked: distance from the window's edge, pixels. Nearer to it is the frame
/// that browsers draw, where the page does not notice that the pointer has left a cell.
constexpr int kEdge = 12;

/// How often learning starts again because an effect came late, a dialog was closed, the window got
/// another size, or another board was dealt, and how much longer late effects are then awaited.
/// Chromium 156 at times draws nothing for two seconds; to wait that long for each click would take
/// minutes.
constexpr int kMostLateEffects = 2, kMostClosedDialogs = 2, kMostResizes = 2, kMostDealtAgain = 3;
constexpr milliseconds kLongerRest{200};
/// A click's effect comes no later than this.
constexpr milliseconds kLatest{3000};
/// How long after a click a menu that is open may be its effect, as the mouse has not moved since:
/// the words in the window may have been read meanwhile, which takes seconds on a busy machine.
constexpr milliseconds kMenuStaysOpen{20000};
/// How far from a click its late effect is, pixels, where farther away are messages that come and
/// go; and how far from one another two clicks surely have separate effects.
constexpr int kLateReach = 20, kApart = 150;
/// Fewer pixels are noise.
constexpr int kLatePixels = 30;

/// A dialog and what it dims are this share of the window at least.
constexpr double kDialog = 0.03;
/// What opens a dialog reacts this far around the click that did, pixels.
constexpr int kOpener = 20;
/// Buttons reach this far from the middle of their words, pixels.
constexpr int kButton = 60;

[[noreturn]] void stop(GestureStatus outcome) {
  const auto [end, what] = [&]() -> std::pair<End, const char*> {
    switch (outcome) {
      case GestureStatus::user_has_mouse:
        return {End::user_has_mouse, "you took the mouse"};
      case GestureStatus::interrupted:
        return {End::interrupted, "interrupted"};
      case GestureStatus::deadline:
        return {End::timeout, "the time limit has passed"};
      case GestureStatus::off_screen:
        return {End::unreadable, "the board is partly off the screen; move the window"};
      default:
        return {End::no_window, "the window cannot be clicked"};
    }
  }();
  throw LearnStopped(end, std::string(what) + " (" + std::string(name(outcome)) +
                              "); the board may be left changed.");
}

bool are_of_one_thing(const cv::Rect& a, const cv::Rect& b) {
  return (a & b).area() > kSameThing * std::min(a.area(), b.area());
}

/// The part of a mask where a click at this point has its effect.
cv::Mat near(const cv::Mat& mask, cv::Point at) {
  const cv::Rect around(at - cv::Point(kLateReach, kLateReach),
                        cv::Size(2 * kLateReach, 2 * kLateReach));
  return mask(around & cv::Rect({}, mask.size()));
}

void check(CaptureStatus status) {
  if (status != CaptureStatus::good)
    throw LearnStopped(End::no_window,
                       "the window cannot be seen: " + std::string(name(status)) + ".");
}

}  // namespace

Pace Prober::careful_pace() {
  Pace pace;
  pace.hold = milliseconds(20);
  pace.gap = milliseconds(40);
  return pace;
}

ScreenPoint Prober::on_screen(cv::Point2d in_image) const {
  const cv::Point at = frame_.to_screen(in_image);
  return {at.x, at.y};
}

void Prober::capture() {
  Capture capture = screen_.capture();
  check(capture.status);
  frame_ = stretched(std::move(capture.frame), stretch_);
}

void Prober::set_stretch(double stretch) {
  const cv::Point2d before = frame_.scale;
  stretch_ = stretch;
  without_effect_.clear();
  capture();
  pulses_.resize(frame_.image.size());
  for (cv::Rect& area : restless_)
    area = scaled(area, {frame_.scale.x / before.x, frame_.scale.y / before.y});
}

const Frame& Prober::rest() {
  if (frame_.image.empty()) capture();
  watch();
  if (found_.image.empty()) found_ = frame_;
  return frame_;
}

Effect Prober::watch(milliseconds rest) {
  rest = std::max(rest, least_rest_);
  Effect effect;
  effect.before = frame_.image;
  // Where something fades slowly, consecutive pictures hardly differ.
  cv::Mat last_different = frame_.image;
  const auto start = Deadline::Clock::now();
  const auto now = [&] {
    return std::chrono::duration_cast<milliseconds>(Deadline::Clock::now() - start);
  };
  milliseconds last_change{0};
  bool ask = true;
  std::optional<PulseWatch> pulses;
  milliseconds longest = kLongestEffect;
  while (now() < longest && now() - last_change < rest) {
    if (deadline_.passed()) stop(GestureStatus::deadline);
    const auto report = screen_.wait_until_still({.quiet = kRecaptureInterval,
                                                  .reaction = last_change + rest - now(),
                                                  .limit = kLongestEffect,
                                                  .ask_program = ask});
    ask = false;
    if (report.stillness == Stillness::window_gone) check(CaptureStatus::window_gone);
    if (report.stillness == Stillness::not_viewable) check(CaptureStatus::not_viewable);
    if (report.stillness == Stillness::interrupted) stop(GestureStatus::interrupted);
    if (!report.changed) break;
    const auto at = now() - kRecaptureInterval;
    capture();
    if (watcher_) watcher_(frame_);
    bool is_new = true;
    if (pulses)
      is_new = pulses->add(frame_.image, at) || !pulses->is_smooth();
    else if (at > kUsualEffect)
      pulses.emplace(frame_.image);
    const cv::Mat changed = differences(last_different, frame_.image);
    if (cv::countNonZero(changed) == 0) continue;
    last_different = frame_.image;
    if (pulses && pulses->is_smooth()) {
      longest = kLongestPulse;
      rest = std::max(rest, kPulseRest);
    }
    if (!is_new) continue;
    if (effect.changed)
      effect.longest_gap = std::max(effect.longest_gap, at - effect.last);
    else
      effect.first = at;
    effect.changed = true;
    effect.last = last_change = at;
    if (effect.touched.size() == changed.size())
      effect.touched |= changed;
    else
      effect.touched = changed;
  }
  capture();
  const cv::Mat late = differences(last_different, frame_.image);
  effect.touched = effect.touched.size() == late.size() ? cv::Mat(effect.touched | late) : late;
  if (pulses) pulses_.learn(*pulses);
  effect.frame = frame_;
  effect.difference = differences(effect.before, frame_.image);
  return effect;
}

cv::Mat Prober::differences(const cv::Mat& a, const cv::Mat& b) const {
  cv::Mat mask = changed_pixels(a, b);
  for (const cv::Rect& area : restless_) mask(area & cv::Rect({}, mask.size())) = 0;
  pulses_.ignore(mask, a, b);
  return mask;
}

void Prober::wait_for_change(Deadline end) {
  const auto left = std::chrono::duration_cast<milliseconds>(end.left()) + milliseconds(1);
  const auto report = screen_.wait_until_still(
      {.quiet = kRecaptureInterval, .reaction = left, .limit = left, .ask_program = false});
  if (report.stillness == Stillness::interrupted) stop(GestureStatus::interrupted);
  if (deadline_.passed()) stop(GestureStatus::deadline);
  capture();
}

cv::Mat Prober::wait(milliseconds span) {
  cv::Mat touched = cv::Mat::zeros(frame_.image.size(), CV_8U);
  cv::Mat last_different = frame_.image;
  for (const Deadline end = Deadline::after(span); !end.passed();) {
    wait_for_change(end);
    const cv::Mat changed = differences(last_different, frame_.image);
    if (cv::countNonZero(changed) == 0) continue;
    last_different = frame_.image;
    if (changed.size() == touched.size()) touched |= changed;
  }
  return touched;
}

void Prober::wake() {
  shift_ = 1 - shift_;
  park();
}

void Prober::find_restless(milliseconds span) {
  struct Change {
    cv::Rect area;
    Deadline::Clock::time_point at;
    bool is_again = false;  ///< it has changed before, and not just then
  };
  std::vector<Change> changes;
  const Deadline seen = Deadline::after(span), longest = Deadline::after(kLongestIdle),
                 longest_pulse = Deadline::after(kLongestPulse);
  Deadline end = seen;
  capture();
  const auto start = Deadline::Clock::now();
  PulseWatch pulses(frame_.image);
  // Where something fades slowly, consecutive pictures hardly differ.
  cv::Mat last_different = frame_.image;
  while (!end.passed()) {
    wait_for_change(end);
    pulses.add(frame_.image,
               std::chrono::duration_cast<milliseconds>(Deadline::Clock::now() - start));
    const std::vector<cv::Rect> boxes = boxes_of(differences(last_different, frame_.image), 1);
    if (boxes.empty()) continue;
    last_different = frame_.image;
    const auto now = Deadline::Clock::now();
    for (const cv::Rect& box : boxes) {
      Change change{box - cv::Point(kRestlessRoom, kRestlessRoom) +
                        cv::Size(2 * kRestlessRoom, 2 * kRestlessRoom),
                    now};
      const auto covers = [&](const Change& other) {
        return other.is_again && (other.area & change.area) == change.area;
      };
      bool is_known = std::ranges::any_of(changes, covers);
      if (is_known) {
        end = longest.at_most(span);
        continue;
      }
      for (Change& other : changes) {
        if (!are_of_one_thing(other.area, change.area)) continue;
        is_known = true;
        if (now - other.at >= kAgain) change.is_again = other.is_again = true;
      }
      if (!is_known && seen.passed()) continue;
      end = longest.at_most(span);
      changes.push_back(change);
    }
    if (pulses.is_smooth()) end = longest_pulse;
  }
  // What pulses may be tiles, which is known well enough to see them change otherwise.
  pulses_.learn(pulses);
  const cv::Mat pulsing = pulses.pulsing(), all = pulses.changed();
  const auto only_pulses = [&](const cv::Rect& area) {
    const cv::Rect inside = area & cv::Rect({}, all.size());
    return cv::countNonZero(pulsing(inside)) > kMostlyPulses * cv::countNonZero(all(inside));
  };
  // A message that disappears changes the window only once.
  for (const Change& change : changes)
    if (!only_pulses(change.area) && std::ranges::any_of(changes, [&](const Change& other) {
          return other.is_again && are_of_one_thing(other.area, change.area);
        }))
      restless_.push_back(change.area);
}

void Prober::start_again() {
  watcher_ = nullptr;
  restless_.clear();
  parked_outside_.reset();
  rest_ = kRest;
  set_stretch(1);
  watch();
}

bool Prober::is_restless(cv::Point in_image) const {
  return in_image.y < top_ ||
         std::any_of(restless_.begin(), restless_.end(),
                     [&](const cv::Rect& area) { return area.contains(in_image); });
}

void Prober::avoid(cv::Point in_image, int reach) {
  restless_.emplace_back(in_image - cv::Point(reach, reach), cv::Size(2 * reach, 2 * reach));
}

void Prober::avoid_buttons() {
  if (!find_buttons_) return;
  for (const cv::Point button : find_buttons_(frame_.image)) avoid(button, kButton);
  find_buttons_ = nullptr;
}

void Prober::park_outside(const cv::Rect& board) {
  parked_outside_ = board;
  park();
  watch();
}

void Prober::park() {
  if (!parked_outside_) return;
  const cv::Size size = frame_.image.size();
  // Scroll bars are on the right and at the bottom, titles and buttons at the top.
  const std::array<cv::Point, 5> places = {
      cv::Point(kEdge, size.height * 3 / 4), cv::Point(kEdge, size.height / 2),
      cv::Point(size.width / 4, size.height - 1 - kEdge),
      cv::Point(size.width - 1 - kEdge, size.height * 3 / 4), cv::Point(size.width / 2, kEdge)};
  const auto* place = std::find_if(places.begin(), places.end(), [&](cv::Point p) {
    return !parked_outside_->contains(p) && frame_.on_screen.contains(p);
  });
  if (place == places.end()) return;
  send(Move{on_screen(*place + cv::Point(0, shift_))}, careful_pace());
}

Effect Prober::click(cv::Point2d in_image, int button) {
  return try_out({Click{on_screen(in_image), button}}, careful_pace());
}

Effect Prober::try_out(const Plan& plan, const Pace& pace) {
  return without_dialog(perform(plan, pace), plan);
}

/// The effect of a plan, once what it has opened over the window has been closed.
Effect Prober::without_dialog(Effect effect, const Plan& plan) {
  // A window of its own may cover nothing, and keep all clicks from the board.
  if (uncover_ && uncover_()) {
    input_.forget_pointer();
    effect.frame = watch().frame;
  } else {
    const cv::Mat& now = effect.frame.image;
    const bool has_opened =
        is_more_than_cells(effect.difference) ||
        // A page that is nearly black hardly changes behind a dialog.
        (cv::countNonZero(effect.difference) > kDialog * static_cast<double>(now.total()) &&
         is_veiled(effect.before, now, {}));
    if (!find_closer_ || !has_opened) return effect;
    const auto closer = find_closer_(effect.before, effect.frame.image);
    if (!closer) return effect;
    effect.frame = perform({Click{on_screen(*closer)}}, careful_pace()).frame;
  }
  has_closed_dialog_ = true;
  effect.difference = differences(effect.before, effect.frame.image);
  // What opens the dialog is not worth another click.
  const auto* click = plan.size() == 1 ? std::get_if<Click>(&plan.front()) : nullptr;
  if (click && click->button == 1 && !is_more_than_cells(effect.difference))
    avoid(frame_.to_image({click->at.x, click->at.y}), kOpener);
  return effect;
}

/// Throws StartAgain if these changes, which came once the window had been still or after clicks on
/// other places, are the effect of an earlier click.
void Prober::note_what_comes_late(const cv::Mat& changed, std::span<const cv::Point> clicked) {
  if (changed.size() != frame_.image.size()) return;
  std::erase_if(without_effect_, [now = Deadline::Clock::now()](const ClickAt& click) {
    return now - click.when > kLatest;
  });
  for (const ClickAt& click : without_effect_) {
    const auto is_beside = [&](cv::Point other) {
      return cv::norm(other - click.in_image) < kApart;
    };
    if (std::ranges::any_of(clicked, is_beside)) continue;
    if (cv::countNonZero(near(changed, click.in_image)) < kLatePixels) continue;
    without_effect_.clear();
    if (late_effects_ == kMostLateEffects) return;
    ++late_effects_;
    least_rest_ = std::max(rest_, least_rest_) + kLongerRest;
    throw StartAgain{"a click had its effect late; starting again, more slowly"};
  }
}

Effect Prober::perform(const Plan& plan, const Pace& pace) {
  if (!without_effect_.empty()) {
    const Frame before = frame_;
    capture();
    if (frame_.origin == before.origin && frame_.image.size() == before.image.size())
      note_what_comes_late(differences(before.image, frame_.image), {});
    frame_ = before;  // for the guard, if the window has moved, and as what the effect changes
  }
  has_closed_dialog_ = has_closed_menu_ = false;
  std::vector<cv::Point> clicked;
  for (const Gesture& gesture : plan) {
    send(gesture, pace);
    if (const auto* click = std::get_if<Click>(&gesture))
      clicked.push_back(frame_.to_image({click->at.x, click->at.y}));
    else
      without_effect_.clear();  // what a key or a drag changes may be anywhere
  }
  park();
  Effect effect = watch();
  // A dialog covers places clicked before, too.
  if (!is_more_than_cells(effect.touched)) note_what_comes_late(effect.touched, clicked);
  for (const cv::Point at : clicked)
    std::erase_if(without_effect_,
                  [&](const ClickAt& other) { return cv::norm(other.in_image - at) < kLateReach; });
  if (cv::countNonZero(effect.touched) == 0)
    for (const cv::Point at : clicked) without_effect_.push_back({at, Deadline::Clock::now()});
  return effect;
}

void Prober::expect_no_dialog() {
  if (!has_closed_dialog_ || closed_dialogs_ == kMostClosedDialogs) return;
  ++closed_dialogs_;
  throw StartAgain{"a dialog was closed, and the board may be another one; starting again"};
}

void Prober::note_dealt_again() {
  if (dealt_again_ == kMostDealtAgain) return;
  ++dealt_again_;
  throw StartAgain{"nothing moves any more, perhaps since the game was won; starting again"};
}

Effect Prober::try_drag(const Drag& drag, const Pace& pace) {
  struct Unwatch {
    InputSink& input;
    ~Unwatch() { input.watch_drags({}); }
  } const on_every_way_out{input_};
  bool follows = true;
  without_effect_.clear();
  has_closed_dialog_ = false;
  input_.watch_drags([&] {
    Capture now = screen_.capture();
    check(now.status);
    const Frame frame = stretched(std::move(now.frame), stretch_);
    follows = cv::countNonZero(differences(frame_.image, frame.image)) > 0;
    return follows;
  });
  send(drag, pace);
  park();
  return without_dialog(watch(follows ? rest_ : std::min(rest_, kShortRest)), {drag});
}

void Prober::send(const Gesture& gesture, const Pace& pace) {
  const cv::Point origin = frame_.origin;
  const cv::Size size = frame_.image.size();
  Aim aim{.window = {origin.x, origin.y, size.width, size.height}, .deadline = deadline_};
  input_.aim(aim);
  for (int raises = 0, escapes = 0;;) {
    const GestureStatus outcome = input_.perform(gesture, pace);
    if (outcome == GestureStatus::ok) break;
    // Later, it is more likely to be the user's.
    if (outcome == GestureStatus::grabbed && last_click_ &&
        Deadline::Clock::now() - last_click_->when <= kMenuStaysOpen) {
      // The left button may do something else there than the one that opens a menu.
      if (last_click_->button == 1) avoid(last_click_->in_image, kOpener);
      if (++escapes == kMostEscapes) last_click_.reset();
      aim.is_menu_ours = true;
      input_.aim(aim);
      const GestureStatus closed = input_.perform(Key{"Escape"}, careful_pace());
      aim.is_menu_ours = false;
      input_.aim(aim);
      has_closed_menu_ = true;
      if (closed == GestureStatus::ok) continue;
    }
    // As for a board that replaces a menu of difficulties.
    if (outcome == GestureStatus::resized && resizes_ < kMostResizes) {
      ++resizes_;
      throw StartAgain{"the window has another size now; starting again"};
    }
    const bool may_be_raised =
        outcome == GestureStatus::covered || outcome == GestureStatus::no_keyboard;
    if (!may_be_raised || ++raises > kMaxRaises || !uncover(where(gesture))) stop(outcome);
  }
  if (const auto* click = std::get_if<Click>(&gesture))
    last_click_ = {frame_.to_image({click->at.x, click->at.y}), Deadline::Clock::now(),
                   click->button};
}

bool Prober::uncover(ScreenPoint at) {
  if (input_.raise(at)) return true;
  if (!uncover_ || !uncover_()) return false;
  has_closed_dialog_ = true;
  input_.forget_pointer();
  return true;
}

}  // namespace eyehand::calibration
