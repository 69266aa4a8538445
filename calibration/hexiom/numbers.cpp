#include "calibration/hexiom/numbers.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <opencv2/imgproc.hpp>
#include <utility>

#include "puzzle/index.hpp"
#include "vision/ocr.hpp"

namespace eyehand::calibration {
namespace {

constexpr std::size_t kNumbers = 7;
/// Glyphs that differ by less than this show the same number: in five of the zoo's themes, the same
/// number differs by at most 0.035, different ones by at least 0.153.
constexpr double kSameNumber = 0.09;
/// If no naming is possible, only glyphs that differ by less than this show the same number: in
/// very small print, a 5 and a 6 differ by 0.075.
constexpr double kSurelySame = 0.05;
/// Clusters that are at most this far apart may show the same number: in very small print, a dark 0
/// on light differs that much from a light one on dark, and one that lies between pixels by 0.114
/// from one that does not, while a 1 and a 3 differ by 0.120.
constexpr double kPerhapsSame = 0.15;
/// More clusters are merged, the nearest first; all seven numbers may look different in two ways.
constexpr std::size_t kMostClusters = 10;
/// The most pictures of a cluster about which Tesseract is asked, and the most samples of a number.
constexpr int kAsked = 5;
constexpr std::size_t kKept = 6;
/// Samples that differ by less than this are the same.
constexpr double kSameSample = 0.015;
/// The score of a name that Tesseract did not give, of a 0 without a hole, the least one of a 0
/// with a hole, and that of a name that another cluster has, too.
constexpr double kUnsaid = -0.6, kNoZero = -2, kZero = 0.5, kShared = -1;
/// Tesseract surely reads a number that has at least this score.
constexpr double kSurelyRead = 0.8;
/// The most namings to try, since what comes later is a guess (learning that went right took one or
/// two, one of 189 was wrong), and the most to pursue while they are made: all of seven numbers.
constexpr std::size_t kMostNames = 60, kMostPartial = 5040;

using Votes = std::array<double, kNumbers>;
/// Which clusters may share a name.
using Near = std::vector<std::vector<bool>>;

cv::Mat inked(const cv::Mat& foreground) {
  return foreground(cv::boundingRect(foreground >= 90));
}

/// The glyph moved half a pixel to the right (1), to the left (-1) or not at all (0); likewise for
/// `down`.
Glyph moved(const Glyph& glyph, int right, int down) {
  Glyph result{};
  for (int y = 0; y < kGlyphHeight; ++y)
    for (int x = 0; x < kGlyphWidth; ++x) {
      const cv::Point from(x - right, y - down);
      const bool is_inside = cv::Rect(0, 0, kGlyphWidth, kGlyphHeight).contains(from);
      const int here = glyph[at(y * kGlyphWidth + x)],
                there = is_inside ? glyph[at(from.y * kGlyphWidth + from.x)] : 0;
      result[at(y * kGlyphWidth + x)] = static_cast<std::uint8_t>((here + there) / 2);
    }
  return result;
}

/// A number as seen, then moved half a pixel in each direction.
using MovedGlyphs = std::vector<Glyph>;

std::vector<MovedGlyphs> moved_glyphs_of(const NumberPictures& pictures) {
  std::vector<MovedGlyphs> all;
  for (const cv::Mat& picture : pictures) {
    const Glyph glyph = glyph_of(picture);
    all.push_back({glyph});
    for (const int right : {-1, 0, 1})
      for (const int down : {-1, 0, 1})
        if (right != 0 || down != 0) all.back().push_back(moved(glyph, right, down));
  }
  return all;
}

/// The smallest distance between two pieces' numbers over all subpixel offsets.
double distance_between(const std::vector<MovedGlyphs>& a, const std::vector<MovedGlyphs>& b) {
  double least = 1;
  for (const MovedGlyphs& one : a)
    for (const MovedGlyphs& other : b)
      for (std::size_t i = 0; i < one.size(); ++i)
        least = std::min({least, distance(one[i], other[0]), distance(one[0], other[i])});
  return least;
}

struct Naming {
  double score = 0;
  std::vector<int> names;  ///< of each cluster
};

/// The namings with the highest scores, best first. Only clusters that are `near` share a name.
std::vector<Naming> likeliest_namings(const std::vector<Votes>& votes, const Near& near) {
  std::vector<Naming> all{{}};
  for (std::size_t cluster = 0; cluster < votes.size(); ++cluster) {
    std::vector<Naming> longer;
    for (const Naming& naming : all)
      for (std::size_t name = 0; name < kNumbers; ++name) {
        Naming next{naming.score + votes[cluster][name], naming.names};
        bool is_shared = false, fits = true;
        for (std::size_t other = 0; other < cluster; ++other) {
          if (naming.names[other] != static_cast<int>(name)) continue;
          is_shared = true;
          fits = fits && near[cluster][other];
        }
        if (!fits) continue;
        if (is_shared) next.score += kShared;
        next.names.push_back(static_cast<int>(name));
        longer.push_back(std::move(next));
      }
    std::stable_sort(longer.begin(), longer.end(),
                     [](const Naming& a, const Naming& b) { return a.score > b.score; });
    if (longer.size() > kMostPartial) longer.resize(kMostPartial);
    all = std::move(longer);
  }
  if (all.size() > kMostNames) all.resize(kMostNames);
  return all;
}

using Clusters = std::vector<std::vector<std::size_t>>;
/// Of each two pieces.
using Distances = std::vector<std::vector<double>>;

Distances distances_of(const std::vector<NumberPictures>& pieces) {
  std::vector<std::vector<MovedGlyphs>> glyphs;
  for (const NumberPictures& pictures : pieces) glyphs.push_back(moved_glyphs_of(pictures));
  Distances apart(pieces.size(), std::vector<double>(pieces.size()));
  for (std::size_t a = 0; a < pieces.size(); ++a)
    for (std::size_t b = a + 1; b < pieces.size(); ++b)
      apart[a][b] = apart[b][a] = distance_between(glyphs[a], glyphs[b]);
  return apart;
}

/// Glyphs that differ by at most `same` show the same number.
Clusters clusters_of(const Distances& apart, double same) {
  struct Pair {
    double apart;
    std::size_t a, b;
  };
  std::vector<Pair> pairs;
  for (std::size_t a = 0; a < apart.size(); ++a)
    for (std::size_t b = a + 1; b < apart.size(); ++b) pairs.push_back({apart[a][b], a, b});
  std::stable_sort(pairs.begin(), pairs.end(),
                   [](const Pair& x, const Pair& y) { return x.apart < y.apart; });
  // Merge the nearest two as long as they are close enough, or there are too many.
  std::vector<std::size_t> cluster_of(apart.size());
  std::iota(cluster_of.begin(), cluster_of.end(), std::size_t{0});
  std::size_t count = apart.size();
  for (const Pair& pair : pairs) {
    if (pair.apart > same && count <= kMostClusters) break;
    const std::size_t from = cluster_of[pair.b], to = cluster_of[pair.a];
    if (from == to) continue;
    std::replace(cluster_of.begin(), cluster_of.end(), from, to);
    --count;
  }
  std::map<std::size_t, std::vector<std::size_t>> clusters;
  for (std::size_t i = 0; i < apart.size(); ++i) clusters[cluster_of[i]].push_back(i);
  Clusters all;
  for (auto& [first, members] : clusters) all.push_back(std::move(members));
  return all;
}

/// By Tesseract.
Votes vote_on(const std::vector<std::size_t>& cluster, const std::vector<NumberPictures>& pieces) {
  Votes votes;
  votes.fill(kUnsaid);
  std::array<double, kNumbers> said{};
  int asked = 0, zeros = 0;
  for (std::size_t round = 0; round < at(kAsked); ++round)
    for (const std::size_t piece : cluster) {
      if (round >= pieces[piece].size() || asked >= kAsked) continue;
      ++asked;
      const cv::Mat ink = inked(pieces[piece][round]);
      const OcrGuess guess = ocr_digit(ink);
      const bool is_zero = has_hole_of_zero(ink);
      zeros += is_zero;
      if (guess.digit == 0 && !is_zero) continue;
      if (guess.digit >= 0 && guess.digit < static_cast<int>(kNumbers))
        said[at(guess.digit)] += std::max(0.1F, guess.confidence);
    }
  for (std::size_t name = 0; name < kNumbers; ++name)
    if (said[name] > 0) votes[name] = said[name] / asked;
  votes[0] = zeros == 0 ? kNoZero : std::max(votes[0], kZero * zeros / asked);
  return votes;
}

std::vector<Votes> votes_on(const Clusters& clusters, const std::vector<NumberPictures>& pieces) {
  std::vector<Votes> votes;
  for (const auto& cluster : clusters) votes.push_back(vote_on(cluster, pieces));
  return votes;
}

/// Which clusters may show the same number after all.
Near near_clusters(const Clusters& clusters, const Distances& apart) {
  Near near(clusters.size(), std::vector<bool>(clusters.size()));
  for (std::size_t a = 0; a < clusters.size(); ++a)
    for (std::size_t b = 0; b < clusters.size(); ++b)
      for (const std::size_t one : clusters[a])
        for (const std::size_t other : clusters[b])
          if (apart[one][other] <= kPerhapsSame) near[a][b] = true;
  return near;
}

/// And which, if marks of locks have run into some of the numbers, since Tesseract surely reads the
/// same one on both.
Near also_by_votes(Near near, const std::vector<Votes>& votes) {
  for (std::size_t a = 0; a < votes.size(); ++a)
    for (std::size_t b = 0; b < votes.size(); ++b)
      for (std::size_t name = 0; name < kNumbers; ++name)
        if (std::min(votes[a][name], votes[b][name]) >= kSurelyRead) near[a][b] = true;
  return near;
}

/// Some of these, each as different as possible from those before it: a number on pieces of another
/// colour may be seen only once.
std::vector<Glyph> most_different(const std::vector<Glyph>& glyphs) {
  std::vector<Glyph> kept;
  std::vector<double> apart(glyphs.size(), 1);  // from the nearest one that is kept
  while (kept.size() < kKept) {
    const auto farthest = std::ranges::max_element(apart);
    if (*farthest < kSameSample) break;
    kept.push_back(glyphs[static_cast<std::size_t>(farthest - apart.begin())]);
    for (std::size_t i = 0; i < glyphs.size(); ++i)
      apart[i] = std::min(apart[i], distance(kept.back(), glyphs[i]));
  }
  return kept;
}

}  // namespace

std::vector<std::vector<std::size_t>> clusters_of_numbers(
    const std::vector<NumberPictures>& pieces) {
  return clusters_of(distances_of(pieces), kSameNumber);
}

std::optional<std::vector<int>> name_numbers(
    const std::vector<NumberPictures>& pieces,
    const std::function<bool(const std::vector<int>&)>& is_possible) {
  const Distances apart = distances_of(pieces);
  const Clusters usual = clusters_of(apart, kSameNumber), finer = clusters_of(apart, kSurelySame);
  const auto name = [&](const Clusters& clusters, const std::vector<Votes>& votes,
                        const Near& near) -> std::optional<std::vector<int>> {
    for (const Naming& each : likeliest_namings(votes, near)) {
      std::vector<int> numbers(pieces.size());
      for (std::size_t k = 0; k < clusters.size(); ++k)
        for (const std::size_t piece : clusters[k]) numbers[piece] = each.names[k];
      if (is_possible(numbers)) return numbers;
    }
    return std::nullopt;
  };
  const std::vector<Votes> votes = votes_on(usual, pieces);
  const Near near = near_clusters(usual, apart);
  auto numbers = name(usual, votes, near);
  if (!numbers && finer != usual)
    numbers = name(finer, votes_on(finer, pieces), near_clusters(finer, apart));
  if (const Near alike = also_by_votes(near, votes); !numbers && alike != near)
    numbers = name(usual, votes, alike);
  return numbers;
}

hexiom::Numbers samples_of(const std::vector<NumberPictures>& pieces,
                           const std::vector<int>& numbers) {
  std::map<int, std::vector<Glyph>> seen;
  for (std::size_t piece = 0; piece < pieces.size(); ++piece)
    for (const cv::Mat& picture : pieces[piece]) seen[numbers[piece]].push_back(glyph_of(picture));
  hexiom::Numbers result;
  for (const auto& [number, glyphs] : seen)
    for (const Glyph& sample : most_different(glyphs))
      result.samples.push_back(to_sample(number, sample));
  return result;
}

}  // namespace eyehand::calibration
