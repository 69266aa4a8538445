// What the practice games have in common: a source of boards, a theme, and the place where the
// board is drawn.
#pragma once

#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "arena/board.hpp"
#include "arena/game.hpp"
#include "puzzle/error.hpp"
#include "puzzle/index.hpp"

namespace eyehand::arena {

template <class Board>
struct Dealt {
  Board board;
  std::string name;  ///< shown in the window: "level12", "seed 7"
};

/// The game with a number, from 0 on. May throw Error.
template <class Board>
using Deal = std::function<Dealt<Board>(int number)>;

/// Deals these boards in turn, starting over after the last. There must be at least one.
template <class Board>
Deal<Board> deal_in_turn(std::vector<Dealt<Board>> all) {
  return [all = std::move(all)](int number) { return all[at(number) % all.size()]; };
}

/// The puzzles in a file, named after it. Reads at most `max_bytes` + 1, so that `read` refuses a
/// text that is too long. Throws Error, naming the file, if it cannot be read or contains no
/// puzzle.
template <class Split, class Read>
auto read_dealt(const std::string& file, std::size_t max_bytes, Split split, Read read)
    -> std::vector<Dealt<decltype(read(std::string_view()))>> {
  std::ifstream in(file, std::ios::binary);
  std::string text(max_bytes + 1, '\0');
  if (!in.read(text.data(), static_cast<std::streamsize>(text.size())) && !in.eof())
    throw Error(file + ": cannot be read; check its name and permissions.");
  text.resize(static_cast<std::size_t>(in.gcount()));
  const std::string name = std::filesystem::path(file).stem().string();
  std::vector<Dealt<decltype(read(std::string_view()))>> dealt;
  try {
    const auto texts = split(text);
    if (texts.empty()) throw Error("contains no puzzle.");
    for (std::size_t i = 0; i < texts.size(); ++i)
      dealt.push_back(
          {read(texts[i]), texts.size() == 1 ? name : name + ' ' + std::to_string(i + 1)});
  } catch (const Error& error) {
    throw Error(file + ": " + error.what());
  }
  return dealt;
}

/// `Play` is a game in progress, constructed from a board. `lay_out` is found by argument types.
template <class Board, class Theme, class Play>
class BoardGame : public Game {
 public:
  using Deal = arena::Deal<Board>;

  BoardGame(const Theme& theme, Deal deal) : BoardGame(theme, deal, deal(0)) {}

  QString name() const override { return QString::fromStdString(name_); }
  const Style& style() const override { return theme_.style; }
  void place(const QRectF& area) override {
    area_ = area;
    layout_ = lay_out(play_.board(), theme_, area);
  }
  bool is_solved() const override { return play_.is_solved(); }
  int moves() const override { return play_.moves(); }
  void next() override {
    Dealt<Board> dealt = deal_(number_ + 1);
    play_ = Play(std::move(dealt.board));
    name_ = std::move(dealt.name);
    ++number_;
    place(area_);
  }

 protected:
  Theme theme_;
  Play play_;
  BoardLayout layout_;

 private:
  BoardGame(const Theme& theme, Deal deal, Dealt<Board> first)
      : theme_(theme),
        play_(std::move(first.board)),
        deal_(std::move(deal)),
        name_(std::move(first.name)) {}

  Deal deal_;
  int number_ = 0;
  std::string name_;
  QRectF area_;
};

}  // namespace eyehand::arena
