#include "player/page.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>

#include "puzzle/error.hpp"
#include "vision/png.hpp"

namespace eyehand::html {
namespace {

std::size_t count(std::string_view text, std::string_view word) {
  std::size_t found = 0;
  for (std::size_t at = 0; (at = text.find(word, at)) != std::string_view::npos; ++at) ++found;
  return found;
}

/// Every tag that is opened is closed, in order. (Attributes here hold no '>'.)
::testing::AssertionResult is_well_formed(std::string_view text) {
  std::vector<std::string> open;
  for (std::size_t at = 0; (at = text.find('<', at)) != std::string_view::npos;) {
    const std::size_t end = text.find('>', at);
    if (end == std::string_view::npos) return ::testing::AssertionFailure() << "'<' without '>'";
    const std::string_view tag = text.substr(at + 1, end - at - 1);
    const std::string name(tag.substr(0, tag.find_first_of(" /", 1)));
    at = end;
    if (tag[0] == '!' || tag.ends_with('/') || name == "meta" || name == "img") continue;
    if (tag[0] != '/') {
      open.push_back(name);
    } else if (open.empty() || open.back() != tag.substr(1)) {
      return ::testing::AssertionFailure() << "<" << tag << "> closes nothing";
    } else {
      open.pop_back();
    }
  }
  if (open.empty()) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << "<" << open.back() << "> is never closed";
}

const double kNone = std::numeric_limits<double>::quiet_NaN();

TEST(Page, EscapesHtml) {
  EXPECT_EQ(escape("a<b> & \"c\""), "a&lt;b&gt; &amp; &quot;c&quot;");
  EXPECT_EQ(escape("größer ≥ 1\n"), "größer ≥ 1\n");
}

TEST(Page, InvalidTextBecomesReplacementCharacters) {
  const std::string sign = "\xef\xbf\xbd";
  EXPECT_EQ(escape("a\x01z"), "a" + sign + "z");
  EXPECT_EQ(escape("\xff"), sign);
  EXPECT_EQ(escape("\xc3"), sign) << "the character's end is missing";
  EXPECT_EQ(escape("\xc0\xaf"), sign + sign) << "longer than needed";
  EXPECT_EQ(escape("\xed\xa0\x80"), sign + sign + sign) << "half a pair";
  EXPECT_EQ(escape(std::string_view("\0", 1)), sign);
}

TEST(Page, ADocumentIsSelfContained) {
  const std::string page = document("A & B", heading("H") + paragraph("<p>") + verbatim("1 < 2"));
  EXPECT_TRUE(is_well_formed(page));
  EXPECT_NE(page.find("<title>A &amp; B</title>"), std::string::npos);
  EXPECT_NE(page.find("prefers-color-scheme: dark"), std::string::npos);
  for (const char* outside : {"http:", "https:", "<script", "<link", "@import"})
    EXPECT_EQ(page.find(outside), std::string::npos) << outside;
}

TEST(Page, ATableHasLeftAlignedWordsAndLinks) {
  Table wanted;
  wanted.columns = {"game", "s"};
  wanted.rows = {{{"<1>", Tone::plain, "game \"1\"/"}, {"0.5", Tone::bad, ""}}, {{"2"}, {"0.7"}}};
  const std::string text = table(wanted);
  EXPECT_TRUE(is_well_formed(text));
  EXPECT_EQ(count(text, "<tr>"), 3U);
  EXPECT_NE(text.find("<a href=\"game &quot;1&quot;/\">&lt;1&gt;</a>"), std::string::npos) << text;
  EXPECT_NE(text.find("<td class=\" bad\">0.5</td>"), std::string::npos) << text;
  EXPECT_EQ(count(text, "word"), 3U) << "the first column alone";
}

/// What a browser makes of the data URI in the text.
std::string bytes_of_picture(const std::string& text) {
  const std::string_view start = "data:image/png;base64,";
  const std::size_t from = text.find(start) + start.size();
  std::string bytes;
  unsigned bits = 0;
  int have = 0;
  for (std::size_t i = from; text[i] != '"' && text[i] != '='; ++i) {
    constexpr std::string_view kDigits =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    bits = bits << 6 | static_cast<unsigned>(kDigits.find(text[i]));
    if ((have += 6) >= 8) bytes.push_back(static_cast<char>(bits >> (have -= 8)));
  }
  return bytes;
}

TEST(Page, APictureIsEmbeddedUnchanged) {
  for (const int width : {1, 2, 3, 4, 5, 900}) {
    cv::Mat image(3, width, CV_8UC3);
    cv::randu(image, 0, 256);
    const std::string text = picture(image, "as it \"was\"", 600);
    EXPECT_TRUE(is_well_formed(text));
    EXPECT_NE(text.find("alt=\"as it &quot;was&quot;\""), std::string::npos);
    EXPECT_NE(text.find("width=\"" + std::to_string(std::min(width, 600)) + "\""),
              std::string::npos);
    const cv::Mat back = decode_png(bytes_of_picture(text), "the picture");
    ASSERT_EQ(back.size(), image.size());
    EXPECT_EQ(cv::norm(back, image, cv::NORM_INF), 0);
  }
  EXPECT_THROW(picture({}, ""), Error);
  EXPECT_THROW(picture(cv::Mat(2, 2, CV_32FC1), ""), Error);
}

TEST(Page, QuantilesAreThoseOfTheSortedValues) {
  EXPECT_EQ(median({}), 0);
  EXPECT_EQ(median({3}), 3);
  EXPECT_EQ(median({9, 1, 2}), 2);
  EXPECT_EQ(median({4, 1, 2, 3}), 2.5);
  EXPECT_EQ(quantile({4, 0, 2, 1, 3}, 0.25), 1);
  EXPECT_EQ(quantile({4, 0, 2, 1, 3}, 1), 4);
}

TEST(Plots, ALineHasADotAtEachFinitePoint) {
  LinePlot plot{"T <1>", "x", "y", {{"one", {1, 2, 3, 4}, {5, kNone, 7, 2}}, {"two", {1}, {1}}}};
  const std::string text = line_plot(plot);
  EXPECT_TRUE(is_well_formed(text));
  EXPECT_EQ(count(text, "<circle"), 4U);
  EXPECT_EQ(count(text, "<path"), 2U);
  EXPECT_EQ(text.find("nan"), std::string::npos);
  EXPECT_NE(text.find("T &lt;1&gt;"), std::string::npos);
}

TEST(Plots, ALineThatRisesIsDrawnUpwards) {
  const std::string text = line_plot({"", "", "", {{"", {0, 10}, {0, 10}}}});
  double x0 = 0, y0 = 0, x1 = 0, y1 = 0;
  ASSERT_EQ(std::sscanf(text.c_str() + text.find("<path d=\"M"), "<path d=\"M%lf %lf L%lf %lf", &x0,
                        &y0, &x1, &y1),
            4);
  EXPECT_LT(x0, x1);
  EXPECT_GT(y0, y1);
}

TEST(Plots, ABoxShowsQuartilesAndMedian) {
  const std::string text = box_plot({"T", "s", {{"read", {1, 2, 3, 4, 5}}, {"none", {}}}});
  EXPECT_TRUE(is_well_formed(text));
  EXPECT_NE(text.find("read: least 1, quartiles 2, 3, 4, greatest 5"), std::string::npos) << text;
  EXPECT_EQ(count(text, "<rect"), 1U);
  EXPECT_EQ(count(text, "<circle"), 5U);
}

TEST(Plots, AHistogramCountsEveryValueOnce) {
  std::vector<double> values;
  for (int i = 0; i < 100; ++i) values.push_back(0.1 * i);
  values.push_back(kNone);
  const std::string text = histogram({"T", "s", values});
  EXPECT_TRUE(is_well_formed(text));
  int counted = 0;
  for (std::size_t at = 0; (at = text.find("<title>", at)) != std::string::npos; ++at)
    counted += std::atoi(text.c_str() + text.find(": ", at) + 2);
  EXPECT_EQ(counted, 100);
}

TEST(Plots, BarsAreAsLongAsTheirParts) {
  const std::string text = bars({"T", "s", {"a", "b"}, {{"1", {1, 3}}, {"2", {0, 0}}}});
  EXPECT_TRUE(is_well_formed(text));
  const auto width_of = [&](const char* tip) {
    const std::size_t at = text.rfind("width=\"", text.find(tip));
    return std::atof(text.c_str() + at + 7);
  };
  EXPECT_NEAR(width_of("1, b: 3"), 3 * width_of("1, a: 1"), 0.5);
  EXPECT_EQ(text.find("2, a"), std::string::npos);
}

TEST(Plots, AHeatMapDistinguishesFaults) {
  HeatMap map{"T", "is", "read as", {"a", "b"}, {"a", "b"}, {900, 1, 0, 900}, true};
  const std::string text = heat_map(map);
  EXPECT_TRUE(is_well_formed(text));
  EXPECT_EQ(count(text, "<rect"), 4U);
  EXPECT_EQ(count(text, "var(--bad)"), 2U);
  // The one fault is not too faint to be seen.
  const std::size_t fault = text.find("a, b: 1");
  ASSERT_NE(fault, std::string::npos);
  EXPECT_GE(std::atof(text.c_str() + text.rfind("fill-opacity:", fault) + 13), 0.15);
}

TEST(Plots, WithoutValuesSaySo) {
  const std::array<std::string, 5> empty = {
      line_plot({"T", "", "", {{"a", {kNone}, {1}}}}), box_plot({"T", "", {{"a", {}}}}),
      histogram({"T", "", {}}), bars({"T", "", {}, {}}), heat_map({})};
  for (const auto& text : empty) {
    EXPECT_EQ(text.find("<svg"), std::string::npos);
    EXPECT_NE(text.find("nothing"), std::string::npos);
    EXPECT_TRUE(is_well_formed(text));
  }
}

TEST(Plots, OfEqualValuesAreDrawnToo) {
  for (const double value : {0.0, 1.0, -3.0, 1e-9, 1e12})
    for (const auto& text :
         {line_plot({"T", "", "", {{"a", {value}, {value}}}}),
          box_plot({"T", "", {{"a", {value, value}}}}), histogram({"T", "", {value, value}})}) {
      EXPECT_TRUE(is_well_formed(text));
      EXPECT_EQ(text.find("nan"), std::string::npos) << value;
      EXPECT_EQ(text.find("inf"), std::string::npos) << value;
      EXPECT_LT(text.size(), 100'000U) << value;
    }
}

}  // namespace
}  // namespace eyehand::html
