// By which rules a program of Net plays, found from one of its boards.
#pragma once

#include <optional>
#include <set>
#include <string_view>
#include <vector>

#include "puzzle/deadline.hpp"
#include "puzzle/net/board.hpp"

namespace eyehand::calibration {

struct FoundRules {
  net::Rules rules;
  bool wrapping = false;
  bool may_wrap = false;  ///< it wraps, or its one solution remains the only one if it does
  int source = -1;        ///< the tile, if its wires may dangle
  bool is_unique = false;
  std::string_view name;
  std::vector<net::Sides> wires;   ///< of the board, with those of tiles that were unclear
  std::vector<net::Sides> answer;  ///< a solution by these rules
};

/// The strictest rules by which the board has exactly one solution, or failing that, any; nothing
/// if there is none. `sources`: tiles that may be a source whose wires dangle. `unclear`: tiles
/// with wires on all sides or on none. Up to three of them are tried in every way: the wires that
/// were read are kept if they lead to a solution, otherwise those are taken that alone do. A dozen
/// solver runs per source and way at most.
std::optional<FoundRules> find_rules(net::Board board, const std::vector<int>& sources,
                                     Deadline deadline, const std::vector<int>& unclear = {});

/// The strictest other rules by which the board, which as it lies showed no win, is not solved but
/// has a solution; nothing if there are none. A dozen solver runs at most.
std::optional<FoundRules> find_other_rules(net::Board board, Deadline deadline);

/// Of any two neighbours that need no click to be as in `answer`, one: if they turn together, only
/// clicks on it show that. And all crosses, which show nothing themselves.
std::set<int> tiles_for_links(const net::Board& board, const std::vector<net::Sides>& answer);

/// A solution by these rules except for one end, which is as it was found: nearly all of the board
/// is powered, and it is not won. Nothing if there is no solution, or none in which an end must
/// turn.
std::optional<std::vector<net::Sides>> nearly_solved(const net::Board& board, Deadline deadline);

}  // namespace eyehand::calibration
