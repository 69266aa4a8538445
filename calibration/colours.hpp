// Colours as numbers that can be averaged, grouped and compared.
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
/// The largest difference in a channel.
double apart(const Rgb& a, const Rgb& b);
/// How far a colour is from grey, 0 to 255.
double tint(const Rgb& colour);
/// Each channel's own median; black of none.
Rgb median(std::vector<Rgb> colours);

/// Colours of one thing are no further apart than this.
inline constexpr double kOneThing = 45;

/// Colours that lie together.
struct Cluster {
  Rgb mean;
  int count = 0;
};
/// The most frequent group first; `within` of a group's mean is one of it. O(colours * groups).
std::vector<Cluster> clusters_of(const std::vector<Rgb>& colours, double within = kOneThing);

/// How often colours are there, each by its packed number.
using ColourCounts = std::map<int, int>;
int packed(Colour colour);
Colour unpacked(int number);
void count_colour(ColourCounts& counts, Colour colour);
std::optional<Colour> commonest(const ColourCounts& counts);

}  // namespace eyehand::calibration
