// Colours: every face is inside the loop or outside, what lies beyond the rim is outside, and an
// edge is a line exactly if its two sides differ. Disjoint sets with undo record which faces are
// known to be equal or opposite. An edge within one set is known; around a clue or a vertex every
// colouring of the sets is tried, and what all have in common joins sets.
//
// Cost: a join costs the size of the smaller set, a visit to a face at most 2^(its sides); faces
// with more than kMaxSides sides are skipped, as are vertices with more edges.
#pragma once

#include <cstdint>
#include <vector>

#include "solver/slitherlink/deduce_record.hpp"
#include "solver/slitherlink/deduce_state.hpp"

namespace eyehand::slitherlink::deduction {

class ColourRules {
 public:
  static constexpr std::size_t kMaxSides = 8;
  static constexpr int kMaxFacesForParity = 2000;

  ColourRules(const State& state, bool looks_around, bool uses_parity);

  /// Visits what is new, up to the first news about edges.
  RuleResult visit(State& state, Record& record);
  /// Sums of clues modulo 2, over all sets at once: cubic in the number of clues / 64. Call it
  /// where nothing else follows, and visit() again after news.
  RuleResult visit_sums(State& state, Record& record);

  std::size_t here() const { return joins_.size(); }
  void back_to(std::size_t joins, std::size_t steps);

 private:
  struct Colour {
    int set;        ///< the face that represents it
    bool opposite;  ///< to that face
    bool operator==(const Colour&) const = default;
  };
  int node(int face) const { return face == kOutside ? outside_ : face; }
  Colour colour(int face) const;
  /// False if the opposite is known.
  bool relate(const State& state, int face_a, int face_b, bool opposite);
  void want_around(const State& state, int face);
  void want(std::size_t ring);
  RuleResult known_edges(State& state, Record& record, Rule rule = kColour);
  RuleResult visit_ring(State& state, Record& record, std::size_t ring);

  bool looks_around_, uses_parity_, is_started_ = false;
  int outside_ = 0;
  std::vector<int> parent_, size_, next_;  // next_ goes round the members of a set
  std::vector<std::uint8_t> opposite_;     // to the parent
  struct Join {
    int kept, joined;
  };
  std::vector<Join> joins_;
  std::size_t seen_ = 0;
  std::vector<int> decided_;  // edges whose sides came into one set
  std::vector<std::size_t> wanted_;
  std::vector<std::uint8_t> is_wanted_;  // faces, then vertices
};

}  // namespace eyehand::slitherlink::deduction
