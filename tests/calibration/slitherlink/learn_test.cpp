// Learning Slitherlink from fake programs that react at once: how edges are found, and what becomes
// of the board.
#include "calibration/slitherlink/learn.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "calibration/slitherlink/edge_survey.hpp"
#include "puzzle/index.hpp"
#include "puzzle/slitherlink/text.hpp"
#include "solver/slitherlink/generate.hpp"
#include "solver/slitherlink/grids.hpp"
#include "tests/calibration/fake_program.hpp"
#include "tests/calibration/label_answers.hpp"

namespace eyehand::calibration {
namespace {

using slitherlink::Board;
using slitherlink::Mark;

/// A window with a board that shows its clues, lines and crosses, and nothing else.
class FakeSlitherlink : public FakeProgram {
 public:
  explicit FakeSlitherlink(const char* text) : FakeSlitherlink(slitherlink::from_text(text)) {}
  explicit FakeSlitherlink(Board shown)
      : FakeProgram({640, 480}, {40, 60, 50}), board(std::move(shown)) {}

  Board board;
  double pitch = 40;
  cv::Point2d origin{120, 70};
  double reach = 15;            ///< how far from an edge a click counts, pixels
  bool refuses_excess = false;  ///< of lines around a number
  bool has_highlight = false;   ///< on the edge that was clicked last, if it has no line
  std::vector<int> tried = {};  ///< the edges that were clicked
  bool is_dragged = false;      ///< lines are drawn by drags from vertex to vertex
  bool has_drawn_edges = false;
  bool has_faint_edges = false;
  bool has_stripes = false;  ///< on the backdrop
  /// The page is white as far as the board, and edges are black, or blue with lines; they end in
  /// small white dots.
  bool is_black_on_white = false;
  bool has_tints = false;            ///< in the faces with clues
  bool has_crosses = true;           ///< a click on a line makes it a cross
  bool has_crosses_first = false;    ///< the first click draws a cross, the next a line
  bool goes_back = false;            ///< the right button goes through the states backwards
  std::chrono::milliseconds gap{0};  ///< sooner after another, a click is lost
  bool has_dots = true;
  bool has_collage = false;     ///< beside the board, half an edge away
  bool has_large_dots = false;  ///< every other dot is larger
  bool shows_errors = false;    ///< more than two lines that meet are red
  bool draws_another = false;   ///< the first click draws an edge at some distance as well
  bool counts_clicks = false;   ///< in large digits in a corner of the window
  bool has_message = false;     ///< over the board; the first click only closes it
  bool has_veil = false;        ///< over the board, gone when the first click is made
  bool has_frame = false;       ///< a wide one around the board, like the dots but darker
  /// Above the board, as far away as an edge and two edges wide; its ends and middle look like
  /// vertices.
  bool has_button = false;
  int button_clicks = 0;
  std::optional<Board> next;  ///< a board that a click deals
  int dealing_click = 1;      ///< which one does
  /// Below the board; it flickers, and changes with the first click.
  bool has_advertisement = false;

  cv::Point2d middle(int edge) const {
    const slitherlink::Edge& ends = board.grid->edge(edge);
    return (vertex(ends.a) + vertex(ends.b)) / 2;
  }
  cv::Point2d middle_of_face(int f) const {
    const auto p = board.grid->middle(f);
    return origin + pitch * cv::Point2d(p.x, p.y);
  }
  cv::Point2d vertex(int v) const {
    const auto p = board.grid->point(v);
    return origin + pitch * cv::Point2d(p.x, p.y);
  }

  bool is_wrong(int edge) const {
    const slitherlink::Edge& ends = board.grid->edge(edge);
    return std::ranges::any_of(std::array{ends.a, ends.b}, [&](int v) {
      return std::ranges::count_if(board.grid->edges_of_vertex(v),
                                   [&](int e) { return board.marks[at(e)] == Mark::line; }) > 2;
    });
  }
  bool has_excess(int edge) const {
    for (int f = 0; f < board.grid->faces(); ++f) {
      const auto around = board.grid->edges_of_face(f);
      if (board.clues[at(f)] < 0 || std::ranges::count(around, edge) == 0) continue;
      if (std::ranges::count_if(around, [&](int e) { return board.marks[at(e)] == Mark::line; }) >
          board.clues[at(f)])
        return true;
    }
    return false;
  }
  bool is_even(int v) const {
    const auto place = board.grid->point(v);
    return cvRound(place.x) % 2 == 0 && cvRound(place.y) % 2 == 0;
  }

  void draw_black_on_white(cv::Mat& picture) const {
    picture.setTo(cv::Scalar::all(255));
    const int right = cvRound(vertex(board.grid->vertices() - 1).x + pitch / 4);
    cv::rectangle(picture, {right, 0}, {picture.cols, picture.rows}, {140, 60, 90}, cv::FILLED);
    for (int e = 0; e < board.grid->edges(); ++e)
      cv::line(picture, vertex(board.grid->edge(e).a), vertex(board.grid->edge(e).b),
               board.marks[at(e)] == Mark::line ? cv::Scalar(255, 0, 0) : cv::Scalar(), 5,
               cv::LINE_AA);
    for (int v = 0; v < board.grid->vertices(); ++v)
      cv::circle(picture, vertex(v), 3, cv::Scalar::all(255), cv::FILLED, cv::LINE_AA);
    for (int f = 0; f < board.grid->faces(); ++f)
      if (board.clues[at(f)] >= 0)
        cv::putText(picture, std::to_string(board.clues[at(f)]),
                    cv::Point(middle_of_face(f)) + cv::Point(-8, 8), cv::FONT_HERSHEY_SIMPLEX, 0.8,
                    {}, 2);
  }
  void draw(cv::Mat& picture) const override {
    if (is_black_on_white) return draw_black_on_white(picture);
    const cv::Scalar white(250, 250, 250);
    for (int x = 0; has_stripes && x < picture.cols; x += 52)
      picture.colRange(x, std::min(x + 26, picture.cols)) += cv::Scalar::all(6);
    if (counts_clicks)
      cv::putText(picture, std::to_string(clicks_), {500, 460}, cv::FONT_HERSHEY_SIMPLEX, 1.5,
                  white, 4);
    if (has_advertisement)
      cv::rectangle(picture, cv::Rect(0, bottom() + 12, picture.cols, 60),
                    cv::Scalar::all((clicks_ > 0 ? 200 : 20) + captures_ % 2 * 30), cv::FILLED);
    for (int f = 0; has_tints && f < board.grid->faces(); ++f)
      if (board.clues[at(f)] >= 0)
        cv::circle(picture, middle_of_face(f), cvRound(pitch / 2 - 4), {90, 110, 120}, cv::FILLED);
    for (int f = 0; f < board.grid->faces(); ++f)
      if (board.clues[at(f)] >= 0)
        cv::putText(picture, std::to_string(board.clues[at(f)]),
                    cv::Point(middle_of_face(f)) + cv::Point(-8, 8), cv::FONT_HERSHEY_SIMPLEX, 0.8,
                    white, 2);
    for (int e = 0; e < board.grid->edges(); ++e) {
      const cv::Point2d half(5, 5), other(5, -5);
      if (has_faint_edges)
        cv::line(picture, vertex(board.grid->edge(e).a), vertex(board.grid->edge(e).b),
                 {55, 75, 65}, 1);
      if (has_drawn_edges)
        cv::line(picture, vertex(board.grid->edge(e).a), vertex(board.grid->edge(e).b),
                 {200, 120, 60}, 3, cv::LINE_AA);
      if (has_highlight && !tried.empty() && tried.back() == e)
        cv::line(picture, vertex(board.grid->edge(e).a), vertex(board.grid->edge(e).b),
                 {80, 100, 90}, 4);
      if (board.marks[at(e)] == Mark::line)
        cv::line(picture, vertex(board.grid->edge(e).a), vertex(board.grid->edge(e).b),
                 shows_errors && is_wrong(e) ? cv::Scalar(30, 30, 240) : white,
                 has_drawn_edges ? 3 : 4, cv::LINE_AA);
      if (board.marks[at(e)] != Mark::cross) continue;
      cv::line(picture, middle(e) - half, middle(e) + half, white, 2);
      cv::line(picture, middle(e) - other, middle(e) + other, white, 2);
    }
    const cv::Point half(cvRound(pitch / 2), cvRound(pitch / 2));
    const cv::Rect whole(cv::Point(origin) - half,
                         cv::Point(vertex(board.grid->vertices() - 1)) + half);
    if (has_frame)
      cv::rectangle(picture, whole + cv::Size(60, 60) - cv::Point(30, 30), {60, 150, 190}, 20);
    for (int y = 0; has_collage && y < picture.rows; y += 11)
      for (int x = 0; x < picture.cols; x += 13)
        if (const cv::Rect part(x, y, 13, 11); (part & whole).empty())
          cv::rectangle(picture, part,
                        {x * 97 % 251 * 1.0, (x + y) * 59 % 241 * 1.0, y * 83 % 239 * 1.0},
                        cv::FILLED);
    for (int v = 0; has_dots && v < board.grid->vertices(); ++v)
      cv::circle(picture, vertex(v), has_large_dots && is_even(v) ? 6 : 3, {0, 200, 250},
                 cv::FILLED);
    for (int x = 2; has_button && x < 5; ++x)
      cv::ellipse(picture, cv::Point(origin + pitch * cv::Point2d(x, -1)), {9, 4}, 0, 0, 360,
                  {30, 160, 190}, cv::FILLED);
    const cv::Rect around(origin - cv::Point2d(40, 40), cv::Size2d(9 * pitch, 9 * pitch));
    if (has_veil && clicks_ == 0) picture(around) *= 0.8;
    if (has_message && clicks_ == 0) cv::rectangle(picture, around, {60, 80, 120}, cv::FILLED);
  }
  Capture capture() override {
    ++captures_;
    has_acted_ = false;
    return FakeProgram::capture();
  }
  GestureStatus perform(const Gesture& gesture, const Pace& pace) override {
    if (std::exchange(has_acted_, true) && pace.gap < gap) return GestureStatus::ok;
    if (const auto* click = std::get_if<Click>(&gesture)) button_ = click->button;
    return FakeProgram::perform(gesture, pace);
  }
  void click(cv::Point point) override {
    ++clicks_;
    const cv::Rect button(cv::Rect2d(origin.x + 2 * pitch, origin.y - pitch - 10, 2 * pitch, 36));
    if (has_button && button.contains(point)) {
      ++button_clicks;
      board = slitherlink::generate({.grid = board.grid, .seed = 3}).value();
    }
    if (next && clicks_ == dealing_click) {
      board = *std::exchange(next, {});
      return;
    }
    if (is_dragged || (has_message && clicks_ == 1)) return;
    if (std::exchange(draws_another, false))
      for (int e = 0; e < board.grid->edges(); ++e)
        if (std::abs(cv::norm(cv::Point2d(point) - middle(e)) - 1.25 * pitch) < 0.25 * pitch) {
          board.marks[at(e)] = Mark::line;
          break;
        }
    for (int e = 0; e < board.grid->edges(); ++e) {
      const cv::Point2d off = cv::Point2d(point) - middle(e);
      const cv::Point2d edge = vertex(board.grid->edge(e).b) - vertex(board.grid->edge(e).a);
      const double half = cv::norm(edge) / 2;
      const double along = std::abs(off.dot(edge)) / 2 / half;
      const double across = std::abs(off.cross(edge)) / 2 / half;
      if (along >= half || across > reach || across > half - along) continue;
      tried.push_back(e);
      Mark& mark = board.marks[at(e)];
      if (has_crosses_first != (goes_back && button_ == 3))
        mark = mark == Mark::unknown ? Mark::cross
               : mark == Mark::cross ? Mark::line
                                     : Mark::unknown;
      else
        mark = mark == Mark::unknown               ? Mark::line
               : mark == Mark::line && has_crosses ? Mark::cross
                                                   : Mark::unknown;
      if (refuses_excess && has_excess(e)) mark = Mark::unknown;
      return;
    }
  }
  void drag(cv::Point from, cv::Point to) override {
    if (!is_dragged) return;
    // All edges whose both ends are near the way.
    const auto is_passed = [&](int v) {
      const cv::Point2d way = to - from, off = vertex(v) - cv::Point2d(from);
      const double share = std::clamp(off.dot(way) / std::max(1.0, way.dot(way)), 0.0, 1.0);
      return cv::norm(off - share * way) < 0.35 * pitch;
    };
    for (int e = 0; e < board.grid->edges(); ++e)
      if (is_passed(board.grid->edge(e).a) && is_passed(board.grid->edge(e).b))
        board.marks[at(e)] = board.marks[at(e)] == Mark::line ? Mark::unknown : Mark::line;
  }

 private:
  int bottom() const { return cvRound(vertex(board.grid->vertices() - 1).y); }

  int clicks_ = 0, captures_ = 0, button_ = 1;
  bool has_acted_ = false;  ///< since the last capture
};

constexpr const char* kBoard = "7x7t0:3a22a3a2a3a3d3b01e02b2011a2e2b331b";

/// Returns the skin.
std::string expect_learned(FakeSlitherlink& program, const std::string& class_name = "Some") {
  const Board found = program.board;
  Prober prober(program, program, Deadline());
  LearnOptions options = learn_options_for("slitherlink");
  options.window.class_name = class_name;
  const Learned learned = learn_slitherlink(prober, options);
  if (found.grid->shape()) {
    EXPECT_EQ(learned.board, slitherlink::to_text(found));
  }
  EXPECT_EQ(slitherlink::from_text(learned.board).grid->edges(), found.grid->edges());
  EXPECT_EQ(program.board, found);
  return learned.skin;
}

bool has_pictures(const std::string& skin) {
  return skin.find("[cells]") != std::string::npos;
}

TEST(LearnSlitherlink, EdgesThatAreClicked) {
  FakeSlitherlink program(kBoard);
  expect_learned(program);
}

TEST(LearnSlitherlink, LaterBoardsMayHaveSeveralSolutions) {
  FakeSlitherlink program(kBoard);
  EXPECT_NE(expect_learned(program).find("\nany = true\n\n[window]\n"), std::string::npos);
}

TEST(LearnSlitherlink, EdgesThatAreHitOnlyToThePixel) {
  FakeSlitherlink program(kBoard);
  program.reach = 1;
  expect_learned(program);
}

TEST(LearnSlitherlink, EdgesBetweenPixelsThatAreHitOnlyToThePixel) {
  FakeSlitherlink program("4x4t0:0c0c0cd");
  program.reach = 1;
  program.pitch = 83.9;
  program.origin += cv::Point2d(0.8, 0.8);
  expect_learned(program);
}

/// Clicks along a diagonal draw crosses far from where they hit.
TEST(LearnSlitherlink, EdgesThatAreHitOnlyToThePixelMayBeginWithACross) {
  FakeSlitherlink program("4x4t0:0c0c0cd");
  program.reach = 1;
  program.pitch = 57;
  program.origin += cv::Point2d(0.3, 0.3);
  program.has_crosses_first = program.has_tints = true;
  program.has_dots = false;
  const Board found = program.board;
  Prober prober(program, program, Deadline());
  prober.rest();
  EdgeSurvey survey(prober, [](std::string_view, const std::string&) {});
  survey.run(false);
  EXPECT_TRUE(survey.lattice());
  EXPECT_EQ(program.board, found);
}

TEST(LearnSlitherlink, ACounterOfClicksIsNoEdgeThatWasNotRestored) {
  FakeSlitherlink program(kBoard);
  program.reach = 1;
  program.counts_clicks = true;
  expect_learned(program);
}

TEST(LearnSlitherlink, AnAdvertisementBelowTheBoardIsNoEdge) {
  FakeSlitherlink program(kBoard);
  program.has_advertisement = true;
  expect_learned(program);
}

TEST(LearnSlitherlink, AnEdgeThatWasDrawnUnnoticedIsRestored) {
  FakeSlitherlink program(kBoard);
  program.draws_another = true;
  expect_learned(program);
}

TEST(LearnSlitherlink, AMessageThatCoveredEdgesAtFirstIsForgotten) {
  FakeSlitherlink program(kBoard);
  program.has_message = true;
  expect_learned(program);
}

TEST(LearnSlitherlink, AnEdgeThatWasVeiledWhenItWasClickedIsRestored) {
  FakeSlitherlink program(kBoard);
  program.has_veil = true;
  expect_learned(program);
}

TEST(LearnSlitherlink, ABoardThatAClickDealsIsLearned) {
  FakeSlitherlink program(kBoard);
  const Board next =
      slitherlink::generate({.grid = slitherlink::Grid::squares(7, 7), .seed = 3}).value();
  program.next = next;
  Prober prober(program, program, Deadline());
  const Learned learned = learn_slitherlink(prober, learn_options_for("slitherlink"));
  EXPECT_EQ(learned.board, slitherlink::to_text(next));
  EXPECT_EQ(program.board, next);
}

/// Between the only two faces without clues, a line looks like no other.
TEST(LearnSlitherlink, EdgesWithUnusualSurroundingsAreDrawnToo) {
  Board board = Board::of(slitherlink::Grid::squares(7, 7));
  std::ranges::fill(board.clues, 2);
  const int face = 2 * 7 + 4;
  board.clues[at(face)] = board.clues[at(face + 7)] = slitherlink::kNoClue;
  FakeSlitherlink program(std::move(board));
  program.has_tints = true;
  Prober prober(program, program, Deadline());
  prober.rest();
  prober.park_outside({});
  EdgeSurvey survey(prober, {});
  survey.run(false);
  const auto above = survey.grid()->edges_of_face(face),
             below = survey.grid()->edges_of_face(face + 7);
  const auto edge =
      std::ranges::find_if(above, [&](int e) { return std::ranges::count(below, e) > 0; });
  EXPECT_TRUE(std::ranges::any_of(survey.pictures(), [&](const BoardPicture& picture) {
    return picture.marks[at(*edge)] == Mark::line;
  }));
}

TEST(LearnSlitherlink, TheButtonThatDrawsWithOneClickIsUsedIfClicksAreSlow) {
  for (const bool goes_back : {false, true})
    for (const auto gap : {std::chrono::milliseconds(0), std::chrono::milliseconds(50)}) {
      FakeSlitherlink program(kBoard);
      program.has_crosses_first = true;
      program.goes_back = goes_back;
      program.gap = gap;
      const std::string skin = expect_learned(program, "Chromium");
      EXPECT_EQ(skin.find("line_button = 3") != std::string::npos, goes_back && gap.count() > 0);
    }
}

TEST(LearnSlitherlink, FaintVerticesAreRecognisedWhateverIsBesideTheBoard) {
  FakeSlitherlink program(kBoard);
  program.has_dots = false;
  program.has_faint_edges = true;
  program.has_collage = true;
  expect_learned(program, "Chromium");
}

TEST(LearnSlitherlink, AButtonAtTheDistanceOfAnEdgeIsNotClicked) {
  FakeSlitherlink program(kBoard);
  program.has_button = true;
  expect_learned(program);
  EXPECT_EQ(program.button_clicks, 0);
}

TEST(LearnSlitherlink, AHighlightBeneathThePointerIsNoStateOfAnEdge) {
  FakeSlitherlink program(kBoard);
  program.has_highlight = true;
  program.has_crosses = false;
  Prober prober(program, program, Deadline());
  prober.rest();
  std::vector<int> tried;  // until a line was found
  EdgeSurvey survey(prober, [&](std::string_view stage, const std::string&) {
    if (stage == "line") tried = program.tried;
  });
  survey.run(false);
  ASSERT_FALSE(tried.empty());
  EXPECT_EQ(std::ranges::count(tried, tried[0]), std::ssize(tried)) << "another edge was needed";
}

TEST(LearnSlitherlink, EdgesThatRefuseToBeDrawnBesideTheirNumbersAreNoEnd) {
  FakeSlitherlink program(kBoard);
  program.refuses_excess = true;
  program.has_crosses = false;
  expect_learned(program);
}

TEST(LearnSlitherlink, ABarePageBesideTheBoardIsNoMoreOfIt) {
  FakeSlitherlink program("4x4t0:a21b2a2a1a30b3");
  program.is_black_on_white = true;
  program.pitch = 100;
  program.origin = {110, 40};
  program.has_crosses = false;
  expect_learned(program);
}

/// Only a few of the outer edges may be drawn.
TEST(LearnSlitherlink, EdgesThatRefuseAtTheEndOfTheRowAreNoEnd) {
  for (const char* text : {"4x4t0:0c0c0cd", "4x4t0:c0c0c0d", "4x4t0:000m", "5x5t0:000v"}) {
    FakeSlitherlink program(text);
    program.refuses_excess = true;
    program.has_crosses = false;
    const Board found = program.board;
    Prober prober(program, program, Deadline());
    prober.rest();
    EdgeSurvey survey(prober, [](std::string_view, const std::string&) {});
    survey.run(false);
    EXPECT_EQ(survey.lattice()->columns, found.grid->shape()->columns) << text;
    EXPECT_EQ(survey.lattice()->rows, found.grid->shape()->rows) << text;
    EXPECT_EQ(program.board, found) << text;
  }
}

/// Its numbers near the clicks are not taken for those of the first board.
TEST(LearnSlitherlink, ABoardThatOneOfSeveralClicksDealsIsLearned) {
  FakeSlitherlink program(kBoard);
  const Board next =
      slitherlink::generate({.grid = slitherlink::Grid::squares(7, 7), .seed = 3}).value();
  program.reach = 1;
  program.has_tints = true;
  program.next = next;
  program.dealing_click = 3;
  Prober prober(program, program, Deadline());
  const Learned learned = learn_slitherlink(prober, learn_options_for("slitherlink"));
  EXPECT_EQ(learned.board, slitherlink::to_text(next));
  EXPECT_EQ(program.board, next);
}

/// Edges were tried wherever it shows numbers.
TEST(LearnSlitherlink, ASmallBoardThatAClickDealsIsLearned) {
  const auto grid = slitherlink::Grid::squares(4, 4);
  FakeSlitherlink program(slitherlink::generate({.grid = grid, .seed = 1}).value());
  const Board next = slitherlink::generate({.grid = grid, .seed = 3}).value();
  program.pitch = 36;
  program.next = next;
  program.dealing_click = 5;
  Prober prober(program, program, Deadline());
  LearnOptions options = learn_options_for("slitherlink");
  std::string reports;
  options.report = [&](std::string_view, const std::string& what) { reports += what; };
  const Learned learned = learn_slitherlink(prober, options);
  EXPECT_EQ(learned.board, slitherlink::to_text(next));
  EXPECT_EQ(program.board, next);
  EXPECT_NE(reports.find("left changed"), std::string::npos) << reports;
}

/// Its crosses leave most of an edge as it was.
TEST(LearnSlitherlink, DrawnEdgesOfAWebPage) {
  FakeSlitherlink program(kBoard);
  program.has_drawn_edges = true;
  expect_learned(program, "Chromium");
}

/// Lines that meet turn red, and the right button does nothing.
TEST(LearnSlitherlink, DrawnEdgesOfAnyGrid) {
  for (const auto& grid : {slitherlink::triangular(8, 4), slitherlink::honeycomb(3, 3),
                           slitherlink::Grid::squares(5, 5)}) {
    FakeSlitherlink program(slitherlink::generate({.grid = grid, .seed = 3}).value());
    program.has_drawn_edges = program.shows_errors = true;
    program.has_crosses = false;
    program.pitch = 70;
    const std::string skin = expect_learned(program);
    EXPECT_FALSE(has_pictures(skin));
    EXPECT_NE(skin.find("line = [\"#fafafa\", \"#f01e1e\"]"), std::string::npos) << skin;
  }
}

TEST(LearnSlitherlink, HexagonsOfAWebPage) {
  FakeSlitherlink program(
      slitherlink::generate({.grid = slitherlink::honeycomb(3, 3), .seed = 3}).value());
  program.has_drawn_edges = true;
  program.has_crosses = false;
  program.pitch = 70;
  expect_learned(program, "Chromium");
}

TEST(LearnSlitherlink, DotsAreDescribedIfThatReadsEverything) {
  FakeSlitherlink program(kBoard);
  program.is_dragged = true;
  EXPECT_NE(expect_learned(program, "Chromium").find("method = \"dots\""), std::string::npos);
}

/// What surrounds the board may have a colour near theirs.
TEST(LearnSlitherlink, DotsAreDescribedByTheirOwnColour) {
  FakeSlitherlink program(kBoard);
  program.is_dragged = program.has_frame = true;
  const std::string skin = expect_learned(program, "Chromium");
  EXPECT_NE(skin.find("dot = \"#fac800\""), std::string::npos) << skin;
}

/// Stripes behind everything, beside the board as well, are half as strong as its edges.
TEST(LearnSlitherlink, ABoardDoesNotGoOnWhereNothingIsDrawn) {
  FakeSlitherlink program(kBoard);
  program.pitch = 54;
  program.has_stripes = program.has_faint_edges = program.is_dragged = true;
  program.has_dots = false;
  expect_learned(program, "Chromium");
}

/// Within faces, there is another colour.
TEST(LearnSlitherlink, ABoardOfTilesDoesNotGoOnWhereNothingIsDrawn) {
  FakeSlitherlink program("4x4t0:1023332122111123");
  program.pitch = 64;
  program.origin.x = 88;
  program.has_stripes = program.has_faint_edges = program.has_tints = true;
  program.has_dots = false;
  expect_learned(program, "Chromium");
}

/// Where every other dot is larger, what repeats is two edges apart.
TEST(LearnSlitherlink, ADragThatDrawsTwoEdgesShowsOne) {
  FakeSlitherlink program(kBoard);
  program.is_dragged = program.has_large_dots = true;
  expect_learned(program);
}

}  // namespace
}  // namespace eyehand::calibration
