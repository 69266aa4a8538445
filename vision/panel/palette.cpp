#include "vision/panel/palette.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <sstream>
#include <unordered_map>

#include "puzzle/error.hpp"

namespace eyehand::panel {
namespace {

/// How far, 0 to 255, a colour may be from the theme's after the shift.
constexpr float kOff = 5;
/// Colours with fewer pixels do not count.
constexpr int kFewest = 25;
/// In larger pictures, about this many pixels are counted.
constexpr int kPixels = 150'000;

cv::Vec3f vector(Colour c) {
  return {static_cast<float>(c.b), static_cast<float>(c.g), static_cast<float>(c.r)};
}

Shape shape_of(const std::string& text) {
  Shape shape;
  std::istringstream in(text);
  const bool is_read = static_cast<bool>(in >> shape.width >> shape.corner >> shape.symbol >>
                                         shape.bolt >> shape.bridge) &&
                       (in >> std::ws).eof();
  const auto is_within = [](double x, double least, double most) {
    return x >= least && x <= most;
  };
  if (!is_read || !is_within(shape.width, 0.6, 0.98) || !is_within(shape.corner, 0, 0.5) ||
      !is_within(shape.symbol, 0.5, 1.2) || !is_within(shape.bolt, 0.1, 0.5) ||
      !is_within(shape.bridge, 0.15, 0.6))
    throw Error("the appearance of panels has a shape '" + text +
                "'; it must be five lengths: width, corner, symbol, bolt and bridge, such as "
                "\"0.92 0 1 0.385 0.44\".");
  return shape;
}

struct Count {
  cv::Vec3f colour;
  int pixels = 0;
};

std::vector<Count> count_colours(const cv::Mat& bgr) {
  const int step = 1 + static_cast<int>(std::sqrt(static_cast<double>(bgr.total()) / kPixels));
  std::unordered_map<std::uint32_t, int> counts;
  for (int y = 0; y < bgr.rows; y += step) {
    const auto* row = bgr.ptr<cv::Vec3b>(y);
    for (int x = 0; x < bgr.cols;) {  // most pixels are like the one before
      const cv::Vec3b colour = row[x];
      int run = 0;
      for (; x < bgr.cols && row[x] == colour; x += step) ++run;
      counts[static_cast<std::uint32_t>(colour[0] | colour[1] << 8 | colour[2] << 16)] += run;
    }
  }
  std::vector<Count> all;
  for (const auto& [key, pixels] : counts)
    if (pixels > 1)
      all.push_back({cv::Vec3f(static_cast<float>(key & 255), static_cast<float>(key >> 8 & 255),
                               static_cast<float>(key >> 16)),
                     pixels * step * step});
  return all;
}

Count most_frequent_near(const std::vector<Count>& counts, const cv::Vec3f& colour, int distance) {
  Count best;
  for (const Count& one : counts)
    if (one.pixels > best.pixels && farthest(one.colour, colour) <= static_cast<float>(distance))
      best = one;
  return best;
}

float clipped(float value) {
  return std::clamp(value, 0.F, 255.F);
}

struct Shift {
  cv::Vec3f by;
  float error = 0;  ///< the farthest that it leaves
};

/// What was added to two colours to make these of them.
Shift find_shift(const cv::Vec3f& one, const cv::Vec3f& one_seen, const cv::Vec3f& other,
                 const cv::Vec3f& other_seen, int shift_max) {
  Shift shift;
  for (int c = 0; c < 3; ++c) {
    // Clipping makes several shifts look alike: the middle of the best.
    float least = 1000, sum = 0;
    int n = 0;
    for (int by = -shift_max; by <= shift_max; ++by) {
      const auto s = static_cast<float>(by);
      const float error = std::max(std::abs(clipped(one[c] + s) - one_seen[c]),
                                   std::abs(clipped(other[c] + s) - other_seen[c]));
      if (error < least) {
        least = error;
        sum = 0;
        n = 0;
      }
      if (error <= least) {
        sum += s;
        ++n;
      }
    }
    shift.by[c] = sum / static_cast<float>(n);
    shift.error = std::max(shift.error, least);
  }
  return shift;
}

void apply(Palette& palette, const cv::Vec3f& shift) {
  const auto move = [&](cv::Vec3f& colour) {
    for (int c = 0; c < 3; ++c) colour[c] = clipped(colour[c] + shift[c]);
  };
  for (auto* colour : {&palette.background, &palette.unlit, &palette.lit, &palette.on_unlit,
                       &palette.on_lit, &palette.walker})
    move(*colour);
  for (auto& hue : palette.hues) move(hue);
}

}  // namespace

std::vector<Palette> themes_of(const Appearance& appearance) {
  const std::size_t n = appearance.shapes.size();
  const std::array lists = {&appearance.background, &appearance.unlit,  &appearance.lit,
                            &appearance.on_unlit,   &appearance.on_lit, &appearance.walker,
                            &appearance.none,       &appearance.red,    &appearance.orange,
                            &appearance.yellow,     &appearance.green,  &appearance.blue,
                            &appearance.purple,     &appearance.white,  &appearance.black};
  const bool is_whole =
      std::all_of(lists.begin(), lists.end(), [&](const auto* list) { return list->size() == n; });
  if (n == 0 || !is_whole)
    throw Error(
        "the appearance of panels needs lists of one length, an entry per theme: shapes and all "
        "colours.");
  std::vector<Palette> themes;
  for (std::size_t i = 0; i < n; ++i) {
    Palette theme;
    theme.shape = shape_of(appearance.shapes[i]);
    theme.background = vector(appearance.background[i]);
    theme.unlit = vector(appearance.unlit[i]);
    theme.lit = vector(appearance.lit[i]);
    theme.on_unlit = vector(appearance.on_unlit[i]);
    theme.on_lit = vector(appearance.on_lit[i]);
    theme.walker = vector(appearance.walker[i]);
    for (std::size_t hue = 0; hue < theme.hues.size(); ++hue)
      theme.hues[hue] = vector((*lists[lists.size() - theme.hues.size() + hue])[i]);
    themes.push_back(theme);
  }
  return themes;
}

std::optional<Palette> find_palette(const cv::Mat& bgr, const std::vector<Palette>& themes,
                                    int shift_max) {
  const auto counts = count_colours(bgr);
  std::optional<Palette> best;
  int most = 0;
  for (const Palette& theme : themes) {
    const Count background = most_frequent_near(counts, theme.background, shift_max);
    if (background.pixels < kFewest) continue;
    // Either state may be missing on a board.
    for (const cv::Vec3f& tile : {theme.unlit, theme.lit}) {
      // The most frequent colour that is off by as much as the background's; the background's may
      // be near.
      int pixels = std::max(kFewest, most - background.pixels + 1);
      for (const Count& seen : counts) {
        if (seen.pixels < pixels || farthest(seen.colour, tile) > static_cast<float>(shift_max))
          continue;
        const Shift shift =
            find_shift(theme.background, background.colour, tile, seen.colour, shift_max);
        if (shift.error > kOff) continue;
        pixels = seen.pixels + 1;
        most = seen.pixels + background.pixels;
        best = theme;
        apply(*best, shift.by);
        best->background = background.colour;
      }
    }
  }
  return best;
}

}  // namespace eyehand::panel
