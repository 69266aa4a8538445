#include <algorithm>
#include <cmath>

#include "vision/lattice.hpp"

namespace eyehand {
namespace {

constexpr std::size_t kMostPeaks = 1000;

double tolerance(double pitch) {
  return std::max(1.1, 0.03 * pitch);  // two rounded places differ by up to one from even
}

/// Least squares over the peaks that lie on the teeth of `rough`, or `within` pixels of them.
Comb refined(const std::vector<Peak>& peaks, Comb rough, double within) {
  double n = 0, si = 0, sx = 0, sii = 0, six = 0, all = 0;
  for (const auto& peak : peaks) {
    all += peak.weight;
    const double i = std::round((peak.at - rough.first) / rough.pitch);
    if (i < 0 || i >= rough.teeth) continue;
    if (std::abs(rough.first + i * rough.pitch - peak.at) > within) continue;
    n += peak.weight;
    si += peak.weight * i;
    sx += peak.weight * peak.at;
    sii += peak.weight * i * i;
    six += peak.weight * i * peak.at;
  }
  const double spread = n * sii - si * si;
  if (spread > 0) {
    rough.pitch = (n * six - si * sx) / spread;
    rough.first = (sx - rough.pitch * si) / n;
  }
  rough.explained = all > 0 ? n / all : 0;
  return rough;
}

/// The comb of this pitch on one of whose teeth the heaviest peak lies.
Comb through_heaviest(const std::vector<Peak>& peaks, double pitch) {
  const auto heaviest = std::max_element(
      peaks.begin(), peaks.end(), [](const Peak& a, const Peak& b) { return a.weight < b.weight; });
  const double before = std::floor((heaviest->at - peaks.front().at) / pitch + 0.5);
  const double first = heaviest->at - before * pitch;
  const int teeth = static_cast<int>(std::floor((peaks.back().at - first) / pitch + 0.5)) + 1;
  // What sits on a tile's middle draws a peak aside, so far off ones count as explained, but only
  // near ones say where the teeth are.
  const double far = 4 * tolerance(pitch);
  Comb comb = refined(peaks, {first, pitch, teeth, 0}, far);
  const double explained = comb.explained;
  comb = refined(peaks, comb, tolerance(pitch));
  comb.explained = explained;
  return comb;
}

}  // namespace

std::optional<Comb> fit_full_comb(const std::vector<Peak>& peaks, double pitch_min) {
  if (peaks.size() > kMostPeaks) return std::nullopt;
  std::optional<Comb> best;
  for (std::size_t i = 0; i < peaks.size(); ++i) {
    for (std::size_t j = i + 1; j < peaks.size(); ++j) {
      const double pitch = peaks[j].at - peaks[i].at;
      if (pitch < pitch_min) continue;
      // A comb that could not beat the best one even up to the last peak.
      if (best && (peaks.back().at - peaks[i].at) / pitch + 1.5 < best->teeth) break;
      int teeth = 2;
      double last = peaks[j].at;  // follow the peaks themselves, so that rounding does not add up
      for (;; ++teeth) {
        const auto next =
            std::lower_bound(peaks.begin(), peaks.end(), last + pitch - tolerance(pitch),
                             [](const Peak& p, double x) { return p.at < x; });
        if (next == peaks.end() || next->at > last + pitch + tolerance(pitch)) break;
        last = next->at;
      }
      if (teeth >= 3 && (!best || teeth > best->teeth))
        best = Comb{peaks[i].at, (last - peaks[i].at) / (teeth - 1), teeth, 0};
    }
  }
  if (best) best = refined(peaks, *best, tolerance(best->pitch));
  return best;
}

std::optional<std::pair<Comb, Comb>> fit_sparse_combs(const std::vector<Peak>& across,
                                                      const std::vector<Peak>& down,
                                                      double pitch_min) {
  if (std::min(across.size(), down.size()) < 1 || std::max(across.size(), down.size()) > kMostPeaks)
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
    const Comb x = through_heaviest(across, pitch), y = through_heaviest(down, pitch);
    if (x.explained >= kEnough && y.explained >= kEnough &&
        std::abs(x.pitch - y.pitch) < 0.03 * pitch)
      return std::pair{x, y};
  }
  return std::nullopt;
}

}  // namespace eyehand
