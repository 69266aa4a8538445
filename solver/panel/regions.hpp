// What the regions of a panel may still become when the states of some tiles are known: tiles that
// are joined in one state are a part of a region, and its reach are the tiles that this region may
// still come to have. All that is derived here follows from the known states alone, and never less
// from more of them: so who wants to know why takes known states away until it follows no more.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "puzzle/index.hpp"
#include "solver/panel/grid.hpp"

namespace eyehand::panel {

/// What some symbols are together, with a bit a hue; one of Regions::Part or of a tile.
struct Symbols {
  std::uint16_t one = 0, two = 0, three = 0;  // so many symbols of the hue, or more
  std::uint16_t diamonds = 0, bars = 0, dots = 0;
  int sum = 0;         // of the dots
  bool looks = false;  // there is one that looks at its region: not a flower
  bool clash = false;  // they cannot be in one region

  static Symbols of(const Tile& tile);
  void add(const Symbols& more);
};

class Regions {
 public:
  static constexpr std::int8_t kMissing = -2, kOpen = -1;
  enum class Broken : std::uint8_t { no, clash, sum, partner };

  struct Part {
    std::int8_t state = 0;
    bool walked = false;  // it has tiles that are walked, which may not touch one another
    Broken broken = Broken::no;
    Symbols symbols;
    std::vector<int> tiles;
    int size() const { return static_cast<int>(tiles.size()); }

    // From here on: once visit() was called.
    bool looked = false;
    int core = -1;            // a tile that carries the symbol that is broken
    int least = 0, most = 0;  // fewest and most tiles of the region
    bool wants_dot = false;   // as it is no size would do
    std::uint16_t lone = 0;   // hues of diamonds that lack the other symbol
    bool grows() const { return least > size() || wants_dot || lone != 0; }

    // Once reach_of() was called.
    bool reached = false;
    std::vector<int> reach;             // `tiles`, then others by their distance
    std::vector<std::uint8_t> reaches;  // one a tile
  };

  /// Where `walked` all lit tiles that are not locked are taken to be joined.
  Regions(const Grid& grid, const Board& board, bool walked);

  /// The states; whoever changes them says so. Missing tiles stay kMissing.
  std::vector<std::int8_t> states;
  void changed();
  /// No walk has more tiles; less than 0: any may have.
  int limit = -1;
  /// No walk has fewer tiles.
  int floor = 1;
  /// The tiles that may be of the walk's region without being walked; as with states.
  std::vector<std::uint8_t> spare;

  /// The part of a tile of known state.
  const Part& part_at(int tile) { return parts_[at(index_at(tile))]; }
  bool same_part(int a, int b) { return index_at(a) == index_at(b); }
  /// Finds whether the part can become a region whose dots and diamonds are content. Cost: some
  /// microseconds where it reaches 100 tiles.
  const Part& visit(int tile);
  /// The same but for what the part needs.
  const Part& reach_of(int tile);
  /// Whether visit() would find it broken; it may miss that now and then, and is faster.
  bool seems_broken(int tile);

  /// Of a part that is not broken: open tiles that have to be of the region, or cannot. `blame` is
  /// the tile of the symbol to be asked why.
  struct Finding {
    int tile;
    bool joins;
    int blame;
  };
  void find(int tile, std::vector<Finding>& findings);
  /// Of a part that is not broken: whether it would be if one of the spare tiles were walked, and
  /// which these are: those in its reach.
  bool wants_spare(const Part& part) const;

  /// Tiles whose states were looked at since changed().
  bool was_read(int tile) const { return read_[at(tile)] == now_; }

 private:
  static constexpr int kAny = static_cast<int>(kMaxTiles);
  int index_at(int tile);
  std::int8_t state(int tile) {
    read_[at(tile)] = now_;
    return states[at(tile)];
  }
  int most_walked(const std::vector<int>& tiles) const;
  /// How large the part's region is at least, by the walk that it contains.
  int min_size(const Part& part) const {
    return part.walked ? std::max(part.size(), floor) : part.size();
  }
  Broken judge(Part& part, bool hasty);
  bool find_reach(Part& part, bool hasty);
  int apart(const Part& part, std::vector<Finding>* findings);
  bool lacks_partner(const Part& part, unsigned hue) const;
  bool judge_dots(Part& part, bool everywhere);
  bool fits(const Part& part, int tile, int* blame = nullptr);
  int blamed(const Part& part, const Symbols& together) const;
  void find_cuts(const Part& part, std::vector<Finding>& findings);

  const Grid& grid_;
  bool walked_;
  std::vector<Symbols> symbols_;
  std::vector<std::uint8_t> walkable_;
  std::vector<int> walkables_, all_;
  std::array<std::vector<int>, kHues> dots_, of_hue_;
  std::vector<int> value_;

  std::uint32_t now_ = 1;
  std::vector<std::uint32_t> read_, part_known_;
  std::vector<int> part_, distance_, level_, order_;
  std::vector<Part> parts_;  // never moved
  int used_ = 0, walker_ = -1;
  // For find_cuts: when a tile was met, the earliest it is joined to, and what would be lost.
  struct Visit {
    int met = 0, low = 0, before = -1, direction = 0;
    int tiles = 0, dots = 0, lost_tiles = 0, lost_dots = 0;
    std::uint64_t partners = 0, lost_partners = 0;  // 16 bits a hue
  };
  std::vector<Visit> visits_;
};

}  // namespace eyehand::panel
