#include "solver/slitherlink/generate.hpp"

#include <algorithm>
#include <string>

#include "puzzle/error.hpp"
#include "solver/random.hpp"
#include "solver/slitherlink/deduce.hpp"
#include "solver/slitherlink/solve.hpp"

namespace eyehand::slitherlink {
namespace {

/// Loops that are tried before a wish is given up.
constexpr int kTries = 20;
/// Clues are taken away several at once at first, one in so many of the faces.
constexpr int kShareAtOnce = 16;
/// Other answers are first looked for so many faces around the clues taken away.
constexpr int kReaches[] = {3, 8};

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
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }

  /// A clue for each face, but not for a single one around which the whole loop runs: on most
  /// boards that would give all away.
  void number_loop(const std::vector<Mark>& loop) {
    const Grid& grid = *board_.grid;
    loop_ = loop;
    eligible_.clear();
    count_.clear();
    left_ = 0;
    broken_by_.assign(board_.clues.size(), {});
    broken_.clear();
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
    const auto digit = static_cast<std::size_t>(clue.digit);
    if (eligible_.size() <= digit) {
      eligible_.resize(digit + 1);
      count_.resize(digit + 1, 0);
    }
    eligible_[digit].push_back(clue.face);
    restore(clue);
  }
  void restore(Clue clue) {
    board_.clues[at(clue.face)] = clue.digit;
    ++count_[static_cast<std::size_t>(clue.digit)];
    ++left_;
    for (const std::size_t other : broken_by_[at(clue.face)]) ++broken_[other];
  }

  /// Without it, one of the other answers met before would be one again.
  bool is_needed(int face) const {
    return std::any_of(broken_by_[at(face)].begin(), broken_by_[at(face)].end(),
                       [&](std::size_t other) { return broken_[other] == 1; });
  }

  /// Of the digits that may still go, the most frequent on the board.
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
    --count_[static_cast<std::size_t>(clue.digit)];
    --left_;
    for (const std::size_t other : broken_by_[at(clue.face)]) --broken_[other];
  }

  void take_clues_away() {
    at_once_ = std::max<std::size_t>(1, board_.clues.size() / kShareAtOnce);
    while (left_ > options_.clues && !options_.deadline.passed()) {
      std::vector<Clue> taken, later;
      while (taken.size() < at_once_ && left_ > options_.clues) {
        const auto clue = next_eligible();
        if (!clue) break;
        if (!is_needed(clue->face)) {
          take(*clue);
          taken.push_back(*clue);
        } else if (!taken.empty()) {
          later.push_back(*clue);  // perhaps only as long as those just taken are not back
        }
      }
      for (auto clue = later.rbegin(); clue != later.rend(); ++clue)
        eligible_[static_cast<std::size_t>(clue->digit)].push_back(clue->face);
      if (taken.empty()) return;
      give_back_what_is_needed(taken);
    }
  }

  /// Gives clues back until the board is good again.
  void give_back_what_is_needed(std::vector<Clue>& taken) {
    std::size_t given = 0;
    const std::size_t all = taken.size();
    while (!taken.empty() && !options_.deadline.passed() && !is_good(taken)) {
      if (other_answer_.empty()) {
        // All of them in the same order, to be tried in smaller portions; a single one for good.
        std::reverse(taken.begin(), taken.end());
        for (const Clue& clue : taken) {
          restore(clue);
          if (taken.size() > 1) set_aside(clue);
        }
        at_once_ = std::max<std::size_t>(1, taken.size() / 2);
        return;
      }
      const auto breaks = keep_other_answer();
      // One of those that it breaks; if there is only one, that stays for good.
      const auto last = std::find_if(taken.rbegin(), taken.rend(),
                                     [&](Clue clue) { return breaks[at(clue.face)] != 0; });
      const auto breaks_taken = std::count_if(
          taken.begin(), taken.end(), [&](Clue clue) { return breaks[at(clue.face)] != 0; });
      const Clue back = *last;
      taken.erase(std::next(last).base());
      restore(back);
      if (breaks_taken > 1) set_aside(back);
      ++given;
    }
    if (2 * given > all) at_once_ = std::max<std::size_t>(1, all / 2);
  }

  /// To be tried again.
  void set_aside(Clue clue) {
    eligible_[static_cast<std::size_t>(clue.digit)].push_back(clue.face);
  }

  /// Remembers which of the loop's clues the other answer breaks, and tells.
  std::vector<std::uint8_t> keep_other_answer() {
    const Grid& grid = *board_.grid;
    std::vector<std::uint8_t> breaks(board_.clues.size(), 0);
    for (int f = 0; f < grid.faces(); ++f) {
      if (!gives_[at(f)]) continue;
      int difference = 0;
      for (const int e : grid.edges_of_face(f))
        difference += (other_answer_[at(e)] == Mark::line) - (loop_[at(e)] == Mark::line);
      if (difference == 0) continue;
      breaks[at(f)] = 1;
      broken_by_[at(f)].push_back(broken_.size());
    }
    broken_.push_back(0);  // it fits all that are on the board
    return breaks;
  }

  bool is_easy() const {
    return deduce(board_, {.depth = 0, .rules = easy_, .deadline = options_.deadline}).outcome ==
           Deduced::Outcome::solved;
  }
  /// After these clues were taken away. If it is not and another answer than the loop is known,
  /// that is other_answer_.
  bool is_good(const std::vector<Clue>& taken) {
    if (!options_.hard) return is_easy();
    other_answer_.clear();
    // Most other answers differ near by only, and are found there in no time.
    for (const int reach : kReaches) {
      if (taken.empty()) break;
      free_marks_near(taken, reach);
      const bool is_only_one = has_only_the_loop(true);
      std::fill(board_.marks.begin(), board_.marks.end(), Mark::unknown);
      if (!is_only_one) return false;
    }
    return has_only_the_loop(false);
  }

  bool has_only_the_loop(bool keep_marks) {
    Solution solution = solve(board_, {.deadline = options_.deadline, .keep_marks = keep_marks});
    if (solution.status == Status::multiple && solution.answer != loop_)
      other_answer_ = std::move(solution.answer);
    return solution.status == Status::unique;
  }

  /// The marks of the loop, but for those around faces up to so many steps from the clues.
  void free_marks_near(const std::vector<Clue>& clues, int steps) {
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
    board_.marks = loop_;
    for (const int face : reached)
      for (const int e : grid.edges_of_face(face)) board_.marks[at(e)] = Mark::unknown;
  }

  static constexpr std::size_t kGreatestClue = 127;
  const GenerateOptions& options_;
  Random random_;
  Board board_;
  RuleSet easy_;
  std::vector<std::vector<int>> eligible_;  // faces by digit, each a stack
  std::vector<int> count_;                  // clues on the board by digit
  int left_ = 0;
  std::size_t at_once_ = 1;  // how many clues are taken away between two looks at the board
  std::vector<Mark> loop_, other_answer_;
  std::vector<std::uint8_t> gives_;  // faces that had a clue at first
  // Other answers met: by face, those that break its clue; and of each, how many of the clues on
  // the board it breaks.
  std::vector<std::vector<std::size_t>> broken_by_;
  std::vector<int> broken_;
};

}  // namespace

std::optional<Board> generate(const GenerateOptions& options) {
  if (!options.grid) throw Error("A Slitherlink board cannot be made without a grid.");
  if (options.clues < 0 || options.clues > options.grid->faces())
    throw Error("A grid of " + std::to_string(options.grid->faces()) + " faces cannot have " +
                std::to_string(options.clues) + " clues.");
  return Maker(options).make();
}

}  // namespace eyehand::slitherlink
