// Theory propagator for walks: what follows beyond the clauses (walk.hpp). The tiles that can be
// walked and the steps that can be taken form a graph in which all walked tiles must be connected.
// Articulation points between walked tiles are walked. Behind an articulation point the walk enters
// only one branch, so if one has walked tiles, those without are not walked. Steps that close a
// loop are not taken. When the length is bounded, lower bounds on it follow (walk_length.cpp): at
// each distance from the start up to the farthest walked tile at least one tile is walked; tiles at
// even and odd distances alternate; and a few walked tiles that are far apart are visited in some
// order.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "puzzle/index.hpp"
#include "solver/panel/grid.hpp"
#include "solver/panel/ways.hpp"
#include "solver/sat/engine.hpp"

namespace eyehand::panel {

class WalkPropagator {
 public:
  /// Per tile, the literals "is walked", "the walk starts here" and, by direction, "this step is
  /// taken"; `no`, which is always false, where that is impossible. `grid` must outlive this.
  WalkPropagator(const Grid& grid, const sat::Literals& walked, const sat::Literals& start,
                 const std::vector<std::array<int, 4>>& step, int no);

  /// All causes are at least this, so that they differ from those of Content.
  static constexpr int kCauses = 1 << 28;
  /// While the literal is true, the walk has at most `most` tiles. Replaces the bound before.
  void bound_length(int most, int literal);
  /// For sat::Propagator. Cost: 10 to 20 microseconds for 64 tiles.
  bool propagate(const sat::Engine& engine, std::vector<sat::Finding>& findings);
  void explain(const sat::Engine& engine, sat::Finding finding, sat::Literals& clause);

 private:
  enum : std::int8_t { unknown = 0, yes = 1, no = -1 };
  struct Field {
    Ways ways;       // tiles that are or can be walked, and steps that can be taken
    TileSet walked;  // tiles that are walked
    bool bounded = false;

    bool may(int tile) const { return ways.inside.has(tile); }
    bool is_open(int tile) const { return may(tile) && !walked.has(tile); }
    void know(int tile, int state) {
      ways.inside.set(tile, state != no);
      walked.set(tile, state == yes);
    }
  };
  /// A fact in a field: a tile is walked or not, a step is not taken, or the bound holds.
  struct Fact {
    int literal;          // its negation
    int tile, direction;  // -1: not a step; both -1: the bound
  };
  /// A tile in the depth-first search for articulation points.
  struct Visit {
    int met, low;       // discovery time, and the lowest reached from the subtree
    int before;         // parent
    int direction;      // next to be visited
    int tiles, walked;  // in the subtree: all, and those that are walked
    int heavy;          // branches behind it with walked tiles
  };

  /// A walked tile and the distances from it.
  struct Key {
    int tile = -1;
    std::vector<int> distance;  // in the field when the keys were chosen
  };
  static constexpr std::size_t kKeys = 4;  // including the start; explanations may use one more

  bool find_loops(const sat::Engine& engine, std::vector<sat::Finding>& findings);
  void explain_loop(const sat::Engine& engine, sat::Finding finding, sat::Literals& clause) const;
  bool is_broken(int cause);
  bool falls_apart(const Field& field, std::vector<sat::Finding>* findings);
  bool bounds(const Field& field) const;
  bool too_deep(const Field& field, std::vector<sat::Finding>* findings);
  void choose_keys(const Field& field, int extra);
  void measure(const Field& field, Key& key);
  void measure_between(const Field& field);
  bool too_far(const Field& field, std::vector<sat::Finding>* findings);
  /// Calls use(distance) for each distance from the tile, with front_ the tiles at that distance,
  /// until it returns false or there are no more.
  template <class Use>
  void spread_from(const Field& field, int tile, Use&& use) {
    front_.only(tile);
    met_ = front_;
    for (int distance = 0; use(distance) && field.ways.spread(front_, met_); ++distance) {
    }
  }
  void close(Field& field, int tile, int direction, bool closed) const;
  void retract(const Fact& fact, bool retracted);
  bool open(const Field& field, int tile, int direction, int& other) const {
    other = grid_.around[at(tile)][at(direction)];
    return field.ways.open[at(direction)].has(tile) && field.may(other);
  }

  const Grid& grid_;
  sat::Literals walked_, start_;
  std::vector<std::array<int, 4>> step_;
  int never_, only_start_ = -1, most_ = 0, bound_ = 0;
  Field now_, then_;
  std::vector<Visit> visits_;
  TileSet front_, met_;
  std::vector<int> order_, known_, chain_;
  std::vector<Key> keys_;
  std::size_t keys_used_ = 0;
  std::array<std::array<int, kKeys + 1>, kKeys + 1> between_{};
  bool measured_ = false;  // between_ is up to date
  std::vector<int> nearest_;
  std::vector<std::uint8_t> near_;
};

}  // namespace eyehand::panel
