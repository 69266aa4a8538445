#include "solver/lights/fewest.hpp"

#include <algorithm>
#include <bit>

namespace eyehand::lights {
namespace {

/// Dimensions per transform where the nullity is too large for one.
constexpr std::size_t kPart = 16;
/// Passes over all dimensions, each split differently, unless one gains nothing.
constexpr std::size_t kRounds = 8;

/// The fast Walsh-Hadamard transform: value c becomes the sum of all values i, each negated if i
/// and c have an odd number of ones in common. The size is a power of two. Recursing into halves
/// keeps the values in the cache.
void transform(std::int32_t* values, std::size_t size) {
  if (size == 1) return;
  const std::size_t half = size / 2;
  for (std::size_t i = 0; i < half; ++i) {
    const std::int32_t a = values[i], b = values[i + half];
    values[i] = a + b;
    values[i + half] = a - b;
  }
  transform(values, half);
  transform(values + half, half);
}

template <class Visit>
void for_each_bit(const BitMatrix& matrix, std::size_t row, Visit&& visit) {
  for (std::size_t w = 0; w < matrix.words(); ++w)
    for (std::uint64_t word = matrix.row(row)[w]; word != 0; word &= word - 1)
      visit(64 * w + static_cast<std::size_t>(std::countr_zero(word)));
}

/// Adds the best of all sums of these rows, at most 24. False if none is an improvement.
bool improve(std::vector<std::uint8_t>& presses, const BitMatrix& quiet,
             const std::vector<std::size_t>& rows) {
  // Tiles in the same rows are counted together. A sum of rows, as a bit mask c, changes a tile if
  // the mask of its rows has an odd number of ones in common with c. So for each c the transform
  // gives the number of unpressed tiles minus that of pressed ones.
  std::vector<std::uint32_t> rows_of(presses.size(), 0);
  for (std::size_t k = 0; k < rows.size(); ++k)
    for_each_bit(quiet, rows[k], [&](std::size_t tile) { rows_of[tile] |= std::uint32_t{1} << k; });
  std::vector<std::int32_t> value(std::size_t{1} << rows.size(), 0);
  for (std::size_t tile = 0; tile < presses.size(); ++tile)
    value[rows_of[tile]] += presses[tile] ? -1 : 1;
  transform(value.data(), value.size());
  const auto best = std::max_element(value.begin(), value.end());
  if (*best == value.front()) return false;
  const auto sum = static_cast<std::uint32_t>(best - value.begin());
  for (std::size_t tile = 0; tile < presses.size(); ++tile)
    presses[tile] ^= static_cast<std::uint8_t>(std::popcount(rows_of[tile] & sum) & 1);
  return true;
}

}  // namespace

bool lighten(std::vector<std::uint8_t>& presses, const BitMatrix& quiet, const Deadline& deadline) {
  const std::size_t count = quiet.rows();
  const bool exact = count <= kMaxExactNullity;
  const std::size_t part = exact ? count : kPart;
  bool gained = count > 0;
  for (std::size_t round = 0; gained && round < (exact ? 1 : kRounds); ++round) {
    gained = false;
    for (std::size_t begin = 0; begin < count; begin += part) {
      if (deadline.passed()) return false;
      std::vector<std::size_t> rows;
      for (std::size_t i = begin; i < std::min(begin + part, count); ++i)
        rows.push_back((i + round * 5) % count);
      gained = improve(presses, quiet, rows) || gained;
    }
  }
  return exact;
}

}  // namespace eyehand::lights
