// Counts the answers of panels of at most 16 tiles by trying all sets of lit tiles, or for walks
// all that some walk lights; sets of tiles are bits. Slow, plain, and sharing no code with the
// solver or the checker.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "puzzle/index.hpp"
#include "puzzle/panel/board.hpp"

namespace eyehand::panel {

class BruteForce {
 public:
  using Set = std::uint32_t;

  explicit BruteForce(const Board& board) : board_(board), n_(static_cast<int>(board.size())) {
    for (int t = 0; t < n_; ++t) {
      const Tile& tile = board.tiles[at(t)];
      if (!tile.exists) continue;
      there_ |= bit(t);
      if (tile.locked) locked_ |= bit(t);
      if (tile.locked && tile.lit) locked_lit_ |= bit(t);
      if (tile.start) starts_ |= bit(t);
    }
    for (int t = 0; t < n_; ++t) {
      Set beside = 0;
      const int x = t % board.width, y = t / board.width;
      if (x > 0) beside |= bit(t - 1);
      if (x + 1 < board.width) beside |= bit(t + 1);
      if (y > 0) beside |= bit(t - board.width);
      if (y + 1 < board.height) beside |= bit(t + board.width);
      beside_.push_back(there_ & bit(t) ? beside & there_ : 0);
    }
  }

  /// The sets of lit tiles that are answers to toggling.
  std::vector<Set> toggled() const {
    std::vector<Set> answers;
    for (Set lit = 0; lit >> n_ == 0; ++lit)
      if ((lit & ~there_) == 0 && is_answer(lit)) answers.push_back(lit);
    return answers;
  }

  /// Those that are answers to walking, each with the smallest number of tiles walked.
  std::map<Set, int> walked() const {
    // For each set of tiles: those where a walk over exactly this set can end.
    std::vector<Set> ends(std::size_t{1} << n_, 0);
    const Set may = there_ & ~(locked_ & ~locked_lit_);
    for (int t = 0; t < n_; ++t)
      if (bit(t) & may & starts_) ends[bit(t)] = bit(t);
    std::map<Set, int> answers;
    std::set<Set> rejected;
    for (Set tiles = 1; tiles >> n_ == 0; ++tiles) {
      if (!ends[tiles]) continue;
      for (int t = 0; t < n_; ++t) {
        if (!(ends[tiles] >> t & 1)) continue;
        for (int to = 0; to < n_; ++to)
          if (beside_[at(t)] & may & ~tiles & bit(to)) ends[tiles | bit(to)] |= bit(to);
      }
      const Set lit = tiles | locked_lit_;
      const int length = std::popcount(tiles);
      const auto known = answers.find(lit);
      if (known != answers.end())
        known->second = std::min(known->second, length);
      else if (!rejected.count(lit) && is_answer(lit))
        answers[lit] = length;
      else
        rejected.insert(lit);
    }
    return answers;
  }

  bool is_answer(Set lit) const {
    if ((lit & locked_) != locked_lit_) return false;
    for (int t = 0; t < n_; ++t) {
      const Tile& tile = board_.tiles[at(t)];
      if (!tile.exists) continue;
      const bool state = lit >> t & 1;
      if (tile.linked_left && (there_ >> (t - 1) & 1) && (lit >> (t - 1) & 1) != state)
        return false;
      if (tile.linked_up && (there_ >> (t - board_.width) & 1) &&
          (lit >> (t - board_.width) & 1) != state)
        return false;
      if (tile.symbol == Symbol::flower &&
          std::popcount(beside_[at(t)] & (state ? lit : ~lit)) != tile.value)
        return false;
    }
    std::vector<Set> region_of(at(n_), 0);
    for (Set left = there_; left;) {
      const Set alike = lit & left & (~left + 1) ? lit : there_ & ~lit;
      Set region = left & (~left + 1), before = 0;
      while (region != before) {
        before = region;
        for (int t = 0; t < n_; ++t)
          if (before >> t & 1) region |= beside_[at(t)] & alike;
      }
      left &= ~region;
      if (!is_content(region)) return false;
      for (int t = 0; t < n_; ++t)
        if (region >> t & 1) region_of[at(t)] = region;
    }
    return shapes_fit(region_of);
  }

 private:
  static Set bit(int t) { return Set{1} << t; }

  bool is_content(Set region) const {
    int sum = 0, dots = 0;
    std::set<Hue> dot_hues, diamonds;
    std::map<Hue, int> symbols;
    for (int t = 0; t < n_; ++t) {
      if (!(region >> t & 1)) continue;
      const Tile& tile = board_.tiles[at(t)];
      if (tile.symbol == Symbol::dot) {
        sum += tile.value;
        ++dots;
        dot_hues.insert(tile.hue);
      }
      if (tile.symbol == Symbol::diamond) diamonds.insert(tile.hue);
      if (tile.symbol == Symbol::flower) {
        if (tile.value > 0) ++symbols[Hue::yellow];
        if (tile.value < 4) ++symbols[Hue::purple];
      } else if (tile.symbol != Symbol::none) {
        ++symbols[tile.hue];
      }
    }
    if (dot_hues.size() > 1 || (dots > 0 && sum != 0 && sum != std::popcount(region))) return false;
    return std::all_of(diamonds.begin(), diamonds.end(),
                       [&](Hue hue) { return symbols[hue] == 2; });
  }

  using Shape = std::set<std::pair<int, int>>;
  Shape shape(int anchor, Set region, int quarters) const {
    Shape result;
    for (int t = 0; t < n_; ++t) {
      if (!(region >> t & 1)) continue;
      int x = t % board_.width - anchor % board_.width;
      int y = t / board_.width - anchor / board_.width;
      for (int q = 0; q < quarters; ++q) {
        const int old = x;
        x = y;
        y = -old;
      }
      result.emplace(x, y);
    }
    return result;
  }

  // Regions of two symbols of a hue have the same shape, up to rotation if one is a slash. Regions
  // of different hues do not, not even rotated if either hue has a slash.
  bool shapes_fit(const std::vector<Set>& region_of) const {
    std::set<Hue> turning;
    std::vector<int> symbols;
    for (int t = 0; t < n_; ++t) {
      const Tile& tile = board_.tiles[at(t)];
      if (!tile.exists || (tile.symbol != Symbol::bar && tile.symbol != Symbol::slash)) continue;
      symbols.push_back(t);
      if (tile.symbol == Symbol::slash) turning.insert(tile.hue);
    }
    for (const int a : symbols)
      for (const int b : symbols) {
        if (a >= b) continue;
        const Tile &one = board_.tiles[at(a)], &two = board_.tiles[at(b)];
        const bool same_hue = one.hue == two.hue;
        const bool turns = same_hue ? one.symbol == Symbol::slash || two.symbol == Symbol::slash
                                    : turning.count(one.hue) || turning.count(two.hue);
        bool alike = false;
        for (int q = 0; q < (turns ? 4 : 1); ++q)
          alike = alike || shape(a, region_of[at(a)], 0) == shape(b, region_of[at(b)], q);
        if (alike != same_hue) return false;
      }
    return true;
  }

  Board board_;
  int n_;
  Set there_ = 0, locked_ = 0, locked_lit_ = 0, starts_ = 0;
  std::vector<Set> beside_;
};

}  // namespace eyehand::panel
