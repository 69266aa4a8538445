#include <gtest/gtest.h>

#include "vision/lattice.hpp"

namespace eyehand {
namespace {

std::vector<Peak> peaks_at(const std::vector<double>& places, double weight = 1) {
  std::vector<Peak> peaks;
  for (const double at : places) peaks.push_back({at, weight});
  return peaks;
}

TEST(PeriodicFit, FindsTheLongestEvenRow) {
  const auto fit = fit_full_period(peaks_at({3, 16, 48, 80, 112, 144, 151}), 10);
  ASSERT_TRUE(fit);
  EXPECT_EQ(fit->count, 5);
  EXPECT_NEAR(fit->pitch, 32, 0.01);
  EXPECT_NEAR(fit->first, 16, 0.01);
}

TEST(PeriodicFit, KeepsAFractionOfAPixel) {
  std::vector<double> places;
  for (int i = 0; i < 31; ++i) places.push_back(std::round(10 + i * 14.4));
  const auto fit = fit_full_period(peaks_at(places), 10);
  ASSERT_TRUE(fit);
  EXPECT_EQ(fit->count, 31);
  EXPECT_NEAR(fit->pitch, 14.4, 0.02);
}

TEST(PeriodicFit, TheFirstTwoPlacesMayBeRoundedApart) {
  const auto fit =
      fit_full_period(peaks_at({51, 96.5, 140.5, 186, 230.5, 275, 320, 365, 409.5}), 10);
  ASSERT_TRUE(fit);
  EXPECT_EQ(fit->count, 9);
  EXPECT_NEAR(fit->pitch, 44.8, 0.1);
}

TEST(PeriodicFit, PlacesMayBeRoundedTwice) {  // half a pixel aside, and scaled
  const auto fit = fit_full_period(peaks_at({8, 35, 61, 86.5, 113, 140, 165, 192, 218, 244}), 10);
  ASSERT_TRUE(fit);
  EXPECT_EQ(fit->count, 10);
  EXPECT_NEAR(fit->pitch, 26.25, 0.1);
}

TEST(PeriodicFit, NeedsThreePositionsAtThePitchAskedFor) {
  EXPECT_FALSE(fit_full_period(peaks_at({10, 42}), 10));
  EXPECT_FALSE(fit_full_period(peaks_at({10, 15, 20, 25}), 10));
  EXPECT_FALSE(fit_full_period({}, 10));
}

TEST(SparsePeriodicFits, AllowMissingPositionsAndAFewStrays) {
  const auto fits = fit_sparse_periods(peaks_at({30, 70, 110, 190}, 10),
                                       peaks_at({25, 65, 105, 145, 185}, 10), 10);
  ASSERT_TRUE(fits);
  EXPECT_NEAR(fits->first.pitch, 40, 0.01);
  EXPECT_EQ(fits->first.count, 5);

  auto strays = peaks_at({30, 70, 110, 190}, 10);
  strays.insert(strays.begin() + 1, {51, 1});
  EXPECT_TRUE(fit_sparse_periods(strays, peaks_at({25, 65, 105}, 10), 10));
}

TEST(SparseCombs, RefuseWhatIsNotEven) {
  EXPECT_FALSE(
      fit_sparse_periods(peaks_at({10, 33, 71, 90, 137}), peaks_at({12, 40, 55, 98, 131}), 15));
  EXPECT_FALSE(fit_sparse_periods({}, {}, 10));
}

}  // namespace
}  // namespace eyehand
