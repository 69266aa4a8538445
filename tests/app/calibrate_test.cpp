// eyehand calibrate check on the command line.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "process/temp_folder.hpp"
#include "tests/app/run_eyehand.hpp"
#include "tests/support/paths.hpp"

namespace eyehand::test {
namespace {

namespace fs = std::filesystem;

const std::string kPictures = test::source_path("tests/data/knetwalk");

/// Runs a short check of knetwalk with additional arguments.
Ran check(std::vector<std::string> more, const Environment& environment = {}) {
  std::vector<std::string> arguments = {"calibrate", "check",   "--skin",  "knetwalk",
                                        "--samples", kPictures, "--sweep", "shift,cover"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return run_eyehand(arguments, "", environment);
}

void expect_usage_error(const std::vector<std::string>& arguments) {
  const Ran ran = run_eyehand(arguments);
  EXPECT_EQ(ran.code, 2) << ran.err;
  EXPECT_TRUE(is_one_clear_error(ran.err)) << ran.err;
}

TEST(CalibrateCheck, HelpHasExamples) {
  EXPECT_NE(run_eyehand({"calibrate", "--help"}).out.find("eyehand calibrate check --skin"),
            std::string::npos);
  const Ran ran = run_eyehand({"calibrate", "check", "--help"});
  EXPECT_EQ(ran.code, 0);
  for (const char* word : {"Examples:", "--html", "--hold", "--json", "Exit codes"})
    EXPECT_NE(ran.out.find(word), std::string::npos) << word;
}

TEST(CalibrateCheck, RejectsInvalidCommandLines) {
  expect_usage_error({"calibrate"});
  expect_usage_error({"calibrate", "check"});
  expect_usage_error({"calibrate", "check", "--skin", "knetwalk", "--sweep", "taste"});
  expect_usage_error({"calibrate", "check", "--skin", "knetwalk", "--boards", "0"});
  expect_usage_error({"calibrate", "check", "--skin", "knetwalk", "--hold", "--write-baseline"});
  expect_usage_error({"calibrate", "check", "--skin", "knetwalk", "--live", "--hold"});
  expect_usage_error({"calibrate", "check", "--skin", "knetwalk", "--truth", "5x5"});
}

TEST(CalibrateCheck, ReportsMissingSamples) {
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"calibrate", "check", "--skin", "no-such-skin"},
        {"calibrate", "check", "--skin", "hexiom"},
        {"calibrate", "check", "--skin", "knetwalk", "--samples", "/nowhere"}}) {
    const Ran ran = run_eyehand(arguments);
    EXPECT_EQ(ran.code, 1) << ran.err;
    EXPECT_TRUE(is_one_clear_error(ran.err)) << ran.err;
    EXPECT_EQ(ran.out, "");
  }
}

TEST(CalibrateCheck, PrintsTablesOrJsonAndWritesAPage) {
  const TempFolder folder;
  const std::string page = folder.path() / "page.html";
  const Ran tables = check({"--boards", "1", "--html", page});
  EXPECT_EQ(tables.code, 0) << tables.err;
  EXPECT_NE(tables.out.find("knetwalk (net): 1 boards, stored pictures"), std::string::npos)
      << tables.out;
  EXPECT_GT(fs::file_size(page), 5000u);
  const Ran json = check({"--boards", "1", "--json"});
  const auto figures = nlohmann::json::parse(json.out);
  EXPECT_EQ(figures.at("plain").at("boards").at("right"), 1);
  EXPECT_EQ(figures.at("sweeps").size(), 2u);
}

TEST(CalibrateCheck, CountsOfShardsAddUp) {
  const auto counts = [](const std::vector<std::string>& more) {
    std::vector<std::string> arguments = {"--boards", "3", "--json"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Ran ran = check(arguments);
    EXPECT_EQ(ran.code, 0) << ran.err;
    // Every number of boards and parts, by its place in the results.
    std::map<std::string, long> found;
    const auto all = nlohmann::json::parse(ran.out).flatten();
    for (const auto& [place, value] : all.items()) {
      const bool is_count =
          place.ends_with("/right") || place.ends_with("/wrong") || place.ends_with("/refused");
      if (is_count && value.is_number()) found[place] = value.get<long>();
    }
    return found;
  };
  auto sum = counts({"--shard", "1/2"});
  for (const auto& [place, count] : counts({"--shard", "2/2"})) sum[place] += count;
  EXPECT_EQ(sum, counts({}));
  EXPECT_GT(sum.size(), 30U);
  const Ran none = check({"--boards", "3", "--shard", "4/4"});
  EXPECT_EQ(none.code, 1);
  EXPECT_TRUE(is_one_clear_error(none.err)) << none.err;
  expect_usage_error({"calibrate", "check", "--skin", "knetwalk", "--shard", "1/2", "--hold"});
}

TEST(CalibrateCheck, ComparesWithTheBaseline) {
  const TempFolder folder;
  fs::copy_file(test::source_path("skins/knetwalk.toml"), folder.path() / "knetwalk.toml");
  const Environment environment = {{"EYEHAND_SKINS", folder.path().string()}};
  EXPECT_EQ(check({"--hold"}, environment).code, 1);  // there is none
  EXPECT_EQ(check({"--boards", "1", "--write-baseline"}, environment).code, 0);
  const fs::path file = folder.path() / "figures/knetwalk.json";
  ASSERT_TRUE(fs::exists(file));
  const Ran same = check({"--hold"}, environment);
  EXPECT_EQ(same.code, 0) << same.err;

  // Compared with a baseline without refusals, covered boards are worse.
  std::ifstream in(file);
  auto figures = nlohmann::json::parse(in);
  for (auto& sweep : figures["sweeps"])
    for (const char* what : {"boards", "parts"}) sweep[what]["refused"] = 0;
  std::ofstream(file) << figures;
  const Ran worse = check({"--hold"}, environment);
  EXPECT_EQ(worse.code, 1);
  EXPECT_NE(worse.err.find("worse: cover, parts:"), std::string::npos) << worse.err;
}

}  // namespace
}  // namespace eyehand::test
