// A grid puzzle's page: its rules as a model, its text formats, and how it is made. From this
// follow solving, counting, generating and the command line (solver/model/, player/model/).
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "puzzle/model/board.hpp"
#include "puzzle/model/codec.hpp"
#include "puzzle/model/model.hpp"
#include "puzzle/model/parts.hpp"

namespace eyehand::model {

/// Other rules that can be asked for, by a word: "unique-rows".
struct Variant {
  char letter;  ///< in Board::variant
  std::string_view word, about;
};

/// How Simon Tatham's collection saves games of a puzzle (puzzle/saved_game.hpp).
struct SavedGames {
  std::string_view program;  ///< what it calls itself: "Light Up"
  /// The moves that put the mark 0 and the mark 1 into a cell; the first alone if marks are
  /// numbers.
  std::string_view move, other_move = {};
};

struct Rules {
  std::string_view name;   ///< as in skins and on the command line: "lightup"
  std::string_view title;  ///< as in a sentence: "Light Up"
  std::string_view about;  ///< one line for people
  int usual_side;          ///< default width and height of generated boards
  /// What the player puts into a cell: one of two marks, 0 and 1, of which 1 is called this ("a
  /// bulb"); if it is empty, a number from `least` to `most(board)`.
  std::string_view mark = {};
  int least = 1;
  int (*most)(const Board&) = [](const Board& board) { return board.width; };
  /// What the clues 0, 1, ... of the cells are called; if there are none, clues are numbers.
  std::vector<std::string_view> symbols = {};

  std::vector<Variant> variants = {};
  Codec text;       ///< the game IDs of Simon Tatham's collection
  Codec pzpr = {};  ///< its URLs in pzpr, without functions if it has none
  std::string_view pzpr_name = {};
  SavedGames saved = {};
  /// A solution as text if it is not marks_text(): then the puzzle is not on a grid.
  std::string (*answer)(const Board& board, const std::vector<int>& marks) = nullptr;
  /// Then, what a cell is called.
  std::string (*cell_name)(const Board& board, int cell) = nullptr;

  /// The constraints. Throws Error if the clues cannot be those of any puzzle.
  void (*constrain)(const Board& board, Model& model);

  // Making a puzzle: a board of the size and variants that are wanted, which has what does not
  // follow from the solution, such as walls (by default, nothing); a random solution of it; and the
  // clues of that. If it has other solutions, it is changed until it has none, or made anew. Then
  // clues are left out, as long as no other solution appears.
  Board (*begin)(const Board& empty, const Draw& draw) = nullptr;
  int hidden = kBlank;  ///< a cell's clue that was left out
  void (*give_clues)(Board& board, const std::vector<int>& solution, const Draw& draw) = nullptr;
  /// Changes the clues, and perhaps the solution to which they belong, so that most likely this
  /// other solution is none.
  void (*rule_out)(const std::vector<int>& other, Board& board, std::vector<int>& solution,
                   const Draw& draw) = nullptr;

  bool is_grid() const { return answer == nullptr; }
  bool has_numbers() const { return mark.empty(); }
  int min() const { return has_numbers() ? least : 0; }
  int max(const Board& board) const { return has_numbers() ? most(board) : 1; }
};

/// The puzzles that are pages of rules, in the order of cmake/games.cmake.
std::span<const Rules* const> pages();
/// The page of this name. Throws Error if there is none.
const Rules& page(std::string_view name);

/// The board of a text in one of the puzzle's formats, which a blank and the marks may follow: as
/// marks_text() with `/` between rows. Throws Error.
Board read(const Rules& rules, std::string_view text);
/// The board's text, with its marks if there are any. With `url`, as pzpr's URL.
std::string write(const Rules& rules, const Board& board, bool url = false);
/// The constraints of a board, which must outlive them. Throws Error if its clues are impossible.
Model constrained(const Rules& rules, const Board& board);
/// Marks as text: one character per cell, digits (then a, b, ...) for numbers, `#` for the mark 1,
/// `.` for 0, `?` for none; `between` parts rows.
std::string marks_text(const Rules& rules, const Board& board, const std::vector<int>& marks,
                       char between = '\n');
/// What a cell's clue is called; empty if it has none.
std::string clue_name(const Rules& rules, int clue);

}  // namespace eyehand::model
