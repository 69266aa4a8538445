// The games that Eyehand knows, behind one interface: the loop, the command line and the challenge
// runs see games only through it.
#pragma once

#include <cstdint>
#include <memory>
#include <opencv2/core.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "actuator/gesture.hpp"
#include "player/generate_options.hpp"
#include "player/parts.hpp"
#include "player/skin.hpp"
#include "puzzle/deadline.hpp"
#include "puzzle/status.hpp"
#include "solver/trace.hpp"
#include "vision/frame.hpp"

namespace eyehand {

/// What one look at the board told.
struct Observation {
  std::string rejection;  ///< why the reading is not to be trusted, for people; empty when it is
  /// The board is sure and the game's checker accepts it; or the program has gone on to its next
  /// level, which it does after a win alone, and says so.
  bool solved = false;
  bool same = true;     ///< it is the puzzle of the look before, perhaps played further
  cv::Rect area;        ///< where the board is in the frame's image; empty if there is none
  std::string size;     ///< "9x9"
  std::string text;     ///< the board in the game's text format
  std::string picture;  ///< for people, in box-drawing characters; empty if it cannot be so drawn
  bool accepted() const { return rejection.empty(); }
};

/// One puzzle on the screen, from the first look to the win. Remembers the last look and the
/// answer.
class PuzzleSession {
 public:
  virtual ~PuzzleSession() = default;
  virtual Observation observe(const Frame& frame) = 0;
  /// Solves the board last seen, which must be sure. An answer is kept for the plans that follow;
  /// `unique` and `some` are not told apart where the game does not need it; `several` is told
  /// where a puzzle is meant to have one answer, and an answer is kept all the same.
  virtual Status solve(Deadline deadline) = 0;
  /// The fewest gestures from the board last seen to the answer; empty when nothing differs.
  virtual Plan plan() const = 0;
  /// What takes away something of the program's own that covers the board last seen, such as a
  /// banner with a cross on it; empty if there is no such thing, or no known way.
  virtual Plan uncover() const { return {}; }
  /// The parts of the last look's board as they were read, in the order of Game::parts; none if
  /// there was no board to be seen.
  virtual std::vector<ObservedPart> parts() const { return {}; }
  /// The picture of the last look with what was read drawn over it, and the gestures of `plan`.
  virtual cv::Mat overlay(const Plan& plan) const = 0;
};

struct TextOptions {
  Deadline deadline;
  std::uint64_t count_limit = 2;
  const Trace* trace = nullptr;
  std::vector<std::string> rules;  ///< the game's own words, such as "loops"
};

struct TextSolution {
  Status status = Status::none;
  std::string answer;       ///< in the game's own writing of answers; empty if there is none
  std::string solved;       ///< the solved board's text, if the answer is written otherwise
  std::vector<int> path;    ///< of an answer that is walked: its tiles, in the order of steps
  std::uint64_t count = 0;  ///< answers found, up to the limit
  double solve_ms = 0;      ///< spent in the solver alone
  std::string remark;       ///< what else is to be said of the answer, for people; or empty
};

/// A word for playing by other rules than the usual: TextOptions::rules, GenerateOptions::rules.
struct RuleWord {
  std::string_view word, what;
};

class Game {
 public:
  virtual ~Game() = default;
  virtual std::string_view name() const = 0;
  virtual std::string_view about() const = 0;
  virtual std::span<const RuleWord> rules() const = 0;
  /// What GenerateOptions::options may hold.
  virtual std::span<const OptionInfo> generate_options() const = 0;

  /// Reads the game's own tables of the skin; throws Error for what is wrong in them.
  virtual std::unique_ptr<PuzzleSession> begin(const Skin& skin) const = 0;

  /// The puzzles of a text: one a line for one-line formats. Empty lines do not count.
  virtual std::vector<std::string> split(std::string_view text) const = 0;
  /// Throws Error if the text is no puzzle of this game.
  virtual TextSolution solve(std::string_view puzzle, const TextOptions& options) const = 0;
  /// What a reader has to name of the board. Throws Error if the text is no puzzle of this game.
  virtual std::vector<Part> parts(std::string_view puzzle) const = 0;
  /// Where these parts are, in a unit of its own, y downwards: the middle of what
  /// ObservedPart::place would be. Only of boards of which two looks may name the parts in another
  /// order; else empty.
  virtual std::vector<cv::Point2d> places(std::string_view) const { return {}; }
  /// In box-drawing characters; empty for a board that cannot be drawn so.
  virtual std::string picture(std::string_view puzzle) const = 0;
  /// As an SVG file; empty for a game that has none.
  virtual std::string svg(std::string_view) const { return {}; }
  /// Throws OptionError for a wish that makes no sense, Error if there is no such puzzle, or none
  /// was found before the deadline.
  virtual std::string generate(const GenerateOptions& request, Deadline deadline) const = 0;
};

std::span<const Game* const> games();
/// Throws Error naming the games there are if there is none of this name.
const Game& game_named(std::string_view name);

}  // namespace eyehand
