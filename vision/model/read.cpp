#include "vision/model/read.hpp"

#include <algorithm>
#include <charconv>
#include <functional>
#include <limits>
#include <map>
#include <opencv2/imgproc.hpp>
#include <utility>

#include "puzzle/error.hpp"
#include "puzzle/text.hpp"
#include "vision/components.hpp"
#include "vision/enlarge.hpp"
#include "vision/foreground.hpp"
#include "vision/model/cages.hpp"
#include "vision/model/margins.hpp"
#include "vision/statistics.hpp"

namespace eyehand::model {
namespace {

/// What is drawn may differ more, since its rims are smoothed and it may be thin.
constexpr int kForegroundTolerance = 70;
/// Middles of digits of one number are closer than this, in digit heights: measured, they are up to
/// 1.05 apart, and those of two numbers from 1.22 on.
constexpr double kDigitAdvance = 1.12;
/// Lines between cells reach at most this far into them, a share of a cell.
constexpr double kLineReach = 0.15;
/// How far enlarging smooths lines into cells, in pixels of what was enlarged. Numbers are not so
/// near to a cell's sides; shapes may be.
constexpr double kEnlargedRim = 1.1;
/// How sure it is that a colour is meant: 1 if it is the same, 0.5 at the tolerance.
float likeness(Colour a, Colour b, int tolerance) {
  return std::max(0.0F,
                  1 - 0.5F * static_cast<float>(distance(a, b)) / static_cast<float>(tolerance));
}

bool is_in_one_row(const cv::Rect& a, const cv::Rect& b) {
  return std::abs((a.y + a.br().y) - (b.y + b.br().y)) < std::max(a.height, b.height);
}

/// The numbers that these glyphs of a line form, from top to bottom, then from left to right.
std::vector<cv::Rect> numbers_of(std::vector<cv::Rect> glyphs) {
  std::ranges::sort(glyphs, [](const cv::Rect& a, const cv::Rect& b) {
    return is_in_one_row(a, b) ? a.x < b.x : a.y < b.y;
  });
  std::vector<cv::Rect> numbers;
  for (std::size_t i = 0; i < glyphs.size(); ++i) {
    const auto goes_on = [&](const cv::Rect& last, const cv::Rect& glyph) {
      const double advance = glyph.x + glyph.width / 2.0 - (last.x + last.width / 2.0);
      return is_in_one_row(last, glyph) && advance < kDigitAdvance * glyph.height;
    };
    if (i > 0 && goes_on(glyphs[i - 1], glyphs[i]))
      numbers.back() |= glyphs[i];
    else
      numbers.push_back(glyphs[i]);
  }
  return numbers;
}

/// What parts thin lines from thick ones: the limit that leaves both kinds most alike. More than
/// all of them if there is only one kind.
double thinner_than(const std::vector<double>& widths) {
  constexpr double kTwoKinds = 1.5;
  if (widths.empty()) return 0;
  const double most = std::ranges::max(widths);
  cv::Mat scaled, is_thick;
  cv::Mat(widths).convertTo(scaled, CV_8U, most > 0 ? 255 / most : 0);
  const double limit =
      cv::threshold(scaled, is_thick, 0, 255, cv::THRESH_BINARY | cv::THRESH_OTSU) + 0.5;
  const double thin = cv::mean(scaled, ~is_thick)[0], thick = cv::mean(scaled, is_thick)[0];
  return thick > kTwoKinds * thin ? limit * most / 255 : most + 1;
}

/// The numbers beneath marks, if what is in sight is the puzzle that is known.
void recall(const Board& known, Board& board) {
  if (known.width != board.width || known.height != board.height) return;
  for (std::size_t cell = 0; cell < board.clues.size(); ++cell)
    if (board.clues[cell] != known.clues[cell] &&
        (board.clues[cell] != kBlank || board.marks[cell] == kBlank))
      return;
  board.clues = known.clues;
}

}  // namespace

CellKind parse_cell(std::string_view text, const Rules& rules) {
  const auto fail = [&](const std::string& why) {
    throw Error('\'' + std::string(text) + "' " + why);
  };
  const auto colon = text.find(':');
  if (colon == text.npos) fail("must have a colon between what is seen and what it means");
  CellKind kind;
  bool is_first = true;
  for (const std::string& word : split(text.substr(0, colon), ' ')) {
    using enum CellKind::Shape;
    if (const auto colour = parse_colour(word))
      (is_first ? kind.background : kind.foreground) = colour;
    else if (word == "number")
      kind.shape = number;
    else if (word == "small")
      kind.shape = small;
    else if (word == "large")
      kind.shape = large;
    else if (word != "any")
      fail("has the unknown word " + word + "; use a colour, any, number, small or large");
    is_first = false;
  }
  for (const std::string& part : split(text.substr(colon + 1), ',')) {
    const std::string_view word = trimmed(part);
    const auto symbol = std::ranges::find(rules.symbols, word);
    int value = 0;
    if (word == "blank") continue;
    if (word == "given") {
      kind.is_given = true;
    } else if (word.starts_with("variant ") && word.size() == 9) {
      kind.variant = word.back();
    } else if (symbol != rules.symbols.end()) {
      kind.clue = static_cast<int>(symbol - rules.symbols.begin());
    } else if (word == "number") {
      kind.clue_is_number = true;
    } else if (word == "mark number" && rules.has_numbers()) {
      kind.mark_is_number = true;
    } else if (word.starts_with("mark ") &&
               std::from_chars(word.data() + 5, word.data() + word.size(), value).ptr ==
                   word.data() + word.size()) {
      kind.mark = value;
    } else {
      fail("has the unknown meaning '" + std::string(word) +
           "'; use blank, number, mark N, given, variant X, or " +
           (rules.symbols.empty() ? "mark number" : joined(rules.symbols)));
    }
  }
  if ((kind.clue_is_number || kind.mark_is_number) && kind.shape != CellKind::Shape::number)
    fail("means a number, but does not show one");
  return kind;
}

Reader::Reader(const Rules& rules, const Appearance& appearance, const LatticeAppearance& lattice)
    : rules_(rules),
      numbers_(appearance.numbers),
      blocks_(appearance.blocks),
      rim_(appearance.rim),
      contrast_(appearance.contrast),
      lattice_(lattice),
      digits_(appearance.digits) {
  for (const std::string& text : appearance.cells) kinds_.push_back(parse_cell(text, rules));
  for (const std::string& sides : {numbers_, lattice_.runs_on})
    if (sides.find_first_not_of("tblr") != sides.npos)
      throw Error("the sides of numbers and lines are t, b, l and r, not '" + sides + "'");
  for (const char letter : appearance.unseen)
    if (std::ranges::count(rules.variants, letter, &Variant::letter) == 0)
      throw Error("unseen has '" + std::string(1, letter) + "', which is no variant of the rules");
  if (!appearance.cages.empty() && !(cages_ = parse_colour(appearance.cages)))
    throw Error("the colour of cages is like #737317, not '" + appearance.cages + "'");
}

float Reader::read_cell(const CellSeen& cell, std::size_t index, Reading& reading) const {
  std::vector<std::pair<float, const CellKind*>> fitting;
  // Whether a kind without any colour can be meant: not if one with nearly this background may be.
  bool may_be_any = true;
  for (const CellKind& kind : kinds_) {
    float confidence = 1;
    using enum CellKind::Shape;
    // Numbers are not so pale; noise is.
    const bool is_mark = kind.shape == small || kind.shape == large;
    if (cell.is_faint && is_mark &&
        (!kind.background ||
         likeness(cell.background, *kind.background, kTolerance) >= kMinConfidence))
      return 0;
    if ((kind.shape == none) == cell.is_drawn) continue;
    if (kind.shape == small && cell.is_large) continue;
    if (kind.shape == large && !cell.is_large) continue;
    if (kind.background) {
      confidence = likeness(cell.background, *kind.background, kTolerance);
      if (distance(cell.background, *kind.background) <= 2 * kTolerance) may_be_any = false;
    }
    if (kind.foreground)
      confidence = std::min(
          confidence, likeness(cell.foreground_colour, *kind.foreground, kForegroundTolerance));
    if (confidence >= kMinConfidence) fitting.push_back({confidence, &kind});
  }
  // Of kinds that fit well, the first: smoothed colours are not exactly those of any.
  static constexpr float kFitsWell = 0.95F;
  std::ranges::stable_sort(fitting, std::greater(),
                           [](const auto& each) { return std::min(each.first, kFitsWell); });
  // A colour that is nearly as far from that of given clues as from that of others says nothing.
  constexpr float kTie = 0.1F;
  const auto is_tie = [&](float confidence, const CellKind& kind) {
    return confidence < kFitsWell && std::ranges::any_of(fitting, [&](const auto& other) {
             return other.second->is_given != kind.is_given && other.second->background &&
                    other.first > confidence - kTie;
           });
  };
  std::optional<NumberGuess> guess;
  for (auto [confidence, kind] : fitting) {
    if (!kind->background && !kind->foreground && !may_be_any) continue;
    const bool is_unclear = kind->background && is_tie(confidence, *kind);
    if (kind->shape == CellKind::Shape::number) {
      if (!guess) {
        guess = digits_.read_number(cell.foreground);
        reading.numbers.push_back({index, 0, cell.foreground});
      }
      if (guess->number < 0) continue;
      confidence = std::min(confidence, guess->confidence);
    }
    Board& board = reading.board;
    board.clues[index] = kind->clue;
    if (kind->clue_is_number) {
      board.clues[index] = guess->number;
      // A number may be the name of a clue.
      for (std::size_t i = 0; i < rules_.symbols.size(); ++i)
        if (rules_.symbols[i] == std::to_string(guess->number))
          board.clues[index] = static_cast<int>(i);
    }
    board.marks[index] = kind->mark_is_number ? guess->number : kind->mark;
    reading.given[index] = kind->is_given;
    if (kind->variant != 0 && board.variant.find(kind->variant) == std::string::npos)
      board.variant += kind->variant;
    return is_unclear ? kMinConfidence / 2 : confidence;
  }
  return 0;
}

void Reader::read_numbers(const cv::Mat& bgr, char side, std::size_t first,
                          Reading& reading) const {
  const Lattice& lattice = reading.lattice;
  Board& board = reading.board;
  std::optional<int> rim;
  if (lattice_.runs_on.find(side) != std::string::npos) rim = cvRound(rim_ * lattice.pitch);
  const std::vector<Margin> margins = margins_beside(bgr, lattice, side, rim);
  if (margins.empty()) {
    reading.rejection = "the board has no even margin in which numbers could stand";
    return;
  }
  struct GlyphsOfLine {
    const Margin* margin = nullptr;
    std::vector<cv::Rect> boxes;
  };
  std::map<int, GlyphsOfLine> glyphs;
  for (const Margin& margin : margins)
    for (const Component& component : components(margin.foreground > kClear, Corners::connect)) {
      const cv::Rect& box = component.box;
      if (std::max(box.width, box.height) > lattice.pitch || component.pixels < 3) continue;
      // What sticks out from the board belongs to its cells.
      if ((side == 't' && box.br().y == margin.foreground.rows) || (side == 'r' && box.x == 0))
        continue;
      // Lines lie along the sides of a margin that they part from others.
      const cv::Rect inside(1, 1, margin.foreground.cols - 2, margin.foreground.rows - 2);
      if (rim && (box & inside) != box) continue;
      const cv::Point2d middle = cv::Point2d(margin.corner + box.tl()) +
                                 cv::Point2d(box.width / 2.0, box.height / 2.0) - lattice.origin;
      GlyphsOfLine& of_line =
          glyphs[cvFloor((is_column(side) ? middle.x : middle.y) / lattice.pitch)];
      of_line.margin = &margin;
      of_line.boxes.push_back(box);
    }
  for (auto& [line, of_line] : glyphs) {
    if (line < 0 || line >= (is_column(side) ? board.width : board.height)) continue;
    const std::size_t place = first + at(line);
    for (const cv::Rect& box : numbers_of(std::move(of_line.boxes))) {
      cv::Mat foreground;
      cv::normalize(of_line.margin->foreground(box), foreground, 255, 0, cv::NORM_INF);
      const NumberGuess number = digits_.read_number(foreground);
      reading.numbers.push_back({at(board.cells()) + place, board.lines[place].size(), foreground});
      if (number.number < 0 || number.confidence < kMinConfidence)
        reading.rejection = "a number of " + board.name(board.place_of_line(place)) + " is unclear";
      board.lines[place].push_back(number.number);
      reading.area |= box + of_line.margin->corner;
    }
  }
}

void Reader::read_blocks(const cv::Mat& bgr, Reading& reading) const {
  const Lattice& lattice = reading.lattice;
  Board& board = reading.board;
  if (lattice_.method == LatticeMethod::blocks) {
    const int side = lattice_.block_side;
    board.layers.push_back(joined_parts(board, [&](int cell, int next) {
      return board.row_of(cell) / side == board.row_of(next) / side &&
             board.column_of(cell) / side == board.column_of(next) / side;
    }));
    return;
  }
  std::vector<cv::Vec3d> grounds;
  for (int cell = 0; cell < board.cells(); ++cell) {
    const Colour ground = background_of(
        bgr(area_of(lattice, board.column_of(cell), board.row_of(cell), kLineReach, bgr.size())));
    grounds.emplace_back(ground.b, ground.g, ground.r);
  }
  // Of cells that numbers fill, that of most cells.
  const cv::Vec3d usual = median(grounds);
  for (cv::Vec3d& ground : grounds)
    for (const Colour line : lattice_.line)
      if (cv::norm(ground - cv::Vec3d(line.b, line.g, line.r), cv::NORM_INF) <= kTolerance)
        ground = usual;
  // How thick the line between each cell and the next to the right, and below, is.
  std::map<std::pair<int, int>, double> lines;
  const auto thickness = [&](int cell, int next, cv::Point2d middle, bool is_vertical) {
    const double reach = kLineReach * lattice.pitch;
    middle = {std::round(middle.x), std::round(middle.y)};
    const cv::Rect across =
        clipped(is_vertical ? cv::Rect2d(middle.x - reach, middle.y, 2 * reach, 0)
                            : cv::Rect2d(middle.x, middle.y - reach, 0, 2 * reach),
                bgr.size());
    // A line in a picture that was scaled has pale rims: each pixel counts as far as it differs
    // from the cell, but not what has another colour.
    constexpr double kOther = 3.5;
    std::vector<cv::Vec3d> strip;
    for (int y = across.y; y < across.br().y; ++y)
      for (int x = across.x; x < across.br().x; ++x) strip.push_back(bgr.at<cv::Vec3b>(y, x));
    double covered = 0;
    for (std::size_t i = 0; i < strip.size(); ++i) {
      const cv::Vec3d& ground = grounds[at(2 * i < strip.size() ? cell : next)];
      double most = 0;
      for (const Colour line : lattice_.line) {
        const cv::Vec3d full = cv::Vec3d(line.b, line.g, line.r) - ground;
        const double square = full.dot(full);
        if (square == 0) continue;
        const cv::Vec3d seen = strip[i] - ground;
        const double share = std::min(seen.dot(full) / square, 1.0);
        most = std::max(most, share - kOther * cv::norm(seen - share * full) / std::sqrt(square));
      }
      covered += most;
    }
    return covered;
  };
  for (int cell = 0; cell < board.cells(); ++cell) {
    const int x = board.column_of(cell), y = board.row_of(cell);
    const cv::Point2d middle = lattice.centre(x, y), half(lattice.pitch / 2, lattice.pitch / 2);
    // A third of the way from a side's middle to its end, where no outline of a cage turns.
    if (x + 1 < board.width)
      lines[{cell, cell + 1}] =
          thickness(cell, cell + 1, middle + cv::Point2d(half.x, half.y / 3), true);
    if (y + 1 < board.height)
      lines[{cell, cell + board.width}] =
          thickness(cell, cell + board.width, middle + cv::Point2d(half.x / 3, half.y), false);
  }
  std::vector<double> widths;
  for (const auto& [cells, width] : lines) widths.push_back(width);
  const double limit = thinner_than(widths);
  board.layers.push_back(joined_parts(board, [&](int cell, int next) {
    return lines.at({cell, next}) < limit;
  }));
}

cv::Mat Reader::read_cages(const cv::Mat& bgr, const Board* known, Reading& reading) const {
  const Lattice& lattice = reading.lattice;
  Board& board = reading.board;
  std::vector<Colour> others = lattice_.line;
  for (const CellKind& kind : kinds_)
    if (kind.foreground) others.push_back(*kind.foreground);
  cv::Mat ink = cv::Mat::zeros(bgr.size(), CV_8UC1), cleaned = bgr.clone(), other_ink = ink.clone();
  for (int cell = 0; cell < board.cells(); ++cell) {
    const cv::Rect area =
        area_of(lattice, board.column_of(cell), board.row_of(cell), 0, bgr.size());
    if (area.width < 5 || area.height < 5) continue;
    const Colour background = background_of(bgr(area), cages_);
    ink_of(bgr(area), background, *cages_, others).copyTo(ink(area));
    cleaned(area).setTo(cv::Scalar(background.b, background.g, background.r), ink(area));
    cv::Mat(distances(cleaned(area), background) > kForegroundTolerance).copyTo(other_ink(area));
  }
  const Cages cages = find_cages(ink, lattice, board);
  reading.rejection = cages.why_not;
  if (cages.first.empty()) return bgr;
  board.layers.push_back(cages.first);
  std::vector<int>& numbers = board.layers.emplace_back(board.clues.size(), kBlank);
  const bool is_known = known && known->layers.size() == board.layers.size() &&
                        known->layers.end()[-2] == cages.first;
  for (const auto& [cell, box] : cages.numbers) {
    const cv::Rect around(box.x - 1, box.y - 1, box.width + 2, box.height + 2);
    const bool is_covered = cv::countNonZero(other_ink(around & cv::Rect({}, bgr.size()))) > 0;
    if (is_covered) {
      if (is_known) numbers[at(cell)] = known->layers.back()[at(cell)];
      continue;
    }
    const cv::Mat foreground = ink(box).clone();
    const NumberGuess guess = digits_.read_number(foreground);
    reading.numbers.push_back({board.clues.size() + board.lines.size() + at(cell), 0, foreground});
    numbers[at(cell)] = guess.number;
    if (guess.number < 0 || guess.confidence < kMinConfidence)
      reading.rejection = "the number of the cage at " + board.name(cell) + " is unclear";
  }
  return cleaned;
}

Reading Reader::read(const Frame& frame, const Board* known) const {
  Reading reading;
  const double times = std::max(1.0, std::min(frame.scale.x, frame.scale.y));
  // In an enlarged frame, lines were drawn again in their colours.
  const LatticeResult found = find_lattice(frame.image, lattice_, times == 1);
  if (!found.lattice) {
    reading.rejection = found.why_not;
    return reading;
  }
  const Lattice& lattice = reading.lattice = *found.lattice;
  if (times > 1 && lattice_.method == LatticeMethod::lines &&
      !has_lines_drawn_again(frame.image, lattice)) {
    reading.lattice = {};
    reading.rejection = "the lines between the cells are not clear";
    return reading;
  }
  if (!is_board_size(lattice.columns, lattice.rows, kMaxCells)) {
    reading.lattice = {};
    reading.rejection = "the grid has too many cells";
    return reading;
  }
  Board& board = reading.board = Board(lattice.columns, lattice.rows);
  reading.area = lattice.bounds();
  reading.given.assign(at(board.cells()), 0);
  reading.confidence.assign(at(board.cells()), 0);
  const auto count = [&](char side) { return at(is_column(side) ? board.width : board.height); };
  std::size_t lines = 0;
  for (const char side : numbers_) lines += count(side);
  board.lines.resize(lines);
  if (blocks_) read_blocks(frame.image, reading);
  const cv::Mat picture = cages_ ? read_cages(frame.image, known, reading) : frame.image;
  double rim = rim_;
  const bool shows_numbers = std::ranges::any_of(
      kinds_, [](const CellKind& kind) { return kind.shape == CellKind::Shape::number; });
  if (times > 1 && shows_numbers) rim = std::max(rim, kEnlargedRim * times / lattice.pitch);
  // What was thin in a picture that must be enlarged has become paler, and spread over two pixels.
  const double contrast = contrast_ / (times * times);
  for (int cell = 0; cell < board.cells(); ++cell) {
    if (const auto seen =
            see_cell(picture, lattice, board.column_of(cell), board.row_of(cell), rim, contrast))
      reading.confidence[at(cell)] = read_cell(*seen, at(cell), reading);
  }
  int unclear_cells = 0;
  for (const float confidence : reading.confidence) unclear_cells += confidence < kMinConfidence;
  if (unclear_cells > 0) reading.rejection = unclear(unclear_cells, "cell");
  std::size_t first = 0;
  for (const char side : numbers_) {
    read_numbers(frame.image, side, first, reading);
    first += count(side);
  }
  if (!numbers_.empty() && std::ranges::all_of(board.lines, &std::vector<int>::empty))
    reading.rejection = "there are no numbers beside the board";
  if (!reading.accepted()) return reading;
  if (known) recall(*known, board);
  try {
    constrained(rules_, board);
  } catch (const Error& error) {
    reading.rejection = error.what();
  }
  return reading;
}

cv::Mat draw(const Frame& frame, const Reading& reading) {
  Overlay overlay(frame.image);
  for (int cell = 0; cell < reading.board.cells(); ++cell) {
    const Lattice& lattice = reading.lattice;
    const cv::Point2d middle =
        lattice.centre(reading.board.column_of(cell), reading.board.row_of(cell));
    const cv::Scalar seen(0, 220, 0);
    const bool is_clear = reading.confidence[at(cell)] >= kMinConfidence;
    const int clue = reading.board.clues[at(cell)], mark = reading.board.marks[at(cell)];
    overlay.square(middle, 0.42 * lattice.pitch, is_clear ? seen : Overlay::kRejected);
    const std::string text = clue != kBlank   ? std::to_string(clue)
                             : mark != kBlank ? '=' + std::to_string(mark)
                                              : "";
    overlay.text(text, middle + cv::Point2d(-0.3, 0.3) * lattice.pitch, lattice.pitch / 48, seen);
  }
  return overlay.picture();
}

}  // namespace eyehand::model
