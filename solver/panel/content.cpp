#include "solver/panel/content.hpp"

#include <algorithm>
#include <utility>

namespace eyehand::panel {
namespace {

std::size_t at(int i) {
  return static_cast<std::size_t>(i);
}

bool is_shape(Symbol symbol) {
  return symbol == Symbol::bar || symbol == Symbol::slash;
}

}  // namespace

Content::Content(const Grid& grid, const Board& board, Literals states)
    : grid_(grid),
      board_(board),
      states_(std::move(states)),
      state_(board.size(), missing),
      part_(board.size(), -1) {
  for (int hue = 0; hue < kHues; ++hue) {
    std::vector<int> kind;
    for (int t = 0; t < grid_.size(); ++t)
      if (grid_.exists[at(t)] && is_shape(board_.tiles[at(t)].symbol) &&
          board_.tiles[at(t)].hue == static_cast<Hue>(hue))
        kind.push_back(t);
    if (!kind.empty()) kinds_.push_back(std::move(kind));
  }
}

bool Content::judge(const Engine& engine, Literals& clause) {
  read(engine);
  find_parts();
  rule_ = "region";
  if (judge_parts(clause)) return true;
  rule_ = "shape";
  return judge_shapes(clause) || judge_hues(clause);
}

void Content::read(const Engine& engine) {
  for (int t = 0; t < grid_.size(); ++t) {
    if (!grid_.exists[at(t)]) continue;
    const int value = engine.value(states_[at(t)]);
    state_[at(t)] = static_cast<std::int8_t>(value == 0 ? open : value > 0 ? lit : unlit);
  }
}

void Content::find_parts() {
  parts_.clear();
  std::fill(part_.begin(), part_.end(), -1);
  for (int first = 0; first < grid_.size(); ++first) {
    if (state_[at(first)] < 0 || part_[at(first)] >= 0) continue;
    const int id = static_cast<int>(parts_.size());
    Part& part = parts_.emplace_back();
    part.state = state_[at(first)];
    part.diamond.fill(-1);
    part.bar.fill(-1);
    part.tiles.push_back(first);
    part_[at(first)] = id;
    for (std::size_t i = 0; i < part.tiles.size(); ++i) {
      const int t = part.tiles[i];
      count(part, t);
      for (const int other : grid_.around[at(t)])
        if (other >= 0 && part_[at(other)] < 0 && state_[at(other)] == part.state) {
          part_[at(other)] = id;
          part.tiles.push_back(other);
        }
    }
  }
}

void Content::count(Part& part, int t) const {
  const Tile& tile = board_.tiles[at(t)];
  if (tile.symbol == Symbol::none) return;
  part.symbols.push_back(t);
  if (tile.symbol == Symbol::flower) {
    part.count[static_cast<std::size_t>(Hue::yellow)] += tile.value > 0;
    part.count[static_cast<std::size_t>(Hue::purple)] += tile.value < 4;
    return;
  }
  part.looks = true;
  const auto hue = static_cast<std::size_t>(tile.hue);
  ++part.count[hue];
  if (tile.symbol == Symbol::diamond) part.diamond[hue] = t;
  if (tile.symbol == Symbol::bar) part.bar[hue] = t;
  if (tile.symbol == Symbol::dot) {
    part.dot = t;
    part.sum += tile.value;
  }
}

void Content::parts_beside(int tile, int state, int but_for, std::vector<int>& parts) const {
  for (const int other : grid_.around[at(tile)]) {
    if (other < 0 || state_[at(other)] != state || part_of(other) == but_for) continue;
    if (std::find(parts.begin(), parts.end(), part_of(other)) == parts.end())
      parts.push_back(part_of(other));
  }
}

bool Content::clash(int id, int tile, std::vector<int>& found) const {
  const Part& part = parts_[at(id)];
  std::vector<int> parts;
  parts_beside(tile, part.state, id, parts);
  const bool plain = board_.tiles[at(tile)].symbol == Symbol::none;
  if (plain && parts.empty()) return false;
  std::vector<int> symbols = part.symbols;
  if (!plain) symbols.push_back(tile);
  for (const int other : parts)
    symbols.insert(symbols.end(), parts_[at(other)].symbols.begin(),
                   parts_[at(other)].symbols.end());
  return symbols.size() > part.symbols.size() && clash_among(symbols, found);
}

bool Content::clash_among(const std::vector<int>& symbols, std::vector<int>& found) const {
  if (symbols.size() < 2) return false;
  int dot = -1;
  std::array<std::array<int, 3>, kHues> met{};
  std::array<int, kHues> count{}, diamond, bar;
  diamond.fill(-1);
  bar.fill(-1);
  const auto meet = [&](std::size_t hue, int t) {
    if (count[hue] < 3) met[hue][at(count[hue])] = t;
    ++count[hue];
  };
  for (const int t : symbols) {
    const Tile& symbol = board_.tiles[at(t)];
    const auto hue = static_cast<std::size_t>(symbol.hue);
    if (symbol.symbol == Symbol::flower) {
      if (symbol.value > 0) meet(static_cast<std::size_t>(Hue::yellow), t);
      if (symbol.value < 4) meet(static_cast<std::size_t>(Hue::purple), t);
      continue;
    }
    if (symbol.symbol == Symbol::dot) {
      if (dot >= 0 && board_.tiles[at(dot)].hue != symbol.hue) {
        found = {dot, t};
        return true;
      }
      dot = t;
    }
    if (symbol.symbol == Symbol::bar) {
      if (bar[hue] >= 0) {
        found = {bar[hue], t};
        return true;
      }
      bar[hue] = t;
    }
    if (symbol.symbol == Symbol::diamond) diamond[hue] = t;
    meet(hue, t);
  }
  for (std::size_t hue = 0; hue < count.size(); ++hue) {
    if (diamond[hue] < 0 || count[hue] < 3) continue;
    found.assign(met[hue].begin(), met[hue].end());
    if (std::find(found.begin(), found.end(), diamond[hue]) == found.end()) found[0] = diamond[hue];
    return true;
  }
  return false;
}

// Through open tiles that do not bring together what cannot be.
void Content::find_reach(int id) {
  Part& part = parts_[at(id)];
  part.reach.assign(state_.size(), 0);
  std::vector<int> tiles = part.tiles;
  for (const int t : tiles) part.reach[at(t)] = 1;
  std::vector<std::uint8_t> met = part.reach;
  std::vector<int> ignored;
  for (std::size_t i = 0; i < tiles.size(); ++i)
    for (const int other : grid_.around[at(tiles[i])]) {
      if (other < 0 || met[at(other)]) continue;
      met[at(other)] = 1;
      if (state_[at(other)] != part.state &&
          (state_[at(other)] != open || clash(id, other, ignored)))
        continue;
      part.reach[at(other)] = 1;
      tiles.push_back(other);
    }
  part.reached = static_cast<int>(tiles.size());
}

bool Content::judge_parts(Literals& clause) {
  const int n = static_cast<int>(parts_.size());
  std::vector<int> found;
  for (int id = 0; id < n; ++id) {
    if (!parts_[at(id)].looks) continue;
    if (!clash_among(parts_[at(id)].symbols, found)) continue;
    Why why;
    join(found, -1, why);
    explain(why, clause);
    return true;
  }
  for (int id = 0; id < n; ++id)
    if (parts_[at(id)].looks) find_reach(id);
  for (int id = 0; id < n; ++id)
    if (parts_[at(id)].looks && judge_growth(id, clause)) return true;
  for (int id = 0; id < n; ++id)
    if (parts_[at(id)].looks && judge_rim(id, clause)) return true;
  return false;
}

// What a part needs that its reach cannot give it.
bool Content::judge_growth(int id, Literals& clause) {
  const Part& part = parts_[at(id)];
  const int size = static_cast<int>(part.tiles.size());
  Why why;
  if (part.dot >= 0) {
    int low = part.sum, high = part.sum;
    for (int t = 0; t < grid_.size(); ++t) {
      const Tile& tile = board_.tiles[at(t)];
      if (!part.reach[at(t)] || part_of(t) == id || tile.symbol != Symbol::dot) continue;
      (tile.value > 0 ? high : low) += tile.value;
    }
    if ((low > 0 || high < 0) && (high < size || low > part.reached)) {
      if (high < size)
        why = part.tiles;
      else
        join_dots(part, why);
      bound(id, -1, why);
      explain(why, clause);
      return true;
    }
    // An open tile more, and what that joins, may be too many.
    std::vector<int> others;
    if (low > 0 || high < 0)
      for (const int t : part.tiles)
        for (const int other : grid_.around[at(t)]) {
          if (other < 0 || state_[at(other)] != open || !part.reach[at(other)]) continue;
          others.clear();
          parts_beside(other, part.state, id, others);
          std::size_t grown = part.tiles.size() + 1;
          for (const int part_beside : others) grown += parts_[at(part_beside)].tiles.size();
          if (static_cast<int>(grown) <= high) continue;
          why = part.tiles;
          for (const int part_beside : others) {
            const auto& more = parts_[at(part_beside)].tiles;
            why.insert(why.end(), more.begin(), more.end());
          }
          bound(id, -1, why);
          clause.push_back(literal_for(other, 1 - part.state));
          explain(why, clause);
          return true;
        }
  }
  for (std::size_t hue = 0; hue < part.count.size(); ++hue) {
    if (part.diamond[hue] < 0 || part.count[hue] != 1) continue;
    bool partner = false;
    for (int t = 0; t < grid_.size() && !partner; ++t)
      partner = part.reach[at(t)] && part_of(t) != id && counts_as(t, static_cast<Hue>(hue));
    if (partner) continue;
    why.push_back(part.diamond[hue]);
    bound(id, -1, why);
    explain(why, clause);
    return true;
  }
  return false;
}

// The open tiles beside a part: those that cannot join it, and one that must.
bool Content::judge_rim(int id, Literals& clause) {
  const Part& part = parts_[at(id)];
  int way = -1, ways = 0;
  std::vector<int> found;
  for (const int t : part.tiles)
    for (const int other : grid_.around[at(t)]) {
      if (other < 0 || state_[at(other)] != open) continue;
      if (part.reach[at(other)]) {
        ways += other != way;
        way = other;
        continue;
      }
      clash(id, other, found);
      Why why;
      found.push_back(t);
      join(found, other, why);
      std::erase(why, other);
      clause.push_back(literal_for(other, 1 - part.state));
      explain(why, clause);
      return true;
    }
  if (ways != 1) return false;
  Why why;
  if (part.dot >= 0 && part.sum != 0 && part.sum != static_cast<int>(part.tiles.size())) {
    // As it is it has fewer tiles than its dots ask for, or more, which others may make up for.
    if (part.sum > static_cast<int>(part.tiles.size()))
      join_dots(part, why);
    else
      why = part.tiles;
  } else {
    for (std::size_t hue = 0; hue < part.count.size() && why.empty(); ++hue)
      if (part.diamond[hue] >= 0 && part.count[hue] == 1) why.push_back(part.diamond[hue]);
  }
  if (why.empty()) return false;
  // All that is beside it is known, or cannot join it: the latter was dealt with.
  for (const int t : part.tiles)
    for (const int other : grid_.around[at(t)])
      if (other >= 0 && other != way && part_of(other) != id) why.push_back(other);
  join(part.tiles, -1, why);
  clause.push_back(literal_for(way, part.state));
  explain(why, clause);
  return true;
}

void Content::join_dots(const Part& part, Why& why) const {
  std::vector<int> dots;
  for (const int t : part.symbols)
    if (board_.tiles[at(t)].symbol == Symbol::dot) dots.push_back(t);
  join(dots, -1, why);
}

bool Content::counts_as(int t, Hue hue) const {
  const Tile& tile = board_.tiles[at(t)];
  if (tile.symbol == Symbol::none) return false;
  if (tile.symbol != Symbol::flower) return tile.hue == hue;
  return (hue == Hue::yellow && tile.value > 0) || (hue == Hue::purple && tile.value < 4);
}

void Content::join(const std::vector<int>& tiles, int extra, Why& why) const {
  const int state = state_[at(tiles[0])] >= 0 ? state_[at(tiles[0])] : state_[at(tiles.back())];
  std::vector<std::uint8_t> in(state_.size(), 0);
  std::vector<int> tree = {tiles[0]}, before(state_.size());
  in[at(tiles[0])] = 1;
  for (;;) {
    std::size_t left = 0;
    for (const int t : tiles) left += !in[at(t)];
    if (left == 0) break;
    // From all of the tree to the nearest one that is not in it.
    std::vector<std::uint8_t> met = in;
    std::vector<int> rim = tree;
    int reached = -1;
    for (std::size_t i = 0; i < rim.size() && reached < 0; ++i)
      for (const int other : grid_.around[at(rim[i])]) {
        if (other < 0 || met[at(other)] || (state_[at(other)] != state && other != extra)) continue;
        met[at(other)] = 1;
        before[at(other)] = rim[i];
        rim.push_back(other);
        if (std::find(tiles.begin(), tiles.end(), other) == tiles.end()) continue;
        reached = other;
        break;
      }
    if (reached < 0) break;
    for (int t = reached; !in[at(t)]; t = before[at(t)]) {
      in[at(t)] = 1;
      tree.push_back(t);
    }
  }
  why.insert(why.end(), tree.begin(), tree.end());
}

void Content::bound(int id, int but_for, Why& why) const {
  const Part& part = parts_[at(id)];
  std::vector<std::uint8_t> met(state_.size(), 0);
  std::vector<int> core = why, found;
  for (int t = 0; t < grid_.size(); ++t) {
    if (!part.reach[at(t)]) continue;
    for (const int other : grid_.around[at(t)]) {
      if (other < 0 || part.reach[at(other)] || met[at(other)] || other == but_for) continue;
      met[at(other)] = 1;
      if (state_[at(other)] != open) {
        why.push_back(other);
        continue;
      }
      // An open tile that would bring together what cannot be: what is of this part in that, and
      // what joins the rest to the tile.
      clash(id, other, found);
      std::vector<int> parts;
      parts_beside(other, part.state, id, parts);
      for (const int symbol : found) {
        if (symbol == other) continue;
        if (part_of(symbol) == id) {
          core.push_back(symbol);
          continue;
        }
        for (const int beside : grid_.around[at(other)])
          if (beside >= 0 && part_of(beside) == part_of(symbol)) {
            join({beside, symbol}, -1, why);
            break;
          }
      }
    }
  }
  std::erase_if(core, [&](int t) { return part_of(t) != id; });
  if (core.empty()) core.push_back(part.symbols[0]);
  join(core, -1, why);
}

int Content::literal_for(int tile, int state) const {
  return state == lit ? states_[at(tile)] : -states_[at(tile)];
}

void Content::explain(const Why& why, Literals& clause) const {
  for (const int t : why) clause.push_back(literal_for(t, 1 - state_[at(t)]));
}

}  // namespace eyehand::panel
