#include "solver/lights/bit_matrix.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace eyehand::lights {
namespace {

/// Columns eliminated at once: a divisor of 64, so that no block spans two words.
constexpr std::size_t kBlock = 8;
constexpr std::size_t kCombinations = std::size_t{1} << kBlock;

/// One block of columns. Pivots are found in its bits alone, a byte per row, so that whole rows are
/// touched only when they become pivots, and once more when all pivots are eliminated together.
class Block {
 public:
  Block(BitMatrix& matrix, std::size_t column, std::size_t width, std::size_t rank)
      : matrix_(matrix), word_(column / 64), rank_(rank), bits_(matrix.rows()) {
    const std::uint64_t mask = (std::uint64_t{1} << width) - 1;
    for (std::size_t r = rank; r < matrix.rows(); ++r)
      bits_[r] = static_cast<std::uint8_t>(matrix.row(r)[word_] >> (column % 64) & mask);
    for (std::size_t b = 0; b < kCombinations; ++b) reduced_[b] = static_cast<std::uint8_t>(b);
    for (std::size_t c = 0; c < width; ++c) find_pivot(c);
  }

  /// The columns of the pivots within the block.
  const std::vector<std::size_t>& pivots() const { return pivots_; }

  /// Clears the pivots' columns in all rows below.
  void clear_below(std::vector<std::uint64_t>& table) const {
    const std::size_t words = matrix_.words() - word_;
    table.assign(words << pivots_.size(), 0);
    for (std::size_t i = 1; i < (std::size_t{1} << pivots_.size()); ++i) {
      const std::size_t rest = i & (i - 1);
      std::uint64_t* sum = table.data() + i * words;
      std::copy_n(table.data() + rest * words, words, sum);
      add(sum, matrix_.row(rank_ + static_cast<std::size_t>(std::countr_zero(i))) + word_, 0,
          words);
    }
    std::array<std::size_t, kCombinations> index{};
    for (std::size_t b = 0; b < kCombinations; ++b)
      for (std::size_t p = 0; p < pivots_.size(); ++p) index[b] |= (b >> pivots_[p] & 1) << p;
    for (std::size_t r = rank_ + pivots_.size(); r < matrix_.rows(); ++r)
      if (const std::size_t i = index[bits_[r]])
        add(matrix_.row(r) + word_, table.data() + i * words, 0, words);
  }

 private:
  void find_pivot(std::size_t c) {
    std::size_t r = rank_ + pivots_.size();
    while (r < matrix_.rows() && !(reduced_[bits_[r]] >> c & 1)) ++r;
    if (r < matrix_.rows()) make_pivot(r, c);
  }

  /// Makes row `r` the pivot of column `c`. The pivots' rows stay reduced against each other.
  void make_pivot(std::size_t r, std::size_t c) {
    const std::size_t end = matrix_.words(), to = rank_ + pivots_.size();
    for (std::size_t p = 0; p < pivots_.size(); ++p)
      if (bits_[r] >> pivots_[p] & 1) add(matrix_.row(r), matrix_.row(rank_ + p), word_, end);
    const std::uint8_t pivot_bits = reduced_[bits_[r]];
    if (r != to) {
      std::swap_ranges(matrix_.row(r) + word_, matrix_.row(r) + end, matrix_.row(to) + word_);
      std::swap(bits_[r], bits_[to]);
    }
    bits_[to] = pivot_bits;
    for (std::size_t p = rank_; p < to; ++p)
      if (bits_[p] >> c & 1) {
        add(matrix_.row(p), matrix_.row(to), word_, end);
        bits_[p] ^= pivot_bits;
      }
    pivots_.push_back(c);
    for (auto& b : reduced_)
      if (b >> c & 1) b ^= pivot_bits;
  }

  BitMatrix& matrix_;
  std::size_t word_, rank_;
  std::vector<std::uint8_t> bits_;                   ///< per row, in the columns of the block
  std::array<std::uint8_t, kCombinations> reduced_;  ///< the same after elimination by the pivots
  std::vector<std::size_t> pivots_;
};

}  // namespace

bool odd_overlap(const std::uint64_t* a, const std::uint64_t* b, std::size_t begin,
                 std::size_t end) {
  std::uint64_t sum = 0;
  for (std::size_t i = begin; i < end; ++i) sum ^= a[i] & b[i];
  return (std::popcount(sum) & 1) != 0;
}

std::optional<std::vector<std::size_t>> eliminate(BitMatrix& matrix, std::size_t columns,
                                                  const Deadline& deadline) {
  std::vector<std::size_t> pivots;
  std::vector<std::uint64_t> table;
  for (std::size_t c = 0; c < columns && pivots.size() < matrix.rows(); c += kBlock) {
    if (deadline.passed()) return std::nullopt;
    const Block block(matrix, c, std::min(kBlock, columns - c), pivots.size());
    block.clear_below(table);
    for (const std::size_t p : block.pivots()) pivots.push_back(c + p);
  }
  return pivots;
}

}  // namespace eyehand::lights
