#include "calibration/hexiom/numbers.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <opencv2/imgproc.hpp>
#include <string>

#include "puzzle/index.hpp"

namespace eyehand::calibration {
namespace {

/// A number as it was seen, or as it is in a skin's samples: rows of hexadecimal digits.
cv::Mat picture_of(const std::string& sample, int width = kGlyphWidth) {
  constexpr int kGround = 4;
  const int size = static_cast<int>(sample.size());
  cv::Mat picture(size / width + 2 * kGround, width + 2 * kGround, CV_8U, cv::Scalar(0));
  for (int i = 0; i < size; ++i)
    picture.at<std::uint8_t>(kGround + i / width, kGround + i % width) =
        static_cast<std::uint8_t>(17 * std::stoi(sample.substr(at(i), 1), nullptr, 16));
  return picture;
}

/// The names tried for a number, the likeliest first.
std::vector<int> names_of(const std::string& sample) {
  std::vector<int> names;
  name_numbers({{picture_of(sample)}}, [&](const std::vector<int>& tried) {
    names.push_back(tried[0]);
    return false;
  });
  return names;
}

TEST(NumberNames, WithoutAHighHoleIsZeroOnlyIfNothingElseFits) {
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

TEST(NumberNames, MayBeTheSameForGlyphsThatDifferMoreThanUsual) {
  const cv::Mat thin = picture_of(
      "0000009b5000000006cc700000002c6b700000008a1b70000003c30b7000000a800b7000005c200b7000"
      "00c6000b700006d3223b810009eddddfe8000244444c92000000000b70000000045ca300000009ccc800");
  cv::Mat bold;
  cv::dilate(thin, bold, cv::Mat::ones(2, 2, CV_8U));
  const std::vector<NumberPictures> pieces = {{thin}, {bold}};
  ASSERT_EQ(clusters_of_numbers(pieces).size(), 2U);
  const auto is_same = [](const std::vector<int>& tried) { return tried[0] == tried[1]; };
  const auto numbers = name_numbers(pieces, is_same);
  ASSERT_TRUE(numbers);
  EXPECT_EQ((*numbers)[0], 4);
}

TEST(NumberNames, MayBeTheSameThoughOthersAreAsNear) {
  // Eight pixels high; each 0 lies differently between the pixels.
  const std::vector<NumberPictures> pieces = {
      {picture_of("03ff600d10c12a00754800474800482a00760f00d206fd90", 6)},
      {picture_of("07ff202c01c07500c09300929300937500c13c00f00bcf50", 6)},
      {picture_of("0002001cf9000049000049000049000049000049001bdfb3", 6)},
      {picture_of("1bec502200d00000d0009f500005d00000734000a24a9d70", 6)}};
  ASSERT_EQ(clusters_of_numbers(pieces).size(), 4U);
  const std::vector<int> shown = {0, 0, 1, 3};
  EXPECT_EQ(name_numbers(pieces, [&](const std::vector<int>& tried) { return tried == shown; }),
            shown);
}

TEST(NumberNames, DifferForGlyphsThatDifferLessThanUsualIfNothingElseFits) {
  // Nine pixels high.
  const std::vector<NumberPictures> pieces = {
      {picture_of("0ffff83d00005b00007dcea17a34c800005c73005c9c11c81aefb1", 6)},
      {picture_of("06ffb13e51c8aa0024cadfb1ce53c9c8005da8005d5e21c908efa1", 6)}};
  ASSERT_EQ(clusters_of_numbers(pieces).size(), 1U);
  const std::vector<int> shown = {5, 6};
  EXPECT_EQ(name_numbers(pieces, [&](const std::vector<int>& tried) { return tried == shown; }),
            shown);
}

TEST(NumberNames, MayBeTheSameThoughMarksOfALockTouchOne) {
  const std::vector<NumberPictures> pieces = {
      {picture_of(
          "3fffffffffd003fffffffffd003ff54444443003ff20000000003ff20000000003ff20000000003ff213"
          "10000003ffdfffd910003ffffffffe5003a531139ffe20000000006ffb0000000000bff20000000007ff"
          "30000000005ff40000000007ff2000000000cfe0500000009ff80fd74457dffc00fffffffffa20058bef"
          "eb940000",
          13)},
      {picture_of(
          "3dd8000000000001ac400000000000000afffffffff60000afffffffff60000afb444444420000afa000"
          "000000000afa000000000000afa000000000000afa032000000000afeeffeb5000000affffffffb10000"
          "8742025dff9000000000001dff4000000000004ff9000000000000efa000000000000cfb000000000000"
          "ef9000000000005ff600310000003efe1007fa64469fff50007ffffffffe70000279cffca710001ac400"
          "0000000005dda00000000000",
          15)}};
  ASSERT_EQ(clusters_of_numbers(pieces).size(), 2U);
  const std::vector<int> shown = {5, 5};
  EXPECT_EQ(name_numbers(pieces, [&](const std::vector<int>& tried) { return tried == shown; }),
            shown);
}

using Clusters = std::vector<std::vector<std::size_t>>;

TEST(NumberClusters, AreIndependentOfSubpixelPosition) {
  const std::vector<NumberPictures> fours = {
      {picture_of(
          "0000009b5000000006cc700000002c6b700000008a1b70000003c30b7000000a800b7000005c200b7000"
          "00c6000b700006d3223b810009eddddfe8000244444c92000000000b70000000045ca300000009ccc800")},
      {picture_of(
          "0000006ff400000003c7f40000000aa1f40000005d31f4000001d701f4000008b101f400004d3001f400"
          "01b90001f40006d42223f61009eeeeefff9002333334f61000000001f40000000134f720000006eeee90")}};
  EXPECT_EQ(clusters_of_numbers(fours), (Clusters{{0, 1}}));
  const std::vector<NumberPictures> five_and_six = {
      {picture_of(
          "00deffffd90000ddb999850000db7333320000da5000000000ddcba8400000babbcb95000065457bdb00"
          "00100015bf00000000039f00000000039f0000000004af0000543349cc0000a9999b960000dfffea5000")},
      {picture_of(
          "0048deffa400048bba99740009bb754342000ea5000000000fa68aa831000fc9abbc94000feb767bd920"
          "0fb61114cb500fa40001bb700fa40001bb700ea50002cb600aba3249d920059b989ba500005befeb5100")}};
  EXPECT_EQ(clusters_of_numbers(five_and_six), (Clusters{{0}, {1}}));
}

TEST(NumberSamples, IncludeOneThatLooksDifferentThoughItComesLast) {
  const cv::Mat thin = picture_of("0002001cf9000049000049000049000049000049001bdfb3", 6);
  NumberPictures ones;  // each lacks another row
  for (int row = 1; row < 7; ++row) {
    ones.push_back(thin.clone());
    ones.back().row(4 + row).setTo(0);
  }
  cv::dilate(thin, ones.emplace_back(), cv::Mat::ones(2, 2, CV_8U));
  const std::vector<std::string> samples = samples_of({ones}, {1}).samples;
  EXPECT_EQ(std::ranges::count(samples, to_sample(1, glyph_of(ones.back()))), 1);
}

}  // namespace
}  // namespace eyehand::calibration
