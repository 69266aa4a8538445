#include "vision/panel/read_cells.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iterator>
#include <limits>
#include <opencv2/imgproc.hpp>

#include "puzzle/error.hpp"
#include "puzzle/index.hpp"
#include "vision/cells/patch.hpp"
#include "vision/cells/picture_text.hpp"
#include "vision/oklab.hpp"
#include "vision/panel/links.hpp"
#include "vision/panel/lock_marks.hpp"
#include "vision/panel/locks.hpp"
#include "vision/panel/shape.hpp"
#include "vision/statistics.hpp"

namespace eyehand::panel {
namespace {

// Distances of colours are in OKLab, black to white 255. Lengths are in pixels of a cell.

/// Added to kTolerance per unit of steepness, because edges may be half a pixel off.
constexpr float kEdgeTolerance = 0.8F;
/// Below kTolerance there is room for faint lines, from this many times as far as nearly all pixels
/// without a symbol are from the expected colour on, and from this far.
constexpr float kAboveNoise = 3, kFaintest = 6;
/// At least half of a tile has no symbol on it.
constexpr double kBareTile = 0.6;
/// The rim, which shows a tile's state, is this wide; in it, the states differ by at least this
/// share of their greatest difference.
constexpr float kRimWidth = 16, kRimDifference = 0.6F;
/// At least this share of the rim agrees with one state, and this many times as much as with the
/// other.
constexpr double kRimShare = 0.35, kRimAhead = 2.5;
/// At least this share of the pixels just beside a tile, or within a hollow one, differs from it,
/// by at least this share of the usual difference: of a thin line, half may be left, where it lies
/// across two pixels. Fewer pixels than this are not evidence, such as those of one side.
constexpr double kApartShare = 0.35;
constexpr float kStillApart = 0.4F;
constexpr int kFewBeside = 100;
/// Without evidence beside it, a tile may be this far from its colours: so may the background be.
constexpr float kSameRim = 10;
/// Beneath a frame, both states' colours cover at least this share of the rim; of noise, they do
/// not.
constexpr double kBothStates = 0.7;
/// How much lighter or darker a tile beneath the pointer may be, and as a share of its distance
/// from the other state.
constexpr float kOffsetMax = 40, kOffsetShare = 0.5F;
/// At least this share of the tiles is not hatched.
constexpr double kEvenTiles = 0.25;
/// If fewer are nearer to their colours than this, something lies over the panel.
constexpr float kDimmed = 8;
/// A cell without a tile has this share of one colour, which is neither state's.
constexpr double kBareShare = 0.93;
/// How far from each other are, at least: two backgrounds; pixels that are not of one colour; a
/// missing tile's colour and both states; it and the background of other cells, if something covers
/// it.
constexpr float kOtherBackground = 14, kBare = 28, kNoState = 30, kBehind = 40;
/// So many dots, or more, lie in the corners of their tile.
constexpr int kManyDots = 5;
/// Pixels this far beside a tile are not blurred by it.
constexpr float kBeside = 2;
/// A link is unclear if its contrast is within this share of CellsAppearance::link_contrast. Known
/// contrasts are this many times as high or low, and linked tiles have at least that of the last.
constexpr double kUnclearLink = 0.1, kLinkStep = 1.2, kContrastMax = 50;
/// The screen's pixels lie alike in all cells if, across the panel, they drift by less than this.
constexpr double kDrift = 0.1;
/// The window shows a panel if at least this share of the places have a tile.
constexpr double kPanelShare = 0.5;

/// 255 in the bands that run from the middle half of a cell's sides through it.
cv::Mat middle_of_sides() {
  constexpr int kQuarter = kCellPixels / 4;
  cv::Mat bands = cv::Mat::zeros(kCellPixels, kCellPixels, CV_8U);
  bands.rowRange(kQuarter, kCellPixels - kQuarter) = 255;
  bands.colRange(kQuarter, kCellPixels - kQuarter) = 255;
  return bands;
}

/// Whether what has almost the other state's colour may be lines of a lock's frame, given where the
/// tile's own colour is.
bool are_lines_of_frame(const cv::Mat& lines, const cv::Mat& own) {
  const auto half_width = [](const cv::Mat& mask) {
    double deepest = 0;
    cv::minMaxLoc(depth_within(mask), nullptr, &deepest);
    return deepest;
  };
  const double half = half_width(lines);
  return half > 0 && 2 * half <= kFrameLine && half < half_width(own);
}

}  // namespace

CellsReader::CellsReader(const CellsAppearance& appearance)
    : usual_{{appearance.origin_x_px, appearance.origin_y_px},
             appearance.pitch_px,
             appearance.columns,
             appearance.rows},
      link_contrast_(appearance.link_contrast) {
  const cv::Mat sheet = cells::picture_from(appearance.pictures, "the pictures of [cells]");
  if (sheet.rows != kCellPixels || sheet.cols != 3 * kCellPixels || appearance.pitch_px < 1 ||
      appearance.columns < 1 || appearance.rows < 1)
    throw Error("[cells] needs the panel's place and three square pictures of " +
                std::to_string(kCellPixels) + " pixels.");
  const auto picture = [&](int i) {
    return sheet(cv::Rect(i * kCellPixels, 0, kCellPixels, kCellPixels)).clone();
  };
  cv::extractChannel(picture(0), plain_.area, 0);
  plain_.states = {picture(1), picture(2)};
  prepare();
}

CellsReader::CellsReader(const PlainTile& plain, const Lattice& usual)
    : plain_(plain), usual_(usual) {
  prepare();
}

CellsAppearance CellsReader::appearance() const {
  cv::Mat sheet, area = plain_.area.clone();
  area.setTo(PlainTile::kAround, around_);
  cv::cvtColor(area, sheet, cv::COLOR_GRAY2BGR);
  for (const cv::Mat& state : plain_.states) cv::hconcat(sheet, state, sheet);
  return {.pictures = cells::picture_text(sheet),
          .origin_x_px = usual_.origin.x,
          .origin_y_px = usual_.origin.y,
          .pitch_px = usual_.pitch,
          .columns = usual_.columns,
          .rows = usual_.rows,
          .link_contrast = link_contrast_};
}

void CellsReader::prepare() {
  for (std::size_t s : {std::size_t{0}, std::size_t{1}}) states_[s] = to_oklab(plain_.states[s]);
  around_ = plain_.area == PlainTile::kAround;
  plain_.area = plain_.area.clone();
  plain_.area.setTo(0, around_);
  free_ = plain_.area == PlainTile::kInside;
  if (cv::countNonZero(free_) == 0) free_ = plain_.area.clone();
  inside_ = depth_within(plain_.area);
  cv::distanceTransform(plain_.area == 0, outside_, cv::DIST_L2, 5);
  std::vector<cv::Point> drawn;
  cv::findNonZero(plain_.area == PlainTile::kDrawn, drawn);
  std::vector<float> apart;
  for (const cv::Point p : drawn)
    apart.push_back(distance(states_[0].at<cv::Vec3f>(p), states_[1].at<cv::Vec3f>(p)));
  const float most = quantile(apart, 0.9);
  for (std::size_t i = 0; i < drawn.size(); ++i)
    if (apart[i] > kRimDifference * most && inside_.at<float>(drawn[i]) < kRimWidth)
      rim_.push_back(drawn[i]);
  cv::Mat near_rim;
  cv::dilate(plain_.area == PlainTile::kDrawn, near_rim, cv::Mat::ones(3, 3, CV_8U), {-1, -1}, 4);
  cv::Mat beside = (plain_.area != PlainTile::kDrawn) & near_rim;
  cv::rectangle(beside, {0, 0}, {kCellPixels - 1, kCellPixels - 1}, 255);
  cv::findNonZero(beside, beside_);
  for (std::size_t s : {std::size_t{0}, std::size_t{1}}) {
    std::vector<cv::Vec3f> colours;
    for (const cv::Point p : rim_) colours.push_back(states_[s].at<cv::Vec3f>(p));
    colours_[s] = median(colours);
  }
  if (rim_.empty()) throw Error("the pictures of [cells] show no tile with two states.");
  // A pixel at the very edge looks different if the lattice is slightly off.
  std::vector<cv::Point> even;
  std::ranges::copy_if(rim_, std::back_inserter(even), [&](cv::Point p) {
    return std::max(steepness(states_[0], p), steepness(states_[1], p)) < kTolerance;
  });
  if (even.empty()) even = rim_;
  for (const cv::Point p : beside_)
    nearest_.push_back(*std::ranges::min_element(
        even, {}, [&](const cv::Point& other) { return (other - p).dot(other - p); }));
}

CellsReader::State CellsReader::state_of(const cv::Mat& bgr, cv::Point2d middle,
                                         double pitch) const {
  return state_of(to_oklab(cells::cut(bgr, middle, pitch, kCellPixels)));
}

CellsReader::State CellsReader::state_of(const cv::Mat& lab) const {
  State state;
  std::array<double, 2> alike{};
  std::array<cv::Mat, 2> where;
  std::array<cv::Vec3f, 2> offset, offset_of_alike;
  for (std::size_t s = 0; s < 2; ++s) {
    where[s] = cv::Mat::zeros(lab.size(), CV_8U);
    std::vector<cv::Vec3f> offsets, small;
    for (const cv::Point p : rim_) {
      offsets.push_back(lab.at<cv::Vec3f>(p) - states_[s].at<cv::Vec3f>(p));
      if (cv::norm(offsets.back()) >= kTolerance) continue;
      small.push_back(offsets.back());
      where[s].at<std::uint8_t>(p) = 255;
    }
    alike[s] = static_cast<double>(small.size()) / static_cast<double>(rim_.size());
    offset[s] = median(offsets);
    if (!small.empty()) offset_of_alike[s] = median(small);
  }
  state.lit = alike[1] > alike[0];
  const double more = std::max(alike[0], alike[1]), less = std::min(alike[0], alike[1]);
  state.alike = static_cast<float>(more);
  state.dimmed = static_cast<float>(cv::norm(offset[state.lit ? 1 : 0]));
  const std::size_t likelier = state.lit ? 1 : 0;
  const bool is_framed = more + less > kBothStates && state.dimmed < kSameRim &&
                         are_lines_of_frame(where[1 - likelier], where[likelier]);
  if (more > kRimShare && (more > kRimAhead * less || is_framed)) {
    const std::size_t mine = likelier;
    // Beneath the pointer, one state may be drawn almost as the other.
    const cv::Vec3f off_other = offset_of_alike[mine] + colours_[mine] - colours_[1 - mine];
    const bool is_clear = cv::norm(offset_of_alike[mine]) < kOffsetShare * cv::norm(off_other);
    if (is_clear && stands_out(lab, state, offset_of_alike[mine], is_framed))
      state.kind = State::Kind::tile;
    return state;
  }
  // Lighter or darker all over?
  const double off[2] = {cv::norm(offset[0]), cv::norm(offset[1])};
  state.lit = off[1] < off[0];
  const std::size_t mine = state.lit ? 1 : 0;
  int same = 0;
  for (const cv::Point p : rim_)
    same +=
        distance(lab.at<cv::Vec3f>(p) - offset[mine], states_[mine].at<cv::Vec3f>(p)) < kTolerance;
  if (off[mine] < kOffsetMax && off[mine] < kOffsetShare * off[1 - mine] &&
      same > 0.7 * static_cast<double>(rim_.size())) {
    state.offset = offset[mine];
    if (stands_out(lab, state, state.offset, false)) state.kind = State::Kind::tile;
    return state;
  }
  std::vector<cv::Vec3f> colours;
  for (int y = 0; y < lab.rows; ++y)
    for (int x = 0; x < lab.cols; ++x)
      if (plain_.area.at<std::uint8_t>(y, x) != 0) colours.push_back(lab.at<cv::Vec3f>(y, x));
  const cv::Vec3f middle = median(colours);
  const auto bare = std::count_if(colours.begin(), colours.end(), [&](const cv::Vec3f& colour) {
    return distance(colour, middle) < kBare;
  });
  if (static_cast<double>(bare) > kBareShare * static_cast<double>(colours.size()) &&
      std::min(off[0], off[1]) > kNoState)
    state.kind = State::Kind::missing;
  return state;
}

/// Whether what is beside the tile, or within a hollow one, has another colour, as in the pictures.
/// Where the rim, but for its usual offset, is not as expected, that means nothing: the edge of
/// something else may be there, unless that is a frame.
bool CellsReader::stands_out(const cv::Mat& lab, const State& state, const cv::Vec3f& offset,
                             bool is_framed) const {
  const std::size_t mine = state.lit ? 1 : 0;
  int all = 0, apart = 0;
  for (std::size_t i = 0; i < beside_.size(); ++i) {
    const cv::Point p = beside_[i], rim = nearest_[i];
    const float usual = distance(states_[mine].at<cv::Vec3f>(p), colours_[mine]);
    if (usual < kTolerance) continue;
    ++all;
    const float off_rim =
        distance(lab.at<cv::Vec3f>(rim) - offset, states_[mine].at<cv::Vec3f>(rim));
    apart += (is_framed || off_rim < kTolerance) &&
             distance(lab.at<cv::Vec3f>(p) - offset, colours_[mine]) > kStillApart * usual;
  }
  return all < kFewBeside ? state.dimmed < kSameRim : apart > kApartShare * all;
}

Cell CellsReader::cell_at(const cv::Mat& bgr, const Lattice& lattice, int column, int row) const {
  Cell cell;
  cell.bgr = cells::cut(bgr, lattice.centre(column, row), lattice.pitch, kCellPixels);
  cell.lab = to_oklab(cell.bgr);
  cell.state = state_of(cell.lab);
  return cell;
}

/// What is behind the tiles: in gaps between them, and within hollow ones. A cell that shows
/// something else is not an empty one.
void CellsReader::find_background(std::vector<Cell>& cells) const {
  std::vector<cv::Vec3f> around;
  for (Cell& cell : cells) {
    if (cell.state.kind != State::Kind::tile) continue;
    std::vector<cv::Vec3f> inner, near_rim;
    for (int y = 0; y < kCellPixels; ++y)
      for (int x = 0; x < kCellPixels; ++x) {
        const auto& colour = cell.lab.at<cv::Vec3f>(y, x);
        const bool is_bridge =
            std::min(std::abs(x - kCellPixels / 2), std::abs(y - kCellPixels / 2)) < kWideBridge;
        if (outside_.at<float>(y, x) > kBeside && !is_bridge) around.push_back(colour);
        if (plain_.area.at<std::uint8_t>(y, x) != PlainTile::kInside) continue;
        inner.push_back(colour);
        if (inside_.at<float>(y, x) < 0.2 * kCellPixels) near_rim.push_back(colour);
      }
    if (inner.empty()) continue;
    // What most of the pixels have, of two guesses.
    int most = -1;
    for (const cv::Vec3f& guess : {median(near_rim), median(inner)}) {
      const int count =
          static_cast<int>(std::count_if(inner.begin(), inner.end(), [&](const cv::Vec3f& colour) {
            return distance(colour, guess) < kTolerance;
          }));
      if (count <= most) continue;
      most = count;
      cell.background = guess;
    }
    around.push_back(cell.background);
  }
  if (around.empty()) return;
  const cv::Vec3f background = median(around);
  for (Cell& cell : cells) {
    // A hatching darkens what is seen of it.
    if (distance(cell.background, background) > kOtherBackground) cell.background = background;
    if (cell.state.kind != State::Kind::missing) continue;
    std::vector<cv::Vec3f> colours(cell.lab.begin<cv::Vec3f>(), cell.lab.end<cv::Vec3f>());
    if (distance(median(colours), background) > kBehind) cell.state.kind = State::Kind::unclear;
  }
}

MarksReading CellsReader::marks_of(const Cell& cell) const {
  return read_marks(
      {cell.bgr, cell.lab, cell.plain, cell.tolerance, plain_.area, free_, cell.spare});
}

void CellsReader::learn_links(std::span<const cv::Mat> pictures, const Lattice& board,
                              const std::vector<NeighbourPair>& known) {
  double unlinked = 0, linked = kContrastMax;
  for (const cv::Mat& bgr : pictures) {
    const std::vector<Cell> cells = cells_of(bgr, board);
    for (const NeighbourPair& link : known) {
      const auto [one, other] = std::minmax(link.tile, link.other);
      const Cell &a = cells[at(one)], &b = cells[at(other)];
      if (a.state.kind != State::Kind::tile || b.state.kind != State::Kind::tile) continue;
      const double contrast = link_contrast(a, b, outside_, other == one + 1);
      if (link.linked)
        linked = std::min(linked, contrast);
      else
        unlinked = std::max(unlinked, contrast);
    }
  }
  if (kLinkStep * kLinkStep * unlinked > linked) return;
  link_contrast_ = std::clamp(link_contrast_, kLinkStep * unlinked, linked / kLinkStep);
}

/// All cells of a board, and how they would look with nothing on them.
std::vector<Cell> CellsReader::cells_of(const cv::Mat& bgr, const Lattice& lattice) const {
  std::vector<Cell> cells;
  for (int row = 0; row < lattice.rows; ++row)
    for (int column = 0; column < lattice.columns; ++column)
      cells.push_back(cell_at(bgr, lattice, column, row));
  find_background(cells);
  std::vector<float> noise;
  for (Cell& cell : cells) {
    if (cell.state.kind != State::Kind::tile) continue;
    cell.plain = states_[cell.state.lit ? 1 : 0] +
                 cv::Scalar(cell.state.offset[0], cell.state.offset[1], cell.state.offset[2]);
    cell.plain.setTo(cv::Scalar(cell.background[0], cell.background[1], cell.background[2]),
                     plain_.area == PlainTile::kInside);
    cell.tolerance.create(cell.plain.size(), CV_32F);
    std::vector<float> off;
    for (int y = 0; y < kCellPixels; ++y)
      for (int x = 0; x < kCellPixels; ++x) {
        const float more = kEdgeTolerance * steepness(cell.plain, {x, y});
        cell.tolerance.at<float>(y, x) = kTolerance + more;
        if (free_.at<std::uint8_t>(y, x) != 0)
          off.push_back(distance(cell.lab.at<cv::Vec3f>(y, x), cell.plain.at<cv::Vec3f>(y, x)) -
                        more);
      }
    noise.push_back(quantile(off, kBareTile));
  }
  if (noise.empty()) return cells;
  const float spare =
      std::max(0.F, kTolerance - std::max(kFaintest, kAboveNoise * quantile(noise, kEvenTiles)));
  for (Cell& cell : cells) cell.spare = spare;
  return cells;
}

Reading CellsReader::read_at(const Frame& frame, const Lattice& lattice) const {
  Reading reading;
  const std::vector<Cell> cells = cells_of(frame.image, lattice);
  const auto tiles = std::count_if(cells.begin(), cells.end(), [](const Cell& cell) {
    return cell.state.kind == State::Kind::tile;
  });
  if (static_cast<double>(tiles) < kPanelShare * static_cast<double>(cells.size())) {
    reading.rejection = "the window shows no panel like the one that was learned";
    return reading;
  }
  std::vector<float> dimmed;
  for (const Cell& cell : cells)
    if (cell.state.kind == State::Kind::tile) dimmed.push_back(cell.state.dimmed);
  if (quantile(dimmed, kEvenTiles) > kDimmed) {
    reading.rejection = kOtherLight;
    return reading;
  }
  reading.board = Board::make(lattice.columns, lattice.rows);
  reading.area = lattice.bounds();
  reading.confidence.assign(cells.size(), 1);
  const auto reject = [&](int tile, const std::string& what) {
    reading.limit(at(tile), 0.2F, what + " in " + cell_name(lattice.columns, tile) + " is unclear");
  };
  const double drift =
      std::abs(lattice.pitch - std::round(lattice.pitch)) * std::max(lattice.columns, lattice.rows);
  const bool is_in_phase = drift < kDrift;
  for (int tile = 0; tile < static_cast<int>(cells.size()); ++tile) {
    reading.where.push_back(lattice.centre(tile % lattice.columns, tile / lattice.columns));
    const Cell& cell = cells[at(tile)];
    Tile& into = reading.board.tiles[at(tile)];
    if (cell.state.kind == State::Kind::unclear) reject(tile, "the tile");
    if (cell.state.kind == State::Kind::missing) into.exists = false;
    if (cell.state.kind != State::Kind::tile) continue;
    MarksReading marks = marks_of(cell);
    into = marks.tile;
    into.lit = cell.state.lit;
    // Many dots may reach beyond a round tile, or up to its rim.
    const bool may_be_dots = into.symbol == Symbol::dot && std::abs(into.value) >= kManyDots;
    const bool is_around = is_framed(cell, around_, is_in_phase);
    const std::optional<bool> has_line = has_line_along_rim(cell, inside_, is_in_phase);
    if (!into.locked && may_be_dots &&
        (!has_line || (is_around && !is_framed(cell, around_ & middle_of_sides(), is_in_phase))))
      reject(tile, "whether the tile with dots is locked");
    into.locked = into.locked || is_around || has_line.value_or(false);
    if (marks.rejection.empty()) continue;
    reject(tile, marks.rejection);
    reading.unclear_symbols.push_back(tile);
  }
  for (int tile = 0; tile < static_cast<int>(cells.size()); ++tile) {
    const auto link = [&](int other, bool across) {
      const auto &a = cells[at(other)], &b = cells[at(tile)];
      if (a.state.kind != State::Kind::tile || b.state.kind != State::Kind::tile) return false;
      const double contrast = link_contrast(a, b, outside_, across);
      const bool is_linked = contrast > link_contrast_;
      const bool is_unclear = std::abs(contrast - link_contrast_) < kUnclearLink * link_contrast_;
      if (is_unclear || (is_linked && a.state.lit != b.state.lit)) {
        reject(tile, "the link of the tile");
        reading.unclear_links.push_back(tile);
      }
      return is_linked;
    };
    Tile& into = reading.board.tiles[at(tile)];
    if (tile % lattice.columns > 0) into.linked_left = link(tile - 1, true);
    if (tile >= lattice.columns) into.linked_up = link(tile - lattice.columns, false);
  }
  // Through a veil, what is beside tiles may look like the mark of a lock.
  if (std::ranges::all_of(reading.board.tiles,
                          [](const Tile& tile) { return tile.locked || !tile.exists; }))
    reading.rejection = "all tiles look locked";
  return reading;
}

}  // namespace eyehand::panel
