// What the regions of a panel can still become when the states of some tiles are known. A part is a
// maximal connected set of tiles known to have the same state; its reach is the set of tiles that
// its region can still contain. Everything derived here follows from the known states alone and is
// monotone in them, so explanations can be minimized by removing known states.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "puzzle/index.hpp"
#include "solver/panel/grid.hpp"

namespace eyehand::panel {

/// A summary of the symbols of a tile or a part. Sets of hues have one bit per hue.
struct Symbols {
  std::uint16_t one = 0, two = 0, three = 0;  // hues of which there are at least 1, 2, 3 symbols
  std::uint16_t diamonds = 0, bars = 0, dots = 0;
  int sum = 0;                // of the dots' values
  bool about_region = false;  // at least one is not a flower
  bool clash = false;         // they cannot be in the same region

  static Symbols of(const Tile& tile);
  void add(const Symbols& more);
};

class Regions {
 public:
  static constexpr std::int8_t kMissing = -2, kOpen = -1;
  enum class Broken : std::uint8_t { no, clash, sum, partner };

  struct Part {
    std::int8_t state = 0;
    bool walked = false;  // contains walked tiles
    Broken broken = Broken::no;
    Symbols symbols;
    std::vector<int> tiles;
    int size() const { return static_cast<int>(tiles.size()); }

    // Valid once visit() was called:
    bool visited = false;
    int core = -1;                     // if broken: a tile with a symbol that cannot be satisfied
    int min_tiles = 0, max_tiles = 0;  // of the region
    bool wants_dot = false;            // no possible size is the sum of its dots: it needs another
    std::uint16_t lone = 0;            // hues with a diamond and no second symbol
    bool grows() const { return min_tiles > size() || wants_dot || lone != 0; }

    // Valid once reach_of() was called:
    bool reached = false;
    std::vector<int> reach;             // `tiles`, then others by distance
    std::vector<std::uint8_t> reaches;  // per tile
  };

  /// If `walked`, all lit tiles that are not locked count as connected. `grid` must outlive this.
  Regions(const Grid& grid, const Board& board, bool walked);

  /// Per tile: 0, 1, kOpen or, always, kMissing. Call changed() after changing them.
  std::vector<std::int8_t> states;
  void changed();
  /// No walk has more tiles; negative: no limit.
  int limit = -1;
  /// No walk has fewer tiles.
  int floor = 1;
  /// Tiles that can be in the walk's region without being walked. Call changed() after changing
  /// them.
  std::vector<std::uint8_t> spare;

  /// The part of a tile whose state is known, until changed().
  const Part& part_at(int tile) { return parts_[at(index_at(tile))]; }
  bool same_part(int a, int b) { return index_at(a) == index_at(b); }
  /// Checks whether the part can still become a region in which its symbols are satisfied (see
  /// Part::broken). Cost: a few microseconds for a reach of 100 tiles.
  const Part& visit(int tile);
  /// The same, with `reach` and `reaches` filled in.
  const Part& reach_of(int tile);
  /// Whether visit() would find the part broken; faster, but may miss it.
  bool seems_broken(int tile);

  /// An open tile that must join a region, or cannot; `blame` is a tile with a symbol that explains
  /// it.
  struct Finding {
    int tile;
    bool joins;
    int blame;
  };
  /// Appends what follows for open tiles from a part that is not broken.
  void find(int tile, std::vector<Finding>& findings);
  /// Whether a part that is not broken would be if any of the spare tiles in its reach were walked.
  bool wants_spare(const Part& part) const;

  /// Whether the state of a tile was read since changed().
  bool was_read(int tile) const { return read_[at(tile)] == now_; }

 private:
  static constexpr int kAny = static_cast<int>(kMaxTiles);
  int index_at(int tile);
  bool is_in(int tile, const Part& part) const {
    return part_known_[at(tile)] == now_ && &parts_[at(part_[at(tile)])] == &part;
  }
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
  // For find_cuts: discovery time, low link, what is in the subtree, and what the region would lose
  // without the tile.
  struct Visit {
    int met = 0, low = 0, before = -1, direction = 0;
    int tiles = 0, dots = 0, lost_tiles = 0, lost_dots = 0;
    std::uint64_t partners = 0, lost_partners = 0;  // 16 bits per hue
  };
  std::vector<Visit> visits_;
};

}  // namespace eyehand::panel
