// Sets of tiles as bits, 64 per word, and steps between tiles: a whole set advances by one step in
// a few operations per word, so finding distances costs a few operations per step, not per tile.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace eyehand::panel {

class TileSet {
 public:
  explicit TileSet(int tiles) : words_(static_cast<std::size_t>(tiles + 63) / 64, 0) {}

  bool has(int tile) const { return words_[word(tile)] >> (tile & 63) & 1; }
  void set(int tile, bool in) {
    const std::uint64_t bit = std::uint64_t{1} << (tile & 63);
    words_[word(tile)] = in ? words_[word(tile)] | bit : words_[word(tile)] & ~bit;
  }
  /// Makes it the set {tile}.
  void only(int tile) {
    std::fill(words_.begin(), words_.end(), 0);
    set(tile, true);
  }
  int count() const {
    int n = 0;
    for (const auto word : words_) n += std::popcount(word);
    return n;
  }
  /// Size of the intersection.
  int shared(const TileSet& other) const {
    int n = 0;
    for (std::size_t i = 0; i < words_.size(); ++i) n += std::popcount(words_[i] & other.words_[i]);
    return n;
  }
  /// Calls use(tile) for each, in ascending order.
  template <class Use>
  void each(Use&& use) const {
    for (std::size_t i = 0; i < words_.size(); ++i)
      for (std::uint64_t left = words_[i]; left != 0; left &= left - 1)
        use(static_cast<int>(64 * i) + std::countr_zero(left));
  }

 private:
  friend class Ways;
  static std::size_t word(int tile) { return static_cast<std::size_t>(tile) / 64; }

  std::vector<std::uint64_t> words_;
};

/// Which tiles can be entered, and by which steps.
class Ways {
 public:
  /// For a board with rows of `width` tiles.
  Ways(int width, int tiles) : inside(tiles), open{inside, inside, inside, inside}, width_(width) {}

  /// Tiles that can be entered.
  TileSet inside;
  /// By direction, as in Grid::around: tiles from which the step in that direction is open.
  std::array<TileSet, 4> open;

  /// Replaces `front` by the tiles inside that are one open step away from it and not in `met`, and
  /// adds them to `met`. False if there are none.
  bool spread(TileSet& front, TileSet& met) const;

 private:
  int width_;
};

}  // namespace eyehand::panel
