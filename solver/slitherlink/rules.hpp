// The rules of the deduction engine by name and number, and sets of them.
//
// The general rules hold on every grid:
//   clue    a face has all its lines, or needs every edge that is open
//   vertex  two lines meet at a vertex, or none
//   loop    an edge that would close a loop too early is a cross; a whole loop ends the puzzle
//   pair    of two edges next to each other at a vertex and a face: at most one line, at least one
//   colour  faces are inside or outside; an edge is a line where they differ. Which faces are
//           equal or opposite is kept in disjoint sets and compared with every clue and vertex
//   parity  the same for sums of several clues, modulo 2
//   guess   both states of an edge are tried; what one of them refutes, or both give, is known
// On squares come the patterns of patterns.txt, by the names they have there.
#pragma once

#include <bitset>
#include <optional>
#include <string_view>
#include <vector>

#include "puzzle/slitherlink/board.hpp"

namespace eyehand::slitherlink {

/// A rule's number: its place in rule_names().
using Rule = std::size_t;
enum GeneralRule : Rule {
  kClue,
  kVertex,
  kLoop,
  kPair,
  kColour,
  kParity,
  kGuess,
  kGeneralRules  ///< their number; patterns follow
};
inline constexpr std::size_t kMaxRules = 128;

/// The general rules, then the patterns in their file's order.
const std::vector<std::string_view>& rule_names();
std::optional<Rule> rule_named(std::string_view name);

/// The rules clue, vertex and loop are always used, in a set or not.
class RuleSet {
 public:
  RuleSet() = default;
  static RuleSet all();
  /// What people use all the time: clue, vertex, loop, and on squares the patterns that are marked
  /// as easy (docs/slitherlink-rules.md says how that was measured), on other grids pairs.
  static RuleSet easy(const Grid& grid);

  bool has(Rule rule) const { return bits_[rule]; }
  RuleSet with(Rule rule) const {
    RuleSet more = *this;
    more.bits_.set(rule);
    return more;
  }
  RuleSet without(Rule rule) const {
    RuleSet less = *this;
    less.bits_.reset(rule);
    return less;
  }
  bool operator==(const RuleSet&) const = default;

 private:
  std::bitset<kMaxRules> bits_;
};

}  // namespace eyehand::slitherlink
