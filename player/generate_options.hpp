// What a person wishes for when a game is to make puzzles. Size, seed and uniqueness are every
// game's; the rest each game describes for itself, and the command line makes options of it.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "puzzle/error.hpp"

namespace eyehand {

/// A wish that no puzzle of the game can fulfil: a mistake of whoever wished.
class OptionError : public Error {
 public:
  using Error::Error;
};

/// One thing that can be wished for.
struct OptionInfo {
  std::string_view word;   ///< "barriers"
  std::string_view value;  ///< what is to be given, for people: "0..1", "N", "WORD"; empty: nothing
  std::string_view what;   ///< for people
};

struct GenerateOptions {
  int width = 0;  ///< 0: as usual in this game, and height too
  int height = 0;
  std::uint64_t seed = 0;
  bool unique = true;
  std::vector<std::string> rules;              ///< the game's own words, such as "loops"
  std::map<std::string, std::string> options;  ///< by OptionInfo::word

  // What an option says; the second value where it was not wished for. They throw
  // OptionError for a value that is none.
  bool has(std::string_view word) const;
  double number(std::string_view word, double otherwise, double min, double max) const;
  int whole(std::string_view word, int otherwise, int min, int max) const;
  std::string text(std::string_view word, std::string_view otherwise) const;
};

/// Throws OptionError if something is wished for that is not among these options of the game.
void check_options(const GenerateOptions& request, std::span<const OptionInfo> options,
                   std::string_view game);

}  // namespace eyehand
