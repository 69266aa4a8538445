#include "calibration/lattice_search.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <opencv2/imgproc.hpp>

namespace eyehand::calibration {
namespace {

constexpr double kStrongHue = 0.35;  ///< minimum saturation of a hue

bool alike(const Lattice& a, const Lattice& b) {
  return a.columns == b.columns && a.rows == b.rows &&
         std::abs(a.pitch - b.pitch) < 0.02 * a.pitch + 0.2 &&
         cv::norm(a.origin - b.origin) < 0.1 * a.pitch;
}

/// The appearances that find a lattice, in the order tried.
struct LatticeGroup {
  Lattice lattice;
  std::vector<LatticeAppearance> appearances;
};

void try_appearance(const cv::Mat& bgr, const LatticeAppearance& appearance,
                    std::vector<LatticeGroup>& groups) {
  const auto found = find_lattice(bgr, appearance).lattice;
  if (!found || found->columns < 2 || found->rows < 2) return;
  for (LatticeGroup& group : groups)
    if (alike(group.lattice, *found)) {
      group.appearances.push_back(appearance);
      return;
    }
  groups.push_back({*found, {appearance}});
}

/// The hue of most coloured pixels, in degrees; negative if few pixels are coloured.
double usual_hue(const cv::Mat& bgr) {
  cv::Mat hsv;
  cv::cvtColor(bgr, hsv, cv::COLOR_BGR2HSV);
  constexpr int kBins = 36;  // ten degrees each
  std::array<int, kBins> count{};
  int coloured = 0;
  for (int y = 0; y < hsv.rows; ++y)
    for (int x = 0; x < hsv.cols; ++x) {
      const auto& p = hsv.at<cv::Vec3b>(y, x);
      if (p[1] < kStrongHue * 255 || p[2] < 16) continue;
      ++count[static_cast<std::size_t>(p[0] * 2 / 10) % kBins];
      ++coloured;
    }
  if (coloured < hsv.rows * hsv.cols / 10) return -1;
  // The mean over the fullest bin and its neighbours.
  const auto fullest = std::max_element(count.begin(), count.end()) - count.begin();
  double sum = 0, weight = 0;
  for (std::ptrdiff_t i = -2; i <= 2; ++i) {
    const auto n = count[static_cast<std::size_t>((fullest + i + kBins) % kBins)];
    sum += n * (10.0 * static_cast<double>(fullest + i) + 5);
    weight += n;
  }
  return std::fmod(sum / weight + 360, 360);
}

}  // namespace

std::vector<LatticeGuess> guess_lattices(const cv::Mat& bgr) {
  std::vector<LatticeGroup> lines, strokes;
  LatticeAppearance appearance;
  for (const double contrast : {20, 30, 45, 60, 80, 110}) {
    appearance.line_contrast = contrast;
    try_appearance(bgr, appearance, lines);
  }
  if (const double hue = usual_hue(bgr); hue >= 0) {
    appearance = {};
    appearance.method = LatticeMethod::strokes;
    appearance.background_hue_deg = std::round(hue);
    for (const bool centred : {true, false})
      for (const double span : {20.0, 30.0})
        for (const double saturation : {0.35, 0.2})
          for (const double stroke_saturation : {0.15, 0.25, 0.35})
            for (const double brightness : {0.4, 0.5, 0.6}) {
              appearance.centred = centred;
              appearance.background_hue_span_deg = span;
              appearance.background_saturation_min = saturation;
              appearance.stroke_saturation_max = stroke_saturation;
              appearance.stroke_brightness_min = brightness;
              try_appearance(bgr, appearance, strokes);
            }
  }
  std::vector<LatticeGuess> guesses;
  for (auto* groups : {&lines, &strokes}) {
    std::stable_sort(groups->begin(), groups->end(),
                     [](const LatticeGroup& a, const LatticeGroup& b) {
                       return a.appearances.size() > b.appearances.size();
                     });
    for (LatticeGroup& group : *groups) {
      const auto votes = static_cast<int>(group.appearances.size());
      // A board is not centred by coincidence: drop the appearances that disagree with the first
      // about it.
      const auto other = [&](const LatticeAppearance& l) {
        return l.centred != group.appearances[0].centred;
      };
      group.appearances.erase(
          std::remove_if(group.appearances.begin() + 1, group.appearances.end(), other),
          group.appearances.end());
      guesses.push_back({group.lattice, group.appearances[group.appearances.size() / 2], votes});
    }
  }
  return guesses;
}

}  // namespace eyehand::calibration
