// How a program is started, for runs that start it themselves: the skin's table [program], and
// command lines.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "puzzle/about.hpp"

namespace eyehand {

struct Program {
  std::vector<std::string> command;  ///< its words; empty: the skin does not say
  /// Words that follow for a level: "{}" stands for the one level, "{...}" for one or more.
  std::vector<std::string> level;
};

template <class Visitor>
void describe(Program& program, Visitor&& visit) {
  visit("command", program.command,
        About{"the words of the command that starts it, such as [\"sgt-net\"]"});
  visit("level", program.level,
        About{"words that follow for --level: \"{}\" is the level, \"{...}\" one or more of them"});
}

/// The command for these levels; of none, the plain command. Throws Error saying what to do if
/// there is no command, or it takes no level, or not so many.
std::vector<std::string> start_command(const Program& program,
                                       const std::vector<std::string>& levels);

/// The words of a command line. Blanks part them, but not within single or double quotes or after a
/// backslash; nothing else is special. Throws Error for a quote that is not closed, or if there is
/// no word.
std::vector<std::string> split_command(std::string_view line);
/// The other way round.
std::string join_command(const std::vector<std::string>& words);

}  // namespace eyehand
