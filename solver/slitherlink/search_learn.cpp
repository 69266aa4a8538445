// Detail of search.hpp: antecedents, and learning from conflicts.
#include <algorithm>
#include <bit>
#include <cassert>

#include "solver/slitherlink/search.hpp"

namespace eyehand::slitherlink {

/// Adds the antecedents of a true literal to antecedents_.
void Search::explain(Literal l) {
  const Var v = l >> 1;
  const Assigned& assigned = assigned_[v];
  const std::uint32_t what = assigned.reason.what;
  const auto earlier = [&](Literal other) {
    return is_true(other) && assigned_[other >> 1].place < assigned.place;
  };
  switch (assigned.reason.kind) {
    case Reason::decision:
      return;
    case Reason::two_lines: {
      int found = 0;
      for (const Var e : model_.edges_of_vertex(what)) {
        const Literal line = e * 2 + 1;
        if (found < 2 && earlier(line)) {
          antecedents_.push_back(line);
          ++found;
        }
      }
      return;
    }
    case Reason::last_edge:
      for (const Var e : model_.edges_of_vertex(what))
        if (e != v) antecedents_.push_back(truth(e));
      return;
    case Reason::clue_met:
    case Reason::clue_tight: {
      const std::uint32_t line = assigned.reason.kind == Reason::clue_met;
      for (const Var e : model_.edges_of_region(what)) {
        const Literal other = e * 2 + line;
        if (earlier(other)) antecedents_.push_back(other);
      }
      return;
    }
    case Reason::corner: {
      const auto& corner = model_.corner(what);
      const auto is_of_corner = [&](Var e) { return e == corner.edge[0] || e == corner.edge[1]; };
      const auto& edge = model_.edge(v);
      const bool of_face = edge.region[0] == corner.face || edge.region[1] == corner.face;
      // A line elsewhere at the vertex leaves room for one; no line among all others demands one.
      const bool all_others = of_face && (!(l & 1) || is_of_corner(v));
      for (const Var e : model_.edges_of_vertex(corner.vertex))
        if (!is_of_corner(e) && e != v && (all_others || earlier(e * 2 + 1)))
          antecedents_.push_back(truth(e));
      const std::uint32_t line = of_face ? 1 - (l & 1) : 0;
      for (const Var e : model_.edges_of_region(corner.face)) {
        const Literal other = e * 2 + line;
        if (!is_of_corner(e) && earlier(other)) antecedents_.push_back(other);
      }
      return;
    }
    case Reason::edge: {
      const auto& edge = model_.edge(what);
      for (const Var other : {what, colour(edge.region[0]), colour(edge.region[1])})
        if (other != v) antecedents_.push_back(truth(other));
      return;
    }
    case Reason::neighbours: {
      // It is of this colour as too many neighbours are of it, or of the other one.
      const std::uint32_t mine = l & 1;
      const auto around = model_.edges_of_region(what);
      const auto clue = static_cast<std::size_t>(model_.clue(what));
      std::size_t of_colour[2] = {0, 0};
      for (const Var e : around) {
        const Var c = colour(model_.edge(e).region_across(what));
        for (const std::uint32_t of : {0u, 1u}) of_colour[of] += earlier(c * 2 + of);
      }
      // Were it of the other colour, it would have these, or those, too often.
      const std::uint32_t too_often = of_colour[1 - mine] > around.size() - clue ? 1 - mine : mine;
      for (const Var e : around) {
        const Var c = colour(model_.edge(e).region_across(what));
        if (earlier(c * 2 + too_often)) antecedents_.push_back(c * 2 + too_often);
      }
      return;
    }
    case Reason::path:
      explain_loop(v, what, assigned.place);
      return;
    case Reason::loop:
      explain_loop(what, assigned.place, assigned.place);
      antecedents_.push_back(what * 2 + 1);
      return;
    case Reason::clause: {
      assert(arena_[what + 2] == l);
      const std::uint32_t size = arena_[what];
      for (std::uint32_t k = 1; k < size; ++k) antecedents_.push_back(arena_[what + 2 + k] ^ 1);
      return;
    }
  }
}

/// Adds to antecedents_ the lines that a closing edge would make a loop of, and another line if the
/// loop might otherwise be the solution. Walks only lines up to trail position `joined`: later ones
/// may meet three at a vertex. Leaves out facts, unless the loop meets all clues; returns the
/// number of lines added.
std::uint32_t Search::explain_loop(Var closing, std::uint32_t joined, std::uint32_t before) {
  const std::size_t first = antecedents_.size();
  const auto& edge = model_.edge(closing);
  std::int64_t met = model_.weight(closing);
  const auto walk = [&](bool skips_facts) {
    Var last = closing;
    for (Model::Index v = edge.vertex[0]; v != edge.vertex[1];) {
      if (skips_facts) {
        // The line that led here is not a fact, so a path of facts, perhaps an empty one, ends
        // here.
        met += fact_paths_[v].met;
        v = fact_paths_[v].other;
        if (v == edge.vertex[1]) return;
      }
      for (const Var next : model_.edges_of_vertex(v)) {
        if (next == last || !is_true(next * 2 + 1) || assigned_[next].place > joined) continue;
        if (skips_facts && assigned_[next].level == 0) continue;
        antecedents_.push_back(next * 2 + 1);
        met += model_.weight(next);
        last = next;
        v = model_.edge(next).vertex_across(v);
        break;
      }
    }
  };
  walk(true);
  std::size_t length = antecedents_.size() - first;
  if (met == model_.clue_sum()) {
    antecedents_.resize(first);
    walk(false);
    length = antecedents_.size() - first;
    if (length + is_true(closing * 2 + 1) == lines_) return static_cast<std::uint32_t>(length);
    ++walks_;
    for (std::size_t i = first; i < antecedents_.size(); ++i)
      walked_[antecedents_[i] >> 1] = walks_;
    walked_[closing] = walks_;
    for (const Literal l : trail_) {
      const Var v = l >> 1;
      if (assigned_[v].place >= before) break;
      if (is_edge(v) && (l & 1) && walked_[v] != walks_) {
        antecedents_.push_back(l);
        break;
      }
    }
  }
  return static_cast<std::uint32_t>(length);
}

/// Whether a literal of the clause being learned is implied by the others. Looks no deeper than
/// kDepth steps.
bool Search::is_redundant(Literal l, int depth) {
  constexpr int kDepth = 30;
  const std::size_t start = antecedents_.size();
  explain(l);
  const std::size_t end = antecedents_.size();
  bool redundant = end > start;
  for (std::size_t i = start; i < end && redundant; ++i) {
    const Literal antecedent = antecedents_[i];
    const Var v = antecedent >> 1;
    if (assigned_[v].level == 0 || visit_[v] == kSource || visit_[v] == kRemovable) continue;
    redundant = visit_[v] != kFailed && assigned_[v].reason.kind != Reason::decision &&
                level_stamp_[assigned_[v].level] == stamp_ && depth < kDepth &&
                is_redundant(antecedent, depth + 1);
  }
  antecedents_.resize(start);
  const Var v = l >> 1;
  if (visit_[v] == kUnvisited) {
    visit_[v] = redundant ? kRemovable : kFailed;
    visited_.push_back(v);
  }
  return redundant;
}

/// Learns from the conflict in antecedents_, backjumps and asserts what follows. False if the
/// conflict needs no decision: all solutions are found.
bool Search::learn() {
  std::uint32_t latest = 0;
  for (const Literal l : antecedents_) {
    assert(is_true(l));
    latest = std::max(latest, assigned_[l >> 1].level);
  }
  if (latest == 0) return false;
  backtrack(latest);
  derive_clause(latest);
  minimize();
  // The second watch is what is undone next.
  std::uint32_t back = 0, glue = 1;
  ++stamp_;
  for (std::size_t i = 1; i < learned_.size(); ++i) {
    const std::uint32_t of = assigned_[learned_[i] >> 1].level;
    if (level_stamp_[of] != stamp_) {
      level_stamp_[of] = stamp_;
      ++glue;
    }
    if (of > back) {
      back = of;
      std::swap(learned_[1], learned_[i]);
    }
  }
  assert(back < latest);
  backtrack(back);
  if (learned_.size() == 1)
    assign(learned_[0], {});
  else
    assign(learned_[0], {Reason::clause, add_clause(keep_learned_ ? 0 : glue)});
  keep_learned_ = false;
  bump_by_ *= 1 / 0.95;
  return true;
}

/// Resolves the conflict with antecedents until the clause, in learned_, has one literal of its
/// latest level, which comes first (first unique implication point).
void Search::derive_clause(std::uint32_t latest) {
  learned_.assign(1, 0);
  std::size_t place = trail_.size();
  int unresolved = 0;
  while (true) {
    for (const Literal l : antecedents_) {
      const Var v = l >> 1;
      assert(is_true(l));
      if (visit_[v] || assigned_[v].level == 0) continue;
      visit_[v] = kSource;
      visited_.push_back(v);
      bump(v);
      if (assigned_[v].level == latest)
        ++unresolved;
      else
        learned_.push_back(l ^ 1);
    }
    assert(unresolved > 0);
    do --place;
    while (visit_[trail_[place] >> 1] != kSource || assigned_[trail_[place] >> 1].level != latest);
    const Literal l = trail_[place];
    if (--unresolved == 0) {
      learned_[0] = l ^ 1;
      return;
    }
    antecedents_.clear();
    explain(l);
  }
}

/// Drops what the rest of learned_ implies.
void Search::minimize() {
  antecedents_.clear();
  ++stamp_;
  for (const Literal l : learned_) level_stamp_[assigned_[l >> 1].level] = stamp_;
  const auto redundant = [&](Literal l) {
    return assigned_[l >> 1].reason.kind != Reason::decision && is_redundant(l ^ 1, 0);
  };
  learned_.erase(std::remove_if(learned_.begin() + 1, learned_.end(), redundant), learned_.end());
  for (const Var v : visited_) visit_[v] = kUnvisited;
  visited_.clear();
}

// A loop that contains all these lines has no others.
void Search::exclude(std::span<const Mark> marks) {
  learned_.clear();
  for (Var e = 0; e < model_.edges(); ++e)
    if (marks[e] == Mark::line) learned_.push_back(e * 2);
  add_clause(0);
}

void Search::violate(Model::Index face, int clue) {
  focus_ = face;
  const auto around = model_.edges_of_region(face);
  for (std::uint32_t set = 0; set < 1u << around.size(); ++set) {
    if (std::popcount(set) != clue) continue;
    learned_.clear();
    for (std::size_t i = 0; i < around.size(); ++i)
      learned_.push_back(around[i] * 2 + (~set >> i & 1));
    add_clause(0);
  }
}

std::uint32_t Search::add_clause(std::uint32_t glue) {
  if (watches_.empty()) watches_.resize(value_.size());
  const auto clause = static_cast<std::uint32_t>(arena_.size());
  arena_.push_back(static_cast<std::uint32_t>(learned_.size()));
  arena_.push_back(glue);
  arena_.insert(arena_.end(), learned_.begin(), learned_.end());
  clauses_.push_back(clause);
  watch(clause);
  return clause;
}

void Search::watch(std::uint32_t clause) {
  const Literal first = arena_[clause + 2], second = arena_[clause + 3];
  assert(arena_[clause] >= 2 && first != second);
  watches_[first].push_back({clause, second});
  watches_[second].push_back({clause, first});
}

/// Deletes half of the clauses, those over most levels, and packs the arena. At level 0 only.
void Search::reduce_db() {
  assert(level() == 0);
  const auto glue = [&](std::uint32_t clause) { return arena_[clause + 1]; };
  std::vector<std::uint32_t> candidates;
  for (const std::uint32_t c : clauses_)
    if (glue(c) > 2) candidates.push_back(c);
  const auto middle = candidates.begin() + static_cast<std::ptrdiff_t>(candidates.size() / 2);
  std::nth_element(candidates.begin(), middle, candidates.end(),
                   [&](std::uint32_t a, std::uint32_t b) {
                     return glue(a) != glue(b) ? glue(a) < glue(b) : a > b;
                   });
  for (auto c = middle; c != candidates.end(); ++c) arena_[*c] = 0;
  for (auto& watches : watches_) watches.clear();
  std::vector<std::uint32_t> arena, clauses;
  for (const std::uint32_t c : clauses_) {
    const std::uint32_t size = arena_[c];
    if (size == 0) continue;
    // False facts are left out; at least two literals are open then, or one is true.
    const std::uint32_t* literals = &arena_[c + 2];
    if (std::any_of(literals, literals + size, [&](Literal l) { return is_true(l); })) continue;
    const auto packed = static_cast<std::uint32_t>(arena.size());
    arena.push_back(0);
    arena.push_back(glue(c));
    for (std::uint32_t k = 0; k < size; ++k)
      if (!is_false(literals[k])) arena.push_back(literals[k]);
    arena[packed] = static_cast<std::uint32_t>(arena.size()) - packed - 2;
    clauses.push_back(packed);
  }
  arena_ = std::move(arena);
  clauses_ = std::move(clauses);
  for (const std::uint32_t clause : clauses_) watch(clause);
}

}  // namespace eyehand::slitherlink
