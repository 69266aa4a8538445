// Game IDs and URLs of the puzzles that are pages of rules; the first byte chooses the page.
#include "fuzz/puzzle/texts.hpp"
#include "puzzle/model/picture.hpp"
#include "puzzle/model/rules.hpp"

namespace eyehand::model {

void validate(const Board& board) {
  const auto cells = at(board.cells());
  fuzz::require(cells >= 1 && cells <= kMaxCells, "a board has a size");
  fuzz::require(board.clues.size() == cells && board.marks.size() == cells,
                "each cell has a clue and a mark");
  for (const std::vector<int>& layer : board.layers)
    fuzz::require(layer.size() == cells, "each layer has a number for each cell");
}

}  // namespace eyehand::model

void eyehand::fuzz::run(std::string_view input) {
  using namespace model;
  if (input.empty()) return;
  const Rules& rules = *pages()[static_cast<unsigned char>(input[0]) % pages().size()];
  const auto read_it = [&](std::string_view text) { return read(rules, text); };
  const auto board =
      round_trip(input.substr(1), read_it, [&](const Board& it) { return write(rules, it); });
  if (!board) return;
  if (rules.is_grid()) to_picture(rules, *board);
  if (board->cells() <= 100) unless_error([&] { return constrained(rules, *board).variables(); });
  if (!rules.pzpr.read) return;
  const Board again = read_it(write(rules, *board, true));
  require(again.clues == board->clues && again.marks == board->marks, "a URL has all clues");
}
