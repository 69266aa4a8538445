#include "calibration/net/rules.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

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

}  // namespace

std::optional<FoundRules> find_rules(net::Board board, const std::vector<int>& sources,
                                     Deadline deadline) {
  std::vector<int> all = {-1};
  all.insert(all.end(), sources.begin(), sources.end());
  for (const bool is_unique : {true, false})
    for (const int source : all)
      for (const Variant& variant : kVariants) {
        board.rules = variant.rules;
        board.rules.source_may_dangle = source >= 0;
        board.source = source;
        board.wrapping = variant.wrapping;
        const std::uint64_t most = is_unique ? 2 : 1;
        auto solution = net::solve(board, {.deadline = deadline, .count_limit = most});
        if (solution.answer.empty() || (is_unique && solution.status != Status::unique)) continue;
        return FoundRules{board.rules, board.wrapping, source,
                          is_unique,   variant.name,   std::move(solution.answer)};
      }
  return std::nullopt;
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
