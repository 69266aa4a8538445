// Every conclusion of the explaining engine goes through here: it takes effect, is counted and
// reported, so that no rule can know anything unreported.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "solver/slitherlink/deduce.hpp"
#include "solver/slitherlink/deduce_state.hpp"

namespace eyehand::slitherlink::deduction {

/// What applying a rule gave.
enum class RuleResult { nothing, news, conflict };
/// Adds what one more application gave. False on a conflict.
inline bool add_result(RuleResult& all, RuleResult one) {
  if (one != RuleResult::nothing) all = one;
  return one != RuleResult::conflict;
}

class Record {
 public:
  Record(State& state, const Report* report)
      : state_(state), report_(report), fired_(rule_names().size(), 0) {}

  /// Sets those edges that are open. `why`: Conclusion::why.
  RuleResult conclude(Rule rule, std::span<const Fact> facts, std::string_view why = "") {
    news_.clear();
    for (const Fact& fact : facts) {
      if (state_.mark(fact.edge) == fact.mark) continue;
      if (!state_.set(fact.edge, fact.mark)) return RuleResult::conflict;
      news_.push_back(fact);
    }
    if (news_.empty()) return RuleResult::nothing;
    if (guesses_ > 0) return RuleResult::news;
    ++fired_[rule];
    if (report_) (*report_)({rule, news_, why});
    return RuleResult::news;
  }

  /// Between these two nothing is reported or counted.
  void begin_guess() { ++guesses_; }
  void end_guess() { --guesses_; }

  bool is_guessing() const { return guesses_ > 0; }
  bool is_reporting() const { return report_ && guesses_ == 0; }
  const std::vector<std::uint32_t>& fired() const { return fired_; }

 private:
  State& state_;
  const Report* report_;
  std::vector<std::uint32_t> fired_;
  int guesses_ = 0;
  std::vector<Fact> news_;
};

}  // namespace eyehand::slitherlink::deduction
