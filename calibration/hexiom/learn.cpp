#include "calibration/hexiom/learn.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <map>
#include <opencv2/imgproc.hpp>
#include <optional>
#include <utility>
#include <vector>

#include "actuator/hexiom/plan.hpp"
#include "calibration/hexiom/atlas.hpp"
#include "calibration/hexiom/cell_survey.hpp"
#include "calibration/hexiom/numbers.hpp"
#include "calibration/hexiom/unsolved_plan.hpp"
#include "calibration/learner.hpp"
#include "puzzle/hexiom/text.hpp"
#include "puzzle/index.hpp"
#include "solver/hexiom/solve.hpp"
#include "vision/hexiom/read_cells.hpp"
#include "vision/ocr.hpp"
#include "vision/reading.hpp"

namespace eyehand::calibration {
namespace {

using std::chrono::milliseconds;

/// A cell that does not react and differs from what lies outside the board by less than this share
/// of the difference between an empty cell and the first piece is a hole.
constexpr double kAlikeStill = 0.12;
/// A cell whose centre differs from an empty cell's by less than this is empty.
constexpr double kAlikeMiddle = 0.25;
/// A cell that does not react and differs from a locked piece by less than this share, apart from
/// the number, is like it.
constexpr double kLikeLocked = 0.2;
/// A cell looks as it was found if its picture differs by less than this (0 to 255).
constexpr double kAsFound = 3;
/// The most new games to look at, how many in a row without anything new are enough, and the most
/// until one is recognised.
constexpr int kMoreBoards = 5, kKnownBoards = 2, kMostBoards = 8;
/// Time limit for solving a board with a candidate naming of its numbers.
constexpr milliseconds kSolveTime{400};
/// How confident Tesseract must be of the number on a locked piece that resembles no movable one.
constexpr float kCertainNumber = 0.8F;
/// Numbers whose glyphs are at most this far apart are alike.
constexpr double kLikeNumber = 0.15;

class HexiomLearner : Learner {
 public:
  HexiomLearner(Prober& prober, const LearnOptions& options)
      : Learner(prober, options),
        survey_(prober, pace_, timing_, atlas_,
                [this](std::string_view stage, const std::string& what) { report(stage, what); }) {}

  Learned run() {
    watch_idle();
    found_ = prober_.frame().image;
    pace_ = drag_pace(kUsualDrag);
    report("drag", "looking for a piece that can be dragged");
    survey_.find_piece([this] { return deal_another_board(); });
    survey_.find_speed();
    settle_pace(
        fmt::format("drags of {} steps of {} ms", pace_.drag_steps, pace_.drag_step.count()));
    survey_.find_board();
    label_first_board();
    add_still_pictures();
    sample_board();
    see_more_boards();
    name_all();
    make_reader();
    if (boards_.size() == 1) {
      see_solution();
      restore();
    }
    return learned_from(text(), prober_.rest(), options_);
  }

 private:
  // --- What is on them

  /// A board: what is on each cell, and the index of the numeral there, or -1.
  struct ObservedBoard {
    std::vector<CellLabel> labels;
    std::vector<int> numerals;
  };

  void label_first_board() {
    std::vector<cv::Mat> outside;
    for (const HexStep cell : survey_.beside()) outside.push_back(survey_.picture(cell));
    labels_.assign(at(survey_.size()), CellLabel::beside);
    std::map<HexStep, int> numeral_of;
    for (const auto& [what, pictures] : survey_.numbers()) {
      if (pictures.empty()) continue;
      numeral_of[what] = static_cast<int>(numerals_.size());
      numerals_.push_back(pictures);
    }
    ObservedBoard board{{}, std::vector<int>(labels_.size(), -1)};
    for (int cell = 0; cell < survey_.size(); ++cell) {
      const HexStep step = survey_.step_of(cell);
      if (!survey_.is_proven(step)) {
        if (nearest_of(outside, survey_.picture(step)) < kAlikeStill * survey_.separation())
          continue;
        labels_[at(cell)] = label_of_still(step, CellLabel::beside);
        continue;
      }
      labels_[at(cell)] = survey_.is_empty(step) ? CellLabel::empty : CellLabel::piece;
      if (survey_.is_empty(step)) continue;
      const auto numeral = numeral_of.find(survey_.content(step));
      if (numeral == numeral_of.end()) stop(End::unreadable, "a piece shows no number.");
      board.numerals[at(cell)] = numeral->second;
    }
    relabel_like_locked_pieces();
    for (int cell = 0; cell < survey_.size(); ++cell) {
      if (labels_[at(cell)] != CellLabel::locked_piece) continue;
      board.numerals[at(cell)] = static_cast<int>(numerals_.size());
      numerals_.push_back({survey_.number_of(survey_.step_of(cell))});
    }
    board.labels = labels_;
    boards_.push_back(board);
  }

  /// A number that is on no other piece may be unclear, as a 1 that is a mere stroke; but its piece
  /// may look like another locked one.
  void relabel_like_locked_pieces() {
    std::vector<cv::Mat> locked;
    for (int cell = 0; cell < survey_.size(); ++cell)
      if (labels_[at(cell)] == CellLabel::locked_piece)
        locked.push_back(survey_.hollow(survey_.step_of(cell)));
    for (int cell = 0; cell < survey_.size(); ++cell) {
      const HexStep step = survey_.step_of(cell);
      if (labels_[at(cell)] == CellLabel::locked_empty &&
          nearest_of(locked, survey_.hollow(step)) < kLikeLocked * survey_.separation())
        labels_[at(cell)] = label_of_still(step, CellLabel::locked_piece);
    }
  }

  /// What is on a cell that does not react, and looks most like `nearest`.
  CellLabel label_of_still(HexStep cell, CellLabel nearest) const {
    const cv::Mat number = survey_.number_of(cell);
    const bool is_like_piece = nearest == CellLabel::piece || nearest == CellLabel::locked_piece ||
                               survey_.looks_like_piece(cell);
    return number.empty() || survey_.off_empty_middle(cell) < kAlikeMiddle ||
                   !(is_like_piece || is_number(number, numerals_))
               ? CellLabel::locked_empty
               : CellLabel::locked_piece;
  }

  Plan new_game() const {
    Plan keys;
    for (const std::string& key : options_.new_game_keys) keys.emplace_back(Key{key});
    return keys;
  }

  /// Returns false if neither a key nor a button for that is known.
  bool deal_another_board() {
    if (options_.new_game_keys.empty()) {
      if (!deal_another_game()) return false;
    } else {
      report("new game", "nothing can be dragged; starting another game");
      prober_.perform(new_game(), Prober::careful_pace());
    }
    found_ = prober_.frame().image;
    return true;
  }

  /// New games show more numbers, locks and colours; continues as long as there is anything new.
  void see_more_boards() {
    if (options_.new_game_keys.empty()) return;
    const Plan keys = new_game();
    // A new board may appear more slowly than pieces move.
    prober_.set_rest(Prober::kRest);
    int known = 0, seen = 0;
    // Too much of a board may be new; then another must be dealt for the skin to be tried on.
    bool is_in_sight = true;
    for (; (seen < kMoreBoards && known < kKnownBoards) || (!is_in_sight && seen < kMostBoards);
         ++seen) {
      make_readers();
      prober_.perform(keys, Prober::careful_pace());
      const auto all_known = see_board();
      is_in_sight = all_known.has_value();
      known = all_known.value_or(false) ? known + 1 : 0;
    }
    report("new games", fmt::format("{} more boards were seen; the first one is left, the board "
                                    "is left changed",
                                    seen));
  }

  /// Adds the board in sight to the known ones. Returns whether everything on it was known before;
  /// nothing if it looks entirely different.
  std::optional<bool> see_board() {
    std::vector<int> uncertain;
    for (int cell = 0; cell < survey_.size(); ++cell) {
      const cv::Point2d middle = survey_.middle(survey_.step_of(cell));
      const cells::Prediction match =
          atlas_.cells().read_cell(prober_.frame().image, survey_.board(), middle);
      labels_[at(cell)] = atlas_.label(match);
      bool is_certain = match.confidence >= kMinConfidence;
      if (auto& label = labels_[at(cell)];
          label == CellLabel::piece || label == CellLabel::locked_piece) {
        const auto lock = atlas_.marks().read(prober_.frame().image, middle, survey_.board().pitch,
                                              survey_.number_span());
        if (atlas_.marks().has_locks())
          label = lock.is_locked ? CellLabel::locked_piece : CellLabel::piece;
        is_certain = is_certain && lock.confidence >= kMinConfidence;
      }
      if (!is_certain) uncertain.push_back(cell);
    }
    if (2 * uncertain.size() > labels_.size()) return std::nullopt;
    bool all_known = uncertain.empty();
    while (!uncertain.empty()) {
      const int cell = uncertain.back();
      resolve(cell, uncertain);
      std::erase(uncertain, cell);
    }
    ObservedBoard board{labels_, std::vector<int>(labels_.size(), -1)};
    for (int cell = 0; cell < survey_.size(); ++cell) {
      const CellLabel label = labels_[at(cell)];
      if (label != CellLabel::piece && label != CellLabel::locked_piece) continue;
      const cv::Mat number = survey_.number_of(survey_.step_of(cell));
      if (number.empty()) return false;
      all_known = all_known && is_like_one(number, numerals_);
      board.numerals[at(cell)] = static_cast<int>(numerals_.size());
      numerals_.push_back({number});
    }
    sample_board();
    boards_.push_back(board);
    // Where pieces may be locked, so may empty cells.
    return all_known && (has_seen(CellLabel::locked_empty) || !has_seen(CellLabel::locked_piece));
  }

  bool has_seen(CellLabel label) const {
    return std::ranges::any_of(boards_, [&](const ObservedBoard& board) {
      return std::ranges::count(board.labels, label) > 0;
    });
  }

  /// Finds out what is on a cell by dragging from it and to it. `uncertain` are cells that cannot
  /// be used for that.
  void resolve(int cell, const std::vector<int>& uncertain) {
    const auto any = [&](CellLabel label) {
      int best = -1;
      for (int other = 0; other < survey_.size(); ++other)
        if (labels_[at(other)] == label && other != cell &&
            std::find(uncertain.begin(), uncertain.end(), other) == uncertain.end())
          best = other;
      return best;
    };
    const int empty = any(CellLabel::empty), piece = any(CellLabel::piece);
    // What looks free but does not move may have been missed by a busy program.
    const bool looks_free =
        labels_[at(cell)] == CellLabel::piece || labels_[at(cell)] == CellLabel::empty;
    const bool shows_number = !survey_.number_of(survey_.step_of(cell)).empty();
    const Pace slowly = survey_.slower_pace();
    const auto swap = [&](int from, int to, bool again) {
      return swap_cells(from, to, pace_) || (looks_free && again && swap_cells(from, to, slowly));
    };
    if (empty >= 0 && swap(cell, empty, shows_number)) {
      labels_[at(cell)] = CellLabel::empty;
      labels_[at(empty)] = CellLabel::piece;
    } else if (piece >= 0 && swap(piece, cell, !shows_number)) {
      labels_[at(piece)] =
          survey_.looks_empty(survey_.step_of(piece)) ? CellLabel::empty : CellLabel::piece;
      labels_[at(cell)] = CellLabel::piece;
    } else {
      labels_[at(cell)] = label_of_still(survey_.step_of(cell), labels_[at(cell)]);
    }
  }
  bool swap_cells(int from, int to, const Pace& pace) {
    const Effect effect =
        prober_.try_out({survey_.drag_of(survey_.step_of(from), survey_.step_of(to))}, pace);
    prober_.expect_no_dialog();
    return survey_.has_changed(effect, survey_.step_of(from)) &&
           survey_.has_changed(effect, survey_.step_of(to));
  }

  hexiom::Board board_of(const ObservedBoard& seen, const std::vector<int>& numbers) const {
    hexiom::Board board = hexiom::Board::make(survey_.board().side);
    for (int cell = 0; cell < survey_.size(); ++cell) {
      const CellLabel label = seen.labels[at(cell)];
      board.locked[at(cell)] = label == CellLabel::locked_piece || label == CellLabel::locked_empty;
      if (label == CellLabel::beside) board.cells[at(cell)] = hexiom::kHole;
      if (const int numeral = seen.numerals[at(cell)]; numeral >= 0)
        board.cells[at(cell)] = static_cast<hexiom::Cell>(numbers[at(numeral)]);
    }
    return board;
  }

  void name_all() {
    int asked = 0;
    const auto numbers = calibration::name_numbers(numerals_, [&](const std::vector<int>& tried) {
      ++asked;
      return std::ranges::all_of(boards_, [&](const ObservedBoard& seen) {
        return hexiom::solve(board_of(seen, tried), {.deadline = Deadline::after(kSolveTime)})
                   .status != Status::none;
      });
    });
    if (!numbers)
      stop(End::unreadable, "the board has no solution, whichever numbers the pieces may show.");
    board_now_ = board_of(boards_.back(), *numbers);
    names_ = *numbers;
    sample_numbers();
    std::map<HexContent, hexiom::Cell> shown;
    for (int cell = 0; cell < survey_.size(); ++cell)
      shown[survey_.content(survey_.step_of(cell))] = board_now_.cells[at(cell)];
    found_cells_ = board_now_.cells;
    for (int cell = 0; cell < survey_.size(); ++cell)
      found_cells_[at(cell)] = shown[survey_.step_of(cell)];
    report("numbers",
           fmt::format("{} numerals of {} boards, named in {} attempts:\n{}", numerals_.size(),
                       boards_.size(), asked, hexiom::to_picture(board_now_)));
  }

  void sample_numbers() {
    numbers_ = samples_of(numerals_, names_);
    numbers_.span = survey_.number_span();
  }

  static bool is_like_one(const cv::Mat& foreground, const std::vector<NumberPictures>& known) {
    const Glyph glyph = glyph_of(foreground);
    for (const NumberPictures& pictures : known)
      for (const cv::Mat& other : pictures)
        if (distance(glyph_of(other), glyph) < kLikeNumber) return true;
    return false;
  }
  /// Whether a cell that does not react shows a number.
  static bool is_number(const cv::Mat& foreground, const std::vector<NumberPictures>& pieces) {
    if (is_like_one(foreground, pieces)) return true;
    const OcrGuess guess = ocr_digit(foreground(cv::boundingRect(foreground >= 90)));
    return guess.digit >= 0 && guess.digit <= 6 && guess.confidence >= kCertainNumber;
  }

  void add_still_pictures() {
    for (const auto& [step, pictures] : survey_.still_pictures())
      if (const int cell = survey_.cell_of(step); cell >= 0 && !survey_.is_proven(step))
        for (const cv::Mat& picture : pictures) atlas_.add(labels_[at(cell)], step, picture);
  }

  void make_reader() {
    make_readers();
    const auto reading = read_now();
    if (!reading.accepted())
      stop(End::unreadable, "the learned skin does not read the board: " + reading.rejection + ".");
    if (reading.board != board_now_) stop(End::unreadable, "the learned skin misreads the board.");
    report("states", fmt::format("{} pictures of cells are kept, at most {:.1f} apart",
                                 atlas_.cells().appearance().labels.size(),
                                 atlas_.cells().appearance().reach));
  }

  /// Pictures of all cells with their current labels.
  void sample_board() {
    for (int cell = 0; cell < survey_.size(); ++cell) {
      const CellLabel label = labels_[at(cell)];
      const HexStep step = survey_.step_of(cell);
      atlas_.add(label, step, survey_.hollow(step));
      if (label == CellLabel::piece || label == CellLabel::locked_piece)
        survey_.add_marks(label == CellLabel::locked_piece, step);
    }
    // Places beside the board have a recognisable appearance only if there are holes.
    if (std::ranges::count(labels_, CellLabel::beside) == 0) return;
    for (const HexStep step : survey_.beside())
      atlas_.add(CellLabel::beside, step, survey_.hollow(step));
  }

  void make_readers() {
    atlas_.make_readers(survey_.board(), survey_.separation(), survey_.mark_radius(),
                        survey_.number_span());
  }

  hexiom::Reading read_now() const {
    return hexiom::read_cells(prober_.frame(), atlas_.cells(), hexiom::NumberReader(numbers_),
                              atlas_.marks());
  }

  hexiom::Controls controls() const {
    hexiom::Controls controls;
    controls.grab_right = survey_.grab().x;
    controls.grab_below = survey_.grab().y;
    return controls;
  }

  std::vector<ScreenPoint> places() const {
    std::vector<ScreenPoint> places;
    for (int cell = 0; cell < survey_.size(); ++cell)
      places.push_back(prober_.on_screen(survey_.middle(survey_.step_of(cell))));
    return places;
  }

  /// Adds pictures of all cells, which have these contents.
  void sample_board_as(const std::vector<hexiom::Cell>& cells) {
    for (int cell = 0; cell < survey_.size(); ++cell) {
      auto& label = labels_[at(cell)];
      if (label != CellLabel::piece && label != CellLabel::empty) continue;
      label = cells[at(cell)] == hexiom::kEmpty ? CellLabel::empty : CellLabel::piece;
      // Numbers may have another colour there, too.
      const cv::Mat number = survey_.number_of(survey_.step_of(cell));
      if (label == CellLabel::empty || number.empty()) continue;
      numerals_.push_back({number});
      names_.push_back(cells[at(cell)]);
    }
    sample_numbers();
    sample_board();
    make_readers();
  }
  /// Whether these may be the cells' contents: empty cells and the numbers that are read are there.
  bool looks_like(const std::vector<hexiom::Cell>& cells) const {
    const hexiom::NumberReader reader(numbers_);
    for (int cell = 0; cell < survey_.size(); ++cell) {
      const CellLabel label = labels_[at(cell)];
      if (label != CellLabel::piece && label != CellLabel::empty) continue;
      const HexStep step = survey_.step_of(cell);
      const bool is_empty = cells[at(cell)] == hexiom::kEmpty;
      if (survey_.looks_empty(step) != is_empty) return false;
      const DigitGuess number = is_empty ? DigitGuess{} : reader.read(survey_.number_of(step));
      if (number.confidence >= kMinDigitConfidence && number.digit != cells[at(cell)]) return false;
    }
    return true;
  }

  /// Plays a solution up to the drag that solves the board: pieces may have another colour where
  /// they belong.
  void see_solution() {
    const auto answer = hexiom::solve(board_now_, {.deadline = Deadline::after(kSolveTime)}).answer;
    if (answer.empty()) return;
    const std::vector<ScreenPoint> all = places();
    const Plan plan =
        unsolved_part(hexiom::plan(board_now_, answer, all, controls()), board_now_, all);
    if (plan.empty()) return;
    prober_.perform(plan, pace_);
    const std::vector<hexiom::Cell> expected = cells_after(plan, board_now_, all).back();
    if (!looks_like(expected)) return;
    board_now_.cells = expected;
    sample_board_as(expected);
  }

  /// Moves everything back to where it was.
  void restore() {
    hexiom::Board wanted = board_now_;
    wanted.cells = found_cells_;
    hexiom::Board now = board_now_;
    for (int attempt = 0; attempt < 3 && now != wanted; ++attempt) {
      prober_.perform(unsolved_plan(now, wanted.cells, places(), controls()),
                      attempt == 0 ? pace_ : drag_pace(kSlowestDrag));
      // Pieces may have colours that they did not have anywhere else.
      if (is_as_found()) {
        now = wanted;
        break;
      }
      const hexiom::Reading reading = read_now();
      if (!reading.accepted()) {
        stop(End::unreadable,
             "the board cannot be read while it is restored: " + reading.rejection + ".");
      }
      now = reading.board;
    }
    check_as_found(now == wanted);
    if (!is_as_found())
      report("board", "it does not look exactly as it was found; it may be left changed");
    sample_board_as(wanted.cells);
  }

  /// Whether all cells look as they did before anything was moved.
  bool is_as_found() const {
    for (int cell = 0; cell < survey_.size(); ++cell) {
      const HexStep step = survey_.step_of(cell);
      if (apart_by(survey_.picture(step), survey_.picture_of(found_, step)) > kAsFound)
        return false;
    }
    return true;
  }

  std::string text() const {
    SkinText skin = begin_skin();
    skin.table("controls", controls());
    skin.table("cells", atlas_.cells().appearance());
    skin.table("numbers", numbers_);
    skin.table("marks", atlas_.marks().marks());
    write_pace(skin, "dragging");
    return skin.text();
  }

  cv::Mat found_;  ///< the window as it was found
  CellAtlas atlas_;
  CellSurvey survey_;
  std::vector<CellLabel> labels_;  ///< of the cells of the board in sight
  std::vector<ObservedBoard> boards_;
  std::vector<NumberPictures> numerals_;
  std::vector<int> names_;  ///< the numbers that they show
  hexiom::Board board_now_;
  std::vector<hexiom::Cell> found_cells_;  ///< what was on them before anything was moved
  hexiom::Numbers numbers_;
};

}  // namespace

Learned learn_hexiom(Prober& prober, const LearnOptions& options) {
  return HexiomLearner(prober, options).run();
}

}  // namespace eyehand::calibration