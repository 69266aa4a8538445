#include "player/run_record.hpp"

#include <gtest/gtest.h>

#include "player/run_report.hpp"
#include "puzzle/error.hpp"

namespace eyehand {
namespace {

/// Each won game takes 1 s but for what solving takes longer or shorter than 0.1 s.
RunRecord a_run(const std::vector<double>& solve_seconds) {
  RunRecord run;
  run.skin = "sgt-net";
  run.started = "2024-05-31 14:03:59";
  for (const double seconds : solve_seconds) {
    GameRecord game;
    game.number = static_cast<int>(run.games.size()) + 1;
    game.result = "solved";
    game.won = true;
    game.seconds.solve = seconds;
    game.seconds.act = 0.5;
    game.seconds.total = 0.9 + seconds;
    game.clicks = 20 + game.number % 3;
    run.games.push_back(game);
  }
  return run;
}

GameRecord lost(const char* result) {
  GameRecord game;
  game.number = 99;
  game.result = result;
  game.why = "clicks <have> no effect";
  game.seconds.total = 60;
  game.folder = "game-99";
  return game;
}

const Change& change(const Comparison& comparison, std::string_view what) {
  for (const Change& each : comparison.changes)
    if (each.what == what) return each;
  throw std::out_of_range(std::string(what));
}

TEST(RunRecords, ComeBackFromTheirFile) {
  RunRecord run = a_run({0.1, 0.2});
  run.game = "net";
  run.program = "sgt-net 9x9";
  run.displays = 2;
  run.game_limit = 180;
  run.seconds = 12.5;
  run.ended = "all games were played";
  run.games[1].display = 2;
  run.games[1].cut = true;
  run.games[1].begun = 3.25;
  run.games[1].size = "9x9";
  run.games[1].board = "line \"one\"\nline two";
  run.games.push_back(lost("stuck"));
  const std::string text = to_json(run);
  const RunRecord back = run_from_json(text, "run.json");
  EXPECT_EQ(to_json(back), text);
  EXPECT_EQ(back.games.size(), 3U);
  EXPECT_EQ(back.games[1].board, run.games[1].board);
  EXPECT_EQ(back.games[1].seconds.solve, 0.2);
  EXPECT_EQ(back.games[2].folder, "game-99");
  EXPECT_EQ(back.won(), 2);
  EXPECT_EQ(back.counted(), 2) << "the game that was cut does not count";
  EXPECT_EQ(back.seconds_of(&StageTimes::total), (std::vector<double>{1.0, 1.1}));
}

TEST(RunRecords, OfOlderVersionsAreRead) {
  EXPECT_TRUE(run_from_json(R"({"eyehand_run":1,"games":[]})", "old.json").games.empty());
}

TEST(RunRecords, AGameIsOneLine) {
  GameRecord game = lost("stuck");
  game.board = "two\nlines";
  const std::string line = to_json(game);
  EXPECT_EQ(line.find('\n'), std::string::npos);
  EXPECT_EQ(to_json(game_from_json(line, "x")), line);
}

TEST(RunRecords, OtherTextIsAnErrorThatNamesTheFile) {
  for (const char* text :
       {"", "{", "[]", "3", "null", "{}", R"({"games":[]})", R"({"schema":2,"games":[]})",
        R"({"schema":1})", R"({"schema":1,"games":3})", R"({"schema":1,"games":[{"game":"x"}]})",
        R"({"schema":1,"games":[{"game":1,"result":"solved","won":true,"seconds":3}]})"}) {
    try {
      run_from_json(text, "old.json");
      FAIL() << text;
    } catch (const Error& error) {
      EXPECT_EQ(std::string_view(error.what()).substr(0, 9), "old.json:") << error.what();
    }
  }
}

TEST(ComparingRuns, FindsTheStageThatChanged) {
  const auto before = a_run({0.100, 0.110, 0.120, 0.130}), now = a_run({0.5, 0.6, 0.55, 0.52});
  const Comparison slower = compare(before, now);
  EXPECT_NEAR(change(slower, "solve").before, 0.115, 1e-9);
  EXPECT_NEAR(*change(slower, "solve").ratio, 0.535 / 0.115, 1e-6);
  EXPECT_TRUE(change(slower, "solve").is_plain);
  EXPECT_TRUE(change(slower, "total").is_plain);
  EXPECT_FALSE(change(slower, "act").is_plain);
  EXPECT_FALSE(change(slower, "read").ratio.has_value()) << "there was nothing before";
  EXPECT_NE(slower.verdict.find("slower"), std::string::npos) << slower.verdict;
  EXPECT_NE(slower.verdict.find("solve"), std::string::npos) << slower.verdict;
  EXPECT_NE(compare(now, before).verdict.find("faster"), std::string::npos);
}

TEST(ComparingRuns, ScatterIsNotAChange) {
  const auto one = a_run({0.1, 0.5, 0.9, 1.3}), other = a_run({0.4, 0.8, 1.2, 0.6});
  for (const Change& each : compare(one, other).changes) EXPECT_FALSE(each.is_plain) << each.what;
  EXPECT_NE(compare(one, other).verdict.find("as long as before"), std::string::npos);
}

TEST(ComparingRuns, AFractionOfAMillisecondIsNotAChange) {
  const auto one = a_run({0.0001, 0.0001}), other = a_run({0.0005, 0.0005});
  EXPECT_FALSE(change(compare(one, other), "solve").is_plain);
}

TEST(ComparingRuns, GamesThatWereNotWonDoNotCountAsTime) {
  const auto before = a_run({0.1, 0.1});
  auto now = before;
  now.games.push_back(lost("out of time"));
  const Comparison comparison = compare(before, now);
  EXPECT_EQ(change(comparison, "total").now, 1.0);
  EXPECT_EQ(comparison.won_now, 2);
  EXPECT_EQ(comparison.counted_now, 3);
  RunRecord nothing;
  EXPECT_NE(compare(nothing, now).verdict.find("no game"), std::string::npos);
}

TEST(RunPages, ListEveryGameAndLinkThoseNotWon) {
  RunRecord run = a_run({0.1, 0.2, 0.3});
  run.games.push_back(lost("stuck"));
  const std::string page = run_page(run, nullptr);
  EXPECT_NE(page.find("3 of 4 games"), std::string::npos);
  EXPECT_NE(page.find("href=\"game-99/index.html\""), std::string::npos);
  EXPECT_NE(page.find("clicks &lt;have&gt; no effect"), std::string::npos);
  for (const auto& [stage, seconds] : kStages)
    EXPECT_NE(page.find(std::string(stage) + " ms</th>"), std::string::npos) << stage;
  EXPECT_EQ(page.find("Against"), std::string::npos);
  EXPECT_NE(page.find("<svg"), std::string::npos);
}

TEST(RunPages, ShowTheComparison) {
  const auto before = a_run({0.1, 0.1, 0.1}), now = a_run({0.5, 0.5, 0.5});
  const std::string page = run_page(now, &before);
  EXPECT_NE(page.find("Against the run of 2024-05-31 14:03:59"), std::string::npos);
  EXPECT_NE(page.find("<td class=\" bad\">5.00</td>"), std::string::npos);
  EXPECT_NE(page.find("slower"), std::string::npos);
}

TEST(RunPages, OfARunWithoutGamesIsAPage) {
  const std::string page = run_page({}, nullptr);
  EXPECT_NE(page.find("0 of 0 games"), std::string::npos);
  EXPECT_EQ(page.find("nan"), std::string::npos);
}

TEST(Spans, HaveReadableUnits) {
  EXPECT_EQ(span_text(0.0834), "83.4 ms");
  EXPECT_EQ(span_text(0), "0.0 ms");
  EXPECT_EQ(span_text(4.309), "4.31 s");
  EXPECT_EQ(span_text(99.999), "1:40 min");
  EXPECT_EQ(span_text(125), "2:05 min");
  EXPECT_EQ(span_text(3725), "1:02:05 h");
}

}  // namespace
}  // namespace eyehand
