// Reading Hexiom off pictures.
#include "vision/hexiom/read.hpp"

#include "fuzz/vision/picture.hpp"
#include "puzzle/hexiom/text.hpp"

void eyehand::fuzz::run(std::string_view input) {
  static const auto kLooks = load_looks<hexiom::Look>({"arena-hexiom", "hexiom"});
  static const auto kBoards = load_pictures(
      {"fuzz/pictures/hexiom-classic", "fuzz/pictures/hexiom-paper", "fuzz/pictures/hexiom-neon"});
  Bytes bytes(input);
  const auto& look = kLooks[static_cast<std::size_t>(bytes.choice(kLooks.size()))];
  const Frame frame = make_frame(bytes, kBoards);
  const hexiom::Reading reading = hexiom::read(frame, look);
  hexiom::draw(frame, reading);
  const hexiom::Board& board = reading.board;
  require(board.side > 0 || !reading.sure(), "nothing is not a board");
  if (board.side == 0) return;
  hexiom::validate(board);
  hexiom::first_fault(board);
  check_confidence(reading.confidence, board.cells.size(), reading.sure(), hexiom::kSure);
  require(reading.where.size() == board.cells.size(), "every cell is somewhere");
  const std::string text = hexiom::to_text(board);
  require(hexiom::from_text(text) == board, "the text holds the board", text);
}
