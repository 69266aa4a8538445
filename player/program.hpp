// How a program is started: the skin's table [program], and command lines.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "puzzle/about.hpp"

namespace eyehand {

struct Program {
  std::vector<std::string> command;  ///< its words; empty: not given
  /// Words appended for a level: "{}" stands for one level, "{...}" for one or more.
  std::vector<std::string> level;
};

template <class Visitor>
void describe(Program& program, Visitor&& visit) {
  visit("command", program.command,
        About{"the words of the command that starts it, for example [\"sgt-net\"]"});
  visit(
      "level", program.level,
      About{"words appended for --level: \"{}\" stands for one level, \"{...}\" for one or more"});
}

/// The command for these levels, or the plain command if there are none. Throws Error, saying what
/// to do, if there is no command or it does not accept that many levels.
std::vector<std::string> start_command(const Program& program,
                                       const std::vector<std::string>& levels);

/// The words of a command line, separated by blanks except within single or double quotes or after
/// a backslash; nothing else is special. Throws Error for an unclosed quote or an empty line.
std::vector<std::string> split_command(std::string_view line);
/// The inverse.
std::string join_command(const std::vector<std::string>& words);

}  // namespace eyehand
