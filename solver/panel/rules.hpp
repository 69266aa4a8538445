// What symbols ask for, as clauses over the rows of Regions.
#pragma once

#include <vector>

#include "solver/panel/regions.hpp"

namespace eyehand::panel {

class Rules {
 public:
  /// Adds what all symbols ask for, but for this: that bars and slashes of different hues have
  /// different shapes. That is rarely wrong and costs much, so it is added where an assignment
  /// breaks it.
  Rules(Formula& formula, const Grid& grid, const Board& board, const Regions& regions);

  /// After the formula was found to hold, and all regions hang together: adds clauses where two
  /// hues have the same shape. False if none have.
  bool tell_apart();

 private:
  /// What is common to the bars and slashes of a hue: the shape of the first, a bar if there is
  /// one.
  struct Kind {
    int first;
    bool turns;  ///< there is a slash
  };

  void add_flower(int tile);
  void add_diamond(int tile);
  void add_dot(int tile);
  void add_shapes(const std::vector<int>& symbols);
  /// The tile that lies to `to` as `tile` lies to `from`, after so many quarter turns; -1 if none.
  int image(int tile, int from, int to, int quarters) const;
  void differ(const Kind& a, const Kind& b, int quarters);

  Formula& formula_;
  const Grid& grid_;
  const Board& board_;
  const Regions& regions_;
  std::vector<Kind> kinds_;
};

}  // namespace eyehand::panel
