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
      if (!is_good()) continue;
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
    eligible_.clear();
    count_.clear();
    left_ = 0;
    std::vector<int> faces;
    for (int f = 0; f < grid.faces(); ++f) {
      const auto edges = grid.edges_of_face(f);
      const auto lines = static_cast<std::size_t>(std::count_if(
          edges.begin(), edges.end(), [&](int e) { return loop[at(e)] == Mark::line; }));
      const bool gives = (lines < edges.size() || grid.faces() == 1) && lines <= kGreatestClue;
      board_.clues[at(f)] = gives ? static_cast<std::int8_t>(lines) : kNoClue;
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
  }

  /// Of the digits that may still go, the most frequent on the board.
  std::optional<Clue> take_one() {
    std::size_t best = eligible_.size();
    for (std::size_t digit = 0; digit < eligible_.size(); ++digit)
      if (!eligible_[digit].empty() && (best == eligible_.size() || count_[digit] > count_[best]))
        best = digit;
    if (best == eligible_.size()) return std::nullopt;
    const Clue clue{eligible_[best].back(), static_cast<std::int8_t>(best)};
    eligible_[best].pop_back();
    board_.clues[at(clue.face)] = kNoClue;
    --count_[best];
    --left_;
    return clue;
  }

  void take_clues_away() {
    std::size_t at_once = std::max<std::size_t>(1, board_.clues.size() / kShareAtOnce);
    std::vector<Clue> taken;
    while (left_ > options_.clues && !options_.deadline.passed()) {
      taken.clear();
      while (taken.size() < at_once && left_ > options_.clues) {
        const auto clue = take_one();
        if (!clue) break;
        taken.push_back(*clue);
      }
      if (taken.empty()) return;
      if (is_good()) continue;
      // Back in the same order, to be tried in smaller portions; a single one stays for good.
      std::reverse(taken.begin(), taken.end());
      for (const Clue& clue : taken) {
        if (taken.size() == 1)
          restore(clue);
        else
          put_back(clue);
      }
      if (taken.size() > 1) at_once = taken.size() / 2;
    }
  }

  bool is_easy() const {
    return deduce(board_, {.depth = 0, .rules = easy_, .deadline = options_.deadline}).outcome ==
           Deduced::Outcome::solved;
  }
  bool is_good() const {
    if (!options_.hard) return is_easy();
    return solve(board_, {.deadline = options_.deadline}).status == Status::unique;
  }

  static constexpr std::size_t kGreatestClue = 127;
  const GenerateOptions& options_;
  Random random_;
  Board board_;
  RuleSet easy_;
  std::vector<std::vector<int>> eligible_;  // faces by digit, each a stack
  std::vector<int> count_;                  // clues on the board by digit
  int left_ = 0;
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
