// Makes puzzles that are described by a model.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "puzzle/deadline.hpp"
#include "puzzle/model/rules.hpp"

namespace eyehand::model {

enum class Difficulty {
  any,
  easy,  ///< every mark follows from one constraint after another (follows() in solve.hpp)
  hard,  ///< some do not
};

struct GenerateOptions {
  int width, height;
  std::uint64_t seed = 0;
  bool unique = true;        ///< otherwise all clues are given, and there may be several solutions
  std::string variant = {};  ///< letters of Rules::variants
  Difficulty difficulty = Difficulty::any;
};

/// Nothing if no puzzle was found before the deadline. Throws Error if the size or the
/// variant is impossible.
/// Most of the time goes into leaving out clues: one search each, unless a refutation did not need
/// it. An easy one takes a propagation per clue; a hard one is made anew until it is hard.
std::optional<Board> generate(const Rules& rules, const GenerateOptions& options,
                              const Deadline& deadline);

}  // namespace eyehand::model
