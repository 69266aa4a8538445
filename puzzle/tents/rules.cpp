#include "puzzle/model/rules.hpp"

#include <algorithm>

#include "puzzle/error.hpp"

namespace eyehand::tents {
namespace {

using namespace model;

constexpr int kTree = 0;

void constrain(const Board& board, Model& model) {
  const Literals tent = model.marked(1);
  std::vector<Literals> links_of(at(board.cells()));  // a tent belongs to a tree beside it
  const auto is_tree = [&](int cell) { return board.clues[at(cell)] == kTree; };
  // So that a board of which a part is hidden is not taken for a smaller one.
  const auto trees = static_cast<int>(std::ranges::count(board.clues, kTree));
  for (const bool rows : {false, true}) {
    int tents = 0;
    bool all = !board.lines.empty();
    for (int i = rows ? board.width : 0; all && i < board.width + (rows ? board.height : 0); ++i)
      if ((all = !board.lines[at(i)].empty())) tents += board.lines[at(i)][0];
    if (all && tents != trees)
      throw Error("Tents: there are " + std::to_string(trees) + " trees, but the " +
                  (rows ? "rows" : "columns") + " have " + std::to_string(tents) + " tents.");
  }
  for (int tree = 0; tree < board.cells(); ++tree) {
    if (!is_tree(tree)) continue;
    model.because("a tree is at {at}", tree).require(-tent[at(tree)]);
    for (const int cell : board.beside(tree)) {
      if (is_tree(cell)) continue;
      const int link = model.fresh();
      model.if_then(link, tent[at(cell)]);
      links_of[at(tree)].push_back(link);
      links_of[at(cell)].push_back(link);
    }
    model.because("the tree at {at} has a tent of its own", tree).exactly(1, links_of[at(tree)]);
  }
  for (int cell = 0; cell < board.cells(); ++cell) {
    if (is_tree(cell)) continue;
    model.because("a tent at {at} would need a tree of its own beside it", cell)
        .exactly(1, links_of[at(cell)], tent[at(cell)]);
    model.because("tents must not touch, as one at {at} would", cell);
    for (const int other : board.around(cell))
      if (other > cell) model.any({-tent[at(cell)], -tent[at(other)]});
  }
  for (std::size_t i = 0; i < board.lines.size(); ++i)
    if (const std::vector<int>& count = board.lines[i]; !count.empty())
      model.because("{at} has {n} tent{s}", board.place_of_line(i), count[0])
          .exactly(count[0], of(tent, board.line(i)));
}

Board begin(const Board& empty, const Draw& draw) {
  Board board = empty;
  std::vector<int> tents(board.clues.size(), 0);
  for (int tries = board.cells() * 2, left = board.cells() / 5; tries > 0 && left > 0; --tries) {
    const int cell = draw(board.cells());
    const std::vector<int> near = board.around(cell), beside = board.beside(cell);
    const int tree = beside.empty() ? cell : beside[at(draw(static_cast<int>(beside.size())))];
    bool is_free = tree != cell && !tents[at(cell)] && !tents[at(tree)] &&
                   board.clues[at(cell)] == kBlank && board.clues[at(tree)] == kBlank;
    for (const int other : near) is_free = is_free && !tents[at(other)];
    if (!is_free) continue;
    tents[at(cell)] = 1;
    board.clues[at(tree)] = kTree;
    --left;
  }
  return board;
}

void give_clues(Board& board, const std::vector<int>& solution, const Draw&) {
  board.lines.assign(at(board.width + board.height), {0});
  for (int cell = 0; cell < board.cells(); ++cell) {
    board.lines[at(board.column_of(cell))][0] += solution[at(cell)];
    board.lines[at(board.width + board.row_of(cell))][0] += solution[at(cell)];
  }
}

}  // namespace

const Rules& rules() {
  static const Rules rules = {
      .name = "tents",
      .title = "Tents",
      .about = "pitch a tent beside each tree; tents do not touch",
      .usual_side = 10,
      .mark = "a tent",
      .symbols = {"tree"},
      .text = tatham_size() + gaps_and_clues({"_abcdefghijklmnopqrstuvwxy"}, "z") + literally(",") +
              lines("tl", ','),
      .saved = {"Tents", "Nx,y", "Tx,y"},
      .constrain = constrain,
      .begin = begin,
      .give_clues = give_clues,
  };
  return rules;
}

}  // namespace eyehand::tents
