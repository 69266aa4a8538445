// Theory propagator for dots, diamonds, bars and slashes: what they require of the tiles' states.
// Whenever the engine reaches a fixpoint, every region of which a state is known is checked by what
// it contains and what it can still reach (regions.hpp), and bars and slashes are checked in pairs.
// A finding carries its cause as a number. To explain it, known states are removed as long as the
// finding still follows, so that learned clauses are short. Causes:
//
//   region   the region of a tile with a dot, diamond, bar or slash: too large, too small, two hues
//            of dots, a third symbol of a diamond's hue or no second, two bars of a hue
//   shape    two symbols of one hue: where a tile belongs to the region of one, its image must be
//            able to belong to the region of the other, under one of the rotations
//   hues     symbols of two hues: both regions are complete and have the same shape
#pragma once

#include <cstdint>
#include <vector>

#include "solver/panel/grid.hpp"
#include "solver/panel/regions.hpp"
#include "solver/sat/engine.hpp"

namespace eyehand::panel {

class Content {
 public:
  /// `states`: per tile, the positive literal "is lit"; linked tiles share one, and that of missing
  /// tiles is ignored. `walked`: the lit tiles that are not locked belong to one region. `grid` and
  /// `board` must outlive this.
  Content(const Grid& grid, const Board& board, sat::Literals states, bool walked);

  const sat::Literals& states() const { return states_; }
  /// `walked`: per tile, the literal "is walked".
  void walk(const sat::Literals& walked);
  /// While the literal is true, the walk has at most `most` tiles. (Its region may have more:
  /// locked lit tiles that are not walked.) Replaces the bound before.
  void bound_walk(int most, int literal);
  /// No walk has fewer than `tiles` tiles, as the search for shorter ones has proved. So the dots
  /// of its region sum to at least as much, or to 0.
  void set_min_walk(int tiles) { now_.floor = then_.floor = tiles; }
  /// For sat::Propagator. Cost: tens of microseconds for 100 tiles.
  bool propagate(const sat::Engine& engine, std::vector<sat::Finding>& findings);
  void explain(const sat::Engine& engine, sat::Finding finding, sat::Literals& clause);

 private:
  enum class Kind : std::uint8_t { region, shape, hues };
  int cause(Kind kind, int a, int b = 0) const;
  /// A literal that the rules depend on: "these tiles, which are linked, are lit", "this locked lit
  /// tile is walked", or, without either, "the bound of bound_walk() holds".
  struct Group {
    int literal;
    std::vector<int> tiles;
    int spare = -1;
  };
  void put(Regions& regions, const Group& group, int value) const;
  void add_finding(int cause, int tile, int state);
  void propagate_regions(const sat::Engine& engine);
  void find_spare(const sat::Engine& engine, int tile);
  void propagate_pair(int a, int b);
  void propagate_hues();
  bool is_broken(int cause, bool hasty);
  bool pair_is_broken(int a, int b);
  int turns(int a, int b) const;
  bool mismatch(int a, int b, int quarters);
  void find_images(int a, int b, int quarters);
  bool same_shapes(int a, int b);
  bool done(int anchor);
  int image(int tile, int from, int to, int quarters) const;

  const Grid& grid_;
  const Board& board_;
  sat::Literals states_;
  std::vector<int> anchors_;             // tiles with symbols that are about regions
  std::vector<std::vector<int>> kinds_;  // tiles with bars and slashes, by hue
  std::vector<Group> groups_;            // the bound, if there is one, is the last
  int most_ = -1;                        // from bound_walk()
  Regions now_;
  Regions then_;             // for explanations
  std::vector<int> values_;  // of the groups, for explanations
  Regions* on_ = nullptr;    // the one that is_broken() checks
  std::vector<sat::Finding>* findings_ = nullptr;
  std::vector<Regions::Finding> found_;
};

}  // namespace eyehand::panel
