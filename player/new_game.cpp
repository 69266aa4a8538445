#include "player/new_game.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "player/covered_win.hpp"
#include "player/gesture_sender.hpp"
#include "player/parking.hpp"

namespace eyehand {
namespace {

using std::chrono::milliseconds;

/// Longest wait for a new game after the last key or button, and how often everything is tried.
constexpr milliseconds kDealLimit{3000};
constexpr int kMaxTries = 3;
/// A program that at first leaves the solved board in sight may open something over it within this
/// time.
constexpr milliseconds kOpensWithin{800};
/// Longest wait for what opened to stop moving, and for the board to reappear after a key or a
/// button that may have closed it.
constexpr milliseconds kOpenedLimit{1500}, kReappearLimit{1000};
/// How many buttons are pressed in a row, since one dialog may follow another.
constexpr std::size_t kMaxButtons = 3;
/// What changes within this distance of a button's text when it is pressed may be the button alone,
/// pixels; fewer pixels than the second elsewhere are noise.
constexpr int kButtonReach = 80, kLeastEffect = 30;
/// The same of those that lead from a page without a board to one with it.
constexpr std::size_t kMostStarts = 2;
/// Another board differs from the one before in at least this share of its text.
constexpr double kAnotherShare = 0.25;
/// Of the parts that can be read, the last gesture changed at most this share.
constexpr double kChangedShare = 0.125;

class NextGame {
 public:
  NextGame(ScreenSource& screen, InputSink& input, PuzzleSession& session, const Skin& skin,
           const PlayOptions& options, const ClearWay& clear_way, const GameReport* last)
      : screen_(screen),
        input_(input),
        session_(session),
        skin_(skin),
        options_(options),
        clear_way_(clear_way),
        won_(last && last->end == End::solved ? last : nullptr),
        had_no_solution_(last && last->end == End::no_solution),
        is_new_(won_ && won_->replaced) {}

  NewGame start() {
    NewGame begun;
    for (int tries = 0; tries < kMaxTries; ++tries) {
      if (won_ && tries == 0)
        if (const auto end = wait_for_opening()) return {*end, "", {}};
      if (!close_dialogs())
        return {End::no_window,
                "a dialog of the program blocks the next game and cannot be closed",
                {}};
      begun.end = try_once(tries);
      input_.release_all();
      if (begun.end != End::stuck && begun.end != End::unreadable && begun.end != End::no_window)
        break;
    }
    if (begun.end == End::unreadable) begun.why = "unreadable: " + now_.rejection;
    begun.is_solved = is_dealt_solved_;
    begun.window = frame_.image;
    return begun;
  }

 private:
  bool close_dialogs() {
    if (!clear_way_.close_dialogs) return true;
    const bool had_dialog = has_dialog();
    const bool is_clear = clear_way_.close_dialogs(options_.deadline);
    if (had_dialog) input_.forget_pointer();
    return is_clear;
  }

  bool has_dialog() const { return clear_way_.has_dialog && clear_way_.has_dialog(); }

  End try_once(int tries) {
    const bool is_first = tries == 0;
    if (const auto end = observe()) return *end;
    if (won_) {
      if (is_first)
        if (const auto end = park()) return *end;
      if (is_next_game()) return End::planned;
      if (!now_.accepted() || !is_first)
        if (const auto end = close_what_opened(is_first)) return *end;
      if (is_next_game()) return End::planned;
    }
    return deal(tries);
  }

  /// Captures and reads once. Returns an end if the window cannot be captured.
  std::optional<End> observe() {
    Capture capture = screen_.capture();
    if (capture.status != CaptureStatus::good) return End::no_window;
    frame_ = std::move(capture.frame);
    now_ = session_.observe(frame_);
    // Numbers beside the cells may take less room on another board of that size.
    if (won_ && now_.accepted() && now_.size != won_->first.size &&
        is_rest(won_->first.area, now_.area))
      now_.rejection = "only a part of the board is in sight";
    // Through a veil, tiles may look like others.
    is_veiled_ = won_ && is_veiled(won_->before_last, frame_.image, won_->first.area);
    if (is_veiled_ && now_.accepted()) now_.rejection = "the window is dimmed";
    // Of some games, nearly every board might follow from the one before. But the gesture that won
    // led from board_before_last to a solved board, so another one is new.
    const bool is_another = won_ && won_->covered && now_.accepted() && !now_.solved &&
                            now_.text != won_->board_before_last && !is_changed_by_click();
    if (!now_.same || is_another) is_new_ = true;
    return std::nullopt;
  }

  /// Whether the board in sight is the one that was won, but for what our click has changed:
  /// nothing lay over it.
  bool is_changed_by_click() const {
    const std::string& before = won_->board_before_last;
    if (!has_clicked_cover_ || !now_.same || now_.text.size() != before.size()) return false;
    std::size_t others = 0;
    for (std::size_t i = 0; i < before.size(); ++i) others += before[i] != now_.text[i];
    return kAnotherShare * static_cast<double>(before.size()) > static_cast<double>(others);
  }

  /// Whether the board in sight is the one that was won, which may no longer look solved: dimmed.
  bool is_dimmed_board() const {
    return won_ && now_.text == won_->first.text &&
           is_dimmed(won_->before_last, frame_.image, won_->first.area);
  }

  /// Whether the board in sight is the next game's, dealt by the program without our help.
  bool is_next_game() const {
    if (is_dimmed_board()) return false;
    const bool may_be_same = skin_.new_game_keys.empty() && !won_->covered;
    return now_.accepted() && !now_.solved && (is_new_ || may_be_same);
  }

  /// Observes until `holds`, or until the limit. Returns an end if the window cannot be captured.
  template <class Condition>
  std::optional<End> observe_until(milliseconds limit, Condition holds) {
    for (const Deadline until = options_.deadline.at_most(limit); !until.passed();) {
      const auto stillness = screen_
                                 .wait_until_still({.quiet = skin_.pace.settle,
                                                    .reaction = skin_.pace.reaction,
                                                    .limit = milliseconds(500),
                                                    .area = now_.area})
                                 .stillness;
      if (stillness == Stillness::interrupted) return End::interrupted;
      if (const auto end = observe()) return end;
      if (holds()) return std::nullopt;
    }
    return std::nullopt;
  }

  /// If the win left the board in sight, waits for something to open over it. Returns an end only
  /// if interrupted.
  std::optional<End> wait_for_opening() {
    if (!skin_.pace.hold_back || won_->covered || has_dialog()) return std::nullopt;
    const auto end = observe_until(
        kOpensWithin, [&] { return !now_.accepted() || !now_.solved || has_dialog(); });
    return end == End::interrupted ? end : std::nullopt;
  }

  /// Closes what the program opened in its window by the skin's keys or by buttons; if there are
  /// none, by a click on it, but only after the keys for a new game were tried.
  std::optional<End> close_what_opened(bool is_first) {
    const auto is_in_sight = [&] { return now_.accepted(); };
    const bool was_hidden = !now_.accepted();
    const auto is_done = [&] { return (was_hidden && now_.accepted()) || is_next_game(); };
    if (!skin_.dismiss_keys.empty()) {
      if (const auto end = send_keys(skin_.dismiss_keys)) return end;
      if (const auto end = observe_until(kReappearLimit, is_in_sight)) return end;
    }
    std::size_t presses = 0;
    // Beside a board that is in sight only one is pressed, since its effect would not be seen.
    const std::size_t most = was_hidden ? kMaxButtons : 1;
    while (clear_way_.find_buttons && !is_done() && presses < most) {
      screen_.wait_until_still({.quiet = skin_.pace.settle, .limit = kOpenedLimit});
      if (const auto end = observe()) return end;
      if (is_done()) break;
      // What was pressed in vain may be a heading with the text of a button, or a click was lost:
      // it is pressed again only if there is nothing else.
      auto button = untried_button();
      if (!button && presses == 0 && !pressed_.empty()) {
        pressed_.clear();
        button = untried_button();
      }
      if (!button) break;
      ++presses;
      pressed_.push_back(*button);
      if (const auto end = press(*button)) return end;
      if (const auto end = observe_until(kReappearLimit, is_in_sight)) return end;
    }
    // Some programs wait for a click anywhere.
    const bool has_other_way = is_first && !skin_.new_game_keys.empty();
    if (!clear_way_.find_buttons || !was_hidden || presses > 0 || has_other_way)
      return std::nullopt;
    if (const auto end = observe_until(kReappearLimit, is_in_sight)) return end;
    if (is_done() || is_another_board_unclear()) return std::nullopt;
    // If nothing appeared over the board, it is still the old one, dimmed.
    const cv::Rect board = won_->first.area;
    if (board.empty()) return std::nullopt;
    has_clicked_cover_ = true;
    if (const auto end = click(middle_of_what_covers(board, won_->before_last, frame_.image)
                                   .value_or((board.tl() + board.br()) / 2)))
      return end;
    return observe_until(kReappearLimit, is_in_sight);
  }

  /// Whether what is in sight is not the board that was won, but another of which a few parts are
  /// unclear.
  bool is_another_board_unclear() const {
    if (is_veiled_) return false;
    const std::vector<ObservedPart> parts = session_.parts();
    const std::vector<ObservedPart>& before = won_->parts_before_last;
    std::size_t certain = 0, others = 0;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (parts[i].confidence < kMinPartConfidence) continue;
      ++certain;
      others += before.size() != parts.size() || parts[i].part != before[i].part;
    }
    // The last gesture changed a few.
    return 2 * certain > parts.size() &&
           static_cast<double>(others) > kChangedShare * static_cast<double>(certain);
  }

  std::optional<Button> untried_button() {
    return first_untried(clear_way_.find_buttons(won_->before_last, frame_.image), pressed_);
  }

  std::optional<Button> first_untried(std::vector<Button> buttons,
                                      const std::vector<Button>& tried) {
    note_without_effect();
    const auto leads_nowhere = [&](const Button& button) {
      return std::ranges::any_of(without_effect_, [&](const Button& other) {
        return same_place(button, other) && button.key == other.key;
      });
    };
    for (Button& button : buttons)
      if (std::ranges::count(tried, button) == 0 && !leads_nowhere(button))
        return std::move(button);
    return std::nullopt;
  }

  /// The button pressed last leads nowhere if it has changed nothing but perhaps itself.
  void note_without_effect() {
    const auto last = std::exchange(last_press_, std::nullopt);
    if (!last || last->before.size() != frame_.image.size()) return;
    cv::Mat changed;
    cv::absdiff(last->before, frame_.image, changed);
    const cv::Point reach(kButtonReach, kButtonReach);
    const cv::Rect itself =
        cv::Rect(last->button.at - reach, last->button.at + reach) & cv::Rect({}, changed.size());
    if (last->button.key.empty()) changed(itself).setTo(cv::Scalar());
    if (cv::countNonZero(changed.reshape(1)) < kLeastEffect)
      without_effect_.push_back(last->button);
  }

  std::optional<End> press(const Button& button) {
    if (options_.report) options_.report("button", button.text);
    last_press_ = {button, frame_.image};
    return button.key.empty() ? click(button.at) : send(Key{button.key});
  }

  /// Clicks, and moves the pointer away from the board that may appear there.
  std::optional<End> click(cv::Point2d in_image) {
    const cv::Point at = frame_.to_screen(in_image);
    if (const auto end = send(Click{{at.x, at.y}})) return end;
    return won_ ? park() : std::nullopt;
  }

  /// Presses a button that is always there and starts a new game, unless each was pressed before.
  std::optional<End> press_fresh_game_button() {
    if (!clear_way_.find_fresh_game_buttons) return std::nullopt;
    const auto button =
        first_untried(clear_way_.find_fresh_game_buttons(frame_.image), fresh_pressed_);
    if (!button) return std::nullopt;
    fresh_pressed_.push_back(*button);
    return press(*button);
  }

  /// Chooses a new game from a menu or, if none has it, sends the keys that are usual for that.
  std::optional<End> start_as_usual() {
    if (!clear_way_.start_from_menu) return send_keys(clear_way_.usual_keys);
    const bool is_chosen = clear_way_.start_from_menu(options_.deadline);
    if (is_chosen && options_.report) options_.report("menu", "a new game");
    input_.forget_pointer();
    if (const auto end = park()) return end;
    return is_chosen ? std::nullopt : send_keys(clear_way_.usual_keys);
  }

  /// Sends a gesture that was planned for the last capture. Returns an end if it was not performed.
  std::optional<End> send(const Gesture& gesture) {
    const cv::Size size = frame_.image.size();
    const cv::Point middle = frame_.to_screen({size.width / 2.0, size.height / 2.0});
    input_.aim({.window = {frame_.origin.x, frame_.origin.y, size.width, size.height},
                .deadline = options_.deadline});
    auto outcome = input_.perform(gesture, skin_.pace);
    if (outcome == GestureStatus::no_keyboard && input_.raise({middle.x, middle.y}))
      outcome = input_.perform(gesture, skin_.pace);
    if (outcome == GestureStatus::ok) return std::nullopt;
    return end_of(outcome).value_or(End::no_window);
  }

  /// Moves the pointer beside the board: the program may highlight what is under it.
  std::optional<End> park() {
    const cv::Rect board = won_->first.area;
    const auto place =
        parking_place(board, won_->first.button, frame_.on_screen, (board.tl() + board.br()) / 2);
    if (!place) return std::nullopt;
    const cv::Point at = frame_.to_screen(*place);
    return send(Move{{at.x, at.y}});
  }

  std::optional<End> send_keys(const std::vector<std::string>& keys) {
    for (const auto& key : keys)
      if (const auto end = send(Key{key})) return end;
    return std::nullopt;
  }

  /// A page that was loaded again may show no board until a button is pressed.
  template <class Condition>
  std::optional<End> leave_start_page(Condition is_dealt) {
    std::vector<Button> tried;
    while (clear_way_.find_start_buttons && !now_.accepted() && tried.size() < kMostStarts) {
      const auto button = first_untried(clear_way_.find_start_buttons(frame_.image), tried);
      if (!button) break;
      tried.push_back(*button);
      if (const auto end = press(*button)) return end;
      if (const auto end = observe_until(kDealLimit, is_dealt)) return end;
    }
    return std::nullopt;
  }

  /// Sends the keys for a new game, if the skin has any, and waits for the new puzzle. If nothing
  /// else had an effect, what is usual is done in the last try.
  End deal(int tries) {
    // A change of puzzle can be seen only if the one before was not seen solved.
    const bool was_hidden = won_ && won_->covered;
    const bool must_change = was_hidden || had_no_solution_ ||
                             (!skin_.new_game_keys.empty() && now_.accepted() && !now_.solved);
    const std::string before = now_.text;
    const std::size_t pressed = fresh_pressed_.size();
    bool is_asked = !skin_.new_game_keys.empty();
    if (const auto end = send_keys(skin_.new_game_keys)) return *end;
    if (skin_.new_game_keys.empty()) {
      // A board without a solution may have been misread: its buttons are not tried in turn.
      if (won_ || (had_no_solution_ && tries == 0))
        if (const auto end = press_fresh_game_button()) return *end;
      if (won_ && tries == kMaxTries - 1)
        if (const auto end = start_as_usual()) return *end;
      is_asked = fresh_pressed_.size() > pressed || (won_ && tries == kMaxTries - 1);
    }
    input_.release_all();
    if (!won_) is_new_ = false;
    // Of some games, nearly every board might follow from the one before.
    const auto has_changed = [&] {
      return is_new_ || (!was_hidden && !had_no_solution_ && now_.text != before);
    };
    // A new game may begin with an animation; play() waits for its end.
    const auto is_dealt = [&] {
      return now_.accepted() && !now_.solved && (has_changed() || !must_change) &&
             !is_dimmed_board();
    };
    if (const auto end = observe_until(kDealLimit, is_dealt)) return *end;
    if (won_ && tries == kMaxTries - 1)
      if (const auto end = leave_start_page(is_dealt)) return *end;
    if (is_dealt()) return End::planned;
    if (options_.deadline.passed()) return End::timeout;
    // If there is something to redraw, this is a board; play() does that.
    if (!now_.accepted()) {
      if (!session_.redraw().empty()) return End::planned;
      // But the session may have learned from the last steps, or from the board.
      if (const auto end = observe()) return *end;
      if (!now_.accepted()) return End::unreadable;
    }
    // It may have been dealt already solved, but only if that is what was asked for: a program may
    // clear its window after a win. What was seen while something covered the board does not count.
    is_dealt_solved_ = is_new_ && !was_hidden && is_asked && now_.text != before;
    return is_dealt_solved_ ? End::planned : End::stuck;
  }

  ScreenSource& screen_;
  InputSink& input_;
  PuzzleSession& session_;
  const Skin& skin_;
  const PlayOptions& options_;
  const ClearWay& clear_way_;
  const GameReport* won_;              ///< the game before, if it was won
  const bool had_no_solution_;         ///< the board before
  bool is_new_;                        ///< a puzzle other than that of the game before was seen
  bool is_dealt_solved_ = false;       ///< the new one
  bool has_clicked_cover_ = false;     ///< or the board, if nothing lay over it
  std::vector<Button> pressed_;        ///< of those that appeared with the win
  std::vector<Button> fresh_pressed_;  ///< in vain, or there would be a new game
  struct Press {
    Button button;
    cv::Mat before;  ///< the window
  };
  std::optional<Press> last_press_;     ///< whose effect was not looked at
  std::vector<Button> without_effect_;  ///< of all that were pressed
  Frame frame_;
  Observation now_;
  bool is_veiled_ = false;  ///< the window, in frame_
};

}  // namespace

NewGame start_new_game(ScreenSource& screen, InputSink& input, PuzzleSession& session,
                       const Skin& skin, const PlayOptions& options, const ClearWay& clear_way,
                       const GameReport* last) {
  return NextGame(screen, input, session, skin, options, clear_way, last).start();
}

}  // namespace eyehand
