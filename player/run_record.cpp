#include "player/run_record.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cmath>
#include <concepts>
#include <nlohmann/json.hpp>
#include <type_traits>

#include "player/page.hpp"
#include "puzzle/error.hpp"

namespace eyehand {
namespace {

using Json = nlohmann::ordered_json;

// The version of both formats, their key "schema": raised when a key goes away or changes its
// meaning, not when one is added. Older versions wrote games without it, and runs with
// "eyehand_run" instead.
constexpr int kSchema = 1;

/// How a key is treated: `optional` ones may be missing when read; `sparse` ones are also omitted
/// when they would be written with their default value.
enum class Key { required, optional, sparse };

/// The keys of a game and of a run, for both writing and reading.
template <class Visitor>
void visit_fields(GameRecord& game, Visitor&& visit) {
  visit("game", game.number, Key::required);
  visit("display", game.display, Key::sparse);
  visit("result", game.result, Key::required);
  visit("why", game.why, Key::optional);
  visit("won", game.won, Key::required);
  visit("covered", game.covered, Key::optional);
  visit("cut", game.cut, Key::sparse);
  visit("begun", game.begun, Key::optional);
  visit("seconds", game.seconds, Key::required);
  visit("clicks", game.clicks, Key::optional);
  visit("clicks_planned", game.clicks_planned, Key::optional);
  visit("captures", game.captures, Key::optional);
  visit("replays", game.replays, Key::optional);
  visit("size", game.size, Key::optional);
  visit("board", game.board, Key::optional);
  visit("folder", game.folder, Key::sparse);
}
template <class Visitor>
void visit_fields(StageTimes& seconds, Visitor&& visit) {
  for (const auto& [stage, spent] : kStages) visit(stage, seconds.*spent, Key::optional);
  visit("total", seconds.total, Key::required);
}
template <class Visitor>
void visit_fields(Shard& shard, Visitor&& visit) {
  visit("number", shard.number, Key::required);
  visit("count", shard.count, Key::required);
}
template <class Visitor>
void visit_fields(RunRecord& run, Visitor&& visit) {
  visit("skin", run.skin, Key::optional);
  visit("game", run.game, Key::optional);
  visit("program", run.program, Key::optional);
  visit("started", run.started, Key::optional);
  visit("displays", run.displays, Key::optional);
  visit("requested", run.requested, Key::sparse);
  visit("seed", run.seed, Key::sparse);
  visit("shard", run.shard, Key::sparse);
  visit("game_limit", run.game_limit, Key::optional);
  visit("seconds", run.seconds, Key::optional);
  visit("ended", run.ended, Key::optional);
}

template <class T>
constexpr bool is_record = std::is_same_v<T, StageTimes> || std::is_same_v<T, Shard>;

template <class Record>
void write_fields(Json& object, Record record) {
  visit_fields(record, [&](std::string_view key, auto& member, Key kind) {
    using Member = std::remove_reference_t<decltype(member)>;
    if constexpr (std::equality_comparable<Member>)
      if (kind == Key::sparse && member == Member{}) return;
    if constexpr (is_record<Member>)
      write_fields(object[std::string(key)], member);
    else
      object[std::string(key)] = member;
  });
}

/// Throws Json::exception for a missing key or a wrong type.
template <class Record>
void read_fields(const Json& object, Record& record) {
  visit_fields(record, [&](std::string_view key, auto& member, Key kind) {
    const auto found = object.find(std::string(key));
    if (kind != Key::required && found == object.end()) return;
    const Json& value = object.at(std::string(key));
    if constexpr (is_record<std::remove_reference_t<decltype(member)>>)
      read_fields(value, member);
    else
      value.get_to(member);
  });
}

Json game_object(const GameRecord& game) {
  Json object;
  write_fields(object, game);
  return object;
}

GameRecord to_game(const Json& object) {
  GameRecord game;
  read_fields(object, game);
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
                 const std::vector<double>& now, double min_difference) {
  using html::median, html::quantile;
  Change change{std::string(what), median(before), median(now), {}, false};
  if (change.before > 0) change.ratio = change.now / change.before;
  if (before.empty() || now.empty()) return change;
  const auto is_outside = [](double value, const std::vector<double>& values) {
    return value < quantile(values, 0.25) || value > quantile(values, 0.75);
  };
  const double difference = std::abs(change.now - change.before);
  change.is_plain = difference > min_difference && difference > 0.2 * change.before &&
                    is_outside(change.now, before) && is_outside(change.before, now);
  return change;
}

std::string verdict_of(const Comparison& comparison) {
  if (comparison.won_before == 0 || comparison.won_now == 0)
    return "There is nothing to compare: one of the runs won no game.";
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
    return fmt::format("Games take about as long as before, except for the stage {}.", stage);
  return "Games take about as long as before, within their usual scatter.";
}

}  // namespace

GameRecord to_record(int number, const GameReport& report) {
  GameRecord game;
  game.number = number;
  game.result = name(report.end);
  game.why = report.why;
  game.won = report.end == End::solved;
  game.covered = report.covered;
  game.seconds = report.seconds;
  game.size = report.first.size;
  game.board = report.first.text;
  game.clicks = report.clicks;
  game.clicks_planned = report.clicks_planned;
  game.captures = report.captures;
  game.replays = report.replays;
  return game;
}

std::string result_text(const GameRecord& game) {
  if (game.why.empty() || game.why == game.result) return game.result;
  return game.result + (game.won ? "; " : ": ") + game.why;
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
  Json object;
  object["schema"] = kSchema;
  write_fields(object, game);
  return to_text(object, -1);
}

std::string to_json(const RunRecord& run) {
  Json object;
  object["schema"] = kSchema;
  write_fields(object, run);
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
    if (!object.is_object() || !object.contains("games"))
      throw Error(name + ": not the record of a run; 'eyehand challenge --report DIR' writes one " +
                  "(DIR/run.json).");
    if (object.value("schema", object.value("eyehand_run", 0)) != kSchema)
      throw Error(name + ": the record of a run by another version of eyehand.");
    RunRecord run;
    read_fields(object, run);
    const auto& [number, count] = run.shard;
    if (number < 1 || number > count) throw Error(name + ": shard " + to_string(run.shard) + '?');
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
