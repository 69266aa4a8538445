#include "puzzle/saved_game.hpp"

namespace eyehand {

std::string saved_game(std::string_view program, std::string_view id,
                       std::span<const std::string> moves, std::size_t seen) {
  std::string text;
  const auto add = [&text](std::string key, std::string_view value) {
    key.resize(8, ' ');
    text += key + ':' + std::to_string(value.size()) + ':';
    text += value;
    text += '\n';
  };
  const std::size_t colon = id.find(':');
  add("SAVEFILE", "Simon Tatham's Portable Puzzle Collection");
  add("VERSION", "1");
  add("GAME", program);
  add("PARAMS", id.substr(0, colon));
  add("CPARAMS", id.substr(0, colon));
  add("DESC", id.substr(colon + 1));
  add("NSTATES", std::to_string(moves.size() + 1));
  add("STATEPOS", std::to_string(seen + 1));
  for (const std::string& move : moves) add("MOVE", move);
  return text;
}

std::string move_text(std::string_view pattern, int x, int y, int n) {
  std::string text;
  for (const char c : pattern)
    if (c == 'x')
      text += std::to_string(x);
    else if (c == 'y')
      text += std::to_string(y);
    else if (c == 'n')
      text += std::to_string(n);
    else
      text += c;
  return text;
}

}  // namespace eyehand
