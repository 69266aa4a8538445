#include "process/process.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>

#include "process/lines.hpp"
#include "process/pipe.hpp"
#include "process/temp_folder.hpp"
#include "puzzle/error.hpp"

namespace eyehand {
namespace {

using namespace std::chrono_literals;

/// Whether a process with this ID exists and is not a zombie.
bool is_alive(pid_t pid) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
  std::string word, name, state;
  return (file >> word >> name >> state) && state != "Z";
}

TEST(Process, ReportsExitCodesAndSignals) {
  Process process({"sh", "-c", "exit 3"});
  EXPECT_EQ(process.wait(10s), 3);
  EXPECT_EQ(process.wait(0s), 3);
  EXPECT_FALSE(process.is_running());
  Process killed({"sleep", "60"});
  EXPECT_EQ(killed.wait(10ms), std::nullopt);
  EXPECT_TRUE(killed.is_running());
  killed.signal(SIGTERM);
  EXPECT_EQ(killed.wait(10s), 128 + SIGTERM);
}

TEST(Process, ThatCannotBeStartedIsAnError) {
  EXPECT_THROW(Process({"eyehand-no-such-program"}), Error);
  EXPECT_THROW(Process(std::vector<std::string>{}), Error);
  const TempFolder folder;
  const std::string file = folder.path() / "program";
  std::ofstream(file) << "\x01\x02";
  chmod(file.c_str(), 0700);
  EXPECT_THROW(Process({file}), Error);
}

TEST(Process, EndsItsWholeGroupEvenIfItIgnoresTheRequest) {
  pid_t grandchild = 0;
  {
    LinePipe lines;
    Process process({.command = {"sh", "-c", "trap '' TERM; sleep 60 & echo $!; wait; wait"},
                     .out = lines.writer()});
    lines.close_writer();
    grandchild = std::stoi(lines.next(Deadline::after(10s)).value());
    EXPECT_TRUE(is_alive(grandchild));
  }
  // It has been sent SIGKILL; the kernel may take a moment.
  const auto limit = Deadline::after(10s);
  while (is_alive(grandchild) && !limit.passed()) usleep(1000);
  EXPECT_FALSE(is_alive(grandchild));
}

TEST(Process, InheritsOnlyWhatIsNamed) {
  const int leak = open("/dev/null", O_RDONLY);  // without O_CLOEXEC
  ASSERT_GT(leak, 2);
  LinePipe lines;
  const std::string fd = std::to_string(lines.writer());
  Process process(
      {.command = {"sh", "-c",
                   "test ! -e /dev/fd/" + std::to_string(leak) + " && echo yes >&" + fd},
       .capture = true,
       .inherit = lines.writer()});
  lines.close_writer();
  EXPECT_EQ(lines.next(Deadline::after(10s)), "yes");
  EXPECT_EQ(lines.next(Deadline::after(10s)), std::nullopt);
  EXPECT_TRUE(lines.at_end());
  EXPECT_EQ(process.wait(10s), 0) << process.output();
  close(leak);
}

TEST(Process, ReadsWhatItIsGivenUntilTheEnd) {
  Pipe pipe;
  Process reader({.command = {"cat"}, .capture = true, .in = pipe.reader()});
  ASSERT_EQ(write(pipe.writer(), "words", 5), 5);
  EXPECT_EQ(reader.wait(100ms), std::nullopt) << "the pipe is still open";
  pipe.close();
  EXPECT_EQ(reader.wait(10s), 0);
  EXPECT_EQ(reader.output(), "words");
  Process without({.command = {"cat"}, .capture = true});
  EXPECT_EQ(without.wait(10s), 0);
}

TEST(Process, AppendsToItsLog) {
  const TempFolder folder;
  const auto log = folder.path() / "log";
  for (int i = 0; i < 2; ++i) {
    Process process({.command = {"sh", "-c", "echo out; echo err >&2"}, .log = log});
    EXPECT_EQ(process.wait(10s), 0);
  }
  std::ifstream file(log);
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(file), {}), "out\nerr\nout\nerr\n");
}

TEST(LineReader, SplitsWhatArrivesAndStopsAtTheDeadline) {
  LinePipe lines;
  ASSERT_EQ(write(lines.writer(), "one\ntwo\nthr", 11), 11);
  EXPECT_EQ(lines.next(Deadline::after(10s)), "one");
  EXPECT_EQ(lines.next(Deadline::after(10s)), "two");
  EXPECT_EQ(lines.next(Deadline::after(10ms)), std::nullopt);
  EXPECT_FALSE(lines.at_end());
  ASSERT_EQ(write(lines.writer(), "ee\n", 3), 3);
  EXPECT_EQ(lines.next(Deadline::after(10s)), "three");
  lines.close_writer();
  EXPECT_EQ(lines.next(Deadline::after(10s)), std::nullopt);
  EXPECT_TRUE(lines.at_end());
}

}  // namespace
}  // namespace eyehand
