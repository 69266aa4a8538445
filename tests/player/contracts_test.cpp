// What every game must fulfil, whichever it is: registered in player/games.cpp, it is tested here.
#include <gtest/gtest.h>

#include <ostream>
#include <set>

#include "player/games.hpp"
#include "player/skin.hpp"
#include "puzzle/error.hpp"
#include "tests/contracts/text.hpp"
#include "tests/support/paths.hpp"

namespace eyehand {

void PrintTo(const Game* game, std::ostream* out) {
  *out << game->name();
}

namespace {

class AnyGame : public testing::TestWithParam<const Game*> {
 protected:
  const Game& game() const { return *GetParam(); }
  std::string generate(std::uint64_t seed) const {
    GenerateOptions request;
    request.width = request.height = 4;
    request.seed = seed;
    return game().generate(request, Deadline::after(std::chrono::seconds(60)));
  }
};

TEST_P(AnyGame, IsDescribed) {
  EXPECT_EQ(find_game(game().name()), &game());
  EXPECT_NE(game().about(), "");
  std::set<std::string_view> words;
  for (const RuleWord& rule : game().rules()) EXPECT_TRUE(words.insert(rule.word).second);
  for (const OptionInfo& option : game().generate_options())
    EXPECT_TRUE(words.insert(option.word).second);
}

TEST_P(AnyGame, GeneratesFromSizeAndSeed) {
  const std::string puzzle = generate(1);
  EXPECT_EQ(puzzle, generate(1));
  std::set<std::string> puzzles;
  for (std::uint64_t seed = 0; seed < 5; ++seed) puzzles.insert(generate(seed));
  EXPECT_GT(puzzles.size(), 2u);
}

TEST_P(AnyGame, SolvesWhatItGenerates) {
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    const std::string puzzle = generate(seed);
    const TextSolution found = game().solve(puzzle, {});
    EXPECT_NE(found.answer, "") << puzzle;
    EXPECT_GE(found.count, 1u);
    EXPECT_TRUE(found.status == Status::unique || found.status == Status::multiple)
        << name(found.status);
    TextOptions one;
    one.count_limit = 1;
    const TextSolution any = game().solve(puzzle, one);
    EXPECT_TRUE(any.status == Status::unique || any.status == Status::found) << name(any.status);
  }
}

TEST_P(AnyGame, ExplainsInWordsWhatItDeduces) {
  const Trace trace = [](const Deduction& step) {
    EXPECT_NE(step.rule, "");
    EXPECT_NE(step.where, "");
    EXPECT_NE(step.what, "");
  };
  TextOptions traced;
  traced.trace = &trace;
  EXPECT_NE(game().solve(generate(0), traced).answer, "");
}

TEST_P(AnyGame, DrawsTheCourseOfItsSolution) {
  const std::string puzzle = generate(1);
  if (game().drawing(puzzle, {}).empty()) GTEST_SKIP() << "it has no drawings";
  std::vector<Deduction> steps;
  const Trace trace = [&](const Deduction& step) { steps.push_back(step); };
  TextOptions traced;
  traced.trace = &trace;
  const TextSolution solution = game().solve(puzzle, traced);
  const Course course = course_of(solution, steps);
  const DrawnBoard board = game().drawing(puzzle, course);
  const DrawnBoard at_once = game().drawing(puzzle, {.solution = &solution});
  const DrawnBoard unsolved = game().drawing(puzzle, {.end = course.end});
  ASSERT_EQ(board.cells.size(), at_once.cells.size());
  ASSERT_EQ(board.cells.size(), unsolved.cells.size());
  EXPECT_LE(course.decided_at.size(), board.cells.size());
  const auto last = [](const DrawnCell& cell) {
    return cell.states.empty() ? "" : cell.states.back().content;
  };
  std::size_t solved = 0;
  for (std::size_t cell = 0; cell < board.cells.size(); ++cell) {
    EXPECT_FALSE(board.cells[cell].outline.empty());
    int before = -1;
    for (const CellState& state : board.cells[cell].states) {
      EXPECT_GT(state.from, before);
      EXPECT_LE(state.from, course.end);
      before = state.from;
    }
    EXPECT_EQ(last(board.cells[cell]), last(at_once.cells[cell])) << "the solution is the same";
    solved += last(board.cells[cell]) != last(unsolved.cells[cell]);
  }
  EXPECT_GT(solved, 0U);
}

TEST_P(AnyGame, NamesTheSamePartsForTheSameText) {
  const std::string puzzle = generate(0);
  const auto parts = game().parts(puzzle);
  EXPECT_FALSE(parts.empty());
  EXPECT_EQ(parts, game().parts(puzzle));
  const auto places = game().places(puzzle);
  if (!places.empty()) {
    EXPECT_EQ(places.size(), parts.size());
  }
  EXPECT_EQ(game().parts(generate(1)).size(), parts.size()) << "of boards of one size";
  EXPECT_NE(game().picture(puzzle), "");
}

TEST_P(AnyGame, SplitsAFileIntoItsPuzzles) {
  const std::vector<std::string> puzzles = {generate(0), generate(1)};
  const auto split = game().split(puzzles[0] + "\n\n" + puzzles[1] + "\n");
  ASSERT_EQ(split.size(), 2u);
  for (std::size_t i = 0; i < 2; ++i)
    EXPECT_EQ(game().parts(split[i]), game().parts(puzzles[i])) << split[i];
  EXPECT_TRUE(game().split("").empty());
  EXPECT_TRUE(game().split("\n \n").empty());
}

TEST_P(AnyGame, RefusesMalformedTextWithASentence) {
  const auto read = [&](std::string_view text) { game().parts(text); };
  for (const char* text : {"", "?", "0x0:", "-1x3:", "99999999999x2:", "\xff\xfe", "5x5"})
    EXPECT_NE(test::error_of(text, read), "") << text;
  test::expect_damage_is_refused_or_read(generate(0), read);
}

TEST_P(AnyGame, RefusesUnknownWords) {
  const std::string puzzle = generate(0);
  TextOptions options;
  options.rules = {"no-such-rule"};
  EXPECT_THROW(game().solve(puzzle, options), Error);
  GenerateOptions request;
  request.rules = {"no-such-rule"};
  EXPECT_THROW(game().generate(request, {}), Error);
  request.rules.clear();
  request.options["no-such-option"] = "";
  EXPECT_THROW(game().generate(request, {}), OptionError);
}

INSTANTIATE_TEST_SUITE_P(Games, AnyGame,
                         testing::ValuesIn(std::vector(games().begin(), games().end())),
                         [](const auto& each) { return std::string(each.param->name()); });

std::vector<std::string> shipped_skins() {
  std::vector<std::string> names;
  for (const auto& file : std::filesystem::directory_iterator(test::source_path("skins")))
    if (file.path().extension() == ".toml") names.push_back(file.path().string());
  std::sort(names.begin(), names.end());
  return names;
}

class AnySession : public testing::TestWithParam<std::string> {};

TEST_P(AnySession, SeesNoBoardInAPictureWithoutOne) {
  const Skin skin = load_skin(GetParam());
  const auto session = game_named(skin.game).begin(skin);
  EXPECT_TRUE(session->plan().empty());
  EXPECT_TRUE(session->uncover().empty());
  for (const cv::Size size : {cv::Size(1, 1), cv::Size(40, 30), cv::Size(400, 300)}) {
    Frame frame;
    frame.image = cv::Mat(size, CV_8UC3, cv::Scalar::all(120));
    frame.on_screen = cv::Rect({}, size);
    const Observation seen = session->observe(frame);
    EXPECT_FALSE(seen.accepted());
    EXPECT_FALSE(seen.solved);
    EXPECT_FALSE(seen.same);
    EXPECT_TRUE(session->plan().empty());
    EXPECT_TRUE(session->redraw().empty());
    EXPECT_EQ(session->overlay({}).size(), size);
  }
}

INSTANTIATE_TEST_SUITE_P(Skins, AnySession, testing::ValuesIn(shipped_skins()),
                         [](const auto& each) {
                           std::string name = std::filesystem::path(each.param).stem().string();
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace eyehand
