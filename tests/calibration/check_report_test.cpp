#include "calibration/check_report.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "puzzle/error.hpp"

namespace eyehand::calibration {
namespace {

Checked example() {
  Checked checked;
  checked.skin = "mine";
  checked.game = "net";
  checked.boards = 2;
  checked.drawn = true;
  checked.seed = 7;
  checked.plain_boards = {2, 0, 0};
  checked.plain_parts = {100, 0, 0};
  checked.sweeps = {
      {"size",
       "pixels per cell",
       {{8, "8", {0, 0, 2}, {0, 0, 100}, 8}, {16.2, "16", {2, 0, 0}, {100, 0, 0}, 16.2}}},
      {"blur", "pixels", {{1, "1", {1, 1, 0}, {95, 2, 3}, 32}}},
  };
  checked.confusions["tile"] = {{295, 2, 3}, {{"<", {{"<", 95}, {"b", 2}}}}, {{"<", 3}}};
  checked.reliability = empty_reliability();
  checked.reliability.back() = {0.99, 1, 200, 2};
  checked.smallest_px = 16.2;
  checked.crops.push_back(
      {cv::Mat(8, 8, CV_8UC3, cv::Scalar::all(90)), "board 1, blur 1", "tile", "<", "b", 1, false});
  return checked;
}

TEST(CheckReport, TablesNeverMixWrongAndRefused) {
  const std::string text = to_text(example());
  EXPECT_NE(text.find("from 16.2 pixels per cell upwards"), std::string::npos) << text;
  EXPECT_NE(text.find("tile '<' read as 'b': 2"), std::string::npos) << text;
  EXPECT_NE(text.find("0.99 to 1.00: 2 of 200 wrong"), std::string::npos) << text;
  EXPECT_NE(text.find("       1       1        0        95       2        3"), std::string::npos)
      << text;
}

TEST(CheckReport, JsonHoldsAllFigures) {
  const auto json = to_json(example());
  EXPECT_EQ(json.at("skin"), "mine");
  EXPECT_EQ(json.at("smallest_px"), 16.2);
  EXPECT_EQ(json.at("sweeps").size(), 2u);
  EXPECT_EQ(json.at("sweeps")[1].at("points")[0].at("parts").at("wrong"), 2);
  EXPECT_EQ(json.at("kinds").at("tile").at("read_as").at("<").at("b"), 2);
  EXPECT_EQ(json.at("kinds").at("tile").at("refused").at("<"), 3);
  EXPECT_EQ(json.at("reliability")[3].at("wrong"), 2);
  EXPECT_EQ(json.at("crops")[0].at("read_as"), "b");
  Checked none = example();
  none.smallest_px.reset();
  none.sweeps.clear();
  EXPECT_EQ(size_text(none), "");
  EXPECT_TRUE(to_json(none).at("smallest_px").is_null());
}

TEST(CheckReport, ThePageIsSelfContained) {
  const std::string page = to_html(example());
  EXPECT_EQ(page.find("src=\"http"), std::string::npos);
  EXPECT_EQ(page.find("<script"), std::string::npos);
  EXPECT_NE(page.find("data:image/png"), std::string::npos);
  EXPECT_NE(page.find("<svg"), std::string::npos);
  EXPECT_NE(page.find("'&lt;' read as"), std::string::npos);
  EXPECT_EQ(page.find("'<' read as"), std::string::npos);
}

TEST(CheckReport, AnEmptyCheckStillMakesAPage) {
  EXPECT_NE(to_html({}).find("</html>"), std::string::npos);
  EXPECT_NE(to_text({}).find("nothing was misread"), std::string::npos);
}

TEST(CheckBaseline, RoundTrips) {
  const Baseline baseline = parse_baseline(to_baseline(example()), "mine.json");
  EXPECT_EQ(baseline.boards, 2);
  EXPECT_EQ(baseline.seed, 7u);
  EXPECT_EQ(baseline.sweeps, (std::vector<std::string>{"size", "blur"}));
  ASSERT_EQ(baseline.lines.size(), 3u);
  EXPECT_EQ(baseline.lines[0].sweep, "plain");
  EXPECT_EQ(baseline.lines[1].parts, (Counts{100, 0, 100}));
  EXPECT_EQ(baseline.lines[2].boards, (Counts{1, 1, 0}));
}

TEST(CheckBaseline, ABrokenOneIsRejectedByName) {
  for (const char* text :
       {"", "[]", "{", "{\"boards\": 3}", "{\"boards\":1,\"seed\":1,\"sweeps\":3}",
        "{\"boards\":1,\"seed\":1,\"sweeps\":[{\"name\":\"x\"}]}"})
    try {
      parse_baseline(text, "mine.json");
      ADD_FAILURE() << text;
    } catch (const Error& error) {
      EXPECT_EQ(std::string(error.what()).rfind("mine.json", 0), 0u) << error.what();
    }
}

TEST(CheckBaseline, HoldsAgainstItself) {
  const Comparison comparison = compare(example(), parse_baseline(to_baseline(example()), ""));
  EXPECT_TRUE(comparison.holds());
  EXPECT_TRUE(comparison.better.empty());
}

TEST(CheckBaseline, OneMoreMisreadFails) {
  const Baseline before = parse_baseline(to_baseline(example()), "");
  Checked now = example();
  now.sweeps[1].points[0].parts = {94, 3, 3};
  const Comparison comparison = compare(now, before);
  ASSERT_EQ(comparison.worse.size(), 1u);
  EXPECT_EQ(comparison.worse[0], "blur, parts: 3 of 100 wrong, before 2 of 100");
}

TEST(CheckBaseline, ManyMoreRefusalsFailButAFewDoNot) {
  const Baseline before = parse_baseline(to_baseline(example()), "");
  Checked now = example();
  now.plain_parts = {99, 0, 1};
  EXPECT_TRUE(compare(now, before).holds());
  now.plain_parts = {90, 0, 10};
  const Comparison comparison = compare(now, before);
  ASSERT_EQ(comparison.worse.size(), 1u);
  EXPECT_EQ(comparison.worse[0], "plain, parts: 10 of 100 refused, before 0 of 100");
}

TEST(CheckBaseline, ReportsImprovements) {
  const Baseline before = parse_baseline(to_baseline(example()), "");
  Checked now = example();
  now.sweeps[1].points[0] = {1, "1", {2, 0, 0}, {100, 0, 0}, 32};
  const Comparison comparison = compare(now, before);
  EXPECT_TRUE(comparison.holds());
  EXPECT_FALSE(comparison.better.empty());
}

TEST(CheckBaseline, ComparesSharesWhenFewerBoardsAreUsed) {
  const Baseline before = parse_baseline(to_baseline(example()), "");
  Checked now = example();
  now.plain_boards = {1, 0, 0};
  now.plain_parts = {50, 0, 0};
  EXPECT_TRUE(compare(now, before).holds());
}

}  // namespace
}  // namespace eyehand::calibration
