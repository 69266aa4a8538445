// Teaching Eyehand a program that it has never seen, by acting: it clicks and watches what comes of
// it, and writes a skin without a single label. A tile that turns tells where its wires are; tiles
// that flip tell what a press does; an edge that appears tells what a line looks like; a piece that
// changes its colour as it is moved tells its number; how long the picture moves and which clicks
// are counted tells how fast the program may be played.
#pragma once

#include <functional>
#include <opencv2/core.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "actuator/input_sink.hpp"
#include "player/play.hpp"
#include "puzzle/deadline.hpp"
#include "puzzle/error.hpp"
#include "vision/capture.hpp"
#include "x11/windows.hpp"

namespace eyehand::calibration {

/// Learning came to an end without a skin; `end` says how, as of a game that is played.
class LearnStopped : public Error {
 public:
  LearnStopped(End end, const std::string& message) : Error(message), end_(end) {}
  End end() const { return end_; }

 private:
  End end_;
};

struct LearnOptions {
  std::string name;        ///< of the skin
  std::string game;        ///< by the registry's name
  x11::WindowInfo window;  ///< which is to be told from others later
  /// Keys that start a new game, and that close what a win may open. They cannot be found out.
  std::vector<std::string> new_game_keys, dismiss_keys;
  Deadline deadline;
  /// Told of each stage as it is done, for the log.
  std::function<void(std::string_view stage, const std::string& what)> say = nullptr;
};

/// What was learned.
struct Learned {
  std::string skin;   ///< the skin file's text
  std::string board;  ///< what it reads off the window, in the game's text format
  cv::Mat overlay;    ///< ... drawn over the window
};

/// Reads the frame with a skin that has just been written, as it will be read when it is played.
/// Throws LearnStopped (not sure) if it cannot.
Learned learned_from(const std::string& skin, const Frame& frame, const LearnOptions& options);

/// The games that can be learned by acting.
bool can_learn_by_acting(std::string_view game);

/// Clicks through `input` alone, so every click is guarded as in a game that is played, and only in
/// the inner half of the window until it knows where the board is. The board is left as it was
/// found, but for what is said below. Throws LearnStopped if it cannot be learned, or if something
/// speaks against going on; what was clicked by then stays.
///
/// Net: every tile is turned four times, some 0.1 s each. Lights Out: which of the two states is
/// the light that must be put out, no picture tells. The less likely goal is played for; if the
/// program does not celebrate, it was the other, and the same presses bring the board back. If it
/// does, and goes on to a level of its own, the board is another. A banner over the board with a
/// cross on it is clicked away. Slitherlink: the board is played to its end, to see what a win
/// looks like, and all lines are taken away again. Panels: every tile is toggled twice, and never
/// so that the panel is solved, as far as that can be known. Hexiom: every piece is moved to an
/// empty cell and back, and one piece to every empty cell.
Learned learn_by_acting(ScreenSource& screen, InputSink& input, const LearnOptions& options);

}  // namespace eyehand::calibration
