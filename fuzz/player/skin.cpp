// Skins: any skin that the loader accepts can be used for reading, whatever values it has. The
// shipped skins are part of the corpus.
#include "player/skin.hpp"

#include "fuzz/vision/picture.hpp"
#include "player/games.hpp"

void eyehand::fuzz::run(std::string_view input) {
  static const auto kBoards = load_pictures(
      {"fuzz/pictures/net-small", "fuzz/pictures/loopy-squares", "fuzz/pictures/hexiom-classic",
       "fuzz/pictures/flip-cross", "fuzz/pictures/panel-slate"});
  const auto skin = unless_error([&] { return parse_skin(input, "fuzz"); });
  if (!skin) return;
  require(!skin->file.reference().empty(), "the loader lists the skin's keys");
  for (const cv::Mat& board : kBoards) {
    const auto session = game_named(skin->game).begin(*skin);
    const Frame frame{board, {}, cv::Rect({}, board.size())};
    unless_error([&] {
      session->observe(frame);
      session->overlay({});
      return true;
    });
  }
}
