#include "player/page.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

#include "puzzle/error.hpp"
#include "puzzle/printable.hpp"
#include "vision/png.hpp"

namespace eyehand::html {
namespace {

// The colours of the series can be distinguished with any colour vision on both backgrounds.
constexpr std::string_view kStyle = R"(
:root { color-scheme: light dark; --ground: #ffffff; --ink: #1c1e21; --soft: #62676e;
  --rule: #dcdfe3; --panel: #f5f6f8; --good: #1a7f37; --bad: #c2261d; --link: #0b62c4;
  --c0: #2a6fbb; --c1: #d9730d; --c2: #2b8a5b; --c3: #b0417f; --c4: #7a5cc4; --c5: #8a6d1b;
  --c6: #1f8a99; --c7: #6b7280; }
@media (prefers-color-scheme: dark) { :root { --ground: #15171a; --ink: #e6e8eb; --soft: #9aa1aa;
  --rule: #33383f; --panel: #1e2125; --good: #57c274; --bad: #ff7b72; --link: #74b3ff;
  --c0: #6aa9f0; --c1: #f0a04b; --c2: #5cc08b; --c3: #e184b6; --c4: #ab93f0; --c5: #d1b04c;
  --c6: #58c3d1; --c7: #a3abb6; } }
body { margin: 2rem auto; padding: 0 1rem; max-width: 82rem; background: var(--ground);
  color: var(--ink); font: 15px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.6rem; margin: 0 0 .5rem; } h2 { font-size: 1.2rem; margin: 2rem 0 .5rem; }
h3, h4 { font-size: 1rem; margin: 1.2rem 0 .4rem; }
a { color: var(--link); }
p { max-width: 46rem; margin: .4rem 0; }
pre { background: var(--panel); padding: .7rem; overflow-x: auto; font-size: 13px; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; margin: .6rem 0; font-size: 14px;
  font-variant-numeric: tabular-nums; }
th, td { padding: .22rem .4rem; text-align: right; white-space: nowrap;
  border-bottom: 1px solid var(--rule); }
th { color: var(--soft); font-weight: 600; white-space: normal; overflow-wrap: normal; }
.word { text-align: left; white-space: normal; min-width: 4.2rem; }
.good { color: var(--good); } .bad { color: var(--bad); font-weight: 600; }
.faint { color: var(--soft); }
figure { margin: .6rem 0; max-width: 100%; } figcaption { color: var(--soft); font-size: 13px; }
img { max-width: 100%; height: auto; border: 1px solid var(--rule); }
.row { display: flex; flex-wrap: wrap; gap: 1.2rem; align-items: flex-start; }
svg { max-width: 100%; height: auto; font: 12px system-ui, sans-serif; }
svg text { fill: var(--ink); } svg .soft { fill: var(--soft); }
svg .title { font-weight: 600; font-size: 13px; }
svg .grid { stroke: var(--rule); } svg .axis { stroke: var(--soft); }
@media (max-width: 40rem) { body { margin: 1rem auto; padding: 0 .6rem; }
  ul { padding-left: 1.2rem; } }
)";

std::string_view class_of(Tone tone) {
  constexpr std::array<std::string_view, 4> kClasses = {"", "good", "bad", "faint"};
  return kClasses[static_cast<std::size_t>(tone)];
}

std::string to_base64(std::string_view bytes) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t bits = 0;
    for (std::size_t k = 0; k < 3; ++k)
      bits = bits << 8 | (k < count ? static_cast<unsigned char>(bytes[i + k]) : 0u);
    for (std::size_t k = 0; k < 4; ++k)
      text += k <= count ? kDigits[bits >> (18 - 6 * k) & 63] : '=';
  }
  return text;
}

}  // namespace

std::string escape(std::string_view text) {
  std::string result;
  for (const char c : printable(text)) {
    if (c == '&')
      result += "&amp;";
    else if (c == '<')
      result += "&lt;";
    else if (c == '>')
      result += "&gt;";
    else if (c == '"')
      result += "&quot;";
    else
      result += c;
  }
  return result;
}

std::string document(std::string_view title, std::string_view body) {
  const std::string name = escape(title);
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, "
      "initial-scale=1\">\n<title>{}</title>\n"
      "<style>{}</style>\n</head>\n<body>\n<h1>{}</h1>\n{}</body>\n</html>\n",
      name, kStyle, name, body);
}

std::string heading(std::string_view text, int level) {
  const int n = std::clamp(level, 1, 4);
  return fmt::format("<h{}>{}</h{}>\n", n, escape(text), n);
}

std::string paragraph(std::string_view text) {
  return "<p>" + escape(text) + "</p>\n";
}

std::string verbatim(std::string_view text) {
  return "<pre>" + escape(text) + "</pre>\n";
}

std::string table(const Table& table) {
  const auto side = [&](std::size_t column) { return column < table.text_columns ? "word" : ""; };
  std::string result = "<div class=\"wide\"><table>\n<tr>";
  for (std::size_t i = 0; i < table.columns.size(); ++i)
    result += fmt::format("<th class=\"{}\">{}</th>", side(i), escape(table.columns[i]));
  result += "</tr>\n";
  for (const auto& row : table.rows) {
    result += "<tr>";
    for (std::size_t i = 0; i < row.size(); ++i) {
      const Cell& cell = row[i];
      std::string text = escape(cell.text);
      if (!cell.link.empty()) text = fmt::format("<a href=\"{}\">{}</a>", escape(cell.link), text);
      result += fmt::format("<td class=\"{} {}\">{}</td>", side(i), class_of(cell.tone), text);
    }
    result += "</tr>\n";
  }
  return result + "</table></div>\n";
}

std::string picture(const cv::Mat& image, std::string_view caption, int max_px) {
  const std::string words = escape(caption);
  return fmt::format(
      "<figure><img alt=\"{}\" width=\"{}\" src=\"data:image/png;base64,{}\">"
      "<figcaption>{}</figcaption></figure>\n",
      words, std::min(image.cols, max_px), to_base64(encode_png(image)), words);
}

std::string side_by_side(const std::vector<std::string>& pieces) {
  std::string result = "<div class=\"row\">\n";
  for (const auto& piece : pieces) result += piece;
  return result + "</div>\n";
}

double quantile(std::vector<double> values, double share) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  const double at = std::clamp(share, 0.0, 1.0) * static_cast<double>(values.size() - 1);
  const auto below = static_cast<std::size_t>(at);
  const auto above = std::min(below + 1, values.size() - 1);
  return values[below] + (at - static_cast<double>(below)) * (values[above] - values[below]);
}

}  // namespace eyehand::html
