#include "calibration/net/rules.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "puzzle/index.hpp"
#include "solver/net/solve.hpp"

namespace eyehand::calibration {
namespace {

/// Rule sets that a program may use, strictest first.
struct Variant {
  net::Rules rules;
  bool wrapping = false;
  const char* name;
};
const std::array<Variant, 6> kVariants = {{
    {{.connected = true, .acyclic = true}, false, "one network without loops"},
    {{.connected = true, .acyclic = true}, true, "one network without loops, across the rim"},
    {{.connected = true, .acyclic = false}, false, "one network"},
    {{.connected = true, .acyclic = false}, true, "one network, across the rim"},
    {{.connected = false, .acyclic = false}, false, "any networks"},
    {{.connected = false, .acyclic = false}, true, "any networks, across the rim"},
}};
/// Of more tiles that are unclear, not every way in which they may have wires is tried.
constexpr std::size_t kMostUnclearTiles = 3;

/// Notes whether the board would have no other solution if it wrapped.
FoundRules with_wrapping(FoundRules found, net::Board board, Deadline deadline) {
  board.wires = found.wires;
  board.wrapping = true;
  found.may_wrap =
      found.wrapping ||
      (found.is_unique &&
       net::solve(board, {.deadline = deadline, .count_limit = 2}).status == Status::unique);
  return found;
}

/// See find_rules, and find_other_rules if the board as it lies must not be a solution.
std::optional<FoundRules> search(net::Board board, const std::vector<int>& sources,
                                 Deadline deadline, const std::vector<int>& unclear,
                                 bool may_be_solved) {
  std::vector<int> all = {-1};
  all.insert(all.end(), sources.begin(), sources.end());
  const std::vector<net::Sides> as_read = board.wires;
  const auto ways = unclear.size() > kMostUnclearTiles ? 1U : 1U << unclear.size();
  for (const bool is_unique : {true, false})
    for (const int source : all)
      for (const Variant& variant : kVariants) {
        board.rules = variant.rules;
        board.rules.source_may_dangle = source >= 0;
        board.source = source;
        board.wrapping = variant.wrapping;
        std::optional<FoundRules> found;
        int count = 0;
        for (unsigned way = 0; way < ways; ++way) {
          for (std::size_t i = 0; ways > 1 && i < unclear.size(); ++i)
            board.wires[at(unclear[i])] = way >> i & 1 ? net::kAllSides : net::Sides{0};
          if (source >= 0 && board.wires[at(source)] != net::kAllSides) continue;
          if (!may_be_solved && net::is_solved(board)) continue;
          const std::uint64_t most = is_unique ? 2 : 1;
          auto solution = net::solve(board, {.deadline = deadline, .count_limit = most});
          if (solution.answer.empty() || (is_unique && solution.status != Status::unique)) continue;
          ++count;
          if (found && found->wires == as_read) continue;
          found = FoundRules{.rules = board.rules,
                             .wrapping = board.wrapping,
                             .source = source,
                             .is_unique = is_unique,
                             .name = variant.name,
                             .wires = board.wires,
                             .answer = std::move(solution.answer)};
        }
        if (count == 1 || (found && found->wires == as_read))
          return with_wrapping(std::move(*found), board, deadline);
      }
  return std::nullopt;
}

}  // namespace

std::optional<FoundRules> find_rules(net::Board board, const std::vector<int>& sources,
                                     Deadline deadline, const std::vector<int>& unclear) {
  return search(std::move(board), sources, deadline, unclear, true);
}

std::optional<FoundRules> find_other_rules(net::Board board, Deadline deadline) {
  return search(std::move(board), {}, deadline, {}, false);
}

std::set<int> tiles_for_links(const net::Board& board, const std::vector<net::Sides>& answer) {
  const auto is_left_alone = [&](int tile) {
    return tile >= 0 && board.wires[at(tile)] != 0 && board.wires[at(tile)] == answer[at(tile)];
  };
  std::set<int> which;
  for (int tile = 0; tile < board.width * board.height; ++tile)
    if (board.wires[at(tile)] == net::kAllSides ||
        ((tile % board.width + tile / board.width) % 2 == 0 && is_left_alone(tile) &&
         std::ranges::any_of(net::kEachSide, [&](net::Sides side) {
           return is_left_alone(board.neighbour(tile, side));
         })))
      which.insert(tile);
  return which;
}

std::optional<std::vector<net::Sides>> nearly_solved(const net::Board& board, Deadline deadline) {
  const auto found = find_rules(board, {}, deadline);
  for (std::size_t tile = 0; found && tile < board.size(); ++tile)
    if (net::degree(board.wires[tile]) == 1 && board.wires[tile] != found->answer[tile]) {
      std::vector<net::Sides> played = found->answer;
      played[tile] = board.wires[tile];
      return played;
    }
  return std::nullopt;
}

}  // namespace eyehand::calibration
