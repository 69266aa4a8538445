// Reading Net from pictures.
#include "vision/net/read.hpp"

#include "fuzz/vision/picture.hpp"
#include "puzzle/net/text.hpp"

namespace eyehand::fuzz {
namespace {

std::vector<net::Appearance> appearances() {
  const std::vector<std::string> skins = {"sgt-net", "knetwalk"};
  auto all = load_appearances<net::Appearance>(skins);
  for (std::size_t i = 0; i < skins.size(); ++i)
    load_settings(skins[i]).read("lattice", all[i].lattice);
  return all;
}

}  // namespace

void run(std::string_view input) {
  static const auto kAppearances = appearances();
  static const auto kBoards =
      load_pictures({"fuzz/pictures/net-small", "fuzz/pictures/net-walls",
                     "tests/data/knetwalk/easy-330x370", "tests/data/sgt-net/13x11"});
  Bytes bytes(input);
  const net::Appearance& appearance =
      kAppearances[static_cast<std::size_t>(bytes.choice(kAppearances.size()))];
  const Frame frame = make_frame(bytes, kBoards);
  const net::Reading reading = net::read(frame, appearance);
  net::draw(frame, reading);
  const net::Board& board = reading.board;
  check_confidence(reading.confidence, board.size(), reading.accepted(), kMinConfidence);
  require(reading.powered.size() == board.size(), "each tile is known to be powered or not");
  require(board.size() > 0 || !reading.accepted(), "an accepted reading has a board");
  if (board.size() == 0) return;
  net::validate(board);
  net::check(board);
  net::to_picture(board);
  const std::string text = net::to_game_id(board);
  const net::Board again = net::from_game_id(text);
  require(again.wires == board.wires && again.wrapping == board.wrapping,
          "the text contains the whole board", text);
}

}  // namespace eyehand::fuzz
