#include "calibration/learn.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "calibration/learners.hpp"
#include "player/buttons.hpp"
#include "player/games.hpp"
#include "x11/browsers.hpp"

namespace eyehand::calibration {

GameLearners learners_of(std::string_view game) {
  for (const GameLearners& learners : all_learners())
    if (learners.game == game) return learners;
  return {game, nullptr, {}, nullptr};
}

void fail_not_learned(std::string_view game, std::string_view way,
                      bool (*can_learn)(std::string_view game)) {
  std::string games;
  for (const GameLearners& each : all_learners())
    if (can_learn(each.game)) games += (games.empty() ? "" : ", ") + std::string(each.game);
  throw LearnStopped(End::unreadable, "programs of the game '" + std::string(game) +
                                          "' cannot be learned " + std::string(way) +
                                          "; games that can be: " + games + ".");
}

Learned learned_from(const std::string& skin, const Frame& frame, const LearnOptions& options) {
  const auto session = game_named(options.game).begin(parse_skin(skin, options.name));
  const Observation seen = session->observe(frame);
  if (!seen.accepted())
    throw LearnStopped(End::unreadable,
                       "the learned skin does not read the board: " + seen.rejection);
  return {skin, seen.text, session->overlay({})};
}

bool can_learn_by_acting(std::string_view game) {
  return learners_of(game).by_acting != nullptr;
}

namespace {

/// Fewer differing pixels are noise.
constexpr int kSameWindow = 30;
/// The smallest window that can show a board, pixels on each side. Programs that are still starting
/// may have one of a single pixel.
constexpr int kSmallestWindow = 60;
/// How high a browser's tabs and its address are, with a row of bookmarks, pixels.
constexpr int kBrowserBar = 120;
/// How many buttons are clicked to get from a page without a board to one with it.
constexpr std::size_t kMostStarts = 2;

bool is_left_changed(Prober& prober) {
  const cv::Mat& found = prober.found().image;
  try {
    prober.set_stretch(1);
    const cv::Mat now = prober.rest().image;
    return now.size() != found.size() ||
           cv::countNonZero(prober.differences(found, now)) > kSameWindow;
  } catch (const LearnStopped&) {
    return true;  // it cannot be captured for the comparison
  }
}

Learned learn_game(Prober& prober, const LearnOptions& options) {
  const auto learn = learners_of(options.game).by_acting;
  if (!learn) fail_not_learned(options.game, "by acting", can_learn_by_acting);
  return learn(prober, options);
}

/// The games that can be learned, likeliest first.
std::vector<std::string_view> likely_games(Prober& prober, const LearnOptions& options) {
  std::vector<std::string_view> likely;
  for (const EffectKind effect : likely_effects(prober, options.report))
    for (const GameLearners& learners : all_learners())
      if (learners.by_acting && learners.effect == effect) likely.push_back(learners.game);
  return likely;
}

Learned learn_any_game(Prober& prober, const LearnOptions& options) {
  for (const std::string_view game : likely_games(prober, options)) {
    LearnOptions of_game = options;
    of_game.game = game;
    if (options.report) options.report("game", "perhaps " + of_game.game);
    try {
      return learn_game(prober, of_game);
    } catch (const LearnStopped& stopped) {
      if (stopped.is_final()) throw;
      if (options.report)
        options.report("game", fmt::format("not {}: {}", of_game.game, stopped.what()));
      prober.set_stretch(1);
    }
  }
  throw NothingReacts("clicks do not have the effects of any game that can be learned.",
                      End::unreadable);
}

/// What was done to get from a page without a board to one with it.
struct Starts {
  std::vector<std::string> clicked;  ///< texts of buttons
  bool has_tried_menu = false;

  std::size_t count() const { return clicked.size() + (has_tried_menu ? 1 : 0); }
};

/// Chooses a new game from a menu. False if there is none that says so.
bool start_from_menu(Prober& prober, const LearnOptions& options) {
  if (!options.clear_way.start_from_menu) return false;
  bool is_started = false;
  try {
    is_started = options.clear_way.start_from_menu(options.deadline);
  } catch (const Error& error) {
    if (options.report) options.report("menu", error.what());
  }
  prober.forget_pointer();
  prober.forget_clicks();
  if (is_started && options.report)
    options.report("menu", "chose a new game, since there may be no board yet");
  prober.start_again();
  return is_started;
}

/// Clicks a button that starts a game, none that was clicked before. If there is none, chooses that
/// from a menu, once. False if that is not possible either.
bool start_game(Prober& prober, const LearnOptions& options, Starts& starts) {
  std::vector<Button> buttons;
  prober.start_again();
  try {
    buttons = find_buttons(prober.frame().image, load_button_words().start);
  } catch (const Error& error) {
    if (options.report) options.report("button", error.what());
  }
  std::erase_if(buttons, [&](const Button& button) {
    return std::ranges::find(starts.clicked, button.text) != starts.clicked.end();
  });
  if (buttons.empty())
    return !std::exchange(starts.has_tried_menu, true) && start_from_menu(prober, options);
  const Button& button = buttons.front();
  if (options.report)
    options.report("button",
                   fmt::format("clicking '{}', since there may be no board yet", button.text));
  starts.clicked.push_back(button.text);
  prober.forget_clicks();
  prober.perform({Click{prober.on_screen(button.at)}}, Prober::careful_pace());
  prober.start_again();
  return true;
}

/// Starts again where what was concluded may be wrong, and after a button that starts a game.
Learned learn(Prober& prober, const LearnOptions& options) {
  Starts starts;
  while (true) {
    try {
      return options.game.empty() ? learn_any_game(prober, options) : learn_game(prober, options);
    } catch (const StartAgain& again) {
      if (options.report) options.report("again", again.why);
      prober.start_again();
    } catch (const NothingReacts&) {
      if (starts.count() == kMostStarts || !start_game(prober, options, starts)) throw;
    }
  }
}

}  // namespace

Learned learn_by_acting(ScreenSource& screen, InputSink& input, const LearnOptions& options) {
  Prober prober(screen, input, options.deadline);
  const cv::Size window = prober.rest().image.size();
  if (std::min(window.width, window.height) < kSmallestWindow)
    throw LearnStopped(End::unreadable,
                       fmt::format("the window is {}x{}, too small to show a board; wait until "
                                   "its program has started.",
                                   window.width, window.height));
  // A browser opens another page when its address is dragged to its tabs, or a bookmark is clicked.
  const bool has_tabs = x11::page_title(options.window) != options.window.title;
  if (has_tabs && options.region.empty()) prober.keep_below(kBrowserBar);
  const ClearWay& clear_way = options.clear_way;
  if (clear_way.has_dialog && !clear_way.has_dialog())  // an open one is the user's
    prober.when_covered([&] {
      if (!clear_way.has_dialog() || !clear_way.close_dialogs(options.deadline)) return false;
      if (options.report) options.report("dialog", "closed what a click had opened");
      return true;
    });
  if (clear_way.find_closing_buttons)
    prober.when_veiled([&](const cv::Mat& before, const cv::Mat& now) {
      std::vector<Button> buttons = clear_way.find_closing_buttons(before, now);
      // The first gestures may have won a game.
      if (buttons.empty() && clear_way.find_buttons) {
        buttons = clear_way.find_buttons(before, now);
        std::erase_if(buttons, [](const Button& button) { return !button.key.empty(); });
      }
      if (buttons.empty()) return std::optional<cv::Point>();
      if (options.report)
        options.report("dialog", fmt::format("clicking '{}' in what a click has opened",
                                             buttons.front().text));
      return std::optional(buttons.front().at);
    });
  if (clear_way.find_fresh_game_buttons)
    prober.when_replaced([&](const cv::Mat& now) {
      std::vector<cv::Point> places;
      for (const Button& button : clear_way.find_fresh_game_buttons(now))
        places.push_back(button.at);
      return places;
    });
  try {
    return learn(prober, options);
  } catch (const LearnStopped& stopped) {
    if (stopped.is_final() || !is_left_changed(prober)) throw;
    throw LearnStopped(stopped.end(),
                       std::string(stopped.what()) +
                           " The window is not as it was found: the board may be left changed.");
  }
}

}  // namespace eyehand::calibration
