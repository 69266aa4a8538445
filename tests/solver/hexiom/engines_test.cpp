// Each engine of the Hexiom solver by itself: together, the fastest hides what the others do wrong.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <set>

#include "puzzle/hexiom/text.hpp"
#include "solver/hexiom/anneal.hpp"
#include "solver/hexiom/places.hpp"
#include "solver/hexiom/sat.hpp"
#include "solver/hexiom/search.hpp"
#include "tests/solver/hexiom/brute_force.hpp"
#include "tests/support/effort.hpp"

namespace eyehand::hexiom {
namespace {

using Answers = std::set<std::vector<Cell>>;

/// The images of which none comes before the answer, cell by cell, an empty cell being less than
/// any piece.
Answers first_images(const std::vector<std::vector<Cell>>& answers, const Board& board) {
  const Hexagon hexagon(board.side);
  const auto pattern = [](std::vector<Cell> cells) {
    for (Cell& cell : cells) cell = is_piece(cell);
    return cells;
  };
  Answers firsts;
  for (const auto& answer : answers) {
    bool is_first = true;
    for (const int s : symmetries(board))
      is_first = is_first && pattern(answer) <= pattern(image(answer, hexagon, s));
    if (is_first) firsts.insert(answer);
  }
  return firsts;
}

TEST(HexiomPlaces, KeepsWhatIsInAnAnswerAndComesBack) {
  Random random(1);
  for (int i = 0; i < effort(2000); ++i) {
    const Board board = random_board(random);
    const auto answers = brute_force(board.side).answers(board);
    const Model model(board);
    Places places(model, nullptr);
    if (!places.settle()) {
      EXPECT_TRUE(answers.empty()) << to_text(board);
      continue;
    }
    for (int c = 0; c < model.size(); ++c) {
      const auto settled = places.domains();
      // What follows from a decision holds in every answer that agrees with it.
      for (const Domain decision : {kNoPiece, kAnyPiece}) {
        const auto before = places.now();
        const bool holds = places.narrow(c, decision) && places.settle();
        for (const auto& answer : answers) {
          if (is_piece(answer[static_cast<std::size_t>(c)]) != (decision == kAnyPiece)) continue;
          ASSERT_TRUE(holds) << to_text(board);
          for (std::size_t other = 0; other < answer.size(); ++other)
            EXPECT_TRUE(places.domains()[other] &
                        only(is_piece(answer[other]) ? answer[other] : kNothing));
        }
        places.undo(before);
        ASSERT_EQ(places.domains(), settled);
      }
    }
  }
}

TEST(HexiomSearch, FindsEachAnswerOnce) {
  Random random(2);
  for (int i = 0; i < effort(2000); ++i) {
    const Board board = random_board(random);
    const auto expected = first_images(brute_force(board.side).answers(board), board);
    const Model model(board);
    Places places(model, nullptr);
    if (!places.settle()) continue;
    Search search(model, places, nullptr);
    Answers found;
    std::vector<std::uint8_t> filled;
    std::uint64_t conflicts = std::numeric_limits<std::uint64_t>::max();
    while (search.next(filled, {}, conflicts) == Search::Outcome::answer)
      EXPECT_TRUE(found.insert(model.answer(filled)).second) << to_text(board);
    EXPECT_EQ(found, expected) << to_text(board);
  }
}

TEST(HexiomSearch, FindsTheAnswersThatAreTheirOwnImages) {
  Random random(3);
  int symmetric = 0;
  for (int i = 0; i < effort(2000); ++i) {
    const Board board = random_board(random);
    const Hexagon hexagon(board.side);
    const auto answers = brute_force(board.side).answers(board);
    const Model model(board);
    Places places(model, nullptr);
    if (!places.settle()) continue;
    const auto numbers = symmetries(board);
    for (std::size_t s = 0; s < model.sources.size(); ++s) {
      Answers expected, found;
      for (const auto& answer : answers)
        if (image(answer, hexagon, numbers[s + 1]) == answer) expected.insert(answer);
      Search search(model, places, nullptr, {s});
      std::vector<std::uint8_t> filled;
      std::uint64_t conflicts = std::numeric_limits<std::uint64_t>::max();
      while (search.next(filled, {}, conflicts) == Search::Outcome::answer)
        EXPECT_TRUE(found.insert(model.answer(filled)).second);
      EXPECT_EQ(found, expected) << to_text(board) << numbers[s + 1];
      symmetric += !expected.empty();
    }
  }
  EXPECT_GT(symmetric, effort(200));
}

TEST(HexiomSearch, GoesOnWhereItGaveUp) {
  Random random(4);
  for (int i = 0; i < effort(300); ++i) {
    const Board board = random_board(random);
    const auto expected = first_images(brute_force(board.side).answers(board), board);
    const Model model(board);
    Places places(model, nullptr);
    if (!places.settle()) continue;
    Search search(model, places, nullptr);
    Answers found;
    std::vector<std::uint8_t> filled;
    for (bool more = true; more;) {
      std::uint64_t conflicts = 1;
      switch (search.next(filled, {}, conflicts)) {
        case Search::Outcome::answer:
          EXPECT_TRUE(found.insert(model.answer(filled)).second);
          break;
        case Search::Outcome::none:
          more = false;
          break;
        case Search::Outcome::gave_up:
          EXPECT_EQ(conflicts, 0u);
          break;
      }
    }
    EXPECT_EQ(found, expected) << to_text(board);
  }
}

TEST(HexiomSat, FindsEachAnswerOnce) {
  Random random(5);
  for (int i = 0; i < effort(600); ++i) {
    const Board board = random_board(random);
    const auto expected = first_images(brute_force(board.side).answers(board), board);
    if (expected.size() > 100) continue;  // as many solver runs
    const Model model(board);
    Places places(model, nullptr);
    if (!places.settle()) continue;
    Sat sat(model, places.domains());
    Answers found;
    std::vector<std::uint8_t> filled;
    while (sat.next(filled, {}) == Cadical::Outcome::yes)
      EXPECT_TRUE(found.insert(model.answer(filled)).second) << to_text(board);
    EXPECT_EQ(found, expected) << to_text(board);
  }
}

TEST(HexiomAnneal, FindsAnswersAndOnlyAnswers) {
  Random random(6);
  for (int i = 0; i < effort(600); ++i) {
    const Board board = random_board(random);
    const auto answers = brute_force(board.side).answers(board);
    const Model model(board);
    Places places(model, nullptr);
    if (!places.settle()) continue;
    Anneal anneal(model, places.domains());
    std::vector<std::uint8_t> filled;
    bool found = false;
    for (int run = 0; run < (answers.empty() ? 1 : 200) && !found; ++run)
      found = anneal.find(filled, {}, 2000);
    EXPECT_EQ(found, !answers.empty()) << to_text(board);
    if (found) {
      EXPECT_EQ(std::count(answers.begin(), answers.end(), model.answer(filled)), 1);
    }
  }
}

}  // namespace
}  // namespace eyehand::hexiom
