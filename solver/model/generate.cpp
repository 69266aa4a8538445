#include "solver/model/generate.hpp"

#include <algorithm>

#include "puzzle/error.hpp"
#include "solver/model/compiled.hpp"
#include "solver/model/solve.hpp"
#include "solver/random.hpp"

namespace eyehand::model {
namespace {

/// After so many boards without a solution, and none with one, there is no hope.
constexpr int kMostImpossible = 1000;

/// Changes a puzzle until it has no other solution. False if that was not done in time.
bool make_unique(const Rules& rules, Board& board, std::vector<int>& solution, const Draw& draw,
                 const Deadline& deadline) {
  for (;;) {
    const Model model = constrained(rules, board);
    Compiled compiled(model);
    compiled.exclude(solution);
    const Outcome outcome = compiled.engine().solve(deadline);
    if (outcome != Outcome::yes) return outcome == Outcome::no;
    rules.rule_out(compiled.marks(), board, solution, draw);
  }
}

void leave_out(const Rules& rules, Board& board, std::size_t place) {
  if (place < board.clues.size())
    board.clues[place] = rules.hidden;
  else
    board.lines[place - board.clues.size()].clear();
}

/// The clues that may be left out, in the order in which to try: those of cells first.
std::vector<std::size_t> shuffled_clues(const Model& model, Random& random) {
  std::vector<std::size_t> places;
  for (const Sentence& sentence : model.sentences())
    if (sentence.is_clue) places.push_back(at(sentence.place));
  std::ranges::sort(places);
  places.erase(std::unique(places.begin(), places.end()), places.end());
  random.shuffle(places);
  std::stable_partition(places.begin(), places.end(),
                        [&](auto place) { return place < model.board().clues.size(); });
  return places;
}

/// Leaves out clues as long as the solution follows (see follows()). False if it never did.
bool reduce_easily(const Rules& rules, Board& board, Random& random, const Deadline& deadline) {
  if (!follows(rules, board)) return false;
  for (const std::size_t place : shuffled_clues(constrained(rules, board), random)) {
    if (deadline.passed()) break;
    const Board before = board;
    leave_out(rules, board, place);
    if (!follows(rules, board)) board = before;
  }
  return true;
}

/// Leaves out clues as long as the solution stays the only one. False if it never was.
bool reduce(const Rules& rules, Board& board, const std::vector<int>& solution, Random& random,
            const Deadline& deadline) {
  const Board full = board;
  const Model model = constrained(rules, full);
  Compiled compiled(model, true);
  compiled.exclude(solution);
  std::vector<std::vector<int>> sentences_of(board.clues.size() + board.lines.size());
  sat::Literals always;
  for (std::size_t i = 0; i < model.sentences().size(); ++i) {
    const Sentence& sentence = model.sentences()[i];
    (sentence.is_clue ? sentences_of[at(sentence.place)] : always).push_back(compiled.holds(i));
  }
  // Whether there is no other solution without the clue at this place; then leaves out all clues
  // that did not matter.
  const auto is_unique_without = [&](std::size_t without) {
    sat::Literals assumed = always;
    // Lines first, so that cells matter only if lines do not suffice.
    for (std::size_t i = 0; i < sentences_of.size(); ++i)
      if (const std::size_t place = (i + board.clues.size()) % sentences_of.size();
          place != without)
        assumed.insert(assumed.end(), sentences_of[place].begin(), sentences_of[place].end());
    if (compiled.engine().solve(deadline, assumed) != Outcome::no) return false;
    sat::Literals needed = compiled.engine().failed();
    std::sort(needed.begin(), needed.end());
    for (std::vector<int>& sentences : sentences_of)
      if (std::none_of(sentences.begin(), sentences.end(), [&](int literal) {
            return std::binary_search(needed.begin(), needed.end(), literal);
          }))
        sentences.clear();
    return true;
  };
  if (!is_unique_without(sentences_of.size())) return false;
  const std::vector<std::size_t> places = shuffled_clues(model, random);
  for (const std::size_t place : places) {
    if (deadline.passed()) break;
    if (!sentences_of[place].empty()) is_unique_without(place);
  }
  for (const std::size_t place : places)
    if (sentences_of[place].empty()) leave_out(rules, board, place);
  return true;
}

}  // namespace

std::optional<Board> generate(const Rules& rules, const GenerateOptions& options,
                              const Deadline& deadline) {
  if (!is_board_size(options.width, options.height, kMaxCells))
    throw Error(std::string(rules.title) + ": a board has 1 to " + std::to_string(kMaxCells) +
                " cells.");
  Random random(options.seed);
  const Draw draw = [&](int n) {
    return static_cast<int>(random.below(static_cast<std::uint32_t>(n)));
  };
  int impossible = 0;  // boards without a solution
  while (!deadline.passed()) {
    Board board(options.width, options.height);
    board.variant = options.variant;
    if (rules.begin) board = rules.begin(board, draw);
    std::vector<int> solution;
    {
      const Model model = constrained(rules, board);
      Compiled compiled(model);
      compiled.engine().shuffle(random);
      const Outcome outcome = compiled.engine().solve(deadline);
      if (outcome == Outcome::no && ++impossible == kMostImpossible)
        throw Error(std::string(rules.title) + ": no board of this size has a solution.");
      if (outcome != Outcome::yes) continue;
      impossible = 0;
      solution = compiled.marks();
    }
    rules.give_clues(board, solution, draw);
    if (options.unique && rules.rule_out && !make_unique(rules, board, solution, draw, deadline))
      continue;
    if (!options.unique) return board;
    if (options.difficulty == Difficulty::easy) {
      if (reduce_easily(rules, board, random, deadline)) return board;
    } else if (reduce(rules, board, solution, random, deadline)) {
      if (options.difficulty == Difficulty::any || !follows(rules, board)) return board;
    }
  }
  return std::nullopt;
}

}  // namespace eyehand::model
