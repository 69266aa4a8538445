#include "player/parts.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace eyehand {
namespace {

std::string label_if(bool is, std::string_view yes, std::string_view no) {
  return std::string(is ? yes : no);
}

}  // namespace

std::vector<Part> parts_of(const net::Board& board) {
  // By the bits of net::Sides.
  constexpr std::array<std::string_view, 16> kWires = {"·", "╶", "╵", "└", "╴", "─", "┘", "┴",
                                                       "╷", "┌", "│", "├", "┐", "┬", "┤", "┼"};
  std::vector<Part> parts;
  parts.reserve(board.size() * 4);
  for (std::size_t i = 0; i < board.size(); ++i) {
    const int tile = static_cast<int>(i);
    parts.push_back({"tile", std::string(kWires[board.wires[i] & net::kAllSides])});
    for (const net::Sides side : {net::kRight, net::kDown})
      parts.push_back({"barrier", label_if(board.is_open(tile, side), "none", "barrier")});
    parts.push_back({"lock", label_if(board.locked[i] != 0, "locked", "free")});
  }
  return parts;
}

std::vector<Part> parts_of(const slitherlink::Board& board) {
  std::vector<Part> parts;
  parts.reserve(board.clues.size() + board.marks.size());
  for (const int clue : board.clues)
    parts.push_back({"clue", clue == slitherlink::kNoClue ? "none" : std::to_string(clue)});
  for (const slitherlink::Mark mark : board.marks)
    parts.push_back({"edge", mark == slitherlink::Mark::line    ? "line"
                             : mark == slitherlink::Mark::cross ? "cross"
                                                                : "unknown"});
  return parts;
}

std::vector<Part> parts_of(const hexiom::Board& board) {
  std::vector<Part> parts;
  parts.reserve(board.cells.size() * 2);
  for (std::size_t i = 0; i < board.cells.size(); ++i) {
    const hexiom::Cell cell = board.cells[i];
    parts.push_back({"cell", cell == hexiom::kHole    ? "hole"
                             : cell == hexiom::kEmpty ? "empty"
                                                      : std::to_string(cell)});
    parts.push_back({"lock", label_if(board.locked[i] != 0, "locked", "free")});
  }
  return parts;
}

std::vector<Part> parts_of(const lights::Board& board) {
  std::vector<Part> parts;
  parts.reserve(board.size() * 2);
  for (std::size_t i = 0; i < board.size(); ++i) {
    const int tile = static_cast<int>(i);
    std::string set;
    for (const int other : board.flips[i]) {
      if (!set.empty()) set += ' ';
      set += std::to_string(other % board.width - tile % board.width);
      set += ',';
      set += std::to_string(other / board.width - tile / board.width);
    }
    parts.push_back({"light", label_if(board.lit[i] != 0, "lit", "unlit")});
    parts.push_back({"set", set.empty() ? "none" : set});
  }
  return parts;
}

std::vector<Part> parts_of(const panel::Board& board) {
  using panel::Symbol;
  constexpr std::array<std::string_view, 6> kSymbols = {"none", "dot",   "diamond",
                                                        "bar",  "slash", "flower"};
  constexpr std::array<std::string_view, panel::kHues> kHues = {
      "none", "red", "orange", "yellow", "green", "blue", "purple", "white", "black"};
  std::vector<Part> parts;
  parts.reserve(board.size() * 7);
  for (std::size_t i = 0; i < board.size(); ++i) {
    panel::Tile tile = board.tiles[i];
    const bool exists = tile.exists;
    if (!exists || tile.hidden) tile.symbol = Symbol::none;
    const bool has_symbol = tile.symbol != Symbol::none;
    std::string symbol(kSymbols[static_cast<std::size_t>(tile.symbol)]);
    if (tile.symbol == Symbol::dot || tile.symbol == Symbol::flower) {
      symbol += ' ';
      symbol += std::to_string(tile.value);
    }
    const bool has_hue = has_symbol && tile.symbol != Symbol::flower;
    const auto is_linked = [&](bool linked, std::size_t to) {
      return exists && linked && board.tiles[to].exists;
    };
    parts.push_back({"tile", exists ? label_if(tile.lit, "lit", "unlit") : "missing"});
    parts.push_back({"symbol", std::move(symbol)});
    parts.push_back(
        {"hue", std::string(has_hue ? kHues[static_cast<std::size_t>(tile.hue)] : kHues[0])});
    parts.push_back({"lock", label_if(exists && tile.locked, "locked", "free")});
    parts.push_back({"start", label_if(exists && tile.start, "start", "none")});
    parts.push_back({"link", label_if(is_linked(tile.linked_left, i - 1), "left", "none")});
    parts.push_back(
        {"link", label_if(is_linked(tile.linked_up, i - static_cast<std::size_t>(board.width)),
                          "up", "none")});
  }
  return parts;
}

std::vector<ObservedPart> observed_by_cell(std::vector<Part> parts,
                                           std::span<const cv::Rect> places,
                                           std::span<const float> confidences) {
  std::vector<ObservedPart> seen;
  if (places.empty() || places.size() != confidences.size() || parts.size() % places.size() != 0)
    return seen;
  const std::size_t each = parts.size() / places.size();
  seen.reserve(parts.size());
  for (std::size_t i = 0; i < parts.size(); ++i)
    seen.push_back({std::move(parts[i]), confidences[i / each], places[i / each]});
  return seen;
}

std::vector<cv::Rect> squares_around(std::span<const cv::Point2d> middles) {
  constexpr std::size_t kFew = 32;
  double pitch = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < std::min(kFew, middles.size()); ++i)
    for (std::size_t k = i + 1; k < middles.size(); ++k)
      pitch = std::min(pitch, cv::norm(middles[i] - middles[k]));
  const int side = middles.size() < 2 ? 1 : std::max(1, cvRound(pitch));
  std::vector<cv::Rect> squares;
  for (const cv::Point2d& middle : middles)
    squares.emplace_back(cvRound(middle.x - side / 2.0), cvRound(middle.y - side / 2.0), side,
                         side);
  return squares;
}

}  // namespace eyehand
