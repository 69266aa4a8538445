// Simulates the answers of a person who is shown clusters of cells, from the truth and from where a
// hand-made skin finds the cells.
#pragma once

#include <array>
#include <map>
#include <string>
#include <vector>

#include "calibration/learn_labels.hpp"
#include "player/skin.hpp"
#include "puzzle/model/rules.hpp"
#include "puzzle/panel/board.hpp"
#include "tests/support/effort.hpp"
#include "vision/net/read.hpp"
#include "vision/panel/read.hpp"
#include "vision/slitherlink/read.hpp"

namespace eyehand::calibration {

/// How many other boards are read with the learned skin.
inline const int kOtherBoards = is_full_effort() ? 4 : 1;

/// For a window of no particular program.
inline LearnOptions learn_options_for(const std::string& game) {
  LearnOptions options;
  options.name = "learned";
  options.game = game;
  options.window.title = "Some window 7";
  options.window.instance = "some";
  return options;
}

/// The centre of the cell shown.
inline cv::Point2d middle_of(const Group& group) {
  return (group.place.tl() + group.place.br()) / 2;
}

inline std::vector<std::string> net_answers(const std::vector<Group>& groups, const Frame& frame,
                                            const net::Board& truth, const std::string& skin_name) {
  const Skin skin = find_skin(skin_name);
  net::Appearance appearance;
  skin.file.read("lattice", appearance.lattice);
  skin.file.read("appearance", appearance);
  const net::Reading reading = net::read(frame, appearance);
  std::vector<std::string> answers;
  for (const Group& group : groups) {
    const cv::Point2d cell = (middle_of(group) - reading.lattice.origin) / reading.lattice.pitch;
    const int tile = cvFloor(cell.y) * truth.width + cvFloor(cell.x);
    const net::Sides wires = truth.wires[static_cast<std::size_t>(tile)];
    std::string answer;
    for (std::size_t i = 0; i < 4; ++i)
      if (wires & net::kEachSide[i]) answer += "ruld"[i];
    if (answer.empty()) answer = "-";
    answers.push_back(tile == reading.board.source ? answer + "*" : answer);
  }
  return answers;
}

inline std::vector<std::string> slitherlink_answers(const std::vector<Group>& groups,
                                                    const Frame& frame,
                                                    const std::string& skin_name) {
  using slitherlink::Mark;
  const Skin skin = find_skin(skin_name);
  slitherlink::Appearance appearance;
  skin.file.read("appearance", appearance);
  const slitherlink::Reading reading = slitherlink::read(frame, appearance);
  const slitherlink::Grid& grid = *reading.board.grid;
  const auto middle = [&](auto&& vertices) {
    cv::Point2d sum;
    for (const int v : vertices) {
      const auto p = reading.where[static_cast<std::size_t>(v)];
      sum += cv::Point2d(p.x, p.y) / static_cast<double>(vertices.size());
    }
    return sum;
  };
  std::vector<std::string> answers;
  for (const Group& group : groups) {
    std::string answer;
    double nearest = 1e9;
    for (int e = 0; e < grid.edges(); ++e) {
      const double off =
          cv::norm(middle(std::array{grid.edge(e).a, grid.edge(e).b}) - middle_of(group));
      if (off >= nearest) continue;
      nearest = off;
      const Mark mark = reading.board.marks[static_cast<std::size_t>(e)];
      answer = mark == Mark::line ? "line" : mark == Mark::cross ? "cross" : "open";
    }
    for (int f = 0; f < grid.faces(); ++f) {
      const double off = cv::norm(middle(grid.vertices_of_face(f)) - middle_of(group));
      if (off >= nearest) continue;
      nearest = off;
      const int clue = reading.board.clues[static_cast<std::size_t>(f)];
      answer = clue < 0 ? "-" : std::to_string(clue);
    }
    answers.push_back(answer);
  }
  return answers;
}

inline std::string panel_answer(const panel::Tile& tile) {
  constexpr std::array kSymbols = {"", ",dot,", ",diamond", ",bar", ",slash", ",flower,"};
  constexpr std::array kHues = {"",      ",red",    ",orange", ",yellow", ",green",
                                ",blue", ",purple", ",white",  ",black"};
  std::string said = tile.lit ? "lit" : "unlit";
  if (tile.locked) said += ",locked";
  if (tile.start) said += ",start";
  if (tile.symbol == panel::Symbol::none) return said;
  said += kSymbols[static_cast<std::size_t>(tile.symbol)];
  if (tile.symbol == panel::Symbol::dot || tile.symbol == panel::Symbol::flower)
    said += std::to_string(tile.value);
  return said + kHues[static_cast<std::size_t>(tile.hue)];
}

inline std::vector<std::string> panel_answers(const std::vector<Group>& groups, const Frame& frame,
                                              const panel::Board& truth) {
  const Skin skin = find_skin("arena-panel");
  panel::Appearance appearance;
  skin.file.read("appearance", appearance);
  const panel::Reading reading = panel::read(frame, appearance);
  std::vector<std::string> answers;
  for (const Group& group : groups) {
    std::size_t nearest = 0;
    for (std::size_t t = 0; t < truth.size(); ++t)
      if (cv::norm(reading.where[t] - middle_of(group)) <
          cv::norm(reading.where[nearest] - middle_of(group)))
        nearest = t;
    answers.push_back(panel_answer(truth.tiles[nearest]));
  }
  return answers;
}

/// For a page of rules. Clues that are black or white look otherwise than marks, and are given.
inline std::vector<std::string> page_answers(const std::vector<Group>& groups,
                                             const model::Rules& rules, const model::Board& truth) {
  std::map<std::string, std::string> answers;  // by the place that a cluster is named after
  for (int i = 0; i < truth.cells(); ++i) {
    const int clue = truth.clues[at(i)], mark = truth.marks[at(i)];
    std::string& answer = answers[truth.name(i)];
    if (clue != model::kBlank) answer = model::clue_name(rules, clue);
    if (answer == "black" || answer == "white") answer += ", given";
    if (mark != model::kBlank)
      answer += (answer.empty() ? "mark " : ", mark ") + std::to_string(mark);
    if (answer.empty()) answer = "blank";
  }
  for (std::size_t line = 0; line < truth.lines.size(); ++line)
    for (std::size_t i = 0; i < truth.lines[line].size(); ++i)
      answers["number " + std::to_string(i + 1) + " of " + truth.name(truth.place_of_line(line))] =
          std::to_string(truth.lines[line][i]);
  std::vector<std::string> in_order;
  for (const Group& group : groups) in_order.push_back(answers.at(group.name));
  return in_order;
}

}  // namespace eyehand::calibration
