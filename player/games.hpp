// The games that Eyehand knows, behind one interface: the loop, the command line and the challenge
// runs see games only through it.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <opencv2/core.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "actuator/gesture.hpp"
#include "player/parts.hpp"
#include "player/skin.hpp"
#include "puzzle/deadline.hpp"
#include "puzzle/error.hpp"
#include "puzzle/status.hpp"
#include "solver/trace.hpp"
#include "vision/frame.hpp"

namespace eyehand {

/// What one capture showed.
struct Observation {
  std::string rejection;  ///< why the reading cannot be trusted, for people; empty if it can
  /// The reading is accepted and the game's checker accepts the board; or the program has gone on
  /// to its next level, which it only does after a win.
  bool solved = false;
  bool same = true;     ///< the puzzle of the capture before, perhaps played further
  cv::Rect area;        ///< where the board is in the frame's image; empty if there is none
  std::string size;     ///< "9x9"
  std::string text;     ///< the board in the game's text format
  std::string picture;  ///< for people, in box-drawing characters; empty if it cannot be drawn so
  bool accepted() const { return rejection.empty(); }
};

/// One puzzle on the screen, from the first capture to the win. Remembers the last capture and the
/// solution.
class PuzzleSession {
 public:
  virtual ~PuzzleSession() = default;
  virtual Observation observe(const Frame& frame) = 0;
  /// Solves the board last observed, which must have been accepted, and keeps the solution for the
  /// plans that follow. Returns `multiple` only where a puzzle is meant to have one solution; one
  /// is kept all the same. Where the game does not need uniqueness, `found`.
  virtual Status solve(Deadline deadline) = 0;
  /// The fewest gestures from the board last observed to the solution; empty if nothing differs.
  virtual Plan plan() const = 0;
  /// How many gestures at the end of plan() make the program check the board, such as a key: 0
  /// or 1. It is sent only once a capture shows that all others had their effect, and a board
  /// counts as won only after it, even if it is seen solved before.
  virtual std::size_t checks() const { return 0; }
  /// What removes something of the program's own that covers the board, such as a banner with a
  /// close button; empty if nothing does, or no way is known.
  virtual Plan uncover() const { return {}; }
  /// What makes the program redraw cells that cannot be read as they are, such as tiles turned
  /// there and back. Changes at most what plays the game as well, when all steps are done, each of
  /// them once the board is still after the one before. Empty if no such cells were seen, or no way
  /// is known.
  virtual std::vector<Plan> redraw() const { return {}; }
  /// The parts of the board last observed as they were read, in the order of Game::parts; empty if
  /// no board was seen.
  virtual std::vector<ObservedPart> parts() const { return {}; }
  /// The last capture with what was read drawn over it, and the gestures of `plan`.
  virtual cv::Mat overlay(const Plan& plan) const = 0;
};

struct TextOptions {
  Deadline deadline;
  std::uint64_t count_limit = 2;
  const Trace* trace = nullptr;
  std::vector<std::string> rules;  ///< by RuleWord::word, such as "loops"
};

struct TextSolution {
  Status status = Status::none;
  std::string answer;       ///< in the game's own notation; empty if there is none
  std::string solved;       ///< the solved board's text, if `answer` is something else
  std::vector<int> path;    ///< of a solution that is walked: its tiles in order
  std::uint64_t count = 0;  ///< solutions found, up to the limit
  double solve_ms = 0;      ///< spent in the solver alone
  std::string remark;       ///< anything else about the solution, for people; or empty
};

/// An option that no puzzle of the game can satisfy: a mistake of whoever gave it.
class OptionError : public Error {
 public:
  using Error::Error;
};

/// One option of a game.
struct OptionInfo {
  std::string_view word;   ///< "barriers"
  std::string_view value;  ///< its value, for people: "0..1", "N", "WORD"; empty for a flag
  std::string_view what;   ///< for people
};

struct GenerateOptions {
  int width = 0;  ///< 0: the game's usual size; height likewise
  int height = 0;
  std::uint64_t seed = 0;
  bool unique = true;
  std::vector<std::string> rules;              ///< by RuleWord::word, such as "loops"
  std::map<std::string, std::string> options;  ///< by OptionInfo::word

  // The value of an option, or `otherwise` if it was not given. They throw OptionError for a
  // malformed value or one out of range.
  bool has(std::string_view word) const;
  double number(std::string_view word, double otherwise, double min, double max) const;
  int whole(std::string_view word, int otherwise, int min, int max) const;
  std::string text(std::string_view word, std::string_view otherwise) const;
};

/// Throws OptionError if the request has an option that is not one of these.
void check_options(const GenerateOptions& request, std::span<const OptionInfo> options,
                   std::string_view game);

/// A word that changes the rules: TextOptions::rules, GenerateOptions::rules.
struct RuleWord {
  std::string_view word, what;
};

struct GameInfo {
  std::string_view name;   ///< as in skins and on the command line: "net"
  std::string_view title;  ///< as in a sentence: "Net"
  std::string_view about;  ///< one line for people
  int usual_side;          ///< width and height of generated boards unless asked otherwise
  std::span<const RuleWord> rules = {};
  std::span<const OptionInfo> options = {};  ///< what GenerateOptions::options may hold
};

class Game {
 public:
  explicit Game(const GameInfo& info) : info_(info) {}
  virtual ~Game() = default;

  std::string_view name() const { return info_.name; }
  std::string_view about() const { return info_.about; }
  std::span<const RuleWord> rules() const { return info_.rules; }
  std::span<const OptionInfo> generate_options() const { return info_.options; }

  /// Reads the game's own tables of the skin; throws Error for anything wrong in them.
  virtual std::unique_ptr<PuzzleSession> begin(const Skin& skin) const = 0;

  /// The puzzles in a text, by default one per line. Empty lines do not count.
  virtual std::vector<std::string> split(std::string_view text) const;
  /// Throws Error if the text is not a puzzle of this game or a rule is unknown.
  TextSolution solve(std::string_view puzzle, const TextOptions& options) const;
  /// What a reader has to recognise on the board. Throws Error if the text is not a puzzle of this
  /// game.
  virtual std::vector<Part> parts(std::string_view puzzle) const = 0;
  /// Where these parts are, in any unit, y downwards: the centre of what ObservedPart::place would
  /// be. Empty unless two captures of one board may list its parts in different orders.
  virtual std::vector<cv::Point2d> places(std::string_view) const { return {}; }
  /// In box-drawing characters; empty for a board that cannot be drawn so.
  virtual std::string picture(std::string_view puzzle) const = 0;
  /// An SVG file; empty for a game that has none.
  virtual std::string svg(std::string_view) const { return {}; }
  /// Throws OptionError for an option that makes no sense, Error if no such puzzle exists or none
  /// was found before the deadline.
  std::string generate(const GenerateOptions& request, Deadline deadline) const;

 protected:
  /// The solve_ms, status and count of `solution`, and what `solver` returned.
  template <class Solver>
  static auto run(TextSolution& solution, Solver&& solver) {
    const auto start = Deadline::Clock::now();
    auto found = solver();
    const std::chrono::duration<double, std::milli> took = Deadline::Clock::now() - start;
    solution.solve_ms += took.count();
    solution.status = found.status;
    solution.count = found.count;
    return found;
  }

 private:
  void check_rules(const std::vector<std::string>& words) const;
  /// As the public functions, with rules and options known to exist and a size that is set.
  virtual TextSolution solve_text(std::string_view puzzle, const TextOptions& options) const = 0;
  /// Empty if no such puzzle was found in time.
  virtual std::string generate_text(const GenerateOptions& request, Deadline deadline) const = 0;

  GameInfo info_;
};

std::span<const Game* const> games();
/// Null if the name is unknown.
const Game* find_game(std::string_view name);
/// "net, slitherlink, ...".
std::string game_names();
/// Throws Error listing the games if there is none of this name.
const Game& game_named(std::string_view name);

}  // namespace eyehand
