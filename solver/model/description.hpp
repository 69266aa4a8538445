// A game that has a solver of its own, described on the modelling layer: for its explanations, and
// for tests that compare the two.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "puzzle/deadline.hpp"
#include "puzzle/model/model.hpp"
#include "solver/model/words.hpp"
#include "solver/trace.hpp"

namespace eyehand::model {

struct Description {
  /// What is unknown: so many numbers, each one of `values` from 0 on, and each called `noun`.
  /// `rules`: the names of what constraints say, the easiest first.
  Description(int unknowns, int values, std::string_view noun, std::vector<std::string_view> rules);
  Description(const Description&) = delete;

  /// As Model::because(), by one of the rules.
  Model& because(std::string_view rule, std::string_view text, int place = kBlank, int number = 0);
  /// Why this is known of an unknown, which is plain to see on the board.
  Model& given(std::string_view rule, std::string_view text, int unknown);

  /// The names of rules in steps; those with several constraints are harder than all others.
  std::pair<std::string_view, int> rule(const Step& step) const;

  Board board;
  Model model;
  Words words;  ///< `rule`, `cell` and `open` are set

 private:
  std::vector<std::string_view> rules_;
  std::vector<int> rule_of_;  ///< by sentence
};

/// Boards of more unknowns than this, unless a game says otherwise, are not explained.
inline constexpr std::size_t kMostUnknowns = kMaxCells;
/// Whether a board is too large to be explained, which is then reported.
bool is_too_large(std::size_t unknowns, const StepReport& report, std::size_t most = kMostUnknowns);

/// Reports how the solution follows; if it is not the only one, what all have. Without one, why
/// there is none.
void explain(const Description& description, std::vector<int> solution, bool is_unique,
             const Deadline& deadline, const StepReport& report);

}  // namespace eyehand::model
