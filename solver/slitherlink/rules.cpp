#include "solver/slitherlink/rules.hpp"

#include <algorithm>

#include "puzzle/error.hpp"
#include "solver/slitherlink/patterns.hpp"

namespace eyehand::slitherlink {

const std::vector<std::string_view>& rule_names() {
  static const std::vector<std::string_view> names = [] {
    std::vector<std::string_view> all = {"clue",   "vertex", "loop", "pair",
                                         "colour", "parity", "guess"};
    for (const Pattern& pattern : patterns()) all.push_back(pattern.name);
    if (all.size() > kMaxRules) throw Error("There are more patterns than sets of rules hold.");
    return all;
  }();
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

RuleSet RuleSet::easy(const Grid& grid) {
  RuleSet rules = RuleSet().with(kClue).with(kVertex).with(kLoop);
  if (!grid.shape()) return rules.with(kPair);
  for (std::size_t i = 0; i < patterns().size(); ++i)
    if (patterns()[i].is_easy) rules = rules.with(kGeneralRules + i);
  return rules;
}

}  // namespace eyehand::slitherlink
