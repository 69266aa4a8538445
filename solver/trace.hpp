// How a solver reports its deductions.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace eyehand {

/// One step of reasoning, in words: the name of the rule, the place where it applies ("row 3,
/// column 2"), and a sentence about that place: what follows there, and why.
struct Deduction {
  std::string_view rule;
  std::string where;
  std::string what;
};

/// Called for each deduction, in order. Solvers take a pointer and do no extra work if it is null.
using Trace = std::function<void(const Deduction&)>;

}  // namespace eyehand
