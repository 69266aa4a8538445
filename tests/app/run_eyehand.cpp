#include "tests/app/run_eyehand.hpp"

#include <gtest/gtest.h>
#include <poll.h>
#include <pty.h>
#include <termios.h>
#include <unistd.h>

#include <array>
#include <fstream>
#include <sstream>

#include "process/temp_folder.hpp"
#include "tests/support/contents.hpp"
#include "tests/support/paths.hpp"

namespace eyehand::test {

Ran run_eyehand(const std::vector<std::string>& arguments, const std::string& input,
                const Environment& environment, const std::string& redirect) {
  const TempFolder folder;
  const std::string in = folder.path() / "in", out = folder.path() / "out",
                    err = folder.path() / "err";
  std::ofstream(in) << input;
  const std::string unset = environment.contains("DISPLAY") ? "" : "unset DISPLAY; ";
  std::vector<std::string> command = {
      "/bin/sh", "-c",
      unset + "exec \"$0\" \"$@\" <" + in + " >" + out + " 2>" + err + ' ' + redirect,
      test::built_program("eyehand")};
  command.insert(command.end(), arguments.begin(), arguments.end());
  Process process(command, environment);
  const auto code = process.wait(std::chrono::minutes(1));
  EXPECT_TRUE(code.has_value()) << "did not end";
  return {code.value_or(-1), contents(out), contents(err)};
}

Ran run_on_terminal(const std::vector<std::string>& arguments, const std::string& input,
                    const Environment& environment) {
  int ours = -1, theirs = -1;
  if (openpty(&ours, &theirs, nullptr, nullptr, nullptr) != 0) {
    ADD_FAILURE() << "there are no terminals";
    return {};
  }
  termios mode{};
  tcgetattr(theirs, &mode);
  mode.c_lflag &= ~static_cast<tcflag_t>(ECHO);
  mode.c_oflag &= ~static_cast<tcflag_t>(OPOST);
  tcsetattr(theirs, TCSANOW, &mode);
  EXPECT_EQ(write(ours, input.data(), input.size()), static_cast<ssize_t>(input.size()));

  std::vector<std::string> command = {test::built_program("eyehand")};
  command.insert(command.end(), arguments.begin(), arguments.end());
  Process process(Process::Options{.command = command,
                                   .environment = environment,
                                   .capture = true,
                                   .in = theirs,
                                   .err = theirs});
  close(theirs);
  Ran ran;
  std::array<char, 4096> bytes{};
  pollfd shown{ours, POLLIN, 0};
  while (poll(&shown, 1, 60'000) > 0) {
    const auto count = read(ours, bytes.data(), bytes.size());
    if (count <= 0) break;  // it has ended
    ran.err.append(bytes.data(), static_cast<std::size_t>(count));
  }
  ran.code = process.wait(std::chrono::seconds(10)).value_or(-1);
  ran.out = process.output();
  close(ours);
  return ran;
}

bool is_one_clear_error(const std::string& err) {
  return err.starts_with("eyehand: ") && err.ends_with('\n') && err.find('\n') == err.size() - 1 &&
         err.find("terminate") == std::string::npos;
}

std::vector<std::string> lines(const std::string& text) {
  std::vector<std::string> result;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) result.push_back(line);
  return result;
}

}  // namespace eyehand::test
