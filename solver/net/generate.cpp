#include "solver/net/generate.hpp"

#include <algorithm>
#include <vector>

#include "puzzle/error.hpp"
#include "puzzle/index.hpp"
#include "solver/net/cut_out.hpp"
#include "solver/net/state.hpp"
#include "solver/random.hpp"

namespace eyehand::net {
namespace {

constexpr int kRoundsPerTree = 300;
constexpr int kTrees = 20;
/// Boards of at least kLarge tiles are fixed in parts when fewer than one tile in kFew is open:
/// with kMargin tiles around each open one, in kRoundsPerPart rounds.
constexpr std::size_t kLarge = 10'000, kFew = 200;
constexpr int kMargin = 6;
constexpr int kRoundsPerPart = 60;
constexpr std::uint32_t kFarthest = 8;  // steps from an open tile to where a wire is moved
/// The most tiles visited to find the wires between two tiles. Most paths are short.
constexpr std::size_t kWayLimit = 1000;
/// The share of edges that get an extra wire, and of wires that are cut.
constexpr double kLoops = 0.125, kCuts = 0.125;

class Maker {
 public:
  explicit Maker(const GenerateOptions& options)
      : options_(options),
        random_(options.seed),
        board_(Board::make(options.width, options.height, options.wrapping)),
        max_wires_(options.crosses ? 4 : 3) {
    board_.rules = options.rules;
    board_.source = (options.height / 2) * options.width + options.width / 2;
    if (!options.linked) return;
    if (options.rules.source_may_dangle)
      throw Error("a source that may dangle cannot be turned, so it is not linked with a tile.");
    const int other = board_.neighbour(board_.source, kRight);
    if (other < 0 || other == board_.source)
      throw Error("a Net board needs at least three columns for a source of two linked tiles.");
    board_.linked = {{std::min(board_.source, other), std::max(board_.source, other)}};
  }

  std::optional<Board> make() {
    for (int tree = 0; tree < kTrees; ++tree) {
      lay_wires();
      if (!options_.unique || make_unique()) {
        board_ = shown();
        add_barriers();
        turn_tiles();
        return board_;
      }
      if (options_.deadline.passed()) break;
    }
    return std::nullopt;
  }

 private:
  int wires(int tile) const { return degree(board_.wires[at(tile)]); }
  int tiles() const { return static_cast<int>(board_.size()); }
  /// The tile where a new wire could lead from here, -1 if there is none.
  int free_neighbour(int tile, Sides side) const {
    if (board_.wires[at(tile)] & side) return -1;
    const int other = board_.neighbour(tile, side);
    return other == tile || !may_move(other) ? -1 : other;
  }
  /// While a part is being fixed, wires are moved only there.
  bool may_move(int tile) const { return !parts_ || parts_->is_within(tile, part_); }
  /// As it is drawn, with all wires of a source that may dangle.
  Board shown() const {
    Board board = board_;
    if (options_.rules.source_may_dangle) board.wires[at(board.source)] = kAllSides;
    return board;
  }
  void flip(int tile, Sides side) {
    board_.wires[at(tile)] ^= side;
    board_.wires[at(board_.neighbour(tile, side))] ^= opposite(side);
  }

  void lay_wires() {
    board_.wires.assign(board_.size(), 0);
    grow(max_wires_);
    // Occasionally a tile is left isolated among tees.
    if (max_wires_ < 4) grow(4);
    if (!options_.rules.acyclic) {
      for_each_edge([&](int tile, Sides side, int other) {
        if (other != tile && !(board_.wires[at(tile)] & side) && wires(tile) < max_wires_ &&
            wires(other) < max_wires_ && random_.chance(kLoops))
          flip(tile, side);
      });
    }
    if (!options_.rules.connected) {
      for_each_edge([&](int tile, Sides side, int other) {
        if ((board_.wires[at(tile)] & side) && wires(tile) > 1 && wires(other) > 1 &&
            random_.chance(kCuts))
          flip(tile, side);
      });
    }
  }

  template <class Visit>
  void for_each_edge(Visit visit) {
    for (int tile = 0; tile < tiles(); ++tile)
      for (const Sides side : {kRight, kDown})
        if (const int other = board_.neighbour(tile, side); other >= 0) visit(tile, side, other);
  }

  void grow(int max_wires) {
    struct Place {
      int tile;
      Sides side;
    };
    std::vector<Place> rim;
    const auto reach = [&](int tile) {
      for (const Sides side : kEachSide) {
        const int other = free_neighbour(tile, side);
        if (other >= 0 && wires(other) == 0) rim.push_back({tile, side});
      }
    };
    for (int tile = 0; tile < tiles(); ++tile)
      if (wires(tile) > 0) reach(tile);
    if (rim.empty() && wires(board_.source) == 0) reach(board_.source);
    while (!rim.empty()) {
      Place& place = rim[random_.below(static_cast<std::uint32_t>(rim.size()))];
      const auto [tile, side] = place;
      place = rim.back();
      rim.pop_back();
      const int other = board_.neighbour(tile, side);
      if (other == board_.source || wires(other) > 0 || wires(tile) >= max_wires) continue;
      flip(tile, side);
      reach(other);
    }
  }

  bool make_unique() {
    for (int round = 0; round < kRoundsPerTree; ++round) {
      const Board examined = options_.rules.source_may_dangle ? shown() : Board();
      State state(options_.rules.source_may_dangle ? examined : board_, options_.deadline);
      if (state.deduce() != State::Stage::quiet) return false;  // timeout
      const auto open = state.open_tiles();
      if (open.empty()) return true;
      if (round % 2 != 0 || !fix_parts({open.begin(), open.end()}, kMargin + round / 4))
        move_wires_near(open, round);
    }
    return false;
  }

  template <class Tiles>
  void move_wires_near(const Tiles& tiles, int round) {
    const auto reach = 2 + static_cast<std::uint32_t>(round) / 2;
    for (const auto tile : tiles)
      move_wire(some_steps_from(static_cast<int>(tile), random_.below(reach)));
  }

  /// Does the same as make_unique around the few open tiles of a large board, so that a step need
  /// not visit the whole board. False if that is not worthwhile.
  bool fix_parts(const std::vector<int>& open, int margin) {
    if (board_.size() < kLarge || open.size() > board_.size() / kFew ||
        options_.rules != Rules{true, true})
      return false;
    const auto rectangles = rectangles_around(board_, open, margin);
    if (rectangles.empty()) return false;
    CutOuts parts(board_, rectangles);
    parts_ = &parts;
    for (part_ = 0; part_ < parts.size(); ++part_) {
      parts.choose(part_);
      for (int round = 0; round < kRoundsPerPart; ++round) {
        const Board cut = parts.board();
        State state(cut, parts.surroundings(), options_.deadline);
        if (state.deduce() != State::Stage::quiet || state.open_tiles().empty()) break;
        std::vector<int> tiles;
        for (const std::uint32_t t : state.open_tiles())
          tiles.push_back(parts.rectangle(part_).tile(board_, static_cast<int>(t)));
        move_wires_near(tiles, round);
      }
    }
    parts_ = nullptr;
    return true;
  }

  /// A tile nearby: where nothing helps at the tile itself, its surroundings must change.
  int some_steps_from(int tile, std::uint32_t steps) {
    for (steps = std::min(steps, kFarthest); steps > 0; --steps) {
      const int next = board_.neighbour(tile, kEachSide[random_.below(4)]);
      if (next >= 0) tile = next;
    }
    return tile;
  }

  /// Adds a wire at this tile and removes another, so that the rules still hold.
  void move_wire(int tile) {
    if (!may_move(tile)) return;
    const Sides side = kEachSide[random_.below(4)];
    const int other = free_neighbour(tile, side);
    if (other < 0 || wires(tile) >= max_wires_ || wires(other) >= max_wires_) return;
    if (!options_.rules.connected && !options_.rules.acyclic) {
      if (cut_one(tile)) flip(tile, side);
      return;
    }
    switch (find_way(tile, other)) {
      case Way::found: {
        // Any wire of the loop that the new one closes may go.
        const auto [from, step] = way_[random_.below(static_cast<std::uint32_t>(way_.size()))];
        flip(from, step);
        flip(tile, side);
        break;
      }
      case Way::none:  // two parts
        if (cut_one(tile)) flip(tile, side);
        break;
      case Way::too_long:
        break;
    }
  }

  /// Removes a wire of this tile that leaves no tile without any.
  bool cut_one(int tile) {
    const auto first = random_.below(4);
    for (std::uint32_t i = 0; i < 4; ++i) {
      const Sides side = kEachSide[(first + i) % 4];
      if (!(board_.wires[at(tile)] & side)) continue;
      const int other = board_.neighbour(tile, side);
      if (other == tile || wires(other) < 2) continue;
      flip(tile, side);
      return true;
    }
    return false;
  }

  struct Step {
    int tile;
    Sides side;
  };
  enum class Way { found, none, too_long };
  /// Finds the wires of a path between two tiles, in way_. (While a part is being fixed, only those
  /// within it.)
  Way find_way(int from, int to) {
    if (came_from_.empty()) {
      came_from_.resize(board_.size());
      visited_.resize(board_.size(), 0);
    }
    ++visit_;
    reached_.assign(1, from);
    visited_[at(from)] = visit_;
    const auto reach = [&](int tile, int next, Sides side) {
      if (visited_[at(next)] == visit_) return;
      visited_[at(next)] = visit_;
      came_from_[at(next)] = {tile, side};
      reached_.push_back(next);
    };
    for (std::size_t i = 0; i < reached_.size() && visited_[at(to)] != visit_; ++i) {
      if (i >= kWayLimit) return Way::too_long;
      const int tile = reached_[i];
      for (const Sides side : kEachSide) {
        if (!(board_.wires[at(tile)] & side)) continue;
        const int next = board_.neighbour(tile, side);
        if (may_move(next)) reach(tile, next, side);
      }
      if (parts_) parts_->for_each_joined_outside(tile, [&](int next) { reach(tile, next, 0); });
    }
    if (visited_[at(to)] != visit_) return Way::none;
    way_.clear();
    for (int tile = to; tile != from; tile = came_from_[at(tile)].tile)
      if (came_from_[at(tile)].side != 0) way_.push_back(came_from_[at(tile)]);
    return way_.empty() ? Way::too_long : Way::found;
  }

  void add_barriers() {
    if (options_.barriers <= 0) return;
    for_each_edge([&](int tile, Sides side, int) {
      if (!(board_.wires[at(tile)] & side) && random_.chance(options_.barriers))
        board_.set_barrier(tile, side);
    });
  }

  void turn_tiles() {
    if (!board_.linked.empty()) solution_ = board_.wires;
    // A small board may come out solved; a few more tries are enough for most.
    for (int tries = 0; tries < 10; ++tries) {
      for (Sides& wires : board_.wires) wires = turned(wires, static_cast<int>(random_.below(4)));
      turn_linked();
      if (!is_solved(board_)) return;
    }
  }

  /// Turns linked tiles from the solution by the same quarters.
  void turn_linked() {
    for (const std::vector<int>& group : board_.linked) {
      const int quarters = static_cast<int>(random_.below(4));
      for (const int tile : group) board_.wires[at(tile)] = turned(solution_[at(tile)], quarters);
    }
  }

  const GenerateOptions options_;
  Random random_;
  Board board_;
  const int max_wires_;
  std::vector<Sides> solution_;     // of a board with linked tiles
  const CutOuts* parts_ = nullptr;  // while they are being fixed
  std::size_t part_ = 0;
  std::vector<Step> came_from_;
  std::vector<std::uint32_t> visited_;
  std::uint32_t visit_ = 0;
  std::vector<int> reached_;
  std::vector<Step> way_;
};

}  // namespace

std::optional<Board> generate(const GenerateOptions& options) {
  return Maker(options).make();
}

}  // namespace eyehand::net
