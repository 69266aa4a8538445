// Complete search for Hexiom answers: decides that a cell is empty, propagates (places.hpp), and
// after a conflict decides that it is filled. It learns no clauses, but weights cells by the
// conflicts they caused and decides the heaviest next (Boussemart, Hemery, Lecoutre, Sais 2004).
//
// Of an answer's images under the symmetries of the board, only the one that is lexicographically
// first in cell order is found, where empty comes before filled. Each image is compared with the
// answer as far as both are decided, and the comparison restricts the next cell.
//
// A search can be restricted to answers that are their own images. There are few, so it is short,
// and boards made by people, which are the hardest, often have one.
#pragma once

#include <cstdint>
#include <vector>

#include "puzzle/deadline.hpp"
#include "solver/hexiom/places.hpp"
#include "solver/outcome.hpp"

namespace eyehand::hexiom {

class Search {
 public:
  /// Starts from the deductions of `settled`. If `own_images`, indices into Model::sources, is
  /// not empty, only answers that none of these symmetries changes are found, and all of them.
  Search(const Model& model, const Places& settled,
         const std::vector<std::size_t>& own_images = {});

  /// Finds an answer not found before: which cells are filled. Subtracts its conflicts from
  /// `conflicts_left` (moving on from the previous answer counts as one). Gives up when that is 0,
  /// or at the deadline; the next call resumes. About 5 microseconds per conflict.
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
