#include "solver/slitherlink/rules.hpp"

#include <algorithm>

namespace eyehand::slitherlink {

const std::vector<std::string_view>& rule_names() {
  static const std::vector<std::string_view> names = {"clue",   "vertex", "loop", "pair",
                                                      "colour", "parity", "guess"};
  return names;
}

std::optional<Rule> rule_named(std::string_view name) {
  const auto& names = rule_names();
  const auto at = std::find(names.begin(), names.end(), name);
  if (at == names.end()) return std::nullopt;
  return static_cast<Rule>(at - names.begin());
}

RuleSet RuleSet::all() {
  RuleSet rules;
  rules.bits_.set();
  return rules;
}

RuleSet RuleSet::easy() {
  return RuleSet().with(kClue).with(kVertex).with(kLoop);
}

}  // namespace eyehand::slitherlink
