#include "solver/hexiom/sat.hpp"

#include <bit>

#include "puzzle/index.hpp"
#include "solver/cardinality.hpp"

namespace eyehand::hexiom {

Sat::Sat(const Model& model, const std::vector<Domain>& domains)
    : model_(model), domains_(domains), true_(sat_.fresh()), holds_(at(model.size())) {
  sat_.add({true_});
  for (int c = 0; c < model.size(); ++c) {
    const Domain d = domains[at(c)];
    filled_.push_back(d == kNoPiece ? -true_ : (d & kNoPiece) ? sat_.fresh() : true_);
  }
  for (int c = 0; c < model.size(); ++c) add_cell(c);
  for (int content = 0; content < 8; ++content) add_count(content);
  for (const auto& source : model.sources) add_symmetry(source);
}

Outcome Sat::next(std::vector<std::uint8_t>& filled, const Deadline& deadline, int conflicts) {
  const auto outcome = sat_.solve(deadline, conflicts);
  if (outcome != Outcome::yes) return outcome;
  filled.clear();
  for (const int literal : filled_) filled.push_back(sat_.holds(literal));
  // All answers have the same number of filled cells, so in any other one of these is empty.
  std::vector<int> clause;
  for (std::size_t c = 0; c < filled.size(); ++c)
    if (filled[c]) clause.push_back(-filled_[c]);
  sat_.add(clause);
  return outcome;
}

// The piece in a cell has the number of its filled neighbours.
void Sat::add_cell(int c) {
  const Domain d = domains_[at(c)];
  const int filled = filled_[at(c)];
  auto& holds = holds_[at(c)];
  holds.fill(-true_);
  holds[kNothing] = -filled;
  if (filled == -true_) return;
  std::vector<int> around;
  for (const int other : model_.neighbours[at(c)]) around.push_back(filled_[at(other)]);
  const int n = static_cast<int>(around.size());
  for (int v = 0; v <= n; ++v)
    if (d & only(v)) holds[at(v)] = std::has_single_bit(d) ? true_ : sat_.fresh();
  std::vector<int> any = {-filled};
  any.insert(any.end(), holds.begin(), holds.begin() + n + 1);
  sat_.add(any);
  for (int v = 0; v <= n; ++v) {
    const int here = holds[at(v)];
    if (here == -true_) continue;
    sat_.add({-here, filled});
    for (int other = v + 1; other <= n; ++other) sat_.add({-here, -holds[at(other)]});
    exactly(sat_, around, v, here);
  }
}

// The number of cells with this content is given.
void Sat::add_count(int content) {
  std::vector<int> open;
  int left = model_.places[at(content)];
  for (int c = 0; c < model_.size(); ++c) {
    const int here = holds_[at(c)][at(content)];
    if (here == true_)
      --left;
    else if (here != -true_)
      open.push_back(here);
  }
  exactly(sat_, open, left);
}

// The answer does not come lexicographically after its image, where empty is before filled.
void Sat::add_symmetry(const std::vector<int>& source) {
  int equal = true_;  // the cells so far are equal to their images
  for (int c = 0; c < model_.size(); ++c) {
    const int here = filled_[at(c)], there = filled_[at(source[at(c)])];
    if (here == there) continue;
    sat_.add({-equal, -here, there});
    const int still = sat_.fresh();
    sat_.add({-equal, -here, -there, still});
    sat_.add({-equal, here, there, still});
    equal = still;
  }
}

}  // namespace eyehand::hexiom
