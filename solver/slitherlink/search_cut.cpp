// Cuts. Lines that crosses part from all other lines cannot become one loop with them. Contours do
// not see that before the last edge of such a pocket is decided, and search would try all that can
// be done inside. So after contradictions the surroundings of what was learned are flooded, over
// edges that are no crosses: mostly a little, now and then all of the board.
#include "solver/slitherlink/search.hpp"

namespace eyehand::slitherlink {

/// False on a contradiction, which is then in because_.
bool Search::check_cut() {
  if (result_.contradictions < cut_check_at_) return true;
  const std::uint64_t n = ++cut_checks_;
  cut_check_at_ = result_.contradictions + 1;
  const std::size_t limit = n % 512 == 0 ? model_.vertices() : n % 16 == 0 ? 4096 : 256;
  Var near = learned_.empty() ? 0 : learned_[0] >> 1;
  if (near >= model_.edges())
    near = static_cast<Var>(model_.edges_of_region(near - model_.edges())[0]);
  for (const auto start : model_.edge(near).vertex)
    if (!flood(start, limit)) return false;
  return true;
}

/// False if the pocket that holds a vertex has lines, and there are others.
bool Search::flood(Model::Index start, std::size_t limit) {
  if (flooded_.empty()) flooded_.assign(model_.vertices(), 0);
  ++floods_;
  pocket_.assign(1, start);
  flooded_[start] = floods_;
  Literal line_within = kNone;
  std::uint32_t ends_within = 0;
  for (std::size_t i = 0; i < pocket_.size(); ++i) {
    const auto v = pocket_[i];
    if (pocket_.size() > limit) return true;
    for (const int at : model_.edges_of_vertex(v)) {
      const auto e = static_cast<Var>(at);
      if (is_true(e * 2)) continue;
      if (is_true(e * 2 + 1)) {
        ++ends_within;
        if (line_within == kNone || assigned_[e].level < assigned_[line_within >> 1].level)
          line_within = e * 2 + 1;
      }
      const auto next = model_.edge(e).vertex_across(v);
      if (flooded_[next] == floods_) continue;
      flooded_[next] = floods_;
      pocket_.push_back(next);
    }
  }
  if (ends_within == 0 || ends_within == 2 * lines_) return true;
  because_.assign(1, line_within);
  for (const Literal l : trail_) {
    const Var v = l >> 1;
    if (v < model_.edges() && (l & 1) && flooded_[model_.edge(v).vertex[0]] != floods_) {
      because_.push_back(l);
      break;
    }
  }
  for (const auto v : pocket_)
    for (const int at : model_.edges_of_vertex(v)) {
      const auto e = static_cast<Var>(at);
      if (flooded_[model_.edge(e).vertex_across(v)] != floods_) because_.push_back(e * 2);
    }
  return false;
}

}  // namespace eyehand::slitherlink
