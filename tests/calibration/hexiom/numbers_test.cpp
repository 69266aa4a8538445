#include "calibration/hexiom/numbers.hpp"

#include <gtest/gtest.h>

#include <string>

#include "puzzle/index.hpp"

namespace eyehand::calibration {
namespace {

/// A number as it was seen in a skin's samples: kGlyphHeight rows of hexadecimal digits.
cv::Mat picture_of(const std::string& sample) {
  constexpr int kGround = 4;
  cv::Mat picture(kGlyphHeight + 2 * kGround, kGlyphWidth + 2 * kGround, CV_8U, cv::Scalar(0));
  for (int i = 0; i < kGlyphHeight * kGlyphWidth; ++i)
    picture.at<std::uint8_t>(kGround + i / kGlyphWidth, kGround + i % kGlyphWidth) =
        static_cast<std::uint8_t>(17 * std::stoi(sample.substr(at(i), 1), nullptr, 16));
  return picture;
}

/// The names that are tried for a number, the likeliest first.
std::vector<int> names_of(const std::string& sample) {
  std::vector<int> names;
  name_numbers({{picture_of(sample)}}, [&](const std::vector<int>& tried) {
    names.push_back(tried[0]);
    return false;
  });
  return names;
}

TEST(NumberNames, WhatHasNoHighHoleIsAZeroOnlyIfItCanBeNothingElse) {
  const std::string five =
      "05effffff80005c87777730005910000000005910000000005a67874000005db868ca30003620004da2000000000"
      "ae60000000008f80000000007e80083000009f700d810002cc300dd73249c600048cdca83000";
  const std::string four =
      "000002bd4000000007ed400000002bcd40000001899d40000004a48d40000009718d4000004a308d400002a5008d"
      "400007a1008d40000b83339e631008aaaacfb9500000018e40000000028e510000017cefda30";
  for (const std::string& sample : {five, four}) {
    const std::vector<int> names = names_of(sample);
    ASSERT_EQ(names.size(), 7U);
    EXPECT_EQ(names.back(), 0);
  }
}

}  // namespace
}  // namespace eyehand::calibration
