#include "solver/slitherlink/generate.hpp"

#include <algorithm>
#include <string>

#include "puzzle/error.hpp"
#include "puzzle/index.hpp"
#include "solver/random.hpp"
#include "solver/slitherlink/deduce.hpp"
#include "solver/slitherlink/model.hpp"
#include "solver/slitherlink/search.hpp"

namespace eyehand::slitherlink {
namespace {

/// Loops that are tried before giving up.
constexpr int kTries = 20;
/// At first, this share of the faces' clues is taken away at once.
constexpr int kShareAtOnce = 16;
/// Fewer than this are not worth a batch: that another solution must violate a single clue makes
/// the proof several times cheaper.
constexpr std::size_t kFewestAtOnce = 8;
/// ... for faces of up to this many sides.
constexpr std::size_t kMostSides = 10;
/// Other solutions are first looked for within this many faces of the clues taken away.
constexpr int kReaches[] = {3, 8};
/// A clue stays if it takes more conflicts to prove that it can go: a few proofs would otherwise
/// take most of the time. With 1000 the slowest of ten hard 25x30 boards took half as long again,
/// for at most 6 clues fewer.
constexpr std::uint64_t kConflictLimit = 400;

class Maker {
 public:
  explicit Maker(const GenerateOptions& options)
      : options_(options),
        random_(options.seed),
        board_(Board::of(options.grid)),
        easy_(RuleSet::easy(*options.grid)) {}

  std::optional<Board> make() {
    for (int tries = 0; tries < kTries && !options_.deadline.passed(); ++tries) {
      number_loop(random_loop(*board_.grid, random_.next()));
      if (!is_good({})) continue;
      take_clues_away();
      if (options_.deadline.passed()) break;
      if (options_.clues > 0 && left_ != options_.clues) continue;
      if (options_.hard && is_easy()) continue;
      return board_;
    }
    return std::nullopt;
  }

 private:
  struct Clue {
    int face;
    std::int8_t digit;
  };
  /// A clue for each face, except for a single one around which the whole loop runs: on most boards
  /// that would give everything away.
  void number_loop(const std::vector<Mark>& loop) {
    const Grid& grid = *board_.grid;
    loop_ = loop;
    eligible_.clear();
    count_.clear();
    left_ = 0;
    violators_.assign(board_.clues.size(), {});
    violated_.clear();
    gives_.clear();
    std::vector<int> faces;
    for (int f = 0; f < grid.faces(); ++f) {
      const auto edges = grid.edges_of_face(f);
      const auto lines = static_cast<std::size_t>(std::count_if(
          edges.begin(), edges.end(), [&](int e) { return loop[at(e)] == Mark::line; }));
      const bool gives = (lines < edges.size() || grid.faces() == 1) && lines <= kGreatestClue;
      board_.clues[at(f)] = gives ? static_cast<std::int8_t>(lines) : kNoClue;
      gives_.push_back(gives);
      if (gives) faces.push_back(f);
    }
    random_.shuffle(faces);
    for (const int f : faces) put_back({f, board_.clues[at(f)]});
  }

  void put_back(Clue clue) {
    const auto digit = at(clue.digit);
    if (eligible_.size() <= digit) {
      eligible_.resize(digit + 1);
      count_.resize(digit + 1, 0);
    }
    eligible_[digit].push_back(clue.face);
    restore(clue);
  }
  void restore(Clue clue) {
    board_.clues[at(clue.face)] = clue.digit;
    ++count_[at(clue.digit)];
    ++left_;
    for (const std::size_t other : violators_[at(clue.face)]) ++violated_[other];
  }

  /// Without it, one of the other solutions met before would be a solution again.
  bool is_needed(int face) const {
    return std::any_of(violators_[at(face)].begin(), violators_[at(face)].end(),
                       [&](std::size_t other) { return violated_[other] == 1; });
  }

  /// A clue that may still go, of the digit most frequent on the board.
  std::optional<Clue> next_eligible() {
    std::size_t best = eligible_.size();
    for (std::size_t digit = 0; digit < eligible_.size(); ++digit)
      if (!eligible_[digit].empty() && (best == eligible_.size() || count_[digit] > count_[best]))
        best = digit;
    if (best == eligible_.size()) return std::nullopt;
    const Clue clue{eligible_[best].back(), static_cast<std::int8_t>(best)};
    eligible_[best].pop_back();
    return clue;
  }

  void take(Clue clue) {
    board_.clues[at(clue.face)] = kNoClue;
    --count_[at(clue.digit)];
    --left_;
    for (const std::size_t other : violators_[at(clue.face)]) --violated_[other];
  }

  void take_clues_away() {
    take_fewer_at_once(board_.clues.size() / kShareAtOnce);
    while (left_ > options_.clues && !options_.deadline.passed()) {
      std::vector<Clue> taken, later;
      while (taken.size() < at_once_ && left_ > options_.clues) {
        const auto clue = next_eligible();
        if (!clue) break;
        if (!is_needed(clue->face)) {
          take(*clue);
          taken.push_back(*clue);
        } else if (!taken.empty()) {
          later.push_back(*clue);  // perhaps only until those just taken are back
        }
      }
      for (auto clue = later.rbegin(); clue != later.rend(); ++clue)
        eligible_[at(clue->digit)].push_back(clue->face);
      if (taken.empty()) return;
      put_back_what_is_needed(taken);
    }
  }

  /// Puts clues back until the board is good again.
  void put_back_what_is_needed(std::vector<Clue>& taken) {
    std::size_t given = 0;
    const std::size_t all = taken.size();
    while (!taken.empty() && !options_.deadline.passed() && !is_good(taken)) {
      if (other_solution_.empty()) {
        // All of them in the same order, to be tried in smaller batches; a single one for good.
        std::reverse(taken.begin(), taken.end());
        for (const Clue& clue : taken) {
          restore(clue);
          if (taken.size() > 1) set_aside(clue);
        }
        take_fewer_at_once(taken.size() / 2);
        return;
      }
      const auto violates = keep_other_solution();
      // One of those that it violates; if there is only one, that stays for good.
      const auto last = std::find_if(taken.rbegin(), taken.rend(),
                                     [&](Clue clue) { return violates[at(clue.face)] != 0; });
      const auto taken_violated = std::count_if(
          taken.begin(), taken.end(), [&](Clue clue) { return violates[at(clue.face)] != 0; });
      const Clue back = *last;
      taken.erase(std::next(last).base());
      restore(back);
      if (taken_violated > 1) set_aside(back);
      ++given;
    }
    if (2 * given > all) take_fewer_at_once(all / 2);
  }

  void take_fewer_at_once(std::size_t clues) { at_once_ = clues < kFewestAtOnce ? 1 : clues; }

  /// To be tried again later.
  void set_aside(Clue clue) { eligible_[at(clue.digit)].push_back(clue.face); }

  /// Remembers which of the loop's clues the other solution violates, and returns them by face.
  std::vector<std::uint8_t> keep_other_solution() {
    const Grid& grid = *board_.grid;
    std::vector<std::uint8_t> violates(board_.clues.size(), 0);
    for (int f = 0; f < grid.faces(); ++f) {
      if (!gives_[at(f)]) continue;
      int difference = 0;
      for (const int e : grid.edges_of_face(f))
        difference += (other_solution_[at(e)] == Mark::line) - (loop_[at(e)] == Mark::line);
      if (difference == 0) continue;
      violates[at(f)] = 1;
      violators_[at(f)].push_back(violated_.size());
    }
    violated_.push_back(0);  // it satisfies all that are on the board
    return violates;
  }

  bool is_easy() const {
    return deduce(board_, {.depth = 0, .rules = easy_, .deadline = options_.deadline}).outcome ==
           Deduced::Outcome::solved;
  }
  /// After these clues were taken away. If the board is not good, other_solution_ is another
  /// solution than the loop, or empty if none was found.
  bool is_good(const std::vector<Clue>& taken) {
    if (!options_.hard) return is_easy();
    const Model model(board_);
    other_solution_.clear();
    // Most other solutions differ nearby only, and are found there in no time.
    for (const int reach : kReaches)
      if (!taken.empty() && !is_only_solution(model, taken, marks_far_from(taken, reach)))
        return false;
    return is_only_solution(model, taken, {});
  }

  /// Whether the loop is the only solution with these marks, of which there may be none. With the
  /// clues taken away it was, so any other solution violates one of them.
  bool is_only_solution(const Model& model, const std::vector<Clue>& taken,
                        const std::vector<Mark>& marks) {
    Search search(model, options_.deadline);
    search.prefer(loop_);  // away from these clues other solutions mostly agree with it
    if (taken.size() == 1 && board_.grid->edges_of_face(taken[0].face).size() <= kMostSides)
      search.violate(static_cast<Model::Index>(taken[0].face), taken[0].digit);
    else
      search.exclude(loop_);
    if (!marks.empty()) search.fix(marks);
    const auto found = search.run(1, kConflictLimit, other_solution_);
    return found.complete && found.count == 0;
  }

  /// The marks of the loop, except around faces up to `steps` from the clues.
  std::vector<Mark> marks_far_from(const std::vector<Clue>& clues, int steps) const {
    const Grid& grid = *board_.grid;
    std::vector<int> reached;
    std::vector<std::uint8_t> is_reached(board_.clues.size(), 0);
    const auto reach = [&](int face) {
      if (face == kOutside || is_reached[at(face)]) return;
      is_reached[at(face)] = 1;
      reached.push_back(face);
    };
    for (const Clue& clue : clues) reach(clue.face);
    std::size_t next = 0;
    for (int step = 0; step < steps; ++step)
      for (const std::size_t end = reached.size(); next < end; ++next)
        for (const int e : grid.edges_of_face(reached[next]))
          for (const int other : grid.edge(e).faces) reach(other);
    std::vector<Mark> marks = loop_;
    for (const int face : reached)
      for (const int e : grid.edges_of_face(face)) marks[at(e)] = Mark::unknown;
    return marks;
  }

  static constexpr std::size_t kGreatestClue = 127;
  const GenerateOptions& options_;
  Random random_;
  Board board_;
  RuleSet easy_;
  std::vector<std::vector<int>> eligible_;  // faces by digit, each a stack
  std::vector<int> count_;                  // clues on the board by digit
  int left_ = 0;
  std::size_t at_once_ = 1;  // clues taken away between two proofs
  std::vector<Mark> loop_, other_solution_;
  std::vector<std::uint8_t> gives_;  // faces that had a clue at first
  // Other solutions met: by face, those that violate its clue; and for each, how many of the clues
  // on the board it violates.
  std::vector<std::vector<std::size_t>> violators_;
  std::vector<int> violated_;
};

}  // namespace

std::optional<Board> generate(const GenerateOptions& options) {
  if (!options.grid) throw Error("A Slitherlink board cannot be generated without a grid.");
  if (options.clues < 0 || options.clues > options.grid->faces())
    throw Error("A grid of " + std::to_string(options.grid->faces()) + " faces cannot have " +
                std::to_string(options.clues) + " clues.");
  return Maker(options).make();
}

}  // namespace eyehand::slitherlink
