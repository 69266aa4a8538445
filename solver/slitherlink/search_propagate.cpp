#include "solver/slitherlink/search.hpp"

namespace eyehand::slitherlink {

void Search::assign(Literal l, Reason reason) {
  const Var v = l >> 1;
  value_[l] = 1;
  value_[l ^ 1] = -1;
  assigned_[v] = {level(), static_cast<std::uint32_t>(trail_.size()), reason};
  trail_.push_back(l);
  if (v >= model_.edges()) return;
  const auto& edge = model_.edge(v);
  const std::uint32_t line = l & 1;
  for (const auto i : edge.vertex) {
    --at_vertex_[i].open;
    at_vertex_[i].lines += line;
  }
  for (const auto r : edge.region) {
    --at_face_[r].open;
    at_face_[r].lines += line;
  }
  if (line) {
    ++lines_;
    clues_open_ -= model_.weight(v);
  }
}

/// False on a contradiction, which is then in because_.
bool Search::propagate() {
  while (true) {
    if (propagated_ == trail_.size()) {
      // What costs more and yields less comes when all else is done.
      while (cornered_ < propagated_ && propagated_ == trail_.size()) {
        const Var v = trail_[cornered_++] >> 1;
        if (v < model_.edges()) visit_corners(v);
      }
      if (propagated_ == trail_.size() && (closing_ == kNone || !finish_loop())) break;
    }
    const Literal l = trail_[propagated_];
    const Var v = l >> 1;
    if (v < model_.edges()) {
      const auto& edge = model_.edge(v);
      // Contours first: they are undone by the trail's places up to propagated_.
      const bool linked = !(l & 1) || link(v);
      ++propagated_;
      if (!linked || !visit_vertex(edge.vertex[0]) || !visit_vertex(edge.vertex[1]) ||
          !visit_clue(edge.region[0]) || !visit_clue(edge.region[1]) || !visit_edge(v))
        return false;
    } else {
      ++propagated_;
      const auto region = v - model_.edges();
      for (const int e : model_.edges_of_region(region)) {
        const Var around = static_cast<Var>(e);
        if (!visit_edge(around) || !visit_neighbours(model_.edge(around).region_across(region)))
          return false;
      }
    }
    if (!visit_clauses(l)) return false;
  }
  return closing_ == kNone || check_loop();
}

bool Search::visit_vertex(Model::Index v) {
  const Count count = at_vertex_[v];
  if (count.lines > 2) {
    because_.clear();
    for (const int e : model_.edges_of_vertex(v)) {
      const Literal line = static_cast<Literal>(e) * 2 + 1;
      if (is_true(line) && because_.size() < 3) because_.push_back(line);
    }
    return false;
  }
  if (count.lines == 2) {
    if (count.open > 0)
      for (const int e : model_.edges_of_vertex(v)) {
        const Literal cross = static_cast<Literal>(e) * 2;
        if (is_open(cross)) assign(cross, {Reason::two_lines, v});
      }
    return true;
  }
  if (count.open == 1) {
    for (const int e : model_.edges_of_vertex(v)) {
      const Literal cross = static_cast<Literal>(e) * 2;
      if (is_open(cross)) {
        assign(cross + count.lines, {Reason::last_edge, v});
        break;
      }
    }
    return true;
  }
  if (count.open == 0 && count.lines == 1) {
    because_.clear();
    for (const int e : model_.edges_of_vertex(v)) because_.push_back(truth(static_cast<Var>(e)));
    return false;
  }
  return true;
}

bool Search::visit_clue(Model::Index region) {
  const int clue = model_.clue(region);
  if (clue == kNoClue) return true;
  const auto wanted = static_cast<std::uint32_t>(clue);
  const Count count = at_face_[region];
  if (count.lines > wanted || count.lines + count.open < wanted) {
    // Just as many as contradict.
    const std::uint32_t line = count.lines > wanted;
    because_.clear();
    for (const int e : model_.edges_of_region(region)) {
      const Literal l = static_cast<Literal>(e) * 2 + line;
      if (is_true(l)) because_.push_back(l);
    }
    return false;
  }
  if (count.open == 0) return true;
  if (count.lines == wanted) {
    for (const int e : model_.edges_of_region(region)) {
      const Literal cross = static_cast<Literal>(e) * 2;
      if (is_open(cross)) assign(cross, {Reason::clue_met, region});
    }
  } else if (count.lines + count.open == wanted) {
    for (const int e : model_.edges_of_region(region)) {
      const Literal line = static_cast<Literal>(e) * 2 + 1;
      if (is_open(line)) assign(line, {Reason::clue_tight, region});
    }
  }
  return true;
}

/// The corners at an edge's vertices and of its faces.
void Search::visit_corners(Var e) {
  const auto& edge = model_.edge(e);
  for (const auto v : edge.vertex)
    for (const auto c : model_.corners_of_vertex(v)) visit_corner(c);
  for (const auto r : edge.region) {
    if (model_.clue(r) == kNoClue) continue;
    const auto first = model_.first_corner(r);
    const auto sides = static_cast<Model::Index>(model_.edges_of_region(r).size());
    for (auto c = first; c < first + sides; ++c) visit_corner(c);
  }
}

/// Two edges of a face that meet: what the vertex says of their number says something of the face's
/// other edges, and the other way round.
void Search::visit_corner(Model::Index c) {
  const auto& corner = model_.corner(c);
  if (!is_open(corner.edge[0] * 2) || !is_open(corner.edge[1] * 2)) return;
  const Count vertex = at_vertex_[corner.vertex], face = at_face_[corner.face];
  const auto clue = static_cast<std::uint32_t>(model_.clue(corner.face));
  const Reason reason = {Reason::corner, c};
  const auto assign_rest = [&](std::uint32_t line) {
    for (const int other : model_.edges_of_region(corner.face)) {
      const auto e = static_cast<Var>(other);
      if (e != corner.edge[0] && e != corner.edge[1] && is_open(e * 2))
        assign(e * 2 + line, reason);
    }
  };
  if (vertex.lines == 1) {  // so at most one of the two
    const bool at_least_one = face.lines + face.open - 2 < clue;
    if (vertex.open > 2) {
      if (!at_least_one) return;
      for (const int other : model_.edges_of_vertex(corner.vertex)) {
        const auto e = static_cast<Var>(other);
        if (e != corner.edge[0] && e != corner.edge[1] && is_open(e * 2)) assign(e * 2, reason);
      }
    }
    if (face.open == 2) return;
    if (face.lines + face.open - 1 == clue)
      assign_rest(1);
    else if (face.lines + 1 == clue)
      assign_rest(0);
  } else if (vertex.lines == 0 && vertex.open == 2) {  // both or none
    const bool line = face.lines + face.open - 2 < clue;
    if (!line && face.lines + 2 <= clue) return;
    for (const Var e : corner.edge) assign(e * 2 + line, reason);
  }
}

/// The edge and the colours beside it.
bool Search::visit_edge(Var e) {
  const auto& edge = model_.edge(e);
  const Literal a = colour(edge.region[0]) * 2, b = colour(edge.region[1]) * 2, c = e * 2;
  const int known = !is_open(a) + !is_open(b) + !is_open(c);
  if (known < 2) return true;
  const std::uint32_t odd =
      std::uint32_t{is_false(a)} ^ std::uint32_t{is_false(b)} ^ std::uint32_t{is_false(c)};
  if (known == 3) {
    if (!odd) return true;
    because_.assign({truth(a >> 1), truth(b >> 1), truth(c >> 1)});
    return false;
  }
  const Literal open = is_open(a) ? a : is_open(b) ? b : c;
  assign(open + odd, {Reason::edge, e});
  return true;
}

/// A face whose colour is open and whose clue says how many neighbours are of the other one.
bool Search::visit_neighbours(Model::Index region) {
  const int clue = model_.clue(region);
  if (clue == kNoClue || !is_open(colour(region) * 2)) return true;
  const auto around = model_.edges_of_region(region);
  int of_colour[2] = {0, 0};
  for (const int e : around) {
    const Literal l = colour(model_.edge(static_cast<Model::Index>(e)).region_across(region)) * 2;
    if (!is_open(l)) ++of_colour[is_false(l)];
  }
  const int same = static_cast<int>(around.size()) - clue;
  // Being of colour c takes at most `same` neighbours of c and at most `clue` of the other.
  for (const std::uint32_t c : {0u, 1u})
    if (of_colour[c] > same || of_colour[1 - c] > clue) {
      assign(colour(region) * 2 + (1 - c), {Reason::neighbours, region});
      return true;
    }
  return true;
}

bool Search::visit_clauses(Literal l) {
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
    const Literal first = literals[0];
    if (first != watch.blocker && is_true(first)) {
      watches[kept++] = {watch.clause, first};
      continue;
    }
    bool moved = false;
    for (std::uint32_t k = 2; k < size; ++k)
      if (!is_false(literals[k])) {
        std::swap(literals[1], literals[k]);
        watches_[literals[1]].push_back({watch.clause, first});
        moved = true;
        break;
      }
    if (moved) continue;
    watches[kept++] = {watch.clause, first};
    if (is_false(first)) {
      because_.clear();
      for (std::uint32_t k = 0; k < size; ++k) because_.push_back(literals[k] ^ 1);
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
bool Search::link(Var e) {
  const auto& edge = model_.edge(e);
  const auto a = edge.vertex[0], b = edge.vertex[1];
  const auto x = ends_[a].other, y = ends_[b].other;
  links_.push_back({e, {kNone, kNone}, {0, 0}});
  for (const auto v : {a, b})
    if (at_vertex_[v].lines > 2) return visit_vertex(v);
  const std::uint32_t length = ends_[a].length + 1 + (x == b ? 0 : ends_[b].length);
  if (x == b) {
    if (lines_ == length && clues_open_ == 0) {
      closing_ = e;  // whether it is the answer is seen when all is visited
      return true;
    }
    explain_loop(e, propagated_, static_cast<std::uint32_t>(trail_.size()));
    because_.push_back(e * 2 + 1);
    return false;
  }
  links_.back() = {e, {x, y}, {ends_[a].length, ends_[b].length}};
  ends_[x] = {y, length};
  ends_[y] = {x, length};
  if (at_vertex_[x].open == 0 || at_vertex_[y].open == 0) return true;
  // An edge that would close the path is a cross, unless that may be the end.
  for (const int other : model_.edges_of_vertex(x)) {
    const Var o = static_cast<Var>(other);
    if (is_open(o * 2) && model_.edge(o).vertex_across(x) == y &&
        (length < lines_ || clues_open_ != model_.weight(o)))
      assign(o * 2, {Reason::path, propagated_});
  }
  return true;
}

/// Of the last link.
void Search::unlink() {
  const Implication last = links_.back();
  links_.pop_back();
  if (last.edge == closing_) closing_ = kNone;
  if (last.end[0] == kNone) return;
  const auto& edge = model_.edge(last.edge);
  for (const std::size_t i : {0u, 1u}) ends_[last.end[i]] = {edge.vertex[i], last.length[i]};
}

/// All is visited, and there is a loop that meets all clues: all open edges are crosses then. That
/// must be seen through: colours that were guessed may be against it. False if none is open.
bool Search::finish_loop() {
  if (ends_[model_.edge(closing_).vertex[0]].length + 1 != lines_) return false;
  for (Var e = 0; e < model_.edges(); ++e)
    if (is_open(e * 2)) assign(e * 2, {Reason::loop, closing_});
  return propagated_ < trail_.size();
}

/// Then if no other line has come up, it is an answer.
bool Search::check_loop() {
  const auto all = static_cast<std::uint32_t>(trail_.size());
  const std::uint32_t length = explain_loop(closing_, all, all) + 1;
  because_.push_back(closing_ * 2 + 1);
  if (length == lines_) {
    ++result_.count;
    keep_learned_ = true;
  }
  return false;
}

}  // namespace eyehand::slitherlink
