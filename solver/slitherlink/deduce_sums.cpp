// Detail of deduce_colours.hpp: sums of clues modulo 2. The number of lines around a face is its
// clue, so the colours of its neighbours, and its own if it has an odd number of sides, add up to
// the clue's parity. All these equations are brought to reduced form (Gauss-Jordan); then those
// that relate a set to the outside, and pairs that differ only in their first set, relate two sets.
#include <algorithm>
#include <bit>
#include <map>

#include "puzzle/index.hpp"
#include "solver/slitherlink/deduce_colours.hpp"

namespace eyehand::slitherlink::deduction {
namespace {

/// Equations over bits; the last column is the constant.
class Equations {
 public:
  explicit Equations(std::size_t unknowns) : constant_(unknowns), words_(unknowns / 64 + 1) {}

  std::size_t constant() const { return constant_; }
  void add() { rows_.emplace_back(words_, 0); }
  void flip(std::size_t column) { rows_.back()[column / 64] ^= std::uint64_t{1} << column % 64; }

  /// Each row left begins with an unknown that no other row has. False if there is 0 = 1.
  bool reduce() {
    std::size_t done = 0;
    for (std::size_t column = 0; column < constant_ && done < rows_.size(); ++column) {
      std::size_t pivot = done;
      while (pivot < rows_.size() && !has(pivot, column)) ++pivot;
      if (pivot == rows_.size()) continue;
      std::swap(rows_[pivot], rows_[done]);
      for (std::size_t row = 0; row < rows_.size(); ++row)
        if (row != done && has(row, column))
          for (std::size_t word = column / 64; word < words_; ++word)
            rows_[row][word] ^= rows_[done][word];
      first_.push_back(column);
      ++done;
    }
    const bool is_possible = std::none_of(
        rows_.begin() + static_cast<std::ptrdiff_t>(done), rows_.end(),
        [&](const auto& row) { return (row[constant_ / 64] >> constant_ % 64 & 1) != 0; });
    rows_.resize(done);
    return is_possible;
  }

  std::size_t rows() const { return rows_.size(); }
  std::size_t first(std::size_t row) const { return first_[row]; }
  bool has(std::size_t row, std::size_t column) const {
    return (rows_[row][column / 64] >> column % 64 & 1) != 0;
  }
  /// The row without its first unknown and the constant.
  std::vector<std::uint64_t> rest(std::size_t row) const {
    auto rest = rows_[row];
    for (const std::size_t column : {first(row), constant_})
      rest[column / 64] &= ~(std::uint64_t{1} << column % 64);
    return rest;
  }

 private:
  std::size_t constant_, words_;
  std::vector<std::vector<std::uint64_t>> rows_;
  std::vector<std::size_t> first_;
};

}  // namespace

RuleResult ColourRules::visit_sums(State& state, Record& record) {
  const Grid& grid = state.grid();
  if (!uses_parity_ || grid.faces() > kMaxFacesForParity) return RuleResult::nothing;
  const Colour outside = colour(kOutside);
  std::vector<int> sets;
  std::vector<std::size_t> column(parent_.size());
  for (int f = 0; f < grid.faces(); ++f) {
    if (parent_[at(f)] != f || f == outside.set) continue;
    column[at(f)] = sets.size();
    sets.push_back(f);
  }
  Equations equations(sets.size());
  const auto add_face = [&](int face) {
    const Colour c = colour(face);
    const bool sign = c.opposite != (c.set == outside.set && outside.opposite);
    if (sign) equations.flip(equations.constant());
    if (c.set != outside.set) equations.flip(column[at(c.set)]);
  };
  for (int f = 0; f < grid.faces(); ++f) {
    if (state.clue(f) == kNoClue || state.open_at_face(f) == 0) continue;
    equations.add();
    if (state.clue(f) % 2 != 0) equations.flip(equations.constant());
    for (const int e : grid.edges_of_face(f))
      for (const int side : grid.edge(e).faces) add_face(side);
  }
  if (!equations.reduce()) {
    state.fail(Conflict::Kind::parity, 0);
    return RuleResult::conflict;
  }
  // What an unknown equals, apart from the constant, and which unknown was the first to.
  std::map<std::vector<std::uint64_t>, std::pair<int, bool>> same;
  const auto relate_both = [&](int a, int b, bool opposite) {
    if (colour(a).set == colour(b).set) return;
    relate(state, a, b, opposite);
  };
  for (std::size_t row = 0; row < equations.rows(); ++row) {
    const auto rest = equations.rest(row);
    const int set = sets[equations.first(row)];
    const bool constant = equations.has(row, equations.constant());
    std::size_t others = 0, other = 0;
    for (std::size_t word = 0; word < rest.size(); ++word) {
      others += at(std::popcount(rest[word]));
      if (rest[word] != 0) other = 64 * word + at(std::countr_zero(rest[word]));
    }
    if (others == 0) {
      relate_both(set, outside_, constant);
    } else if (others == 1) {
      relate_both(set, sets[other], constant);
    } else if (const auto [at, is_new] = same.try_emplace(rest, set, constant); !is_new) {
      relate_both(set, at->second.first, constant != at->second.second);
    }
  }
  return known_edges(state, record, kParity);
}

}  // namespace eyehand::slitherlink::deduction
