#include "tests/app/run_eyehand.hpp"

#include <gtest/gtest.h>

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
