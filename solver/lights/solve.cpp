#include "solver/lights/solve.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

#include "puzzle/error.hpp"
#include "puzzle/index.hpp"
#include "solver/lights/bit_matrix.hpp"
#include "solver/lights/chase.hpp"
#include "solver/lights/explain.hpp"
#include "solver/lights/fewest.hpp"
#include "solver/outcome.hpp"

namespace eyehand::lights {
namespace {

constexpr double kMaxBits = 16.0 * (1u << 30);
/// Limit on the basis of presses that change no light, which only serves to find fewer presses.
constexpr std::size_t kMaxQuietBits = std::size_t{1} << 32;
/// Steps between readings of the clock.
constexpr std::size_t kStepsPerCheck = 256;

/// The linear system. Each press is a sum of parameters and, as the last column, a constant.
class System {
 public:
  System(const Board& board, const Deadline& deadline)
      : board_(board),
        deadline_(deadline),
        chase_(chase(board)),
        one_(chase_.parameters),
        given_(one_ + 1),
        bound_(one_ + 1) {
    const double rows = static_cast<double>(board.size());
    if (rows * static_cast<double>(one_) > kMaxBits)
      throw Error("Lights Out: the sets of these " + std::to_string(board.size()) +
                  " tiles are too entangled to be solved in 2 GiB of memory.");
  }

  /// Whether there is an answer.
  Outcome solve() {
    given_.reserve(board_.size() - one_);
    std::size_t steps = 0;
    for (const ChaseStep& step : chase_.steps) {
      if (++steps % kStepsPerCheck == 0 && deadline_.passed()) return Outcome::gave_up;
      if (!work_out(step)) return Outcome::no;
    }
    auto pivots = eliminate(bound_, one_, deadline_);
    if (!pivots) return Outcome::gave_up;
    pivots_ = std::move(*pivots);
    for (std::size_t r = pivots_.size(); r < bound_.rows(); ++r)
      if (bit(bound_.row(r), one_)) return Outcome::no;
    return Outcome::yes;
  }

  std::size_t nullity() const { return one_ - pivots_.size(); }

  /// An answer.
  std::vector<std::uint8_t> presses() const {
    std::vector<std::uint64_t> values = no_values();
    flip_bit(values.data(), one_);
    fill_in(values);
    std::vector<std::uint8_t> presses(board_.size());
    for (std::size_t tile = 0; tile < presses.size(); ++tile)
      presses[tile] = is_pressed(tile, values);
    return presses;
  }

  /// Appends a basis of the sets of presses that change no light, among tiles that flip something.
  /// False if it is incomplete, because of the limit on memory or the deadline.
  bool find_quiet(BitMatrix& quiet) const {
    std::vector<std::uint8_t> is_pivot(one_, 0), matters(one_, 0);
    for (const std::size_t p : pivots_) is_pivot[p] = 1;
    for (std::size_t tile = 0; tile < board_.size(); ++tile)
      if (chase_.place[tile] >= 0) matters[at(chase_.place[tile])] = !board_.flips[tile].empty();
    for (std::size_t free = 0; free < one_; ++free) {
      if (is_pivot[free] || !matters[free]) continue;
      if ((quiet.rows() + 1) * board_.size() > kMaxQuietBits || deadline_.passed()) return false;
      std::vector<std::uint64_t> values = no_values();
      flip_bit(values.data(), free);
      fill_in(values);
      std::uint64_t* row = quiet.add_row();
      for (std::size_t tile = 0; tile < board_.size(); ++tile)
        if (is_pressed(tile, values)) flip_bit(row, tile);
    }
    return true;
  }

 private:
  /// Appends the row of a step. False on a contradiction.
  bool work_out(const ChaseStep& step) {
    BitMatrix& to = step.gives >= 0 ? given_ : bound_;
    std::uint64_t* sum = to.add_row();
    const auto light = at(step.light);
    for (std::size_t i = chase_.start[light]; i < chase_.start[light + 1]; ++i) {
      const int tile = chase_.members[i];
      if (tile == step.gives) continue;
      const int place = chase_.place[at(tile)];
      if (place >= 0)
        flip_bit(sum, at(place));
      else
        add(sum, given_.row(at(-1 - place)), 0, given_.words());
    }
    if (board_.lit[light]) flip_bit(sum, one_);
    if (step.gives >= 0) return true;
    const int ones = std::accumulate(sum, sum + bound_.words(), 0, [](int n, std::uint64_t word) {
      return n + std::popcount(word);
    });
    const bool constant = bit(sum, one_);
    if (ones > constant) return true;
    bound_.remove_last_row();  // no parameter is in it
    return !constant;
  }

  std::vector<std::uint64_t> no_values() const {
    return std::vector<std::uint64_t>(bound_.words(), 0);
  }

  /// Computes the bound parameters from the free ones and the constant.
  void fill_in(std::vector<std::uint64_t>& values) const {
    for (std::size_t r = pivots_.size(); r-- > 0;)
      if (odd_overlap(bound_.row(r), values.data(), pivots_[r] / 64, bound_.words()))
        flip_bit(values.data(), pivots_[r]);
  }

  bool is_pressed(std::size_t tile, const std::vector<std::uint64_t>& values) const {
    const int place = chase_.place[tile];
    return place >= 0 ? bit(values.data(), at(place))
                      : odd_overlap(given_.row(at(-1 - place)), values.data(), 0, given_.words());
  }

  const Board& board_;
  const Deadline& deadline_;
  const Chase chase_;
  const std::size_t one_;
  BitMatrix given_;                  ///< a row per press that a light determines
  BitMatrix bound_;                  ///< a row per light that constrains the parameters
  std::vector<std::size_t> pivots_;  ///< columns of the bound parameters, once solved
};

/// Reports why there is no solution.
void explain_none(const Board& board, const SolveOptions& options) {
  const Board other = transposed(board);
  System system(other, options.deadline);
  BitMatrix even(board.size());
  if (system.solve() == Outcome::yes) system.find_quiet(even);
  explain_none(board, even, *options.trace);
}

}  // namespace

Solution solve(const Board& board, const SolveOptions& options) {
  Solution solution;
  if (options.deadline.passed()) {
    solution.status = Status::timeout;
    return solution;
  }
  System system(board, options.deadline);
  const Outcome outcome = system.solve();
  if (outcome != Outcome::yes) {
    solution.status = status_of(0, outcome);
    if (options.trace && outcome == Outcome::no) explain_none(board, options);
    return solution;
  }
  const std::size_t nullity = system.nullity();
  solution.nullity = static_cast<int>(nullity);
  solution.count = std::clamp<std::uint64_t>(
      options.count_limit, 1, nullity < 64 ? std::uint64_t{1} << nullity : ~std::uint64_t{0});
  solution.status = status_of(solution.count, nullity == 0 ? Outcome::no : Outcome::yes);
  solution.presses = system.presses();
  BitMatrix quiet(board.size());
  const bool all = system.find_quiet(quiet);
  solution.fewest = lighten(solution.presses, quiet, options.deadline) && all;
  if (options.trace) explain(board, solution, quiet, *options.trace);
  return solution;
}

}  // namespace eyehand::lights
