#include "solver/hexiom/places.hpp"

#include <bit>
#include <cassert>
#include <string>
#include <vector>

namespace eyehand::hexiom {
namespace {

constexpr int highest(Domain pieces) {
  return std::bit_width(pieces) - 1;
}
constexpr int lowest(Domain pieces) {
  return std::countr_zero(pieces);
}

/// "1, 2 or empty".
std::string to_string(Domain domain) {
  std::string text;
  for (int content = 0; content <= kNothing; ++content) {
    if (!(domain & only(content))) continue;
    const bool last = domain < 2 * only(content);
    text += (text.empty() ? ""
             : last       ? " or "
                          : ", ") +
            (content == kNothing ? "empty" : std::to_string(content));
  }
  return text;
}

/// "1 piece", "2 pieces".
std::string counted(int n, const std::string& one, const std::string& more) {
  return std::to_string(n) + ' ' + (n == 1 ? one : more);
}

}  // namespace

Places::Places(const Model& model, const Trace* trace)
    : model_(model),
      trace_(trace),
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
  return narrow(cell, keep, {});
}

bool Places::narrow(int cell, Domain keep, const Reason& reason) {
  const Domain before = domains_[at(cell)];
  const Domain after = before & keep;
  if (after == before) return true;
  if (after == 0) {
    conflict_cell_ = cell;
    if (trace_) report(cell, reason, false);
    return false;
  }
  changes_.push_back({cell, before});
  put(cell, after);
  if (trace_ && !reason.rule.empty()) report(cell, reason, true);
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
  if (!narrow(cell, possible | kNoPiece, {"neighbours", cell, 0})) return false;
  if (!is_filled(cell) || least == most) return true;
  const Domain pieces = domains_[at(cell)];
  const bool no_more = highest(pieces) == least, all = lowest(pieces) == most;
  if (!no_more && !all) return true;
  for (const int other : model_.neighbours[at(cell)]) {
    if (is_decided(other)) continue;
    if (!narrow(other, no_more ? kNoPiece : kAnyPiece,
                {no_more ? "forced_empty" : "forced_fill", cell, 0}))
      return false;
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
  if (too_many) {
    unsigned set = 0;
    while (within[set] <= places_for_[set]) ++set;
    if (trace_) report(-1, {"used_up", -1, static_cast<Domain>(set)}, false);
    return false;
  }
  for (unsigned set = 1; set < 255; ++set) {
    if (within[set] != places_for_[set] || within[255 - set] == places_for_[255 - set]) continue;
    const auto used = static_cast<Domain>(set), rest = static_cast<Domain>(~used);
    for (int c = 0; c < model_.size(); ++c)
      if ((domains_[at(c)] & rest) && !narrow(c, rest, {"used_up", -1, used})) return false;
  }
  return true;
}

void Places::report(int cell, const Reason& reason, bool holds) const {
  std::string what = "contradiction: ";
  if (holds) {
    const Domain domain = domains_[at(cell)];
    what = (std::has_single_bit(domain) ? "must be " : "can only be ") + to_string(domain) +
           ", because ";
  }
  if (reason.set) {
    const int count = places_for_[reason.set];
    const std::string set = to_string(reason.set);
    if (!holds)
      what += "more than " + counted(count, "cell", "cells") + " would have to be " + set +
              ", which the given pieces do not allow";
    else if (count == 1)
      what += "the only cell that is " + set + " is elsewhere";
    else
      what += "all " + std::to_string(count) + " cells that are " + set + " are elsewhere";
  } else if (cell >= 0 && reason.cell == cell) {
    const int least = least_[at(cell)], most = most_[at(cell)];
    what += (least < most ? std::to_string(least) + " to " : "") +
            counted(most, least < most ? "of its neighbours are" : "of its neighbours is",
                    "of its neighbours are") +
            " filled";
    if (!holds || is_empty(cell)) what += ", and no piece with such a number can be here";
  } else if (reason.cell >= 0) {
    what += "the piece at " + model_.name(reason.cell);
    if (reason.rule == "forced_empty")
      what += " already touches " + counted(least_[at(reason.cell)], "piece", "pieces") +
              " and cannot have a larger number";
    else
      what += " needs all " + std::to_string(most_[at(reason.cell)]) +
              " neighbours that can still be filled";
  } else {
    what += "a locked piece's number is larger than the number of its neighbours";
  }
  Deduction step{reason.rule, cell >= 0 ? model_.name(cell) : "the whole board", what};
  if (reason.cell >= 0) step.reasons = {reason.cell};
  if (holds && cell >= 0 && std::has_single_bit(domains_[at(cell)]) &&
      domains_[at(cell)] != only(model_.contents[at(cell)]))
    step.decided = {cell};
  step.level = level_of(step.rule, {"forced_empty", "forced_fill", "neighbours", "used_up"});
  (*trace_)(step);
}

}  // namespace eyehand::hexiom
