#include "calibration/check_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "puzzle/error.hpp"

namespace eyehand::calibration {
namespace {

using Json = nlohmann::json;

Json to_json(const Counts& counts) {
  return {{"right", counts.right}, {"wrong", counts.wrong}, {"refused", counts.refused}};
}

Counts counts_of(const Json& json) {
  Counts counts{json.at("right").get<long>(), json.at("wrong").get<long>(),
                json.at("refused").get<long>()};
  if (std::min({counts.right, counts.wrong, counts.refused}) < 0) throw Error("a negative count");
  return counts;
}

Counts sum(const Sweep& sweep, Counts SweepStep::*which) {
  Counts counts;
  for (const SweepStep& point : sweep.points) counts += point.*which;
  return counts;
}

std::vector<Baseline::Line> lines_of(const Checked& checked) {
  std::vector<Baseline::Line> lines = {{"plain", checked.plain_boards, checked.plain_parts}};
  for (const Sweep& sweep : checked.sweeps)
    lines.push_back({sweep.name, sum(sweep, &SweepStep::boards), sum(sweep, &SweepStep::parts)});
  return lines;
}

double share(long part, const Counts& counts) {
  return counts.all() > 0 ? static_cast<double>(part) / static_cast<double>(counts.all()) : 0;
}

std::string counts_text(const Counts& counts) {
  return fmt::format("{:>8} {:>7} {:>8}", counts.right, counts.wrong, counts.refused);
}

}  // namespace

std::string source_text(const Checked& checked) {
  if (checked.live)
    return "captured from live windows" +
           (checked.truth.empty() ? std::string() : " (" + checked.truth + ')');
  return checked.drawn ? "drawn by the program" : "stored pictures";
}

std::string size_text(const Checked& checked) {
  if (checked.smallest_px)
    return fmt::format("reads without error from {:.1f} pixels per cell upwards",
                       *checked.smallest_px);
  const bool swept = std::any_of(checked.sweeps.begin(), checked.sweeps.end(),
                                 [](const Sweep& sweep) { return sweep.name == "size"; });
  return swept ? "misreads or refuses something even at the largest size" : "";
}

std::string to_text(const Checked& checked) {
  std::string text = fmt::format("{} ({}): {} boards, {}\n", checked.skin, checked.game,
                                 checked.boards, source_text(checked));
  text += fmt::format("undistorted: {:.2f} ms per board, {:.1f} us per cell\n",
                      checked.ms_per_board, checked.us_per_cell);
  if (const std::string size = size_text(checked); !size.empty()) text += size + '\n';
  const std::string head = "   right   wrong  refused";
  text += fmt::format("\n{:<26}  boards{}   parts{}\n", "", std::string(19, ' '), "");
  text += fmt::format("{:<26}{}  {}\n", "", head, head);
  const auto line = [&](const std::string& name, const Counts& boards, const Counts& parts) {
    text += fmt::format("{:<26}{}  {}\n", name, counts_text(boards), counts_text(parts));
  };
  line("undistorted", checked.plain_boards, checked.plain_parts);
  for (const Sweep& sweep : checked.sweeps) {
    text += sweep.name + " (" + sweep.what + ")\n";
    for (const SweepStep& point : sweep.points)
      line("  " + (sweep.name == "size" ? fmt::format("{:.1f} ({})", point.cell_px, point.word)
                                        : point.word),
           point.boards, point.parts);
  }
  text += fmt::format("\n{:<26}{}\n", "all, by kind", head);
  for (const auto& [kind, confusion] : checked.confusions)
    text += fmt::format("{:<26}{}\n", "  " + kind, counts_text(confusion.counts));
  std::string errors;
  for (const auto& [kind, confusion] : checked.confusions)
    for (const auto& [truth, read_labels] : confusion.read_as)
      for (const auto& [label, times] : read_labels)
        if (label != truth)
          errors += fmt::format("  {} '{}' read as '{}': {}\n", kind, truth, label, times);
  text += errors.empty() ? "\nnothing was misread\n" : "\nmisread\n" + errors;
  text += "\nreliability: by confidence\n";
  for (const Reliability& bin : checked.reliability)
    text +=
        fmt::format("  {:.2f} to {:.2f}: {} of {} wrong\n", bin.from, bin.to, bin.wrong, bin.parts);
  return text;
}

Json to_json(const Checked& checked) {
  Json json = {{"skin", checked.skin},          {"game", checked.game},
               {"boards", checked.boards},      {"drawn", checked.drawn},
               {"live", checked.live},          {"truth", checked.truth},
               {"seed", checked.seed},          {"board_ms", checked.ms_per_board},
               {"cell_us", checked.us_per_cell}};
  json["smallest_px"] = checked.smallest_px ? Json(*checked.smallest_px) : Json();
  json["plain"] = {{"boards", to_json(checked.plain_boards)},
                   {"parts", to_json(checked.plain_parts)}};
  json["sweeps"] = Json::array();
  for (const Sweep& sweep : checked.sweeps) {
    Json points = Json::array();
    for (const SweepStep& point : sweep.points)
      points.push_back({{"amount", point.amount},
                        {"word", point.word},
                        {"cell_px", point.cell_px},
                        {"boards", to_json(point.boards)},
                        {"parts", to_json(point.parts)}});
    json["sweeps"].push_back({{"name", sweep.name}, {"what", sweep.what}, {"points", points}});
  }
  json["kinds"] = Json::object();
  for (const auto& [kind, confusion] : checked.confusions)
    json["kinds"][kind] = {{"parts", to_json(confusion.counts)},
                           {"read_as", confusion.read_as},
                           {"refused", confusion.refused}};
  json["reliability"] = Json::array();
  for (const Reliability& bin : checked.reliability)
    json["reliability"].push_back(
        {{"from", bin.from}, {"to", bin.to}, {"parts", bin.parts}, {"wrong", bin.wrong}});
  json["crops"] = Json::array();
  for (const Crop& crop : checked.crops)
    json["crops"].push_back({{"where", crop.where},
                             {"kind", crop.kind},
                             {"truth", crop.truth},
                             {"read_as", crop.read_as},
                             {"confidence", crop.confidence},
                             {"accepted", crop.accepted},
                             {"refused", crop.refused}});
  return json;
}

std::string to_baseline(const Checked& checked) {
  // One line per sweep, so that diffs stay readable.
  std::string text = fmt::format("{{\n  \"skin\": {}, \"boards\": {}, \"seed\": {},\n",
                                 Json(checked.skin).dump(), checked.boards, checked.seed);
  text += fmt::format("  \"smallest_px\": {},\n",
                      checked.smallest_px ? fmt::format("{:.1f}", *checked.smallest_px) : "null");
  const Reliability& surest = checked.reliability.back();
  text += fmt::format("  \"scored_99\": {{\"parts\": {}, \"wrong\": {}}},\n  \"sweeps\": [\n",
                      surest.parts, surest.wrong);
  const auto lines = lines_of(checked);
  for (std::size_t i = 0; i < lines.size(); ++i)
    text += fmt::format("    {{\"name\": \"{}\", \"boards\": {}, \"parts\": {}}}{}\n",
                        lines[i].sweep, to_json(lines[i].boards).dump(),
                        to_json(lines[i].parts).dump(), i + 1 < lines.size() ? "," : "");
  return text + "  ]\n}\n";
}

Baseline parse_baseline(std::string_view text, const std::string& name) {
  try {
    const Json json = Json::parse(text);
    Baseline figures;
    figures.boards = json.at("boards").get<int>();
    figures.seed = json.at("seed").get<std::uint64_t>();
    for (const Json& line : json.at("sweeps")) {
      figures.lines.push_back({line.at("name").get<std::string>(), counts_of(line.at("boards")),
                               counts_of(line.at("parts"))});
      if (figures.lines.back().sweep != "plain")
        figures.sweeps.push_back(figures.lines.back().sweep);
    }
    return figures;
  } catch (const std::exception& error) {
    throw Error(name + " is not a baseline written by a check: " + error.what() +
                "; write it again with --write-baseline.");
  }
}

Comparison compare(const Checked& now, const Baseline& before) {
  Comparison comparison;
  const auto judge = [&](const std::string& what, const Counts& is, const Counts& was,
                         double slack) {
    const auto describe = [&](const char* how) {
      return fmt::format("{}: {} of {} {}, before {} of {}", what,
                         how == std::string_view("wrong") ? is.wrong : is.refused, is.all(), how,
                         how == std::string_view("wrong") ? was.wrong : was.refused, was.all());
    };
    const double wrong = share(is.wrong, is) - share(was.wrong, was);
    const double refused = share(is.refused, is) - share(was.refused, was);
    if (wrong > 1e-9) comparison.worse.push_back(describe("wrong"));
    if (wrong < -1e-9) comparison.better.push_back(describe("wrong"));
    if (refused > slack) comparison.worse.push_back(describe("refused"));
    if (refused < -slack) comparison.better.push_back(describe("refused"));
  };
  constexpr double kPartSlack = 0.02, kBoardSlack = 0.05;
  for (const auto& is : lines_of(now))
    for (const auto& was : before.lines)
      if (is.sweep == was.sweep) {
        judge(is.sweep + ", parts", is.parts, was.parts, kPartSlack);
        judge(is.sweep + ", boards", is.boards, was.boards,
              kBoardSlack + 1.0 / static_cast<double>(std::max(1L, is.boards.all())));
      }
  return comparison;
}

}  // namespace eyehand::calibration
