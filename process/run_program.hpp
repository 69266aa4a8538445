// Running a program to its end for what it prints or writes.
#pragma once

#include <chrono>
#include <string>
#include <vector>

namespace eyehand {

/// What the program printed to stdout and stderr, at most 16 MiB. `command[0]` is looked up by
/// find_program; `environment` ("NAME=value") comes on top of our own; standard input is empty.
/// Throws Error if the program is not installed, prints more, does not end within `limit` (it is
/// then killed), or exits with a code other than 0, quoting what it printed.
std::string run_program(const std::vector<std::string>& command,
                        const std::vector<std::string>& environment,
                        std::chrono::milliseconds limit = std::chrono::seconds(60));

}  // namespace eyehand
