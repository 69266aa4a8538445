#include "solver/hexiom/solve.hpp"

#include <algorithm>
#include <list>
#include <memory>
#include <numeric>
#include <set>
#include <string>
#include <string_view>

#include "solver/hexiom/anneal.hpp"
#include "solver/hexiom/model.hpp"
#include "solver/hexiom/places.hpp"
#include "solver/hexiom/sat.hpp"
#include "solver/hexiom/search.hpp"

namespace eyehand::hexiom {
namespace {

// The limits of each engine's first turn, about half a millisecond for a board of side 6. Turns
// double in length kMaxDoublings times, then stay as long as they are.
constexpr std::uint64_t kFirstConflicts = 60, kSearchConflicts = 250;
constexpr std::uint64_t kMoves = 4'000, kMovesPerCell = 40;
constexpr int kSatConflicts = 50, kSatAnswers = 2;
constexpr int kMaxDoublings = 20;
/// The rounds in which the engines that start slowly join: the search for symmetric answers, and
/// CaDiCaL, whose encoding takes as long as the first turns together.
constexpr int kSymmetricJoins = 1;
constexpr int kSatJoins = 3;
/// How many single symmetries are tried: for a hexagon without locks its rotations by a sixth, a
/// third and a half, and the reflections of both kinds.
constexpr std::size_t kMaxSymmetries = 5;
/// Counting more cells would take too many clauses.
constexpr int kMaxSatCells = 1'000;

class Race {
 public:
  Race(const Board& board, const SolveOptions& options)
      : model_(board),
        options_(options),
        limit_(std::max<std::uint64_t>(1, options.count_limit)),
        places_(model_, options.trace) {}

  Solution run() {
    if (deduce())
      race();
    else
      complete_ = true;
    Solution solution;
    solution.count = found_.size();
    if (!first_.empty()) solution.answer = model_.answer(first_);
    if (solution.count >= 2)
      solution.status = Status::multiple;
    else if (complete_)
      solution.status = solution.count == 1 ? Status::unique : Status::none;
    else
      solution.status = solution.count < limit_ ? Status::timeout : Status::found;
    return solution;
  }

 private:
  using Pattern = std::vector<std::uint8_t>;

  bool deduce() {
    int sum = 0;
    for (int v = 0; v < kNothing; ++v) sum += v * model_.places[static_cast<std::size_t>(v)];
    if (sum % 2 != 0) {
      if (options_.trace)
        (*options_.trace)({"sum", "board",
                           "contradiction: each contact counts for two pieces, so their numbers "
                           "cannot add up to " +
                               std::to_string(sum) + ", which is odd"});
      return false;
    }
    return places_.settle();
  }

  void race() {
    Search search(model_, places_, options_.trace);
    std::list<Search> symmetric;
    const std::vector<Domain>& domains = places_.domains();
    Anneal anneal(model_, domains);
    std::unique_ptr<Sat> sat;
    for (int round = 0;; round = std::min(round + 1, kMaxDoublings)) {
      if (search_turn(search, round == 0 ? kFirstConflicts : kSearchConflicts << round)) return;
      if (anneal_turn(anneal, round)) return;
      if (round == kSymmetricJoins) symmetric = symmetric_searches();
      if (symmetric_turn(symmetric, round)) return;
      if (round < kSatJoins || model_.size() > kMaxSatCells) continue;
      if (!sat) sat = std::make_unique<Sat>(model_, domains);
      if (sat_turn(*sat, round)) return;
    }
  }

  // One search for answers that all symmetries preserve, and one per single symmetry. (The inverse
  // of a symmetry would find the same.)
  std::list<Search> symmetric_searches() {
    std::vector<std::vector<std::size_t>> groups;
    const auto& sources = model_.sources;
    for (std::size_t s = 0; s < sources.size() && groups.size() < kMaxSymmetries; ++s) {
      const auto undoes = [&](const std::vector<int>& other) {
        for (std::size_t c = 0; c < other.size(); ++c)
          if (other[static_cast<std::size_t>(sources[s][c])] != static_cast<int>(c)) return false;
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
    for (const auto& group : groups) searches.emplace_back(model_, places_, nullptr, group);
    return searches;
  }

  // The turns return true when the race is over.
  bool search_turn(Search& search, std::uint64_t conflicts) {
    while (!done()) {
      switch (search.next(pattern_, options_.deadline, conflicts)) {
        case Search::Outcome::answer:
          add("search");
          break;
        case Search::Outcome::none:
          complete_ = true;
          return true;
        case Search::Outcome::gave_up:
          return done();
      }
    }
    return true;
  }
  bool symmetric_turn(std::list<Search>& searches, int round) {
    const auto is_finished = [&](Search& search) {
      for (std::uint64_t conflicts = kFirstConflicts << round; !done();) {
        const auto outcome = search.next(pattern_, options_.deadline, conflicts);
        if (outcome != Search::Outcome::answer) return outcome == Search::Outcome::none;
        add("symmetric_search");
      }
      return false;
    };
    std::erase_if(searches, is_finished);
    return done();
  }
  // Later rounds have both more and longer runs.
  bool anneal_turn(Anneal& anneal, int round) {
    const std::uint64_t moves = (kMoves + kMovesPerCell * static_cast<std::uint64_t>(model_.size()))
                                << round / 2;
    for (int run = 0; run < 1 << (round + 1) / 2 && !done();) {
      const std::size_t before = found_.size();
      if (anneal.find(pattern_, options_.deadline, moves)) add("annealing");
      if (found_.size() == before) ++run;  // goes on while it finds something new
    }
    return done();
  }
  bool sat_turn(Sat& sat, int round) {
    for (int answers = 0; answers < kSatAnswers << round && !done(); ++answers) {
      switch (sat.next(pattern_, options_.deadline, kSatConflicts << round)) {
        case Cadical::Outcome::yes:
          add("sat");
          break;
        case Cadical::Outcome::no:
          complete_ = true;
          return true;
        case Cadical::Outcome::gave_up:
          return done();
      }
    }
    return done();
  }
  bool done() const { return found_.size() >= limit_ || options_.deadline.passed(); }

  // An engine may find what another has found before, or an image of it.
  void add(std::string_view engine) {
    std::vector<bool> first(pattern_.begin(), pattern_.end()), image(first.size());
    for (const auto& source : model_.sources) {
      for (std::size_t c = 0; c < image.size(); ++c)
        image[c] = pattern_[static_cast<std::size_t>(source[c])] != 0;
      first = std::min(first, image);
    }
    if (!found_.insert(std::move(first)).second) return;
    if (first_.empty()) first_ = pattern_;
    if (options_.trace)
      (*options_.trace)({engine, "board", "found answer " + std::to_string(found_.size())});
  }

  const Model model_;
  const SolveOptions& options_;
  const std::uint64_t limit_;
  Places places_;
  Pattern pattern_, first_;
  std::set<std::vector<bool>> found_;  // the first image of each answer
  bool complete_ = false;              // all answers were found
};

}  // namespace

Solution solve(const Board& board, const SolveOptions& options) {
  return Race(board, options).run();
}

}  // namespace eyehand::hexiom
