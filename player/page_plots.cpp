// The plots of page.hpp: a detail of page.cpp. Coordinates are in SVG units, one per pixel where
// the page has room.
#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "player/page.hpp"

namespace eyehand::html {
namespace {

constexpr double kWidth = 560, kTop = 34, kFoot = 44, kRight = 16;
constexpr int kColours = 8;

std::string colour(std::size_t i) {
  return fmt::format("var(--c{})", i % kColours);
}

std::string number(double value) {
  return fmt::format("{:.4g}", value);
}

struct Range {
  double least = std::numeric_limits<double>::infinity();
  double most = -std::numeric_limits<double>::infinity();
  bool empty() const { return least > most; }
  void take(double value) {
    if (!std::isfinite(value)) return;
    least = std::min(least, value);
    most = std::max(most, value);
  }
  void take(const std::vector<double>& values) {
    for (const double value : values) take(value);
  }
};

/// An axis between two round numbers, with marks at round numbers in between.
struct Axis {
  double least, most, step;
  double from_px, to_px;

  Axis(Range range, double from, double to, int wanted_steps) : from_px(from), to_px(to) {
    if (range.most - range.least < 1e-9 * std::max(std::abs(range.most), 1e-3)) {
      const double around = range.most == 0 ? 1 : std::abs(range.most) * 0.5;
      if (range.least != 0) range.least -= around;
      range.most += around;
    }
    const double rough = (range.most - range.least) / wanted_steps;
    const double unit = std::pow(10, std::floor(std::log10(rough)));
    step = unit * (rough <= unit ? 1 : rough <= 2 * unit ? 2 : rough <= 5 * unit ? 5 : 10);
    least = std::floor(range.least / step + 1e-9) * step;
    most = std::ceil(range.most / step - 1e-9) * step;
  }
  double at(double value) const {
    return from_px + (value - least) / (most - least) * (to_px - from_px);
  }
  std::vector<double> marks() const {
    std::vector<double> values;
    const int count = static_cast<int>(std::lround((most - least) / step));
    for (int i = 0; i <= count; ++i) {
      const double value = least + i * step;
      values.push_back(std::abs(value) < step * 1e-6 ? 0 : value);
    }
    return values;
  }
};

std::string text_at(double x, double y, std::string_view text, std::string_view more = "") {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" {}>{}</text>\n", x, y, more, escape(text));
}

std::string line(double x1, double y1, double x2, double y2, std::string_view more) {
  return fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" {}/>\n", x1, y1,
                     x2, y2, more);
}

std::string box(double x, double y, double width, double height, std::string_view more,
                std::string_view tip = "") {
  return fmt::format(
      "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" {}>{}</rect>\n", x, y,
      std::max(width, 0.0), std::max(height, 0.0), more,
      tip.empty() ? "" : "<title>" + escape(tip) + "</title>");
}

std::string frame(std::string_view title, double height, std::string_view content,
                  double width = kWidth) {
  return fmt::format(
      "<figure><svg role=\"img\" aria-label=\"{}\" viewBox=\"0 0 {:.0f} {:.0f}\" "
      "width=\"{:.0f}\" height=\"{:.0f}\">\n{}{}</svg></figure>\n",
      escape(title), width, height, width, height, text_at(0, 16, title, "class=\"title\""),
      content);
}

std::string nothing(std::string_view title) {
  return heading(title, 4) + paragraph("There is nothing to show.");
}

/// The horizontal axis at the foot, with grid lines up to `top`.
std::string horizontal_axis(const Axis& axis, double top, double foot, std::string_view title) {
  std::string result;
  for (const double mark : axis.marks()) {
    result += line(axis.at(mark), top, axis.at(mark), foot, "class=\"grid\"");
    result +=
        text_at(axis.at(mark), foot + 16, number(mark), "class=\"soft\" text-anchor=\"middle\"");
  }
  return result + text_at((axis.from_px + axis.to_px) / 2, foot + 34, title,
                          "class=\"soft\" text-anchor=\"middle\"");
}

std::string vertical_axis(const Axis& axis, double left, double right, std::string_view title) {
  std::string result;
  for (const double mark : axis.marks()) {
    result += line(left, axis.at(mark), right, axis.at(mark), "class=\"grid\"");
    result +=
        text_at(left - 6, axis.at(mark) + 4, number(mark), "class=\"soft\" text-anchor=\"end\"");
  }
  const double middle = (axis.from_px + axis.to_px) / 2;
  return result + text_at(12, middle, title,
                          fmt::format("class=\"soft\" text-anchor=\"middle\" "
                                      "transform=\"rotate(-90 12 {:.1f})\"",
                                      middle));
}

/// The key: names and their colours. `y` is moved below it.
std::string key(const std::vector<std::string>& names, double& y) {
  std::string result;
  double x = 0;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const double wide = 26 + 7.0 * static_cast<double>(names[i].size());
    if (x > 0 && x + wide > kWidth) {
      x = 0;
      y += 18;
    }
    result += box(x, y - 9, 10, 10, "style=\"fill:" + colour(i) + "\"");
    result += text_at(x + 14, y, names[i]);
    x += wide;
  }
  y += 14;
  return result;
}

double room_for(const std::vector<std::string>& names) {
  std::size_t longest = 0;
  for (const auto& name : names) longest = std::max(longest, name.size());
  return std::clamp(14 + 6.6 * static_cast<double>(longest), 40.0, 220.0);
}

std::vector<double> finite(std::vector<double> values) {
  std::erase_if(values, [](double value) { return !std::isfinite(value); });
  return values;
}

}  // namespace

std::string line_plot(const LinePlot& plot) {
  Range across, up;
  std::vector<std::string> names;
  for (const Series& series : plot.series) {
    names.push_back(series.name);
    for (std::size_t i = 0; i < std::min(series.x.size(), series.y.size()); ++i) {
      if (!std::isfinite(series.x[i]) || !std::isfinite(series.y[i])) continue;
      across.take(series.x[i]);
      up.take(series.y[i]);
    }
  }
  if (across.empty()) return nothing(plot.title);
  if (plot.from_zero) up.take(0.0);
  double top = kTop;
  std::string content = names.size() > 1 ? key(names, top) : "";
  const double left = 62, foot = top + 220;
  const Axis x(across, left, kWidth - kRight, 7);
  const Axis y(up, foot, top, 5);
  content += vertical_axis(y, left, kWidth - kRight, plot.y_title);
  content += horizontal_axis(x, foot, foot, plot.x_title);
  for (std::size_t s = 0; s < plot.series.size(); ++s) {
    const Series& series = plot.series[s];
    std::string path, dots;
    bool pen_down = false;
    for (std::size_t i = 0; i < std::min(series.x.size(), series.y.size()); ++i) {
      if (!std::isfinite(series.x[i]) || !std::isfinite(series.y[i])) {
        pen_down = false;
        continue;
      }
      path += fmt::format("{}{:.1f} {:.1f} ", pen_down ? 'L' : 'M', x.at(series.x[i]),
                          y.at(series.y[i]));
      pen_down = true;
      if (plot.dots)
        dots += fmt::format(
            "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\" style=\"fill:{}\"><title>{}</title>"
            "</circle>\n",
            x.at(series.x[i]), y.at(series.y[i]), colour(s),
            escape(series.name + " " + number(series.x[i]) + ": " + number(series.y[i])));
    }
    content += fmt::format("<path d=\"{}\" style=\"fill:none;stroke:{};stroke-width:2\"/>\n{}",
                           path, colour(s), dots);
  }
  return frame(plot.title, foot + kFoot, content);
}

std::string box_plot(const BoxPlot& plot) {
  Range across;
  std::vector<std::string> names;
  for (const Sample& sample : plot.samples) {
    names.push_back(sample.name);
    across.take(sample.values);
  }
  if (across.empty()) return nothing(plot.title);
  if (across.least > 0) across.take(0.0);
  constexpr double kRow = 30;
  const double foot = kTop + kRow * static_cast<double>(names.size());
  const Axis x(across, room_for(names), kWidth - kRight, 7);
  std::string content = horizontal_axis(x, kTop - 6, foot, plot.x_title);
  for (std::size_t s = 0; s < plot.samples.size(); ++s) {
    const double middle = kTop + kRow * (static_cast<double>(s) + 0.5) - 4;
    content += text_at(x.from_px - 8, middle + 4, names[s], "text-anchor=\"end\"");
    const auto values = finite(plot.samples[s].values);
    if (values.empty()) continue;
    const double low = quantile(values, 0), high = quantile(values, 1);
    const double q1 = quantile(values, 0.25), q2 = median(values), q3 = quantile(values, 0.75);
    const std::string stroke = "style=\"stroke:" + colour(s) + ";stroke-width:1.5\"";
    content += line(x.at(low), middle, x.at(q1), middle, stroke);
    content += line(x.at(q3), middle, x.at(high), middle, stroke);
    content += box(x.at(q1), middle - 8, x.at(q3) - x.at(q1), 16,
                   "style=\"fill:" + colour(s) + ";fill-opacity:.25;stroke:" + colour(s) + "\"",
                   fmt::format("{}: least {}, quartiles {}, {}, {}, greatest {}", names[s],
                               number(low), number(q1), number(q2), number(q3), number(high)));
    content += line(x.at(q2), middle - 8, x.at(q2), middle + 8,
                    "style=\"stroke:" + colour(s) + ";stroke-width:3\"");
    for (const double value : values)
      content += fmt::format(
          "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"2\" style=\"fill:var(--ink);fill-opacity:.35\"/>"
          "\n",
          x.at(value), middle);
  }
  return frame(plot.title, foot + kFoot, content);
}

std::string histogram(const Histogram& plot) {
  const auto values = finite(plot.values);
  if (values.empty()) return nothing(plot.title);
  Range across;
  across.take(values);
  if (across.least > 0 && across.least < across.most / 2) across.take(0.0);
  const double left = 62, foot = kTop + 180;
  // About as many bins as Sturges' rule gives, with round borders.
  const int bins_wanted = 1 + static_cast<int>(std::ceil(std::log2(values.size())));
  const Axis x(across, left, kWidth - kRight, std::clamp(2 * bins_wanted, 4, 20));
  std::vector<double> counts(x.marks().size() - 1);
  for (const double value : values) {
    const auto bin = static_cast<std::size_t>(std::max(0.0, (value - x.least) / x.step + 1e-9));
    ++counts[std::min(bin, counts.size() - 1)];
  }
  Range up;
  up.take(0.0);
  up.take(counts);
  const Axis y(up, foot, kTop, static_cast<int>(std::clamp(up.most, 1.0, 4.0)));
  std::string content = vertical_axis(y, left, kWidth - kRight, "count");
  content += horizontal_axis(Axis(across, left, kWidth - kRight, std::clamp(2 * bins_wanted, 4, 7)),
                             foot, foot, plot.x_title);
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const double from = x.least + static_cast<double>(i) * x.step;
    content += box(x.at(from) + 1, y.at(counts[i]), x.at(from + x.step) - x.at(from) - 2,
                   foot - y.at(counts[i]), "style=\"fill:" + colour(0) + "\"",
                   fmt::format("{} to {}: {}", number(from), number(from + x.step), counts[i]));
  }
  return frame(plot.title, foot + kFoot, content);
}

std::string bars(const Bars& plot) {
  Range across;
  across.take(0.0);
  std::vector<std::string> names;
  for (const Bars::Row& row : plot.rows) {
    names.push_back(row.name);
    double sum = 0;
    for (const double value : row.values) sum += std::isfinite(value) ? value : 0;
    across.take(sum);
  }
  if (plot.rows.empty()) return nothing(plot.title);
  double top = kTop;
  std::string content = key(plot.parts, top);
  constexpr double kRow = 18;
  const double foot = top + kRow * static_cast<double>(names.size());
  const Axis x(across, room_for(names), kWidth - kRight, 7);
  content += horizontal_axis(x, top - 4, foot, plot.x_title);
  for (std::size_t r = 0; r < plot.rows.size(); ++r) {
    const double y = top + kRow * static_cast<double>(r);
    content += text_at(x.from_px - 8, y + 12, names[r], "text-anchor=\"end\"");
    double sum = 0;
    for (std::size_t i = 0; i < std::min(plot.rows[r].values.size(), plot.parts.size()); ++i) {
      const double value = plot.rows[r].values[i];
      if (!std::isfinite(value) || value <= 0) continue;
      content += box(x.at(sum), y + 2, x.at(sum + value) - x.at(sum), kRow - 4,
                     "style=\"fill:" + colour(i) + "\"",
                     names[r] + ", " + plot.parts[i] + ": " + number(value));
      sum += value;
    }
  }
  return frame(plot.title, foot + kFoot, content);
}

std::string heat_map(const HeatMap& map) {
  const std::size_t columns = map.columns.size();
  if (map.rows.empty() || columns == 0 || map.values.size() != map.rows.size() * columns)
    return nothing(map.title);
  constexpr double kCell = 40, kHigh = 26;
  const double left = room_for(map.rows) + 18, top = kTop + 34;
  std::string content = text_at(left, kTop, map.column_title, "class=\"soft\"");
  const double middle = top + kHigh * static_cast<double>(map.rows.size()) / 2;
  content += text_at(10, middle, map.row_title,
                     fmt::format("class=\"soft\" text-anchor=\"middle\" "
                                 "transform=\"rotate(-90 10 {:.1f})\"",
                                 middle));
  for (std::size_t c = 0; c < columns; ++c)
    content += text_at(left + kCell * (static_cast<double>(c) + 0.5), top - 8, map.columns[c],
                       "text-anchor=\"middle\"");
  for (std::size_t r = 0; r < map.rows.size(); ++r) {
    const double y = top + kHigh * static_cast<double>(r);
    content += text_at(left - 6, y + 17, map.rows[r], "text-anchor=\"end\"");
    // Relative to its own row, so that rare kinds are as visible as frequent ones.
    double sum = 0;
    for (std::size_t c = 0; c < columns; ++c) sum += map.values[r * columns + c];
    for (std::size_t c = 0; c < columns; ++c) {
      const double value = map.values[r * columns + c];
      const double x = left + kCell * static_cast<double>(c);
      const bool is_fault = map.diagonal_is_right && r != c;
      // A single fault among thousands must still be visible.
      const double strength = value > 0 && sum > 0 ? 0.18 + 0.72 * value / sum : 0;
      content += box(x + 1, y + 1, kCell - 2, kHigh - 2,
                     fmt::format("style=\"fill:{};fill-opacity:{:.2f};stroke:var(--rule)\"",
                                 is_fault ? "var(--bad)" : "var(--c0)", strength),
                     map.rows[r] + ", " + map.columns[c] + ": " + number(value));
      if (value != 0)
        content += text_at(x + kCell / 2, y + 17, number(value), "text-anchor=\"middle\"");
    }
  }
  return frame(map.title, top + kHigh * static_cast<double>(map.rows.size()) + 10, content,
               std::max(kWidth, left + kCell * static_cast<double>(columns) + kRight));
}

}  // namespace eyehand::html
