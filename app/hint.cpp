#include "player/hint.hpp"

#include <fmt/format.h>

#include <chrono>
#include <memory>
#include <span>

#include "app/commands.hpp"
#include "app/json.hpp"
#include "app/on_screen.hpp"
#include "app/output.hpp"
#include "app/puzzles.hpp"
#include "app/reading.hpp"
#include "solver/model/words.hpp"
#include "vision/png.hpp"
#include "x11/interruption.hpp"

namespace eyehand {
namespace {

struct HintArguments {
  ReadingOptions reading;
  TimeLimit time_limit{std::chrono::seconds(10)}, show_for{std::chrono::minutes(2)};
  std::string overlay_file;
  bool json = false, next = false, print_only = false, steps = false;
};

struct Hint {
  std::vector<Deduction> steps;  ///< the last one is the hint, unless there is none
  std::vector<WrongMark> wrong;
  bool is_solved = false;

  bool is_found() const { return !steps.empty() && !steps.back().decided.empty(); }
};

/// Throws Failure if the puzzle has no solution, or if it was not found in time.
Hint find_hint(const BoardReading& board, const Deadline& deadline) {
  Hint hint;
  hint.is_solved = board.seen.solved;
  if (hint.is_solved) return hint;
  hint.wrong = check_marks(board, deadline).wrong;
  if (hint.wrong.empty())
    hint.steps =
        next_steps(game_named(board.skin.game), board.seen.text, board.session->rules(), deadline);
  return hint;
}

std::string sentence(const Hint& hint) {
  if (hint.is_solved) return "solved";
  if (!hint.wrong.empty()) {
    std::string text = "first correct what is wrong: ";
    for (const WrongMark& mark : hint.wrong)
      text += (&mark == hint.wrong.data() ? "" : "; ") + mark.name;
    return text;
  }
  if (!hint.steps.empty() && hint.steps.back().rule == model::kSeveralSolutions)
    return hint.steps.back().what;
  if (!hint.is_found())
    return "no next step was found that Eyehand can explain; 'eyehand solve' finds the solution";
  return in_words(hint.steps.back());
}

std::vector<Mark> marks_of(const Hint& hint, const BoardReading& board) {
  if (hint.is_found()) return marks_of(hint.steps.back(), board.session->cells());
  std::vector<Mark> marks;
  for (const WrongMark& mark : hint.wrong) marks.push_back({mark.place, kRed});
  return marks;
}

void print_json(const Hint& hint, const BoardReading& board) {
  nlohmann::ordered_json line = json_of(kHintSchema);
  line["game"] = board.skin.game;
  line["skin"] = board.skin.name;
  line["solved"] = hint.is_solved;
  line["wrong"] = nlohmann::ordered_json::array();
  for (const WrongMark& mark : hint.wrong) line["wrong"].push_back(mark.name);
  line["hint"] = nullptr;
  if (hint.is_found()) line["hint"] = to_json(hint.steps.back());
  print_object(line);
}

void print_hint(const Hint& hint, const BoardReading& board, const HintArguments& options) {
  if (options.json) return print_json(hint, board);
  if (options.steps && hint.is_found())
    for (const Deduction& step : std::span(hint.steps).first(hint.steps.size() - 1))
      print_line(in_words(step));
  print_line(sentence(hint));
}

ExitCode code_of(Closed closed) {
  if (closed == Closed::interrupted) return ExitCode::interrupted;
  return closed == Closed::window_gone ? ExitCode::no_window : ExitCode::ok;
}

ExitCode run_hint(const HintArguments& options) {
  const x11::InterruptionWatch watch;
  BoardReading board = read_board(options.reading);
  check_accepted(board);
  for (std::string text;;) {
    const Hint hint = find_hint(board, options.time_limit.start());
    const std::vector<Mark> marks = marks_of(hint, board);
    const bool is_new = board.seen.text != text;  // else the window was resized
    text = board.seen.text;
    const bool is_to_show = board.window && !options.print_only && !hint.is_solved;
    const bool is_shown = is_to_show && can_show(board);
    if (is_new) {
      print_hint(hint, board, options);
      std::string file = options.overlay_file;
      if (is_to_show && !is_shown && file.empty()) {
        file = "eyehand-hint.png";
        note("This X server cannot show anything over a window; the hint is drawn in " + file +
             '.');
      }
      if (!file.empty()) save_png(file, with_marks(board, marks));
    }
    const ExitCode code = hint.is_solved || hint.is_found() ? ExitCode::ok : ExitCode::no_solution;
    if (!is_shown) return code;
    const Closed closed = show(board, marks, sentence(hint), options.show_for.start());
    if (closed != Closed::changed) return worse(code, code_of(closed));
    if (!options.next && board.seen.text != text) return code;
  }
}

}  // namespace

Command hint_command() {
  const auto options = std::make_shared<HintArguments>();
  Command command{
      .name = "hint",
      .group = "Puzzles",
      .summary = "Show the next step on the board of a game that you are playing",
      .options = reading_options(options->reading),
      .about =
          R"(It reads the board as it stands, with your own marks, finds the next step and the reason for it, prints
them, and frames the cells over the window: in blue what the reason looks at, in green what it decides. If
some of your marks are wrong, they are framed in red instead. It sends no input: clicks go through the
frames to the game. The hint is closed by Escape, by Ctrl-C here, and by your next move. Exit code 3 means
that something is wrong, or that no step was found.)",
      .examples = {{"eyehand hint", "the window of a known program"},
                   {"eyehand hint --window Loopy --next", "after each move, the next hint"},
                   {"eyehand hint screenshot.png --overlay hint.png", "draw it over a picture"}},
      .run = [options] { return run_hint(*options); }};
  add(command.options,
      {flag("--next", options->next, "after each of your moves, show the next hint")
           .excludes({"--print"}),
       flag("--print", options->print_only, "only print the hint"),
       flag("--steps", options->steps,
            "also print the steps before it, which decide nothing by themselves")
           .excludes({"--json"}),
       text("--overlay", options->overlay_file, "FILE.png", "draw the hint over what was read"),
       flag("--json", options->json,
            "print one JSON object: schema, game, skin, solved, wrong, and the hint (rule, where, "
            "what, "
            "and the numbers of the cells: reasons, decided)"),
       duration("--time-limit", options->time_limit, "for finding the step"),
       duration("--show-for", options->show_for, "how long to show a hint")});
  return command;
}

}  // namespace eyehand
