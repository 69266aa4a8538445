// A board as SVG, cell by cell, with how each cell looks as the puzzle is being solved.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "solver/trace.hpp"

namespace eyehand {

struct TextSolution;

/// The course of a solution. Step 0 is the puzzle as it was given; its explanation counts from 1.
struct Course {
  const TextSolution* solution = nullptr;  ///< null: none was found
  std::vector<int> decided_at = {};        ///< by cell: the step that decides it; 0: none does
  int end = 1;  ///< the step after the last, at which everything is decided

  /// When a cell's solution is known.
  int when(int cell) const;
};

/// The solution, if it has one, must outlive the course.
Course course_of(const TextSolution& solution, std::span<const Deduction> steps);

/// What is drawn in a cell from a step on.
struct CellState {
  int from;
  std::string content;  ///< SVG elements; empty if nothing is in it
};

/// A cell as a Deduction numbers it.
struct DrawnCell {
  std::string outline;                 ///< the points of a polygon: "0,0 40,0 40,40"
  std::vector<CellState> states = {};  ///< ascending; without any it stays empty

  /// Steps must not descend. Of several states at one step, the last counts.
  void add(int from, const std::string& content);
};

struct DrawnBoard {
  double width = 0, height = 0;
  std::string background = {};  ///< SVG elements below the cells
  std::vector<DrawnCell> cells = {};
  bool empty() const { return cells.empty(); }
};

/// The side of a square cell.
inline constexpr double kDrawnCell = 40;

namespace svg {

// Colours that drawings share: what is decided, what is given, what is merely possible.
inline constexpr const char *kInk = "#223", *kAnswer = "#1a5fb4", *kFaint = "#8898b4";

/// The elements, with attributes such as `fill="#333"`.
std::string rectangle(double x, double y, double width, double height, std::string_view attributes);
std::string line(double x1, double y1, double x2, double y2, std::string_view attributes);
std::string circle(double x, double y, double radius, std::string_view attributes);
/// Centred at (x, y), in a font of this height, by its baseline only, since not every program that
/// shows SVG knows others. The text needs no escapes.
std::string text(double x, double y, std::string_view text, std::string_view attributes = {},
                 double size = 18);
/// The points of a square cell whose top left corner is here.
std::string square(double x, double y);

}  // namespace svg
}  // namespace eyehand
