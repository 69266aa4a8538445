// Pairs: two consecutive edges of a face meet at a vertex. For each pair the engine knows whether
// at most one of them is a line, and whether at least one is. Each face and vertex is filled in
// every way that fits its marks, its clue and its pairs; what all ways have in common is known.
// Chains of any length result (a two passes on diagonally what it receives).
//
// Cost: some 16 ways for a square, 64 for a hexagon or a vertex of degree 6. Faces with more than
// kMaxSides sides are skipped, as are vertices with more edges.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "solver/slitherlink/deduce_record.hpp"
#include "solver/slitherlink/deduce_state.hpp"

namespace eyehand::slitherlink::deduction {

class PairRules {
 public:
  static constexpr std::size_t kMaxSides = 8;

  PairRules(const State& state, bool is_on);

  /// Visits what is new, up to the first news about edges.
  RuleResult visit(State& state, Record& record);

  struct Checkpoint {
    std::size_t known, seen_known;
  };
  Checkpoint here() const { return {trail_.size(), seen_known_}; }
  void back_to(const Checkpoint& point, std::size_t steps);

 private:
  static constexpr std::uint8_t kAtMostOne = 1, kAtLeastOne = 2;
  /// The pairs within a ring of edges: bits of two edges, and the pair's number.
  struct InRing {
    std::uint32_t edges;
    int pair;
  };
  struct Ring {
    std::span<const int> edges;
    std::uint32_t first_pair, pairs;  // in in_ring_
    bool is_face;                     // else a vertex
    int index;
  };

  void add_rings(const Grid& grid);
  bool learn(int pair, std::uint8_t bits);
  void want(std::size_t ring);
  void want_around(const State& state, int edge);
  /// Fills a ring in every way.
  RuleResult look_at(State& state, Record& record, std::size_t ring);
  bool allows(const State& state, const Ring& ring, int lines) const;

  bool is_on_, is_started_ = false;
  std::vector<Ring> rings_;  // one per face, then one per vertex
  std::vector<InRing> in_ring_;
  std::vector<std::array<int, 2>> rings_of_pair_;  // the face's, the vertex's
  std::vector<std::uint8_t> known_;                // by pair
  struct Learnt {
    int pair;
    std::uint8_t before;
  };
  std::vector<Learnt> trail_;
  std::size_t seen_ = 0, seen_known_ = 0;
  std::vector<std::size_t> wanted_;
  std::vector<std::uint8_t> is_wanted_;
  std::vector<Fact> facts_;
};

}  // namespace eyehand::slitherlink::deduction
