#include "vision/panel/tile.hpp"

#include <algorithm>
#include <cmath>

#include "vision/panel/fit.hpp"
#include "vision/panel/read.hpp"

namespace eyehand::panel {
namespace {

/// Colours that differ by no more, 0 to 255, are the same.
constexpr float kSame = 12;
/// On the way from separate tiles (0) to linked ones (1), tiles are linked from the first on; the
/// confidence is 0 there and 1 at the distance of the second. Separate tiles may be rather blurred.
constexpr double kLinkedFrom = 0.67, kLinkedFor = 0.18;
/// The share of the difference between linked and separate tiles that may be left unexplained.
constexpr double kLinkError = 0.5;

/// Below this share of what the next best drawing leaves, and this mean squared difference, summed
/// over the channels, drawings are not compared again with slack.
constexpr double kPlainlyBest = 0.2, kPlainNoise = 150;
/// The mean squared difference, summed over the channels, that may be left.
constexpr double kMaxLeft = 1800;
/// The share of pixels that may have a channel far off (kPixelOff).
constexpr double kPixelsOff = 0.04;
/// The fewest pixels that allow a comparison.
constexpr std::size_t kFewest = 12;

const cv::Vec3f& at(const cv::Mat& picture, cv::Point p) {
  return picture.at<cv::Vec3f>(p);
}

double squared(const cv::Vec3f& v) {
  return v.dot(v);
}

}  // namespace

StateReader::StateReader(const Atlas& atlas, const Palette& palette)
    : atlas_(atlas), palette_(palette) {
  const AtlasSize& size = atlas.size;
  const int side = size.side;
  cv::Mat symbols = cv::Mat::zeros(side, side, CV_32F);
  for (const SymbolLayers& one : atlas.symbols)
    symbols = cv::max(symbols, one.main + one.rest + one.outline);
  const double free = symbol_free(size, palette.shape) + 0.3 + std::min(size.blur, 0.4);
  const double trail = trail_width(size) / 2 + 0.6 + size.blur;
  const double bridge = palette.shape.bridge * side / 2 + 0.8 + size.blur;
  const double spilled =
      std::max(atlas.frame_reach - (side - size.tile / 2) + 0.5 * size.blur, 0.0);
  for (int row = 0; row < side; ++row)
    for (int column = 0; column < side; ++column) {
      const cv::Point p(column, row);
      const double x = std::abs(column + 0.5 - side / 2.0), y = std::abs(row + 0.5 - side / 2.0);
      const double inside = atlas.inside.at<float>(p);
      const bool is_symbol = atlas.distance.at<float>(p) <= free || symbols.at<float>(p) >= 0.12F;
      const bool is_beside = inside <= 0 || (inside <= 0.5 && std::min(x, y) <= bridge);
      if (is_symbol || is_beside || std::min(x, y) < trail) continue;
      pixels_[all].push_back(p);
      if (inside > spilled) pixels_[inner].push_back(p);
    }
  for (const bool lit : {false, true}) states_[lit ? 1 : 0] = draw_all(lit, false);
}

cv::Mat StateReader::draw(bool lit, int marks, bool has_walker) const {
  const int side = atlas_.size.side;
  const cv::Vec3f own = lit ? palette_.lit : palette_.unlit;
  const cv::Vec3f foreground = lit ? palette_.on_lit : palette_.on_unlit;
  cv::Mat picture(side, side, CV_32FC3);
  for (int row = 0; row < side; ++row)
    for (int column = 0; column < side; ++column) {
      const cv::Point p(column, row);
      auto& drawn = picture.at<cv::Vec3f>(p);
      drawn = palette_.background + (own - palette_.background) * atlas_.tile.at<float>(p);
      if (has_walker) {
        const cv::Point around = p + cv::Point(atlas_.fringe, atlas_.fringe);
        drawn += (palette_.walker - drawn) * atlas_.frame.at<float>(around);
      }
      drawn += (foreground - drawn) * atlas_.marks[marks].at<float>(p);
    }
  return picture;
}

StateReader::States StateReader::draw_all(bool lit, bool has_walker) const {
  States states;
  for (int marks = 0; marks < kMarks; ++marks) states.drawn[marks] = draw(lit, marks, has_walker);
  for (const Where where : {all, inner})
    for (int i = 0; i < kMarks; ++i)
      for (int j = 0; j < i; ++j)
        states.between[where][i][j] = states.between[where][j][i] =
            compare(states.drawn[i], states.drawn[j], pixels_[where]).left;
  return states;
}

StateReading StateReader::read_at(Where where, const cv::Mat& cell, bool has_walker) const {
  const std::vector<cv::Point>& at = pixels_[where];
  StateReading reading;
  if (at.size() < kFewest) return reading;
  const auto closest = [&](const States& states) {
    double least = -1;
    for (const cv::Mat& drawn : states.drawn) {
      const double now = compare(cell, drawn, at).left;
      least = least < 0 ? now : std::min(least, now);
    }
    return least;
  };
  States walked[2];
  if (has_walker)
    for (const bool lit : {false, true}) walked[lit ? 1 : 0] = draw_all(lit, true);
  const States* states_by_lit = has_walker ? walked : states_;
  const bool lit = closest(states_by_lit[1]) < closest(states_by_lit[0]);
  const States& states = states_by_lit[lit ? 1 : 0];
  Explained explained[kMarks];
  int best = 0;
  const auto find_best = [&](auto&& explain_one) {
    for (int marks = 0; marks < kMarks; ++marks) {
      explained[marks] = explain_one(states.drawn[marks]);
      if (explained[marks].left < explained[best].left) best = marks;
    }
  };
  const double pixels = static_cast<double>(at.size());
  find_best([&](const cv::Mat& drawn) { return compare(cell, drawn, at); });
  const bool is_clear =
      explained[best].left <= kPlainNoise * pixels &&
      std::all_of(explained, explained + kMarks, [&](const Explained& one) {
        return &one == &explained[best] || explained[best].left <= kPlainlyBest * one.left;
      });
  if (!is_clear) find_best([&](const cv::Mat& drawn) { return explain(cell, drawn, at); });
  reading.lit = lit;
  reading.start = (best & 1) != 0;
  reading.locked = (best & 2) != 0;
  reading.error = explained[best].left / (kMaxLeft * pixels);
  reading.confidence = 1;
  for (int marks = 0; marks < kMarks; ++marks)
    if (marks != best)
      reading.confidence =
          std::min(reading.confidence, apart(explained[best].left, explained[marks].left,
                                             states.between[where][best][marks], at.size()));
  reading.is_other = reading.error > 1 || explained[best].far_off > kPixelsOff * pixels + 1;
  if (reading.is_other) reading.confidence = std::min(reading.confidence, 0.2F);
  return reading;
}

StateReading StateReader::read(const cv::Mat& cell, bool has_walker) const {
  const StateReading reading = read_at(all, cell, has_walker);
  return reading.is_other ? read_at(inner, cell, has_walker) : reading;
}

TileReader::TileReader(const Atlas& atlas, const Palette& palette)
    : atlas_(atlas), palette_(palette), states_(atlas, palette), symbols_(atlas, palette) {
  const AtlasSize& size = atlas.size;
  for (int row = 0; row < size.side; ++row)
    for (int column = 0; column < size.side; ++column)
      // A walker's frame beside reaches a little into the cell.
      if (atlas.inside.at<float>(row, column) > 0.12 * size.side)
        inner_pixels_.emplace_back(column, row);
  const double bridge = palette.shape.bridge * size.side / 2 + 0.8 + size.blur;
  const int wide = size.side + 2 * atlas.fringe;
  for (int row = 0; row < wide; ++row)
    for (int column = 0; column < wide; ++column) {
      const double x = std::abs(column + 0.5 - wide / 2.0), y = std::abs(row + 0.5 - wide / 2.0);
      if (std::min(x, y) > bridge && atlas.frame.at<float>(row, column) > 0.7)
        frame_pixels_.emplace_back(column, row);
    }
}

bool TileReader::is_hole(const cv::Mat& cell) const {
  return std::all_of(inner_pixels_.begin(), inner_pixels_.end(), [&](cv::Point p) {
    return farthest(at(cell, p), palette_.background) <= kSame;
  });
}

bool TileReader::has_walker(const cv::Mat& around) const {
  std::size_t own = 0;
  for (const cv::Point p : frame_pixels_) {
    const cv::Vec3f seen = at(around, p);
    own += squared(seen - palette_.walker) * 2 <
                   std::min(squared(seen - palette_.background),
                            std::min(squared(seen - palette_.lit), squared(seen - palette_.unlit)))
               ? 1U
               : 0U;
  }
  return 10 * own >= 8 * frame_pixels_.size();
}

TileReading TileReader::read(const cv::Mat& around) const {
  const int side = atlas_.size.side;
  const cv::Mat cell = around(cv::Rect(atlas_.fringe, atlas_.fringe, side, side));
  TileReading reading;
  if (is_hole(cell)) {
    reading.tile.exists = false;
    return reading;
  }
  reading.has_walker = has_walker(around);
  const StateReading state = states_.read(cell, reading.has_walker);
  const SymbolReading symbol = symbols_.read(cell, state.lit);
  reading.tile = symbol.tile;
  reading.tile.lit = state.lit;
  reading.tile.start = state.start;
  reading.tile.locked = state.locked;
  reading.error = state.error + symbol.error;
  reading.confidence = std::min(state.confidence, symbol.confidence);
  if (state.confidence < kMinConfidence)
    reading.rejection = state.is_other ? "something covers the tile" : "the marks on the tile";
  else if (symbol.confidence < kMinConfidence)
    reading.rejection = "the symbol on the tile";
  return reading;
}

LinkReading TileReader::read_link(const cv::Mat& cells, const TileReading& left,
                                  const TileReading& right) const {
  const AtlasSize& size = atlas_.size;
  const int side = size.side;
  const double trail = trail_width(size) / 2 + 0.5 + size.blur;
  const double bridge = palette_.shape.bridge * side / 2 - 0.5 - size.blur;
  const double gap = std::max((side - size.tile) / 2, 0.8);
  // How far the picture is on the way from tiles that are apart to linked ones, and how far from
  // it.
  double along = 0, way = 0, from_linked = 0, from_apart = 0;
  for (int row = 0; row < side; ++row) {
    const double y = std::abs(row + 0.5 - side / 2.0);
    if (y < trail || y > bridge) continue;
    for (int column = side / 2; column < side + side / 2; ++column) {
      if (std::abs(column + 0.5 - side) > gap) continue;
      const bool is_left = column < side;
      const TileReading &own = is_left ? left : right, &other = is_left ? right : left;
      const cv::Vec3f colour = own.tile.lit ? palette_.lit : palette_.unlit;
      const cv::Point p(is_left ? column : column - side, row);
      // The other's frame reaches into this one's cell.
      const cv::Point wide = p + cv::Point(atlas_.fringe, atlas_.fringe);
      const cv::Point beyond = wide + cv::Point(is_left ? -side : side, 0);
      cv::Vec3f drawn =
          palette_.background + (colour - palette_.background) * atlas_.tile.at<float>(p);
      if (own.has_walker) drawn += (palette_.walker - drawn) * atlas_.frame.at<float>(wide);
      if (other.has_walker && beyond.x >= 0 && beyond.x < atlas_.frame.cols)
        drawn += (palette_.walker - drawn) * atlas_.frame.at<float>(beyond);
      const cv::Vec3f seen = at(cells, {column, row});
      along += (seen - drawn).dot(colour - drawn);
      way += squared(colour - drawn);
      from_linked += squared(seen - colour);
      from_apart += squared(seen - drawn);
    }
  }
  LinkReading reading;
  if (way < 1) {
    reading.confidence = 0;
    return reading;
  }
  const double share = along / way;
  reading.is_linked = share > kLinkedFrom;
  const double off = std::min(from_linked, from_apart) / way;
  reading.confidence =
      off > kLinkError
          ? 0.2F
          : static_cast<float>(std::min(std::abs(share - kLinkedFrom) / kLinkedFor, 1.0));
  return reading;
}

}  // namespace eyehand::panel
