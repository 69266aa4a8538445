// Pages of rules learned by labels from one picture, then used to read other boards of the program.
#include <gtest/gtest.h>

#include <fstream>
#include <ostream>

#include "calibration/learn_labels.hpp"
#include "player/games.hpp"
#include "puzzle/model/rules.hpp"
#include "puzzle/saved_game.hpp"
#include "tests/calibration/label_answers.hpp"
#include "tests/support/contents.hpp"
#include "tests/support/paths.hpp"
#include "tests/vision/sgt_program.hpp"

namespace eyehand::calibration {
namespace {

/// A program of Simon Tatham's collection.
struct Case {
  std::string program, name, game;
  std::string board;  ///< shows all digits and clues
  /// The moves that put the mark 0 (of two), 1, or 2, into a cell; x and y stand for its place.
  /// Empty: there is none such.
  std::string moves[3];
  std::vector<std::string> controls;  ///< the answers about them
  std::string parameters;             ///< of other boards
};

void PrintTo(const Case& each, std::ostream* out) {
  *out << each.program;
}

/// The moves that put each mark on one of the first free cells; the board has them, too.
std::vector<std::string> moves_for(const Case& each, model::Board& board) {
  std::vector<std::string> moves;
  int cell = 0;
  for (const int mark : {1, 0, 2}) {
    if (each.moves[mark].empty()) continue;
    while (board.clues[at(cell)] != model::kBlank) ++cell;
    board.marks[at(cell)] = mark;
    moves.push_back(move_text(each.moves[mark], board.column_of(cell), board.row_of(cell)));
    ++cell;
  }
  return moves;
}

class LearnPageByLabels : public testing::TestWithParam<Case> {};

/// At the size at which it was learned, and at larger ones; where cells are smaller, digits may be
/// unclear.
TEST_P(LearnPageByLabels, ReadsOtherBoardsFromOnePicture) {
  const Case& each = GetParam();
  const test::SgtProgram program(each.program);
  if (!program.is_installed()) GTEST_SKIP() << each.program << " is not installed";
  const model::Rules& rules = model::page(each.game);
  model::Board board = read(rules, each.board);
  const TempFolder folder;
  const auto file = folder.path() / "saved";
  const std::vector<std::string> moves = moves_for(each, board);
  std::ofstream(file) << saved_game(each.name, each.board, moves, moves.size());
  const Frame frame = program.draw({file}, 32);
  EXPECT_EQ(game_named(each.game).begin(program.skin())->observe(frame).text, write(rules, board));
  const auto labelling = find_groups(frame, each.game);
  auto answers = page_answers(labelling->groups(), rules, board);
  answers.insert(answers.end(), each.controls.begin(), each.controls.end());
  ASSERT_EQ(labelling->groups().size() + labelling->further_questions().size(), answers.size());
  for (std::size_t i = 0; i < answers.size(); ++i) {
    EXPECT_TRUE(labelling->is_answer_for(i, answers[i])) << answers[i];
    EXPECT_FALSE(labelling->is_answer_for(i, "no sense"));
  }
  const Learned learned = labelling->learn(answers, learn_options_for(each.game));
  EXPECT_EQ(learned.board, write(rules, board)) << learned.skin;

  const Skin skin = parse_skin(learned.skin, "learned");
  int refused = 0, boards = 0;
  for (const std::string& other : program.generate(each.parameters, 20)) {
    const int size = std::array{32, 40, 48}[static_cast<std::size_t>(boards++ % 3)];
    const Observation seen =
        game_named(each.game).begin(skin)->observe(program.draw({other}, size));
    refused += !seen.accepted();
    if (!seen.accepted()) continue;
    EXPECT_EQ(seen.text, write(rules, read(rules, other)));
  }
  EXPECT_LE(refused, 1) << learned.skin;

  const auto number = std::ranges::find_if(answers, [](const auto& answer) {
    return answer.size() == 1 && answer[0] >= '1' && answer[0] <= '9';
  });
  if (number == answers.end()) return;
  *number = "12";  // it shows one digit
  EXPECT_THROW(labelling->learn(answers, learn_options_for(each.game)), LearnStopped);
}

const std::vector<std::string> kErase = {"BackSpace"};

INSTANTIATE_TEST_SUITE_P(
    Programs, LearnPageByLabels,
    testing::Values(
        Case{"sgt-lightup",
             "Light Up",
             "lightup",
             "10x10:c1hBd2c2a1a2b3h1a1bBnBb2a1hBb0aBa2c3d4hBc",
             {"Ix,y", "Lx,y"},
             {"? 1", "-", "? 0", "n"},
             "10x10b20s4d1"},
        Case{"sgt-unruly",
             "Unruly",
             "unruly",
             "8x8:aLaeJCbdGCBdBBCBb",
             {"P0,x,y", "P1,x,y"},
             {"? 1 0", "-", "? 0 1", "y"},
             "10x10dn"},
        Case{"sgt-range",
             "Range",
             "range",
             "13x9:e10a7a8j9a5b6_10b4_10e12c7g8s10g6c7e5_5b3_9b7a14j2a9a5e",
             {"W,y,x", "B,y,x"},
             {"? 1 0", "-", "? 0 1", "n"},
             "9x6"},
        Case{"sgt-tents",
             "Tents",
             "tents",
             "8x8:hccdicbadga_g,3,1,1,1,1,2,0,3,1,2,2,0,4,0,2,1",
             {"Nx,y", "Tx,y"},
             {"? 1", "-", "? 0", "n"},
             "8x8de"},
        Case{"sgt-pattern",
             "Pattern",
             "nonogram",
             "20x20:8.6/10.6/5.3.6/5.2.7/3.11/3.5.2/3.5.1/4.4.3/3.1.3/3.3/3.2/2.1.3.1/2.3.8/2.4.9/"
             "8.6/1.3.2/1.5/4/4.1.2/5.3/1.1.1.5/3.8/10.2/11.4/7.4.1/3.4.3/2.2.4/4.1.3/4.1.3/3.3.1/"
             "1.4.3/4.6/12.1/5.1.5/5.5/5.3.1/6.4.1.2/9.1.1/5.2.2/3.1.2.1",
             {"Ex,y,1,1", "Fx,y,1,1"},
             {"? 1", "-", "? 0", "y"},
             "10x10"},
        Case{"sgt-solo",
             "Solo",
             "sudoku",
             "3x3:c1a8b7_6_4b9e2a3d1b8d6b9a6_2_1a8b6d9b9d2a5e7b2_8_2b5a4c",
             {"", "Rx,y,1", "Rx,y,2"},
             kErase,
             "3x3db"},
        Case{"sgt-singles",
             "Singles",
             "singles",
             "8x8:2452775425432671678541388211355884147725582714463853248556385114",
             {},
             {"? 1", "-", "? 0", "n"},
             "8x8dk"},
        Case{"sgt-mosaic",
             "Mosaic",
             "mosaic",
             "10x10:b5e2a1c44f3334a6a14b01a54d30c2b34b3a3b4b32d6b23e7b22b7a98g4c",
             {"Tx,y", "tx,y"},
             {"? 1 0", "-", "? 0 1", "y"},
             "10x10"}),
    [](const auto& each) { return each.param.game; });

/// A window of another program, captured in a desktop or a browser.
struct Captured {
  std::string program, game, learned, other;  ///< tests/data/PROGRAM/LEARNED.png and .txt
};

void PrintTo(const Captured& each, std::ostream* out) {
  *out << each.program;
}

class LearnCapturedPageByLabels : public testing::TestWithParam<Captured> {};

/// The other window may show what the first does not: then it is refused.
TEST_P(LearnCapturedPageByLabels, MisreadsNothing) {
  const Captured& each = GetParam();
  const model::Rules& rules = model::page(each.game);
  const auto file = [&](const std::string& name) {
    return test::source_path("tests/data/") + each.program + '/' + name;
  };
  const auto truth = [&](const std::string& name) {
    return read(rules, test::contents(file(name + ".txt")));
  };
  const auto labelling = find_groups(test::picture_frame(file(each.learned + ".png")), each.game);
  auto answers = page_answers(labelling->groups(), rules, truth(each.learned));
  if (rules.has_numbers())
    answers.push_back("BackSpace");
  else
    answers.insert(answers.end(), {"? 1", "-", "? 0", "n"});
  const Learned learned = labelling->learn(answers, learn_options_for(each.game));
  EXPECT_EQ(learned.board, write(rules, truth(each.learned)));
  const Observation seen = game_named(each.game)
                               .begin(parse_skin(learned.skin, "learned"))
                               ->observe(test::picture_frame(file(each.other + ".png")));
  EXPECT_TRUE(!seen.accepted() || seen.text == write(rules, truth(each.other))) << seen.text;
}

INSTANTIATE_TEST_SUITE_P(
    Programs, LearnCapturedPageByLabels,
    testing::Values(Captured{"hitori", "singles", "solved-8", "empty-5"},
                    Captured{"gnome-sudoku", "sudoku", "empty-51", "empty-21"},
                    Captured{"pzpr-hitori", "singles", "solved-27", "empty-36"},
                    Captured{"pzpr-lightup", "lightup", "solved-22", "empty-29"},
                    Captured{"pzpr-sudoku", "sudoku", "solved-25", "empty-20"}),
    [](const auto& each) {
      std::string name = each.param.program;
      std::erase(name, '-');
      return name;
    });

}  // namespace
}  // namespace eyehand::calibration
