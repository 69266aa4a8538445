// Every conclusion of the explaining engine goes through here: it takes effect, is counted and
// reported, so that no rule can know anything unreported.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "solver/slitherlink/deduce_state.hpp"
#include "solver/slitherlink/rules.hpp"
#include "solver/trace.hpp"

namespace eyehand::slitherlink::deduction {

struct Fact {
  int edge;
  Mark mark;
};

struct Place {
  enum class Kind { board, face, vertex, edge } kind = Kind::board;
  int index = 0;
  static Place face(int f) { return {Kind::face, f}; }
  static Place vertex(int v) { return {Kind::vertex, v}; }
  static Place edge(int e) { return {Kind::edge, e}; }
};

/// For people: "row 4, column 3", "the top edge of row 4, column 3". Other grids have "face N",
/// "edge N", "vertex N".
std::string words(const Grid& grid, Place place);
/// Edges as seen from a place: "its left and top edges and the top edge of row 4, column 3"; "it"
/// for the place itself.
std::string words(const Grid& grid, Place place, std::span<const int> edges);
/// "its top edge is a line, and its left and right edges are crosses".
std::string words(const Grid& grid, Place place, std::span<const Fact> facts);
/// "the loop would close too early on the left edge of row 1, column 2".
std::string words(const State& state, const Conflict& conflict);

/// What applying a rule gave.
enum class RuleResult { nothing, news, conflict };
/// Adds what one more application gave. False on a conflict.
inline bool add_result(RuleResult& all, RuleResult one) {
  if (one != RuleResult::nothing) all = one;
  return one != RuleResult::conflict;
}

class Record {
 public:
  Record(State& state, const Trace* trace)
      : state_(state), trace_(trace), fired_(rule_names().size(), 0) {}

  /// Sets those edges that are open. `why` is a clause; the report is "`why`, so ...".
  RuleResult conclude(Rule rule, Place place, std::span<const Fact> facts,
                      std::string_view why = "") {
    news_.clear();
    for (const Fact& fact : facts) {
      if (state_.mark(fact.edge) == fact.mark) continue;
      if (!state_.set(fact.edge, fact.mark)) return RuleResult::conflict;
      news_.push_back(fact);
    }
    if (news_.empty()) return RuleResult::nothing;
    if (guesses_ == 0) report(rule, place, why);
    return RuleResult::news;
  }

  /// For conclusions about other things than marks: `what()` gives the words. Reported, not
  /// counted.
  template <class What>
  void remark(Rule rule, Place place, What what) {
    if (guesses_ == 0 && trace_)
      (*trace_)({rule_names()[rule], words(state_.grid(), place), what()});
  }

  /// Between these two nothing is reported or counted.
  void begin_guess() { ++guesses_; }
  void end_guess() { --guesses_; }

  bool is_guessing() const { return guesses_ > 0; }
  bool is_reporting() const { return trace_ && guesses_ == 0; }
  const std::vector<std::uint32_t>& fired() const { return fired_; }

 private:
  void report(Rule rule, Place place, std::string_view why);

  State& state_;
  const Trace* trace_;
  std::vector<std::uint32_t> fired_;
  int guesses_ = 0;
  std::vector<Fact> news_;
};

}  // namespace eyehand::slitherlink::deduction
