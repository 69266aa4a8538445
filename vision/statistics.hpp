// Order statistics that readers share.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "vision/appearance.hpp"

namespace eyehand {

/// The value that `share` (0 to 1) of the values do not exceed; T() if there are none. O(n).
template <class T>
T quantile(std::vector<T> values, double share) {
  if (values.empty()) return T();
  const auto rank = static_cast<std::ptrdiff_t>(static_cast<double>(values.size() - 1) * share);
  std::nth_element(values.begin(), values.begin() + rank, values.end());
  return values[static_cast<std::size_t>(rank)];
}

/// The median, the upper one of two; T() if there are no values. Reorders `values`. O(n).
template <class T>
T median_in_place(std::vector<T>& values) {
  if (values.empty()) return T();
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}
template <class T>
T median(std::vector<T> values) {
  return median_in_place(values);
}

/// The median of each channel.
template <class T>
cv::Vec<T, 3> median(const std::vector<cv::Vec<T, 3>>& colours) {
  cv::Vec<T, 3> result;
  std::vector<T> values(colours.size());
  for (int c = 0; c < 3; ++c) {
    std::transform(colours.begin(), colours.end(), values.begin(),
                   [&](const cv::Vec<T, 3>& colour) { return colour[c]; });
    result[c] = median_in_place(values);
  }
  return result;
}
inline Colour median(const std::vector<Colour>& colours) {
  const auto is_first = [&](const Colour& colour) { return colour == colours.front(); };
  // They are mostly the same, and this runs for every pixel of a wire.
  if (!colours.empty() && std::all_of(colours.begin(), colours.end(), is_first))
    return colours.front();
  std::vector<int> values(colours.size());
  const auto of = [&](int Colour::*channel) {
    std::transform(colours.begin(), colours.end(), values.begin(),
                   [&](const Colour& colour) { return colour.*channel; });
    return median_in_place(values);
  };
  return {of(&Colour::r), of(&Colour::g), of(&Colour::b)};
}

}  // namespace eyehand
