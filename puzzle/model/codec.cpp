#include "puzzle/model/codec.hpp"

#include <algorithm>
#include <cctype>
#include <numeric>

namespace eyehand::model {
namespace {

/// A letter stands for at most this many blank cells.
constexpr int kMaxGap = 26;

/// Goes through the cells while a text is read.
class Cells {
 public:
  Cells(TextReader& in, std::vector<int>& values) : in_(in), values_(values) {}

  bool left() const { return next_ < values_.size(); }
  void skip(int count) {
    if (at(count) > values_.size() - next_) in_.fail("more cells than the board has");
    next_ += at(count);
  }
  void put(int value) {
    if (!left()) in_.fail("more cells than the board has");
    values_[next_++] = value;
  }
  /// Throws Error if cells are left: the text has ended.
  void expect_full() const {
    if (left())
      in_.fail("the text has " + std::to_string(next_) + " of " + std::to_string(values_.size()) +
               " cells");
  }

 private:
  TextReader& in_;
  std::vector<int>& values_;
  std::size_t next_ = 0;
};

std::vector<int>& values(Board& board, int layer) {
  return layer < 0 ? board.clues : board.layers[at(layer)];
}

/// Calls `put(value)` for each clue and `gap(count)` for each run of blank cells, as long as may
/// be.
template <class Put, class Gap>
void each_run(const std::vector<int>& values, int longest, Put&& put, Gap&& gap) {
  int blank = 0;
  for (const int value : values) {
    if (value == kBlank) {
      if (++blank == longest) {
        gap(blank);
        blank = 0;
      }
      continue;
    }
    if (blank > 0) gap(blank);
    blank = 0;
    put(value);
  }
  if (blank > 0) gap(blank);
}

void write_gap(std::string& out, int count) {
  out += static_cast<char>('a' + count - 1);
}

int digit_of(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  return c >= 'a' && c <= 'z' ? c - 'a' + 10 : -1;
}

char digit(int value) {
  return static_cast<char>(value < 10 ? '0' + value : 'a' + value - 10);
}

}  // namespace

Codec operator+(Codec first, Codec second) {
  return {[=](TextReader& in, Board& board) {
            first.read(in, board);
            second.read(in, board);
          },
          [=](const Board& board, std::string& out) {
            first.write(board, out);
            second.write(board, out);
          }};
}

Board read_text(const Codec& codec, std::string_view what, std::string_view text) {
  TextReader in(what, text, kMaxText);
  Board board;
  codec.read(in, board);
  in.expect_end(at(board.cells()), "cells");
  return board;
}

std::string write_text(const Codec& codec, const Board& board) {
  std::string out;
  codec.write(board, out);
  return out;
}

Codec literally(std::string text) {
  return {[=](TextReader& in, Board&) {
            if (!in.take(std::string_view(text))) in.fail("expected '" + text + "'");
          },
          [=](const Board&, std::string& out) { out += text; }};
}

std::string tatham_parameters(TextReader& in) {
  std::string letters;
  while (!in.done() && in.peek() != ':') {
    const char letter = in.next();
    if (letter != 'd')
      letters += letter;
    else if (!in.done())
      in.next();
  }
  if (!in.take(':')) in.fail("expected ':' after the size");
  return letters;
}

Codec tatham_size(std::string variants, bool square) {
  return {[=](TextReader& in, Board& board) {
            const int width = in.number("width", static_cast<int>(kMaxCells));
            int height = width;
            if (in.take('x'))
              height = in.number("height", static_cast<int>(kMaxCells));
            else if (!square)
              in.fail("expected 'x' between width and height");
            if (!is_board_size(width, height, kMaxCells))
              in.fail("a board has 1 to " + std::to_string(kMaxCells) + " cells");
            if (square && width != height) in.fail("the board must be as high as wide");
            board = Board(width, height);
            for (const char letter : tatham_parameters(in))
              if (variants.find(letter) != variants.npos) board.variant += letter;
          },
          [=](const Board& board, std::string& out) {
            out += std::to_string(board.width);
            if (!square) out += 'x' + std::to_string(board.height);
            out += board.variant + ':';
          }};
}

Codec symbols_or_gaps(std::string symbols) {
  return {[=](TextReader& in, Board& board) {
            Cells cells(in, board.clues);
            while (cells.left() && !in.done()) {
              const char c = in.peek();
              if (const auto value = symbols.find(c); value != symbols.npos)
                cells.put(static_cast<int>(value));
              else if (c >= 'a' && c <= 'z')
                cells.skip(c - 'a' + 1);
              else
                in.fail(std::string("'") + c + "' stands for no cell");
              in.next();
            }
            cells.expect_full();
          },
          [=](const Board& board, std::string& out) {
            each_run(
                board.clues, kMaxGap, [&](int value) { out += symbols[at(value)]; },
                [&](int count) { write_gap(out, count); });
          }};
}

Codec numbers_or_gaps(std::function<int(const Board&)> most, int layer) {
  return {[=](TextReader& in, Board& board) {
            if (layer >= 0) {
              board.layers.resize(std::max(board.layers.size(), at(layer) + 1));
              values(board, layer).assign(at(board.cells()), kBlank);
            }
            Cells cells(in, values(board, layer));
            while (!in.done() && !in.at_blank() && in.peek() != ',') {
              const char c = in.peek();
              if (in.at_digit()) {
                const int value = in.number("number", most(board));
                if (value == 0) in.fail("numbers are at least 1");
                cells.put(value);
                continue;
              }
              if (c >= 'a' && c <= 'z')
                cells.skip(c - 'a' + 1);
              else if (c != '_')
                in.fail(std::string("'") + c + "' stands for no cell");
              in.next();
            }
            cells.expect_full();
          },
          [=](const Board& board, std::string& out) {
            bool number = false;
            each_run(
                layer < 0 ? board.clues : board.layers[at(layer)], kMaxGap,
                [&](int value) {
                  if (number) out += '_';
                  out += std::to_string(value);
                  number = true;
                },
                [&](int count) {
                  write_gap(out, count);
                  number = false;
                });
          }};
}

Codec gaps_and_clues(std::vector<std::string> of_clue, std::string jumps) {
  constexpr int kJump = 25;
  return {[=](TextReader& in, Board& board) {
            // One cell more: the clue after the last.
            std::vector<int> values(board.clues.size() + 1, kBlank);
            Cells cells(in, values);
            while (cells.left() && !in.done()) {
              const char c = in.peek();
              int clue = 0, gap = -1;
              for (; clue < static_cast<int>(of_clue.size()) && gap < 0; ++clue)
                if (const auto i = of_clue[at(clue)].find(c); i != std::string::npos)
                  gap = static_cast<int>(i);
              if (gap >= 0) {
                cells.skip(gap);
                cells.put(clue - 1);
              } else if (jumps.find(c) != jumps.npos) {
                cells.skip(kJump);
              } else {
                in.fail(std::string("'") + c + "' stands for no cell");
              }
              in.next();
            }
            cells.expect_full();
            values.pop_back();
            board.clues = std::move(values);
          },
          [=](const Board& board, std::string& out) {
            std::vector<int> values = board.clues;
            values.push_back(0);
            int blank = 0;
            const auto longest = static_cast<int>(of_clue[0].size()) - 1;
            for (const int value : values) {
              if (value == kBlank) {
                ++blank;
                continue;
              }
              for (; blank > longest; blank -= kJump)
                out += jumps[std::min(at(value), jumps.size() - 1)];
              out += of_clue[at(value)][at(blank)];
              blank = 0;
            }
          }};
}

Codec digits() {
  return {[](TextReader& in, Board& board) {
            Cells cells(in, board.clues);
            while (cells.left() && !in.done()) {
              const int value = digit_of(in.peek());
              if (value < 1) in.fail("expected a digit from 1 to 9 or a letter");
              cells.put(value);
              in.next();
            }
            cells.expect_full();
          },
          [](const Board& board, std::string& out) {
            for (const int value : board.clues) out += digit(value);
          }};
}

Codec lines(std::string sides, char between, char inner) {
  return {[=](TextReader& in, Board& board) {
            for (const char side : sides)
              board.lines.resize(board.lines.size() +
                                 at(side == 't' || side == 'b' ? board.width : board.height));
            const int most = std::max(board.width, board.height);
            for (std::size_t i = 0; i < board.lines.size(); ++i) {
              if (i > 0 && !in.take(between))
                in.fail("expected the numbers of " + std::to_string(board.lines.size()) + " lines");
              if (!in.at_digit()) continue;
              do {
                board.lines[i].push_back(in.number("number", most));
              } while (inner != 0 && in.take(inner));
            }
          },
          [=](const Board& board, std::string& out) {
            for (std::size_t i = 0; i < board.lines.size(); ++i) {
              if (i > 0) out += between;
              out += joined(
                  board.lines[i], [](int n) { return std::to_string(n); },
                  std::string_view(&inner, 1));
            }
          }};
}

// The sides between cells are numbered along the rows, then down the columns. A letter says how
// many of them part no blocks before the next that does, `_` that there are none; z stands for 25
// of them, and nothing after it. After the last side comes one that parts blocks.
Codec blocks(int layer) {
  struct Side {
    int a, b;
  };
  const auto sides = [](const Board& board) {
    std::vector<Side> list;
    for (int y = 0; y < board.height; ++y)
      for (int x = 0; x + 1 < board.width; ++x)
        list.push_back({board.cell(y, x), board.cell(y, x + 1)});
    for (int x = 0; x < board.width; ++x)
      for (int y = 0; y + 1 < board.height; ++y)
        list.push_back({board.cell(y, x), board.cell(y + 1, x)});
    return list;
  };
  return {[=](TextReader& in, Board& board) {
            const std::vector<Side> list = sides(board);
            std::vector<int> parts(list.size() + 1, kBlank);  // 0: parts blocks
            Cells cells(in, parts);
            while (cells.left() && !in.done()) {
              const char c = in.peek();
              if (c != '_' && !(c >= 'a' && c <= 'z')) in.fail("expected a letter or '_'");
              cells.skip(c == '_' ? 0 : c == 'z' ? 25 : c - 'a' + 1);
              if (c != 'z') cells.put(0);
              in.next();
            }
            cells.expect_full();
            board.layers.resize(std::max(board.layers.size(), at(layer) + 1));
            std::vector<int>& block = board.layers[at(layer)];
            block.resize(at(board.cells()));
            std::iota(block.begin(), block.end(), 0);
            const auto root = [&](int cell) {
              while (block[at(cell)] != cell) cell = block[at(cell)] = block[at(block[at(cell)])];
              return cell;
            };
            for (std::size_t i = 0; i < list.size(); ++i)
              if (parts[i] == kBlank) {
                const int a = root(list[i].a), b = root(list[i].b);
                block[at(std::max(a, b))] = std::min(a, b);
              }
            for (int c = 0; c < board.cells(); ++c) block[at(c)] = root(c);
          },
          [=](const Board& board, std::string& out) {
            const std::vector<int>& block = board.layers[at(layer)];
            int open = 0;
            const auto end = [&] {
              for (; open > 25; open -= 25) out += 'z';
              if (open > 0)
                write_gap(out, open);
              else
                out += '_';
              open = 0;
            };
            for (const Side& side : sides(board)) {
              if (block[at(side.a)] == block[at(side.b)])
                ++open;
              else
                end();
            }
            end();
          }};
}

Codec pzpr_size(std::string name) {
  return {[=](TextReader& in, Board& board) {
            while (!in.done() && !in.take(std::string_view(name + '/'))) in.next();
            const int width = in.number("width", static_cast<int>(kMaxCells));
            if (!in.take('/')) in.fail("expected '/' after the width");
            const int height = in.number("height", static_cast<int>(kMaxCells));
            if (!in.take('/')) in.fail("expected '/' after the height");
            if (!is_board_size(width, height, kMaxCells))
              in.fail("a board has 1 to " + std::to_string(kMaxCells) + " cells");
            board = Board(width, height);
          },
          [=](const Board& board, std::string& out) {
            out +=
                name + '/' + std::to_string(board.width) + '/' + std::to_string(board.height) + '/';
          }};
}

Codec pzpr_four() {
  return {[](TextReader& in, Board& board) {
            Cells cells(in, board.clues);
            while (cells.left() && !in.done()) {
              const char c = in.peek();
              const int value = digit_of(c);
              if (c == '.') {
                cells.put(5);
              } else if (value >= 0 && value < 15) {  // the clue, and up to two blank cells
                cells.put(value % 5);
                if (cells.left()) cells.skip(std::min(value / 5, 2));
              } else if (c >= 'g' && c <= 'z') {
                cells.skip(c - 'g' + 1);
              } else {
                in.fail(std::string("'") + c + "' stands for no cell");
              }
              in.next();
            }
            cells.expect_full();
          },
          [](const Board& board, std::string& out) {
            each_run(
                board.clues, 20, [&](int value) { out += value == 5 ? '.' : digit(value); },
                [&](int count) { out += static_cast<char>('f' + count); });
          }};
}

Codec pzpr_numbers(std::function<int(const Board&)> most) {
  return {[=](TextReader& in, Board& board) {
            Cells cells(in, board.clues);
            const auto hex = [&](int digits) {
              int value = 0;
              while (digits-- > 0) {
                const int next = in.take_hex_digit();
                if (next < 0) in.fail("expected a hexadecimal digit");
                value = value * 16 + next;
              }
              if (value < 1 || value > most(board))
                in.fail("numbers are from 1 to " + std::to_string(most(board)));
              return value;
            };
            while (cells.left() && !in.done()) {
              const char c = in.peek();
              if (c >= 'g' && c <= 'z') {
                in.next();
                cells.skip(c - 'g' + 1);
              } else if (in.take('-')) {
                cells.put(hex(2));
              } else if (in.take('.')) {
                cells.skip(1);
              } else {
                cells.put(hex(1));
              }
            }
            cells.expect_full();
          },
          [](const Board& board, std::string& out) {
            each_run(
                board.clues, 20,
                [&](int value) {
                  constexpr std::string_view kHex = "0123456789abcdef";
                  if (value >= 16) {
                    out += '-';
                    out += kHex[at(value / 16)];
                  }
                  out += kHex[at(value % 16)];
                },
                [&](int count) { out += static_cast<char>('f' + count); });
          }};
}

}  // namespace eyehand::model
