// Reading Lights Out from pictures.
#include "vision/lights/read.hpp"

#include "fuzz/vision/picture.hpp"
#include "puzzle/lights/text.hpp"

void eyehand::fuzz::run(std::string_view input) {
  static const auto kAppearances = load_appearances<lights::Appearance>({"sgt-flip", "lightsoff"});
  static const auto kBoards =
      load_pictures({"fuzz/pictures/flip-cross", "fuzz/pictures/flip-random",
                     "tests/data/lightsoff/level-3", "tests/data/lightsoff/banner-small"});
  Bytes bytes(input);
  const auto& appearance =
      kAppearances[static_cast<std::size_t>(bytes.choice(kAppearances.size()))];
  const Frame frame = make_frame(bytes, kBoards);
  const lights::Reading reading = lights::read(frame, appearance);
  lights::draw(frame, reading);
  const lights::Board& board = reading.board;
  require(reading.lattice.columns > 0 || !reading.accepted(), "an accepted reading has a board");
  if (reading.lattice.columns == 0) return;
  lights::validate(board);
  check_confidence(reading.confidence, board.size(), reading.accepted(), kMinConfidence);
  for (const cv::Rect& level : reading.level)
    require((level & cv::Rect({}, frame.image.size())) == level,
            "a level's name is in the picture");
  const std::string text = lights::to_game_id(board);
  require(lights::from_game_id(text) == board, "the text contains the whole board", text);
}
