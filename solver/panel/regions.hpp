// What the regions of a panel can still become when the states of some tiles are known. A part is a
// connected set of tiles known to be in one state; its reach is the tiles that its region can still
// include. Everything derived here follows from the known states alone and is monotone in them, so
// an explanation can be minimized by removing known states while the result still follows.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "puzzle/index.hpp"
#include "solver/panel/grid.hpp"

namespace eyehand::panel {

/// A summary of the symbols of a part or a tile; one bit per hue.
struct Symbols {
  std::uint16_t one = 0, two = 0, three = 0;  // at least 1, 2, 3 symbols of the hue
  std::uint16_t diamonds = 0, bars = 0, dots = 0;
  int sum = 0;                // of the dots
  bool about_region = false;  // one of them is not a flower, so is about its region
  bool clash = false;         // they cannot share a region

  static Symbols of(const Tile& tile);
  void add(const Symbols& more);
};

class Regions {
 public:
  static constexpr std::int8_t kMissing = -2, kOpen = -1;
  enum class Broken : std::uint8_t { no, clash, sum, partner };

  struct Part {
    std::int8_t state = 0;
    bool walked = false;  // contains tiles that the walk visits
    Broken broken = Broken::no;
    Symbols symbols;
    std::vector<int> tiles;
    int size() const { return static_cast<int>(tiles.size()); }

    // Valid once visit() was called:
    bool visited = false;
    int core = -1;                     // a tile with a symbol that cannot be satisfied
    int min_tiles = 0, max_tiles = 0;  // of the region
    bool wants_dot = false;            // no size fits the dots it has: it needs another
    std::uint16_t lone = 0;            // hues with a diamond but no second symbol
    bool grows() const { return min_tiles > size() || wants_dot || lone != 0; }

    // Valid once reach_of() was called:
    bool reached = false;
    std::vector<int> reach;             // `tiles`, then others by distance
    std::vector<std::uint8_t> reaches;  // per tile
  };

  /// If `walked`, all lit tiles that are not locked are treated as connected.
  Regions(const Grid& grid, const Board& board, bool walked);

  /// The states; call changed() after changing them. Missing tiles stay kMissing.
  std::vector<std::int8_t> states;
  void changed();
  /// No walk has more tiles; negative: no limit.
  int limit = -1;
  /// No walk has fewer tiles.
  int floor = 1;
  /// Tiles that can be in the walk's region without being walked; call changed() after changes.
  std::vector<std::uint8_t> spare;

  /// The part of a tile of known state.
  const Part& part_at(int tile) { return parts_[at(index_at(tile))]; }
  bool same_part(int a, int b) { return index_at(a) == index_at(b); }
  /// Whether the part can still become a region that satisfies its dots and diamonds. Cost: a few
  /// microseconds if it reaches 100 tiles.
  const Part& visit(int tile);
  /// The same, with `reach` and `reaches` filled in.
  const Part& reach_of(int tile);
  /// Whether visit() would find it broken; faster, but can miss that.
  bool seems_broken(int tile);

  /// For a part that is not broken: open tiles that must join the region, or cannot. `blame` is the
  /// tile whose symbol explains it.
  struct Finding {
    int tile;
    bool joins;
    int blame;
  };
  void find(int tile, std::vector<Finding>& findings);
  /// For a part that is not broken: whether it would be if any of the spare tiles in its reach were
  /// walked.
  bool wants_spare(const Part& part) const;

  /// Whether the state of a tile was read since changed().
  bool was_read(int tile) const { return read_[at(tile)] == now_; }

 private:
  static constexpr int kAny = static_cast<int>(kMaxTiles);
  int index_at(int tile);
  std::int8_t state(int tile) {
    read_[at(tile)] = now_;
    return states[at(tile)];
  }
  int max_walked(const std::vector<int>& tiles) const;
  /// A lower bound on the size of the part's region, from the walk that it contains.
  int min_size(const Part& part) const {
    return part.walked ? std::max(part.size(), floor) : part.size();
  }
  Broken check(Part& part, bool hasty);
  bool find_reach(Part& part, bool hasty);
  int apart(const Part& part, std::vector<Finding>* findings);
  bool lacks_partner(const Part& part, unsigned hue) const;
  bool bound_by_dots(Part& part, bool everywhere);
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
  // For find_cuts: discovery time, low link, and what the region would lose without the tile.
  struct Visit {
    int met = 0, low = 0, before = -1, direction = 0;
    int tiles = 0, dots = 0, lost_tiles = 0, lost_dots = 0;
    std::uint64_t partners = 0, lost_partners = 0;  // 16 bits a hue
  };
  std::vector<Visit> visits_;
};

}  // namespace eyehand::panel
