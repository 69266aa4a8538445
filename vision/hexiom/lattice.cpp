#include "vision/hexiom/lattice.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <opencv2/imgproc.hpp>
#include <queue>
#include <set>

#include "puzzle/index.hpp"
#include "vision/foreground.hpp"
#include "vision/hexiom/view.hpp"
#include "vision/statistics.hpp"

namespace eyehand {
namespace {

/// How many of the commonest colours are tried as the background.
constexpr int kBackgrounds = 3;
/// Shapes are looked for in pixels that differ from the background by each of these, 0 to 255, or
/// by foreground_min if that is more: shadows and glows join cells at low contrasts.
constexpr std::array kContrasts{0, 36, 80};
/// The gaps, in pixels, that are closed to find the outline of cells too close to be separate
/// shapes.
constexpr std::array kClosedGaps{2, 6};
/// The least mean dip (see HexGap) between the cells of a lattice.
constexpr double kFitMin = 0.08;
/// A side is off if its distance from where it should be exceeds kOffPixels plus kOffPitches
/// pitches.
constexpr double kOffPixels = 0.3, kOffPitches = 0.045;
/// If this share of the cells have separate shapes, no other method is tried.
constexpr double kShapesEnough = 0.6;
/// A cell of any shape has foreground from its centre to here, in pitches.
constexpr double kCellReach = 0.46;
/// For fitness(): all pairs of neighbours.
constexpr int kAllPairs = 1 << 20;
/// Larger clusters of shapes are texture: fitting a lattice to them takes O(n^2).
constexpr std::size_t kMaxShapes = 4000;
/// The most places that are examined around shapes; the largest hexagon has fewer.
constexpr std::size_t kMaxPlaces = 20000;

/// A cell of any shape has no foreground this far from its centre, in pitches.
constexpr double kBeyond = 0.57;
/// The fewest sides in the right place that make a cell.
constexpr auto kSidesOfCell = 4;
/// If this share of all sides is visible, every cell must show at least kFewSides.
constexpr double kPlainSides = 0.85;
constexpr auto kFewSides = 1;
/// The range of foreground within a cell of one colour, 0 to 255, and how many of its sides may be
/// hidden for others to be compared with it.
constexpr double kEvenForeground = 3;
constexpr auto kSidesMissing = 2;
/// Foreground beyond the board counts from this multiple of foreground_min on.
constexpr double kPlainForeground = 6;
/// The number of lattices by outline that are examined closer, each of another side or
/// orientation.
constexpr std::size_t kOutlines = 5;
/// A cell's width from side to side, in pitches, assumed where there is no neighbour to measure.
constexpr double kUsualWidth = 0.92;

struct Candidate {
  HexLattice lattice;
  double score = 0;
};

bool is_better(const Candidate& a, const Candidate& b) {
  return a.score > b.score;
}

/// Where the hexagon is, from places on the lattice.
bool place_hexagon(HexLattice& lattice, const std::vector<HexStep>& places) {
  const auto hexagon = hexagon_around(places);
  if (!hexagon) return false;
  lattice.middle = lattice.at(hexagon->first.point());
  lattice.side = hexagon->second;
  return true;
}

struct ByShapes {
  HexLattice lattice;
  double share = 0;  ///< of the cells, that have a shape of their own
};

/// By shapes that stand alone.
std::optional<ByShapes> by_shapes(const HexView& view, double pitch_min, std::string& why_not) {
  std::optional<HexFit> best;
  for (const int contrast : kContrasts) {
    const cv::Mat mask = view.foreground >= std::max(view.foreground_min, contrast);
    const auto shapes = hexagonal_shapes(mask, static_cast<int>(0.7 * pitch_min));
    for (const auto& cluster : clusters_by_size(shapes, 3)) {
      if (cluster.size() > kMaxShapes) continue;
      const auto fit = fit_hex_lattice(cluster);
      // Of fits about equally large, the one with the most contrast: shadows are not part of cells.
      if (fit && fit->lattice.pitch >= pitch_min &&
          (!best || 10 * fit->places.size() > 9 * best->places.size()))
        best = fit;
    }
  }
  if (!best) return std::nullopt;
  // Cells that have no shape of their own, because something touches them.
  std::set<HexStep> known(best->places.begin(), best->places.end()), seen = known;
  std::queue<HexStep> open;
  for (const HexStep step : known) open.push(step);
  while (!open.empty() && known.size() < kMaxPlaces) {
    const HexStep from = open.front();
    open.pop();
    for (const HexStep way : kHexSteps) {
      const HexStep to{from.q + way.q, from.r + way.r};
      if (!seen.insert(to).second) continue;
      const cv::Point2d middle = best->lattice.at(to.point());
      if (cell_at(view, middle, best->reach, best->lattice.flat_topped) != HexCell::drawn) continue;
      known.insert(to);
      open.push(to);
    }
  }
  HexLattice lattice = best->lattice;
  if (!place_hexagon(lattice, {known.begin(), known.end()})) {
    why_not = "the cells fit more than one hexagon";
    return std::nullopt;
  }
  return ByShapes{lattice, static_cast<double>(best->places.size()) / Hexagon(lattice.side).size()};
}

/// By the outline of all cells: the best few.
std::vector<HexLattice> by_outline(const HexView& view, double pitch_min) {
  std::map<std::pair<int, bool>, Candidate> best;
  std::map<int, Hexagon> hexagons;
  for (const int gap : kClosedGaps)
    for (const HexLattice& lattice : lattices_by_outline(view, pitch_min, gap)) {
      const Hexagon& hexagon = hexagons.try_emplace(lattice.side, lattice.side).first->second;
      Candidate one{lattice, fitness(view, lattice, hexagon, 150)};
      const auto [known, is_first] = best.try_emplace({lattice.side, lattice.flat_topped}, one);
      if (!is_first && is_better(one, known->second)) known->second = one;
    }
  std::vector<Candidate> all;
  for (const auto& [unused, one] : best) all.push_back(one);
  const std::size_t kept = std::min<std::size_t>(all.size(), kOutlines);
  std::partial_sort(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(kept), all.end(),
                    is_better);
  all.resize(kept);
  std::vector<HexLattice> lattices;
  for (Candidate& one : all) {
    settle(view, one.lattice, hexagons.at(one.lattice.side));
    lattices.push_back(one.lattice);
  }
  return lattices;
}

/// A cell alone: the largest shape of a hexagon's form. How far neighbours would be is a guess.
std::optional<HexLattice> by_one_shape(const HexView& view, double pitch_min) {
  const cv::Mat mask = view.foreground >= view.foreground_min;
  std::optional<HexLattice> found;
  for (const HexShape& shape : hexagonal_shapes(mask, static_cast<int>(0.8 * pitch_min))) {
    HexLattice lattice;
    lattice.middle = shape.middle;
    lattice.flat_topped = shape.width > shape.height;
    lattice.pitch = std::min(shape.width, shape.height) / kUsualWidth;
    lattice.side = 1;
    if (!found || lattice.pitch > found->pitch) found = lattice;
  }
  return found;
}

/// Whether the hexagon of a cell is in the picture.
bool is_inside(const HexLattice& lattice, cv::Point2d middle, const cv::Mat& picture) {
  const double reach = kCellReach * lattice.pitch;
  return middle.x >= reach && middle.y >= reach && middle.x + reach <= picture.cols - 1 &&
         middle.y + reach <= picture.rows - 1;
}

std::vector<int> drawn_cells(const HexView& view, const HexLattice& lattice,
                             const Hexagon& hexagon) {
  std::vector<int> drawn;
  for (int cell = 0; cell < hexagon.size(); ++cell)
    if (cell_at(view, lattice.at(hexagon.middle(cell)), kCellReach * lattice.pitch,
                lattice.flat_topped) == HexCell::drawn)
      drawn.push_back(cell);
  return drawn;
}

/// Whether a side is further from its cell's centre, or closer, than the median of all sides.
bool is_off(double side, double middle, double pitch) {
  return std::abs(side - middle) > kOffPixels + kOffPitches * pitch;
}

/// Settles a lattice; how well it fits then, by the gaps and by the share of the sides that are
/// where they should be.
double settle_and_score(const HexView& view, HexLattice& lattice) {
  const Hexagon hexagon(lattice.side);
  const std::vector<int> drawn = drawn_cells(view, lattice, hexagon);
  settle_by_sides(view, lattice, hexagon, drawn);
  std::vector<double> seen;
  for (const int cell : drawn)
    for (const double side : sides_of(view, lattice, lattice.at(hexagon.middle(cell))))
      if (side > 0) seen.push_back(side);
  if (seen.empty()) return 0;
  const double middle = median(seen);
  const auto good = std::count_if(
      seen.begin(), seen.end(), [&](double side) { return !is_off(side, middle, lattice.pitch); });
  const double share = static_cast<double>(good) / static_cast<double>(seen.size());
  // A cell alone has no gaps, but all of its sides.
  if (lattice.side == 1) return seen.size() == 6 && good == 6 ? 1 : 0;
  return fitness(view, lattice, hexagon, kAllPairs) * share * share;
}

/// The foreground of a cell whose inside has one colour, to kEvenForeground at all points examined;
/// -1 for any other.
double even_foreground(const HexView& view, const HexLattice& lattice, cv::Point2d middle) {
  double least = view.at(middle), most = least;
  for (const cv::Point2d& way : hex_directions(lattice.flat_topped))
    for (const double out : {0.12, 0.24}) {
      const double foreground = view.at(middle + out * lattice.pitch * way);
      least = std::min(least, foreground);
      most = std::max(most, foreground);
    }
  return most - least <= kEvenForeground ? (least + most) / 2 : -1;
}

/// Where gaps are narrow and blurred, empty cells among pieces show few of their sides, and those
/// too far inside. A cell of one colour that is also the colour of a cell with all of its sides in
/// place has nothing over it.
void trust_even_cells(const HexView& view, const HexLattice& lattice, const Hexagon& hexagon,
                      const std::vector<HexSides>& sides, std::vector<int>& sides_off) {
  std::vector<double> plain;
  const auto foreground = [&](std::size_t i) {
    return even_foreground(view, lattice, lattice.at(hexagon.middle(static_cast<int>(i))));
  };
  for (std::size_t i = 0; i < sides.size(); ++i)
    if (sides_off[i] == 0 && std::count(sides[i].begin(), sides[i].end(), 0.0) <= kSidesMissing)
      if (const double even = foreground(i); even >= 0) plain.push_back(even);
  for (std::size_t i = 0; i < sides.size(); ++i) {
    if (sides_off[i] == 0) continue;
    const double even = foreground(i);
    if (even >= 0 && std::any_of(plain.begin(), plain.end(), [&](double other) {
          return std::abs(even - other) <= kEvenForeground;
        }))
      sides_off[i] = 0;
  }
}

/// Classifies each cell, and drops the lattice if it cannot be the whole board.
void classify_cells(const HexView& view, HexLatticeResult& result) {
  const HexLattice& lattice = *result.lattice;
  const Hexagon hexagon(lattice.side);
  const double reach = kCellReach * lattice.pitch;
  for (int cell = 0; cell < hexagon.size(); ++cell) {
    const cv::Point2d middle = lattice.at(hexagon.middle(cell));
    if (!is_inside(lattice, middle, view.foreground)) {
      result.lattice.reset();
      result.why_not = "the board is cut off at the picture's edge";
      return;
    }
    result.cells.push_back(cell_at(view, middle, reach, lattice.flat_topped));
  }

  // Something that lies over the board moves sides.
  std::vector<HexSides> sides(result.cells.size());
  std::vector<double> seen;
  for (int cell = 0; cell < hexagon.size(); ++cell) {
    const auto i = at(cell);
    if (result.cells[i] != HexCell::drawn) continue;
    sides[i] = sides_of(view, lattice, lattice.at(hexagon.middle(cell)));
    for (const double side : sides[i])
      if (side > 0) seen.push_back(side);
  }
  result.sides_off.assign(result.cells.size(), 0);
  if (!seen.empty()) {
    const double middle = median(seen);
    for (std::size_t i = 0; i < sides.size(); ++i)
      for (const double side : sides[i])
        if (side > 0 && is_off(side, middle, lattice.pitch)) ++result.sides_off[i];
    // If most sides are visible, something covers a cell that shows none.
    const auto drawn = std::count(result.cells.begin(), result.cells.end(), HexCell::drawn);
    if (static_cast<double>(seen.size()) > kPlainSides * 6 * static_cast<double>(drawn))
      for (std::size_t i = 0; i < sides.size(); ++i)
        if (result.cells[i] == HexCell::drawn &&
            std::count(sides[i].begin(), sides[i].end(), 0.0) > 6 - kFewSides)
          result.sides_off[i] = 6;
    trust_even_cells(view, lattice, hexagon, sides, result.sides_off);
  }
  const auto ways = hex_directions(lattice.flat_topped);
  for (int cell = 0; cell < hexagon.size(); ++cell)
    for (std::size_t k = 0; k < 6; ++k) {
      if (hexagon.neighbours(cell)[k] >= 0) continue;
      const cv::Point2d own = lattice.at(hexagon.middle(cell));
      // Something that reaches beyond the edge of the board, where nothing is drawn, covers it.
      if (result.cells[at(cell)] == HexCell::drawn &&
          view.at(own + kBeyond * lattice.pitch * ways[k]) >=
              kPlainForeground * view.foreground_min)
        result.sides_off[at(cell)] = 6;
      // What looks like a cell around the hexagon, with its sides, is one: then this is not all of
      // the board.
      const cv::Point2d middle = own + lattice.pitch * ways[k];
      if (cell_at(view, middle, reach, lattice.flat_topped) != HexCell::drawn) continue;
      const HexSides there = sides_of(view, lattice, middle);
      if (std::count_if(there.begin(), there.end(), [&](double side) {
            return side > 0 && !seen.empty() && !is_off(side, median(seen), lattice.pitch);
          }) < kSidesOfCell)
        continue;
      result.lattice.reset();
      result.why_not = "the cells fit more than one hexagon";
      return;
    }
}

}  // namespace

HexLatticeResult find_hex_lattice(const cv::Mat& bgr, double pitch_min, int foreground_min) {
  HexLatticeResult result;
  result.why_not = "there is no lattice of hexagons";
  if (std::min(bgr.cols, bgr.rows) < 2 * pitch_min) return result;
  std::optional<HexLatticeResult> best;
  for (const Colour background : likely_backgrounds(bgr, kBackgrounds)) {
    const HexView view{distances(bgr, background), foreground_min};
    std::vector<HexLattice> found;
    const auto shapes = by_shapes(view, pitch_min, result.why_not);
    if (shapes) found.push_back(shapes->lattice);
    if (!shapes || shapes->share < kShapesEnough)
      for (const HexLattice& lattice : by_outline(view, pitch_min)) found.push_back(lattice);
    std::vector<Candidate> all;
    for (HexLattice& lattice : found) {
      const double score = settle_and_score(view, lattice);
      all.push_back({lattice, score});
    }
    std::stable_sort(all.begin(), all.end(), is_better);
    if (all.empty() || all.front().score < kFitMin)
      if (auto one = by_one_shape(view, pitch_min)) {
        const double score = settle_and_score(view, *one);
        all.insert(all.begin(), {*one, score});
      }
    for (const Candidate& one : all) {
      if (one.score < kFitMin) break;
      HexLatticeResult here;
      here.lattice = one.lattice;
      here.background = background;
      classify_cells(view, here);
      // The first that all of the picture agrees with; of others, the first.
      if (here.lattice && std::count(here.cells.begin(), here.cells.end(), HexCell::unclear) == 0)
        return here;
      if (!best || (here.lattice && !best->lattice)) best = std::move(here);
    }
    if (best) return *best;
  }
  return result;
}

}  // namespace eyehand
