#include <algorithm>

#include "solver/slitherlink/search.hpp"

namespace eyehand::slitherlink {

/// Adds to because_ what a true literal follows from.
void Search::explain(Literal l) {
  const Var v = l >> 1;
  const Assigned& assigned = assigned_[v];
  const std::uint32_t what = assigned.reason.what;
  const auto earlier = [&](Literal other) {
    return is_true(other) && assigned_[other >> 1].place < assigned.place;
  };
  switch (assigned.reason.kind) {
    case Reason::guess:
      return;
    case Reason::two_lines: {
      int found = 0;
      for (const int e : model_.edges_of_vertex(what)) {
        const Literal line = static_cast<Literal>(e) * 2 + 1;
        if (found < 2 && earlier(line)) {
          because_.push_back(line);
          ++found;
        }
      }
      return;
    }
    case Reason::last_edge:
      for (const int e : model_.edges_of_vertex(what))
        if (static_cast<Var>(e) != v) because_.push_back(truth(static_cast<Var>(e)));
      return;
    case Reason::clue_met:
    case Reason::clue_tight: {
      const std::uint32_t line = assigned.reason.kind == Reason::clue_met;
      for (const int e : model_.edges_of_region(what)) {
        const Literal other = static_cast<Literal>(e) * 2 + line;
        if (earlier(other)) because_.push_back(other);
      }
      return;
    }
    case Reason::corner: {
      const auto& corner = model_.corner(what);
      const auto is_of_corner = [&](int e) {
        return static_cast<Var>(e) == corner.edge[0] || static_cast<Var>(e) == corner.edge[1];
      };
      const auto& edge = model_.edge(v);
      const bool of_face = edge.region[0] == corner.face || edge.region[1] == corner.face;
      // A line elsewhere at the vertex leaves room for one; no line among all others asks for one.
      const bool all_others = of_face && (!(l & 1) || is_of_corner(static_cast<int>(v)));
      for (const int e : model_.edges_of_vertex(corner.vertex)) {
        const auto other = static_cast<Var>(e);
        if (!is_of_corner(e) && other != v && (all_others || earlier(other * 2 + 1)))
          because_.push_back(truth(other));
      }
      const std::uint32_t line = of_face ? 1 - (l & 1) : 0;
      for (const int e : model_.edges_of_region(corner.face)) {
        const Literal other = static_cast<Literal>(e) * 2 + line;
        if (!is_of_corner(e) && earlier(other)) because_.push_back(other);
      }
      return;
    }
    case Reason::edge: {
      const auto& edge = model_.edge(what);
      for (const Var other : {what, colour(edge.region[0]), colour(edge.region[1])})
        if (other != v) because_.push_back(truth(other));
      return;
    }
    case Reason::neighbours: {
      // It is of this colour as too many neighbours are of it, or of the other one.
      const std::uint32_t mine = l & 1;
      const auto around = model_.edges_of_region(what);
      const auto clue = static_cast<std::size_t>(model_.clue(what));
      std::size_t of_colour[2] = {0, 0};
      for (const int e : around) {
        const Var c = colour(model_.edge(static_cast<Var>(e)).region_across(what));
        for (const std::uint32_t of : {0u, 1u}) of_colour[of] += earlier(c * 2 + of);
      }
      // Were it of the other colour, it would have these, or those, too often.
      const std::uint32_t too_often = of_colour[1 - mine] > around.size() - clue ? 1 - mine : mine;
      for (const int e : around) {
        const Var c = colour(model_.edge(static_cast<Var>(e)).region_across(what));
        if (earlier(c * 2 + too_often)) because_.push_back(c * 2 + too_often);
      }
      return;
    }
    case Reason::path:
      explain_loop(v, what, assigned.place);
      return;
    case Reason::loop:
      explain_loop(what, assigned.place, assigned.place);
      because_.push_back(what * 2 + 1);
      return;
    case Reason::clause: {
      const std::uint32_t size = arena_[what];
      for (std::uint32_t k = 1; k < size; ++k) because_.push_back(arena_[what + 2 + k] ^ 1);
      return;
    }
  }
}

/// Adds to because_ the lines that a closing edge would make a loop of, and another line if else
/// the loop might be the answer. Only lines up to trail place `linked` are walked: later ones may
/// meet three at a vertex. Gives the number of the lines walked.
std::uint32_t Search::explain_loop(Var closing, std::uint32_t linked, std::uint32_t before) {
  const std::size_t first = because_.size();
  const auto& edge = model_.edge(closing);
  std::int64_t met = model_.weight(closing);
  Var last = closing;
  for (Model::Index v = edge.vertex[0]; v != edge.vertex[1];) {
    for (const int e : model_.edges_of_vertex(v)) {
      const Var next = static_cast<Var>(e);
      if (next == last || !is_true(next * 2 + 1) || assigned_[next].place > linked) continue;
      because_.push_back(next * 2 + 1);
      met += model_.weight(next);
      last = next;
      v = model_.edge(next).vertex_across(v);
      break;
    }
  }
  const std::size_t length = because_.size() - first;
  if (met == model_.clue_sum()) {
    ++walks_;
    for (std::size_t i = first; i < because_.size(); ++i) walked_[because_[i] >> 1] = walks_;
    walked_[closing] = walks_;
    for (const Literal l : trail_) {
      const Var v = l >> 1;
      if (assigned_[v].place >= before) break;
      if (v < model_.edges() && (l & 1) && walked_[v] != walks_) {
        because_.push_back(l);
        break;
      }
    }
  }
  return static_cast<std::uint32_t>(length);
}

/// Whether a literal of the clause being learned follows from the others. Looks no deeper than
/// kDepth steps.
bool Search::is_redundant(Literal l, int depth) {
  constexpr int kDepth = 30;
  const std::size_t start = because_.size();
  explain(l);
  const std::size_t end = because_.size();
  bool redundant = end > start;
  for (std::size_t i = start; i < end && redundant; ++i) {
    const Literal because = because_[i];
    const Var v = because >> 1;
    if (assigned_[v].level == 0 || seen_[v] == kTaken || seen_[v] == kFollows) continue;
    redundant = seen_[v] != kDoesNot && assigned_[v].reason.kind != Reason::guess &&
                level_stamp_[assigned_[v].level] == stamp_ && depth < kDepth &&
                is_redundant(because, depth + 1);
  }
  because_.resize(start);
  const Var v = l >> 1;
  if (seen_[v] == kNotSeen) {
    seen_[v] = redundant ? kFollows : kDoesNot;
    to_clear_.push_back(v);
  }
  return redundant;
}

/// Learns from the contradiction in because_, goes back and draws the conclusion. False if there is
/// nothing to go back to: all answers are found.
bool Search::learn() {
  std::uint32_t latest = 0;
  for (const Literal l : because_) latest = std::max(latest, assigned_[l >> 1].level);
  if (latest == 0) return false;
  undo_to(latest);
  learned_.assign(1, 0);
  std::size_t place = trail_.size();
  int open = 0;
  while (true) {
    for (const Literal l : because_) {
      const Var v = l >> 1;
      if (seen_[v] || assigned_[v].level == 0) continue;
      seen_[v] = kTaken;
      to_clear_.push_back(v);
      bump(v);
      if (assigned_[v].level == latest)
        ++open;
      else
        learned_.push_back(l ^ 1);
    }
    do --place;
    while (seen_[trail_[place] >> 1] != kTaken || assigned_[trail_[place] >> 1].level != latest);
    const Literal l = trail_[place];
    if (--open == 0) {
      learned_[0] = l ^ 1;
      break;
    }
    because_.clear();
    explain(l);
  }
  // Shorten.
  because_.clear();
  ++stamp_;
  for (const Literal l : learned_) level_stamp_[assigned_[l >> 1].level] = stamp_;
  std::size_t kept = 1;
  for (std::size_t i = 1; i < learned_.size(); ++i) {
    const Literal l = learned_[i] ^ 1;
    if (assigned_[l >> 1].reason.kind == Reason::guess || !is_redundant(l, 0))
      learned_[kept++] = learned_[i];
  }
  learned_.resize(kept);
  for (const Var v : to_clear_) seen_[v] = kNotSeen;
  to_clear_.clear();
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
  undo_to(back);
  if (learned_.size() == 1)
    assign(learned_[0], {Reason::guess, 0});
  else
    assign(learned_[0], {Reason::clause, add_clause(keep_learned_ ? 0 : glue)});
  if (trace_) tell("contradiction", learned_[0]);
  keep_learned_ = false;
  bump_by_ *= 1 / 0.95;
  return true;
}

std::uint32_t Search::add_clause(std::uint32_t glue) {
  const auto clause = static_cast<std::uint32_t>(arena_.size());
  arena_.push_back(static_cast<std::uint32_t>(learned_.size()));
  arena_.push_back(glue);
  arena_.insert(arena_.end(), learned_.begin(), learned_.end());
  clauses_.push_back(clause);
  watches_[learned_[0]].push_back({clause, learned_[1]});
  watches_[learned_[1]].push_back({clause, learned_[0]});
  return clause;
}

/// Drops half of the clauses, those over most levels, and packs the arena. At level 0 only.
void Search::forget_some() {
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
    // What is decided for good is left out; at least two literals are open then, or one is true.
    const std::uint32_t* literals = &arena_[c + 2];
    if (std::any_of(literals, literals + size, [&](Literal l) { return is_true(l); })) continue;
    const auto packed = static_cast<std::uint32_t>(arena.size());
    arena.push_back(0);
    arena.push_back(glue(c));
    for (std::uint32_t k = 0; k < size; ++k)
      if (!is_false(literals[k])) arena.push_back(literals[k]);
    arena[packed] = static_cast<std::uint32_t>(arena.size()) - packed - 2;
    clauses.push_back(packed);
    watches_[arena[packed + 2]].push_back({packed, arena[packed + 3]});
    watches_[arena[packed + 3]].push_back({packed, arena[packed + 2]});
  }
  arena_ = std::move(arena);
  clauses_ = std::move(clauses);
}

}  // namespace eyehand::slitherlink
