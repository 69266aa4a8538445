// A propositional formula under construction, and CaDiCaL that solves it: literals are CaDiCaL's
// (a variable or minus a variable), and constants are literals, too, so that whoever writes clauses
// need not care what is known.
#pragma once

#include <cadical.hpp>
#include <cstddef>
#include <initializer_list>
#include <span>
#include <vector>

#include "puzzle/deadline.hpp"

namespace eyehand::panel {

using Literals = std::vector<int>;

class Formula {
 public:
  Formula();

  int fresh() { return next_variable_++; }
  int yes() const { return yes_; }
  int no() const { return -yes_; }

  /// At least one of these holds.
  void add(std::span<const int> clause);
  void add(std::initializer_list<int> clause) { add(std::span(clause.begin(), clause.size())); }
  /// A literal that holds where both hold or neither.
  int same(int a, int b);
  /// States that a and b are the same.
  void equate(int a, int b);
  /// Exactly `count` of these hold wherever `when` does; for few literals, as it tries all subsets.
  void exactly(std::span<const int> literals, int count, int when);
  /// Exactly one holds, of any number.
  void exactly_one(std::span<const int> literals);

  /// The leaves' sum in unary: literal i holds where the sum is more than i, for i < `most` (a
  /// totalizer; Bailleux, Boufkhad 2003). A leaf is a number in unary itself, so a literal of
  /// weight 3 is three times that literal. Fewer than `most` where the sum cannot be so large.
  Literals sum(std::span<const Literals> leaves, int most);
  /// States that two unary numbers are equal wherever `when` holds.
  void equate_sums(const Literals& a, const Literals& b, int when);

  enum class Outcome { yes, no, gave_up };
  Outcome solve(const Deadline& deadline, std::span<const int> assumed = {});
  /// After Outcome::yes.
  bool holds(int literal) {
    return (sat_.val(literal > 0 ? literal : -literal) > 0) == (literal > 0);
  }

 private:
  CaDiCaL::Solver sat_;
  int next_variable_ = 1;
  int yes_ = 0;
  Literals clause_;
};

}  // namespace eyehand::panel
