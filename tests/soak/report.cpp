#include "tests/soak/report.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace eyehand::soak {
namespace {

constexpr const char* kNoFault = "none in time";

/// The exit codes that a game may end with, and their names in the table.
constexpr int kError = 1;
constexpr int kSignal = 128;  // ... and more: the signal's number
constexpr std::array<std::pair<int, const char*>, 10> kCodes = {{
    {0, "solved"},
    {3, "no solution"},
    {4, "unreadable"},
    {5, "no window"},
    {6, "time"},
    {7, "interrupted"},
    {8, "stuck"},
    {9, "multiple"},
    {1, "error"},
    {kSignal, "signal"},
}};

unsigned longest(const std::vector<unsigned>& times) {
  return times.empty() ? 0 : *std::ranges::max_element(times);
}

}  // namespace

bool Game::has_fault(std::string_view fault) const {
  return std::ranges::find(faults, fault) != faults.end();
}

bool Game::has_named_code() const {
  if (hung) return true;  // it was killed, and is counted as hung
  if (code > kSignal) return has_fault("interrupted") && events == 0;
  if (code != kError)
    return std::ranges::any_of(kCodes, [&](const auto& one) { return one.first == code; });
  const auto says = [&](const char* words) { return error.find(words) != std::string::npos; };
  // If a connection breaks while it is being opened, the message is from Xlib.
  const bool reports_lost_server = says("eyehand: ") ? says("gone away") || says("cannot open")
                                                     : error.starts_with("X connection to ");
  return std::ranges::count(error, '\n') == 1 &&
         ((has_fault("server-gone") && reports_lost_server) ||
          (has_fault("layout") && says("eyehand: ") && says("has no key for")));
}

bool Game::is_good() const {
  return !hung && has_named_code() && stray == 0 && !left_down;
}

void to_json(nlohmann::json& json, const Game& game) {
  json = {{"number", game.number},
          {"program", game.program},
          {"faults", game.faults},
          {"pace", game.pace},
          {"hung", game.hung},
          {"code", game.code},
          {"result", game.result},
          {"why", game.why},
          {"error", game.error},
          {"seconds", game.seconds},
          {"events", game.events},
          {"presses", game.presses},
          {"stray", game.stray},
          {"overtaken", game.overtaken},
          {"overtaken_ms", game.overtaken_ms},
          {"strays", game.strays},
          {"left_down", game.left_down}};
  if (game.reaction_ms) json["reaction_ms"] = *game.reaction_ms;
}

void from_json(const nlohmann::json& json, Game& game) {
  json.at("number").get_to(game.number);
  json.at("program").get_to(game.program);
  json.at("faults").get_to(game.faults);
  json.at("pace").get_to(game.pace);
  json.at("hung").get_to(game.hung);
  json.at("code").get_to(game.code);
  json.at("result").get_to(game.result);
  json.at("why").get_to(game.why);
  json.at("error").get_to(game.error);
  json.at("seconds").get_to(game.seconds);
  json.at("events").get_to(game.events);
  json.at("presses").get_to(game.presses);
  json.at("stray").get_to(game.stray);
  json.at("overtaken").get_to(game.overtaken);
  json.at("overtaken_ms").get_to(game.overtaken_ms);
  json.at("strays").get_to(game.strays);
  json.at("left_down").get_to(game.left_down);
  if (json.contains("reaction_ms")) game.reaction_ms = json.at("reaction_ms").get<unsigned>();
}

void Report::Row::add(const Game& game) {
  ++games;
  ++codes[game.hung ? -1 : std::min(game.code, kSignal)];
  events += game.events;
  presses += game.presses;
  hung += game.hung;
  unnamed += !game.has_named_code();
  stray += game.stray;
  overtaken += game.overtaken;
  overtaken_ms = std::max(overtaken_ms, game.overtaken_ms);
  left_down += game.left_down;
  if (game.reaction_ms) reactions_ms.push_back(*game.reaction_ms);
}

nlohmann::ordered_json Report::Row::json() const {
  nlohmann::ordered_json by_code;
  for (const auto& [code, word] : kCodes) {
    const auto found = codes.find(code);
    by_code[word] = found == codes.end() ? 0 : found->second;
  }
  return {{"games", games},
          {"ended", by_code},
          {"hung", hung},
          {"unnamed", unnamed},
          {"events", events},
          {"presses", presses},
          {"stray", stray},
          {"overtaken", overtaken},
          {"overtaken_ms", overtaken_ms},
          {"left_down", left_down},
          {"touches", reactions_ms.size()},
          {"longest_reaction_ms", longest(reactions_ms)}};
}

void Report::add(const Game& game) {
  rows_[game.faults.empty() ? kNoFault : game.faults.front()].add(game);
  programs_[game.program].add(game);
  total_.add(game);
}

bool Report::is_good() const {
  return total_.games > 0 && total_.hung == 0 && total_.unnamed == 0 && total_.stray == 0 &&
         total_.left_down == 0;
}

std::string Report::table() const {
  std::string text = fmt::format("{:<14}{:>6}", "first fault", "games");
  for (const auto& one : kCodes) text += fmt::format("{:>12}", one.second);
  text += fmt::format("{:>9}{:>6}{:>9}{:>7}{:>11}{:>6}{:>10}\n", "unnamed", "hung", "presses",
                      "stray", "overtaken", "down", "react ms");
  const auto line = [&](const std::string& name, const Row& row) {
    text += fmt::format("{:<14}{:>6}", name, row.games);
    for (const auto& [code, word] : kCodes) {
      const auto found = row.codes.find(code);
      text += fmt::format("{:>12}", found == row.codes.end() ? 0 : found->second);
    }
    text += fmt::format("{:>9}{:>6}{:>9}{:>7}{:>11}{:>6}{:>10}\n", row.unnamed, row.hung,
                        row.presses, row.stray, row.overtaken, row.left_down,
                        row.reactions_ms.empty() ? "-" : std::to_string(longest(row.reactions_ms)));
  };
  for (const auto& [name, row] : rows_) line(name, row);
  text += '\n';
  for (const auto& [name, row] : programs_) line(name, row);
  text += '\n';
  line("all", total_);
  text += fmt::format(
      "{} uses of the mouse by the user; the longest time from a query to an overtaken event was "
      "{} "
      "ms\n",
      total_.reactions_ms.size(), total_.overtaken_ms);
  return text;
}

nlohmann::ordered_json Report::json() const {
  nlohmann::ordered_json json = {{"good", is_good()}, {"all", total_.json()}};
  for (const auto& [name, row] : rows_) json["faults"][name] = row.json();
  for (const auto& [name, row] : programs_) json["programs"][name] = row.json();
  return json;
}

}  // namespace eyehand::soak
