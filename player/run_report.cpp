#include "player/run_report.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "player/page.hpp"

namespace eyehand {
namespace {

using html::Cell, html::Tone;

/// With more games, one bar per game would make the page too long.
constexpr std::size_t kMaxBars = 60;

Cell ms(double seconds) {
  return {fmt::format("{:.1f}", seconds * 1000)};
}

std::string outcome_table(const RunRecord& run) {
  const auto totals = run.seconds_of(&StageTimes::total);
  std::map<std::string, int> ends;
  for (const GameRecord& game : run.games) ++ends[game.cut ? "cut short by the end" : game.result];
  std::string how;
  for (const auto& [end, count] : ends)
    how += (how.empty() ? "" : ", ") + fmt::format("{} {}", count, end);
  html::Table table{{"", ""}, {}, 2};
  const auto add = [&](const std::string& what, const std::string& value) {
    if (!value.empty()) table.rows.push_back({{what, Tone::faint}, {value}});
  };
  add("won", fmt::format("{} of {} games", run.won(), run.counted()));
  add("how games ended", how);
  add("program", run.program);
  add("skin", run.skin);
  add("started", run.started);
  add("took", span_text(run.seconds) +
                  (run.displays > 1 ? fmt::format(" on {} displays at once", run.displays) : ""));
  if (run.game_limit > 0) add("limit for each game", span_text(run.game_limit));
  add("the run ended", run.ended);
  if (!totals.empty())
    add("a won game takes",
        fmt::format("{} (median), {} to {}", span_text(html::median(totals)),
                    span_text(html::quantile(totals, 0)), span_text(html::quantile(totals, 1))));
  return html::table(table);
}

std::string comparison_section(const RunRecord& run, const RunRecord& before) {
  const Comparison comparison = compare(before, run);
  html::Table table{{"median of won games", "before", "now", "now : before", ""}, {}, 1};
  for (const Change& change : comparison.changes) {
    const bool is_time = change.what != "clicks";
    const auto text = [&](double value) {
      return is_time ? span_text(value) : fmt::format("{:.1f}", value);
    };
    const Tone tone = !change.is_plain             ? Tone::plain
                      : change.now < change.before ? Tone::good
                                                   : Tone::bad;
    table.rows.push_back({{change.what},
                          {text(change.before)},
                          {text(change.now)},
                          {change.ratio ? fmt::format("{:.2f}", *change.ratio) : "", tone},
                          {change.is_plain ? "changed" : "", tone}});
  }
  return html::heading("Against the run of " + before.started) +
         html::paragraph(comparison.verdict) +
         html::paragraph(fmt::format("Won: {} of {} before, {} of {} now.", comparison.won_before,
                                     comparison.counted_before, comparison.won_now,
                                     comparison.counted_now)) +
         html::table(table);
}

std::string plots(const RunRecord& run, const RunRecord* before) {
  html::BoxPlot stages{"Time by stage, won games", "milliseconds", {}};
  for (const auto& [stage, seconds] : kStages) {
    html::Sample sample{std::string(stage), run.seconds_of(seconds)};
    for (double& value : sample.values) value *= 1000;
    stages.samples.push_back(std::move(sample));
  }
  html::Histogram totals{"Time of a game, won games", "seconds",
                         run.seconds_of(&StageTimes::total)};
  std::vector<std::string> pieces = {html::histogram(totals), html::box_plot(stages)};
  if (before)
    pieces.push_back(html::box_plot({"Time of a game, against the earlier run",
                                     "seconds",
                                     {{"before", before->seconds_of(&StageTimes::total)},
                                      {"now", run.seconds_of(&StageTimes::total)}}}));
  const bool in_minutes = run.seconds > 180;
  html::LinePlot course{"In the course of the run",
                        in_minutes ? "minutes since its beginning" : "seconds since its beginning",
                        "seconds for a game",
                        {},
                        true,
                        true};
  std::map<int, html::Series> by_display;
  for (const GameRecord& game : run.games) {
    if (game.cut) continue;
    html::Series& series = by_display[game.display];
    series.name = game.display > 0 ? fmt::format("display {}", game.display) : "";
    series.x.push_back(in_minutes ? game.begun / 60 : game.begun);
    series.y.push_back(game.seconds.total);
  }
  for (auto& [display, series] : by_display) course.series.push_back(std::move(series));
  pieces.push_back(html::line_plot(course));
  html::Bars bars{"Where the time of each game went", "seconds", {}, {}};
  for (const auto& [stage, seconds] : kStages) bars.parts.emplace_back(stage);
  for (const GameRecord& game : run.games) {
    if (bars.rows.size() == kMaxBars) {
      bars.title += fmt::format(" (the first {})", kMaxBars);
      break;
    }
    html::Bars::Row row{fmt::format("game {}{}", game.number, game.won ? "" : ", " + game.result),
                        {}};
    for (const auto& [stage, seconds] : kStages) row.values.push_back(game.seconds.*seconds);
    bars.rows.push_back(std::move(row));
  }
  pieces.push_back(html::bars(bars));
  return html::heading("Times") + html::side_by_side(pieces);
}

std::string games_table(const RunRecord& run) {
  html::Table table{{"game", "result", "board"}, {}, 3};
  if (run.displays > 1) table.columns.emplace_back("display");
  for (const auto& [stage, seconds] : kStages) table.columns.push_back(std::string(stage) + " ms");
  for (const char* column : {"total s", "clicks", "planned", "captures", "retries"})
    table.columns.emplace_back(column);
  for (const GameRecord& game : run.games) {
    const Tone tone = game.won ? Tone::good : game.cut ? Tone::faint : Tone::bad;
    const std::string result = game.cut ? "cut short by the end of the run" : result_text(game);
    const std::string link = game.folder.empty() ? "" : game.folder + "/index.html";
    std::vector<Cell> row = {
        {std::to_string(game.number), Tone::plain, link}, {result, tone, link}, {game.size}};
    if (run.displays > 1) row.push_back({std::to_string(game.display)});
    for (const auto& [stage, seconds] : kStages) row.push_back(ms(game.seconds.*seconds));
    row.push_back({fmt::format("{:.3f}", game.seconds.total)});
    for (const int count : {game.clicks, game.clicks_planned, game.captures, game.replays})
      row.push_back({std::to_string(count)});
    table.rows.push_back(std::move(row));
  }
  return html::heading("Games") + html::table(table);
}

std::string not_won_section(const RunRecord& run) {
  std::string list;
  for (const GameRecord& game : run.games)
    if (!game.folder.empty())
      list += "<li><a href=\"" + html::escape(game.folder + "/index.html") + "\">" +
              html::escape(fmt::format("game {}: {}", game.number, game.result)) + "</a>" +
              (game.why.empty() ? "" : " &ndash; " + html::escape(game.why)) + "</li>\n";
  if (list.empty()) return {};
  return html::heading("Games that were not won") +
         html::paragraph("Each links to what was seen, read and sent.") + "<ul>\n" + list +
         "</ul>\n";
}

std::string meaning() {
  return html::heading("What the stages are") +
         html::paragraph(
             "wait: until the program is still, before it is played. capture: capturing the "
             "window. "
             "read: from the picture to the board. solve: from the board to its solution. plan: "
             "from "
             "the solution to clicks. act: sending them. verify: everything from then on, until a "
             "capture shows how the game ended. total: from the first capture to the last, "
             "including "
             "the little time between the stages.");
}

}  // namespace

std::string span_text(double seconds) {
  if (seconds < 0.9995) return fmt::format("{:.1f} ms", seconds * 1000);
  if (seconds < 99.995) return fmt::format("{:.2f} s", seconds);
  const long whole = std::lround(seconds);
  if (whole < 3600) return fmt::format("{}:{:02} min", whole / 60, whole % 60);
  return fmt::format("{}:{:02}:{:02} h", whole / 3600, whole / 60 % 60, whole % 60);
}

std::string run_page(const RunRecord& run, const RunRecord* before) {
  std::string body = outcome_table(run) + not_won_section(run);
  if (before) body += comparison_section(run, *before);
  if (!run.games.empty()) body += plots(run, before) + games_table(run) + meaning();
  return html::document(fmt::format("Challenge: {}", run.skin), body);
}

}  // namespace eyehand
