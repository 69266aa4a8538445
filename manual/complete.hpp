// What a shell offers when the Tab key is pressed, made from what --help is made from.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace eyehand::manual {

/// Values that only the running program knows, by the name that stands for them: "SKIN".
using Lists = std::map<std::string, std::function<std::vector<std::string>()>>;

/// What may come in place of the last of `words`, which follow the program's name: a line for each,
/// with its description after a tab where it has one. The line ":files" stands for the names of
/// files.
std::string completions(const CLI::App& program, std::vector<std::string> words,
                        const Lists& lists);

}  // namespace eyehand::manual
