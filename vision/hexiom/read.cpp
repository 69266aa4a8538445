#include "vision/hexiom/read.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "puzzle/index.hpp"
#include "vision/foreground.hpp"
#include "vision/hexiom/cell.hpp"
#include "vision/hexiom/lattice.hpp"
#include "vision/hexiom/numeral.hpp"
#include "vision/statistics.hpp"

namespace eyehand::hexiom {
namespace {

/// A cell whose foreground differs by less than the first from its colour, 0 to 255, is empty; by
/// more than the second, it has a numeral. In between, it is rejected.
constexpr double kNothing = 14, kNumeral = 40;
/// The least likeness of a numeral to its sample.
constexpr double kLikenessMin = 0.75;
/// How many numerals of a board are examined to determine the font.
constexpr std::size_t kFontCells = 24;
/// Fonts within this of the best mean likeness must read the same as the best.
constexpr double kFontMargin = 0.03;
/// Marks of locks (CellObservation): none up to the first, one from the second on; half-way is
/// rejected.
struct Limits {
  double none, all;
};
constexpr Limits kClawsOnPiece{28, 48}, kClawsOnEmpty{2, 6}, kBadgeForeground{0.2, 0.5},
    kLine{0.3, 0.6};
/// If the middle of an edge differs by more from those of all others, something covers it or marks
/// it.
constexpr double kOddOnPiece = 32, kOddOnEmpty = 4;

/// The accuracy of the pitch of a board of one cell, as a share of it.
constexpr double kOneCellPitch = 0.06;
/// If this many of a cell's sides are out of place, something covers it.
constexpr int kSidesOff = 3;
/// The fewest empty cells that show what empty cells look like, and the most by which one may
/// differ from their median colour, 0 to 255.
constexpr std::size_t kComparable = 3;
constexpr double kOtherColour = 14;

/// 0 where a measure is at `none`, 1 at `all`, 0.5 half-way.
float share_between(double value, Limits limits) {
  return static_cast<float>(
      std::clamp((value - limits.none) / (limits.all - limits.none), 0.0, 1.0));
}

/// The reading of one cell.
struct CellGuess {
  Cell cell = kEmpty;
  bool is_locked = false;
  float confidence = 1;
  const char* rejection = "";
};

/// How many steps lower a numeral is that has a badge above it.
int below_badge(const Appearance& appearance) {
  return cvRound(appearance.drop * kNumeralSteps);
}

/// The fonts that the board's numerals may be of, the likeliest first; none if there are no
/// numerals.
std::vector<char> likely_fonts(const Appearance& appearance, const NumeralReader& numerals,
                               const std::vector<CellObservation>& cells) {
  std::vector<std::pair<double, char>> means;
  for (const char font : numerals.fonts()) {
    double sum = 0;
    std::size_t n = 0;
    for (const CellObservation& cell : cells) {
      if (cell.foreground.contrast < kNumeral || n == kFontCells) continue;
      double like = numerals.read(cell.foreground, {0, 1}, font).likeness;
      if (numerals.has_badge(font))
        like = std::max(
            like, numerals.read(cell.foreground, {below_badge(appearance), 1}, font).likeness);
      sum += like;
      ++n;
    }
    if (n > 0) means.emplace_back(sum / static_cast<double>(n), font);
  }
  std::sort(means.rbegin(), means.rend());
  std::vector<char> fonts;
  for (const auto& [mean, font] : means)
    if (mean >= means.front().first - kFontMargin) fonts.push_back(font);
  return fonts;
}

class BoardReader {
 public:
  /// `font` 0: there are no numerals.
  BoardReader(const Appearance& appearance, const NumeralReader& numerals, char font)
      : appearance_(appearance),
        numerals_(numerals),
        font_(font),
        has_badge_(numerals.has_badge(font)) {}

  CellGuess read(const CellObservation& cell) const {
    CellGuess guess;
    const bool shows = cell.foreground.contrast >= (kNothing + kNumeral) / 2;
    const float badge = shows && has_badge_ ? share_between(cell.badge, kBadgeForeground) : 0;
    const float line = font_ != 0 && has_badge_ ? 0 : share_between(cell.line, kLine);
    const float claws = share_between(cell.claws, shows ? kClawsOnPiece : kClawsOnEmpty);
    float lock = std::max({claws, line, badge});
    if (shows) {
      const NumeralGuess numeral =
          numerals_.read(cell.foreground, {badge >= 0.5F ? below_badge(appearance_) : 0, 2}, font_);
      if (numeral.shown == kBadge)
        lock = 1;
      else
        guess.cell = static_cast<Cell>(numeral.shown);
      guess.confidence =
          numeral.likeness < kLikenessMin
              ? 0
              : static_cast<float>(std::min(1.0, numeral.margin() / (2 * appearance_.margin)));
      if (guess.confidence < kMinConfidence) guess.rejection = "its numeral is unclear";
    }
    if (cell.foreground.contrast > kNothing && cell.foreground.contrast < kNumeral) {
      guess.confidence = 0;
      guess.rejection = "it is unclear whether it is empty";
    }
    guess.is_locked = lock >= 0.5F;
    // Something small in the middle of an edge makes its ends look like claws, or claws like none.
    const bool is_odd = cell.odd_edge > (shows ? kOddOnPiece : kOddOnEmpty);
    const float sure_of_lock = is_odd ? 0 : std::abs(2 * lock - 1);
    if (sure_of_lock < kMinConfidence) {
      guess.confidence = std::min(guess.confidence, sure_of_lock);
      guess.rejection = "it is unclear whether it is locked";
    }
    return guess;
  }

 private:
  const Appearance& appearance_;
  const NumeralReader& numerals_;
  char font_;
  bool has_badge_;
};

/// Whether an empty cell could look like background, as when a bright theme is made brighter: the
/// background is white, most cells are too, and no empty cell has another colour.
bool may_hide_cells(const HexLatticeResult& found, const Board& board,
                    const std::vector<CellObservation>& observed, int foreground_min) {
  const Colour background = found.background;
  if (std::min({background.r, background.g, background.b}) < 255) return false;
  std::size_t cells = 0, alike = 0;
  for (std::size_t i = 0; i < observed.size(); ++i) {
    if (found.cells[i] != HexCell::drawn) continue;
    const bool is_alike = farthest(observed[i].fill, cv::Vec3d::all(255)) < foreground_min;
    if (board.cells[i] == kEmpty && !is_alike) return false;
    ++cells;
    alike += is_alike;
  }
  return 2 * alike > cells;
}

/// Empty cells that are not locked have one colour; something may cover those of another.
std::vector<std::size_t> empties_of_other_colours(const HexLatticeResult& found,
                                                  const Reading& reading,
                                                  const std::vector<CellObservation>& observed) {
  std::vector<std::size_t> empties;
  for (std::size_t i = 0; i < observed.size(); ++i)
    if (found.cells[i] == HexCell::drawn && reading.board.cells[i] == kEmpty &&
        !reading.board.locked[i] && reading.confidence[i] >= kMinConfidence)
      empties.push_back(i);
  if (empties.size() < kComparable) return {};
  std::vector<cv::Vec3d> fills;
  for (const std::size_t i : empties) fills.push_back(observed[i].fill);
  const cv::Vec3d usual = median(fills);
  std::erase_if(empties,
                [&](std::size_t i) { return farthest(observed[i].fill, usual) <= kOtherColour; });
  return empties;
}

Reading read_lattice(const Frame& frame, const Appearance& appearance,
                     const NumeralReader& numerals, const HexLatticeResult& found) {
  Reading reading;
  const HexLattice& lattice = *found.lattice;
  const Hexagon hexagon(lattice.side);
  reading.board = Board::make(lattice.side);
  std::vector<CellObservation> observed;
  cv::Point2d least(1e9, 1e9), most(-1e9, -1e9);
  for (int cell = 0; cell < hexagon.size(); ++cell) {
    const cv::Point2d middle = lattice.at(hexagon.middle(cell));
    reading.where.push_back(middle);
    least = {std::min(least.x, middle.x), std::min(least.y, middle.y)};
    most = {std::max(most.x, middle.x), std::max(most.y, middle.y)};
    observed.push_back(
        found.cells[at(cell)] == HexCell::background
            ? CellObservation{}
            : measure_cell(frame.image, appearance, middle, lattice.pitch, lattice.flat_topped));
  }
  std::vector<BoardReader> readers;
  for (const char font : likely_fonts(appearance, numerals, observed))
    readers.emplace_back(appearance, numerals, font);
  if (readers.empty()) readers.emplace_back(appearance, numerals, 0);
  std::vector<const char*> why(observed.size(), "");
  for (int cell = 0; cell < hexagon.size(); ++cell) {
    const auto i = at(cell);
    if (found.cells[i] == HexCell::background) {
      reading.board.cells[i] = kHole;
      reading.confidence.push_back(1);
      continue;
    }
    CellGuess guess = readers.front().read(observed[i]);
    for (std::size_t k = 1; k < readers.size(); ++k) {
      const CellGuess other = readers[k].read(observed[i]);
      if (other.cell == guess.cell && other.is_locked == guess.is_locked) continue;
      guess.confidence = 0;
      guess.rejection = "the font of the numerals is unclear";
    }
    if (found.cells[i] == HexCell::unclear) {
      guess.confidence = 0;
      guess.rejection = "there is neither a cell nor background";
    } else if (found.sides_off[i] >= kSidesOff) {
      guess.confidence = 0;
      guess.rejection = "something covers its edge";
    }
    reading.board.cells[i] = guess.cell;
    reading.board.locked[i] = guess.is_locked ? 1 : 0;
    reading.confidence.push_back(guess.confidence);
    why[i] = guess.rejection;
  }
  for (const std::size_t i : empties_of_other_colours(found, reading, observed)) {
    reading.confidence[i] = 0;
    why[i] = "it is empty, but looks different from other empty cells";
  }
  if (may_hide_cells(found, reading.board, observed, appearance.foreground_min))
    for (std::size_t i = 0; i < observed.size(); ++i)
      if (found.cells[i] == HexCell::background) {
        reading.confidence[i] = 0;
        why[i] = "an empty cell would look like the background";
      }
  int rejections = 0;
  for (std::size_t i = 0; i < observed.size(); ++i)
    if (reading.confidence[i] < kMinConfidence && rejections++ == 0)
      reading.rejection = place_name(hexagon, static_cast<int>(i)) + ": " + why[i];
  // If most cells are uncertain, the lattice may be wrong.
  const auto cells = std::count_if(found.cells.begin(), found.cells.end(),
                                   [](HexCell cell) { return cell != HexCell::background; });
  if (2 * rejections > cells) std::fill(reading.confidence.begin(), reading.confidence.end(), 0.0F);
  if (rejections > 1) reading.rejection += ", and " + std::to_string(rejections - 1) + " more";
  const double reach = 0.58 * lattice.pitch;
  const cv::Point2d out(reach, reach);
  reading.area =
      covering(least - out, most + out + cv::Point2d(1, 1)) & cv::Rect({}, frame.image.size());
  return reading;
}

}  // namespace

std::string place_name(const Hexagon& hexagon, int cell) {
  const Hexagon::Place place = hexagon.place(cell);
  return "row " + std::to_string(place.row + 1) + ", cell " + std::to_string(place.column + 1);
}

Reading read(const Frame& frame, const Appearance& appearance) {
  HexLatticeResult found =
      find_hex_lattice(frame.image, appearance.cell_min_px, appearance.foreground_min);
  if (!found.lattice) {
    Reading none;
    none.rejection = found.why_not;
    return none;
  }
  const NumeralReader numerals(appearance.numerals);
  Reading reading = read_lattice(frame, appearance, numerals, found);
  if (found.lattice->side > 1) return reading;
  // Neither the pitch of a single cell nor its font can be determined. It is accepted only as empty
  // and not locked, and only if it reads so at any pitch that it may have.
  const Board empty = Board::make(1);
  const double pitch = found.lattice->pitch;
  for (const double factor : {1 - kOneCellPitch, 1.0, 1 + kOneCellPitch}) {
    found.lattice->pitch = factor * pitch;
    const Reading other = read_lattice(frame, appearance, numerals, found);
    if (!reading.accepted() || (other.accepted() && other.board == empty)) continue;
    reading.confidence[0] = 0;
    reading.rejection = "the content of the only cell is unclear";
  }
  return reading;
}

}  // namespace eyehand::hexiom
