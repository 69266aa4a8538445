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
#include "player/drawing.hpp"
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
  std::string rejection;  ///< for people: why the reading cannot be trusted; empty if it can
  /// The reading is accepted and the game's checker accepts the board; or the program has gone on
  /// to its next level, which it only does after a win.
  bool solved = false;
  bool same = true;     ///< the same puzzle as in the capture before, perhaps played further
  cv::Rect area;        ///< where the board is in the frame's image; empty if there is none
  cv::Rect button;      ///< likewise, the button that checks the board
  std::string size;     ///< "9x9"
  std::string text;     ///< the board in the game's text format
  std::string picture;  ///< for people, in box-drawing characters; empty if they cannot show it
  bool accepted() const { return rejection.empty(); }
};

/// A mark on the board that is not part of a solution.
struct WrongMark {
  std::string name;  ///< of its place, for people: "row 3, column 4"
  cv::Rect place;    ///< in the frame's image
};

/// A puzzle on the screen, from the first capture to the win. Remembers the last capture and the
/// solution.
class PuzzleSession {
 public:
  virtual ~PuzzleSession() = default;
  /// From now on, what observe() may go without, such as looking for the board in parts of the
  /// picture, ends then.
  virtual void set_deadline(const Deadline& /*deadline*/) {}
  virtual Observation observe(const Frame& frame) = 0;
  /// Solves the board last observed, which must have been accepted, and keeps the solution for the
  /// plans that follow. Returns `multiple` only in games whose puzzles are meant to have one
  /// solution, and even then keeps one; in games that do not need uniqueness, `found`.
  virtual Status solve(Deadline deadline) = 0;
  /// The rules by which the board last observed is solved, if the skin says that they are unusual:
  /// TextOptions::rules.
  virtual std::vector<std::string> rules() const { return {}; }
  /// The fewest gestures from the board last observed to the solution; empty if nothing differs.
  virtual Plan plan() const = 0;
  /// The marks on the board last observed, which was solved, that are not those of the solution; of
  /// a puzzle with several, marks that no solution has together, unless the deadline passes first.
  /// Empty in games whose moves are never wrong, such as Net.
  virtual std::vector<WrongMark> wrong(const Deadline& /*deadline*/) const { return {}; }
  /// How many gestures at the end of plan(), such as a key, make the program check the board: 0 or
  /// 1. Such a gesture is sent only once a capture shows that all others had their effect, and a
  /// board counts as won only after it, even if it is seen solved before.
  virtual std::size_t checks() const { return 0; }
  /// Gestures that remove something of the program's own that covers the board, such as a banner
  /// with a close button; empty if nothing covers it, or no way is known.
  virtual Plan uncover() const { return {}; }
  /// Steps that make the program redraw cells that cannot be read as they are, such as turning
  /// tiles there and back. Each step waits for the board to be still after the one before. Taken
  /// together they change nothing but what playing would change too. Empty if there are no such
  /// cells, or no way is known. The board last observed must be still: a session may learn from it.
  virtual std::vector<Plan> redraw() { return {}; }
  /// The steps that redraw() returned last are about to be taken.
  virtual void begin_redraw() {}
  /// The parts of the board last observed as they were read, in the order of Game::parts; empty if
  /// no board was seen.
  virtual std::vector<ObservedPart> parts() const { return {}; }
  /// The places of the cells that a Deduction refers to, in the frame's image.
  virtual std::vector<cv::Rect> cells() const { return {}; }
  /// The last capture with the reading and the gestures of `plan` drawn over it.
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
  std::vector<int> path;    ///< the tiles in order, if the solution is a walk
  std::uint64_t count = 0;  ///< solutions found, up to the limit
  double solve_ms = 0;      ///< spent in the solver alone
  std::string remark;       ///< anything else that people should know; may be empty
};

/// An option that no puzzle of the game can satisfy: a mistake of the caller.
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

  // The value of an option, or `otherwise` if it was not given. Throw OptionError if the value is
  // malformed or out of range.
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
  int usual_side;          ///< default width and height of generated boards
  std::span<const RuleWord> rules = {};
  std::span<const OptionInfo> options = {};  ///< what GenerateOptions::options may hold
};

class Game {
 public:
  explicit Game(const GameInfo& info) : info_(info) {}
  virtual ~Game() = default;

  std::string_view name() const { return info_.name; }
  std::string_view title() const { return info_.title; }
  std::string_view about() const { return info_.about; }
  std::span<const RuleWord> rules() const { return info_.rules; }
  std::span<const OptionInfo> generate_options() const { return info_.options; }

  /// Reads the skin's tables for this game; throws Error for anything wrong in them.
  virtual std::unique_ptr<PuzzleSession> begin(const Skin& skin) const = 0;

  /// Splits a text into puzzles, by default one per line. Empty lines are skipped.
  virtual std::vector<std::string> split(std::string_view text) const;
  /// Throws Error if the text is not a puzzle of this game or a rule is unknown.
  TextSolution solve(std::string_view puzzle, const TextOptions& options) const;
  /// What a reader has to recognise on the board. Throws Error if the text is not a puzzle of this
  /// game.
  virtual std::vector<Part> parts(std::string_view puzzle) const = 0;
  /// The centres of these parts in any unit, y downwards, corresponding to ObservedPart::place.
  /// Empty unless two captures of the same board may list its parts in different orders.
  virtual std::vector<cv::Point2d> places(std::string_view) const { return {}; }
  /// The board in box-drawing characters; empty if they cannot show it.
  virtual std::string picture(std::string_view puzzle) const = 0;
  /// The board as an SVG file; empty if the game has none.
  virtual std::string svg(std::string_view) const { return {}; }
  /// A saved game of Simon Tatham's collection in which the puzzle lies as at first, and redoing
  /// its moves solves it: the solution's cells in this `order` (Deduction::decided), then the
  /// others. Empty if the collection does not have such a puzzle.
  virtual std::string saved(std::string_view /*puzzle*/, const TextSolution& /*solution*/,
                            std::span<const int> /*order*/) const {
    return {};
  }
  /// The board as it is being solved; without cells if the game has no drawings.
  virtual DrawnBoard drawing(std::string_view /*puzzle*/, const Course& /*course*/) const {
    return {};
  }
  /// Throws OptionError for an invalid option, Error if no such puzzle exists or none was found
  /// before the deadline.
  std::string generate(const GenerateOptions& request, Deadline deadline) const;

 protected:
  /// Runs `solver`, records solve_ms, status and count in `solution`, and returns the result.
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
  /// As the public functions, but rules and options are known to exist and the size is set.
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
/// Throws Error listing the games if none has this name.
const Game& game_named(std::string_view name);

}  // namespace eyehand
