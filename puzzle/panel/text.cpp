#include "puzzle/panel/text.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>

#include "puzzle/text_reader.hpp"

namespace eyehand::panel {
namespace {

constexpr int kMaxSide = static_cast<int>(kMaxTiles);
constexpr int kLongestRun = 26;
/// By Hue, from red on.
constexpr std::string_view kHueLetters = "roygbpkw";

void set_symbol(Tile& tile, char letter) {
  const int index = letter - 'A';
  if (index < 9) {
    tile.symbol = Symbol::dot;
    tile.value = static_cast<std::int8_t>(index + 1);
  } else if (index < 18) {
    tile.symbol = Symbol::dot;
    tile.value = static_cast<std::int8_t>(8 - index);
  } else if (index < 21) {
    constexpr std::array<Symbol, 3> kSymbols = {Symbol::diamond, Symbol::bar, Symbol::slash};
    tile.symbol = kSymbols[at(index - 18)];
  } else {
    tile.symbol = Symbol::flower;
    tile.value = static_cast<std::int8_t>(index - 21);
  }
}

char symbol_letter(const Tile& tile) {
  switch (tile.symbol) {
    case Symbol::none:
      break;
    case Symbol::dot:
      return static_cast<char>(tile.value > 0 ? 'A' - 1 + tile.value : 'I' - tile.value);
    case Symbol::diamond:
      return 'S';
    case Symbol::bar:
      return 'T';
    case Symbol::slash:
      return 'U';
    case Symbol::flower:
      return static_cast<char>('V' + tile.value);
  }
  return '\0';
}

char hue_letter(Hue hue) {
  return hue == Hue::none ? '\0' : kHueLetters[static_cast<std::size_t>(hue) - 1];
}

bool is_capital(char c) {
  return c >= 'A' && c <= 'Z';
}

class CodeReader {
 public:
  explicit CodeReader(std::string_view text) : in_("Taiji code", text, kMaxTextBytes) {}

  Board read() {
    board_.width = in_.number("width", kMaxSide);
    if (board_.width < 1) in_.fail("a board has at least one column");
    if (!in_.take(':')) in_.fail("expected ':' after the width");
    while (run_left_ > 0 || (!in_.done() && !in_.at_blank())) {
      if (board_.size() == kMaxTiles)
        in_.fail("the board has more than " + std::to_string(kMaxTiles) + " tiles");
      board_.tiles.push_back(read_tile());
    }
    in_.skip_blanks();
    if (!in_.done()) in_.fail("expected the end of the code");
    if (board_.tiles.empty()) in_.fail("expected the tiles");
    const int over = static_cast<int>(board_.size() % at(board_.width));
    if (over != 0)
      in_.fail("the last row ends after " + std::to_string(over) + " of " +
               std::to_string(board_.width) + " tiles");
    board_.height = static_cast<int>(board_.size()) / board_.width;
    return std::move(board_);
  }

 private:
  // A digit alone, or the next one of a run.
  char digit() {
    if (run_left_ == 0) {
      if (in_.peek() >= '0' && in_.peek() <= '8') return in_.next();
      if (in_.peek() != '+' && in_.peek() != '-')
        in_.fail("expected a digit from 0 to 8, the tile's state");
      run_digit_ = in_.next() == '+' ? '0' : '8';
      if (!is_capital(in_.peek())) in_.fail("expected a letter from A to Z, the length of a run");
      run_left_ = in_.next() - 'A' + 1;
    }
    --run_left_;
    return run_digit_;
  }

  Tile read_tile() {
    Tile tile;
    if (run_left_ == 0) read_marks(tile);
    const int bits = digit() - '0';
    if (bits == 8) return {.exists = false};  // whatever its marks
    tile.locked = (bits & 4) != 0;
    tile.lit = (bits & 2) != 0;
    tile.hidden = (bits & 1) != 0;
    return tile;
  }

  // What stands before the digit.
  void read_marks(Tile& tile) {
    tile.start = in_.take('@');
    const char link = in_.peek();
    if (link == '<' || link == '^' || link == '/') {
      tile.linked_left = link != '^';
      tile.linked_up = link != '<';
      if (tile.linked_left && board_.size() % at(board_.width) == 0)
        in_.fail("there is no tile on the left to link to");
      if (tile.linked_up && board_.size() < at(board_.width))
        in_.fail("there is no tile above to link to");
      in_.next();
    }
    if (is_capital(in_.peek())) set_symbol(tile, in_.next());
    const auto hue = in_.done() ? std::string_view::npos : kHueLetters.find(in_.peek());
    if (hue != std::string_view::npos) {
      tile.hue = static_cast<Hue>(hue + 1);
      in_.next();
    }
  }

  TextReader in_;
  Board board_;
  int run_left_ = 0;
  char run_digit_ = '0';
};

std::string tile_code(const Tile& tile) {
  if (!tile.exists) return "8";
  std::string code;
  if (tile.start) code += '@';
  if (tile.linked_left || tile.linked_up)
    code += !tile.linked_up ? '<' : tile.linked_left ? '/' : '^';
  if (const char symbol = symbol_letter(tile)) code += symbol;
  if (const char hue = hue_letter(tile.hue)) code += hue;
  code += static_cast<char>('0' + 4 * tile.locked + 2 * tile.lit + tile.hidden);
  return code;
}

std::string symbol_picture(const Tile& tile) {
  const std::string value = std::to_string(std::abs(tile.value));
  switch (tile.symbol) {
    case Symbol::none:
      return "  ";
    case Symbol::dot:
      return (tile.value > 0 ? '+' : '-') + value;
    case Symbol::diamond:
      return "<>";
    case Symbol::bar:
      return "==";
    case Symbol::slash:
      return "//";
    case Symbol::flower:
      return '*' + value;
  }
  return "";
}

}  // namespace

Board from_code(std::string_view text) {
  return CodeReader(text).read();
}

std::string to_code(const Board& board) {
  std::string text = std::to_string(board.width) + ':';
  for (std::size_t t = 0; t < board.size();) {
    const std::string code = tile_code(board.tiles[t++]);
    text.append(code, 0, code.size() - 1);
    const std::string digit = code.substr(code.size() - 1);
    std::size_t count = 1;
    while ((digit == "0" || digit == "8") && t < board.size() &&
           tile_code(board.tiles[t]) == digit) {
      ++count;
      ++t;
    }
    if (count < 3) {
      for (; count > 0; --count) text += digit;
      continue;
    }
    for (std::size_t length; count > 0; count -= length) {
      length = std::min<std::size_t>(count, kLongestRun);
      text += digit == "0" ? '+' : '-';
      text += static_cast<char>('A' - 1 + static_cast<int>(length));
    }
  }
  return text;
}

std::string answer_string(std::span<const std::uint8_t> lit) {
  std::string text;
  for (const std::uint8_t state : lit) text += state ? '1' : '0';
  return text;
}

std::vector<Symbol> symbols_named(std::string_view names) {
  constexpr std::array<std::pair<std::string_view, Symbol>, 5> kSymbols = {{
      {"dots", Symbol::dot},
      {"diamonds", Symbol::diamond},
      {"bars", Symbol::bar},
      {"slashes", Symbol::slash},
      {"flowers", Symbol::flower},
  }};
  std::vector<Symbol> symbols;
  for (const std::string& name : split(names, ',')) {
    const auto found = std::ranges::find(kSymbols, std::string_view(name),
                                         [](const auto& symbol) { return symbol.first; });
    if (found == kSymbols.end())
      throw Error("Panel has no symbols '" + name + "'; it has: " + std::string(kSymbolNames) +
                  '.');
    symbols.push_back(found->second);
  }
  return symbols;
}

std::vector<std::string> split_texts(std::string_view text) {
  auto codes = split_lines(text);
  for (std::string& code : codes)
    code.resize(std::min(code.find_first_of(kLineBlanks), code.size()));
  return codes;
}

std::string to_picture(const Board& board) {
  std::string picture;
  const auto end_line = [&](std::string& line) {
    line.erase(line.find_last_not_of(' ') + 1);
    picture += line + '\n';
    line.clear();
  };
  std::string line;
  for (int y = 0; y < board.height; ++y) {
    bool links_up = false;
    for (int x = 0; x < board.width; ++x) {
      const Tile& tile = board.tiles[at(y * board.width + x)];
      const bool up = tile.exists && tile.linked_up;
      links_up = links_up || up;
      line += up ? " \"    " : "      ";
    }
    if (links_up) end_line(line);
    line.clear();
    for (int x = 0; x < board.width; ++x) {
      const Tile& tile = board.tiles[at(y * board.width + x)];
      if (!tile.exists) {
        line += "      ";
        continue;
      }
      line += tile.linked_left ? '=' : ' ';
      line += tile.lit ? '#' : '.';
      line += tile.locked ? '!' : tile.start ? '@' : ' ';
      line += symbol_picture(tile);
      const char hue = hue_letter(tile.hue);
      line += hue ? hue : ' ';
    }
    end_line(line);
  }
  return picture;
}

}  // namespace eyehand::panel
