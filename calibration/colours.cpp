#include "calibration/colours.hpp"

#include <algorithm>
#include <cmath>

namespace eyehand::calibration {

Colour to_colour(const Rgb& c) {
  const auto whole = [](double v) { return std::clamp(static_cast<int>(std::lround(v)), 0, 255); };
  return {whole(c[0]), whole(c[1]), whole(c[2])};
}

Rgb rgb(const Colour& c) {
  return {static_cast<double>(c.r), static_cast<double>(c.g), static_cast<double>(c.b)};
}

std::vector<Cluster> clusters_of(const std::vector<Rgb>& colours, double within) {
  std::vector<Cluster> clusters;
  for (const auto& colour : colours) {
    Cluster* nearest = nullptr;
    for (Cluster& cluster : clusters)
      if (!nearest || apart(cluster.mean, colour) < apart(nearest->mean, colour))
        nearest = &cluster;
    if (!nearest || apart(nearest->mean, colour) > within) {
      clusters.push_back({colour, 1});
      continue;
    }
    nearest->mean = (nearest->mean * nearest->count + colour) / (nearest->count + 1.0);
    ++nearest->count;
  }
  std::stable_sort(clusters.begin(), clusters.end(),
                   [](const Cluster& a, const Cluster& b) { return a.count > b.count; });
  return clusters;
}

Rgb median(std::vector<Rgb> colours) {
  Rgb result;
  const auto half = static_cast<std::ptrdiff_t>(colours.size() / 2);
  for (int c = 0; c < 3 && !colours.empty(); ++c) {
    std::nth_element(colours.begin(), colours.begin() + half, colours.end(),
                     [c](const auto& a, const auto& b) { return a[c] < b[c]; });
    result[c] = colours[static_cast<std::size_t>(half)][c];
  }
  return result;
}

double apart(const Rgb& a, const Rgb& b) {
  return std::max({std::abs(a[0] - b[0]), std::abs(a[1] - b[1]), std::abs(a[2] - b[2])});
}

double tint(const Rgb& c) {
  return std::max({c[0], c[1], c[2]}) - std::min({c[0], c[1], c[2]});
}

int packed(Colour colour) {
  return colour.r << 16 | colour.g << 8 | colour.b;
}

Colour unpacked(int number) {
  return {number >> 16, number >> 8 & 255, number & 255};
}

void count_colour(ColourCounts& counts, Colour colour) {
  ++counts[packed(colour)];
}

std::optional<Colour> commonest(const ColourCounts& counts) {
  if (counts.empty()) return std::nullopt;
  return unpacked(std::max_element(counts.begin(), counts.end(), [](const auto& a, const auto& b) {
                    return a.second < b.second;
                  })->first);
}

std::vector<Colour> common_colours(const cv::Mat& bgr) {
  ColourCounts counts;
  for (int y = 0; y < bgr.rows; ++y)
    for (int x = 0; x < bgr.cols; ++x) count_colour(counts, colour_at(bgr, x, y));
  std::vector<std::pair<int, int>> order;
  for (const auto& [colour, count] : counts) order.emplace_back(count, colour);
  std::sort(order.rbegin(), order.rend());
  std::vector<Colour> colours;
  for (const auto& [count, colour] : order) colours.push_back(unpacked(colour));
  return colours;
}

}  // namespace eyehand::calibration
