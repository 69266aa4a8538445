// Detail of search.hpp: propagation.
#include <algorithm>
#include <cassert>

#include "solver/slitherlink/search.hpp"

namespace eyehand::slitherlink {

inline void Search::assign_open(std::span<const Var> edges, std::uint32_t line, Reason reason) {
  for (const Var e : edges)
    if (is_open(e * 2)) assign_edge(e * 2 + line, reason);
}

void Search::fix(std::span<const Mark> marks) {
  for (Var e = 0; e < model_.edges(); ++e)
    if (marks[e] != Mark::unknown) assign(e * 2 + (marks[e] == Mark::line), {});
}

/// False on a conflict.
bool Search::start() {
  for (Model::Index r = 0; r < model_.regions(); ++r)
    if (!visit_clue(r)) return false;
  for (Model::Index v = 0; v < model_.vertices(); ++v)
    if (!visit_vertex(v)) return false;
  for (Model::Index r = 0; r < model_.regions(); ++r)
    for (const auto& corner : model_.corners_of_region(r)) visit_corner(corner);
  const Literal outside = colour(model_.outside()) * 2;
  if (is_open(outside)) assign(outside, {});
  return true;
}

/// A literal that nothing on the trail implies.
void Search::decide(Literal l) {
  ++result_.decisions;
  level_starts_.push_back(static_cast<std::uint32_t>(trail_.size()));
  assign(l, {});
}

/// False on a conflict, which is then in antecedents_.
bool Search::propagate() {
  while (true) {
    if (propagated_ == trail_.size()) {
      // Corners cost more and yield less, so they come last.
      while (corners_done_ < propagated_ && propagated_ == trail_.size()) {
        const Var v = trail_[corners_done_++] >> 1;
        if (is_edge(v)) visit_corners(v);
      }
      if (propagated_ == trail_.size() && (closing_ == kNone || !finish_loop())) break;
    }
    const Literal l = trail_[propagated_];
    if (!(is_edge(l >> 1) ? propagate_edge(l) : propagate_colour(l)) || !visit_clauses(l))
      return false;
  }
  assert(corners_done_ == trail_.size());
  if (closing_ == kNone) return true;
  check_loop();
  return false;
}

inline bool Search::propagate_edge(Literal l) {
  const Var v = l >> 1;
  const auto& edge = model_.edge(v);
  // Paths first: they are undone for the trail's entries up to propagated_.
  const bool joined = !(l & 1) || join_paths(v);
  ++propagated_;
  return joined && visit_vertex(edge.vertex[0]) && visit_vertex(edge.vertex[1]) &&
         visit_clue(edge.region[0]) && visit_clue(edge.region[1]) && visit_edge(v);
}

inline bool Search::propagate_colour(Literal l) {
  ++propagated_;
  const auto region = (l >> 1) - first_colour_;
  const int mine = (l & 1) ? 1 : -1;
  for (const Var e : model_.edges_of_region(region))
    if (!visit_side(region, e, mine)) return false;
  return true;
}

// Hot tests avoid && and ||, as one branch is mispredicted less often than several: 6.1 instead of
// 9 million times on the hard puzzle-loop boards (callgrind --branch-sim).

inline bool Search::visit_vertex(Model::Index v) {
  const int lines = at_vertex_[v].lines(), open = at_vertex_[v].open();
  // Bits 4 * lines + open, both clamped to 3: fewer than two lines and several open edges; or no
  // open edge, and no line or two.
  constexpr std::uint32_t kNothingToDo = 0x01cd;
  return (kNothingToDo >> (4 * std::min(lines, 3) + std::min(open, 3)) & 1) || decide_vertex(v);
}

/// A vertex where no choice is left.
bool Search::decide_vertex(Model::Index v) {
  const int lines = at_vertex_[v].lines(), open = at_vertex_[v].open();
  const auto around = model_.edges_of_vertex(v);
  if (lines > 2) {
    antecedents_.clear();
    for (const Var e : around)
      if (is_true(e * 2 + 1) && antecedents_.size() < 3) antecedents_.push_back(e * 2 + 1);
    return false;
  }
  if (open == 0) {
    antecedents_.clear();
    for (const Var e : around) antecedents_.push_back(truth(e));
    return false;
  }
  if (lines == 2)
    assign_open(around, 0, {Reason::two_lines, v});
  else
    assign_open(around, static_cast<std::uint32_t>(lines), {Reason::last_edge, v});
  return true;
}

inline bool Search::visit_clue(Model::Index region) {
  const int needed = at_face_[region].lines(), open = at_face_[region].open();
  // 0 < needed < open, or both are 0.
  const auto less = [](int n) { return static_cast<std::uint32_t>(n - 1); };
  return ((less(needed) < less(open)) ^ (open == 0)) || decide_face(region);
}

/// A face where no choice is left.
bool Search::decide_face(Model::Index region) {
  const int needed = at_face_[region].lines(), open = at_face_[region].open();
  const auto around = model_.edges_of_region(region);
  if (needed < 0 || needed > open) {
    const std::uint32_t line = needed < 0;
    antecedents_.clear();
    for (const Var e : around)
      if (is_true(e * 2 + line)) antecedents_.push_back(e * 2 + line);
    return false;
  }
  assign_open(around, needed > 0, {needed > 0 ? Reason::clue_tight : Reason::clue_met, region});
  return true;
}

/// The corners at an edge's vertices and of its faces.
inline void Search::visit_corners(Var e) {
  const auto& edge = model_.edge(e);
  for (const auto v : edge.vertex) {
    const int lines = at_vertex_[v].lines(), open = at_vertex_[v].open();
    if (!(((lines == 1) & (open > 1)) | ((lines == 0) & (open == 2)))) continue;
    for (const auto c : model_.corners_of_vertex(v)) visit_corner(model_.corner(c));
  }
  for (const auto r : edge.region) {
    const int needed = at_face_[r].lines(), open = at_face_[r].open();
    if (!((open > 1) & ((needed == 1) | (needed == open - 1)))) continue;
    for (const auto& corner : model_.corners_of_region(r)) visit_corner(corner);
  }
}

/// Two edges of a face that meet: what the vertex demands of their number decides some of the
/// face's other edges, and the other way round. As long as the clue is neither met nor tight, the
/// face needs 1 to `open - 1` lines.
inline void Search::visit_corner(const Model::Corner& corner) {
  const int needed = at_face_[corner.face].lines(), open = at_face_[corner.face].open();
  const bool at_least_one = needed == open - 1;  // of the two: the others are not enough
  const int lines = at_vertex_[corner.vertex].lines(), ways = at_vertex_[corner.vertex].open();
  const Var first = corner.edge[0], second = corner.edge[1];
  const bool unaffected =
      (!at_least_one & (needed != 1)) | (lines > 1) | (ways < 2) | ((lines == 0) & (ways != 2));
  const bool first_is_open = is_open(first * 2), second_is_open = is_open(second * 2);
  if (unaffected | !first_is_open | !second_is_open) return;
  const Reason reason{Reason::corner, model_.index_of(corner)};
  if (lines == 0) {  // both or none
    assign_edge(first * 2 + at_least_one, reason);
    assign_edge(second * 2 + at_least_one, reason);
    return;
  }
  // At most one.
  const auto assign_others = [&](std::span<const Var> edges, std::uint32_t line) {
    for (const Var other : edges)
      if (other != first && other != second && is_open(other * 2))
        assign_edge(other * 2 + line, reason);
  };
  if (ways > 2) {
    if (!at_least_one) return;
    assign_others(model_.edges_of_vertex(corner.vertex), 0);
  }
  if (open > 2) assign_others(model_.edges_of_region(corner.face), at_least_one);
}

/// An edge that has just become known, and the colours of its two regions.
inline bool Search::visit_edge(Var e) {
  const auto& edge = model_.edge(e);
  const Var a = colour(edge.region[0]), b = colour(edge.region[1]);
  const int sign_a = sign(a), sign_b = sign(b);
  if ((sign_a | sign_b) == 0) return true;
  const int product = sign_a * sign_b;
  if (product == 0) {
    assign_colour((sign_a ? b : a) * 2 + ((sign_a + sign_b) * sign(e) < 0), {Reason::edge, e});
    return true;
  }
  if (product != sign(e)) return true;
  antecedents_.assign({truth(a), truth(b), truth(e)});
  return false;
}

/// An edge of a region whose colour has just become known, and the region across.
inline bool Search::visit_side(Model::Index region, Var e, int mine) {
  const auto& edge = model_.edge(e);
  const auto across = edge.region_across(region);
  const int theirs = sign(colour(across)), line = sign(e);
  if (mine * theirs * line < 0) return true;
  if (line == 0) {
    if (theirs == 0)
      visit_neighbours(across);
    else
      assign_edge(e * 2 + (mine != theirs), {Reason::edge, e});
  } else if (theirs == 0) {
    assign_colour(colour(across) * 2 + (mine != line), {Reason::edge, e});
  } else {
    antecedents_.assign({truth(colour(edge.region[0])), truth(colour(edge.region[1])), truth(e)});
    return false;
  }
  return true;
}

/// A face whose colour is open and whose clue gives the number of neighbours of the other one.
inline void Search::visit_neighbours(Model::Index region) {
  const int clue = model_.clue(region);
  if (clue == kNoClue) return;
  const auto around = model_.edges_of_region(region);
  int of_colour[2] = {0, 0};
  for (const Var e : around) {
    const int sign_across = sign(colour(model_.edge(e).region_across(region)));
    of_colour[1] += sign_across > 0;
    of_colour[0] += sign_across < 0;
  }
  const int same = static_cast<int>(around.size()) - clue;
  // A face of colour c has at most `same` neighbours of c and at most `clue` of the other.
  for (const std::uint32_t c : {0u, 1u})
    if (of_colour[c] > same || of_colour[1 - c] > clue) {
      assign_colour(colour(region) * 2 + (1 - c), {Reason::neighbours, region});
      return;
    }
}

inline bool Search::visit_clauses(Literal l) {
  if (watches_.empty()) return true;
  auto& watches = watches_[l ^ 1];
  std::size_t kept = 0;
  for (std::size_t i = 0; i < watches.size(); ++i) {
    const Watch watch = watches[i];
    if (is_true(watch.blocker)) {
      watches[kept++] = watch;
      continue;
    }
    const std::uint32_t size = arena_[watch.clause];
    Literal* const literals = &arena_[watch.clause + 2];
    if (literals[0] == (l ^ 1)) std::swap(literals[0], literals[1]);
    assert(literals[1] == (l ^ 1) && size >= 2);
    const Literal first = literals[0];
    if (first != watch.blocker && is_true(first)) {
      watches[kept++] = {watch.clause, first};
      continue;
    }
    Literal* const end = literals + size;
    Literal* const next = std::find_if(literals + 2, end, [&](Literal k) { return !is_false(k); });
    if (next != end) {
      std::swap(literals[1], *next);
      watches_[literals[1]].push_back({watch.clause, first});
      continue;
    }
    watches[kept++] = {watch.clause, first};
    if (is_false(first)) {
      antecedents_.clear();
      for (const Literal* k = literals; k != end; ++k) antecedents_.push_back(*k ^ 1);
      while (++i < watches.size()) watches[kept++] = watches[i];
      watches.resize(kept);
      return false;
    }
    assign(first, {Reason::clause, watch.clause});
  }
  watches.resize(kept);
  return true;
}

/// Joins the paths at the ends of a line, which is the next to be propagated.
inline bool Search::join_paths(Var e) {
  const auto [a, b] = model_.edge(e).vertex;
  const auto x = ends_[a].other, y = ends_[b].other;
  joins_.push_back({e, {kNone, kNone}, {0, 0}});
  for (const auto v : {a, b})
    if (at_vertex_[v].lines() > 2) return visit_vertex(v);
  const std::uint32_t length = ends_[a].length + 1 + (x == b ? 0 : ends_[b].length);
  if (x == b) {
    assert(y == a);
    if (lines_ == length && needed_ == 0) {
      closing_ = e;  // whether it is the solution is known when all is propagated
      return true;
    }
    explain_loop(e, propagated_, static_cast<std::uint32_t>(trail_.size()));
    antecedents_.push_back(e * 2 + 1);
    return false;
  }
  joins_.back() = {e, {x, y}, {ends_[a].length, ends_[b].length}};
  ends_[x] = {y, length};
  ends_[y] = {x, length};
  if (level() == 0) {
    const std::int64_t met = fact_paths_[a].met + model_.weight(e) + fact_paths_[b].met;
    fact_paths_[x] = {y, met};
    fact_paths_[y] = {x, met};
  }
  if (at_vertex_[x].open() == 0 || at_vertex_[y].open() == 0) return true;
  // An edge that would close the path is a cross, unless that may be the end.
  for (const Var other : model_.edges_of_vertex(x))
    if (model_.edge(other).vertex_across(x) == y && is_open(other * 2) &&
        (length < lines_ || needed_ != model_.weight(other)))
      assign_edge(other * 2, {Reason::path, propagated_});
  return true;
}

/// Undoes the last join.
void Search::split_path() {
  const PathJoin last = joins_.back();
  joins_.pop_back();
  if (last.edge == closing_) closing_ = kNone;
  if (last.end[0] == kNone) return;
  const auto& edge = model_.edge(last.edge);
  for (const std::size_t i : {0u, 1u}) ends_[last.end[i]] = {edge.vertex[i], last.length[i]};
}

/// Everything is propagated and a loop meets all clues, so all open edges are crosses. They are
/// propagated, too, as decided colours may contradict them. False if no edge is open.
bool Search::finish_loop() {
  if (ends_[model_.edge(closing_).vertex[0]].length + 1 != lines_) return false;
  for (Var e = 0; e < model_.edges(); ++e)
    if (is_open(e * 2)) assign(e * 2, {Reason::loop, closing_});
  return propagated_ < trail_.size();
}

/// Then it is a solution, unless there is another line. A conflict either way.
void Search::check_loop() {
  const auto all = static_cast<std::uint32_t>(trail_.size());
  const bool is_solution = ends_[model_.edge(closing_).vertex[0]].length + 1 == lines_;
  if (is_solution) {
    ++result_.count;
    keep_learned_ = true;
  }
  if (level() == 0) return;
  explain_loop(closing_, all, all);
  antecedents_.push_back(closing_ * 2 + 1);
}

}  // namespace eyehand::slitherlink
