#include "solver/model/description.hpp"

#include <algorithm>
#include <utility>

#include "solver/model/solve.hpp"

namespace eyehand::model {

Description::Description(int unknowns, int values, std::string_view noun,
                         std::vector<std::string_view> rules)
    : board(unknowns, 1),
      model(board, 0, values),
      rules_(std::move(rules)),
      rule_of_(model.sentences().size(), 0) {
  words.cell = [](int cell) { return cell; };
  words.open = [noun](const std::vector<int>& open) { return counted(open.size(), noun); };
  words.rule = [this](const Step& step) { return rule(step); };
}

Model& Description::because(std::string_view rule, std::string_view text, int place, int number) {
  rule_of_.push_back(
      static_cast<int>(std::find(rules_.begin(), rules_.end(), rule) - rules_.begin()));
  return model.because(text, place, number);
}

Model& Description::given(std::string_view rule, std::string_view text, int unknown) {
  board.clues[at(unknown)] = 0;
  return because(rule, text, unknown);
}

std::pair<std::string_view, int> Description::rule(const Step& step) const {
  const std::size_t count = step.reasons.size();
  if (count > 1)
    return {count == 2 ? "two rules" : "several rules", static_cast<int>(rules_.size() + count)};
  const int rule = count == 0 ? 0 : rule_of_[at(step.reasons[0])];
  return {count == 0 ? "one left" : rules_[at(rule)], rule};
}

bool is_too_large(std::size_t unknowns, const StepReport& report, std::size_t most) {
  if (unknowns <= most) return false;
  report({}, {"size", "the whole board", "is too large to be explained"});
  return true;
}

void explain(const Description& description, std::vector<int> solution, bool is_unique,
             const Deadline& deadline, const StepReport& report) {
  if (!is_unique && !solution.empty())
    solution = agreed(description.model, std::move(solution), deadline);
  explain(description.model, description.words, solution, deadline, report);
}

}  // namespace eyehand::model
