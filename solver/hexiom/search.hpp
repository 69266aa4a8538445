// Complete search for answers of Hexiom: guesses that a cell is empty, draws all conclusions
// (places.hpp), and where they contradict goes back: then it is filled. Of contradictions it
// remembers only where they were met, and guesses next to there first (Boussemart and others 2004).
//
// Of the images of an answer under the board's symmetries only the first in the order of cells is
// found, an empty cell being less than a filled one. Each image is compared with the answer as far
// as both are decided, and what the comparison asks of the next cell is concluded.
//
// A search can be told to look only for answers that are their own images. These are few, so it is
// soon through, and boards made by people, the hardest of all, often have one.
#pragma once

#include <cstdint>
#include <vector>

#include "puzzle/deadline.hpp"
#include "solver/hexiom/places.hpp"

namespace eyehand::hexiom {

class Search {
 public:
  /// The trace is told guesses and contradictions. `own_images` are some of the model's symmetries,
  /// by number there: only answers that none of them changes are looked for, and all these.
  Search(const Model& model, const Places& settled, const Trace* trace,
         const std::vector<std::size_t>& own_images = {});

  enum class Outcome { answer, none, gave_up };
  /// Looks for an answer that was not found before: which cells are filled. Gives up at the
  /// deadline, or when it has met so many contradictions (which are taken from the number; leaving
  /// the answer before counts as one), and can go on after that. Some 5 microseconds each.
  Outcome next(std::vector<std::uint8_t>& filled, const Deadline& deadline,
               std::uint64_t& contradictions);

 private:
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }
  bool settle();
  bool settle_symmetry(const std::vector<int>& source);
  bool settle_own_image(const std::vector<int>& source);
  bool guess(int cell, Domain domain);
  int choose() const;
  bool go_back();

  const Model& model_;
  Places places_;
  const Trace* trace_;
  std::vector<std::size_t> own_images_;
  struct Guess {
    Places::Moment before;
    int cell;
    bool filled;  // empty was tried
  };
  std::vector<Guess> guesses_;
  std::vector<double> weights_;  // of contradictions at a cell, later ones weighing more
  double weight_ = 1;
  bool must_go_back_ = false;
};

}  // namespace eyehand::hexiom
