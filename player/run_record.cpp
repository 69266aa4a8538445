#include "player/run_record.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "player/page.hpp"
#include "puzzle/error.hpp"

namespace eyehand {
namespace {

using Json = nlohmann::ordered_json;

// The number that the file's format has; a later one may mean other things by the same words.
constexpr int kFormat = 1;

Json game_object(const GameRecord& game) {
  Json object;
  object["game"] = game.number;
  if (game.display > 0) object["display"] = game.display;
  object["result"] = game.result;
  object["why"] = game.why;
  object["won"] = game.won;
  if (game.cut) object["cut"] = true;
  object["begun"] = game.begun;
  auto& seconds = object["seconds"];
  for (const auto& [stage, spent] : kStages) seconds[std::string(stage)] = game.seconds.*spent;
  seconds["total"] = game.seconds.total;
  object["clicks"] = game.clicks;
  object["clicks_planned"] = game.clicks_planned;
  object["looks"] = game.appearances;
  object["replays"] = game.replays;
  object["size"] = game.size;
  object["board"] = game.board;
  if (!game.folder.empty()) object["folder"] = game.folder;
  return object;
}

GameRecord to_game(const Json& object) {
  GameRecord game;
  game.number = object.at("game");
  game.display = object.value("display", 0);
  game.result = object.at("result");
  game.why = object.value("why", "");
  game.won = object.at("won");
  game.cut = object.value("cut", false);
  game.begun = object.value("begun", 0.0);
  const Json& seconds = object.at("seconds");
  for (const auto& [stage, spent] : kStages)
    game.seconds.*spent = seconds.value(std::string(stage), 0.0);
  game.seconds.total = seconds.at("total");
  game.clicks = object.value("clicks", 0);
  game.clicks_planned = object.value("clicks_planned", 0);
  game.appearances = object.value("looks", 0);
  game.replays = object.value("replays", 0);
  game.size = object.value("size", "");
  game.board = object.value("board", "");
  game.folder = object.value("folder", "");
  return game;
}

std::string to_text(const Json& object, int indent) {
  return object.dump(indent, ' ', false, Json::error_handler_t::replace);
}

template <class Convert>
auto from_json(std::string_view text, const std::string& name, Convert convert) {
  try {
    return convert(Json::parse(text));
  } catch (const Json::exception& error) {
    throw Error(name + ": not the record of a run: " + error.what());
  }
}

std::vector<double> clicks_of(const RunRecord& run) {
  std::vector<double> clicks;
  for (const GameRecord& game : run.games)
    if (game.won) clicks.push_back(game.clicks);
  return clicks;
}

Change change_of(std::string_view what, const std::vector<double>& before,
                 const std::vector<double>& now, double least) {
  using html::median, html::quantile;
  Change change{std::string(what), median(before), median(now), {}, false};
  if (change.before > 0) change.ratio = change.now / change.before;
  if (before.empty() || now.empty()) return change;
  const auto is_outside = [](double value, const std::vector<double>& values) {
    return value < quantile(values, 0.25) || value > quantile(values, 0.75);
  };
  const double difference = std::abs(change.now - change.before);
  change.is_plain = difference > least && difference > 0.2 * change.before &&
                    is_outside(change.now, before) && is_outside(change.before, now);
  return change;
}

std::string verdict_of(const Comparison& comparison) {
  if (comparison.won_before == 0 || comparison.won_now == 0)
    return "There is nothing to be compared: one of the runs has won no game.";
  const auto& total = comparison.changes.front();
  const Change* most = nullptr;
  for (const Change& change : comparison.changes) {
    if (&change == &total || change.what == "clicks") continue;
    if (!most || std::abs(change.now - change.before) > std::abs(most->now - most->before))
      most = &change;
  }
  const std::string stage =
      fmt::format("{} ({:.3f} s before, {:.3f} s now)", most->what, most->before, most->now);
  if (total.is_plain)
    return fmt::format(
        "Games are {} than before, {:.3f} s instead of {:.3f} s; most of that is {}.",
        total.now < total.before ? "faster" : "slower", total.now, total.before, stage);
  if (most->is_plain)
    return fmt::format("Games take about as long as before, but not their stage {}.", stage);
  return "Games take about as long as before, within their usual scatter.";
}

}  // namespace

GameRecord to_record(int number, const GameReport& report) {
  GameRecord game;
  game.number = number;
  game.result = name(report.end);
  game.why = report.why;
  game.won = report.end == End::solved;
  game.seconds = report.seconds;
  game.size = report.first.size;
  game.board = report.first.text;
  game.clicks = report.clicks;
  game.clicks_planned = report.clicks_planned;
  game.appearances = report.appearances;
  game.replays = report.replays;
  return game;
}

int RunRecord::won() const {
  return static_cast<int>(
      std::count_if(games.begin(), games.end(), [](const GameRecord& each) { return each.won; }));
}

int RunRecord::counted() const {
  return static_cast<int>(
      std::count_if(games.begin(), games.end(), [](const GameRecord& each) { return !each.cut; }));
}

std::vector<double> RunRecord::seconds_of(double StageTimes::*stage) const {
  std::vector<double> spent;
  for (const GameRecord& each : games)
    if (each.won) spent.push_back(each.seconds.*stage);
  return spent;
}

std::string to_json(const GameRecord& game) {
  return to_text(game_object(game), -1);
}

std::string to_json(const RunRecord& run) {
  Json object;
  object["eyehand_run"] = kFormat;
  object["skin"] = run.skin;
  object["game"] = run.game;
  object["program"] = run.program;
  object["started"] = run.started;
  object["displays"] = run.displays;
  object["game_limit"] = run.game_limit;
  object["seconds"] = run.seconds;
  object["ended"] = run.ended;
  object["played"] = run.counted();
  object["won"] = run.won();
  auto& games = object["games"] = Json::array();
  for (const GameRecord& game : run.games) games.push_back(game_object(game));
  return to_text(object, 1) + '\n';
}

GameRecord game_from_json(std::string_view text, const std::string& name) {
  return from_json(text, name, to_game);
}

RunRecord run_from_json(std::string_view text, const std::string& name) {
  return from_json(text, name, [&](const Json& object) {
    if (!object.is_object() || !object.contains("eyehand_run"))
      throw Error(name + ": not the record of a run; 'eyehand challenge --report DIR' writes one " +
                  "(DIR/run.json).");
    if (object.at("eyehand_run") != kFormat)
      throw Error(name + ": the record of a run by another version of eyehand.");
    RunRecord run;
    run.skin = object.value("skin", "");
    run.game = object.value("game", "");
    run.program = object.value("program", "");
    run.started = object.value("started", "");
    run.displays = object.value("displays", 1);
    run.game_limit = object.value("game_limit", 0.0);
    run.seconds = object.value("seconds", 0.0);
    run.ended = object.value("ended", "");
    for (const Json& game : object.at("games")) run.games.push_back(to_game(game));
    return run;
  });
}

Comparison compare(const RunRecord& before, const RunRecord& now) {
  constexpr double kMillisecond = 0.001, kOneClick = 1;
  Comparison comparison{before.won(), before.counted(), now.won(), now.counted(), {}, {}};
  const auto add = [&](std::string_view what, double StageTimes::*stage) {
    comparison.changes.push_back(
        change_of(what, before.seconds_of(stage), now.seconds_of(stage), kMillisecond));
  };
  add("total", &StageTimes::total);
  for (const auto& [stage, seconds] : kStages) add(stage, seconds);
  comparison.changes.push_back(change_of("clicks", clicks_of(before), clicks_of(now), kOneClick));
  comparison.verdict = verdict_of(comparison);
  return comparison;
}

}  // namespace eyehand
