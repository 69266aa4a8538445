#include "puzzle/net/text.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "puzzle/text_reader.hpp"

namespace eyehand::net {
namespace {

/// Size and parameters, including the colon.
Board read_head(TextReader& in) {
  const auto [width, height] = in.size(kMaxTiles);
  bool wrapping = false;
  while (!in.take(':')) {
    if (in.done()) in.fail("expected ':' and the tiles");
    if (in.take('w')) {
      wrapping = true;
    } else if (in.take('b')) {
      while (in.at_digit() || in.peek() == '.') in.next();
    } else if (!in.take('a')) {
      if (in.peek() == '#') in.fail("a random seed is not a board: give an ID with ':' and tiles");
      in.fail("expected 'w', 'b', 'a' or ':'");
    }
  }
  return Board::make(width, height, wrapping);
}

/// Groups of linked tiles, in any order.
void read_linked(TextReader& in, Board& board) {
  std::vector<std::uint8_t> is_linked(board.size(), 0);
  while (in.take('+')) {
    std::vector<int> group;
    do {
      const int tile = in.number("tile number", static_cast<int>(board.size()) - 1);
      if (is_linked[at(tile)]) in.fail("tile " + std::to_string(tile) + " is linked already");
      is_linked[at(tile)] = 1;
      group.push_back(tile);
    } while (in.take(','));
    if (group.size() < 2) in.fail("expected ',' and another tile to link with this one");
    std::sort(group.begin(), group.end());
    board.linked.push_back(std::move(group));
  }
  std::sort(board.linked.begin(), board.linked.end());
}

}  // namespace

Board from_game_id(std::string_view text) {
  TextReader in("Net game ID", text, kMaxTextBytes);
  Board board = read_head(in);
  const int tiles = static_cast<int>(board.size());
  for (int tile = 0; tile < tiles; ++tile) {
    const int wires = in.take_hex_digit();
    if (wires < 0)
      in.fail("expected a hexadecimal digit for tile " + std::to_string(tile + 1) + " of " +
              std::to_string(tiles));
    board.wires[at(tile)] = static_cast<Sides>(wires);
    for (;;) {
      if (in.take('s')) {
        if (board.rules.source_may_dangle) in.fail("a second source ends here; a board has one");
        board.source = tile;
        board.rules.source_may_dangle = true;
        continue;
      }
      const Sides side = in.take('v') ? kRight : in.take('h') ? kDown : Sides{0};
      if (!side) break;
      if (board.neighbour(tile, side) >= 0) board.set_barrier(tile, side);
    }
  }
  read_linked(in, board);
  in.expect_end(board.size(), "tiles");
  if (board.source < 0) board.source = (board.height / 2) * board.width + board.width / 2;
  return board;
}

std::string to_game_id(const Board& board) {
  std::string text = std::to_string(board.width) + 'x' + std::to_string(board.height);
  if (board.wrapping) text += 'w';
  text += ':';
  const int tiles = static_cast<int>(board.size());
  text.reserve(text.size() + board.size() * 2);
  for (int tile = 0; tile < tiles; ++tile) {
    text += "0123456789abcdef"[board.wires[at(tile)] & kAllSides];
    const auto barred = [&](Sides side) {
      return (board.barriers[at(tile)] & side) && board.neighbour(tile, side) >= 0;
    };
    if (barred(kRight)) text += 'v';
    if (barred(kDown)) text += 'h';
    if (board.may_dangle(tile)) text += 's';
  }
  for (const std::vector<int>& group : board.linked)
    for (std::size_t i = 0; i < group.size(); ++i)
      text += (i == 0 ? '+' : ',') + std::to_string(group[i]);
  return text;
}

namespace {

// Indexed by the sides reached: right 1, up 2, left 4, down 8.
constexpr std::array<std::string_view, 16> kLight = {" ", "╶", "╵", "└", "╴", "─", "┘", "┴",
                                                     "╷", "┌", "│", "├", "┐", "┬", "┤", "┼"};
constexpr std::array<std::string_view, 16> kHeavy = {" ", "╺", "╹", "┗", "╸", "━", "┛", "┻",
                                                     "╻", "┏", "┃", "┣", "┓", "┳", "┫", "╋"};
constexpr std::array<std::string_view, 16> kDouble = {"·", "□", "□", "╚", "□", "═", "╝", "╩",
                                                      "□", "╔", "║", "╠", "╗", "╦", "╣", "╬"};

/// The lines between tiles form a lattice: one to the left of each tile and one above it, and one
/// more after the last. On a wrapping board the first and the last are the same side, drawn twice.
class Picture {
 public:
  explicit Picture(const Board& board) : board_(board), is_linked_(board.size(), 0) {
    for (const std::vector<int>& group : board.linked)
      for (const int tile : group) is_linked_[at(tile)] = 1;
  }

  std::string draw() const {
    std::string out;
    out.reserve(board_.size() * 24);
    for (int y = 0; y <= board_.height; ++y) {
      for (int x = 0; x <= board_.width; ++x) {
        out += kHeavy[barriers_at_corner(x, y)];
        if (x < board_.width) draw_line_above(out, x, y);
      }
      out += '\n';
      if (y == board_.height) break;
      for (int x = 0; x <= board_.width; ++x) {
        draw_line_before(out, x, y);
        if (x < board_.width) draw_tile(out, x, y);
      }
      out += '\n';
    }
    return out;
  }

 private:
  bool inside(int x, int y) const {
    return x >= 0 && y >= 0 && x < board_.width && y < board_.height;
  }
  /// The tile there, across the rim on a wrapping board; -1 outside.
  int tile(int x, int y) const {
    if (board_.wrapping) {
      x = (x + board_.width) % board_.width;
      y = (y + board_.height) % board_.height;
    }
    return inside(x, y) ? y * board_.width + x : -1;
  }
  bool has(const std::vector<Sides>& sides, int x, int y, Sides side) const {
    const int t = tile(x, y);
    return t >= 0 && (sides[at(t)] & side);
  }
  bool rim_x(int x) const { return x == 0 || x == board_.width; }
  bool rim_y(int y) const { return y == 0 || y == board_.height; }
  /// Whether there is a heavy line to the left of (x, y), which may be one beyond the board.
  bool barred_before(int x, int y) const {
    if (y < 0 || y >= board_.height || x < 0 || x > board_.width) return false;
    if (rim_x(x) && !board_.wrapping) return true;
    return has(board_.barriers, x, y, kLeft) || has(board_.barriers, x - 1, y, kRight);
  }
  bool barred_above(int x, int y) const {
    if (x < 0 || x >= board_.width || y < 0 || y > board_.height) return false;
    if (rim_y(y) && !board_.wrapping) return true;
    return has(board_.barriers, x, y, kUp) || has(board_.barriers, x, y - 1, kDown);
  }
  std::size_t barriers_at_corner(int x, int y) const {
    return (barred_above(x, y) ? kRight : 0u) | (barred_before(x, y - 1) ? kUp : 0u) |
           (barred_above(x - 1, y) ? kLeft : 0u) | (barred_before(x, y) ? kDown : 0u);
  }

  void draw_line_above(std::string& out, int x, int y) const {
    if (barred_above(x, y)) {
      out += "━━━";
      return;
    }
    const std::size_t wires = (has(board_.wires, x, y - 1, kDown) ? kUp : 0u) |
                              (has(board_.wires, x, y, kUp) ? kDown : 0u);
    const std::string_view blank = rim_y(y) ? "┈" : " ";
    out += blank;
    out += wires ? kLight[wires] : blank;
    out += blank;
  }
  void draw_line_before(std::string& out, int x, int y) const {
    if (barred_before(x, y)) {
      out += "┃";
      return;
    }
    const std::size_t wires = (has(board_.wires, x - 1, y, kRight) ? kLeft : 0u) |
                              (has(board_.wires, x, y, kLeft) ? kRight : 0u);
    if (wires) {
      out += kLight[wires];
    } else {
      out += rim_x(x) ? "┊" : " ";
    }
  }
  void draw_tile(std::string& out, int x, int y) const {
    const int t = tile(x, y);
    const Sides wires = board_.wires[at(t)];
    out += wires & kLeft ? "─" : " ";
    if (board_.may_dangle(t)) {
      out += "◇";
    } else if (is_linked_[at(t)]) {
      out += kDouble[wires];
    } else if (t == board_.source) {
      out += "◆";
    } else if (wires == 0) {
      out += "·";
    } else if (degree(wires) == 1) {
      out += "■";
    } else {
      out += kLight[wires];
    }
    out += wires & kRight ? "─" : " ";
  }

  const Board& board_;
  std::vector<std::uint8_t> is_linked_;
};

}  // namespace

std::string to_picture(const Board& board) {
  return Picture(board).draw();
}

}  // namespace eyehand::net
