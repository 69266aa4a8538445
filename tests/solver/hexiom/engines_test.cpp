// Each engine of the Hexiom solver by itself: in the race the fastest would hide the others'
// faults.
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

/// A random board that deduction does not refute.
struct Case {
  const Board& board;
  const std::vector<std::vector<Cell>>& answers;  // all of them, by brute force
  const Model& model;
  Places& places;  // settled
};

/// Calls test(Case) for random boards.
template <class Test>
void for_random_boards(std::uint64_t seed, int boards, Test&& test) {
  Random random(seed);
  for (int i = 0; i < boards; ++i) {
    const Board board = random_board(random);
    SCOPED_TRACE(to_text(board));
    const auto answers = brute_force(board.side).answers(board);
    const Model model(board);
    Places places(model);
    if (places.settle())
      test(Case{board, answers, model, places});
    else
      EXPECT_TRUE(answers.empty());
  }
}

/// All answers that an engine finds, each once. `next(filled)` finds the next one.
template <class Next>
Answers all_found(const Model& model, Next&& next) {
  Answers found;
  std::vector<std::uint8_t> filled;
  while (next(filled)) EXPECT_TRUE(found.insert(model.answer(filled)).second);
  return found;
}

Answers all_found(const Model& model, Search search) {
  std::uint64_t conflicts = std::numeric_limits<std::uint64_t>::max();
  return all_found(
      model, [&](auto& filled) { return search.next(filled, {}, conflicts) == Outcome::yes; });
}

/// The answers that come before all of their images or are equal to them, compared cell by cell,
/// where an empty cell is less than any piece.
Answers first_images(const Case& test) {
  const Hexagon hexagon(test.board.side);
  const auto pattern = [](std::vector<Cell> cells) {
    for (Cell& cell : cells) cell = is_piece(cell);
    return cells;
  };
  const auto symmetric = symmetries(test.board);
  Answers firsts;
  for (const auto& answer : test.answers)
    if (std::all_of(symmetric.begin(), symmetric.end(),
                    [&](int s) { return pattern(answer) <= pattern(image(answer, hexagon, s)); }))
      firsts.insert(answer);
  return firsts;
}

TEST(HexiomPlaces, KeepsEveryAnswerAndUndoes) {
  for_random_boards(1, effort(2000), [](const Case& test) {
    Places& places = test.places;
    const auto settled = places.domains();
    for (int c = 0; c < test.model.size(); ++c)
      // What follows from a decision holds in every answer that agrees with it.
      for (const Domain decision : {kNoPiece, kAnyPiece}) {
        const auto before = places.now();
        const bool holds = places.narrow(c, decision) && places.settle();
        for (const auto& answer : test.answers) {
          if (is_piece(answer[at(c)]) != (decision == kAnyPiece)) continue;
          ASSERT_TRUE(holds);
          for (std::size_t other = 0; other < answer.size(); ++other)
            EXPECT_TRUE(places.domains()[other] &
                        only(is_piece(answer[other]) ? answer[other] : kNothing));
        }
        places.undo(before);
        ASSERT_EQ(places.domains(), settled);
      }
  });
}

TEST(HexiomSearch, FindsEachAnswerOnce) {
  for_random_boards(2, effort(2000), [](const Case& test) {
    EXPECT_EQ(all_found(test.model, Search(test.model, test.places)), first_images(test));
  });
}

TEST(HexiomSearch, FindsTheAnswersThatAreTheirOwnImages) {
  int symmetric = 0;
  for_random_boards(3, effort(2000), [&](const Case& test) {
    const Hexagon hexagon(test.board.side);
    const auto numbers = symmetries(test.board);
    for (std::size_t s = 0; s < test.model.sources.size(); ++s) {
      Answers expected;
      for (const auto& answer : test.answers)
        if (image(answer, hexagon, numbers[s + 1]) == answer) expected.insert(answer);
      EXPECT_EQ(all_found(test.model, Search(test.model, test.places, {s})), expected)
          << "symmetry " << numbers[s + 1];
      symmetric += !expected.empty();
    }
  });
  EXPECT_GT(symmetric, effort(200));
}

TEST(HexiomSearch, ResumesAfterItsConflictLimit) {
  for_random_boards(4, effort(300), [](const Case& test) {
    Search search(test.model, test.places);
    const auto found = all_found(test.model, [&](auto& filled) {
      for (;;) {
        std::uint64_t conflicts = 1;
        const Outcome outcome = search.next(filled, {}, conflicts);
        if (outcome != Outcome::gave_up) return outcome == Outcome::yes;
        EXPECT_EQ(conflicts, 0u);
      }
    });
    EXPECT_EQ(found, first_images(test));
  });
}

TEST(HexiomSat, FindsEachAnswerOnce) {
  for_random_boards(5, effort(600), [](const Case& test) {
    const auto expected = first_images(test);
    if (expected.size() > 100) return;  // as many solver runs
    Sat sat(test.model, test.places.domains());
    EXPECT_EQ(
        all_found(test.model, [&](auto& filled) { return sat.next(filled, {}) == Outcome::yes; }),
        expected);
  });
}

TEST(HexiomAnneal, FindsAnswersAndOnlyAnswers) {
  for_random_boards(6, effort(600), [](const Case& test) {
    Anneal anneal(test.model, test.places.domains());
    std::vector<std::uint8_t> filled;
    bool found = false;
    for (int run = 0; run < (test.answers.empty() ? 1 : 200) && !found; ++run)
      found = anneal.find(filled, {}, 2000);
    EXPECT_EQ(found, !test.answers.empty());
    if (found) {
      EXPECT_EQ(std::count(test.answers.begin(), test.answers.end(), test.model.answer(filled)), 1);
    }
  });
}

}  // namespace
}  // namespace eyehand::hexiom
