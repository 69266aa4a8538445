// What a person asks of generated puzzles. Size, seed and uniqueness apply to every game; each game
// describes the rest, and the command line turns that into options.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "puzzle/error.hpp"

namespace eyehand {

/// An option that no puzzle of the game can satisfy: a mistake of whoever gave it.
class OptionError : public Error {
 public:
  using Error::Error;
};

/// One option of a game.
struct OptionInfo {
  std::string_view word;   ///< "barriers"
  std::string_view value;  ///< its value, for people: "0..1", "N", "WORD"; empty for a flag
  std::string_view what;   ///< for people
};

struct GenerateOptions {
  int width = 0;  ///< 0: the game's usual size; height likewise
  int height = 0;
  std::uint64_t seed = 0;
  bool unique = true;
  std::vector<std::string> rules;              ///< by RuleWord::word, such as "loops"
  std::map<std::string, std::string> options;  ///< by OptionInfo::word

  // The value of an option, or `otherwise` if it was not given. They throw OptionError for a
  // malformed value or one out of range.
  bool has(std::string_view word) const;
  double number(std::string_view word, double otherwise, double min, double max) const;
  int whole(std::string_view word, int otherwise, int min, int max) const;
  std::string text(std::string_view word, std::string_view otherwise) const;
};

/// Throws OptionError if the request has an option that is not one of these.
void check_options(const GenerateOptions& request, std::span<const OptionInfo> options,
                   std::string_view game);

}  // namespace eyehand
