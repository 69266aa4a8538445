#include "solver/model/region.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace eyehand::model {
namespace {

/// With more cuts of a line, a propagation would take longer than the search that it saves.
constexpr std::size_t kMostCuts = 20'000;
/// Regions kept, of which one is often still possible after the next decision.
constexpr std::size_t kMostFound = 30;
/// Of a column of a cut; from kFirst on, the number of a part of the region.
enum : std::uint64_t { kOther, kSame, kFirst };

std::uint64_t column(std::uint64_t columns, int x) {
  return columns >> (4 * x) & 15;
}

std::uint64_t with_column(std::uint64_t columns, int x, std::uint64_t value) {
  return (columns & ~(std::uint64_t{15} << (4 * x))) | value << (4 * x);
}

/// With the parts numbered in the order in which they appear; `from` counts as `to`.
std::uint64_t numbered(std::uint64_t columns, int width, std::uint64_t from, std::uint64_t to) {
  std::array<std::uint64_t, 16> names{};
  std::uint64_t next = kFirst, result = 0;
  for (int x = 0; x < width; ++x) {
    std::uint64_t value = column(columns, x);
    if (value >= kFirst) {
      std::uint64_t& name = names[value == from ? to : value];
      if (name == 0) name = next++;
      value = name;
    }
    result |= value << (4 * x);
  }
  return result;
}

bool has_part(std::uint64_t columns, int width, std::uint64_t part) {
  for (int x = 0; x < width; ++x)
    if (column(columns, x) == part) return true;
  return false;
}

/// The highest number of a part; 0 if there is none.
std::uint64_t last_part(std::uint64_t columns, int width) {
  std::uint64_t last = 0;
  for (int x = 0; x < width; ++x)
    if (column(columns, x) >= kFirst) last = std::max(last, column(columns, x));
  return last;
}

}  // namespace

RegionPropagator::RegionPropagator(const Region& region, int when)
    : region_(region), when_(when), columns_(std::min(region.width, region.height)) {
  for (int row = 0; row < std::max(region.width, region.height); ++row)
    for (int column = 0; column < columns_; ++column)
      order_.push_back(region.width == columns_ ? row * region.width + column
                                                : column * region.width + row);
}

void RegionPropagator::propagate(const sat::Engine& engine, std::vector<sat::Finding>& findings) {
  if (columns_ > kWidest || (when_ != 0 && engine.value(when_) <= 0)) return;
  if (!is_possible(engine, false) && !is_possible(engine, true)) findings.push_back({0, 0});
}

void RegionPropagator::explain(const sat::Engine& engine, sat::Finding, sat::Literals& clause) {
  if (when_ != 0) clause.push_back(-when_);
  for (const Literals* literals : {&region_.states, &region_.inside})
    for (const int literal : *literals)
      if (literal != 0)
        if (const int value = engine.value(literal); value != 0)
          clause.push_back(value > 0 ? -literal : literal);
}

bool RegionPropagator::is_possible(const sat::Engine& engine, bool state) {
  cells_.clear();
  for (const int cell : order_) {
    if (region_.states[at(cell)] == 0) {
      cells_.push_back({false, true, false});
      continue;
    }
    const int same = engine.value(region_.states[at(cell)]) * (state ? 1 : -1);
    const int inside = engine.value(region_.inside[at(cell)]);
    if (cell == region_.root) {
      if (same < 0) return false;
      cells_.push_back({true, false, false});
    } else {
      cells_.push_back(
          {inside >= 0 && same >= 0, inside <= 0 && same <= 0, inside <= 0 && same >= 0});
    }
  }
  can_end_.assign(cells_.size() + 1, 1);
  for (std::size_t i = cells_.size(); i-- > 0;)
    can_end_[i] = can_end_[i + 1] != 0 && cells_[i].out();
  return std::any_of(
             found_.begin(), found_.end(),
             [&](const Found& found) { return found.state == state && is_possible(found); }) ||
         std::any_of(region_.sums.begin(), region_.sums.end(),
                     [&](const Region::Sum& sum) { return is_possible(sum, state); });
}

bool RegionPropagator::is_possible(const Found& found) const {
  for (std::size_t i = 0; i < cells_.size(); ++i)
    if (!(found.needs[i] == Needs::in      ? cells_[i].in
          : found.needs[i] == Needs::other ? cells_[i].other
                                           : cells_[i].out()))
      return false;
  return true;
}

/// The region that led to a cut of the line before this many cells.
void RegionPropagator::remember(std::size_t cells, std::size_t cut, bool state) {
  Found found{state, std::vector<Needs>(cells_.size(), Needs::out)};
  for (std::size_t i = cells; i > 0; --i) {
    const Cut& last = cuts_[i][cut];
    if (last.is_in) found.needs[i - 1] = Needs::in;
    cut = at(last.before);
  }
  for (int i = 0; i < static_cast<int>(cells_.size()); ++i) {
    const auto is_in = [&](int other) { return found.needs[at(other)] == Needs::in; };
    if (is_in(i)) continue;
    const int x = i % columns_;
    if ((x > 0 && is_in(i - 1)) || (x + 1 < columns_ && is_in(i + 1)) ||
        (i >= columns_ && is_in(i - columns_)) ||
        (at(i + columns_) < cells_.size() && is_in(i + columns_)))
      found.needs[at(i)] = Needs::other;
  }
  found_.push_front(std::move(found));
  if (found_.size() > kMostFound) found_.pop_back();
}

bool RegionPropagator::is_possible(const Region::Sum& sum, bool state) {
  const std::size_t size = cells_.size();
  least_.assign(size + 1, 0);
  most_.assign(size + 1, 0);
  for (std::size_t i = size; i-- > 0;) {
    const int weight = cells_[i].in ? sum.weights[at(order_[i])] : 0;
    least_[i] = least_[i + 1] + std::min(0, weight);
    most_[i] = most_[i + 1] + std::max(0, weight);
  }
  bool had_root = false;
  cuts_.resize(size + 1);
  cuts_[0].assign(1, {0, 0, -1, false});
  for (std::size_t i = 0; i < size; ++i) {
    std::vector<Cut>& next = cuts_[i + 1];
    next.clear();
    const int x = static_cast<int>(i) % columns_;
    const Cell cell = cells_[i];
    const int weight = sum.weights[at(order_[i])];
    for (std::size_t from = 0; from < cuts_[i].size(); ++from) {
      const std::uint64_t columns = cuts_[i][from].columns;
      const int so_far = cuts_[i][from].sum;
      const auto add = [&](std::uint64_t cut, int total, bool is_in) {
        const int left = sum.total - total;
        if (left >= least_[i + 1] && left <= most_[i + 1])
          next.push_back({cut, total, static_cast<int>(from), is_in});
      };
      const std::uint64_t above = column(columns, x);
      const std::uint64_t before = x > 0 ? column(columns, x - 1) : std::uint64_t{kOther};
      if (cell.in && above != kSame && before != kSame) {
        const std::uint64_t part = before >= kFirst ? before : above >= kFirst ? above : 15;
        const std::uint64_t joined = above >= kFirst ? above : part;
        add(numbered(with_column(columns, x, part), columns_, joined, part), so_far + weight, true);
      }
      const bool is_beside = above >= kFirst || before >= kFirst;
      if (!cell.out() || (is_beside && !cell.other)) continue;
      const std::uint64_t without = with_column(columns, x, cell.other ? kOther : kSame);
      if (above >= kFirst && !has_part(without, columns_, above)) {
        // The part is closed, and can only be all of the region.
        if (last_part(without, columns_) != 0 || !had_root || so_far != sum.total ||
            can_end_[i + 1] == 0)
          continue;
        remember(i, from, state);
        return true;
      }
      add(numbered(without, columns_, 0, 0), so_far, false);
    }
    had_root = had_root || order_[i] == region_.root;
    std::sort(next.begin(), next.end(), [](const Cut& a, const Cut& b) {
      return std::pair(a.columns, a.sum) < std::pair(b.columns, b.sum);
    });
    next.erase(std::unique(next.begin(), next.end(),
                           [](const Cut& a, const Cut& b) {
                             return a.columns == b.columns && a.sum == b.sum;
                           }),
               next.end());
    if (next.size() > kMostCuts) return true;
  }
  for (std::size_t cut = 0; cut < cuts_[size].size(); ++cut) {
    if (last_part(cuts_[size][cut].columns, columns_) != kFirst ||
        cuts_[size][cut].sum != sum.total)
      continue;
    remember(size, cut, state);
    return true;
  }
  return false;
}

}  // namespace eyehand::model
