#include "vision/cells/atlas.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <opencv2/imgproc.hpp>
#include <utility>

#include "puzzle/error.hpp"
#include "puzzle/index.hpp"
#include "vision/statistics.hpp"

namespace eyehand::cells {
namespace {

/// Two pictures of the same thing may always differ by this much, 0 to 255: rounding, smoothing,
/// compression. Raising it makes faint marks count for less.
constexpr double kLeastDeviation = 5;
/// A sample nearer than this to a kept one of its label is dropped. Lowering it enlarges skins.
constexpr float kAlike = 0.35F;
/// A picture may be this many times as far from its nearest sample as samples of one label are from
/// each other (their 95th percentile).
constexpr float kSlack = 1.6F;
/// The least reach, for small distortions such as a shift by half a pixel or a slight dimming.
constexpr float kLeastReach = 1.2F;
/// From this ratio of the distances to the nearest and the second nearest label on, the confidence
/// is 0.
constexpr float kAmbiguous = 0.75F;

cv::Mat as_row(const cv::Mat& patch) {
  const cv::Mat whole = patch.isContinuous() ? patch : patch.clone();
  return whole.reshape(1, 1);
}

/// The square root of the mean square.
float distance(const cv::Mat& a, const cv::Mat& b) {
  return static_cast<float>(cv::norm(a, b, cv::NORM_L2) / std::sqrt(static_cast<double>(a.cols)));
}

struct Nearest {
  int row = -1;
  float distance = std::numeric_limits<float>::max();
};

}  // namespace

Atlas::Atlas(std::vector<Sample> samples, float between) {
  if (samples.empty()) return;
  side_ = samples[0].patch.rows;
  const int size = static_cast<int>(samples.size());
  cv::Mat all(size, static_cast<int>(samples[0].patch.total()) * 3, CV_32F);
  for (int i = 0; i < size; ++i) as_row(samples[at(i)].patch).copyTo(all.row(i));

  const auto nearest_in = [&](const cv::Mat& pictures, int i, bool same_label) {
    Nearest nearest;
    for (int j = 0; j < size; ++j) {
      const Sample &a = samples[at(i)], &b = samples[at(j)];
      if ((a.label == b.label) != same_label || (same_label && a.place == b.place)) continue;
      const float d = distance(pictures.row(i), pictures.row(j));
      if (d < nearest.distance) nearest = {j, d};
    }
    return nearest;
  };
  cv::Mat variance(1, all.cols, CV_32F, cv::Scalar(0)), square;
  int pairs = 0;
  for (int i = 0; i < size; ++i) {
    const Nearest nearest = nearest_in(all, i, true);
    if (nearest.row < 0) continue;
    cv::pow(all.row(i) - all.row(nearest.row), 2, square);
    variance += square;
    ++pairs;
  }
  variance = variance / std::max(pairs, 1) + kLeastDeviation * kLeastDeviation;
  cv::sqrt(1 / variance, weights_);
  for (int i = 0; i < size; ++i) cv::multiply(all.row(i), weights_, all.row(i));

  std::vector<float> apart, others;
  for (int i = 0; i < size; ++i) {
    if (const Nearest same = nearest_in(all, i, true); same.row >= 0)
      apart.push_back(same.distance);
    if (const Nearest other = nearest_in(all, i, false); other.row >= 0)
      others.push_back(other.distance);
  }
  const auto percentile = [](std::vector<float>& values, std::size_t percent) {
    std::sort(values.begin(), values.end());
    return values.empty() ? 0 : values[(values.size() - 1) * percent / 100];
  };
  reach_ =
      std::max({kLeastReach, kSlack * percentile(apart, 95), between * percentile(others, 20)});

  for (int i = 0; i < size; ++i) {
    bool is_new = true;
    for (int kept = 0; is_new && kept < pictures_.rows; ++kept)
      is_new = labels_[at(kept)] != samples[at(i)].label ||
               distance(pictures_.row(kept), all.row(i)) > kAlike;
    if (!is_new) continue;
    pictures_.push_back(all.row(i));
    labels_.push_back(samples[at(i)].label);
  }
}

cv::Mat Atlas::similarity(const cv::Mat& picture, int most, int except) const {
  std::vector<int> rows;
  for (int i = 0; i < size(); ++i)
    if (labels_[at(i)] != except) rows.push_back(i);
  if (rows.empty())
    return cv::Mat::zeros(picture.rows - side_ + 1, picture.cols - side_ + 1, CV_32F);
  // The weighted sum of squared differences, multiplied out: its first part is the same for all
  // samples.
  const cv::Mat weights = cv::Mat(weights_.mul(weights_)).reshape(3, side_);
  cv::Mat of_picture, nearest;
  cv::matchTemplate(cv::Mat(picture.mul(picture)), weights, of_picture, cv::TM_CCORR);
  const std::size_t step = std::max<std::size_t>(1, (rows.size() + at(most) - 1) / at(most));
  for (std::size_t i = 0; i < rows.size(); i += step) {
    const cv::Mat weighted = pictures_.row(rows[i]);
    cv::Mat squares;
    cv::matchTemplate(picture, cv::Mat(weighted.mul(weights_)).reshape(3, side_), squares,
                      cv::TM_CCORR);
    squares = weighted.dot(weighted) - 2 * squares;
    nearest = nearest.empty() ? squares : cv::Mat(cv::min(nearest, squares));
  }
  nearest += of_picture;
  cv::Mat distances;
  cv::sqrt(cv::max(nearest, 0) / static_cast<double>(weights_.cols), distances);
  return reach_ / (distances + reach_);
}

Atlas::Sheet Atlas::sheet() const {
  cv::Mat rows = 1 / weights_;
  for (int i = 0; i < pictures_.rows; ++i) rows.push_back(cv::Mat(pictures_.row(i) / weights_));
  Sheet sheet{{}, labels_, reach_};
  for (int i = 0; i < rows.rows; ++i) {
    cv::Mat patch;
    rows.row(i).reshape(3, side_).convertTo(patch, CV_8U);
    sheet.picture.empty() ? void(sheet.picture = patch)
                          : cv::hconcat(sheet.picture, patch, sheet.picture);
  }
  return sheet;
}

Atlas::Atlas(const Sheet& sheet)
    : side_(sheet.picture.rows), labels_(sheet.labels), reach_(static_cast<float>(sheet.reach)) {
  const int size = static_cast<int>(labels_.size());
  if (side_ == 0 || sheet.picture.cols != side_ * (size + 1) || sheet.picture.type() != CV_8UC3)
    throw Error("an atlas of " + std::to_string(size) +
                " labels must have as many square pictures and one more.");
  const auto row = [&](int i) {
    cv::Mat values;
    sheet.picture(cv::Rect(i * side_, 0, side_, side_)).convertTo(values, CV_32F);
    return as_row(values).clone();
  };
  weights_ = 1 / cv::max(row(0), 1);
  for (int i = 1; i <= size; ++i) pictures_.push_back(cv::Mat(row(i).mul(weights_)));
}

void Atlas::add(int label, const cv::Mat& patch) {
  pictures_.push_back(cv::Mat(as_row(patch).mul(weights_)));
  labels_.push_back(label);
}

void Atlas::widen(float share) {
  if (empty()) return;
  constexpr float kNone = std::numeric_limits<float>::max();
  std::vector<float> apart(at(*std::max_element(labels_.begin(), labels_.end()) + 1), kNone);
  for (int i = 0; i < pictures_.rows; ++i)
    for (int j = 0; j < i; ++j) {
      if (labels_[at(i)] == labels_[at(j)]) continue;
      const float d = distance(pictures_.row(i), pictures_.row(j));
      for (const int k : {i, j}) {
        float& least = apart[at(labels_[at(k)])];
        least = std::min(least, d);
      }
    }
  reaches_.clear();
  for (const float least : apart)
    reaches_.push_back(std::max(reach_, least < kNone ? share * least : 0));
}

Prediction Atlas::classify(const cv::Mat& patch) const {
  if (empty()) return {};
  const cv::Mat picture = as_row(patch).mul(weights_);
  Nearest best, other;
  for (int i = 0; i < pictures_.rows; ++i) {
    const float d = distance(pictures_.row(i), picture);
    const bool is_same = best.row >= 0 && labels_[at(i)] == labels_[at(best.row)];
    if (d < best.distance) {
      if (!is_same) other = best;
      best = {i, d};
    } else if (!is_same && d < other.distance) {
      other = {i, d};
    }
  }
  const int label = labels_[at(best.row)];
  const float reach = at(label) < reaches_.size() ? reaches_[at(label)] : reach_;
  const float near = reach / (reach + best.distance);
  const float ratio = other.row < 0 ? 0 : best.distance / std::max(other.distance, 1e-6F);
  const float distinct = std::clamp((1 - ratio) / (1 - kAmbiguous) / 2, 0.0F, 1.0F);
  return {label, std::min(near, distinct)};
}

}  // namespace eyehand::cells
