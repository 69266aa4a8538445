#include "vision/panel_tile.hpp"

#include <algorithm>
#include <cmath>

#include "vision/read_panel.hpp"

namespace eyehand::panel {
namespace {

/// Colours are the same up to this.
constexpr float kSame = 12;
/// Radius of what a symbol has for itself, in tiles of a symbol's size.
constexpr double kFree = 0.38;
/// Where nothing differs from the tile's colour by more, there is nothing.
constexpr float kNothing = 10;
/// A drawing must leave less than this share of what is to be explained, ...
constexpr double kUnexplained = 0.16;
/// A trail without a symbol need not be met as well: with one there would be a gap in it.
constexpr double kUnexplainedTrail = 0.4;
/// Differences that mean nothing: squared, per pixel, all three channels.
constexpr double kNoise = 1200;
/// ... and less than this share of what the next best one leaves.
constexpr double kAhead = 0.5;
/// Of states the same: mean squared difference, all three channels, and ...
constexpr double kStateError = 3000;
/// ... so far may a pixel be off, but for this share of them.
constexpr float kPixelOff = 70;
constexpr double kPixelsOff = 0.04;

cv::Vec3f at(const cv::Mat& picture, cv::Point p) {
  return picture.at<cv::Vec3f>(p);
}

double squared(const cv::Vec3f& v) {
  return v.dot(v);
}

float confidence_of(double share_of_second, double limit) {
  // At the limit it is 0.5.
  return static_cast<float>(std::clamp(1 - 0.5 * share_of_second / limit, 0.0, 1.0));
}

}  // namespace

TileReader::TileReader(const Sheet& sheet, const Paints& paints) : sheet_(sheet), paints_(paints) {
  const SheetSize& size = sheet.size;
  const int side = size.side;
  cv::Mat symbols = cv::Mat::zeros(side, side, CV_32F);
  for (const SymbolLayers& one : sheet.symbols)
    symbols = cv::max(symbols, one.main + one.rest + one.outline);
  const double free = kFree * paints.shape.symbol * side;
  const double trail = std::max(0.05 * side, size.unit) / 2 + 0.6 + size.blur;
  const double bridge = paints.shape.bridge * side / 2 + 0.8 + size.blur;
  for (int row = 0; row < side; ++row)
    for (int column = 0; column < side; ++column) {
      const cv::Point p(column, row);
      const double x = std::abs(column + 0.5 - side / 2.0), y = std::abs(row + 0.5 - side / 2.0);
      const double distance = sheet.distance.at<float>(p), inside = sheet.inside.at<float>(p);
      if (distance <= free - 0.3) symbol_pixels_.push_back(p);
      const bool is_trail = std::min(x, y) < trail;
      if (inside > 0.5 + size.blur) inner_pixels_.push_back(p);
      // Beyond the tile's edge the frame of a walker next to it may lie.
      if (distance > free + 0.3 + size.blur && !is_trail && inside > 0 &&
          symbols.at<float>(p) < 0.02F && (inside > 0.5 || std::min(x, y) > bridge))
        state_pixels_.push_back(p);
    }
  const int wide = side + 2 * sheet.fringe;
  for (int row = 0; row < wide; ++row)
    for (int column = 0; column < wide; ++column) {
      const double x = std::abs(column + 0.5 - wide / 2.0), y = std::abs(row + 0.5 - wide / 2.0);
      if (std::min(x, y) > bridge && sheet.frame.at<float>(row, column) > 0.7)
        frame_pixels_.emplace_back(column, row);
    }
  const auto drawing_of = [&](Symbol symbol, int value,
                              std::initializer_list<const cv::Mat*> from) {
    Drawing drawing{symbol, value, {}, {}};
    std::size_t n = 0;
    for (const cv::Mat* layer : from) {
      for (const cv::Point p : symbol_pixels_) drawing.layers[n].push_back(layer->at<float>(p));
      ++n;
    }
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j) {
        double product = 0;
        for (std::size_t k = 0; k < symbol_pixels_.size(); ++k)
          product += drawing.layers[i][k] * drawing.layers[j][k];
        drawing.products[i][j] = product;
      }
    return drawing;
  };
  for (const SymbolLayers& one : sheet.symbols)
    drawings_.push_back(drawing_of(one.symbol, one.value, {&one.main, &one.rest, &one.outline}));
  for (const cv::Mat& trail_layer : sheet.trails)
    trails_.push_back(drawing_of(Symbol::none, 0, {&trail_layer}));
}

bool TileReader::is_hole(const cv::Mat& cell) const {
  std::size_t ground = 0;
  for (const cv::Point p : inner_pixels_)
    ground += farthest(at(cell, p), paints_.ground) <= kSame ? 1U : 0U;
  return ground == inner_pixels_.size();
}

bool TileReader::has_walker(const cv::Mat& around) const {
  std::size_t own = 0;
  for (const cv::Point p : frame_pixels_) {
    const cv::Vec3f seen = at(around, p);
    own += squared(seen - paints_.walker) * 2 <
                   std::min(squared(seen - paints_.ground),
                            std::min(squared(seen - paints_.lit), squared(seen - paints_.unlit)))
               ? 1U
               : 0U;
  }
  return 10 * own >= 8 * frame_pixels_.size();
}

void TileReader::read_state(const cv::Mat& cell, TileReading& reading) const {
  double best = -1, second = -1;
  std::size_t off = 0;
  for (const bool lit : {false, true})
    for (int marks = 0; marks < 4; ++marks) {
      const cv::Vec3f own = lit ? paints_.lit : paints_.unlit;
      const cv::Vec3f ink = lit ? paints_.on_lit : paints_.on_unlit;
      double cost = 0;
      std::size_t far_off = 0;
      for (const cv::Point p : state_pixels_) {
        const float tile = sheet_.tile.at<float>(p);
        cv::Vec3f drawn = paints_.ground + (own - paints_.ground) * tile;
        if (reading.has_walker) {
          const cv::Point around = p + cv::Point(sheet_.fringe, sheet_.fringe);
          drawn += (paints_.walker - drawn) * sheet_.frame.at<float>(around);
        }
        drawn += (ink - drawn) * sheet_.marks[marks].at<float>(p);
        const cv::Vec3f seen = at(cell, p);
        cost += squared(seen - drawn);
        far_off += farthest(seen, drawn) > kPixelOff ? 1U : 0U;
      }
      if (best < 0 || cost < best) {
        second = best;
        best = cost;
        off = far_off;
        reading.tile.lit = lit;
        reading.tile.start = (marks & 1) != 0;
        reading.tile.locked = (marks & 2) != 0;
      } else if (second < 0 || cost < second) {
        second = cost;
      }
    }
  const auto n = static_cast<double>(state_pixels_.size());
  reading.error += best / (second + 1);
  float confidence = confidence_of(best / (second + 1), kAhead);
  if (best > kStateError * n || static_cast<double>(off) > kPixelsOff * n + 1)
    confidence = std::min(confidence, 0.2F);
  if (confidence < kSure && reading.doubt.empty())
    reading.doubt = best > kStateError * n ? "something covers the tile" : "the marks on the tile";
  reading.confidence = std::min(reading.confidence, confidence);
}

TileReader::Best TileReader::fit_symbols(const Colours& differences, bool lit) const {
  const cv::Vec3f own = lit ? paints_.lit : paints_.unlit;
  const cv::Vec3f ink = (lit ? paints_.on_lit : paints_.on_unlit) - own;
  double all = 0;
  for (const auto& d : differences) all += squared(d);
  Best best;
  const auto offer = [&](double cost, const Tile& tile) {
    if (best.cost < 0 || cost < best.cost) {
      if (best.cost >= 0 && !(tile == best.tile)) best.second = best.cost;
      best.cost = cost;
      best.tile = tile;
    } else if (!(tile == best.tile) && (best.second < 0 || cost < best.second)) {
      best.second = cost;
    }
  };
  const auto project = [&](const std::vector<float>& layer) {
    cv::Vec3d sum;
    for (std::size_t k = 0; k < layer.size(); ++k) sum += cv::Vec3d(differences[k]) * layer[k];
    return sum;
  };
  offer(all, {});
  for (const Drawing& trail : trails_) {
    const cv::Vec3d colour = paints_.walker - own;
    offer(
        all - 2 * project(trail.layers[0]).dot(colour) + trail.products[0][0] * colour.dot(colour),
        {});
  }
  for (const Drawing& drawing : drawings_) {
    const cv::Vec3d on[3] = {project(drawing.layers[0]), project(drawing.layers[1]),
                             project(drawing.layers[2])};
    Tile tile;
    tile.symbol = drawing.symbol;
    tile.value = static_cast<std::int8_t>(drawing.value);
    const auto cost_of = [&](const cv::Vec3d& main, const cv::Vec3d& rest, const cv::Vec3d& out) {
      const cv::Vec3d colours[3] = {main, rest, out};
      double cost = all;
      for (int i = 0; i < 3; ++i) {
        cost -= 2 * on[i].dot(colours[i]);
        for (int j = 0; j < 3; ++j) cost += drawing.products[i][j] * colours[i].dot(colours[j]);
      }
      return cost;
    };
    const cv::Vec3d out = ink, nothing;
    if (drawing.symbol == Symbol::flower) {
      const cv::Vec3d yellow = paints_.hues[static_cast<std::size_t>(Hue::yellow)] - own;
      const cv::Vec3d purple = paints_.hues[static_cast<std::size_t>(Hue::purple)] - own;
      offer(std::min(cost_of(yellow, purple, out), cost_of(yellow, purple, nothing)), tile);
      continue;
    }
    for (std::size_t hue = 0; hue < paints_.hues.size(); ++hue) {
      tile.hue = static_cast<Hue>(hue);
      const cv::Vec3d main = paints_.hues[hue] - own;
      offer(std::min(cost_of(main, nothing, out), cost_of(main, nothing, nothing)), tile);
    }
  }
  return best;
}

void TileReader::read_symbol(const cv::Mat& cell, TileReading& reading) const {
  const cv::Vec3f own = reading.tile.lit ? paints_.lit : paints_.unlit;
  Colours differences;
  float farthest_off = 0;
  for (const cv::Point p : symbol_pixels_) {
    differences.push_back(at(cell, p) - own);
    farthest_off = std::max(farthest_off, farthest(at(cell, p), own));
  }
  if (farthest_off <= kNothing) return;
  const Best best = fit_symbols(differences, reading.tile.lit);
  double all = kNoise * static_cast<double>(differences.size());
  for (const auto& d : differences) all += squared(d);
  reading.tile.symbol = best.tile.symbol;
  reading.tile.value = best.tile.value;
  reading.tile.hue = best.tile.hue;
  const double left = std::max(best.cost, 0.0);
  reading.error += left / all;
  const bool is_trail = best.tile.symbol == Symbol::none;
  const float confidence =
      std::min(confidence_of(left / all, is_trail ? kUnexplainedTrail : kUnexplained),
               confidence_of(left / (best.second + 1), kAhead));
  if (confidence < kSure && reading.doubt.empty()) reading.doubt = "the symbol on the tile";
  reading.confidence = std::min(reading.confidence, confidence);
}

TileReading TileReader::read(const cv::Mat& around) const {
  const int side = sheet_.size.side;
  const cv::Mat cell = around(cv::Rect(sheet_.fringe, sheet_.fringe, side, side));
  TileReading reading;
  if (is_hole(cell)) {
    reading.tile.exists = false;
    return reading;
  }
  reading.has_walker = has_walker(around);
  read_state(cell, reading);
  read_symbol(cell, reading);
  return reading;
}

LinkReading TileReader::read_link(const cv::Mat& cells, const TileReading& left,
                                  const TileReading& right) const {
  const SheetSize& size = sheet_.size;
  const int side = size.side;
  const double trail = std::max(0.05 * side, size.unit) / 2 + 0.5 + size.blur;
  const double bridge = paints_.shape.bridge * side / 2 - 0.5 - size.blur;
  const double gap = std::max((side - size.tile) / 2, 0.8);
  double linked = 0, apart = 0;
  for (int row = 0; row < side; ++row) {
    const double y = std::abs(row + 0.5 - side / 2.0);
    if (y < trail || y > bridge) continue;
    for (int column = side / 2; column < side + side / 2; ++column) {
      if (std::abs(column + 0.5 - side) > gap) continue;
      const bool is_left = column < side;
      const TileReading &own = is_left ? left : right, &other = is_left ? right : left;
      const cv::Vec3f colour = own.tile.lit ? paints_.lit : paints_.unlit;
      const cv::Point p(is_left ? column : column - side, row);
      // The other's frame reaches into this one's cell.
      const cv::Point wide = p + cv::Point(sheet_.fringe, sheet_.fringe);
      const cv::Point beyond = wide + cv::Point(is_left ? -side : side, 0);
      cv::Vec3f drawn = paints_.ground + (colour - paints_.ground) * sheet_.tile.at<float>(p);
      if (own.has_walker) drawn += (paints_.walker - drawn) * sheet_.frame.at<float>(wide);
      if (other.has_walker && beyond.x >= 0 && beyond.x < sheet_.frame.cols)
        drawn += (paints_.walker - drawn) * sheet_.frame.at<float>(beyond);
      const cv::Vec3f seen = at(cells, {column, row});
      linked += squared(seen - colour);
      apart += squared(seen - drawn);
    }
  }
  LinkReading reading;
  reading.is_linked = linked < apart;
  constexpr double kLinkAhead = 0.3;
  reading.confidence =
      linked + apart < 1
          ? 0
          : confidence_of(std::min(linked, apart) / (std::max(linked, apart) + 1), kLinkAhead);
  return reading;
}

}  // namespace eyehand::panel
