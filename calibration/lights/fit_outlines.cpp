#include "calibration/lights/fit_outlines.hpp"

#include <algorithm>
#include <cstdlib>
#include <tuple>
#include <utility>

#include "vision/statistics.hpp"

namespace eyehand::calibration {
namespace {

/// Sides of squares to try, pixels, and how far the drawing may be from the tile's centre.
constexpr double kStepMin = 3.5, kStepBy = 0.25, kAsideMost = 2;
/// The drawing lies within this part of the tile.
constexpr double kDrawing = 0.9;
/// Lines that are fainter by less than this share are as good as the strongest.
constexpr double kAsStrong = 0.05;

/// Row by row.
std::vector<lights::Offset> sorted(std::vector<lights::Offset> offsets) {
  std::sort(offsets.begin(), offsets.end(),
            [](const auto& a, const auto& b) { return std::tie(a.y, a.x) < std::tie(b.y, b.x); });
  return offsets;
}

/// The contrast of the faintest lines, 0 to 255; 0 if any set is misread.
double contrast_of(const Frame& frame, double pitch, std::span<const KnownSet> known,
                   const lights::OutlineAppearance& outlines) {
  double contrast = 255;
  for (const KnownSet& set : known) {
    const lights::OutlinedSet read = lights::read_outlines(frame, set.centre, pitch, outlines);
    if (read.offsets != sorted(set.offsets) || read.clarity < lights::kMinClarity) return 0;
    contrast = std::min(contrast, read.contrast);
  }
  return contrast;
}

}  // namespace

std::optional<lights::OutlineAppearance> fit_outlines(const Frame& frame, double pitch,
                                                      std::span<const KnownSet> known) {
  const bool are_alike = std::all_of(known.begin(), known.end(), [&](const KnownSet& set) {
    return set.offsets == known.front().offsets;
  });
  if (are_alike) return std::nullopt;
  lights::OutlineAppearance outlines;
  for (const KnownSet& set : known)
    for (const lights::Offset& by : set.offsets)
      outlines.reach = std::max({outlines.reach, std::abs(by.x), std::abs(by.y)});
  std::vector<std::pair<double, lights::OutlineAppearance>> fits;
  double most = 0, height = 1;
  for (const double each : {1.0, frame.scale.y / frame.scale.x}) {
    outlines.height = each;
    const double across = (2 * outlines.reach + 1) * std::max(1.0, each);
    for (double step = kStepMin; across * step <= kDrawing * pitch; step += kStepBy)
      for (double x = -kAsideMost; x <= kAsideMost; ++x)
        for (double y = -kAsideMost; y <= kAsideMost; ++y) {
          outlines.step = step / pitch;
          outlines.x = x / pitch;
          outlines.y = y / pitch;
          const double contrast = contrast_of(frame, pitch, known, outlines);
          if (contrast == 0) continue;
          fits.emplace_back(contrast, outlines);
          if (contrast > most) height = each;
          most = std::max(most, contrast);
        }
  }
  std::erase_if(fits, [&](const auto& fit) {
    return fit.first < (1 - kAsStrong) * most || fit.second.height != height;
  });
  if (fits.empty()) return std::nullopt;
  // Lines are found within a pixel of their places, so the middle of all that fit is right.
  const auto middle = [&](double lights::OutlineAppearance::*value) {
    std::vector<double> values;
    for (const auto& [clarity, fit] : fits) values.push_back(fit.*value);
    return median(values);
  };
  outlines.height = height;
  outlines.step = middle(&lights::OutlineAppearance::step);
  outlines.x = middle(&lights::OutlineAppearance::x);
  outlines.y = middle(&lights::OutlineAppearance::y);
  if (contrast_of(frame, pitch, known, outlines) == 0) return std::nullopt;
  return outlines;
}

}  // namespace eyehand::calibration
