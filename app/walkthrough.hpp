// A puzzle being solved step by step, as the data that `eyehand-watch` and the page of
// `eyehand watch --html` show. A JSON object:
//
//   schema       1
//   game         "net"
//   title        "Net: unique"
//   width, height, background   of the board; SVG elements below the cells
//   cells        as Deductions number them, each with
//                  outline  the points of a polygon: "0,0 40,0 40,40"
//                  states   [[step, SVG elements], ...], ascending: what is in the cell from that
//                           step on; nothing before the first
//   steps        as in `eyehand solve --explain --json`: where, what, rule, reasons, decided; they
//                count from 1. Step 0 is the puzzle, and after the last the solution follows
//   end          the sentence below the solution
//   colours      of the frames around cells: reasons, decided
//
// SVG is limited to rect, line, circle, polygon, text and g with presentation attributes.
#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "app/puzzles.hpp"

namespace eyehand {

struct Walkthrough {
  nlohmann::ordered_json data = {};
  std::size_t steps = 0;
  Status status = Status::none;
  bool is_solved = false;
};

/// Solves the puzzle. Throws Error if the game has no drawings.
Walkthrough walk_through(const Game& game, const Puzzle& puzzle,
                         const std::vector<std::string>& rules, const Deadline& deadline);

}  // namespace eyehand
