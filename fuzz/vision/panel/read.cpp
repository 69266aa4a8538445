// Reading panels from pictures.
#include "vision/panel/read.hpp"

#include "fuzz/vision/picture.hpp"
#include "puzzle/panel/text.hpp"

void eyehand::fuzz::run(std::string_view input) {
  static const auto kAppearances = load_appearances<panel::Appearance>({"arena-panel"});
  static const auto kBoards =
      load_pictures({"fuzz/pictures/panel-slate", "fuzz/pictures/panel-paper",
                     "fuzz/pictures/panel-pond", "fuzz/pictures/panel-walk"});
  Bytes bytes(input);
  const Frame frame = make_frame(bytes, kBoards);
  const panel::Reading reading = panel::read(frame, kAppearances.front());
  panel::draw(frame, reading);
  const panel::Board& board = reading.board;
  require(board.width > 0 || !reading.accepted(), "an accepted reading has a board");
  if (board.width == 0) return;
  panel::validate(board);
  panel::check(board);
  check_confidence(reading.confidence, board.size(), reading.accepted(), kMinConfidence);
  require(reading.where.size() == board.size(), "every tile has a place");
  require(reading.walker < static_cast<int>(board.size()), "the walker is on a tile");
  const std::string text = panel::to_code(board);
  require(panel::from_code(text) == board, "the code contains the whole board", text);
}
