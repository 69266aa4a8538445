// What dots, diamonds, bars and slashes ask of the tiles' states, for a solver that decides these
// one after another: at every point the known tiles are joined to parts, each part has a reach (the
// tiles that its region may still come to have), and where a part can no longer become a region
// whose symbols are content, or can by one state of a tile only, a clause says why: that these
// tiles are joined in one state, and those around them in the other.
//
//   too large     the dots in reach sum to less than the part has tiles: the part itself
//   too small     the reach is smaller than the dots' sum, or holds no partner for a diamond: the
//                 symbols, and what bounds the reach
//   too many      dots of two hues, three symbols of a diamond's hue, two bars of a hue: what joins
//                 these three tiles, or two
//   no shape      a tile is joined to one bar, and where the other would have it it cannot be
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "solver/panel/engine.hpp"
#include "solver/panel/grid.hpp"

namespace eyehand::panel {

class Content {
 public:
  /// `states`: a literal a tile that says it is lit; any for missing ones.
  Content(const Grid& grid, const Board& board, Literals states);

  const Literals& states() const { return states_; }
  /// For Engine::Judge. Cost: some tens of microseconds for 100 tiles.
  bool judge(const Engine& engine, Literals& clause);
  /// What the last clause is about, for people.
  std::string_view rule() const { return rule_; }

 private:
  enum State : std::int8_t { missing = -2, open = -1, unlit = 0, lit = 1 };
  struct Part {
    std::int8_t state = 0;
    std::vector<int> tiles, symbols;
    std::vector<std::uint8_t> reach;  // one a tile; of parts with symbols that look at regions
    int reached = 0;
    bool looks = false;  // it has such a symbol
    int dot = -1, sum = 0;
    std::array<int, kHues> count{}, diamond{}, bar{};  // symbols; a diamond, a bar, or -1
  };
  /// What makes a clause: tiles whose states, as they are, break it together.
  using Why = std::vector<int>;

  void read(const Engine& engine);
  void find_parts();
  void count(Part& part, int tile) const;
  void find_reach(int part);
  /// The parts of this state beside an open tile but for this one.
  void parts_beside(int tile, int state, int but_for, std::vector<int>& parts) const;
  /// Symbols that cannot be in one region, as they would be if the tile joined the part; or none.
  bool clash(int part, int tile, std::vector<int>& symbols) const;
  bool clash_among(const std::vector<int>& symbols, std::vector<int>& found) const;
  bool counts_as(int tile, Hue hue) const;
  void join_dots(const Part& part, Why& why) const;
  bool judge_parts(Literals& clause);
  bool judge_growth(int part, Literals& clause);
  bool judge_rim(int part, Literals& clause);
  bool judge_shapes(Literals& clause);
  bool judge_pair(int a, int b, Literals& clause);
  bool mismatch(int a, int b, int quarters, Why& why) const;
  bool propagate_shape(int a, int b, int quarters, const Why& so_far, Literals& clause) const;
  bool judge_hues(Literals& clause);
  bool closed(int anchor) const;
  int image(int tile, int from, int to, int quarters) const;

  /// Adds tiles that join these in their state, `extra` being taken to be in it.
  void join(const std::vector<int>& tiles, int extra, Why& why) const;
  /// Adds what keeps the part's region within its reach, but for one tile.
  void bound(int part, int but_for, Why& why) const;
  void explain(const Why& why, Literals& clause) const;
  int literal_for(int tile, int state) const;
  int part_of(int tile) const { return part_[static_cast<std::size_t>(tile)]; }

  const Grid& grid_;
  const Board& board_;
  Literals states_;
  std::vector<std::vector<int>> kinds_;  // the bars and slashes of each hue that has any
  std::vector<std::int8_t> state_;
  std::vector<int> part_;
  std::vector<Part> parts_;
  std::string_view rule_;
};

}  // namespace eyehand::panel
