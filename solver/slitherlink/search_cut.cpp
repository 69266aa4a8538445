// Detail of search.hpp: cuts. Lines that are separated from all others by crosses cannot become one
// loop with them. Paths show this only once the last edge of such a pocket is decided, by when the
// search has tried everything inside. So after each conflict the surroundings of
// the learned clause are flooded, over edges that are not crosses: usually a few, now and then the
// whole board.
#include <algorithm>
#include <span>

#include "solver/slitherlink/search.hpp"

namespace eyehand::slitherlink {

/// How many vertices a flood may reach, and every 16th flood (every 512th: all). With 256 instead
/// of 64 the hard puzzle-loop boards take a tenth longer, with as many conflicts.
constexpr std::size_t kReach = 64, kFarReach = 4096;

/// False on a conflict, which is then in antecedents_.
bool Search::check_cut() {
  if (result_.conflicts < cut_check_at_) return true;
  const std::uint64_t n = ++cut_checks_;
  cut_check_at_ = result_.conflicts + 1;
  const std::size_t limit = n % 512 == 0 ? model_.vertices() : n % 16 == 0 ? kFarReach : kReach;
  Var near = learned_.empty() ? 0 : learned_[0] >> 1;
  if (!is_edge(near)) near = model_.edges_of_region(near - model_.edges())[0];
  const auto& ends = model_.edge(near).vertex;
  // The ends of an edge that is not a cross are in the same pocket.
  return flood(ends[0], limit) && (!is_true(near * 2) || flood(ends[1], limit));
}

/// False if the pocket that holds a vertex has lines, and there are others.
bool Search::flood(Model::Index start, std::size_t limit) {
  if (flooded_.empty()) {
    flooded_.assign(model_.vertices(), 0);
    pocket_.resize(model_.vertices() + 1);
  }
  ++floods_;
  pocket_[0] = start;
  flooded_[start] = floods_;
  std::size_t size = 1;
  std::uint32_t ends_within = 0;
  for (std::size_t i = 0; i < size; ++i) {
    const auto v = pocket_[i];
    if (size > limit) return true;
    for (const Var e : model_.edges_of_vertex(v)) {
      ends_within += is_true(e * 2 + 1);
      const auto next = model_.edge(e).vertex_across(v);
      // No branches, which could not be predicted: the next entry is overwritten if it is not new.
      const bool is_crossed = is_true(e * 2);
      const bool is_new = !is_crossed & (flooded_[next] != floods_);
      flooded_[next] = is_new ? floods_ : flooded_[next];
      pocket_[size] = next;
      size += is_new;
    }
  }
  if (ends_within == 0 || ends_within == 2 * lines_) return true;
  const std::span pocket(pocket_.data(), size);
  Var line_within = kNone;
  for (const auto v : pocket)
    for (const Var e : model_.edges_of_vertex(v))
      if (is_true(e * 2 + 1) &&
          (line_within == kNone || assigned_[e].level < assigned_[line_within].level))
        line_within = e;
  const auto line_beyond = std::find_if(trail_.begin(), trail_.end(), [&](Literal l) {
    return is_edge(l >> 1) && (l & 1) && flooded_[model_.edge(l >> 1).vertex[0]] != floods_;
  });
  antecedents_ = {line_within * 2 + 1, *line_beyond};
  for (const auto v : pocket)
    for (const Var e : model_.edges_of_vertex(v))
      if (flooded_[model_.edge(e).vertex_across(v)] != floods_) antecedents_.push_back(e * 2);
  return false;
}

}  // namespace eyehand::slitherlink
