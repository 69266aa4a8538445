// Bit-packed matrices over GF(2), and Gaussian elimination.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "puzzle/deadline.hpp"

namespace eyehand::lights {

/// Column c of a row is bit c % 64 of its word c / 64.
class BitMatrix {
 public:
  explicit BitMatrix(std::size_t columns) : words_((columns + 63) / 64) {}

  std::size_t rows() const { return rows_; }
  std::size_t words() const { return words_; }  ///< of each row
  /// Appends a row of zeros.
  std::uint64_t* add_row() {
    data_.resize(data_.size() + words_);
    return row(rows_++);
  }
  void remove_last_row() { data_.resize(--rows_ * words_); }
  void reserve(std::size_t rows) { data_.reserve(rows * words_); }
  std::uint64_t* row(std::size_t r) {
    assert(r < rows_);
    return data_.data() + r * words_;
  }
  const std::uint64_t* row(std::size_t r) const {
    assert(r < rows_);
    return data_.data() + r * words_;
  }

 private:
  std::size_t words_, rows_ = 0;
  std::vector<std::uint64_t> data_;
};

inline bool bit(const std::uint64_t* row, std::size_t column) {
  return (row[column / 64] >> (column % 64) & 1) != 0;
}
inline void flip_bit(std::uint64_t* row, std::size_t column) {
  row[column / 64] ^= std::uint64_t{1} << (column % 64);
}
/// a ^= b, words from `begin` to before `end`.
inline void add(std::uint64_t* a, const std::uint64_t* b, std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < end; ++i) a[i] ^= b[i];
}
/// Whether a & b has an odd number of ones in words from `begin` to before `end`.
bool odd_overlap(const std::uint64_t* a, const std::uint64_t* b, std::size_t begin,
                 std::size_t end);

/// Brings the first `columns` columns into row echelon form by the Method of the Four Russians;
/// later columns are carried along. Returns the column of each row's pivot, in ascending order, as
/// many as the rank; nothing if the deadline passed. O(rows * columns^2 / 512) word operations.
std::optional<std::vector<std::size_t>> eliminate(BitMatrix& matrix, std::size_t columns,
                                                  const Deadline& deadline);

}  // namespace eyehand::lights
