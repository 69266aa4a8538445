// Reading Hexiom from pictures.
#include "vision/hexiom/read.hpp"

#include "fuzz/vision/picture.hpp"
#include "puzzle/hexiom/text.hpp"

void eyehand::fuzz::run(std::string_view input) {
  static const auto kAppearances = load_appearances<hexiom::Appearance>({"arena-hexiom", "hexiom"});
  static const auto kBoards = load_pictures(
      {"fuzz/pictures/hexiom-classic", "fuzz/pictures/hexiom-paper", "fuzz/pictures/hexiom-neon"});
  Bytes bytes(input);
  const auto& appearance =
      kAppearances[static_cast<std::size_t>(bytes.choice(kAppearances.size()))];
  const Frame frame = make_frame(bytes, kBoards);
  const hexiom::Reading reading = hexiom::read(frame, appearance);
  hexiom::draw(frame, reading);
  const hexiom::Board& board = reading.board;
  require(board.side > 0 || !reading.accepted(), "an accepted reading has a board");
  if (board.side == 0) return;
  hexiom::validate(board);
  hexiom::first_fault(board);
  check_confidence(reading.confidence, board.cells.size(), reading.accepted(), kMinConfidence);
  require(reading.where.size() == board.cells.size(), "every cell has a place");
  const std::string text = hexiom::to_text(board);
  require(hexiom::from_text(text) == board, "the text contains the whole board", text);
}
