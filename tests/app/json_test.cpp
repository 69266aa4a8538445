// Every object that a command prints has the schema that docs/json.md states.
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <regex>

#include "process/find_program.hpp"
#include "process/temp_folder.hpp"
#include "tests/app/run_eyehand.hpp"
#include "tests/support/contents.hpp"
#include "tests/support/desktop.hpp"
#include "tests/support/paths.hpp"

namespace eyehand::test {
namespace {

using Json = nlohmann::json;

const std::string kTiles = "5x5w:1315a65hdeh659e81v3a9h3c8hav3cv6";

/// The schemas by command.
std::map<std::string, int> documented() {
  std::map<std::string, int> all;
  const std::regex heading(R"(## `eyehand ([a-z ]+) --json`: schema (\d+))");
  for (const std::string& line : lines(contents(test::source_path("docs/json.md"))))
    if (std::smatch match; std::regex_match(line, match, heading))
      all[match[1]] = std::stoi(match[2]);
  return all;
}

/// The schema of each line that the command prints.
void expect_documented(const std::string& command, const Ran& ran) {
  const auto all = lines(ran.out);
  EXPECT_FALSE(all.empty()) << command << ": " << ran.err;
  for (const std::string& line : all) {
    const Json object = Json::parse(line);
    EXPECT_EQ(object.value("schema", 0), documented()[command]) << command << ": " << line;
  }
}

TEST(Json, EveryCommandThatPrintsItIsDocumented) {
  std::vector<std::string> commands = lines(run_eyehand({"--complete", ""}).out);
  ASSERT_GT(commands.size(), 10U);
  std::size_t count = 0;
  for (const std::string& line : commands) {
    std::vector<std::string> words = {line.substr(0, line.find('\t'))};
    std::string command = words[0];
    if (command == "calibrate") {
      words.emplace_back("check");
      command += " check";
    }
    words.emplace_back("--help");
    const bool has_json = run_eyehand(words).out.find("--json") != std::string::npos;
    EXPECT_EQ(documented().contains(command), has_json) << command;
    count += has_json ? 1 : 0;
  }
  EXPECT_EQ(documented().size(), count);
}

TEST(Json, OfCommandsWithoutAWindow) {
  expect_documented("solve", run_eyehand({"solve", "net", kTiles, "--explain", "--json"}));
  expect_documented("watch", run_eyehand({"watch", "net", kTiles, "--json"}));
  const Ran doctor = run_eyehand({"doctor", "--json"});
  expect_documented("doctor", doctor);
  EXPECT_EQ(doctor.code, 1);
  const Json found = Json::parse(doctor.out);
  EXPECT_EQ(found.at("playable"), false);
  std::map<std::string, int> kinds;
  for (const Json& finding : found.at("findings")) ++kinds[finding.at("kind")];
  EXPECT_GT(kinds["ok"], 10);
  EXPECT_EQ(kinds["missing"], 1) << "the display";
  if (!find_program("sgt-net")) GTEST_SKIP() << "sgt-net is not installed";
  expect_documented("calibrate check", run_eyehand({"calibrate", "check", "--skin", "sgt-net",
                                                    "--boards", "1", "--sweep", "blur", "--json"}));
}

TEST(Json, OfCommandsWithAWindow) {
  if (!find_program("sgt-net")) GTEST_SKIP() << "sgt-net is not installed";
  Desktop desktop(WithManager::no);
  const auto run = [&](std::vector<std::string> arguments) {
    arguments.emplace_back("--json");
    return run_eyehand(arguments, "", desktop.environment());
  };
  const auto program = desktop.launch({"sgt-net", kTiles});
  desktop.wait_for_window({.class_name = "sgt-net"});
  Ran read;
  EXPECT_TRUE(desktop.eventually([&] { return (read = run({"read"})).code == 0; })) << read.err;
  expect_documented("read", read);
  expect_documented("progress", run({"progress"}));
  expect_documented("hint", run({"hint", "--print"}));
  expect_documented("play", run({"play"}));
  const TempFolder folder;
  expect_documented("challenge", run({"challenge", "--games", "1", "--report", folder.path()}));
  EXPECT_EQ(Json::parse(contents(folder.path() / "run.json")).at("schema"),
            documented()["challenge"]);
}

}  // namespace
}  // namespace eyehand::test
