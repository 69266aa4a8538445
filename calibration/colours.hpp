// Colours as numbers that can be averaged, clustered and compared.
#pragma once

#include <map>
#include <opencv2/core.hpp>
#include <optional>
#include <vector>

#include "vision/appearance.hpp"

namespace eyehand::calibration {

/// RGB, 0 to 255.
using Rgb = cv::Vec3d;

Rgb rgb(const Colour& colour);
Colour to_colour(const Rgb& colour);
/// The largest difference in any channel.
double apart(const Rgb& a, const Rgb& b);
/// Distance from grey, 0 to 255.
double tint(const Rgb& colour);
/// The median of each channel; black for an empty list.
Rgb median(std::vector<Rgb> colours);

/// Colours of one thing differ by at most this much.
inline constexpr double kOneThing = 45;

/// Colours that lie together.
struct Cluster {
  Rgb mean;
  int count = 0;
};
/// The largest cluster first; a colour within `within` of a cluster's mean belongs to it. O(colours
/// * clusters).
std::vector<Cluster> clusters_of(const std::vector<Rgb>& colours, double within = kOneThing);

/// How often each colour occurs, by its packed number.
using ColourCounts = std::map<int, int>;
int packed(Colour colour);
Colour unpacked(int number);
void count_colour(ColourCounts& counts, Colour colour);
std::optional<Colour> commonest(const ColourCounts& counts);
/// All colours of a picture, the most common first. O(pixels).
std::vector<Colour> common_colours(const cv::Mat& bgr);

}  // namespace eyehand::calibration
