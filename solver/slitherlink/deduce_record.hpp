// Every conclusion of the explaining engine goes through here: it is put into effect, counted and
// told, so that no rule can know something in silence.
#pragma once

#include <span>
#include <string>
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

/// For people: "face 3,4", "line above 3,4", "a loop would close too early at above 3,4".
std::string words(const Grid& grid, Place place);
std::string words(const Grid& grid, std::span<const Fact> facts);
std::string words(const State& state, const Conflict& conflict);

/// What applying a rule came to.
enum class Result { nothing, news, conflict };

class Record {
 public:
  Record(State& state, const Trace* trace)
      : state_(state), trace_(trace), fired_(rule_names().size(), 0) {}

  /// Sets the edges that were open before. `why` is put before the consequence in words.
  Result conclude(Rule rule, Place place, std::span<const Fact> facts, const char* why = "") {
    news_.clear();
    for (const Fact& fact : facts) {
      if (state_.mark(fact.edge) == fact.mark) continue;
      if (!state_.set(fact.edge, fact.mark)) return Result::conflict;
      news_.push_back(fact);
    }
    if (news_.empty()) return Result::nothing;
    if (guesses_ == 0) tell(rule, place, why);
    return Result::news;
  }

  /// For what is no mark of an edge: `what()` gives the words. It is told, and not counted.
  template <class What>
  void remark(Rule rule, Place place, What what) {
    if (guesses_ == 0 && trace_)
      (*trace_)({rule_names()[rule], words(state_.grid(), place), what()});
  }

  /// Between these two nothing is told or counted.
  void begin_guess() { ++guesses_; }
  void end_guess() { --guesses_; }

  bool is_guessing() const { return guesses_ > 0; }
  bool is_told() const { return trace_ && guesses_ == 0; }
  const std::vector<std::uint32_t>& fired() const { return fired_; }

 private:
  void tell(Rule rule, Place place, const char* why);

  State& state_;
  const Trace* trace_;
  std::vector<std::uint32_t> fired_;
  int guesses_ = 0;
  std::vector<Fact> news_;
};

}  // namespace eyehand::slitherlink::deduction
