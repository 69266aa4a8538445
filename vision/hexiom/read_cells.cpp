#include "vision/hexiom/read_cells.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <opencv2/imgproc.hpp>
#include <optional>

#include "puzzle/error.hpp"
#include "puzzle/index.hpp"
#include "vision/cells/patch.hpp"
#include "vision/cells/picture_text.hpp"
#include "vision/components.hpp"
#include "vision/foreground.hpp"
#include "vision/ocr.hpp"
#include "vision/statistics.hpp"

namespace eyehand::hexiom {
namespace {

/// Numbers reach this far from a cell's centre, across, in pitches.
constexpr double kWide = 0.24;
/// Nothing on a piece is farther above or below its centre.
constexpr double kPieceHigh = 0.42;
/// Every number has foreground this close to its middle.
constexpr double kCoreWide = 0.11, kCoreHigh = 0.15;
/// A piece's own colour is taken beside its number, between these distances from the centre, and
/// this far up and down.
constexpr double kBesideFrom = 0.22, kBesideTo = 0.3, kFillHigh = 0.1;
/// The least foreground of a number's pixel, of 255.
constexpr int kForeground = 90;
/// A glyph read by samples with this confidence is not taken for a number without samples, nor is
/// one of which Tesseract is less certain.
constexpr float kPerhapsKnown = 0.2F, kCertainOcr = 0.8F;
/// As long as some numbers have no samples, Tesseract must agree on a glyph that is read by samples
/// with less confidence than the first, and must not be certain of one without samples below the
/// second. Numbers of a known program have 0.96 and more; a serif 0 without samples was read as a 6
/// with 0.56, a small serif 6 as a 0 with 0.71.
constexpr float kLikeSamples = 0.7F, kSurelyKnown = 0.9F;
/// The margin around a digit in which Tesseract recognised nothing, as a share of its height.
constexpr double kOcrMargin = 0.08;
/// The confidence of a number read by Tesseract alone: just accepted.
constexpr float kByOcr = 0.55F;
/// Marks are outside this box around the number's middle, which reaches this far across and down,
/// in pitches.
constexpr double kNumberWide = 0.2, kNumberHigh = 0.235;

cv::Rect box_around(cv::Point2d middle, double wide, double high, const cv::Mat& bgr) {
  const cv::Point from(cvRound(middle.x - wide), cvRound(middle.y - high)),
      to(cvRound(middle.x + wide) + 1, cvRound(middle.y + high) + 1);
  return cv::Rect(from, to) & cv::Rect({}, bgr.size());
}

/// A number as Tesseract reads it, which recognises nothing in some clear digits, but does if they
/// are a little smaller. `foreground` is not empty.
OcrGuess by_ocr(const cv::Mat& foreground) {
  const cv::Mat ink = foreground(cv::boundingRect(foreground >= kForeground));
  OcrGuess guess = ocr_digit(ink);
  if (guess.digit < 0 && !ink.empty()) {
    const int margin = std::max(1, cvRound(kOcrMargin * ink.rows));
    cv::Mat smaller;
    cv::copyMakeBorder(ink, smaller, margin, margin, margin, margin, cv::BORDER_CONSTANT);
    guess = ocr_digit(smaller);
  }
  return guess.digit <= 6 ? guess : OcrGuess{};
}

/// A piece's own colour, beside its number; nothing outside of the picture.
std::optional<cv::Vec3b> fill_at(const cv::Mat& bgr, cv::Point2d middle, double pitch) {
  std::vector<cv::Vec3b> colours;
  for (const int sign : {-1, 1}) {
    const double away = (kBesideFrom + kBesideTo) / 2 * pitch;
    const cv::Rect beside =
        box_around(middle + cv::Point2d(sign * away, 0), (kBesideTo - kBesideFrom) / 2 * pitch,
                   kFillHigh * pitch, bgr);
    for (int y = beside.y; y < beside.br().y; ++y)
      for (int x = beside.x; x < beside.br().x; ++x) colours.push_back(bgr.at<cv::Vec3b>(y, x));
  }
  if (colours.empty()) return std::nullopt;
  return median(colours);
}

}  // namespace

cv::Mat number_foreground(const cv::Mat& bgr, cv::Point2d middle, double pitch, NumberSpan span) {
  middle.y += span.middle() * pitch;
  const auto fill = fill_at(bgr, middle, pitch);
  const double high = (span.above + span.below) / 2;
  const cv::Rect box = box_around(middle, kWide * pitch, high * pitch, bgr);
  if (!fill || box.empty()) return {};
  cv::Mat foreground = foreground_of(bgr(box), *fill);
  // Only what reaches the middle: marks of locks do not.
  const cv::Rect core = (box_around(middle, kCoreWide * pitch, kCoreHigh * pitch, bgr) - box.tl()) &
                        cv::Rect({}, box.size());
  cv::Mat mask = cv::Mat::zeros(box.size(), CV_8U);
  if (!core.empty())
    for (const cv::Mat& piece : component_masks(foreground >= kForeground, 1))
      if (cv::countNonZero(piece(core)) > 0) mask |= piece;
  if (cv::countNonZero(mask) == 0) return {};
  // With their smooth rims.
  cv::dilate(mask, mask, cv::Mat::ones(3, 3, CV_8U));
  foreground.setTo(0, ~mask);
  return foreground;
}

std::optional<NumberSpan> span_of_number(const cv::Mat& bgr, cv::Point2d middle, double pitch) {
  const NumberSpan usual, whole{kPieceHigh, kPieceHigh};
  const cv::Mat number = number_foreground(bgr, middle, pitch, whole);
  if (number.empty()) return std::nullopt;
  const cv::Rect box = cv::boundingRect(number >= kForeground);
  const double centre = (number.rows - 1) / 2.0;
  const NumberSpan span{(centre - box.y) / pitch, (box.br().y - 1 - centre) / pitch};
  const bool is_whole = box.y > 0 && box.br().y < number.rows;
  const bool is_usual = std::max(span.above, span.below) <= usual.above;
  const bool is_number = span.above + span.below <= usual.above + usual.below;
  return is_whole && is_number && !is_usual ? std::optional(span) : std::nullopt;
}

cv::Mat cut_marks(const cv::Mat& bgr, cv::Point2d middle, double pitch, double radius,
                  NumberSpan span, bool with_number) {
  constexpr int kSide = cells::kHexagonPixels;
  cv::Mat marks = cv::Mat::zeros(kSide, kSide, CV_32FC3);
  const cv::Point2d of_number = middle + cv::Point2d(0, span.middle() * pitch);
  const auto fill = fill_at(bgr, of_number, pitch);
  const cv::Rect core = box_around(of_number, kCoreWide * pitch, kCoreHigh * pitch, bgr);
  if (!fill || core.empty()) return marks;
  const cv::Vec3f ground(*fill);
  auto number = static_cast<float>(kLeastContrast);
  for (int y = core.y; y < core.br().y; ++y)
    for (int x = core.x; x < core.br().x; ++x)
      number = std::max(number, farthest(cv::Vec3f(bgr.at<cv::Vec3b>(y, x)), ground));
  const cv::Mat square = cells::cut(bgr, middle, 2 * radius * pitch, kSide);
  for (int row = 0; row < kSide; ++row)
    for (int column = 0; column < kSide; ++column) {
      const double x = ((column + 0.5) / kSide * 2 - 1) * radius,
                   y = ((row + 0.5) / kSide * 2 - 1) * radius;
      if (std::hypot(x, y) > radius || (!with_number && is_under_number({x, y}, span))) continue;
      const float value =
          255 * std::min(1.0F, farthest(square.at<cv::Vec3f>(row, column), ground) / number);
      marks.at<cv::Vec3f>(row, column) = cv::Vec3f::all(value);
    }
  return marks;
}

bool is_under_number(cv::Point2d place, NumberSpan span) {
  return std::abs(place.x) < kNumberWide && std::abs(place.y - span.middle()) < kNumberHigh;
}

MarkReader::MarkReader(const Marks& marks)
    : named_(marks, "[marks]", cells::kHexagonPixels),
      radius_(marks.radius),
      under_numbers_(marks.under_numbers) {}

MarkReader::MarkReader(cells::Atlas atlas, double radius)
    : named_(std::move(atlas), {std::string(kPieceLabel), std::string(kLockedPieceLabel)}),
      radius_(radius) {}

bool MarkReader::has_locks() const {
  const auto labels = named_.atlas().sheet().labels;
  return std::any_of(labels.begin(), labels.end(),
                     [&](int label) { return named_.label(label) == kLockedPieceLabel; });
}

MarkReader::Guess MarkReader::read(const cv::Mat& bgr, cv::Point2d middle, double pitch,
                                   NumberSpan span) const {
  Guess best;
  // Large numbers reach beyond their middle and may have been drawn half a pixel elsewhere.
  for (const cv::Point2d off : {cv::Point2d(), {0, 0.5}, {0, -0.5}, {0.5, 0}, {-0.5, 0}}) {
    const cells::Prediction match =
        named_.atlas().classify(cut_marks(bgr, middle + off, pitch, radius_, span, under_numbers_));
    if (match.confidence > best.confidence)
      best = {match.label >= 0 && named_.label(match.label) == kLockedPieceLabel, match.confidence};
    if (best.confidence >= kMinConfidence) break;
  }
  return best;
}

void MarkReader::add(bool is_locked, const cv::Mat& bgr, cv::Point2d middle, double pitch,
                     NumberSpan span) {
  named_.add(is_locked ? kLockedPieceLabel : kPieceLabel,
             cut_marks(bgr, middle, pitch, radius_, span, under_numbers_));
}

NumberReader::NumberReader(const Numbers& numbers) : digits_(numbers.samples), span_(numbers.span) {
  for (const std::string& sample : numbers.samples)
    if (sample[0] >= '0' && sample[0] <= '6') is_sampled_[at(sample[0] - '0')] = true;
}

void NumberReader::add(int number, const cv::Mat& foreground) {
  digits_.add(number, glyph_of(foreground));
  is_sampled_[at(number)] = true;
}

DigitGuess NumberReader::read(const cv::Mat& foreground) const {
  if (foreground.empty()) return {};
  DigitGuess guess = digits_.read(foreground);
  if (guess.confidence < kSurelyKnown && !std::ranges::all_of(is_sampled_, std::identity{})) {
    const OcrGuess seen = by_ocr(foreground);
    const bool is_new =
        seen.digit >= 0 && !is_sampled(seen.digit) && seen.confidence >= kCertainOcr;
    const bool is_no_zero = guess.digit == 0 && !has_hole_of_zero(foreground);
    if (is_new && (is_no_zero || digits_.read_by_samples(foreground).confidence < kPerhapsKnown))
      return {seen.digit, kByOcr};
    if (is_new || (guess.confidence < kLikeSamples && seen.digit != guess.digit))
      guess.confidence = std::min(guess.confidence, kMinDigitConfidence / 2);
  }
  if (guess.digit > 6) return {};
  return guess;
}

int NumberReader::certain_by_ocr(const cv::Mat& foreground) {
  if (foreground.empty()) return -1;
  const OcrGuess guess = by_ocr(foreground);
  const bool is_zero = guess.digit == 0 && has_hole_of_zero(foreground);
  return guess.confidence >= kCertainOcr || is_zero ? guess.digit : -1;
}

Reading read_cells(const Frame& frame, const cells::HexReader& reader, const NumberReader& numbers,
                   const MarkReader& marks) {
  const bool has_locks = marks.has_locks();
  const cells::HexReading cells = reader.read(frame.image);
  const HexLattice& lattice = cells.lattice;
  const Hexagon hexagon(lattice.side);
  Reading reading;
  reading.board = Board::make(lattice.side);
  const double half = lattice.pitch / 2;
  for (int cell = 0; cell < hexagon.size(); ++cell) {
    const cv::Point2d middle = lattice.at(hexagon.middle(cell));
    reading.where.push_back(middle);
    reading.area |= cv::Rect(cv::Point(middle - cv::Point2d(half, half)),
                             cv::Size(cvRound(2 * half), cvRound(2 * half)));
    const cells::Prediction& match = cells.cells[at(cell)];
    const std::string& label = reader.label(match.label);
    reading.confidence.push_back(match.confidence);
    if (match.confidence < kMinConfidence)
      reading.limit(at(cell), match.confidence,
                    "it is unclear what is in " + place_name(hexagon, cell));
    reading.board.locked[at(cell)] = label == kLockedPieceLabel || label == kLockedEmptyLabel;
    if (label == kBesideLabel) reading.board.cells[at(cell)] = kHole;
    if (label != kPieceLabel && label != kLockedPieceLabel) continue;
    const MarkReader::Guess lock = marks.read(frame.image, middle, lattice.pitch, numbers.span());
    if (has_locks) reading.board.locked[at(cell)] = lock.is_locked;
    if (lock.confidence < kMinConfidence)
      reading.limit(at(cell), lock.confidence,
                    "it is unclear whether the piece is locked in " + place_name(hexagon, cell));
    const DigitGuess number =
        numbers.read(number_foreground(frame.image, middle, lattice.pitch, numbers.span()));
    reading.board.cells[at(cell)] = static_cast<Cell>(std::max(number.digit, 0));
    if (number.digit < 0 || number.confidence < kMinDigitConfidence)
      reading.limit(at(cell), std::min(number.confidence, kMinConfidence / 2),
                    "the number is illegible in " + place_name(hexagon, cell));
  }
  return reading;
}

}  // namespace eyehand::hexiom
