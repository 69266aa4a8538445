#include "vision/net/wire_section.hpp"

#include <algorithm>
#include <cmath>

#include "puzzle/index.hpp"

namespace eyehand::net {

WireSection::WireSection(const std::vector<Colour>& colours) : sums_(1, cv::Vec3d()) {
  for (const Colour& c : colours)
    sums_.push_back(sums_.back() + cv::Vec3d(c.r, c.g, c.b) / static_cast<double>(colours.size()));
}

/// The integral over the width up to `share` of it.
cv::Vec3d WireSection::sum_to(double share) const {
  if (share <= 0) return {};
  if (share >= 1) return sums_.back();
  const double place = share * static_cast<double>(sums_.size() - 1);
  const auto i = static_cast<std::size_t>(place);
  const double rest = place - static_cast<double>(i);
  return sums_[i] + (sums_[i + 1] - sums_[i]) * rest;
}

SectionFit WireSection::match(const AcrossPixels& pixels, double width, double slack,
                              double darkest) const {
  SectionFit best;
  if (empty()) return best;
  // Pixels are one apart and shifts multiples of a step, so all that is asked of the wire lies on
  // one raster; and some of the rest does not depend on where the wire is either.
  const auto [least, most] = std::minmax(pixels.offset.front(), pixels.offset.back());
  constexpr int kSteps = 4;   // per pixel
  constexpr int kMargin = 4;  // half of the wider aperture
  const double origin = least - slack - static_cast<double>(kMargin) / kSteps;
  const int shifts = static_cast<int>(2 * slack * kSteps) + 1;
  struct Place {
    cv::Vec3d colour;  ///< the sum of the wire up to here
    double cover;      ///< and of its width, pixels
  };
  const auto size =
      static_cast<std::size_t>((most - least + 1) * kSteps) + at(shifts + 2 * kMargin);
  std::vector<Place> raster;
  raster.reserve(size);
  for (std::size_t i = 0; i < size; ++i) {
    const double share = (origin + static_cast<double>(i) / kSteps) / width + 0.5;
    raster.push_back({sum_to(share) * width, std::clamp(share, 0.0, 1.0) * width});
  }
  struct Pixel {
    int place;  ///< on the raster without a shift
    double seen_seen, seen_background, background_background, to_before, to_behind;
  };
  const cv::Vec3d& before = pixels.background.front();
  const cv::Vec3d& behind = pixels.background.back();
  const auto square = [](const cv::Vec3d& v) { return v.dot(v); };
  std::vector<Pixel> all;
  all.reserve(pixels.offset.size());
  for (std::size_t i = 0; i < pixels.offset.size(); ++i) {
    const cv::Vec3d &seen = pixels.seen[i], &background = pixels.background[i];
    all.push_back({cvRound((pixels.offset[i] + slack - origin) * kSteps), square(seen),
                   seen.dot(background), square(background), square(seen - before),
                   square(seen - behind)});
  }
  for (int k = 0; k < shifts; ++k) {
    const double shift = static_cast<double>(k) / kSteps - slack;
    const auto is_beside = [&](double offset) {
      return std::abs(offset - shift) > width / 2 + 0.5;
    };
    double seen_seen = 0, seen_background = 0, background_background = 0;
    double to_before = 0, to_behind = 0, step = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (is_beside(pixels.offset[i])) continue;
      seen_seen += all[i].seen_seen;
      seen_background += all[i].seen_background;
      background_background += all[i].background_background;
      to_before += all[i].to_before;
      to_behind += all[i].to_behind;
      step = std::min(step, to_before - to_behind);
    }
    // Each in the shade that suits it best.
    const auto rest = [&](double common, double own) {
      const double light = std::clamp(common / std::max(own, 1.0), darkest, 1.0);
      return std::max(seen_seen - 2 * light * common + light * light * own, 0.0);
    };
    // The background may change evenly over the width, or at once.
    const double to_background =
        std::min(rest(seen_background, background_background), to_behind + step);
    // A picture drawn between pixels is blurred over two of them.
    for (const int aperture : {1, 2}) {
      double seen_wire = 0, wire_wire = 0;
      for (std::size_t i = 0; i < all.size(); ++i) {
        if (is_beside(pixels.offset[i])) continue;
        const int place = all[i].place - k, half = aperture * kSteps / 2;
        const Place &from = raster[at(place - half)], &to = raster[at(place + half)];
        const double cover = (to.cover - from.cover) / aperture;
        for (int c = 0; c < 3; ++c) {
          const double wire =
              (to.colour[c] - from.colour[c]) / aperture + pixels.background[i][c] * (1 - cover);
          seen_wire += pixels.seen[i][c] * wire;
          wire_wire += wire * wire;
        }
      }
      const double to_wire = rest(seen_wire, wire_wire);
      const double fit = (to_background - to_wire) / std::max(to_background + to_wire, 1.0);
      best = std::max(best, SectionFit{fit, shift});
    }
  }
  return best;
}

}  // namespace eyehand::net
