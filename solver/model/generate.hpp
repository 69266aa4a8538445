// Makes puzzles that are described by a model.
#pragma once

#include <cstdint>
#include <optional>

#include "puzzle/deadline.hpp"
#include "puzzle/model/rules.hpp"

namespace eyehand::model {

struct GenerateOptions {
  int width, height;
  std::uint64_t seed = 0;
  bool unique = true;  ///< otherwise all clues are given, and there may be several solutions
};

/// Nothing if no puzzle was found before the deadline. Throws Error if the size is impossible.
/// Most of the time goes into leaving out clues: one search each, unless a refutation did not need
/// it.
std::optional<Board> generate(const Rules& rules, const GenerateOptions& options,
                              const Deadline& deadline);

}  // namespace eyehand::model
