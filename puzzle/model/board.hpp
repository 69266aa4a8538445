// The board of a puzzle on a grid of square cells, as its page of rules (rules.hpp) describes it.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "puzzle/index.hpp"

namespace eyehand::model {

/// A cell without a clue, or without a mark; a line without a clue has no numbers.
inline constexpr int kBlank = -1;
/// The largest boards: cells, and cells per side.
inline constexpr std::size_t kMaxCells = 40'000;

/// Cells are numbered row by row.
struct Board {
  int width = 0, height = 0;
  std::string variant;     ///< letters that change the rules, in the order of the text format
  std::vector<int> clues;  ///< per cell: what the puzzle shows there
  std::vector<int> marks;  ///< per cell: what the player has put there
  /// Numbers outside the grid: per column above it, then per column below, per row at its left, per
  /// row at its right; only the sides that the rules name.
  std::vector<std::vector<int>> lines;
  /// Further numbers per cell, such as the first cell of its block.
  std::vector<std::vector<int>> layers;

  Board() = default;
  Board(int w, int h) : width(w), height(h), clues(at(w) * at(h), kBlank), marks(clues) {}

  int cells() const { return width * height; }
  bool is_square() const { return width == height; }
  bool is_variant(char letter) const { return variant.find(letter) != variant.npos; }
  int cell(int row, int column) const { return row * width + column; }
  int row_of(int cell) const { return cell / width; }
  int column_of(int cell) const { return cell % width; }
  bool has(int row, int column) const {
    return row >= 0 && row < height && column >= 0 && column < width;
  }
  /// A place of the puzzle is a cell or, from cells() on, a line of `lines`.
  int place_of_line(std::size_t line) const { return cells() + static_cast<int>(line); }
  /// Of a row or a column, given by its cells.
  int place_of_line(const std::vector<int>& cells_of) const;
  /// "row 3, column 4", "column 4", or "row 3 from the right" if both ends of lines have numbers.
  std::string name(int place) const;
  /// The cells of a line, from its number on.
  std::vector<int> line(std::size_t line) const;

  std::vector<int> row(int row) const;
  std::vector<int> column(int column) const;
  /// All rows, then all columns.
  std::vector<std::vector<int>> rows_and_columns() const;
  /// The cells of each block of a layer, that is, with the same number there; none if it has no
  /// such layer.
  std::vector<std::vector<int>> parts(std::size_t layer) const;
  /// The cells that share a side with this one, at most four.
  std::vector<int> beside(int cell) const;
  /// The cells that share a side or a corner with this one, at most eight.
  std::vector<int> around(int cell) const;
  /// The cells from this one, without it, in one direction (0 up, 1 right, 2 down, 3 left) to the
  /// board's side, or to the first for which `stop` holds, without that.
  std::vector<int> ray(int cell, int direction,
                       const std::function<bool(int)>& stop = nullptr) const;

  friend bool operator==(const Board&, const Board&) = default;
};

}  // namespace eyehand::model
