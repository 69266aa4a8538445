// Where the tiles of an unknown Net board are and what its wires look like, found by turning some
// of them: whatever a tile looks like, four clicks turn it through a full circle.
#pragma once

#include <array>
#include <chrono>
#include <functional>
#include <map>
#include <opencv2/core.hpp>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "calibration/net/arms.hpp"
#include "calibration/net/rotation.hpp"
#include "calibration/pace_search.hpp"
#include "calibration/prober.hpp"
#include "puzzle/net/board.hpp"
#include "vision/cells/grid.hpp"
#include "vision/lattice.hpp"

namespace eyehand::calibration {

/// Turns tiles until the rest of the board can be read. They stay turned until undo().
class TileSurvey {
 public:
  using Report = std::function<void(std::string_view stage, const std::string& what)>;
  /// Notes in `timing` how the program reacts.
  TileSurvey(Prober& prober, Timing& timing, Report report)
      : prober_(prober), timing_(timing), report_(std::move(report)) {}

  /// Up to a minute. Throws LearnStopped (stuck, unreadable) if there is no such board.
  void run();
  /// Turns all tiles back, as far as possible. Throws as run() does.
  void undo();

  const Lattice& board() const { return board_; }
  /// Reads the sides of tiles, in the layout of net::layout_of_sides().
  const cells::GridReader& reader() const { return *reader_; }
  /// The tiles of the board that were turned and whose wires are known, with their wires.
  const std::map<int, Arms>& turned() const { return turned_; }
  /// The tiles of the board that do not turn when clicked: all their sides have a wire, or none
  /// does.
  const std::vector<int>& still() const { return still_on_board_; }
  /// The direction in which a click turns tiles: 1 anticlockwise, -1 clockwise. Tiles in turned()
  /// may differ.
  int usual_turn() const { return usual_turn_; }
  /// The longest that a tile was seen turning.
  std::chrono::milliseconds animation() const { return animation_; }
  /// Whether clicks are lost while a tile turns; if so, pace() waits until it has turned.
  bool loses_clicks() const { return loses_clicks_; }
  Pace pace() const;

  cv::Point2d middle(int tile) const { return middle(cell_of(tile)); }
  /// The wires of a tile of the board now, as far as they can be read.
  net::Sides wires(int tile) const { return read_cell(cell_of(tile)).wires; }
  /// The same, unless they are not certain.
  std::optional<net::Sides> certain_wires(int tile) const;
  /// Clicks a tile of the board, slowly enough for this program.
  void click(int tile) { click_slowly(cell_of(tile)); }
  /// Turns more tiles, the least certain ones, to learn more appearances. False if all were turned.
  bool turn_more();
  /// Adds the present pictures of these tiles (of all, if none are given) to the samples; `wires`
  /// are the whole board's.
  void learn(const std::vector<net::Sides>& wires, const std::vector<int>& tiles = {});
  /// The same for those tiles of an earlier picture of the window that the reader is uncertain of.
  void learn_uncertain(const cv::Mat& picture, const std::vector<net::Sides>& wires);
  /// Turns the uncertain tiles of another board in the same place. They stay turned.
  void learn_new_board();

 private:
  /// A cell of the window's lattice, which extends beyond the board.
  struct Cell {
    int column = 0, row = 0;
    auto operator<=>(const Cell&) const = default;
  };
  struct Turned {
    std::array<cv::Mat, 4> pictures;  ///< of the window, each one turn after the previous
    Rotation rotation;
    bool looks_straight = false;  ///< the same changes at each turn
    double stretch = 1;           ///< factor that makes it roughly square
  };
  struct TurnedTile {
    TurningTile tile;
    std::array<cv::Mat, 4> pictures;  ///< of the window
  };
  struct CellWires {
    float confidence = 0;  ///< of the least certain side
    net::Sides wires = 0;
    bool perhaps = false;  ///< something on it resembles a wire
  };

  std::vector<cv::Point> click_places(const std::vector<cv::Point>& places);
  std::optional<Turned> turn_on(cv::Point at);
  std::vector<Turned> turn_places(const std::vector<cv::Point>& places, int reach);
  std::optional<Turned> rotation_in(const std::array<cv::Mat, 4>& pictures, cv::Point at,
                                    int reach) const;
  std::optional<Turned> oblong_rotation_in(const std::array<cv::Mat, 4>& pictures,
                                           cv::Point at) const;
  bool differs_around(const cv::Mat& before, cv::Point at) const;
  void restore(const std::vector<cv::Point>& places, const cv::Mat& before);
  void note(const Effect& effect);
  void find_first();
  void find_whether_clicks_are_lost();
  cv::Size2d pitches_by(const std::vector<Turned>& neighbours) const;
  cv::Size2d fitted_pitches(const std::vector<Turned>& neighbours, cv::Size2d rough) const;
  static bool is_oblong(cv::Size2d pitches);
  std::vector<Turned> turn_neighbours(bool all);
  void make_square(cv::Size2d pitches);
  void find_lattice();
  void turn_tiles();
  void find_extent();
  void find_board();
  void turn_uncertain();
  void note_turned();

  bool is_inside(Cell cell) const;
  cv::Point2d middle(Cell cell) const { return lattice_.centre(cell.column, cell.row); }
  std::vector<Cell> around(Cell cell) const;
  Cell cell_of(int tile) const;
  std::optional<int> tile_of(Cell cell) const;
  cv::Mat tile_picture(const cv::Mat& picture, Cell cell) const;
  bool has_changed(const cv::Mat& before, Cell cell) const;
  void click_slowly(Cell cell);
  std::vector<Cell> click_once(const std::vector<Cell>& which);
  void turn(std::vector<Cell> which, bool fully = false);

  void add_samples(std::vector<cells::Sample>& samples, const cv::Mat& picture, Cell cell,
                   net::Sides wires) const;
  void label();
  void make_reader(const Lattice& lattice);
  CellWires read_cell(Cell cell) const;
  bool is_recognised(Cell cell) const;
  bool is_tile(Cell cell) const;
  std::set<Cell> known_tiles() const;
  std::vector<Cell> next_batch() const;
  static std::pair<Cell, Cell> box_of(const std::set<Cell>& cells);

  Prober& prober_;
  Timing& timing_;
  Report report_;
  Turned first_;
  Lattice lattice_;  ///< of the whole window
  Cell start_;
  std::map<Cell, TurnedTile> turning_;
  std::map<Cell, Arms> arms_;
  std::set<Cell> tried_, still_;
  std::set<Cell> beyond_;        ///< tiles not adjacent to others
  std::map<Cell, int> clicked_;  ///< number of clicks since found_ was captured
  cv::Mat found_;                ///< the window as it was found
  bool loses_clicks_ = false;
  std::vector<cells::Sample> samples_;        ///< of tiles that were turned
  std::vector<cells::Sample> known_samples_;  ///< of those whose wires are known otherwise
  std::optional<cells::GridReader> reader_;
  Lattice board_;
  Cell board_corner_;
  std::map<int, Arms> turned_;
  std::vector<int> still_on_board_;
  int usual_turn_ = 1;
  std::chrono::milliseconds animation_{0};
};

}  // namespace eyehand::calibration
