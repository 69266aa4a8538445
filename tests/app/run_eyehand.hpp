// Runs the built program as its users do.
#pragma once

#include <string>
#include <vector>

#include "process/process.hpp"

namespace eyehand::test {

struct Ran {
  int code = -1;
  std::string out, err;
};

/// Runs `eyehand ARGUMENTS` to its end with this standard input, and without a display unless the
/// environment names one. `redirect` is appended to the shell's command line. Fails the test if it
/// takes more than a minute.
Ran run_eyehand(const std::vector<std::string>& arguments, const std::string& input = "",
                const Environment& environment = {}, const std::string& redirect = "");

/// The same with stdin and stderr on a terminal of its own, where `input` is typed; stdout is none.
Ran run_on_terminal(const std::vector<std::string>& arguments, const std::string& input,
                    const Environment& environment = {});

/// Whether stderr consists of one line that begins with "eyehand: ".
bool is_one_clear_error(const std::string& err);

std::vector<std::string> lines(const std::string& text);

}  // namespace eyehand::test
