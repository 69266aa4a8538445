// Theory propagator for walks: what follows beyond the clauses (walk.hpp). The tiles that can be
// walked and the steps that can be taken form a graph in which all walked tiles must be connected.
// Articulation points between walked tiles are walked; behind an articulation point the walk goes
// only one way, so a branch without walked tiles is not walked; steps that close a loop are not
// taken. When the length is bounded, lower bounds on it follow (walk_length.cpp): at each distance
// from the start up to the farthest walked tile there is at least one, tiles of even and odd
// distance alternate, and a few walked tiles that are far apart are visited in some order.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "solver/panel/engine.hpp"
#include "solver/panel/grid.hpp"
#include "solver/panel/ways.hpp"

namespace eyehand::panel {

class WalkPropagator {
 public:
  /// Per tile, the literals "is walked", "the walk starts here" and, by direction, "this step is
  /// taken". `no` is the literal that is false.
  WalkPropagator(const Grid& grid, const Literals& walked, const Literals& start,
                 const std::vector<std::array<int, 4>>& step, int no);

  /// Causes are at least this.
  static constexpr int kCauses = 1 << 28;
  /// While the literal is true, the walk has at most `most` tiles.
  void bound_length(int most, int literal);
  /// For Engine::TheoryPropagator. Cost: 10 to 20 microseconds for 64 tiles.
  bool propagate(const Engine& engine, std::vector<Engine::Finding>& findings);
  void explain(const Engine& engine, Engine::Finding finding, Literals& clause);

 private:
  enum : std::int8_t { unknown = 0, yes = 1, no = -1 };
  struct Field {
    Ways ways;       // among tiles that are or can be walked, by steps that can be taken
    TileSet walked;  // those that are
    bool bounded = false;

    bool may(int tile) const { return ways.inside.has(tile); }
    bool is_open(int tile) const { return may(tile) && !walked.has(tile); }
    void know(int tile, int state) {
      ways.inside.set(tile, state != no);
      walked.set(tile, state == yes);
    }
  };
  /// A fact behind a field: a tile's state, a step not taken (tile, direction), or the bound.
  struct Fact {
    int literal;
    int tile, direction;
  };
  struct Visit {
    int met, low, before, direction, tiles, walked, heavy;
  };

  /// A walked tile and the distances from it.
  struct Key {
    int tile = -1;
    std::vector<int> distance;  // in the field when the keys were chosen
  };
  static constexpr std::size_t kKeys = 4;  // including the start; explanations use one more

  bool find_loops(const Engine& engine, std::vector<Engine::Finding>& findings);
  void explain_loop(const Engine& engine, Engine::Finding finding, Literals& clause) const;
  bool is_broken(int cause);
  bool falls_apart(const Field& field, std::vector<Engine::Finding>* findings);
  bool bounds(const Field& field) const;
  bool too_deep(const Field& field, std::vector<Engine::Finding>* findings);
  void choose_keys(const Field& field, int extra);
  void measure(const Field& field, Key& key);
  void measure_between(const Field& field);
  bool too_far(const Field& field, std::vector<Engine::Finding>* findings);
  void close(Field& field, int tile, int direction, bool closed) const;
  void retract(const Fact& fact, bool retracted);
  bool open(const Field& field, int tile, int direction, int& other) const {
    const auto t = static_cast<std::size_t>(tile), d = static_cast<std::size_t>(direction);
    other = grid_.around[t][d];
    return field.ways.open[d].has(tile) && field.may(other);
  }

  const Grid& grid_;
  Literals walked_, start_;
  std::vector<std::array<int, 4>> step_;
  int never_, only_start_ = -1, most_ = 0, bound_ = 0;
  Field now_, then_;
  std::vector<Visit> visits_;
  TileSet front_, met_;
  std::vector<int> order_, level_, known_, chain_;
  std::vector<Key> keys_;
  std::size_t keys_used_ = 0;
  std::array<std::array<int, kKeys + 1>, kKeys + 1> between_{};
  bool measured_ = false;  // between_ is as in the field
  std::vector<int> nearest_;
  std::vector<std::uint8_t> near_;
};

}  // namespace eyehand::panel
