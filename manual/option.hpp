// What an option of a command line takes, for people and for shells.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace eyehand::manual {

struct Value {
  std::string name;                ///< what stands for it: "FILE"; empty: the option takes none
  std::vector<std::string> words;  ///< what it may be; empty: anything
};
Value value_of(const CLI::Option& option);

/// Ends `text` before the first of these characters, and returns what follows it.
std::string cut(std::string& text, const char* separators);

}  // namespace eyehand::manual
