#include "solver/hexiom/places.hpp"

#include <bit>
#include <cassert>
#include <vector>

namespace eyehand::hexiom {
namespace {

constexpr int highest(Domain pieces) {
  return std::bit_width(pieces) - 1;
}
constexpr int lowest(Domain pieces) {
  return std::countr_zero(pieces);
}

}  // namespace

Places::Places(const Model& model)
    : model_(model),
      domains_(model.domains),
      least_(domains_.size(), 0),
      most_(domains_.size(), 0),
      queued_(domains_.size(), 0) {
  for (unsigned set = 0; set < 256; ++set)
    for (unsigned content = 0; content < 8; ++content)
      if (set >> content & 1)
        places_for_[set] = static_cast<std::uint16_t>(places_for_[set] + model.places[content]);
  for (int c = 0; c < model.size(); ++c) {
    ++cells_with_[domains_[at(c)]];
    for (const int other : model.neighbours[at(c)]) {
      least_[at(c)] = static_cast<std::uint8_t>(least_[at(c)] + is_filled(other));
      most_[at(c)] = static_cast<std::uint8_t>(most_[at(c)] + !is_empty(other));
    }
    queue_.push_back(c);
    queued_[at(c)] = 1;
  }
}

bool Places::narrow(int cell, Domain keep) {
  const Domain before = domains_[at(cell)];
  const Domain after = before & keep;
  if (after == before) return true;
  if (after == 0) {
    conflict_cell_ = cell;
    return false;
  }
  changes_.push_back({cell, before});
  put(cell, after);
  const auto enqueue = [&](int c) {
    if (queued_[at(c)]) return;
    queued_[at(c)] = 1;
    queue_.push_back(c);
  };
  enqueue(cell);
  if ((before & kNoPiece) && is_decided(cell))
    for (const int other : model_.neighbours[at(cell)]) {
      enqueue(other);
    }
  counts_changed_ = true;
  return true;
}

// Keeps the counts consistent, both when narrowing and when undoing.
void Places::put(int cell, Domain after) {
  const Domain before = domains_[at(cell)];
  const bool was_filled = is_filled(cell), was_empty = is_empty(cell);
  assert(cells_with_[before] > 0 && after != 0);
  --cells_with_[before];
  ++cells_with_[after];
  domains_[at(cell)] = after;
  const int fills = is_filled(cell) - was_filled, empties = is_empty(cell) - was_empty;
  if (fills == 0 && empties == 0) return;
  assert(fills == 0 || empties == 0);
  for (const int other : model_.neighbours[at(cell)]) {
    least_[at(other)] = static_cast<std::uint8_t>(least_[at(other)] + fills);
    most_[at(other)] = static_cast<std::uint8_t>(most_[at(other)] - empties);
    assert(least_[at(other)] <= most_[at(other)]);
  }
}

void Places::undo(Moment moment) {
  assert(moment <= changes_.size());
  for (const int c : queue_) queued_[at(c)] = 0;
  queue_.clear();
  counts_changed_ = false;  // the restored state was a fixpoint
  while (changes_.size() > moment) {
    put(changes_.back().cell, changes_.back().before);
    changes_.pop_back();
  }
}

bool Places::settle() {
  conflict_cell_ = -1;
  while (!queue_.empty() || counts_changed_) {
    while (!queue_.empty()) {
      const int cell = queue_.back();
      queue_.pop_back();
      queued_[at(cell)] = 0;
      if (!settle_cell(cell)) return false;
    }
    if (counts_changed_ && !settle_counts()) return false;
  }
  return true;
}

bool Places::settle_cell(int cell) {
  if (is_empty(cell)) return true;
  const int least = least_[at(cell)], most = most_[at(cell)];
  assert(least <= most);
  const auto possible = static_cast<Domain>((only(most) << 1) - only(least));
  if (!narrow(cell, possible | kNoPiece)) return false;
  if (!is_filled(cell) || least == most) return true;
  const Domain pieces = domains_[at(cell)];
  const bool no_more = highest(pieces) == least, all = lowest(pieces) == most;
  if (!no_more && !all) return true;
  for (const int other : model_.neighbours[at(cell)]) {
    if (is_decided(other)) continue;
    if (!narrow(other, no_more ? kNoPiece : kAnyPiece)) return false;
  }
  return true;
}

bool Places::settle_counts() {
  counts_changed_ = false;
  // For each set, the number of cells that must hold one of its contents: whose domain is a subset.
  std::array<std::uint16_t, 256> within = cells_with_;
  for (unsigned bit = 1; bit < 256; bit *= 2)
    for (unsigned base = 0; base < 256; base += 2 * bit)
      for (unsigned set = base; set < base + bit; ++set)
        within[set + bit] = static_cast<std::uint16_t>(within[set + bit] + within[set]);
  unsigned too_many = 0;
  for (unsigned set = 0; set < 256; ++set) too_many |= within[set] > places_for_[set];
  if (too_many) return false;
  for (unsigned set = 1; set < 255; ++set) {
    if (within[set] != places_for_[set] || within[255 - set] == places_for_[255 - set]) continue;
    const auto rest = static_cast<Domain>(~set);
    for (int c = 0; c < model_.size(); ++c)
      if ((domains_[at(c)] & rest) && !narrow(c, rest)) return false;
  }
  return true;
}

}  // namespace eyehand::hexiom
