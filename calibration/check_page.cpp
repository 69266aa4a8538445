// The HTML page of a check (check_report.hpp).
#include <fmt/format.h>

#include <algorithm>

#include "calibration/check_report.hpp"
#include "player/page.hpp"

namespace eyehand::calibration {
namespace {

using html::Cell;
using html::Tone;

std::vector<Cell> counts_cells(const Counts& counts) {
  return {{std::to_string(counts.right), Tone::plain},
          {std::to_string(counts.wrong), counts.wrong > 0 ? Tone::bad : Tone::faint},
          {std::to_string(counts.refused), counts.refused > 0 ? Tone::plain : Tone::faint}};
}

void append(std::vector<Cell>& row, const std::vector<Cell>& cells) {
  row.insert(row.end(), cells.begin(), cells.end());
}

std::string summary(const Checked& checked) {
  std::string text = fmt::format(
      "{} boards of the game {}, {}. Undistorted, a board takes {:.2f} ms, a cell {:.1f} "
      "microseconds. ",
      checked.boards, checked.game, source_text(checked), checked.ms_per_board,
      checked.us_per_cell);
  if (const std::string size = size_text(checked); !size.empty()) text += "It " + size + '.';
  return html::paragraph(text) +
         html::paragraph(
             "A board is refused, and not played, when the reader is uncertain of even one part. A "
             "part is refused when the reader is uncertain of it or refuses the board as a whole.");
}

std::string overview(const Checked& checked) {
  html::Table table{
      {"pictures", "boards right", "wrong", "refused", "parts right", "wrong", "refused"}, {}, 1};
  const auto add = [&](const std::string& name, const Counts& boards, const Counts& parts) {
    std::vector<Cell> row = {{name}};
    append(row, counts_cells(boards));
    append(row, counts_cells(parts));
    table.rows.push_back(std::move(row));
  };
  add("undistorted", checked.plain_boards, checked.plain_parts);
  for (const Sweep& sweep : checked.sweeps) {
    Counts boards, parts;
    for (const SweepStep& point : sweep.points) {
      boards += point.boards;
      parts += point.parts;
    }
    add(sweep.name, boards, parts);
  }
  return html::heading("Overview") + html::table(table);
}

std::string curves(const Checked& checked) {
  std::vector<std::string> plots;
  std::string tables;
  for (const Sweep& sweep : checked.sweeps) {
    html::LinePlot plot;
    plot.title = sweep.name;
    plot.x_title = sweep.what;
    plot.y_title = "share of parts, %";
    plot.series = {{"right", {}, {}}, {"refused", {}, {}}, {"wrong", {}, {}}};
    html::Table table{
        {sweep.what, "boards right", "wrong", "refused", "parts right", "wrong", "refused"}, {}, 1};
    for (const SweepStep& point : sweep.points) {
      const double all = std::max(1.0, static_cast<double>(point.parts.all()));
      const long values[] = {point.parts.right, point.parts.refused, point.parts.wrong};
      for (std::size_t i = 0; i < 3; ++i) {
        plot.series[i].x.push_back(point.amount);
        plot.series[i].y.push_back(100 * static_cast<double>(values[i]) / all);
      }
      std::vector<Cell> row = {{sweep.name == "size"
                                    ? fmt::format("{:.1f} ({})", point.cell_px, point.word)
                                    : point.word}};
      append(row, counts_cells(point.boards));
      append(row, counts_cells(point.parts));
      table.rows.push_back(std::move(row));
    }
    plots.push_back(html::line_plot(plot));
    tables += html::heading(sweep.name, 3) + html::table(table);
  }
  return html::heading("Sweeps") + html::side_by_side(plots) + tables;
}

/// The most frequent labels only, so that a kind with hundreds of them stays readable.
std::string heat_maps(const Checked& checked) {
  constexpr std::size_t kMost = 32;
  std::vector<std::string> maps;
  for (const auto& [kind, confusion] : checked.confusions) {
    std::map<std::string, long> often = confusion.refused;
    for (const auto& [truth, read_labels] : confusion.read_as)
      for (const auto& [label, times] : read_labels) often[truth] += times;
    std::vector<std::pair<long, std::string>> order;
    for (const auto& [label, times] : often) order.emplace_back(-times, label);
    std::sort(order.begin(), order.end());
    if (order.size() > kMost) order.resize(kMost);
    std::vector<std::string> rows;
    for (const auto& [times, label] : order) rows.push_back(label);
    std::sort(rows.begin(), rows.end());
    html::HeatMap map;
    map.title = fmt::format("{}: {} right, {} wrong, {} refused", kind, confusion.counts.right,
                            confusion.counts.wrong, confusion.counts.refused);
    map.row_title = "true";
    map.column_title = "read";
    map.rows = rows;
    map.columns = rows;
    map.columns.push_back("other");
    map.columns.push_back("refused");
    map.diagonal_is_right = true;
    for (const std::string& truth : rows) {
      const auto row = confusion.read_as.find(truth);
      const std::map<std::string, long> read_labels =
          row == confusion.read_as.end() ? std::map<std::string, long>{} : row->second;
      long other = 0;
      for (const auto& [label, times] : read_labels)
        if (!std::binary_search(rows.begin(), rows.end(), label)) other += times;
      for (const std::string& label : rows) {
        const auto times = read_labels.find(label);
        map.values.push_back(times == read_labels.end() ? 0.0 : static_cast<double>(times->second));
      }
      map.values.push_back(static_cast<double>(other));
      const auto refused = confusion.refused.find(truth);
      map.values.push_back(
          refused == confusion.refused.end() ? 0.0 : static_cast<double>(refused->second));
    }
    std::string piece = html::heat_map(map);
    if (often.size() > kMost)
      piece += html::paragraph(fmt::format("{} rarer labels are omitted.", often.size() - kMost));
    maps.push_back(std::move(piece));
  }
  return html::heading("Confusions") + html::side_by_side(maps);
}

std::string reliability(const Checked& checked) {
  html::Table table{{"confidence", "parts", "wrong", "share"}, {}, 1};
  for (const Reliability& bin : checked.reliability)
    table.rows.push_back(
        {{fmt::format("{:.2f} to {:.2f}", bin.from, bin.to)},
         {std::to_string(bin.parts)},
         {std::to_string(bin.wrong), bin.wrong > 0 ? Tone::bad : Tone::faint},
         {bin.parts > 0 ? fmt::format("{:.4f} %", 100.0 * static_cast<double>(bin.wrong) /
                                                      static_cast<double>(bin.parts))
                        : "-"}});
  return html::heading("Reliability of the confidence") +
         html::paragraph(
             "Below 0.5 the reader is uncertain. Refused boards count here, too, as far as their "
             "parts can be compared.") +
         html::table(table);
}

std::string crops(const Checked& checked) {
  std::vector<std::string> pieces;
  for (const Crop& crop : checked.crops)
    pieces.push_back(html::picture(
        crop.image,
        fmt::format("{} {}: '{}' read as '{}' ({:.2f}). {}{}", crop.refused ? "Refused" : "Wrong",
                    crop.kind, crop.truth, crop.read_as, crop.confidence, crop.where,
                    crop.accepted ? ", and the board was not refused" : ""),
        160));
  return html::heading("Worst readings") + (pieces.empty()
                                                ? html::paragraph("No part was misread or refused.")
                                                : html::side_by_side(pieces));
}

}  // namespace

std::string to_html(const Checked& checked) {
  return html::document("How well " + checked.skin + " is read",
                        summary(checked) + overview(checked) + crops(checked) + curves(checked) +
                            heat_maps(checked) + reliability(checked));
}

}  // namespace eyehand::calibration
