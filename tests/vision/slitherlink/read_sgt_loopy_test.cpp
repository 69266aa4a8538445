// Boards drawn by sgt-loopy itself, on all its grids, compared with the games that it saves.
#include <gtest/gtest.h>

#include <cctype>
#include <fstream>
#include <iomanip>
#include <map>
#include <opencv2/imgproc.hpp>
#include <random>
#include <sstream>

#include "process/process.hpp"
#include "process/temp_folder.hpp"
#include "puzzle/slitherlink/text.hpp"
#include "solver/slitherlink/solve.hpp"
#include "tests/support/effort.hpp"
#include "tests/vision/sgt_program.hpp"
#include "vision/slitherlink/read.hpp"

namespace eyehand {
namespace {

using slitherlink::Mark;
using slitherlink::Reading;

/// The content of a save file.
struct Game {
  std::string file;
  std::string id;           ///< for the command line
  std::string description;  ///< the clues alone
  std::vector<bool> answer;
  int faces = 0;
  std::map<int, int> clues;  ///< how often each is there
};

/// How many edges there are of each kind.
using Marks = std::map<Mark, int>;

Marks marks_of(const Reading& reading) {
  Marks marks;
  for (const Mark mark : reading.board.marks) ++marks[mark];
  return marks;
}

/// The clues by the centres of their faces, in pixels.
std::map<std::pair<int, int>, int> clues_by_place(const Reading& reading) {
  std::map<std::pair<int, int>, int> clues;
  for (int f = 0; f < reading.board.grid->faces(); ++f) {
    cv::Point2d middle;
    const auto corners = reading.board.grid->vertices_of_face(f);
    for (const int v : corners) {
      const auto p = reading.where[static_cast<std::size_t>(v)];
      middle += cv::Point2d(p.x, p.y) / static_cast<double>(corners.size());
    }
    clues[{cvRound(middle.x), cvRound(middle.y)}] =
        reading.board.clues[static_cast<std::size_t>(f)];
  }
  return clues;
}

class ReadLoopy : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!program_.is_installed()) GTEST_SKIP() << "sgt-loopy is not installed";
    program_.skin().file.read("appearance", appearance_);
  }

  Game generate(const std::string& parameters, int seed) {
    const std::string prefix = directory_.path() / "game";
    const std::string wanted = parameters + "#" + std::to_string(seed);
    run_program({"sgt-loopy", "--generate", "1", "--save", prefix, "--with-solutions", wanted}, {});
    Game game;
    game.file = prefix + "0";
    std::ifstream in(game.file);
    std::string type;
    for (std::string line; std::getline(in, line);) {
      const std::string value = line.substr(std::min(line.size(), line.find(':', 9) + 1));
      if (line.rfind("PARAMS", 0) == 0) type = value.substr(0, value.find('d'));
      if (line.rfind("DESC", 0) == 0) game.description = value;
      if (line.rfind("SOLVE", 0) == 0)
        for (const char c : value)
          if (c == 'y' || c == 'n') game.answer.push_back(c == 'y');
    }
    game.id = type + ":" + game.description;
    const auto clues = game.description.find('_');
    if (clues != std::string::npos) game.description.erase(0, clues + 1);
    for (const char c : game.description) {
      if (std::islower(c)) {
        game.faces += c - 'a' + 1;
        continue;
      }
      ++game.faces;
      ++game.clues[std::isdigit(c) ? c - '0' : c - 'A' + 10];
    }
    return game;
  }

  /// The game after a move that sets these edges, by their numbers in the program.
  Frame render_moved(const Game& game, const std::map<std::size_t, Mark>& edges, int tile) {
    const std::string file = directory_.path() / "moved";
    std::ifstream in(game.file);
    std::ofstream out(file);
    for (std::string line; std::getline(in, line);)
      if (line.rfind("SOLVE", 0) != 0 && line.rfind("NSTATES", 0) != 0 &&
          line.rfind("STATEPOS", 0) != 0)
        out << line << '\n';
    std::string move;
    for (const auto& [edge, mark] : edges)
      move += std::to_string(edge) + (mark == Mark::line ? "y" : "n");
    out << "NSTATES :1:2\nSTATEPOS:1:2\nMOVE    :" << move.size() << ":" << move << '\n';
    out.close();
    return program_.draw({"--load", file}, tile);
  }

  void expect_fits(const Reading& reading, const Game& game, const std::string& how) {
    ASSERT_TRUE(reading.board.grid) << how;
    const auto& grid = *reading.board.grid;
    EXPECT_EQ(grid.faces(), game.faces) << how;
    EXPECT_EQ(static_cast<std::size_t>(grid.edges()), game.answer.size()) << how;
    EXPECT_EQ(reading.where.size(), static_cast<std::size_t>(grid.vertices())) << how;
    std::map<int, int> clues;
    for (const int clue : reading.board.clues)
      if (clue != slitherlink::kNoClue) ++clues[clue];
    EXPECT_EQ(clues, game.clues) << how;
    if (game.id.find("t0:") == std::string::npos) return;
    ASSERT_TRUE(grid.shape()) << how;
    EXPECT_EQ(slitherlink::to_loopy_id(reading.board), game.id) << how;
  }

  slitherlink::Appearance appearance_;
  test::SgtProgram program_{"sgt-loopy"};
  TempFolder directory_;
  std::mt19937 random_{20230122};
};

/// All types of grid, each with a size.
const std::vector<std::string> kGrids = {"7x7t0",  "6x5t1",  "5x5t2",  "4x5t3", "5x4t4",  "4x3t5",
                                         "5x5t6",  "4x4t7",  "4x3t8",  "3x4t9", "4x3t10", "6x6t11",
                                         "6x6t12", "3x3t13", "4x4t14", "3x3t15"};

TEST_F(ReadLoopy, BoardsOfAllGridsAndSizes) {
  int boards = 0;
  for (int session = 0; session < effort(12); ++session)
    for (const std::string& grid : kGrids) {
      const Game game = generate(grid + "de", session);
      const int tile = 20 + boards * 7 % 41;
      const bool moved = session % 2;
      const std::string how = grid + " #" + std::to_string(session) + " at " +
                              std::to_string(tile) + (moved ? " px, colours moved" : " px");
      const Frame frame =
          program_.draw({game.id}, tile, moved ? program_.moved_colours(15) : test::Settings{});
      const Reading reading = slitherlink::read(frame, appearance_);
      ++boards;
      EXPECT_TRUE(reading.accepted()) << how << ": " << reading.rejection;
      expect_fits(reading, game, how);
      EXPECT_EQ(marks_of(reading)[Mark::unknown], reading.board.grid->edges()) << how;
      // The clues are where they belong: there is one answer, as long as the program's own.
      const auto solution = slitherlink::solve(reading.board);
      EXPECT_EQ(solution.status, Status::unique) << how;
      EXPECT_EQ(std::count(solution.answer.begin(), solution.answer.end(), Mark::line),
                std::count(game.answer.begin(), game.answer.end(), true))
          << how;
    }
  EXPECT_EQ(boards, 16 * effort(12));
}

/// As viewers show it.
TEST_F(ReadLoopy, BoardsShownSmallerOrLarger) {
  for (const char* grid : {"5x5t0de", "5x5t2de", "5x4t4de"}) {
    const Game game = generate(grid, 1);
    for (const double scale : {0.6, 0.75, 1.25, 1.5, 2.0}) {
      const std::string how = grid + (" at " + std::to_string(scale));
      Frame frame = program_.draw({game.id}, 32);
      cv::resize(frame.image, frame.image, {}, scale, scale,
                 scale < 1 ? cv::INTER_AREA : cv::INTER_LINEAR);
      const Reading reading = slitherlink::read(frame, appearance_);
      EXPECT_EQ(reading.rejection, "") << how;
      expect_fits(reading, game, how);
    }
  }
}

TEST_F(ReadLoopy, SquaresDrawnInPartAndWhole) {
  for (int session = 0; session < effort(40); ++session) {
    const Game game = generate("8x6t0de", session);
    std::map<std::size_t, Mark> edges;
    Marks truth;
    std::bernoulli_distribution set(session % 4 == 0 ? 1.0 : 0.6),
        wrong(session % 4 == 1 ? 0.1 : 0.0);
    for (std::size_t e = 0; e < game.answer.size(); ++e) {
      const bool is_line = game.answer[e] != wrong(random_);
      Mark mark = is_line ? Mark::line : Mark::cross;
      if (set(random_))
        edges[e] = mark;
      else
        mark = Mark::unknown;
      ++truth[mark];
    }
    const int tile = 20 + session % 41;
    const std::string how = std::to_string(session) + " at " + std::to_string(tile) + " px";
    const Reading reading = slitherlink::read(render_moved(game, edges, tile), appearance_);
    EXPECT_TRUE(reading.accepted()) << how << ": " << reading.rejection;
    expect_fits(reading, game, how);
    EXPECT_EQ(marks_of(reading), truth) << how;
    EXPECT_EQ(slitherlink::is_solved(reading.board), session % 4 == 0) << how;
  }
}

/// Where lines in the dots' colour cover dots, some boards are refused; none is read wrong.
TEST_F(ReadLoopy, OtherGridsDrawnInPartAreReadOrRefused) {
  int boards = 0, read = 0;
  for (int session = 0; session < effort(8); ++session)
    for (const std::string& grid : kGrids) {
      const Game game = generate(grid + "de", 100 + session);
      std::map<std::size_t, Mark> edges;
      Marks truth;
      std::bernoulli_distribution set(session % 2 ? 0.9 : 0.4);
      for (std::size_t e = 0; e < game.answer.size(); ++e) {
        Mark mark = game.answer[e] ? Mark::line : Mark::cross;
        if (set(random_))
          edges[e] = mark;
        else
          mark = Mark::unknown;
        ++truth[mark];
      }
      const int tile = 20 + boards * 7 % 41;
      const Reading reading = slitherlink::read(render_moved(game, edges, tile), appearance_);
      ++boards;
      if (!reading.accepted()) continue;
      ++read;
      const std::string how =
          grid + " #" + std::to_string(100 + session) + " at " + std::to_string(tile) + " px";
      expect_fits(reading, game, how);
      EXPECT_EQ(marks_of(reading), truth) << how;
    }
  EXPECT_GE(read * 100, boards * 85) << read << " of " << boards;
}

TEST_F(ReadLoopy, WhatCompressionLeavesIsNoStroke) {
  const Game game = generate("7x7t0de", 300);
  Frame frame = program_.draw({game.id}, 32);
  cv::Mat noise(frame.image.size(), CV_8UC3);
  cv::RNG(1).fill(noise, cv::RNG::UNIFORM, 0, 17);
  frame.image = frame.image - cv::Scalar::all(8) + noise;
  EXPECT_FALSE(slitherlink::read(frame, appearance_).accepted());
  frame.noise = 15;
  const Reading reading = slitherlink::read(frame, appearance_);
  EXPECT_EQ(reading.rejection, "");
  expect_fits(reading, game, game.id);
}

TEST_F(ReadLoopy, ABoardSeenBeforeIsReadHoweverMuchIsDrawn) {
  int boards = 0;
  for (int session = 0; session < effort(6); ++session)
    for (const std::string& grid : kGrids) {
      const Game game = generate(grid + "de", 200 + session);
      const int tile = 20 + boards * 7 % 41;
      const std::string how =
          grid + " #" + std::to_string(200 + session) + " at " + std::to_string(tile) + " px";
      const Reading before = slitherlink::read(program_.draw({game.id}, tile), appearance_);
      ASSERT_TRUE(before.accepted()) << how << ": " << before.rejection;
      std::map<std::size_t, Mark> edges;
      Marks truth;
      // Half drawn, with mistakes, and solved.
      std::bernoulli_distribution set(session % 3 == 2 ? 1.0 : 0.6),
          wrong(session % 3 == 1 ? 0.1 : 0);
      for (std::size_t e = 0; e < game.answer.size(); ++e) {
        Mark mark = game.answer[e] != wrong(random_) ? Mark::line : Mark::cross;
        if (set(random_))
          edges[e] = mark;
        else
          mark = Mark::unknown;
        ++truth[mark];
      }
      const Reading reading =
          slitherlink::read(render_moved(game, edges, tile), appearance_, &before);
      ++boards;
      EXPECT_TRUE(reading.accepted()) << how << ": " << reading.rejection;
      expect_fits(reading, game, how);
      EXPECT_EQ(clues_by_place(reading), clues_by_place(before)) << how;
      EXPECT_EQ(marks_of(reading), truth) << how;
      EXPECT_EQ(slitherlink::is_solved(reading.board), session % 3 == 2) << how;
    }
}

TEST_F(ReadLoopy, AnotherBoardIsNotTakenForTheOneSeenBefore) {
  const Game game = generate("7x7t0de", 1), other = generate("7x7t0de", 2);
  const Frame picture = program_.draw({game.id}, 32);
  const Reading before = slitherlink::read(picture, appearance_);
  ASSERT_TRUE(before.accepted());
  // Of the same grid, of a smaller one, and of another kind.
  expect_fits(slitherlink::read(program_.draw({other.id}, 32), appearance_, &before), other,
              "other clues");
  for (const char* grid : {"5x5t0de", "4x4t2de"}) {
    const Game smaller = generate(grid, 1);
    const Reading reading =
        slitherlink::read(program_.draw({smaller.id}, 32), appearance_, &before);
    EXPECT_TRUE(reading.accepted()) << reading.rejection;
    expect_fits(reading, smaller, grid);
  }
  std::uniform_int_distribution<int> at(10, 200);
  for (int i = 0; i < effort(20); ++i) {
    Frame covered = picture;
    covered.image = picture.image.clone();
    const int y = at(random_), x = at(random_);
    cv::rectangle(covered.image, cv::Rect(x, y, 40, 40), cv::Scalar::all(i % 2 ? 0xe6 : 0),
                  cv::FILLED);
    EXPECT_FALSE(slitherlink::read(covered, appearance_, &before).accepted());
  }
}

TEST_F(ReadLoopy, InAWindowWithAMenuBarAndRoomToSpare) {
  const Game game = generate("6x5t1de", 3);
  const Frame board = program_.draw({game.id}, 32);
  Frame window;
  window.image =
      cv::Mat(board.image.rows + 225, board.image.cols + 300, CV_8UC3, cv::Scalar::all(0xe6));
  window.image.rowRange(0, 25) = cv::Scalar::all(0xf6);
  cv::putText(window.image, "Game  Type  Help", {8, 18}, cv::FONT_HERSHEY_SIMPLEX, 0.5, {}, 1,
              cv::LINE_AA);
  board.image.copyTo(window.image(cv::Rect({150, 125}, board.image.size())));
  window.on_screen = cv::Rect({}, window.image.size());
  const Reading reading = slitherlink::read(window, appearance_);
  EXPECT_TRUE(reading.accepted()) << reading.rejection;
  expect_fits(reading, game, "in a window");
  EXPECT_GE(reading.area.y, 125);
}

TEST_F(ReadLoopy, RefusesWhatIsCoveredOrNoBoard) {
  const Game game = generate("7x7t0de", 5);
  const Frame whole = program_.draw({game.id}, 32);
  std::uniform_int_distribution<int> at(10, 200);
  for (int i = 0; i < effort(20); ++i) {
    Frame covered = whole;
    covered.image = whole.image.clone();
    cv::rectangle(covered.image, cv::Rect(at(random_), at(random_), 40, 40), cv::Scalar::all(0xe6),
                  cv::FILLED);
    EXPECT_FALSE(slitherlink::read(covered, appearance_).accepted());
  }
  Frame empty;
  empty.image = cv::Mat(300, 300, CV_8UC3, cv::Scalar::all(0xe6));
  EXPECT_FALSE(slitherlink::read(empty, appearance_).accepted());
  EXPECT_FALSE(slitherlink::read(empty, appearance_).board.grid);
}

}  // namespace
}  // namespace eyehand
