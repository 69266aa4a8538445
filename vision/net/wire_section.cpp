#include "vision/net/wire_section.hpp"

#include <algorithm>
#include <cmath>

namespace eyehand::net {

WireSection::WireSection(const std::vector<Colour>& colours) : sums_(1, cv::Vec3d()) {
  for (const Colour& c : colours)
    sums_.push_back(sums_.back() + cv::Vec3d(c.r, c.g, c.b) / static_cast<double>(colours.size()));
}

/// The integral over the width up to `share` of it.
cv::Vec3d WireSection::sum_to(double share) const {
  const auto parts = static_cast<double>(sums_.size() - 1);
  const double at = std::clamp(share, 0.0, 1.0) * parts;
  const auto i = std::min(static_cast<std::size_t>(at), sums_.size() - 2);
  const double rest = at - static_cast<double>(i);
  return sums_[i] * (1 - rest) + sums_[i + 1] * rest;
}

SectionFit WireSection::match(const AcrossPixels& pixels, double width, double slack,
                              double darkest) const {
  SectionFit best;
  if (empty()) return best;
  // What does not depend on where the wire is.
  const cv::Vec3d& before = pixels.background.front();
  const cv::Vec3d& behind = pixels.background.back();
  std::vector<Products> products;
  for (std::size_t i = 0; i < pixels.offset.size(); ++i) {
    const cv::Vec3d& seen = pixels.seen[i];
    const cv::Vec3d& background = pixels.background[i];
    products.push_back({seen.dot(seen), seen.dot(background), background.dot(background),
                        (seen - before).dot(seen - before), (seen - behind).dot(seen - behind)});
  }
  // A picture drawn between pixels is blurred over two of them.
  for (const double aperture : {1.0, 2.0})
    for (double shift = -slack; shift <= slack; shift += 0.25)
      best = std::max(best, match_at(pixels, products, width, shift, aperture, darkest));
  return best;
}

SectionFit WireSection::match_at(const AcrossPixels& pixels, std::span<const Products> products,
                                 double width, double shift, double aperture,
                                 double darkest) const {
  double seen_seen = 0, seen_wire = 0, wire_wire = 0, seen_background = 0,
         background_background = 0;
  double to_before = 0, to_behind = 0, step = 0;
  for (std::size_t i = 0; i < pixels.offset.size(); ++i) {
    const double off = pixels.offset[i] - shift;
    if (std::abs(off) > width / 2 + 0.5) continue;
    const double from = (off - aperture / 2) / width + 0.5, to = (off + aperture / 2) / width + 0.5;
    const double cover = (std::clamp(to, 0.0, 1.0) - std::clamp(from, 0.0, 1.0)) * width / aperture;
    const cv::Vec3d& seen = pixels.seen[i];
    const cv::Vec3d& background = pixels.background[i];
    const cv::Vec3d wire =
        (sum_to(to) - sum_to(from)) * (width / aperture) + background * (1 - cover);
    seen_seen += products[i].seen_seen;
    seen_wire += seen.dot(wire);
    wire_wire += wire.dot(wire);
    seen_background += products[i].seen_background;
    background_background += products[i].background_background;
    to_before += products[i].to_before;
    to_behind += products[i].to_behind;
    step = std::min(step, to_before - to_behind);
  }
  // Each in the shade that suits it best.
  const auto rest = [&](double common, double own) {
    const double light = std::clamp(common / std::max(own, 1.0), darkest, 1.0);
    return std::max(seen_seen - 2 * light * common + light * light * own, 0.0);
  };
  const double to_wire = rest(seen_wire, wire_wire);
  // The background may change evenly over the width, or at once.
  const double to_background =
      std::min(rest(seen_background, background_background), to_behind + step);
  return {(to_background - to_wire) / std::max(to_background + to_wire, 1.0), shift};
}

}  // namespace eyehand::net
