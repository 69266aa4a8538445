#include <fmt/format.h>

#include <chrono>
#include <memory>

#include "app/commands.hpp"
#include "app/json.hpp"
#include "app/on_screen.hpp"
#include "app/output.hpp"
#include "app/reading.hpp"
#include "vision/png.hpp"
#include "x11/interruption.hpp"

namespace eyehand {
namespace {

/// How long the marks stay at most.
constexpr std::chrono::minutes kShown{2};

struct ProgressArguments {
  ReadingOptions reading;
  TimeLimit time_limit{std::chrono::seconds(60)};
  std::string overlay_file;
  bool json = false, show = false;
};

void print_json(const BoardReading& board, Status status, const std::vector<WrongMark>& wrong,
                std::size_t clicks) {
  nlohmann::ordered_json line = json_of(kProgressSchema);
  line["game"] = board.skin.game;
  line["skin"] = board.skin.name;
  line["status"] = name(status);
  line["solved"] = board.seen.solved;
  line["clicks_left"] = clicks;
  line["wrong"] = nlohmann::ordered_json::array();
  for (const WrongMark& mark : wrong)
    line["wrong"].push_back(
        {{"where", mark.name},
         {"area", {mark.place.x, mark.place.y, mark.place.width, mark.place.height}}});
  print_object(line);
}

std::string in_words(bool is_solved, const std::vector<WrongMark>& wrong, std::size_t clicks) {
  if (is_solved) return "solved";
  if (wrong.empty())
    return "right so far, " +
           (clicks == 1 ? "1 click or key" : fmt::format("{} clicks or keys", clicks)) + " to go";
  std::string line = fmt::format("{} wrong: ", wrong.size());
  for (const WrongMark& mark : wrong) line += (&mark == wrong.data() ? "" : "; ") + mark.name;
  return line;
}

std::vector<Mark> marks_of(const std::vector<WrongMark>& wrong) {
  constexpr int kRoom = 3;
  std::vector<Mark> marks;
  for (const WrongMark& mark : wrong)
    marks.push_back({mark.place - cv::Point(kRoom, kRoom) + cv::Size(2 * kRoom, 2 * kRoom), kRed});
  return marks;
}

ExitCode run_progress(const ProgressArguments& options) {
  const x11::InterruptionWatch watch;
  BoardReading board = read_board(options.reading);
  check_accepted(board);
  if (options.show && !(board.window && can_show(board)))
    throw Failure(ExitCode::usage,
                  board.window
                      ? "--show needs an X server with the extensions Shape and Composite; "
                        "use --overlay FILE.png."
                      : "--show needs a window; use --overlay FILE.png for a picture.");
  const auto [status, wrong] = check_marks(board, options.time_limit.start());
  const std::size_t clicks = board.seen.solved ? 0 : board.session->plan().size();
  const std::vector<Mark> marks = marks_of(wrong);
  if (!options.overlay_file.empty()) save_png(options.overlay_file, with_marks(board, marks));
  const std::string words = in_words(board.seen.solved, wrong, clicks);
  if (options.json) {
    print_json(board, status, wrong, clicks);
  } else {
    print_line(words);
    if (status == Status::multiple) note("The puzzle has several solutions.");
  }
  const ExitCode code = wrong.empty() ? ExitCode::ok : ExitCode::no_solution;
  if (!options.show) return code;
  const Closed closed = show(board, marks, words, Deadline::after(kShown));
  return closed == Closed::interrupted ? ExitCode::interrupted : code;
}

}  // namespace

Command progress_command() {
  const auto options = std::make_shared<ProgressArguments>();
  Command command{
      .name = "progress",
      .group = "Puzzles",
      .summary = "Check the board of a game that you are playing: is it right so far?",
      .options = reading_options(options->reading),
      .about =
          "It compares the marks on the board with the solution and says where they are wrong, or\n"
          "how much is left. Games without marks, such as Net, are never wrong. It clicks "
          "nothing.\n"
          "If the puzzle has several solutions, what fits one of them is right. The exit code is "
          "0\n"
          "if all is right, and 3 if something is wrong.",
      .examples = {{"eyehand progress", "the window of a known program"},
                   {"eyehand progress --window Loopy --overlay wrong.png",
                    "frame in red what is wrong"},
                   {"eyehand progress screenshot.png --skin sgt-solo"}},
      .run = [options] { return run_progress(*options); }};
  add(command.options,
      {text("--overlay", options->overlay_file, "FILE.png",
            "draw what was read over the picture, with red frames around what is wrong"),
       flag("--show", options->show,
            "frame it over the window, too, until Escape, Ctrl-C or your next move"),
       flag("--json", options->json,
            "print one JSON object: schema, game, skin, status of the puzzle (unique, multiple, "
            "found), "
            "solved, clicks left, wrong (where, area)"),
       duration("--time-limit", options->time_limit, "for solving the puzzle")});
  return command;
}

}  // namespace eyehand
