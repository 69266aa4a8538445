// Complete search for answers of Hexiom: decides that a cell is empty, propagates (places.hpp), and
// on a conflict backtracks: then the cell is filled. It learns no clauses, but remembers where
// conflicts occurred and decides there next (Boussemart and others 2004).
//
// Of the images of an answer under the board's symmetries only the lexicographically first in cell
// order is found, with empty before filled. Each image is compared with the answer as far as both
// are decided, and the comparison restricts the next cell.
//
// A search can be restricted to answers that are their own images. There are few, so it ends soon,
// and boards made by people, the hardest of all, often have one.
#pragma once

#include <cstdint>
#include <vector>

#include "puzzle/deadline.hpp"
#include "puzzle/index.hpp"
#include "solver/hexiom/places.hpp"

namespace eyehand::hexiom {

class Search {
 public:
  /// Decisions and conflicts go to the trace. `own_images` are indices of symmetries of the model:
  /// if there are any, the search is for all answers that none of them changes.
  Search(const Model& model, const Places& settled, const Trace* trace,
         const std::vector<std::size_t>& own_images = {});

  enum class Outcome { answer, none, gave_up };
  /// Finds an answer not found before: which cells are filled. Gives up at the deadline or when
  /// `conflicts_left`, from which it subtracts its conflicts (leaving the previous answer counts as
  /// one), is 0; it can be resumed. About 5 microseconds per conflict.
  Outcome next(std::vector<std::uint8_t>& filled, const Deadline& deadline,
               std::uint64_t& conflicts_left);

 private:
  bool settle();
  bool settle_symmetry(const std::vector<int>& source);
  bool settle_own_image(const std::vector<int>& source);
  bool decide(int cell, Domain domain);
  int choose() const;
  bool backtrack();

  const Model& model_;
  Places places_;
  const Trace* trace_;
  std::vector<std::size_t> own_images_;
  struct Decision {
    Places::Moment before;
    int cell;
    bool filled;  // the second branch: empty failed
  };
  std::vector<Decision> decisions_;
  std::vector<double> weights_;  // conflicts per cell, recent ones weighing more
  double weight_ = 1;
  bool must_backtrack_ = false;
};

}  // namespace eyehand::hexiom
