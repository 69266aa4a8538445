#include "solver/hexiom/solve.hpp"

#include <algorithm>
#include <limits>
#include <list>
#include <memory>
#include <numeric>
#include <set>

#include "puzzle/index.hpp"
#include "solver/hexiom/anneal.hpp"
#include "solver/hexiom/model.hpp"
#include "solver/hexiom/places.hpp"
#include "solver/hexiom/sat.hpp"
#include "solver/hexiom/search.hpp"
#include "solver/outcome.hpp"

namespace eyehand::hexiom {
namespace {

// The limits of each engine's first turn, about half a millisecond for a board of side 6. Turns
// double in length kMaxDoublings times.
constexpr std::uint64_t kFirstConflicts = 60, kSearchConflicts = 250;
constexpr std::uint64_t kMoves = 4'000, kMovesPerCell = 40;
constexpr int kSatConflicts = 50, kSatAnswers = 2;
constexpr int kMaxDoublings = 20;
/// The rounds in which the engines that are slow to start join: the search for symmetric answers,
/// and CaDiCaL, whose encoding takes as long as all first turns together.
constexpr int kSymmetricJoins = 1;
constexpr int kSatJoins = 3;
/// How many symmetries are tried singly: for a hexagon without locks, its rotations by a sixth, a
/// third and a half, and reflections of both kinds.
constexpr std::size_t kMaxSymmetries = 5;
/// On larger boards counting the cells takes too many clauses.
constexpr int kMaxSatCells = 1'000;

class Race {
 public:
  Race(const Board& board, const SolveOptions& options)
      : model_(board),
        options_(options),
        limit_(std::max<std::uint64_t>(1, options.count_limit)),
        places_(model_) {}

  Solution run() {
    if (deduce())
      race();
    else
      complete_ = true;
    Solution solution;
    solution.count = found_.size();
    if (!first_.empty()) solution.answer = model_.answer(first_);
    solution.status = status_of(solution.count, complete_                 ? Outcome::no
                                                : solution.count < limit_ ? Outcome::gave_up
                                                                          : Outcome::yes);
    return solution;
  }

 private:
  using Pattern = std::vector<std::uint8_t>;

  bool deduce() {
    int sum = 0;
    for (int v = 0; v < kNothing; ++v) sum += v * model_.places[at(v)];
    if (sum % 2 != 0) return false;  // they count each pair of neighbouring pieces twice
    return places_.settle();
  }

  void race() {
    Search search(model_, places_);
    std::list<Search> symmetric;
    const std::vector<Domain>& domains = places_.domains();
    Anneal anneal(model_, domains);
    std::unique_ptr<Sat> sat;
    for (int round = 0;; round = std::min(round + 1, kMaxDoublings)) {
      complete_ = exhausts(search, round == 0 ? kFirstConflicts : kSearchConflicts << round);
      if (is_over()) return;
      anneal_turn(anneal, round);
      if (is_over()) return;
      if (round == kSymmetricJoins) symmetric = symmetric_searches();
      std::erase_if(symmetric,
                    [&](Search& one) { return exhausts(one, kFirstConflicts << round); });
      if (is_over()) return;
      if (round < kSatJoins || model_.size() > kMaxSatCells) continue;
      if (!sat) sat = std::make_unique<Sat>(model_, domains);
      complete_ = find_all(kSatAnswers << round, [&] {
        return sat->next(pattern_, options_.deadline, kSatConflicts << round);
      });
      if (is_over()) return;
    }
  }

  // One search for answers that all symmetries preserve, and one per symmetry, except inverses,
  // which would find the same.
  std::list<Search> symmetric_searches() {
    std::vector<std::vector<std::size_t>> groups;
    const auto& sources = model_.sources;
    for (std::size_t s = 0; s < sources.size() && groups.size() < kMaxSymmetries; ++s) {
      const auto undoes = [&](const std::vector<int>& other) {
        for (int c = 0; c < model_.size(); ++c)
          if (other[at(sources[s][at(c)])] != c) return false;
        return true;
      };
      if (std::none_of(sources.begin(), sources.begin() + static_cast<std::ptrdiff_t>(s), undoes))
        groups.push_back({s});
    }
    if (sources.size() > 1) {
      groups.emplace_back(sources.size());
      std::iota(groups.back().begin(), groups.back().end(), 0);
    }
    std::list<Search> searches;
    for (const auto& group : groups) searches.emplace_back(model_, places_, group);
    return searches;
  }

  // A turn of an engine: gets answers from `next` until it has no more (then true), gives up, or
  // has found `most`.
  template <class Next>
  bool find_all(int most, Next&& next) {
    for (int answers = 0; answers < most && !is_over(); ++answers) {
      const Outcome outcome = next();
      if (outcome != Outcome::yes) return outcome == Outcome::no;
      add();
    }
    return false;
  }
  bool exhausts(Search& search, std::uint64_t conflicts) {
    return find_all(std::numeric_limits<int>::max(),
                    [&] { return search.next(pattern_, options_.deadline, conflicts); });
  }
  // Later rounds have both more and longer runs.
  void anneal_turn(Anneal& anneal, int round) {
    const std::uint64_t moves = (kMoves + kMovesPerCell * static_cast<std::uint64_t>(model_.size()))
                                << round / 2;
    for (int run = 0; run < 1 << (round + 1) / 2 && !is_over();) {
      const std::size_t before = found_.size();
      if (anneal.find(pattern_, options_.deadline, moves)) add();
      if (found_.size() == before) ++run;  // continues while it finds something new
    }
  }
  bool is_over() const {
    return complete_ || found_.size() >= limit_ || options_.deadline.passed();
  }

  // Adds the answer in pattern_, unless it or an image of it was found before.
  void add() {
    std::vector<bool> first(pattern_.begin(), pattern_.end()), image(first.size());
    for (const auto& source : model_.sources) {
      for (std::size_t c = 0; c < image.size(); ++c) image[c] = pattern_[at(source[c])] != 0;
      first = std::min(first, image);
    }
    if (!found_.insert(std::move(first)).second) return;
    if (first_.empty()) first_ = pattern_;
  }

  const Model model_;
  const SolveOptions& options_;
  const std::uint64_t limit_;
  Places places_;
  Pattern pattern_, first_;
  std::set<std::vector<bool>> found_;  // of each answer, the image that comes first
  bool complete_ = false;              // all answers were found
};

}  // namespace

Solution solve(const Board& board, const SolveOptions& options) {
  return Race(board, options).run();
}

}  // namespace eyehand::hexiom
