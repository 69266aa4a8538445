#include "player/hexiom/learned_cells.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "puzzle/index.hpp"
#include "vision/cells/patch.hpp"
#include "vision/reading.hpp"
#include "vision/statistics.hpp"

namespace eyehand::hexiom {
namespace {

/// If the share of cells in doubt exceeds this, and their number the other, something covers the
/// board.
constexpr double kMaxDoubts = 0.4, kFewDoubts = 3;
/// A cell has changed if it differs by more than this share of the difference between empty cells
/// and pieces; its middle is empty if it differs from an empty one by less than the other.
constexpr double kChanged = 0.35, kSameMiddle = 0.25;
/// Glyphs that differ by less show the same number.
constexpr double kSameNumber = 0.09;
/// A single drag may be lost.
constexpr int kTries = 2;

bool is_piece_label(std::string_view label) {
  return label == kPieceLabel || label == kLockedPieceLabel;
}

/// Whether a board is not solved, whatever is in the cells that are `unknown`.
bool is_surely_unsolved(const Board& board, const std::vector<bool>& unknown) {
  const Hexagon hexagon(board.side);
  for (int cell = 0; cell < hexagon.size(); ++cell) {
    const hexiom::Cell number = board.cells[at(cell)];
    if (unknown[at(cell)] || !is_piece(number)) continue;
    int least = 0, most = 0;
    for (const int other : hexagon.neighbours(cell)) {
      if (other < 0) continue;
      least += !unknown[at(other)] && is_piece(board.cells[at(other)]);
      most += unknown[at(other)] || is_piece(board.cells[at(other)]);
    }
    if (number < least || number > most) return true;
  }
  return false;
}

}  // namespace

LearnedCells::LearnedCells(const cells::HexAppearance& cells, const Numbers& numbers,
                           const Marks& marks)
    : cells_(cells),
      numbers_(numbers),
      marks_(marks),
      lattice_{
          {cells.middle_x_px, cells.middle_y_px}, cells.pitch_px, cells.flat_topped, cells.side},
      tries_(at(Hexagon(cells.side).size())) {}

Reading LearnedCells::read(const Frame& frame) const {
  return read_cells(frame, cells_, numbers_, marks_);
}

cv::Point2d LearnedCells::middle(int cell) const {
  return lattice_.at(Hexagon(lattice_.side).middle(cell));
}

std::vector<LearnedCells::Cell> LearnedCells::cells_of(const Frame& frame) const {
  const Reading reading = read(frame);
  std::vector<Cell> cells;
  for (std::size_t i = 0; i < tries_.size(); ++i) {
    const cv::Point2d at = reading.where[i];
    const cells::Prediction match = cells_.read_cell(frame.image, lattice_, at);
    const std::string_view label = cells_.label(match.label);
    Cell cell;
    cell.is_piece = is_piece_label(label);
    cell.is_empty = label == kEmptyLabel || label == kLockedEmptyLabel;
    cell.is_locked = reading.board.locked[i] != 0;
    if (match.confidence < kMinConfidence)
      cell.doubt = Doubt::content;
    else if (cell.is_piece &&
             marks_.read(frame.image, at, lattice_.pitch, numbers_.span()).confidence <
                 kMinConfidence)
      cell.doubt = Doubt::lock;
    else if (reading.confidence[i] < kMinConfidence)
      cell.doubt = Doubt::number;
    cells.push_back(cell);
  }
  return cells;
}

Plan LearnedCells::trials(const Frame& frame, const Controls& controls) {
  learn_from_trials(frame);
  planned_.clear();
  const std::vector<Cell> cells = cells_of(frame);
  std::vector<int> empty, pieces, doubts;
  for (int i = 0; i < static_cast<int>(cells.size()); ++i) {
    const Cell& cell = cells[at(i)];
    if (cell.doubt != Doubt::none)
      doubts.push_back(i);
    else if (!cell.is_locked && (cell.is_empty || cell.is_piece))
      (cell.is_empty ? empty : pieces).push_back(i);
  }
  const double most = std::max(kFewDoubts, kMaxDoubts * static_cast<double>(cells.size()));
  if (static_cast<double>(doubts.size()) > most) return {};
  const std::vector<int> all_empty = empty, all_pieces = pieces;
  for (const int doubt : doubts) {
    const Cell& cell = cells[at(doubt)];
    const Tries& tries = tries_[at(doubt)];
    if (cell.doubt == Doubt::number && (cell.is_locked || tries.has_moved)) continue;
    const bool may_take = tries.from < kTries && !empty.empty(),
               may_put = cell.doubt == Doubt::content && tries.to < kTries && !pieces.empty();
    if (may_take && (tries.from <= tries.to || !may_put)) {
      planned_.push_back({doubt, doubt, empty.back()});
      empty.pop_back();
    } else if (may_put) {
      planned_.push_back({doubt, pieces.back(), doubt});
      pieces.pop_back();
    }
  }
  if (planned_.empty()) return {};
  // Last, so that what the others drag is still where it was if they do nothing.
  if (const auto control = control_trial(frame, all_empty, all_pieces, doubts))
    planned_.push_back(*control);
  Plan plan;
  const cv::Point2d grab = lattice_.pitch * cv::Point2d(controls.grab_right, controls.grab_below);
  for (const Trial& trial : planned_) {
    const cv::Point from = frame.to_screen(middle(trial.from) + grab),
                    to = frame.to_screen(middle(trial.to));
    plan.emplace_back(Drag{{from.x, from.y}, {to.x, to.y}, controls.button, {}});
  }
  return plan;
}

/// A drag that surely changes the board unless nothing does any more, as after a win: of a piece to
/// an empty cell or, if there is none, to another piece, since such programs let pieces swap. If
/// possible one that cannot win, since the board may be covered then before it was ever read.
std::optional<LearnedCells::Trial> LearnedCells::control_trial(
    const Frame& frame, const std::vector<int>& empty, const std::vector<int>& pieces,
    const std::vector<int>& doubts) const {
  std::vector<bool> unknown(tries_.size());
  for (const int cell : doubts) unknown[at(cell)] = true;
  for (const Trial& trial : planned_) unknown[at(trial.from)] = unknown[at(trial.to)] = true;
  const Board board = read(frame).board;
  std::optional<Trial> first;
  for (const int from : pieces)
    for (const int to : empty.empty() ? pieces : empty) {
      if (to == from) continue;
      const Trial trial{-1, from, to};
      Board after = board;
      std::swap(after.cells[at(from)], after.cells[at(to)]);
      if (is_surely_unsolved(after, unknown)) return trial;
      if (!first) first = trial;
    }
  return first;
}

void LearnedCells::begin_trials(const Frame& frame) {
  sent_ = planned_;
  before_ = frame;
}

void LearnedCells::end_trials() {
  sent_.clear();
  std::fill(tries_.begin(), tries_.end(), Tries{});
}

std::vector<LearnedCells::UnknownNumber> LearnedCells::unknown_numbers(const Frame& frame) const {
  std::vector<UnknownNumber> all;
  const std::vector<Cell> cells = cells_of(frame);
  const auto foreground = [&](int cell) {
    return number_foreground(frame.image, middle(cell), lattice_.pitch, numbers_.span());
  };
  for (int cell = 0; cell < static_cast<int>(cells.size()); ++cell) {
    if (cells[at(cell)].doubt == Doubt::none) continue;
    const cv::Mat seen = foreground(cell);
    if (cells[at(cell)].doubt != Doubt::number || seen.empty()) return {};
    const Glyph glyph = glyph_of(seen);
    const auto same = std::ranges::find_if(all, [&](const UnknownNumber& unknown) {
      return distance(glyph, glyph_of(foreground(unknown.cells[0]))) < kSameNumber;
    });
    (same == all.end() ? all.emplace_back() : *same).cells.push_back(cell);
  }
  const auto by_ocr = [&](int cell) {
    const cv::Mat seen = foreground(cell);
    return numbers_.off_samples(seen) < kSameNumber ? -1 : NumberReader::certain_by_ocr(seen);
  };
  for (UnknownNumber& unknown : all) {
    const int likeliest = numbers_.read(foreground(unknown.cells[0])).digit;
    for (int number = 0; number <= 6; ++number)
      if (number == likeliest || !numbers_.is_sampled(number)) unknown.candidates.push_back(number);
    unknown.by_ocr = by_ocr(unknown.cells[0]);
    for (const int cell : unknown.cells)
      if (by_ocr(cell) != unknown.by_ocr) unknown.by_ocr = -1;
  }
  return all;
}

void LearnedCells::learn_number(const Frame& frame, const std::vector<int>& cells, int number) {
  for (const int cell : cells)
    numbers_.add(number,
                 number_foreground(frame.image, middle(cell), lattice_.pitch, numbers_.span()));
}

/// Of two whole cells, the root mean square, 0 to 255.
double LearnedCells::difference(const Frame& a, int cell_a, const Frame& b, int cell_b) const {
  const auto picture = [&](const Frame& frame, int cell) {
    return cells::cut_hexagon(frame.image, middle(cell), lattice_.pitch, lattice_.flat_topped,
                              false);
  };
  const cv::Mat one = picture(a, cell_a), other = picture(b, cell_b);
  return cv::norm(one, other, cv::NORM_L2) / std::sqrt(3.0 * static_cast<double>(one.total()));
}

void LearnedCells::learn_from_trials(const Frame& now) {
  if (sent_.empty() || before_.image.size() != now.image.size()) return;
  // The empty cells that were used, and the pieces, show how much they differ.
  const std::vector<Cell> cells = cells_of(before_);
  std::vector<double> apart;
  for (int piece = 0; piece < static_cast<int>(cells.size()); ++piece)
    for (int empty = 0; empty < static_cast<int>(cells.size()); ++empty)
      if (cells[at(piece)].doubt == Doubt::none && cells[at(piece)].is_piece &&
          cells[at(empty)].doubt == Doubt::none && cells[at(empty)].is_empty)
        apart.push_back(difference(before_, piece, before_, empty));
  const double usual = apart.empty() ? 0 : median(apart);
  const auto has_swapped = [&](const Trial& trial) {
    const double least =
        kChanged * (apart.empty() ? difference(before_, trial.from, before_, trial.to) : usual);
    return least > 0 && difference(before_, trial.from, now, trial.from) > least &&
           difference(before_, trial.to, now, trial.to) > least;
  };
  // If nothing moves, the game may have been won, and a cell in doubt may be covered.
  const bool is_alive = std::ranges::any_of(sent_, has_swapped);
  const bool can_be_taken = std::ranges::any_of(cells, [](const Cell& cell) {
    return cell.doubt == Doubt::none && cell.is_empty && !cell.is_locked;
  });
  for (const Trial& trial : sent_) {
    const auto [doubt, from, to] = trial;
    if (doubt < 0) continue;
    Tries& tries = tries_[at(doubt)];
    if (has_swapped(trial)) {
      learn(before_, from, true, false);
      learn(before_, to, false, false);
      learn(now, from, false, false);
      learn(now, to, true, false);
      tries_[at(from)] = tries_[at(to)] = {0, 0, true};
      continue;
    }
    if (!is_alive && cells[at(doubt)].doubt != Doubt::number) continue;
    ++(doubt == from ? tries.from : tries.to);
    const bool can_be_still =
        (tries.from >= kTries || !can_be_taken) &&
        (tries.to >= kTries || (can_be_taken && cells[at(doubt)].doubt == Doubt::lock));
    if (can_be_still) learn_still(now, doubt, can_be_taken);
  }
  sent_.clear();
}

/// Adds a cell's picture unless it is recognised.
void LearnedCells::learn(const Frame& frame, int cell, bool is_piece, bool is_locked) {
  const cv::Point2d at = middle(cell);
  const auto is_certain = [](const auto& match) { return match.confidence >= kMinConfidence; };
  bool are_marks = marks_.has_locks();
  if (is_piece) {
    const MarkReader::Guess lock = marks_.read(frame.image, at, lattice_.pitch, numbers_.span());
    are_marks = are_marks || !is_certain(lock);
    if (are_marks && (!is_certain(lock) || lock.is_locked != is_locked))
      marks_.add(is_locked, frame.image, at, lattice_.pitch, numbers_.span());
  }
  const std::string_view wanted = !is_piece ? is_locked ? kLockedEmptyLabel : kEmptyLabel
                                  : is_locked && !are_marks ? kLockedPieceLabel
                                                            : kPieceLabel;
  const cells::Prediction match = cells_.read_cell(frame.image, lattice_, at);
  if (!is_certain(match) || cells_.label(match.label) != wanted)
    cells_.add(wanted, frame.image, lattice_, at);
}

/// Learns a cell from which nothing can be dragged, nor to it: a locked piece shows a number.
/// Unless `can_be_taken`, nothing could be dragged from any cell, since none is empty.
void LearnedCells::learn_still(const Frame& frame, int cell, bool can_be_taken) {
  const std::vector<Cell> cells = cells_of(frame);
  const auto centre = [&](int i) {
    return cells::cut(frame.image, middle(i), 0.4 * lattice_.pitch, cells::kHexagonPixels);
  };
  double empty = -1, piece = -1;  // the nearest
  for (int i = 0; i < static_cast<int>(cells.size()); ++i) {
    if (i == cell || cells[at(i)].doubt != Doubt::none) continue;
    double& nearest = cells[at(i)].is_piece ? piece : empty;
    const double d = cv::norm(centre(i), centre(cell), cv::NORM_L2);
    if (nearest < 0 || d < nearest) nearest = d;
  }
  const cv::Mat foreground =
      number_foreground(frame.image, middle(cell), lattice_.pitch, numbers_.span());
  if (!can_be_taken) {
    if (cells[at(cell)].is_empty && foreground.empty()) learn(frame, cell, false, true);
    return;
  }
  const DigitGuess number = numbers_.read(foreground);
  const bool is_number = number.digit >= 0 && number.confidence >= kMinDigitConfidence;
  // If no other piece of its colour shows this number, its middle may be nearer to an empty one.
  const bool is_alike = cells[at(cell)].is_piece, is_nearer = piece >= 0 && piece < empty;
  const bool is_piece =
      is_number ? is_alike || is_nearer
                : is_alike && is_nearer && NumberReader::certain_by_ocr(foreground) >= 0;
  if (cells[at(cell)].doubt == Doubt::lock || is_piece)
    learn(frame, cell, true, true);
  else if (!is_number && empty >= 0 && (piece < 0 || empty < kSameMiddle * piece))
    learn(frame, cell, false, true);
}

}  // namespace eyehand::hexiom
