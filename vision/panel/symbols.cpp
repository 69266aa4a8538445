#include "vision/panel/symbols.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "vision/panel/fit.hpp"

namespace eyehand::panel {
namespace {

/// If no pixel differs by more from the tile's colour, 0 to 255, there is no symbol.
constexpr float kNothing = 10;
/// A drawing that leaves this share of the differences unexplained has a confidence of 0.5.
constexpr double kUnexplained = 0.22;
/// The same for a trail without a symbol: with a symbol, there would be a gap in it.
constexpr double kUnexplainedTrail = 0.6;
/// Expected noise: the square per pixel, summed over the channels.
constexpr double kNoise = 1200;
/// Below both of these shares, of the differences and of what the next best drawing leaves,
/// drawings are not compared again.
constexpr double kClear = 0.08, kClearAhead = 0.2;
/// A drawing that leaves up to this multiple of what the best one leaves may be better with slack;
constexpr double kMayBeBetter = 5;
/// at most this many of them are examined.
constexpr int kMaxOptions = 16;

float confidence_of(double share, double limit) {
  // At the limit it is 0.5.
  return static_cast<float>(std::clamp(1 - 0.5 * share / limit, 0.0, 1.0));
}

}  // namespace

SymbolReader::SymbolReader(const Atlas& atlas, const Palette& palette)
    : atlas_(atlas), palette_(palette) {
  const double free = symbol_free(atlas.size, palette.shape) - 0.3;
  for (int row = 0; row < atlas.size.side; ++row)
    for (int column = 0; column < atlas.size.side; ++column)
      if (atlas.distance.at<float>(row, column) <= free) pixels_.emplace_back(column, row);
  std::vector<cv::Mat> all;
  for (const SymbolLayers& one : atlas.symbols) {
    std::vector<const cv::Mat*> layers = {&one.outline, &one.main};
    if (one.symbol == Symbol::flower) layers.push_back(&one.rest);
    drawings_.push_back(drawing_of(one.symbol, one.value, std::move(layers), all));
  }
  for (const cv::Mat& trail : atlas.trails)
    drawings_.push_back(drawing_of(Symbol::none, 0, {&trail}, all));
  cv::hconcat(all, layers_);
}

SymbolReader::Drawing SymbolReader::drawing_of(Symbol symbol, int value,
                                               std::vector<const cv::Mat*> layers,
                                               std::vector<cv::Mat>& all) const {
  Drawing drawing{symbol, value, std::move(layers), all.size(), {}};
  for (const cv::Mat* layer : drawing.layers) {
    cv::Mat column(static_cast<int>(pixels_.size()), 1, CV_32F);
    int row = 0;
    for (const cv::Point p : pixels_) column.at<float>(row++) = layer->at<float>(p);
    all.push_back(column);
  }
  for (std::size_t i = 0; i < drawing.layers.size(); ++i)
    for (std::size_t j = 0; j < drawing.layers.size(); ++j)
      drawing.products[i][j] = all[drawing.first + i].dot(all[drawing.first + j]);
  return drawing;
}

std::vector<SymbolReader::Option> SymbolReader::best_options(const cv::Mat& differences,
                                                             bool lit) const {
  const cv::Vec3f own = lit ? palette_.lit : palette_.unlit;
  const cv::Vec3f foreground = (lit ? palette_.on_lit : palette_.on_unlit) - own;
  const auto hue_of = [&](Hue hue) { return palette_.hues[static_cast<std::size_t>(hue)] - own; };
  // Each layer's product with the differences.
  const auto count = static_cast<std::size_t>(layers_.cols);
  std::vector<float> sums(3 * count, 0);
  double all = 0;
  for (int row = 0; row < differences.rows; ++row) {
    const auto& d = differences.at<cv::Vec3f>(row);
    all += d.dot(d);
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
      offer(drawing, palette_.walker - own, nothing, nothing, tile);
      continue;
    }
    for (const cv::Vec3f& outline : {nothing, foreground}) {
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
  std::partial_sort(options.begin(), options.begin() + kMaxOptions, options.end(), by_cost);
  // The first that means something else than the best one is wanted, whatever it costs.
  std::size_t other = 1;
  while (other < kMaxOptions && options[other].tile == options[0].tile) ++other;
  if (other == kMaxOptions) {
    const auto rest = options.begin() + kMaxOptions;
    std::sort(rest, options.end(), by_cost);
    while (options[other].tile == options[0].tile) ++other;
    options.resize(other + 1);
  } else {
    options.resize(kMaxOptions);
  }
  return options;
}

cv::Mat SymbolReader::draw(const Option& option, bool lit) const {
  const int side = atlas_.size.side;
  const cv::Vec3f own = lit ? palette_.lit : palette_.unlit;
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

float SymbolReader::recheck(const cv::Mat& cell, bool lit, double all,
                            std::vector<Option>& options) const {
  const double most = kMayBeBetter * std::max(options[0].cost, 0.02 * all);
  // At least two that mean different things.
  std::size_t count = 1;
  while (options[count].tile == options[0].tile) ++count;
  for (++count; count < options.size() && options[count].cost <= most;) ++count;
  options.resize(count);
  std::vector<cv::Mat> drawn;
  for (Option& option : options) {
    drawn.push_back(draw(option, lit));
    option.cost = explain(cell, drawn.back(), pixels_).left;
  }
  std::size_t best = 0;
  for (std::size_t i = 1; i < count; ++i)
    if (options[i].cost < options[best].cost) best = i;
  float confidence = 1;
  for (std::size_t i = 0; i < count; ++i)
    if (!(options[i].tile == options[best].tile))
      confidence =
          std::min(confidence, apart(options[best].cost, options[i].cost,
                                     compare(drawn[best], drawn[i], pixels_).left, pixels_.size()));
  std::swap(options[0], options[best]);
  return confidence;
}

SymbolReading SymbolReader::read(const cv::Mat& cell, bool lit) const {
  const cv::Vec3f own = lit ? palette_.lit : palette_.unlit;
  cv::Mat differences(static_cast<int>(pixels_.size()), 1, CV_32FC3);
  float most_off = 0;
  double all = kNoise * static_cast<double>(pixels_.size());
  int row = 0;
  for (const cv::Point p : pixels_) {
    const cv::Vec3f d = cell.at<cv::Vec3f>(p) - own;
    differences.at<cv::Vec3f>(row++) = d;
    most_off = std::max({most_off, std::abs(d[0]), std::abs(d[1]), std::abs(d[2])});
    all += d.dot(d);
  }
  SymbolReading reading;
  if (most_off <= kNothing) return reading;
  std::vector<Option> options = best_options(differences, lit);
  const auto second = std::find_if(options.begin(), options.end(), [&](const Option& one) {
    return !(one.tile == options[0].tile);
  });
  if (options[0].cost > kClear * all || options[0].cost > kClearAhead * second->cost)
    reading.confidence = recheck(cell, lit, all, options);
  reading.tile = options[0].tile;
  reading.error = std::max(options[0].cost, 0.0) / all;
  const bool is_trail = reading.tile.symbol == Symbol::none;
  reading.confidence =
      std::min(reading.confidence,
               confidence_of(reading.error, is_trail ? kUnexplainedTrail : kUnexplained));
  return reading;
}

}  // namespace eyehand::panel
