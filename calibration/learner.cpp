#include "calibration/learner.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "calibration/changes.hpp"
#include "player/buttons.hpp"
#include "player/view.hpp"
#include "puzzle/error.hpp"
#include "x11/browsers.hpp"

namespace eyehand::calibration {
namespace {

/// How many buttons are clicked to close what a win has opened.
constexpr std::size_t kMostButtons = 3;
/// How long the window is watched for changes that happen by themselves.
constexpr std::chrono::milliseconds kIdle{1100};
/// How long after the last gesture a win may show, and how much longer if the program is busy.
constexpr std::chrono::milliseconds kWinWait{1500}, kLateWinWait{2500};
/// A win changes more pixels than this beside the board.
constexpr int kWinPixels = 150;

}  // namespace

void Learner::report(std::string_view stage, const std::string& what) const {
  if (options_.report) options_.report(stage, what);
}

void Learner::stop(End end, const std::string& why) {
  throw LearnStopped(end, why);
}

void Learner::watch_idle() {
  prober_.set_rest(Prober::kRest);
  prober_.rest();
  prober_.park_outside({});
  prober_.find_restless(kIdle);
}

void Learner::watch_idle_again() {
  prober_.forget_restless();
  prober_.find_restless(kIdle);
}

cv::Mat Learner::changes_beside(const cv::Rect& board, const Gesture& last, const cv::Mat& usual) {
  cv::Mat changed = prober_.perform({last}, pace_).touched;
  for (const auto wait : {kWinWait, kLateWinWait}) {
    if (wait == kLateWinWait) prober_.wake();
    const cv::Mat later = prober_.wait(wait);
    if (later.size() != changed.size()) return cv::Mat(later.size(), CV_8U, cv::Scalar(255));
    changed |= later;
    if (!usual.empty()) changed.setTo(0, usual);
    changed(board & cv::Rect({}, changed.size())) = 0;
    if (answer_in(changed) > 0) break;
  }
  return changed;
}

int Learner::answer_in(const cv::Mat& changed) {
  const int pixels = cv::countNonZero(changed);
  return pixels > kWinPixels ? pixels : 0;
}

void Learner::settle_pace(std::string_view gestures) {
  timing_.set_waits(pace_);
  report("pace", fmt::format("{} ms held, {} ms between {}, still after {} ms", pace_.hold.count(),
                             pace_.gap.count(), gestures, pace_.settle.count()));
}

void Learner::find_pace_by(std::chrono::milliseconds animation, int attempts,
                           const std::function<bool(const Pace&)>& attempt) {
  using std::chrono::milliseconds;
  std::vector<std::pair<milliseconds, milliseconds>> paces = {
      {milliseconds(0), milliseconds(5)},
      {milliseconds(25), milliseconds(30)},
      {milliseconds(25), animation / 2 + milliseconds(60)},
      {milliseconds(30), animation + milliseconds(100)}};
  // What begins to show late may still be on its way when the next click is lost.
  if (timing_.answer() > paces.back().second)
    paces.emplace_back(milliseconds(30), timing_.answer());
  for (const auto& [hold, gap] : paces) {
    pace_.hold = hold;
    pace_.gap = gap;
    if (gap == paces.back().second) break;  // there is no slower one to try
    // A little faster than what is then relied on: programs and the machine vary.
    Pace faster = pace_;
    faster.gap = gap * 3 / 4;
    int good = 0;
    while (good < attempts && attempt(faster)) ++good;
    if (good == attempts) break;
  }
  settle_pace();
}

void Learner::slow_down() {
  const Pace careful = Prober::careful_pace();
  pace_.hold = std::max(pace_.hold, careful.hold);
  pace_.gap = std::max({3 * pace_.gap / 2, careful.gap, timing_.answer()});
  settle_pace();
}

SkinText Learner::begin_skin() const {
  SkinText skin(options_.game,
                fmt::format("{}, as learned from its window", x11::page_title(options_.window)),
                options_.window);
  skin.table("board", BoardSettings{options_.region, prober_.stretch()});
  return skin;
}

void Learner::write_pace(SkinText& skin, std::string_view acting) const {
  skin.comment(fmt::format("Measured by {} faster and faster.", acting));
  skin.table("pace", pace_);
  skin.new_game(options_.new_game_keys, options_.dismiss_keys, win_covers_);
}

void Learner::click_button(cv::Point at) {
  prober_.forget_clicks();
  // Not click(), which would close a dialog that asks which game to start.
  prober_.perform({Click{prober_.on_screen(at)}}, Prober::careful_pace());
}

void Learner::start_new_game(const cv::Mat& before, const cv::Rect& board,
                             const std::function<bool()>& is_board_in_sight) {
  if (has_dialog()) {
    win_covers_ = true;
    report("button", "closing the dialog that has opened");
    options_.clear_way.close_dialogs(options_.deadline);
    prober_.forget_pointer();
    prober_.rest();
  }
  const ButtonWords words = load_button_words();
  std::vector<Button> tried;
  // Even with the board in sight, a dialog beside it may keep the keys from the game.
  while (tried.size() < kMostButtons && (tried.empty() || !is_board_in_sight())) {
    std::vector<Button> buttons = find_buttons(before, prober_.frame().image, words);
    // A title may have the same text as a button.
    std::erase_if(buttons, [&](const Button& button) {
      return std::any_of(tried.begin(), tried.end(),
                         [&](const Button& other) { return same_place(button, other); });
    });
    if (buttons.empty()) break;
    win_covers_ = win_covers_ || !is_board_in_sight();
    const Button& button = buttons[0];
    report("button", fmt::format("{} '{}', which has appeared",
                                 button.key.empty() ? "clicking" : "doing as told:", button.text));
    if (button.key.empty())
      click_button(button.at);
    else
      prober_.perform({Key{button.key}}, Prober::careful_pace());
    tried.push_back(buttons[0]);
  }
  Plan keys;
  for (const std::string& key : options_.new_game_keys) keys.emplace_back(Key{key});
  if (!keys.empty()) prober_.perform(keys, Prober::careful_pace());
  const bool is_hidden = !is_board_in_sight();
  const cv::Mat& now = prober_.frame().image;
  auto cover = is_hidden ? middle_of_what_covers(board, before, now) : std::nullopt;
  if (is_hidden && !cover && is_more_than_cells(changed_pixels(before, now)))
    cover = (board.tl() + board.br()) / 2;  // something beside it has dimmed the whole window
  if (cover) {
    report("button", "clicking what has appeared");
    click_button(*cover);
    // What appeared may have kept the keys from reaching the game.
    if (!keys.empty()) prober_.perform(keys, Prober::careful_pace());
  }
  const bool is_dealt = !keys.empty() || std::ranges::any_of(words.next, [&](const auto& phrase) {
    return !tried.empty() && (!tried.back().key.empty() || says(tried.back().text, phrase));
  });
  if (!is_dealt) deal_another_game();
}

bool Learner::deal_another_game() {
  std::vector<Button> buttons;
  try {
    buttons = find_buttons(prober_.frame().image, load_button_words().fresh);
  } catch (const Error& error) {
    report("button", error.what());
  }
  if (buttons.empty()) return false;
  report("button", fmt::format("clicking '{}', for another game", buttons[0].text));
  click_button(buttons[0].at);
  return true;
}

Learned Learner::try_skin(const std::string& skin) {
  return learned_from(skin, prober_.rest(), options_);
}

void Learner::check_as_found(bool is_as_found, std::string_view board) {
  if (!is_as_found) stop(End::stuck, fmt::format("the {} was not restored.", board));
}

}  // namespace eyehand::calibration
