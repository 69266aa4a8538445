// Learning an unknown program by acting: clicking, watching the effects, and writing a skin without
// a single label. A tile that turns shows where its wires are; tiles that flip show what a press
// does; an edge that appears shows what a line looks like; a piece that changes colour as it is
// moved shows its number; how long the picture moves and which clicks count show how fast the
// program can be played.
#pragma once

#include <functional>
#include <opencv2/core.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "actuator/input_sink.hpp"
#include "calibration/prober.hpp"
#include "player/clear_way.hpp"
#include "player/play.hpp"
#include "puzzle/deadline.hpp"
#include "puzzle/error.hpp"
#include "vision/capture.hpp"
#include "x11/windows.hpp"

namespace eyehand::calibration {

/// Learning ended without a skin; `end` says how, as for a game that is played.
class LearnStopped : public Error {
 public:
  LearnStopped(End end, const std::string& message, bool is_final = false)
      : Error(message),
        end_(end),
        is_final_(is_final || (end != End::unreadable && end != End::stuck)) {}
  End end() const { return end_; }
  /// Whether no other way of learning can succeed either: the window is gone, the time is up, or
  /// the user must say something.
  bool is_final() const { return is_final_; }

 private:
  End end_;
  bool is_final_;
};

/// Nothing in the window reacts as a board of the game does. It may not show one yet.
class NothingReacts : public LearnStopped {
 public:
  explicit NothingReacts(const std::string& message, End end = End::stuck)
      : LearnStopped(end, message) {}
};

/// What all tiles of Lights Out must become, if the user says so.
enum class Goal { unknown, light, dark };

struct LearnOptions {
  std::string name;        ///< of the skin
  std::string game;        ///< by its name in the registry; empty: all are tried, likeliest first
  x11::WindowInfo window;  ///< the window to recognise later
  std::string region{};    ///< of the window that has the board; see parse_region
  /// Keys that start a new game, and keys that close what a win may open. They cannot be learned.
  std::vector<std::string> new_game_keys, dismiss_keys;
  Goal goal = Goal::unknown;
  Deadline deadline;
  StageReport report = nullptr;
  ClearWay clear_way{};  ///< removes dialogs that a win, or a trial click, opens as windows
};

/// The result of learning.
struct Learned {
  std::string skin;   ///< the skin file's text
  std::string board;  ///< what it reads off the window, in the game's text format
  cv::Mat overlay;    ///< ... drawn over the window
};

/// Reads the frame with the new skin, as it will be read when played. Throws LearnStopped
/// (unreadable) if the reader rejects it.
Learned learned_from(const std::string& skin, const Frame& frame, const LearnOptions& options);

/// The games that can be learned by acting.
bool can_learn_by_acting(std::string_view game);

/// Clicks through `input` only, so that every click is guarded as in play. Until the board is
/// located, clicks go to places of the window that stand out or repeat. If nothing reacts as a
/// board does, buttons that start a game are clicked, one at a time. The board is left as it was
/// found, except as described below. Throws LearnStopped if the program cannot be learned or
/// something prevents going on; clicks made by then stay, and the message says so if the window
/// differs.
///
/// Net: tiles are turned until all look known. If the board looks drawn, every tile is turned four
/// times, and the board is left as it was; otherwise it is solved, and not restored, to see powered
/// wires.
///
/// Slitherlink: some edges are drawn and crossed out, never a loop, and cleared again.
///
/// Panels, Hexiom and Lights Out are learned only by effects. Panels: some tiles are toggled twice,
/// and never so that the panel is solved, as far as that can be known. Hexiom: every piece is
/// moved, and back again; with keys that start a new game, a few more boards are examined, and the
/// last is left changed. Lights Out: no picture shows which of the two states is the light to put
/// out, so the board is solved for the likelier goal, and for the other one unless the program has
/// covered or replaced the board by then. Then it is restored, unless the program does that. If the
/// program shows a win for neither, learning stops and asks for LearnOptions::goal; with it, no
/// game is won.
Learned learn_by_acting(ScreenSource& screen, InputSink& input, const LearnOptions& options);

}  // namespace eyehand::calibration
