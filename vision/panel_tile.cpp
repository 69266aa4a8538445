#include "vision/panel_tile.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "vision/panel_fit.hpp"
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
constexpr double kUnexplained = 0.22;
/// A trail without a symbol need not be met as well: with one there would be a gap in it.
constexpr double kUnexplainedTrail = 0.4;
/// Differences that mean nothing: squared, per pixel, all three channels.
constexpr double kNoise = 1200;
/// With such a small share, and such a share of what the next best drawing leaves, no second look
/// is needed.
constexpr double kClear = 0.08, kClearAhead = 0.2;
/// Drawings that leave so many times what the best one leaves may be better with slack, ...
constexpr double kMayBeBetter = 3;
/// ... the best of these at most.
constexpr int kMostOptions = 10;
/// Drawings that are no more apart than this are not told: squared, per pixel, all channels.
constexpr double kLeastApart = 60;
/// Of states: mean squared difference, all three channels, that is none, ...
constexpr double kStateNoise = 150;
/// ... and that may be left; ...
constexpr double kStateError = 1800;
/// Of the way from tiles that are apart to linked ones. What is apart may be rather blurred.
constexpr double kLinkedFrom = 0.67, kLinkedFor = 0.18;
/// Of a link: what is left of the difference between linked tiles and others.
constexpr double kLinkError = 0.5;
/// ... but for this share of the pixels no channel may be far off.
constexpr double kPixelsOff = 0.04;

const cv::Vec3f& at(const cv::Mat& picture, cv::Point p) {
  return picture.at<cv::Vec3f>(p);
}

double squared(const cv::Vec3f& v) {
  return v.dot(v);
}

double squared_difference(const cv::Mat& a, const cv::Mat& b,
                          const std::vector<cv::Point>& pixels) {
  return compare(a, b, pixels).left;
}

float confidence_of(double share, double limit) {
  // At the limit it is 0.5.
  return static_cast<float>(std::clamp(1 - 0.5 * share / limit, 0.0, 1.0));
}

/// How sure it is that a picture is the first of two drawings: by what either leaves, and by how
/// far from one to the other it is.
float apart(double left_by_first, double left_by_second, double between, std::size_t pixels) {
  // Drawings that hardly differ tell nothing.
  const double least = kLeastApart * static_cast<double>(pixels);
  const double ahead = left_by_second - left_by_first;
  if (ahead < least) return static_cast<float>(std::max(0.5 * ahead / least, 0.0));
  const double by_left = ahead / left_by_second;
  const double by_way = ahead / between;
  return static_cast<float>(std::clamp(std::max(by_left, by_way), 0.0, 1.0));
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
      if (distance > free + 0.3 + std::min(size.blur, 0.4) && !is_trail && inside > 0 &&
          symbols.at<float>(p) < 0.12F && (inside > 0.5 || std::min(x, y) > bridge))
        state_pixels_.push_back(p);
    }
  const int wide = side + 2 * sheet.fringe;
  for (int row = 0; row < wide; ++row)
    for (int column = 0; column < wide; ++column) {
      const double x = std::abs(column + 0.5 - wide / 2.0), y = std::abs(row + 0.5 - wide / 2.0);
      if (std::min(x, y) > bridge && sheet.frame.at<float>(row, column) > 0.7)
        frame_pixels_.emplace_back(column, row);
    }
  std::vector<cv::Mat> all;
  for (const SymbolLayers& one : sheet.symbols) {
    std::vector<const cv::Mat*> layers = {&one.outline, &one.main};
    if (one.symbol == Symbol::flower) layers.push_back(&one.rest);
    drawings_.push_back(drawing_of(one.symbol, one.value, std::move(layers), all));
  }
  for (const cv::Mat& trail_layer : sheet.trails)
    drawings_.push_back(drawing_of(Symbol::none, 0, {&trail_layer}, all));
  cv::hconcat(all, layers_);
  for (const bool lit : {false, true}) states_[lit ? 1 : 0] = draw_states(lit, false);
}

TileReader::States TileReader::draw_states(bool lit, bool has_walker) const {
  States states;
  for (int marks = 0; marks < kMarks; ++marks)
    states.drawn[marks] = draw_state(lit, marks, has_walker);
  for (int i = 0; i < kMarks; ++i)
    for (int j = 0; j < i; ++j)
      states.between[i][j] = states.between[j][i] =
          squared_difference(states.drawn[i], states.drawn[j], state_pixels_);
  return states;
}

TileReader::Drawing TileReader::drawing_of(Symbol symbol, int value,
                                           std::vector<const cv::Mat*> layers,
                                           std::vector<cv::Mat>& all) const {
  Drawing drawing{symbol, value, std::move(layers), all.size(), {}};
  for (const cv::Mat* layer : drawing.layers) {
    cv::Mat column(static_cast<int>(symbol_pixels_.size()), 1, CV_32F);
    int row = 0;
    for (const cv::Point p : symbol_pixels_) column.at<float>(row++) = layer->at<float>(p);
    all.push_back(column);
  }
  for (std::size_t i = 0; i < drawing.layers.size(); ++i)
    for (std::size_t j = 0; j < drawing.layers.size(); ++j)
      drawing.products[i][j] = all[drawing.first + i].dot(all[drawing.first + j]);
  return drawing;
}

bool TileReader::is_hole(const cv::Mat& cell) const {
  return std::all_of(inner_pixels_.begin(), inner_pixels_.end(),
                     [&](cv::Point p) { return farthest(at(cell, p), paints_.ground) <= kSame; });
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

cv::Mat TileReader::draw_state(bool lit, int marks, bool has_walker) const {
  const int side = sheet_.size.side;
  const cv::Vec3f own = lit ? paints_.lit : paints_.unlit;
  const cv::Vec3f ink = lit ? paints_.on_lit : paints_.on_unlit;
  cv::Mat picture(side, side, CV_32FC3);
  for (int row = 0; row < side; ++row)
    for (int column = 0; column < side; ++column) {
      const cv::Point p(column, row);
      auto& drawn = picture.at<cv::Vec3f>(p);
      drawn = paints_.ground + (own - paints_.ground) * sheet_.tile.at<float>(p);
      if (has_walker) {
        const cv::Point around = p + cv::Point(sheet_.fringe, sheet_.fringe);
        drawn += (paints_.walker - drawn) * sheet_.frame.at<float>(around);
      }
      drawn += (ink - drawn) * sheet_.marks[marks].at<float>(p);
    }
  return picture;
}

void TileReader::read_state(const cv::Mat& cell, TileReading& reading) const {
  constexpr std::size_t kFewest = 12;
  if (state_pixels_.size() < kFewest) {
    reading.confidence = 0;
    reading.doubt = "so small a tile";
    reading.error += 10;
    return;
  }
  const auto closest = [&](const States& states) {
    double least = -1;
    for (const cv::Mat& drawn : states.drawn) {
      const double now = compare(cell, drawn, state_pixels_).left;
      least = least < 0 ? now : std::min(least, now);
    }
    return least;
  };
  States walked[2];
  if (reading.has_walker)
    for (const bool lit : {false, true}) walked[lit ? 1 : 0] = draw_states(lit, true);
  const States* all = reading.has_walker ? walked : states_;
  const bool lit = closest(all[1]) < closest(all[0]);
  const States& states = all[lit ? 1 : 0];
  Explained explained[kMarks];
  int best = 0;
  const auto find_best = [&](auto&& explain_one) {
    for (int marks = 0; marks < kMarks; ++marks) {
      explained[marks] = explain_one(cell, states.drawn[marks], state_pixels_);
      if (explained[marks].left < explained[best].left) best = marks;
    }
  };
  const std::size_t n = state_pixels_.size();
  const double pixels = static_cast<double>(n);
  find_best(compare);
  const bool is_clear =
      explained[best].left <= kStateNoise * pixels &&
      std::all_of(explained, explained + kMarks, [&](const Explained& one) {
        return &one == &explained[best] || explained[best].left <= kClearAhead * one.left;
      });
  if (!is_clear)
    find_best([](const cv::Mat& seen, const cv::Mat& drawn, const std::vector<cv::Point>& where) {
      return explain(seen, drawn, where);
    });
  reading.tile.lit = lit;
  reading.tile.start = (best & 1) != 0;
  reading.tile.locked = (best & 2) != 0;
  reading.error += explained[best].left / (kStateError * pixels);
  float confidence = 1;
  for (int marks = 0; marks < kMarks; ++marks)
    if (marks != best)
      confidence = std::min(confidence, apart(explained[best].left, explained[marks].left,
                                              states.between[best][marks], n));
  const bool is_other = explained[best].left > kStateError * pixels ||
                        explained[best].far_off > kPixelsOff * pixels + 1;
  if (is_other) confidence = std::min(confidence, 0.2F);
  if (confidence < kSure && reading.doubt.empty())
    reading.doubt = is_other ? "something covers the tile" : "the marks on the tile";
  reading.confidence = std::min(reading.confidence, confidence);
}

std::vector<TileReader::Option> TileReader::best_options(const cv::Mat& differences,
                                                         bool lit) const {
  const cv::Vec3f own = lit ? paints_.lit : paints_.unlit;
  const cv::Vec3f ink = (lit ? paints_.on_lit : paints_.on_unlit) - own;
  const auto hue_of = [&](Hue hue) { return paints_.hues[static_cast<std::size_t>(hue)] - own; };
  // Each layer's product with the differences.
  const auto count = static_cast<std::size_t>(layers_.cols);
  std::vector<float> sums(3 * count, 0);
  double all = 0;
  for (int row = 0; row < differences.rows; ++row) {
    const auto& d = differences.at<cv::Vec3f>(row);
    all += squared(d);
    const float* layer = layers_.ptr<float>(row);
    for (int c = 0; c < 3; ++c) {
      float* sum = sums.data() + static_cast<std::size_t>(c) * count;
      for (std::size_t i = 0; i < count; ++i) sum[i] += d[c] * layer[i];
    }
  }
  std::vector<Option> options;
  options.reserve(2 * kHues * drawings_.size());
  const auto offer = [&](const Drawing& drawing, const cv::Vec3f& first, const cv::Vec3f& second,
                         const cv::Vec3f& third, const Tile& tile) {
    Option option{all, &drawing, {first, second, third}, tile};
    for (std::size_t i = 0; i < drawing.layers.size(); ++i) {
      const cv::Vec3f& colour = option.colours[i];
      for (int c = 0; c < 3; ++c)
        option.cost -=
            2.0 * colour[c] * sums[static_cast<std::size_t>(c) * count + drawing.first + i];
      for (std::size_t j = 0; j < drawing.layers.size(); ++j)
        option.cost += drawing.products[i][j] * colour.dot(option.colours[j]);
    }
    options.push_back(option);
  };
  const cv::Vec3f nothing;
  options.push_back({all, nullptr, {}, {}});
  for (const Drawing& drawing : drawings_) {
    Tile tile;
    tile.symbol = drawing.symbol;
    tile.value = static_cast<std::int8_t>(drawing.value);
    if (drawing.symbol == Symbol::none) {
      offer(drawing, paints_.walker - own, nothing, nothing, tile);
      continue;
    }
    for (const cv::Vec3f& outline : {nothing, ink}) {
      if (drawing.symbol == Symbol::flower) {
        offer(drawing, outline, hue_of(Hue::yellow), hue_of(Hue::purple), tile);
        continue;
      }
      for (int hue = 0; hue < kHues; ++hue) {
        tile.hue = static_cast<Hue>(hue);
        offer(drawing, outline, hue_of(tile.hue), nothing, tile);
      }
    }
  }
  const auto by_cost = [](const Option& a, const Option& b) { return a.cost < b.cost; };
  std::partial_sort(options.begin(), options.begin() + kMostOptions, options.end(), by_cost);
  // The first that means something else than the best one is wanted, whatever it costs.
  std::size_t other = 1;
  while (other < kMostOptions && options[other].tile == options[0].tile) ++other;
  if (other == kMostOptions) {
    const auto rest = options.begin() + kMostOptions;
    std::sort(rest, options.end(), by_cost);
    while (options[other].tile == options[0].tile) ++other;
    options.resize(other + 1);
  } else {
    options.resize(kMostOptions);
  }
  return options;
}

cv::Mat TileReader::draw(const Option& option, bool lit) const {
  const int side = sheet_.size.side;
  const cv::Vec3f own = lit ? paints_.lit : paints_.unlit;
  cv::Mat picture(side, side, CV_32FC3, cv::Scalar(own[0], own[1], own[2]));
  if (option.drawing == nullptr) return picture;
  for (std::size_t i = 0; i < option.drawing->layers.size(); ++i)
    for (int row = 0; row < side; ++row) {
      const float* share = option.drawing->layers[i]->ptr<float>(row);
      auto* drawn = picture.ptr<cv::Vec3f>(row);
      for (int column = 0; column < side; ++column)
        if (share[column] > 0) drawn[column] += option.colours[i] * share[column];
    }
  return picture;
}

void TileReader::read_symbol(const cv::Mat& cell, TileReading& reading) const {
  const bool lit = reading.tile.lit;
  const cv::Vec3f own = lit ? paints_.lit : paints_.unlit;
  const std::size_t n = symbol_pixels_.size();
  cv::Mat differences(static_cast<int>(n), 1, CV_32FC3);
  float farthest_off = 0;
  double all = kNoise * static_cast<double>(n);
  int row = 0;
  for (const cv::Point p : symbol_pixels_) {
    const cv::Vec3f d = at(cell, p) - own;
    differences.at<cv::Vec3f>(row++) = d;
    farthest_off = std::max({farthest_off, std::abs(d[0]), std::abs(d[1]), std::abs(d[2])});
    all += squared(d);
  }
  if (farthest_off <= kNothing) return;
  std::vector<Option> options = best_options(differences, lit);
  const auto second = std::find_if(options.begin(), options.end(), [&](const Option& one) {
    return !(one.tile == options[0].tile);
  });
  float confidence = 1;
  if (options[0].cost > kClear * all || options[0].cost > kClearAhead * second->cost) {
    // The most likely ones, at least two that mean different things.
    const double most = kMayBeBetter * std::max(options[0].cost, 0.02 * all);
    std::size_t count = static_cast<std::size_t>(second - options.begin()) + 1;
    while (count < options.size() && options[count].cost <= most) ++count;
    options.resize(count);
    std::vector<cv::Mat> drawn;
    for (Option& option : options) {
      drawn.push_back(draw(option, lit));
      option.cost = explain(cell, drawn.back(), symbol_pixels_).left;
    }
    std::size_t best = 0;
    for (std::size_t i = 1; i < count; ++i)
      if (options[i].cost < options[best].cost) best = i;
    for (std::size_t i = 0; i < count; ++i)
      if (!(options[i].tile == options[best].tile)) {
        const float now = apart(options[best].cost, options[i].cost,
                                squared_difference(drawn[best], drawn[i], symbol_pixels_), n);
        confidence = std::min(confidence, now);
      }
    std::swap(options[0], options[best]);
  }
  const Option& best = options[0];
  reading.tile.symbol = best.tile.symbol;
  reading.tile.value = best.tile.value;
  reading.tile.hue = best.tile.hue;
  const double left = std::max(best.cost, 0.0) / all;
  reading.error += left;
  const bool is_trail = best.tile.symbol == Symbol::none;
  confidence =
      std::min(confidence, confidence_of(left, is_trail ? kUnexplainedTrail : kUnexplained));
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
