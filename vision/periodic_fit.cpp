#include <algorithm>
#include <cmath>

#include "vision/lattice.hpp"
#include "vision/lattice_fit.hpp"

namespace eyehand {
namespace {

constexpr std::size_t kMaxPeaks = 1000;

double tolerance(double pitch) {
  return std::max(1.1, 0.03 * pitch);  // two rounded places differ by up to one from even
}

/// Least squares over the peaks that lie on the positions of `rough`, or `within` pixels of them.
PeriodicFit refined(const std::vector<Peak>& peaks, PeriodicFit rough, double within) {
  LatticeFit fit;
  double all = 0;
  for (const auto& peak : peaks) {
    all += peak.weight;
    const double i = std::round((peak.at - rough.first) / rough.pitch);
    if (i < 0 || i >= rough.count) continue;
    if (std::abs(rough.first + i * rough.pitch - peak.at) > within) continue;
    fit.add(0, i, peak.at, peak.weight);
  }
  if (const auto pitch = fit.pitch()) {
    rough.pitch = *pitch;
    rough.first = fit.origin(0, *pitch);
  }
  rough.explained = all > 0 ? fit.weight(0) / all : 0;
  return rough;
}

/// Goes on at both ends to where there are peaks.
PeriodicFit extended(const std::vector<Peak>& peaks, PeriodicFit fit) {
  const auto has_peak = [&](double place) {
    return std::ranges::any_of(
        peaks, [&](const Peak& peak) { return std::abs(peak.at - place) <= tolerance(fit.pitch); });
  };
  for (; has_peak(fit.first - fit.pitch); ++fit.count) fit.first -= fit.pitch;
  while (has_peak(fit.first + fit.count * fit.pitch)) ++fit.count;
  return fit;
}

/// The fit of this pitch on one of whose positions the heaviest peak lies.
PeriodicFit through_heaviest(const std::vector<Peak>& peaks, double pitch) {
  const auto heaviest = std::max_element(
      peaks.begin(), peaks.end(), [](const Peak& a, const Peak& b) { return a.weight < b.weight; });
  const double before = std::floor((heaviest->at - peaks.front().at) / pitch + 0.5);
  const double first = heaviest->at - before * pitch;
  const int count = static_cast<int>(std::floor((peaks.back().at - first) / pitch + 0.5)) + 1;
  // What sits on a tile's middle draws a peak aside, this far off ones count as explained, but only
  // near ones say where the positions are.
  const double far = 4 * tolerance(pitch);
  PeriodicFit fit = refined(peaks, {first, pitch, count, 0}, far);
  const double explained = fit.explained;
  fit = refined(peaks, fit, tolerance(pitch));
  fit.explained = explained;
  return fit;
}

}  // namespace

std::vector<Peak> cluster_means(std::vector<double> places, double within) {
  std::sort(places.begin(), places.end());
  std::vector<Peak> means;
  double sum = 0, count = 0;
  for (std::size_t i = 0; i < places.size(); ++i) {
    sum += places[i];
    ++count;
    if (i + 1 < places.size() && places[i + 1] - places[i] < within) continue;
    means.push_back({sum / count, count});
    sum = count = 0;
  }
  return means;
}

std::optional<PeriodicFit> fit_full_period(const std::vector<Peak>& peaks, double pitch_min) {
  if (peaks.size() > kMaxPeaks) return std::nullopt;
  std::optional<PeriodicFit> best;
  // Places are rounded: half of what is between every other of them is closer to the pitch.
  for (std::size_t i = 0; i < peaks.size(); ++i)
    for (std::size_t j = i + 1; j < peaks.size(); ++j)
      for (const int parts : {1, 2}) {
        const double pitch = (peaks[j].at - peaks[i].at) / parts;
        if (pitch < pitch_min) continue;
        // A fit that could not beat the best one even up to the last peak.
        if (best && (peaks.back().at - peaks[i].at) / pitch + 1.5 < best->count) continue;
        int count = 3 - parts;
        double last = peaks[parts == 1 ? j : i].at;  // follow the peaks, lest rounding adds up
        for (;; ++count) {
          const auto next =
              std::lower_bound(peaks.begin(), peaks.end(), last + pitch - tolerance(pitch),
                               [](const Peak& p, double x) { return p.at < x; });
          if (next == peaks.end() || next->at > last + pitch + tolerance(pitch)) break;
          last = next->at;
        }
        if (count >= 3 && (!best || count > best->count))
          best = PeriodicFit{peaks[i].at, (last - peaks[i].at) / (count - 1), count, 0};
      }
  if (!best) return best;
  for (int count = 0; count != best->count;) {
    count = best->count;
    best = extended(peaks, refined(peaks, *best, tolerance(best->pitch)));
  }
  return best;
}

std::optional<std::pair<PeriodicFit, PeriodicFit>> fit_sparse_periods(
    const std::vector<Peak>& across, const std::vector<Peak>& down, double pitch_min) {
  if (std::min(across.size(), down.size()) < 1 || std::max(across.size(), down.size()) > kMaxPeaks)
    return std::nullopt;
  constexpr double kEnough = 0.88;  // outlines of what sits on the tiles are strokes too
  std::vector<double> pitches;
  for (const auto* peaks : {&across, &down})
    for (std::size_t i = 0; i < peaks->size(); ++i)
      for (std::size_t j = i + 1; j < std::min(peaks->size(), i + 4); ++j)
        for (int parts = 1; parts <= 2; ++parts)
          if (const double d = ((*peaks)[j].at - (*peaks)[i].at) / parts; d >= pitch_min)
            pitches.push_back(d);
  std::sort(pitches.rbegin(), pitches.rend());
  for (const double pitch : pitches) {
    const PeriodicFit x = through_heaviest(across, pitch), y = through_heaviest(down, pitch);
    if (x.explained >= kEnough && y.explained >= kEnough &&
        std::abs(x.pitch - y.pitch) < 0.03 * pitch)
      return std::pair{x, y};
  }
  return std::nullopt;
}

}  // namespace eyehand
