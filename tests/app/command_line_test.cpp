#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <regex>

#include "process/process.hpp"
#include "process/temp_folder.hpp"
#include "tests/app/run_eyehand.hpp"
#include "tests/support/paths.hpp"

namespace eyehand::test {
namespace {

TEST(Help, HasExamplesAndExitCodes) {
  const Ran whole = run_eyehand({"--help"});
  EXPECT_EQ(whole.code, 0);
  for (const char* word : {"play", "challenge", "read", "solve", "generate", "skins", "doctor",
                           "Examples:", "Exit codes", "time limit reached"})
    EXPECT_NE(whole.out.find(word), std::string::npos) << word;
  for (const char* command :
       {"play", "challenge", "read", "solve", "generate", "skins", "doctor"}) {
    const Ran help = run_eyehand({command, "--help"});
    EXPECT_EQ(help.code, 0) << command;
    EXPECT_NE(help.out.find("Usage: eyehand"), std::string::npos) << help.out;
    EXPECT_EQ(help.err, "");
  }
}

TEST(Help, VersionHasTheCommit) {
  const Ran version = run_eyehand({"--version"});
  EXPECT_EQ(version.code, 0);
  EXPECT_TRUE(std::regex_match(version.out,
                               std::regex(R"(eyehand \d+\.\d+\.\d+( \(commit [0-9a-f]{7,}\))?\n)")))
      << version.out;
}

TEST(Usage, ErrorsAreExitCode2WithOneLine) {
  const std::vector<std::vector<std::string>> wrong = {
      {},
      {"paly"},
      {"solve"},
      {"solve", "chess", "x"},
      {"solve", "net", "--colour"},
      {"solve", "net", "x", "--count-limit", "1"},
      {"solve", "net", "x", "--time-limit", "soon"},
      {"solve", "net", "x", "--time-limit", "-1s"},
      {"solve", "net", "x", "--time-limit", "1e300h"},
      {"generate", "net", "--size", "9x"},
      {"generate", "net", "--size", "9x9z"},
      {"generate", "net", "--size", "w"},
      {"generate", "sudoku", "--size", "9x9w"},
      {"generate", "net", "--size", "0x9"},
      {"generate", "net", "--size", "9x99999999999"},
      {"generate", "net", "--count", "0"},
      {"generate", "net", "--barriers", "1.5"},
      {"generate", "net", "--barriers", "many"},
      {"generate", "net", "--clues", "5"},
      {"generate", "net", "--killer"},
      {"generate", "net", "--seed", "x"},
      {"read", "--window-id", "Net"},
      {"read", "--window", "Net", "--window-id", "0x1"},
      {"play", "--games", "0"},
      {"challenge", "--games", "0"},
      {"challenge", "--games", "many"},
      {"challenge", "--total", "soon"},
      {"challenge", "--displays", "0"},
      {"challenge", "--level"},
      {"challenge", "--run", "sgt-net 9x9"},
      {"challenge", "--displays", "2"},
      {"challenge", "--window", "Net", "--run", "sgt-net"},
      {"challenge", "--skin", "sgt-net", "--level", "5x5", "--shard", "1/2"},
      {"challenge", "--skin", "sgt-net", "--level", "5x5", "--seed", "1"},
      {"challenge", "--skin", "sgt-net", "--seed", "1", "--level", "5x5#{seed}", "--shard", "3/2"},
      {"challenge", "--skin", "sgt-net", "--seed", "1", "--level", "5x5#{seed}", "--games", "2",
       "--shard", "1/3"},
      {"challenge", "--seed", "1", "--level", "5x5#{seed}"},
      {"challenge", "merge"},
      {"skins", "a", "b"},
      {"doctor", "now"},
  };
  for (const auto& arguments : wrong) {
    const Ran ran = run_eyehand(arguments);
    std::string shown;
    for (const auto& argument : arguments) shown += ' ' + argument;
    EXPECT_EQ(ran.code, 2) << shown;
    EXPECT_TRUE(is_one_clear_error(ran.err)) << shown << ": " << ran.err;
    EXPECT_EQ(ran.out, "") << shown;
  }
}

TEST(Output, ClosedByItsReaderEndsTheWorkQuietly) {
  const TempFolder folder;
  const std::string err = folder.path() / "err";
  Process pipe({"/bin/sh", "-c",
                test::built_program("eyehand") + " generate net --seed 1 --count 100000 2>" + err +
                    " | head -n 1"});
  EXPECT_EQ(pipe.wait(std::chrono::minutes(1)), 0);
  std::ifstream errors(err);
  EXPECT_EQ(errors.peek(), EOF);
  EXPECT_EQ(lines(pipe.output()).size(), 1u);
}

TEST(Output, ThatCannotBeWrittenIsAnError) {
  const Ran full = run_eyehand({"generate", "net", "--seed", "1"}, "", {}, ">/dev/full");
  EXPECT_EQ(full.code, 1);
  EXPECT_TRUE(is_one_clear_error(full.err)) << full.err;
  EXPECT_EQ(run_eyehand({"generate", "net", "--seed", "1"}, "", {}, "<&- >&- 2>&-").code, 0);
  EXPECT_EQ(run_eyehand({"generate", "net"}, "", {}, "2>&-").code, 0);
}

TEST(Output, LongWorkOnATerminalShowsTheTimeLeftInPlainText) {
  const Ran ran = run_on_terminal({"generate", "net", "--count", "10000000", "--time-limit", "2s"},
                                  "", {{"TERM", "xterm-256color"}, {"COLORTERM", "truecolor"}});
  const auto line = ran.err.find("\rgenerated ");
  ASSERT_NE(line, std::string::npos) << ran.err;
  const std::string shown = ran.err.substr(line + 1, ran.err.find('\r', line + 1) - line - 1);
  EXPECT_NE(shown.find(" of 10000000, about "), std::string::npos) << shown;
  EXPECT_NE(shown.find(" left"), std::string::npos) << shown;
  for (auto at = ran.err.find('\x1b'); at != std::string::npos; at = ran.err.find('\x1b', at + 1))
    ASSERT_EQ(ran.err.substr(at, 3), "\x1b[K") << "colours";
}

TEST(Interruption, IsExitCode7) {
  Process process({test::built_program("eyehand"), "generate", "net", "--count", "1000000000"});
  while (process.is_running() && lines(process.output()).size() < 3) {
  }
  process.signal(SIGINT);
  EXPECT_EQ(process.wait(std::chrono::seconds(10)), 7);
}

TEST(Challenge, ThatCannotStartIsOneClearError) {
  const TempFolder folder;
  const std::string none = folder.path() / "none.json", other = folder.path() / "other.json";
  std::ofstream(other) << R"({"game":1})";
  std::ofstream(folder.path() / "file") << "";
  const std::vector<std::vector<std::string>> wrong = {
      {"challenge", "--against", none},
      {"challenge", "--against", other},
      {"challenge", "--report", folder.path() / "file" / "report"},
      {"challenge", "--skin", "pzpr", "--displays", "1"},
      {"challenge", "--skin", "sgt-net", "--level", "5x5", "7x7", "--displays", "1"},
      {"challenge", "--skin", "nobody", "--displays", "1"},
      {"challenge", "merge", folder.path()},
      {"challenge", "merge", folder.path() / "nowhere"},
      {"challenge", "--skin", "sgt-net", "--run", "sgt-net '9x9", "--displays", "1"},
  };
  for (const auto& arguments : wrong) {
    const Ran ran = run_eyehand(arguments);
    EXPECT_EQ(ran.code, 1) << ran.err;
    EXPECT_TRUE(is_one_clear_error(ran.err)) << ran.err;
    EXPECT_EQ(ran.out, "");
  }
  EXPECT_NE(run_eyehand(wrong[1]).err.find(other), std::string::npos);
}

TEST(Skins, AreListedPrintedAndExplained) {
  const Ran list = run_eyehand({"skins"});
  EXPECT_EQ(list.code, 0);
  EXPECT_NE(list.out.find("sgt-net"), std::string::npos);
  EXPECT_NE(list.out.find("knetwalk"), std::string::npos);
  const Ran one = run_eyehand({"skins", "sgt-net"});
  EXPECT_EQ(one.code, 0);
  EXPECT_NE(one.out.find("[controls]"), std::string::npos);
  const Ran keys = run_eyehand({"skins", "--keys"});
  EXPECT_EQ(keys.code, 0);
  EXPECT_NE(keys.out.find("turn_clockwise_button = 3"), std::string::npos);
  EXPECT_EQ(run_eyehand({"skins", "nobody"}).code, 1);
}

TEST(Skins, ErrorsNameFileLineAndKey) {
  const TempFolder folder;
  const std::string file = folder.path() / "mine.toml";
  std::ofstream(file) << "game = 'net'\n[window]\nclass = 'mine'\n[pace]\ngap = 3\n";
  const Environment here = {{"EYEHAND_SKINS", folder.path()}};
  for (const auto& arguments : {std::vector<std::string>{"skins"}, {"skins", "mine"}}) {
    const Ran ran = run_eyehand(arguments, "", here);
    EXPECT_EQ(ran.code, 1);
    EXPECT_TRUE(is_one_clear_error(ran.err)) << ran.err;
  }
  EXPECT_NE(run_eyehand({"skins"}, "", here).err.find(file + ":5: key 'gap' in [pace]: unknown"),
            std::string::npos);
  const Ran doctor = run_eyehand({"doctor"}, "", here);
  EXPECT_EQ(doctor.code, 1);
  EXPECT_NE(doctor.out.find("MISSING  skin mine"), std::string::npos) << doctor.out;
  EXPECT_NE(doctor.out.find("ok       skin sgt-net"), std::string::npos) << doctor.out;
}

TEST(Generate, IsReproducibleBySeed) {
  const std::vector<std::string> arguments = {"generate", "net", "--size",  "7x5",
                                              "--seed",   "7",   "--count", "20"};
  const Ran first = run_eyehand(arguments), again = run_eyehand(arguments);
  EXPECT_EQ(first.code, 0);
  EXPECT_EQ(first.out, again.out);
  EXPECT_EQ(lines(first.out).size(), 20u);
  for (const auto& line : lines(first.out)) EXPECT_TRUE(line.starts_with("7x5:")) << line;
  EXPECT_TRUE(
      run_eyehand({"generate", "net", "--wrapping", "--seed", "1"}).out.starts_with("9x9w:"));
  EXPECT_EQ(run_eyehand({"generate", "net", "--size", "7x5w", "--seed", "1"}).out,
            run_eyehand({"generate", "net", "--size", "7x5", "--wrapping", "--seed", "1"}).out);
  EXPECT_TRUE(
      run_eyehand({"generate", "net", "--size", "7w", "--seed", "1"}).out.starts_with("7x7w:"));
  EXPECT_NE(run_eyehand({"generate", "net", "--barriers", "1", "--seed", "1"}).out.find('v'),
            std::string::npos);
  EXPECT_TRUE(run_eyehand({"generate", "sudoku", "--size", "6x6", "--jigsaw", "--killer"})
                  .out.starts_with("6jk:"));
  EXPECT_NE(run_eyehand({"generate", "net"}).err.find("seed "), std::string::npos);
}

TEST(Signals, EndAnyCommandWithTheirOwnExitCode) {
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
    Process endless(
        {test::built_program("eyehand"), "generate", "net", "--seed", "1", "--count", "100000000"});
    while (endless.output().empty() && endless.is_running()) usleep(1000);
    endless.signal(number);
    EXPECT_EQ(endless.wait(std::chrono::seconds(10)), 7) << number;
  }
}

TEST(Signals, UnderNohupHangupIsIgnored) {
  Process endless({"sh", "-c",
                   "trap '' HUP; exec " + test::built_program("eyehand") +
                       " generate net --seed 1 --count 100000000"});
  while (endless.output().empty() && endless.is_running()) usleep(1000);
  endless.signal(SIGHUP);
  EXPECT_EQ(endless.wait(std::chrono::milliseconds(300)), std::nullopt);
  endless.signal(SIGTERM);
  EXPECT_EQ(endless.wait(std::chrono::seconds(10)), 7);
}

TEST(Generate, ThatIsTooLargeIsAnError) {
  const Ran ran = run_eyehand({"generate", "net", "--size", "100000x100000", "--seed", "1"});
  EXPECT_EQ(ran.code, 1);
  EXPECT_TRUE(is_one_clear_error(ran.err)) << ran.err;
}

}  // namespace
}  // namespace eyehand::test
