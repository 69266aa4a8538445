#include "solver/slitherlink/deduce_patterns.hpp"

#include <algorithm>

#include "puzzle/index.hpp"
#include "solver/slitherlink/patterns.hpp"

namespace eyehand::slitherlink::deduction {

/// A pattern in one orientation, with places counted from the square of its first clue.
struct PatternRules::Variant {
  struct Clue {
    int dx, dy, clue;
  };
  struct Side {
    bool is_vertical;
    int dx, dy;
    Mark mark;
  };
  Rule rule;
  bool needs_way_out, is_contradiction;
  int left = 0, top = 0, columns, rows;  // the picture
  std::vector<Clue> clues = {};          // the first is at 0, 0
  std::vector<Side> before = {}, after = {};
};

struct PatternRules::Table {
  std::vector<Variant> variants;
  std::vector<std::size_t> by_clue[5];
  /// A prerequisite, with the fields that most often rule its variant out.
  struct Trigger {
    int dx, dy;  // of the edge
    int clue;    // the first one
    Rule rule;
    std::size_t variant;
  };
  std::vector<Trigger> by_edge[2][3];  // upright, mark

  Table() {
    for (std::size_t i = 0; i < patterns().size(); ++i) {
      std::vector<Pattern> seen;
      for (int orientation = 0; orientation < 8; ++orientation) {
        const Pattern turned = oriented(patterns()[i], orientation);
        if (std::find(seen.begin(), seen.end(), turned) != seen.end()) continue;
        seen.push_back(turned);
        add(turned, kGeneralRules + i);
      }
    }
  }

  void add(const Pattern& pattern, Rule rule) {
    Variant v{.rule = rule,
              .needs_way_out = pattern.needs_way_out,
              .is_contradiction = pattern.is_contradiction,
              .columns = pattern.columns,
              .rows = pattern.rows};
    for (int y = 0; y < pattern.rows; ++y)
      for (int x = 0; x < pattern.columns; ++x) {
        const int clue = pattern.clues[at(y * pattern.columns + x)];
        if (clue == kNoClue) continue;
        if (v.clues.empty()) {
          v.left = -x;
          v.top = -y;
        }
        v.clues.push_back({x + v.left, y + v.top, clue});
      }
    const int level = pattern.columns * (pattern.rows + 1);
    for (int e = 0; e < static_cast<int>(pattern.before.size()); ++e) {
      const bool is_vertical = e >= level;
      const int width = pattern.columns + is_vertical, i = is_vertical ? e - level : e;
      const Mark before = pattern.before[at(e)], after = pattern.after[at(e)];
      const Variant::Side side{is_vertical, i % width + v.left, i / width + v.top, before};
      if (before != Mark::unknown) v.before.push_back(side);
      if (after != before && after != Mark::unknown) {
        v.after.push_back(side);
        v.after.back().mark = after;
      }
    }
    const std::size_t number = variants.size();
    by_clue[v.clues[0].clue].push_back(number);
    for (const auto& side : v.before)
      by_edge[side.is_vertical][static_cast<int>(side.mark)].push_back(
          {side.dx, side.dy, v.clues[0].clue, rule, number});
    variants.push_back(std::move(v));
  }
};

const PatternRules::Table& PatternRules::table() {
  static const Table all;
  return all;
}

PatternRules::PatternRules(const State& state, const RuleSet& rules) : rules_(rules) {
  const auto shape = state.grid().shape();
  for (std::size_t i = 0; shape && i < patterns().size(); ++i)
    is_on_ = is_on_ || rules.has(kGeneralRules + i);
  if (!is_on_) return;
  columns_ = shape->columns;
  rows_ = shape->rows;
  for (int f = 0; f < state.grid().faces(); ++f) positive_clues_ += state.clue(f) > 0;
}

bool PatternRules::has_way_out(const State& state, const Variant& v, int x, int y) const {
  // A loop within the picture meets no positive clue beyond the picture and the squares around it.
  int near = 0;
  for (int row = y + v.top - 1; row <= y + v.top + v.rows; ++row)
    for (int column = x + v.left - 1; column <= x + v.left + v.columns; ++column)
      near += column >= 0 && row >= 0 && column < columns_ && row < rows_ &&
              state.clue(row * columns_ + column) > 0;
  return near < positive_clues_;
}

RuleResult PatternRules::match(State& state, Record& record, const Variant& v, int x, int y) {
  for (const auto& [dx, dy, clue] : v.clues) {
    const int column = x + dx, row = y + dy;
    if (column < 0 || row < 0 || column >= columns_ || row >= rows_ ||
        state.clue(row * columns_ + column) != clue)
      return RuleResult::nothing;
  }
  const auto edge = [&](const Variant::Side& side) {
    const int column = x + side.dx, row = y + side.dy;
    const int width = columns_ + side.is_vertical;
    if (column < 0 || row < 0 || column >= width || row >= rows_ + !side.is_vertical) return -1;
    return row * width + column + (side.is_vertical ? (rows_ + 1) * columns_ : 0);
  };
  for (const auto& side : v.before) {
    const int e = edge(side);
    if ((e < 0 ? Mark::cross : state.mark(e)) != side.mark) return RuleResult::nothing;
  }
  const bool is_known = std::all_of(v.after.begin(), v.after.end(), [&](const auto& side) {
    const int e = edge(side);
    return (e < 0 ? Mark::cross : state.mark(e)) == side.mark;
  });
  if ((is_known && !v.is_contradiction) || (v.needs_way_out && !has_way_out(state, v, x, y)))
    return RuleResult::nothing;
  const int face = y * columns_ + x;
  bool is_impossible = v.is_contradiction;
  facts_.clear();
  for (const auto& side : v.after) {
    const int e = edge(side);
    if (e >= 0) facts_.push_back({e, side.mark});
    is_impossible |= e < 0 && side.mark == Mark::line;
  }
  if (!is_impossible)
    return record.conclude(v.rule, facts_, patterns()[v.rule - kGeneralRules].because);
  state.fail(Conflict::Kind::pattern, face);
  return RuleResult::conflict;
}

RuleResult PatternRules::visit_everywhere(State& state, Record& record) {
  const Table& all = table();
  RuleResult result = RuleResult::nothing;
  for (int y = 0; y < rows_; ++y)
    for (int x = 0; x < columns_; ++x) {
      const int clue = state.clue(y * columns_ + x);
      if (clue < 0) continue;
      for (const std::size_t i : all.by_clue[clue]) {
        if (!rules_.has(all.variants[i].rule)) continue;
        if (!add_result(result, match(state, record, all.variants[i], x, y))) return result;
      }
    }
  return result;
}

RuleResult PatternRules::visit(State& state, Record& record) {
  if (!is_on_) return RuleResult::nothing;
  if (!is_started_) {
    is_started_ = true;
    seen_ = state.steps();
    return visit_everywhere(state, record);
  }
  const Table& all = table();
  const int level = (rows_ + 1) * columns_;
  RuleResult result = RuleResult::nothing;
  while (result == RuleResult::nothing && seen_ < state.steps()) {
    const int e = state.edge_of_step(seen_++);
    const bool is_vertical = e >= level;
    const int width = columns_ + is_vertical, i = is_vertical ? e - level : e;
    const int x = i % width, y = i / width;
    for (const auto& t : all.by_edge[is_vertical][static_cast<int>(state.mark(e))]) {
      const int column = x - t.dx, row = y - t.dy;
      if (column < 0 || row < 0 || column >= columns_ || row >= rows_ ||
          state.clue(row * columns_ + column) != t.clue || !rules_.has(t.rule))
        continue;
      if (!add_result(result, match(state, record, all.variants[t.variant], column, row)))
        return result;
    }
  }
  return result;
}

}  // namespace eyehand::slitherlink::deduction
