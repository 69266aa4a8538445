// Slitherlink: playing it on the screen, and its entry in the registry (player/games.hpp).
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <opencv2/imgproc.hpp>
#include <optional>
#include <vector>

#include "actuator/slitherlink/plan.hpp"
#include "player/games.hpp"
#include "player/session.hpp"
#include "player/slitherlink/correspondence.hpp"
#include "player/slitherlink/drawing.hpp"
#include "puzzle/saved_game.hpp"
#include "puzzle/slitherlink/board.hpp"
#include "puzzle/slitherlink/text.hpp"
#include "puzzle/text.hpp"
#include "solver/slitherlink/explain.hpp"
#include "solver/slitherlink/generate.hpp"
#include "solver/slitherlink/grids.hpp"
#include "solver/slitherlink/solve.hpp"
#include "solver/slitherlink/words.hpp"
#include "vision/slitherlink/read.hpp"
#include "vision/slitherlink/read_cells.hpp"

namespace eyehand::slitherlink {

/// The clue of each face, then the mark of each edge. O(parts).
std::vector<Part> parts_of(const Board& board) {
  std::vector<Part> parts;
  parts.reserve(board.clues.size() + board.marks.size());
  for (const int clue : board.clues)
    parts.push_back({"clue", clue == kNoClue ? "none" : std::to_string(clue)});
  for (const Mark mark : board.marks)
    parts.push_back({"edge", mark == Mark::line    ? "line"
                             : mark == Mark::cross ? "cross"
                                                   : "unknown"});
  return parts;
}

namespace {

/// Reads [appearance] and [controls] of the skin, and [cells] and [dots] if it was learned; throws
/// Error for anything wrong in them.
class SlitherlinkSession final
    : public Session<Appearance, Controls, Reading, LocatedBoard, std::vector<Mark>> {
 public:
  explicit SlitherlinkSession(const Skin& skin) : Session(skin) {
    cells::GridAppearance edges, dots;
    skin.file.read("cells", edges);
    skin.file.read("dots", dots);
    if (!edges.labels.empty()) cells_.emplace(edges, dots, appearance_);
  }

  Status solve(Deadline deadline) override {
    auto solution = slitherlink::solve(reading_.board, {.deadline = deadline});
    answer_ = std::move(solution.answer);
    return status_ = solution.status;
  }

  std::vector<WrongMark> wrong(const Deadline& deadline) const override {
    const Board& board = reading_.board;
    std::vector<WrongMark> wrong;
    for (std::size_t e = 0; e < answer_.size(); ++e)
      if (board.marks[e] != Mark::unknown && board.marks[e] != answer_[e]) {
        const Edge& edge = board.grid->edge(static_cast<int>(e));
        wrong.push_back({words(*board.grid, Place::edge(static_cast<int>(e))),
                         around(std::array{edge.a, edge.b})});
      }
    // They may be those of another solution.
    if (!wrong.empty() && status_ != Status::unique &&
        !slitherlink::solve(board, {.deadline = deadline, .count_limit = 1, .keep_marks = true})
             .answer.empty())
      return {};
    return wrong;
  }

  std::vector<cv::Rect> cells() const override {
    if (!reading_.board.grid) return {};
    const Grid& grid = *reading_.board.grid;
    std::vector<cv::Rect> places;
    for (int f = 0; f < grid.faces(); ++f) places.push_back(around(grid.vertices_of_face(f)));
    for (int e = 0; e < grid.edges(); ++e)
      places.push_back(around(std::array{grid.edge(e).a, grid.edge(e).b}));
    return places;
  }

  std::vector<ObservedPart> parts() const override {
    if (!reading_.board.grid) return {};
    std::vector<float> confidences = reading_.clue_confidence;
    confidences.insert(confidences.end(), reading_.edge_confidence.begin(),
                       reading_.edge_confidence.end());
    return observed_by_cell(parts_of(reading_.board), cells(), confidences);
  }

 private:
  /// The bounding box of vertices, in the frame's image.
  template <class Vertices>
  cv::Rect around(const Vertices& vertices) const {
    std::vector<cv::Point> points;
    for (const int v : vertices) {
      const auto p = reading_.where[static_cast<std::size_t>(v)];
      points.emplace_back(cvRound(p.x), cvRound(p.y));
    }
    return cv::boundingRect(points);
  }

  Reading read_board(const Frame& frame) override {
    if (!cells_) return read(frame, appearance_, &known_);
    if (is_refused_again(frame)) return reading_;
    return cells_->read(frame, &known_);
  }

  void describe_board(Observation& seen) const override {
    const Board& board = reading_.board;
    if (!board.grid) return;
    const auto shape = board.grid->shape();
    seen.area = reading_.area;
    seen.size = shape ? size_text(shape->columns, shape->rows)
                      : std::to_string(board.grid->faces()) + " faces";
    seen.text = to_text(board);
    if (shape) seen.picture = to_picture(board);
  }

  /// The solution is renumbered as the new reading numbers its edges.
  bool is_same_puzzle() override {
    const auto edges = match(*puzzle_, {reading_.board, reading_.where});
    if (!edges) return false;
    if (answer_.empty()) return true;
    std::vector<Mark> renumbered;
    for (const int e : *edges) renumbered.push_back(answer_[static_cast<std::size_t>(e)]);
    answer_ = std::move(renumbered);
    return true;
  }

  LocatedBoard remember(bool) override {
    known_ = reading_;
    return {reading_.board, reading_.where};
  }

  Plan plan_to_answer(std::span<const ScreenPoint> places) const override {
    return slitherlink::plan(reading_.board, answer_, places, controls_);
  }

  std::optional<CellReader> cells_;  ///< for a program that was learned
  Reading known_;                    ///< the last that was accepted
  Status status_ = Status::none;     ///< of answer_
};

constexpr std::array<OptionInfo, 4> kOptions = {{
    {"hard", "", "puzzles that need more than the most common rules"},
    {"grid", "WORD", "squares, triangular, honeycomb, cairo"},
    {"clues", "N", "how many clues; by default as few as possible"},
    {"format", "WORD", "id (of sgt-loopy), pzpr (and puzz.link), slk, json"},
}};
constexpr int kMaxClues = 100'000'000;

std::shared_ptr<const Grid> grid_for(const eyehand::GenerateOptions& request) {
  const int width = request.width, height = request.height;
  const std::string grid = request.text("grid", "squares");
  if (grid == "squares") return Grid::squares(width, height);
  if (grid == "triangular") return triangular(width, height);
  if (grid == "honeycomb") return honeycomb(width, height);
  if (grid == "cairo") return cairo(width, height);
  throw OptionError("Slitherlink has no grid '" + grid +
                    "'; it has: squares, triangular, honeycomb, cairo.");
}

std::string write(const Board& board, const std::string& format) {
  if (format.empty()) return to_text(board);
  if (format == "id") return to_loopy_id(board);
  if (format == "pzpr") return to_pzpr(board);
  if (format == "slk") return to_slk(board);
  if (format == "json") return to_json(board);
  throw OptionError("Slitherlink has no format '" + format + "'; it has: id, pzpr, slk, json.");
}

/// The numbers that sgt-loopy gives our edges: it goes through the faces, and around each. Only in
/// grids of squares are ours others; there, faces begin with their top edge.
std::vector<int> numbers_in_loopy(const Grid& grid) {
  std::vector<int> numbers(static_cast<std::size_t>(grid.edges()), -1);
  int next = 0;
  for (int face = 0; face < grid.faces(); ++face)
    for (const int edge : grid.edges_of_face(face))
      if (int& number = numbers[static_cast<std::size_t>(edge)]; number < 0) number = next++;
  return numbers;
}

class SlitherlinkGame final : public BoardGame<SlitherlinkSession, from_text> {
 public:
  SlitherlinkGame()
      : BoardGame(
            {.name = "slitherlink",
             .title = "Slitherlink",
             .about = "draw one closed loop; numbers count the lines around them (Loopy, fences)",
             .usual_side = 9,
             .options = kOptions}) {}

  std::vector<std::string> split(std::string_view text) const override { return split_texts(text); }

  /// On squares, faces and edges are numbered row by row.
  std::vector<cv::Point2d> places(std::string_view puzzle) const override {
    const Board board = from_text(puzzle);
    const Grid& grid = *board.grid;
    if (grid.shape()) return {};
    const auto centre = [&](auto&& vertices) {
      cv::Point2d min(1e300, 1e300), max(-1e300, -1e300);
      for (const int v : vertices) {
        const Point p = grid.point(v);
        min = {std::min(min.x, p.x), std::min(min.y, p.y)};
        max = {std::max(max.x, p.x), std::max(max.y, p.y)};
      }
      return (min + max) / 2;
    };
    std::vector<cv::Point2d> all;
    for (int f = 0; f < grid.faces(); ++f) all.push_back(centre(grid.vertices_of_face(f)));
    for (int e = 0; e < grid.edges(); ++e)
      all.push_back(centre(std::array{grid.edge(e).a, grid.edge(e).b}));
    return all;
  }

  DrawnBoard drawing(std::string_view puzzle, const Course& course) const override {
    return slitherlink::drawing(puzzle, course);
  }

  std::string saved(std::string_view puzzle, const TextSolution& solution,
                    std::span<const int> order) const override {
    Board board = from_text(puzzle);
    const bool is_squares = board.grid->shape().has_value();
    if (!is_squares && !is_loopy_id(puzzle)) return {};
    const std::vector<Mark> marks = from_text(solution.answer).marks;
    const std::vector<int> numbers = numbers_in_loopy(*board.grid);
    const int faces = board.grid->faces();
    std::vector<std::string> moves;
    for (const int cell : each_once(order, faces + board.grid->edges())) {
      if (cell < faces) continue;
      const auto edge = static_cast<std::size_t>(cell - faces);
      moves.push_back(std::to_string(numbers[edge]) + (marks[edge] == Mark::line ? 'y' : 'n'));
    }
    std::ranges::fill(board.marks, Mark::unknown);
    return saved_game("Loopy", is_squares ? to_loopy_id(board) : std::string(trimmed(puzzle)),
                      moves, 0);
  }

  std::string picture(std::string_view puzzle) const override {
    const Board board = from_text(puzzle);
    return board.grid->shape() ? to_picture(board) : "";
  }
  std::string svg(std::string_view puzzle) const override { return to_svg(from_text(puzzle)); }

 private:
  TextSolution solve_text(std::string_view puzzle, const TextOptions& options) const override {
    Board board = from_text(puzzle);
    const auto unknown = std::count(board.marks.begin(), board.marks.end(), Mark::unknown);
    SolveOptions request{.deadline = options.deadline,
                         .count_limit = options.count_limit,
                         .keep_marks = unknown < std::ssize(board.marks)};
    TextSolution solution;
    const auto solve = [&] { return slitherlink::solve(board, request); };
    auto found = run(solution, solve);
    if (found.status == Status::none && request.keep_marks) {  // some of the marks are wrong
      request.keep_marks = false;
      found = run(solution, solve);
    }
    if (options.trace && found.status != Status::timeout)
      explain(board, request.keep_marks, found.answer, found.status == Status::unique,
              options.deadline, model::to(*options.trace));
    if (found.answer.empty()) return solution;
    board.marks = std::move(found.answer);
    solution.answer = to_text(board);
    return solution;
  }

  std::string generate_text(const eyehand::GenerateOptions& request,
                            Deadline deadline) const override {
    if (!request.unique)
      throw OptionError("Slitherlink puzzles are generated with exactly one solution only.");
    const auto board = slitherlink::generate({.grid = grid_for(request),
                                              .seed = request.seed,
                                              .clues = request.whole("clues", 0, 1, kMaxClues),
                                              .hard = request.has("hard"),
                                              .deadline = deadline});
    return board ? write(*board, request.text("format", "")) : "";
  }
};

}  // namespace

const Game& game() {
  static const SlitherlinkGame instance;
  return instance;
}

}  // namespace eyehand::slitherlink
