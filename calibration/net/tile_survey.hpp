// What the wires of an unknown Net board look like and how far it extends, found by turning some of
// its tiles: what turns with a tile is its wires.
#pragma once

#include <array>
#include <map>
#include <opencv2/core.hpp>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "calibration/net/arms.hpp"
#include "calibration/net/tile_finder.hpp"
#include "calibration/pace_search.hpp"
#include "calibration/prober.hpp"
#include "puzzle/net/board.hpp"
#include "vision/cells/grid.hpp"
#include "vision/lattice.hpp"
#include "vision/reading.hpp"

namespace eyehand::calibration {

/// Turns tiles until the rest of the board can be read. They stay turned until undo().
class TileSurvey {
 public:
  /// Notes in `timing` how the program reacts.
  TileSurvey(Prober& prober, Timing& timing, StageReport report)
      : prober_(prober), timing_(timing), report_(std::move(report)) {}

  /// Finds some tiles, which are left as they were, first where `guesses` say that cells are.
  /// Throws LearnStopped (stuck, unreadable) if there are none.
  void find_first(std::span<const LatticeGuess> guesses = {});
  /// The cells that the window has room for.
  const Lattice& window() const { return lattice_; }
  /// Finds the board around them. Up to a minute. Throws LearnStopped (stuck, unreadable) if there
  /// is none.
  void run();
  /// Turns all tiles back, as far as possible.
  void undo();

  const Lattice& board() const { return board_; }
  /// Reads the sides of tiles, in the layout of net::layout_of_sides().
  const cells::GridReader& reader() const;
  /// The tiles of the board that were turned and whose wires are known, with their wires.
  const std::map<int, Arms>& turned() const { return turned_; }
  /// The tiles of the board that do not turn when clicked: all their sides have a wire, or none
  /// does.
  const std::vector<int>& still() const { return still_on_board_; }
  /// The direction in which a click turns tiles: 1 anticlockwise, -1 clockwise. Tiles in turned()
  /// may differ.
  int usual_turn() const { return usual_turn_; }
  /// How tiles react to clicks.
  const TurnTiming& reaction() const { return reaction_; }

  /// The edges of the window, such as "lower", beyond which the board may go on; empty if it is
  /// wholly in sight.
  std::string edges_reached() const;
  cv::Point2d middle(int tile) const { return middle(cell_of(tile)); }
  /// The tile of the board at this point, which must be on it.
  int tile_at(ScreenPoint at) const;
  /// The wires of a tile of the board now, as far as they can be read.
  net::Sides wires(int tile) const { return read_cell(cell_of(tile)).wires; }
  /// The same, unless they are not certain.
  std::optional<net::Sides> certain_wires(int tile) const;
  bool has_changed(const cv::Mat& before, int tile) const {
    return has_changed(before, cell_of(tile));
  }
  /// Clicks a tile of the board, slowly enough for this program.
  void click(int tile) { click_slowly(cell_of(tile)); }
  enum class Where { on_board, also_around };
  /// Turns more tiles there, the least certain ones, to learn more appearances; then the board may
  /// turn out to be larger. False if all were turned.
  bool turn_more(Where where);
  /// Adds the present pictures of these tiles (of all, if none are given) to the samples; `wires`
  /// are the whole board's.
  void learn(const std::vector<net::Sides>& wires, const std::vector<int>& tiles = {});
  /// The same for tiles of a picture of the window whose sides are read with less than this
  /// confidence. False if there are none.
  bool learn_uncertain(const cv::Mat& picture, const std::vector<net::Sides>& wires,
                       float confidence = kMinConfidence);
  /// The same for the tiles as they were found: a program may mark those that were turned, and no
  /// other is left once the board can be read. `wires` are the whole board's as found.
  void learn_found(const std::vector<net::Sides>& wires);
  /// How often a tile of the board was clicked since it was found.
  int clicks(int tile) const;
  /// Turns the uncertain tiles of another board in the same place, except this one. They stay
  /// turned.
  void learn_new_board(int except);

 private:
  /// A cell of the window's lattice, which extends beyond the board.
  struct Cell {
    int column = 0, row = 0;
    auto operator<=>(const Cell&) const = default;
  };
  struct TurnedTile {
    TurningTile tile;
    std::array<cv::Mat, 4> pictures;    ///< of the window
    std::optional<cv::Point2d> centre;  ///< what it turns around
  };
  struct CellWires {
    float confidence = 0;  ///< of the least certain side
    net::Sides wires = 0;
    bool perhaps = false;  ///< something on it resembles a wire
  };
  struct Certain {
    std::size_t right = 0, wrong = 0;  ///< sides
  };

  void add_turned(Cell cell, const std::array<cv::Mat, 4>& pictures);
  void cut(TurnedTile& tile, Cell cell) const;
  void refine_lattice();
  void make_square(cv::Point2d pitches);
  void grow();
  void turn_tiles();
  void find_extent();
  void find_board();
  void set_board(Cell corner, int columns, int rows);
  void set_board_to_known();
  bool extend_over_empty();
  void turn_uncertain(int except = -1);
  void note_turned();
  Certain read_certain(const cv::Mat& picture, const std::vector<net::Sides>& wires) const;
  void add_power(const std::vector<net::Sides>& wires);

  bool is_inside(Cell cell) const;
  cv::Point2d middle(Cell cell) const { return lattice_.centre(cell.column, cell.row); }
  std::vector<Cell> around(Cell cell) const;
  Cell cell_of(int tile) const;
  std::optional<int> tile_of(Cell cell) const;
  cv::Mat tile_picture(const cv::Mat& picture, Cell cell) const;
  bool has_changed(const cv::Mat& before, Cell cell) const;
  void click_slowly(Cell cell);
  void set_aside_unless_any_reacts(std::vector<Cell>& which);
  std::vector<Cell> click_once(const std::vector<Cell>& which);
  void turn(const std::vector<Cell>& which, bool fully = false);
  void turn_apart(std::vector<Cell> which, bool fully);

  void add_samples(std::vector<cells::Sample>& samples, const cv::Mat& picture, Cell cell,
                   net::Sides wires) const;
  void label();
  CellWires read_cell(Cell cell) const;
  bool is_recognised(Cell cell) const;
  bool is_tile(Cell cell) const;
  std::set<Cell> known_tiles() const;
  std::vector<Cell> next_batch() const;
  std::vector<Cell> few_on_rim() const;
  static std::pair<Cell, Cell> box_of(const std::set<Cell>& cells);

  Prober& prober_;
  Timing& timing_;
  StageReport report_;
  Lattice lattice_;  ///< of the whole window
  Cell start_;
  std::map<Cell, TurnedTile> turning_;
  std::map<Cell, Arms> arms_;
  std::set<Cell> tried_, still_;
  std::set<Cell> beyond_;                     ///< tiles not adjacent to others
  std::set<Cell> outer_empty_;                ///< the lines of empty tiles that extend the board
  std::map<Cell, int> clicked_;               ///< number of clicks since found_ was captured
  cv::Mat found_;                             ///< the window as it was found
  std::vector<cells::Sample> samples_;        ///< of tiles that were turned
  std::vector<cells::Sample> known_samples_;  ///< of those whose wires are known otherwise
  mutable std::optional<cells::GridReader> reader_;  ///< made of the samples when it is needed
  Lattice board_;
  Cell board_corner_;
  std::map<int, Arms> turned_;
  std::vector<int> still_on_board_;
  int usual_turn_ = 1;
  TurnTiming reaction_;
};

}  // namespace eyehand::calibration
