// What a walk asks beyond its clauses, told at every point of the search: the tiles that may still
// be walked and the steps that may be taken are a graph, in which all that is known to be walked
// must hang together. A tile without which it would not is walked; behind a tile where the graph
// falls apart the walk goes one way, so that what hangs there by itself is not walked; a step that
// closes a loop is not taken. Where only shorter walks are wanted, their length is bounded from
// below (walk_length.cpp): at each distance from the start up to the farthest tile there is at
// least one, and tiles of even and of odd distance take turns; and a few walked tiles that are far
// apart are visited in some order.
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
  /// Literals of the tiles: walked, the walk starts here; of their steps, by direction. `no` is
  /// the literal of what cannot be.
  WalkPropagator(const Grid& grid, const Literals& walked, const Literals& start,
                 const std::vector<std::array<int, 4>>& step, int no);

  /// Causes are from here on.
  static constexpr int kCauses = 1 << 28;
  /// Walks of `most` tiles at most are looked for while the literal holds.
  void shorten(int most, int literal);
  /// As Engine::TheoryPropagator. Cost: ten to twenty microseconds for 64 tiles.
  bool judge(const Engine& engine, std::vector<Engine::Finding>& findings);
  void explain(const Engine& engine, Engine::Finding finding, Literals& clause);

 private:
  enum : std::int8_t { unknown = 0, yes = 1, no = -1 };
  struct Field {
    Ways ways;       // among tiles that are or may be walked, by steps that may be taken
    TileSet walked;  // those that are
    bool bounded = false;

    bool may(int tile) const { return ways.inside.has(tile); }
    bool is_open(int tile) const { return may(tile) && !walked.has(tile); }
    void know(int tile, int state) {
      ways.inside.set(tile, state != no);
      walked.set(tile, state == yes);
    }
  };
  /// What makes the field as it is: a tile's state, a step not taken (tile, direction), the bound.
  struct Fact {
    int literal;
    int tile, direction;
  };
  struct Visit {
    int met, low, before, direction, tiles, walked, heavy;
  };

  /// A tile that the walk visits, and how far others are from there.
  struct Key {
    int tile = -1;
    std::vector<int> distance;  // as the field was when the keys were chosen
  };
  static constexpr std::size_t kKeys = 4;  // the start among them; and one more to be explained

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
  void forget(const Fact& fact, bool forgotten);
  bool keep_few(int cause, std::vector<Fact>& kept, std::size_t from, std::size_t to, bool not_all);
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
