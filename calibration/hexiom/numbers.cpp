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
/// If no naming is possible, glyphs farther apart are taken to show the same number: in very small
/// print (discs of 20 pixels), a dark 0 on light differs that much from a light one on dark.
constexpr std::array kPerhapsSame{0.12, 0.15};
/// How many pictures of a cluster Tesseract is asked about, and how many samples of a number are
/// kept.
constexpr std::size_t kAsked = 5, kKept = 6;
/// Samples that differ by less than this are the same.
constexpr double kSameSample = 0.015;
/// The hole of a 0 has at least this share of the digit's height; the holes of other digits do not.
/// Measured on 14 fonts of 11 to 32 points, where ink is everything brighter than kInk of the
/// brightest.
constexpr double kHoleOfZero = 0.52, kInk = 0.25;
/// The score of a name that Tesseract did not give, and of a 0 without a hole; and the most namings
/// to try.
constexpr double kUnsaid = -0.6, kNoZero = -2;
constexpr std::size_t kMostNames = 300;

using Votes = std::array<double, kNumbers>;

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

/// Whether it encloses a hole as high as that of a 0; Tesseract takes a small 4 or 5 for one.
bool may_be_zero(const cv::Mat& ink) {
  cv::Mat large, labels;
  const double scale = 40.0 / ink.rows;
  cv::resize(ink, large, {}, scale, scale, cv::INTER_CUBIC);
  cv::copyMakeBorder(large, large, 1, 1, 1, 1, cv::BORDER_CONSTANT, cv::Scalar(0));
  double most = 0;
  cv::minMaxLoc(large, nullptr, &most);
  cv::connectedComponents(large < kInk * most, labels, 4, CV_32S);
  const int outside = labels.at<int>(0, 0);
  const cv::Rect hole = cv::boundingRect((labels != outside) & (labels != 0));
  return hole.height > kHoleOfZero * large.rows;
}

struct Naming {
  double score = 0;
  std::vector<int> names;  ///< of each cluster
};

void name_rest(const std::vector<Votes>& votes, Naming& naming, std::vector<Naming>& all) {
  if (naming.names.size() == votes.size()) {
    all.push_back(naming);
    return;
  }
  for (int name = 0; name < static_cast<int>(kNumbers); ++name) {
    if (std::find(naming.names.begin(), naming.names.end(), name) != naming.names.end()) continue;
    const double worth = votes[naming.names.size()][at(name)];
    naming.score += worth;
    naming.names.push_back(name);
    name_rest(votes, naming, all);
    naming.names.pop_back();
    naming.score -= worth;
  }
}

std::vector<std::vector<std::size_t>> clusters_within(double same,
                                                      const std::vector<NumberPictures>& pieces) {
  std::vector<std::vector<MovedGlyphs>> glyphs;
  for (const NumberPictures& pictures : pieces) glyphs.push_back(moved_glyphs_of(pictures));
  struct Pair {
    double apart;
    std::size_t a, b;
  };
  std::vector<Pair> pairs;
  for (std::size_t a = 0; a < pieces.size(); ++a)
    for (std::size_t b = a + 1; b < pieces.size(); ++b)
      pairs.push_back({distance_between(glyphs[a], glyphs[b]), a, b});
  std::stable_sort(pairs.begin(), pairs.end(),
                   [](const Pair& x, const Pair& y) { return x.apart < y.apart; });
  // Merge the nearest two as long as they are close enough, or there are too many.
  std::vector<std::size_t> cluster_of(pieces.size());
  std::iota(cluster_of.begin(), cluster_of.end(), std::size_t{0});
  std::size_t count = pieces.size();
  for (const Pair& pair : pairs) {
    if (pair.apart > same && count <= kNumbers) break;
    const std::size_t from = cluster_of[pair.b], to = cluster_of[pair.a];
    if (from == to) continue;
    std::replace(cluster_of.begin(), cluster_of.end(), from, to);
    --count;
  }
  std::map<std::size_t, std::vector<std::size_t>> clusters;
  for (std::size_t i = 0; i < pieces.size(); ++i) clusters[cluster_of[i]].push_back(i);
  std::vector<std::vector<std::size_t>> all;
  for (auto& [first, members] : clusters) all.push_back(std::move(members));
  return all;
}

/// As name_numbers(), for these clusters.
std::optional<std::vector<int>> name_clusters(
    const std::vector<std::vector<std::size_t>>& clusters,
    const std::vector<NumberPictures>& pieces,
    const std::function<bool(const std::vector<int>&)>& is_possible) {
  std::vector<Votes> votes;
  for (const auto& cluster : clusters) {
    Votes votes_here;
    votes_here.fill(kUnsaid);
    std::array<double, kNumbers> said{};
    std::size_t asked = 0, zeros = 0;
    for (std::size_t round = 0; round < kAsked && asked < kAsked; ++round)
      for (const std::size_t piece : cluster) {
        if (round >= pieces[piece].size() || asked >= kAsked) continue;
        ++asked;
        const cv::Mat ink = inked(pieces[piece][round]);
        const OcrGuess guess = ocr_digit(ink);
        const bool is_zero = may_be_zero(ink);
        zeros += is_zero;
        if (guess.digit == 0 && !is_zero) continue;
        if (guess.digit >= 0 && guess.digit < static_cast<int>(kNumbers))
          said[at(guess.digit)] += std::max(0.1F, guess.confidence);
      }
    for (std::size_t name = 0; name < kNumbers; ++name)
      if (said[name] > 0)
        votes_here[name] = said[name] / static_cast<double>(std::max<std::size_t>(asked, 1));
    if (zeros == 0) votes_here[0] = kNoZero;
    votes.push_back(votes_here);
  }
  std::vector<Naming> all;
  Naming naming;
  name_rest(votes, naming, all);
  std::stable_sort(all.begin(), all.end(),
                   [](const Naming& a, const Naming& b) { return a.score > b.score; });
  if (all.size() > kMostNames) all.resize(kMostNames);
  for (const Naming& each : all) {
    std::vector<int> numbers(pieces.size());
    for (std::size_t k = 0; k < clusters.size(); ++k)
      for (const std::size_t piece : clusters[k]) numbers[piece] = each.names[k];
    if (is_possible(numbers)) return numbers;
  }
  return std::nullopt;
}

}  // namespace

std::vector<std::vector<std::size_t>> clusters_of_numbers(
    const std::vector<NumberPictures>& pieces) {
  return clusters_within(kSameNumber, pieces);
}

std::optional<std::vector<int>> name_numbers(
    const std::vector<NumberPictures>& pieces,
    const std::function<bool(const std::vector<int>&)>& is_possible) {
  auto clusters = clusters_of_numbers(pieces);
  auto numbers = name_clusters(clusters, pieces, is_possible);
  for (const double same : kPerhapsSame) {
    if (numbers) break;
    auto fewer = clusters_within(same, pieces);
    if (fewer.size() == clusters.size()) continue;
    clusters = std::move(fewer);
    numbers = name_clusters(clusters, pieces, is_possible);
  }
  return numbers;
}

hexiom::Numbers samples_of(const std::vector<NumberPictures>& pieces,
                           const std::vector<int>& numbers) {
  std::map<int, std::vector<Glyph>> kept;
  for (std::size_t piece = 0; piece < pieces.size(); ++piece)
    for (const cv::Mat& picture : pieces[piece]) {
      const Glyph glyph = glyph_of(picture);
      auto& samples = kept[numbers[piece]];
      const bool is_new = std::none_of(samples.begin(), samples.end(), [&](const Glyph& sample) {
        return distance(sample, glyph) < kSameSample;
      });
      if (is_new && samples.size() < kKept) samples.push_back(glyph);
    }
  hexiom::Numbers result;
  for (const auto& [number, samples] : kept)
    for (const Glyph& sample : samples) result.samples.push_back(to_sample(number, sample));
  return result;
}

}  // namespace eyehand::calibration
