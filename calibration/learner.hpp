// What learning by acting has in common across games: reporting, stopping, measuring the pace, and
// writing and trying the skin at the end.
#pragma once

#include <chrono>
#include <functional>
#include <opencv2/core.hpp>
#include <string>
#include <string_view>

#include "calibration/learn.hpp"
#include "calibration/pace_search.hpp"
#include "calibration/prober.hpp"
#include "calibration/skin_text.hpp"

namespace eyehand::calibration {

/// Base of each game's learner; holds its inputs and what it measures.
class Learner {
 protected:
  Learner(Prober& prober, const LearnOptions& options) : prober_(prober), options_(options) {}
  ~Learner() = default;

  /// Reports a finished stage.
  void report(std::string_view stage, const std::string& what) const;
  [[noreturn]] static void stop(End end, const std::string& why);

  /// Looks at the window without touching it, and notes what changes by itself.
  void watch_idle();
  /// Notes it anew: what changed once may have been a message that is gone, and where it was,
  /// another may appear.
  void watch_idle_again();
  /// Performs the last gesture of a solution at the pace found. Returns what then changes outside
  /// `board`, at least for a moment, as it does where a program shows a win. Pixels set in `usual`
  /// do not count; it may be empty. Both are 8-bit masks. Takes 1.5 s, or 4 s if nothing changes.
  cv::Mat changes_beside(const cv::Rect& board, const Gesture& last, const cv::Mat& usual = {});
  /// How many pixels of these changes answer a win; 0 if they may be noise.
  static int answer_in(const cv::Mat& changed);

  /// Tries a few paces, the slowest of which waits for an `animation` to end and for a late answer,
  /// and sets the first at
  /// which `attempt` succeeds `attempts` times in a row; if there is none, the slowest. An attempt
  /// sends clicks, restores the board, and says whether the program counted them all.
  void find_pace_by(std::chrono::milliseconds animation, int attempts,
                    const std::function<bool(const Pace&)>& attempt);
  /// After gestures were lost: each waits for the effect of the one before.
  void slow_down();
  /// Sets the waits of the pace from all effects noted so far, and reports them.
  void settle_pace(std::string_view gestures = "clicks");

  /// The beginning of a skin: the game, and how to recognise its window.
  SkinText begin_skin() const;
  /// Writes the pace, measured by `acting` ("clicking") faster and faster, and the keys.
  void write_pace(SkinText& skin, std::string_view acting) const;
  /// After a win: closes dialogs, then clicks a button that was not there in `before`, a picture of
  /// the window, and further ones until the board is in sight; then sends the keys that start a new
  /// game, if they are known. If they are of no use, clicks what covers `board`. Whether the win
  /// has covered the board is noted for the skin.
  void start_new_game(const cv::Mat& before, const cv::Rect& board,
                      const std::function<bool()>& is_board_in_sight);
  /// Clicks a button that is always there and starts another game. False if there is none.
  bool deal_another_game();
  /// Whether a dialog of the program, a window of its own, is open, or was after the last gestures.
  bool has_dialog() const {
    return prober_.has_closed_dialog() ||
           (options_.clear_way.has_dialog && options_.clear_way.has_dialog());
  }
  /// What the skin reads off the window now. Throws LearnStopped (unreadable) if it is rejected.
  Learned try_skin(const std::string& skin);
  /// Stops (stuck) unless the board is as it was found.
  static void check_as_found(bool is_as_found, std::string_view board = "board");

  Prober& prober_;
  const LearnOptions& options_;
  Pace pace_;
  Timing timing_;

 private:
  void click_button(cv::Point at);

  bool win_covers_ = false;  ///< see Skin::win_covers
};

}  // namespace eyehand::calibration
