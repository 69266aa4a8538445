// What dots, diamonds, bars and slashes ask of the tiles' states, for a solver that decides these
// one after another: at every point each region of which something is known is judged by what it
// has and may still come to have (regions.hpp), and bars and slashes by pairs. What is found is
// told with a cause, a number; asked why, the judge takes known states away until it would no
// longer say so, so that the reasons that are learned are few.
//
//   region   the region of a tile with a dot or diamond: too large, too small, two hues of dots,
//            a third symbol of a diamond's hue or no second, two bars of a hue
//   shape    two symbols of one hue: where a tile is joined to the one, its image must be able to
//            be joined to the other, by one of the turns
//   hues     of two hues: both regions are done, and of one shape
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "solver/panel/engine.hpp"
#include "solver/panel/grid.hpp"
#include "solver/panel/regions.hpp"

namespace eyehand::panel {

class Content {
 public:
  /// `states`: a literal a tile that says it is lit; any for missing ones. `walked`: the lit tiles
  /// that are not locked are one region.
  Content(const Grid& grid, const Board& board, Literals states, bool walked);

  const Literals& states() const { return states_; }
  /// Literals that say of tiles that they are walked.
  void walk(const Literals& walked);
  /// While the literal holds, no walk has more than `most` tiles. (Its region may have: of a locked
  /// lit tile that is not walked.)
  void shorten(int most, int literal);
  /// No walk has fewer than `tiles` tiles, as the search for a shorter one has proved. So the dots
  /// of its region sum to as many, or to 0.
  void set_min_walk(int tiles) { now_.floor = then_.floor = tiles; }
  /// For Engine::TheoryPropagator. Cost: some tens of microseconds for 100 tiles.
  bool judge(const Engine& engine, std::vector<Engine::Finding>& findings);
  void explain(const Engine& engine, Engine::Finding finding, Literals& clause);
  /// The rule of a cause, and in words what would go wrong, for the trace.
  std::string_view rule(int cause) const;
  std::string reason(int cause) const;

 private:
  enum class Kind : std::uint8_t { region, shape, hues };
  int cause(Kind kind, int a, int b = 0) const;
  struct Group {
    int variable;
    std::vector<int> tiles;  // none: it is the one of shorten()
    int spare = -1;          // or tells that this locked lit tile is walked
  };
  static int variable(int literal) { return literal > 0 ? literal : -literal; }
  void tell(int cause, int tile, int state);
  void judge_regions(const Engine& engine);
  void find_spare(const Engine& engine, int tile);
  void judge_pair(int a, int b);
  void judge_hues();
  bool is_broken(int cause, bool hasty);
  bool pair_is_broken(int a, int b);
  int turns(int a, int b) const;
  bool mismatch(int a, int b, int quarters);
  void find_images(int a, int b, int quarters);
  bool same_shapes(int a, int b);
  bool done(int anchor);
  int image(int tile, int from, int to, int quarters) const;
  bool keep_few(int cause, std::vector<int>& kept, std::size_t from, std::size_t to, bool not_all);
  void forget(int group, bool forgotten);

  const Grid& grid_;
  const Board& board_;
  Literals states_;
  std::vector<int> lookers_;
  std::vector<std::vector<int>> kinds_;  // the bars and slashes of each hue that has any
  std::vector<Group> groups_;            // of linked tiles
  int most_ = -1, bound_ = 0;            // of shorten()
  Regions now_;
  Regions then_;  // for explanations
  std::vector<std::int8_t> known_;
  Regions* on_ = nullptr;  // which of them is_broken() judges
  std::vector<Engine::Finding>* findings_ = nullptr;
  std::vector<Regions::Finding> found_;
};

}  // namespace eyehand::panel
