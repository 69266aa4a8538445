#include "calibration/learn.hpp"

#include <fmt/format.h>

#include <memory>
#include <optional>

#include "actuator/input.hpp"
#include "actuator/keys.hpp"
#include "app/commands.hpp"
#include "app/learning.hpp"
#include "app/options.hpp"
#include "app/output.hpp"
#include "app/target.hpp"
#include "app/trust.hpp"
#include "calibration/learn_labels.hpp"
#include "calibration/model/learn_digits.hpp"
#include "player/files.hpp"
#include "player/games.hpp"
#include "player/view.hpp"
#include "puzzle/text.hpp"
#include "vision/capture.hpp"
#include "vision/png.hpp"
#include "x11/interruption.hpp"
#include "x11/windows.hpp"

namespace eyehand {
namespace {

/// Longer files cannot be answers.
constexpr std::size_t kMaxAnswerBytes = 64 << 10;

struct LearnArguments {
  LearnRequest request;
  std::string overlay, answers;
  std::string clusters = "eyehand-clusters.png";
  std::string screenshots, samples, picture;
  TargetOptions target;
  bool ask = false, try_clicks = false, yes = false, is_skin_trusted = false;
};

bool can_learn(std::string_view game, bool by_labels) {
  return by_labels ? calibration::can_learn_by_labels(game)
                   : calibration::can_learn_by_acting(game);
}

/// An option for keys that the skin will press.
Option keys(const std::string& name, std::vector<std::string>& target, const std::string& help) {
  Option option = texts(name, target, "KEY", help);
  option.set = [&target](const std::vector<std::string>& values) {
    for (const std::string& key : values)
      if (const std::string why = why_forbidden(key); !why.empty()) throw BadValue(why);
    target = values;
  };
  return option;
}

/// The games that can be learned, for people.
std::string learnable(bool by_labels) {
  std::vector<std::string_view> names;
  for (const Game* game : games())
    if (can_learn(game->name(), by_labels)) names.push_back(game->name());
  return joined(names);
}

/// What is asked, for people: each cluster, then the further questions.
std::vector<std::string> questions_of(const calibration::Labelling& board) {
  std::vector<std::string> questions;
  for (const calibration::Group& group : board.groups()) {
    const std::string cells = group.name.empty() ? fmt::format("{} cells", group.cells)
                              : group.cells == 1
                                  ? group.name
                                  : fmt::format("{} and {} more", group.name, group.cells - 1);
    questions.push_back(fmt::format("cluster {} ({})", questions.size() + 1, cells));
  }
  for (std::string& question : board.further_questions()) questions.push_back(std::move(question));
  return questions;
}

/// The answers, one per line, from the file...
std::vector<std::string> answers_of(const calibration::Labelling& board,
                                    const LearnArguments& options) {
  auto answers = split_lines(read_file(options.answers, kMaxAnswerBytes));
  const auto questions = questions_of(board);
  if (answers.size() != questions.size())
    throw Failure(ExitCode::usage,
                  fmt::format("{} has {} answers, but this is asked (see {}): {}.", options.answers,
                              answers.size(), options.clusters, joined(questions, {}, "; ")));
  for (std::size_t i = 0; i < answers.size(); ++i)
    if (!board.is_answer_for(i, answers[i]))
      throw Failure(ExitCode::usage,
                    fmt::format("'{}' in {} is not a valid answer for {}. {}", answers[i],
                                options.answers, questions[i], board.question()));
  return answers;
}

/// ... and from the terminal.
std::vector<std::string> ask_for(const calibration::Labelling& board) {
  note(board.question());
  std::vector<std::string> answers;
  const auto questions = questions_of(board);
  while (answers.size() < questions.size()) {
    const std::size_t i = answers.size();
    const auto answer = ask(questions[i] + ": ");
    if (!answer)
      throw Failure(ExitCode::interrupted, "the input ended before all clusters were labelled.");
    if (board.is_answer_for(i, *answer))
      answers.push_back(*answer);
    else
      note("That is not a valid answer. " + board.question());
  }
  return answers;
}

/// Learns from the answers, which the user confirms by the reading that follows from them.
calibration::Learned learn_by_answers(const calibration::Labelling& board,
                                      const calibration::LearnOptions& request,
                                      const LearnArguments& options) {
  save_png(options.clusters, calibration::contact_sheet(board.groups()));
  note(fmt::format("{} clusters of similar cells are drawn in {}", board.groups().size(),
                   options.clusters));
  calibration::Learned learned =
      board.learn(options.answers.empty() ? ask_for(board) : answers_of(board, options), request);
  const std::string overlay = options.overlay.empty() ? "eyehand-overlay.png" : options.overlay;
  save_png(overlay, learned.overlay);
  note(fmt::format("the reading is drawn in {}", overlay));
  if (options.yes) return learned;
  const auto answer = ask("is it correct? (y/n) ");
  if (!answer || (*answer != "y" && *answer != "yes"))
    throw Failure(ExitCode::unreadable, "not confirmed, so no skin was written.");
  return learned;
}

calibration::Learned learn_by_labels(x11::Connection& connection, ViewSource& screen,
                                     const calibration::LearnOptions& request,
                                     const LearnArguments& options) {
  screen.wait_until_still({.quiet = std::chrono::milliseconds(200)});
  const Capture capture = screen.capture();
  if (capture.status != CaptureStatus::good)
    throw Failure(ExitCode::no_window,
                  "the window cannot be seen: " + std::string(name(capture.status)) + ".");
  const auto board = calibration::find_groups(capture.frame, request.game);
  if (options.try_clicks) {
    const x11::InterruptionWatch interruption;
    Input window_input(connection, request.window.id);
    ViewInput input(window_input, screen);
    calibration::Prober prober(screen, input, request.deadline);
    board->try_clicks(prober);
  }
  return learn_by_answers(*board, request, options);
}

/// Nothing is known of the window that a picture shows.
calibration::Learned learn_from_picture(const LearnArguments& options) {
  calibration::LearnOptions request;
  request.name = options.request.name;
  request.game = options.request.game;
  request.new_game_keys = options.request.new_game_keys;
  request.dismiss_keys = options.request.dismiss_keys;
  try {
    const Frame frame{load_png(options.picture), {}, {}};
    auto learned =
        learn_by_answers(*calibration::find_groups(frame, request.game), request, options);
    write_file(options.request.out, learned.skin);
    note(fmt::format("wrote the skin {}; its table [window] must say which window it is for",
                     options.request.out));
    return learned;
  } catch (const calibration::LearnStopped& stopped) {
    throw Failure(exit_code(stopped.end()), stopped.what());
  }
}

ExitCode learn_from_screenshots(const LearnArguments& options) {
  const Skin skin = find_skin(options.screenshots);
  if (options.samples.empty()) require_trust(skin, options.is_skin_trusted);
  const auto learned = calibration::learn_digits(skin, calibration::Samples(skin, options.samples));
  for (const std::string& sample : learned) print_line(sample);
  note(fmt::format("{} samples of digits that the skin does not have yet", learned.size()));
  return ExitCode::ok;
}

calibration::Learned learn_from_window(const LearnRequest& request, const LearnArguments& options) {
  std::optional<x11::InterruptionWatch> interruption;
  if (!options.ask)
    interruption.emplace();  // otherwise it waits for answers, and Ctrl-C ends it at once
  x11::Connection connection;
  const x11::WindowInfo window = find_window(connection, options.target);
  calibration::Learned learned;
  if (options.ask) {
    learn_program(
        connection, window, request,
        [&](ViewSource& screen, const calibration::LearnOptions& learn_options) {
          return learn_by_labels(connection, screen, learn_options, options);
        },
        &learned);
  } else {
    learn_by_acting(connection, window, request, &learned);
    if (!options.overlay.empty()) save_png(options.overlay, learned.overlay);
  }
  return learned;
}

ExitCode run_learn(const LearnArguments& options) {
  if (!options.screenshots.empty()) return learn_from_screenshots(options);
  LearnRequest request = options.request;
  request.region = options.target.region;
  if (options.ask && request.game.empty())
    throw Failure(ExitCode::usage, "--ask needs --game to know what to ask for.");
  if (!request.game.empty() && !can_learn(request.game, options.ask))
    throw Failure(
        ExitCode::usage,
        fmt::format("the game '{}' cannot be learned{}; games that can be: {}.", request.game,
                    options.ask ? " by asking" : "", learnable(options.ask)));
  if (options.picture.empty() && options.target.title.empty() && options.target.id == 0)
    throw Failure(ExitCode::usage,
                  "use --window or --window-id to say which window may be clicked.");

  const calibration::Learned learned =
      options.picture.empty() ? learn_from_window(request, options) : learn_from_picture(options);
  note("it reads the board as");
  print_line(learned.board);
  return ExitCode::ok;
}

}  // namespace

Command learn_command() {
  const auto options = std::make_shared<LearnArguments>();
  LearnRequest& request = options->request;
  const auto take_name = [&request](const std::string& name) {
    if (name.empty() || name.find('/') != std::string::npos || name[0] == '.')
      throw BadValue("'" + name + "' is not valid as a file name");
    request.name = name;
  };
  Command command{
      .name = "learn",
      .group = "Programs",
      .summary = "Learn an unknown program from its window, and write a skin for it",
      .options = window_options(options->target),
      .about =
          R"(Start the program, leave its board unsolved in its window, and let go of the mouse. Eyehand clicks
cells in that window only, watches what changes, and reports what it finds. With --ask it asks you
instead what the different cells are, and clicks nothing or, with --try-clicks, one cell.)",
      .examples = {{"eyehand learn --window Lights", "finds out which game it is"},
                   {"eyehand learn --window Pipes --game net --new-game n"},
                   {"eyehand learn --window Hexa --game hexiom --ask"},
                   {"eyehand learn --window Hexa --game hexiom --ask --answers labels.txt --yes"},
                   {"eyehand learn --window Unruly --game unruly --ask --try-clicks --new-game n"},
                   {"eyehand learn --from-screenshots mine.toml >> digits.txt",
                    "the digits of a program that draws given boards"},
                   {"eyehand play --skin lights", "play it with its skin"}},
      .notes =
          "It stops at once when you move the mouse or press Ctrl-C, and leaves the board as it "
          "then "
          "is.",
      .run = [options] { return run_learn(*options); }};
  add(command.options,
      {text("--game", request.game, "GAME", "the game it plays; by default all are tried in turn"),
       parsed("--name", "NAME", "name of the skin; by default derived from the window's title",
              take_name),
       goal_option(request),
       keys("--new-game", request.new_game_keys, "keys that start a new game, such as n or ctrl+n"),
       keys("--dismiss", request.dismiss_keys, "keys that close what a win opens, such as Escape"),
       text("--out", request.out, "FILE.toml",
            "where to write the skin; by default in your own skin folder"),
       text("--overlay", options->overlay, "FILE.png", "draw what is read over the window"),
       text("--pictures", request.pictures, "DIR",
            "where to save what was seen if it fails; by default eyehand-learn"),
       duration("--time-limit", request.time_limit, "for everything"),
       text("--from-screenshots", options->screenshots, "SKIN",
            "print samples of digits that the skin needs, from boards that its program draws"),
       text("--samples", options->samples, "DIR",
            "a folder of NAME.png with boards in NAME.txt, instead of those that it draws")
           .needs({"--from-screenshots"}),
       trust_option(options->is_skin_trusted).needs({"--from-screenshots"}),
       flag("--ask", options->ask, "ask what the cells are, and click nothing"),
       text("--picture", options->picture, "FILE.png", "ask about this picture instead of a window")
           .needs({"--ask", "--out"})
           .excludes({"--window", "--window-id", "--try-clicks"}),
       flag("--try-clicks", options->try_clicks,
            "click a cell of a puzzle on a grid, to see its marks and what each button does")
           .needs({"--ask"}),
       text("--answers", options->answers, "FILE", "a file with the answers").needs({"--ask"}),
       text("--clusters", options->clusters, "FILE.png", "where to draw the clusters of cells")
           .needs({"--ask"}),
       flag("--yes", options->yes, "do not ask whether the reading is correct").needs({"--ask"})});
  return command;
}

}  // namespace eyehand
