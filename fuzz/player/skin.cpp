// Skins: any skin that the loader accepts can be used for reading, whatever numbers it has. The
// shipped ones are part of the corpus, so they are known to be accepted.
#include "player/skin.hpp"

#include "fuzz/vision/picture.hpp"
#include "player/games.hpp"

void eyehand::fuzz::run(std::string_view input) {
  static const auto kBoards = load_pictures(
      {"fuzz/pictures/net-small", "fuzz/pictures/loopy-squares", "fuzz/pictures/hexiom-classic",
       "fuzz/pictures/flip-cross", "fuzz/pictures/panel-slate"});
  const auto skin = unless_error([&] { return parse_skin(input, "fuzz"); });
  if (!skin) return;
  require(!skin->file.reference().empty(), "a skin has keys");
  for (const cv::Mat& board : kBoards) {
    const auto round = game_named(skin->game).begin(*skin);
    const Frame frame{board, {}, cv::Rect({}, board.size())};
    unless_error([&] {
      round->observe(frame);
      round->overlay({});
      return true;
    });
  }
}
