#include "app/scoreboard.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "player/page.hpp"
#include "player/run_report.hpp"

namespace eyehand {
namespace {

std::string stage_table(const RunRecord& run) {
  std::string text = fmt::format("{:<8} {:>10} {:>10} {:>10} {:>10} {:>10}\n", "", "min",
                                 "quartile", "median", "quartile", "max");
  const auto add = [&](std::string_view what, double StageTimes::*stage) {
    const auto values = run.seconds_of(stage);
    text += fmt::format("{:<8}", what);
    for (const double share : {0.0, 0.25, 0.5, 0.75, 1.0})
      text += fmt::format(" {:>10}", span_text(html::quantile(values, share)));
    text += '\n';
  };
  for (const auto& [stage, spent] : kStages) add(stage, spent);
  add("total", &StageTimes::total);
  return text;
}

std::string comparison_text(const RunRecord& run, const RunRecord& before) {
  const Comparison comparison = compare(before, run);
  std::string text =
      fmt::format("\ncompared with the run of {}: won {} of {} before, {} of {} now\n{}\n",
                  before.started, comparison.won_before, comparison.counted_before,
                  comparison.won_now, comparison.counted_now, comparison.verdict);
  text += fmt::format("{:<8} {:>10} {:>10} {:>8}\n", "median", "before", "now", "ratio");
  for (const Change& change : comparison.changes) {
    const auto figure = [&](double value) {
      return change.what == "clicks" ? fmt::format("{:.1f}", value) : span_text(value);
    };
    text +=
        fmt::format("{:<8} {:>10} {:>10} {:>8}{}\n", change.what, figure(change.before),
                    figure(change.now), change.ratio ? fmt::format("{:.2f}", *change.ratio) : "-",
                    change.is_plain ? "  changed" : "");
  }
  return text;
}

}  // namespace

Scoreboard::Scoreboard(int games, Deadline all, bool is_silent)
    : games_(games), all_(all), is_silent_(is_silent), line_(!is_silent) {}

std::string Scoreboard::text() const {
  std::string text = games_ > 0 ? fmt::format("{} of {} games", played_, games_)
                                : fmt::format("{} games", played_);
  text += fmt::format(", {} won", won_);
  if (last_) text += ", last " + span_text(*last_);
  if (best_) text += ", best " + span_text(*best_);
  if (!all_.never())
    text += ", " + span_text(std::chrono::duration<double>(all_.left()).count()) + " left";
  else if (played_ > 0 && games_ >= played_)
    text += ", about " +
            span_text(time_left(started_, static_cast<std::size_t>(played_),
                                static_cast<std::size_t>(games_))) +
            " left";
  return text;
}

void Scoreboard::doing(std::string_view what) {
  doing_ = what;
  if (line_.is_due()) show();
}

void Scoreboard::done(const GameRecord& game) {
  doing_.clear();
  if (!game.cut) ++played_;
  if (game.won) {
    ++won_;
    best_ = std::min(best_.value_or(game.seconds.total), game.seconds.total);
  }
  last_ = game.seconds.total;
  if (is_silent_) return;
  std::string line = fmt::format("game {}: {}", game.number,
                                 game.cut ? "cut off by the end of the run" : result_text(game));
  if (!game.size.empty()) line += ", " + game.size;
  line += fmt::format(", {}, {} clicks", span_text(game.seconds.total), game.clicks);
  // On a terminal, games that are won only appear in the status line.
  if (!line_.is_live() || !game.won) {
    clear();
    print_line(line);
  }
  if (line_.is_live()) show();
}

void Scoreboard::show() {
  line_.show(text() + (doing_.empty() ? "" : "; " + doing_));
}

std::string run_summary(const RunRecord& run, const RunRecord* before) {
  std::map<std::string, int> ends;
  for (const GameRecord& game : run.games)
    if (!game.won && !game.cut) ++ends[game.result];
  std::string lost;
  for (const auto& [end, count] : ends)
    lost += (lost.empty() ? "" : ", ") + fmt::format("{} {}", count, end);
  std::string text =
      fmt::format("{} of {} games won in {}", run.won(), run.counted(), span_text(run.seconds));
  if (!lost.empty()) text += " (" + lost + ")";
  if (!run.ended.empty()) text += "; " + run.ended;
  text += '\n';
  if (run.won() > 0) text += stage_table(run);
  int clicks = 0, planned = 0, retries = 0;
  for (const GameRecord& game : run.games) {
    clicks += game.clicks;
    planned += game.clicks_planned;
    retries += game.replays;
  }
  text += fmt::format("clicks   {} sent, {} planned; {} replans\n", clicks, planned, retries);
  if (before) text += comparison_text(run, *before);
  return text;
}

}  // namespace eyehand
