// What a solver tells of its deductions, to whoever wants to know.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace eyehand {

/// One step of reasoning: the rule's name, where it was applied, and what followed, for people.
struct Deduction {
  std::string_view rule;
  std::string where;
  std::string what;
};

/// Called for each deduction in order. Solvers take a pointer and do no work for it when it is
/// null.
using Trace = std::function<void(const Deduction&)>;

}  // namespace eyehand
