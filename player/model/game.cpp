#include "player/model/game.hpp"

#include <algorithm>
#include <array>
#include <deque>

#include "actuator/model/plan.hpp"
#include "player/model/drawing.hpp"
#include "player/session.hpp"
#include "puzzle/error.hpp"
#include "puzzle/model/picture.hpp"
#include "puzzle/model/rules.hpp"
#include "puzzle/saved_game.hpp"
#include "puzzle/text.hpp"
#include "solver/model/explain.hpp"
#include "solver/model/generate.hpp"
#include "solver/model/solve.hpp"
#include "solver/model/words.hpp"
#include "vision/model/read.hpp"

namespace eyehand::model {
namespace {

/// Per cell its clue and its mark; then the numbers of each line, and of each layer.
std::vector<Part> parts_of(const Rules& rules, const Board& board) {
  std::vector<Part> parts;
  if (rules.is_grid())
    for (int cell = 0; cell < board.cells(); ++cell) {
      const int mark = board.marks[at(cell)];
      parts.push_back({"clue", clue_name(rules, board.clues[at(cell)])});
      parts.push_back({"mark", mark == kBlank ? "" : std::to_string(mark)});
    }
  const auto add = [&](const char* kind, const std::vector<int>& numbers) {
    parts.push_back({kind, joined(numbers, [](int number) { return std::to_string(number); })});
  };
  for (const std::vector<int>& line : board.lines) add("line", line);
  for (const std::vector<int>& layer : board.layers) add("layer", layer);
  return parts;
}

bool is_same_puzzle(const Board& a, const Board& b) {
  return a.width == b.width && a.height == b.height && a.clues == b.clues && a.lines == b.lines &&
         a.layers == b.layers;
}

class ModelSession final : public Session<Appearance, Controls, Reading, Board, std::vector<int>> {
 public:
  ModelSession(const Rules& rules, const Skin& skin) : Session(skin), rules_(rules) {
    LatticeAppearance lattice;
    skin.file.read("lattice", lattice);
    try {
      reader_.emplace(rules, appearance_, lattice);
      model::plan(Board(), {}, {}, {}, controls_);  // throws if a cycle makes no sense
    } catch (const Error& error) {
      throw Error(skin.file.name() + ": [appearance] or [controls]: " + error.what() + '.');
    }
  }

  Status solve(Deadline deadline) override {
    const Board board = without_marks(reading_.board);
    Solution solution = model::solve(rules_, board, {deadline, 2});
    // A puzzle has one solution: if this has several, other rules hold that the window does not
    // show.
    for (const char letter : appearance_.unseen) {
      if (solution.status != Status::multiple) break;
      Board other = board;
      other.variant += letter;
      Solution found = model::solve(rules_, other, {deadline, 2});
      if (found.status == Status::unique) solution = std::move(found);
    }
    answer_ = solution.marks;
    return status_ = solution.status;
  }

  std::vector<WrongMark> wrong(const Deadline& deadline) const override {
    const Board& board = reading_.board;
    const auto places = squares_around(where());
    std::vector<WrongMark> wrong;
    for (std::size_t cell = 0; cell < answer_.size(); ++cell)
      if (board.marks[cell] != kBlank && board.marks[cell] != answer_[cell])
        wrong.push_back({board.name(static_cast<int>(cell)), places[cell]});
    if (wrong.empty() || status_ == Status::unique) return wrong;
    // They may be those of another solution.
    wrong.clear();
    for (const int cell : examine(rules_, board, deadline).contradictory)
      wrong.push_back({board.name(cell), places[at(cell)]});
    return wrong;
  }

  std::vector<ObservedPart> parts() const override {
    std::vector<ObservedPart> observed;
    const Board& board = reading_.board;
    const auto places = squares_around(where());
    std::size_t i = 0;
    for (Part& part : parts_of(rules_, board)) {
      const std::size_t cell = i++ / 2;
      if (cell < places.size())
        observed.push_back({std::move(part), reading_.confidence[cell], places[cell]});
      else
        observed.push_back({std::move(part), reading_.accepted() ? 1.0F : 0.0F, reading_.area});
    }
    return observed;
  }

 private:
  static Board without_marks(Board board) {
    std::ranges::fill(board.marks, kBlank);
    return board;
  }

  Reading read_board(const Frame& frame) override {
    return reader_->read(frame, puzzle_ ? &*puzzle_ : nullptr);
  }

  void describe_board(Observation& seen) const override {
    if (reading_.lattice.columns == 0) return;
    seen.area = reading_.area;
    seen.size = size_text(reading_.board.width, reading_.board.height);
    if (!reading_.accepted()) return;
    seen.text = write(rules_, reading_.board);
    seen.picture = to_picture(rules_, reading_.board);
  }

  bool is_same_puzzle() override { return model::is_same_puzzle(*puzzle_, reading_.board); }

  bool is_won(bool) const override {
    Board board = reading_.board;
    for (std::size_t cell = 0; cell < board.marks.size(); ++cell) {
      int& mark = board.marks[cell];
      if (mark != kBlank || reading_.given[cell]) continue;
      if (controls_.mark_all) return false;
      mark = 0;
    }
    return is_solution(rules_, board);
  }

  Plan plan_to_answer(std::span<const ScreenPoint> places) const override {
    return model::plan(reading_.board, answer_, reading_.given, places, controls_);
  }

  const Rules& rules_;
  std::optional<Reader> reader_;
  Status status_ = Status::none;  ///< of answer_
};

/// What generating any of them can be asked for.
constexpr std::array<OptionInfo, 2> kOptions = {{
    {"easy", "", "every step follows from one rule"},
    {"hard", "", "some step needs more than one rule at a time"},
}};

class ModelGame final : public Game {
 public:
  ModelGame(const Rules& rules, std::span<const OptionInfo> options)
      : Game({.name = rules.name,
              .title = rules.title,
              .about = rules.about,
              .usual_side = rules.usual_side,
              .options = options}),
        rules_(rules) {}

  std::unique_ptr<PuzzleSession> begin(const Skin& skin) const override {
    return std::make_unique<ModelSession>(rules_, skin);
  }
  std::vector<Part> parts(std::string_view puzzle) const override {
    return parts_of(rules_, read(rules_, puzzle));
  }
  std::string saved(std::string_view puzzle, const TextSolution& solution,
                    std::span<const int> order) const override {
    const auto& [program, move, other_move] = rules_.saved;
    if (program.empty()) return {};
    Board board = read(rules_, puzzle);
    std::ranges::fill(board.marks, kBlank);
    const std::vector<int> marks = read(rules_, solution.solved).marks;
    const Model model = constrained(rules_, board);
    const Explainer explainer(model, marks);
    std::vector<std::string> moves;
    for (const int cell : each_once(order, board.cells())) {
      const int mark = marks[at(cell)];
      if (mark == kBlank || explainer.is_given(cell)) continue;
      moves.push_back(move_text(!rules_.has_numbers() && mark == 1 ? other_move : move,
                                board.column_of(cell), board.row_of(cell), mark));
    }
    return saved_game(program, write(rules_, board), moves, 0);
  }
  DrawnBoard drawing(std::string_view puzzle, const Course& course) const override {
    if (!rules_.is_grid()) return {};
    return model::drawing(rules_, puzzle, course);
  }
  std::string picture(std::string_view puzzle) const override {
    if (!rules_.is_grid()) return std::string(puzzle) + '\n';
    return to_picture(rules_, read(rules_, puzzle));
  }

 private:
  TextSolution solve_text(std::string_view puzzle, const TextOptions& options) const override {
    Board board = read(rules_, puzzle);
    TextSolution solution;
    const auto found = run(solution, [&] {
      return model::solve(rules_, board, {options.deadline, options.count_limit, options.trace});
    });
    std::vector<int> marks = found.marks;
    if (marks.empty()) return solution;
    if (std::ranges::any_of(board.marks, [](int mark) { return mark != kBlank; })) {
      const Progress progress = examine(rules_, board, options.deadline);
      if (!progress.marks.empty()) marks = progress.marks;
      if (!progress.contradictory.empty())
        solution.remark =
            "no solution has the marks at " + names_of(rules_, board, progress.contradictory);
    }
    solution.answer = marks_text(rules_, board, marks);
    board.marks = marks;
    if (rules_.is_grid()) solution.solved = write(rules_, board);
    return solution;
  }

  std::string generate_text(const eyehand::GenerateOptions& request,
                            Deadline deadline) const override {
    if (request.has("easy") && request.has("hard"))
      throw OptionError("--easy and --hard exclude each other.");
    std::string variant;
    for (const Variant& each : rules_.variants)
      if (request.has(each.word)) variant += each.letter;
    try {
      const auto board =
          model::generate(rules_,
                          {request.width, request.height, request.seed, request.unique, variant,
                           request.has("easy")   ? Difficulty::easy
                           : request.has("hard") ? Difficulty::hard
                                                 : Difficulty::any},
                          deadline);
      return board ? write(rules_, *board) : "";
    } catch (const Error& error) {
      throw OptionError(error.what());
    }
  }

  const Rules& rules_;
};

}  // namespace

const std::vector<const Game*>& page_games() {
  static const auto games = [] {
    static std::deque<ModelGame> all;
    static std::deque<std::vector<OptionInfo>> options;
    std::vector<const Game*> pointers;
    for (const Rules* rules : pages()) {
      std::vector<OptionInfo>& some = options.emplace_back(kOptions.begin(), kOptions.end());
      for (const auto& [letter, word, about] : rules->variants) some.push_back({word, "", about});
      pointers.push_back(&all.emplace_back(*rules, some));
    }
    return pointers;
  }();
  return games;
}

}  // namespace eyehand::model
