// What the stages of learning Lights Out share once the tiles are known: reading the board and
// pressing tiles.
#pragma once

#include <chrono>
#include <opencv2/core.hpp>
#include <optional>
#include <string>
#include <vector>

#include "calibration/learner.hpp"
#include "calibration/survey.hpp"
#include "puzzle/lights/board.hpp"
#include "vision/cells/atlas.hpp"
#include "vision/cells/grid.hpp"
#include "vision/lights/outlines.hpp"
#include "vision/lights/read.hpp"

namespace eyehand::calibration {

/// Reads with what has been learned so far, and presses tiles. Functions that read the window throw
/// LearnStopped (unreadable) if the board cannot be read, and all may throw what Prober does.
class TilePresser : protected Learner {
 protected:
  TilePresser(Prober& prober, const LearnOptions& options)
      : Learner(prober, options), survey_(prober) {}
  ~TilePresser() = default;

  /// How often a step is attempted when presses are lost.
  static constexpr int kAttempts = 3;
  /// If more of the tiles than this are uncertain, the board is covered.
  static constexpr double kMostUncertain = 0.25;

  int tiles() const { return lattice_.columns * lattice_.rows; }

  /// To be called when samples_ or names_ have changed.
  void make_reader();
  /// Exchanges the names of the two states. Boards read before are then the wrong way round.
  void swap_states();

  /// The board in a picture of the window, accepted or not.
  lights::Reading read(const cv::Mat& picture) const;
  lights::Reading read_now() const { return read(prober_.frame().image); }
  bool is_of_this_size(const lights::Reading& reading) const;
  /// The board in the window, called `what` in the message if it is rejected.
  lights::Board read_board(const char* what);

  Click click_on(int tile) const;
  /// Presses these tiles, one after the other.
  Effect press(const std::vector<int>& which, const Pace& pace);
  /// Presses each once the effect of the one before is complete.
  void press_one_by_one(const std::vector<int>& which);
  static lights::Board after(lights::Board board, const std::vector<int>& which);
  /// The fewest presses that make all tiles of a board unlit; nothing if none do.
  std::optional<std::vector<int>> presses_for(const lights::Board& board) const;

  /// When presses have no effect any more: a program may allow only so many in a game. Has it start
  /// another one if there is a button for that, a few times at most.
  bool deal_another();
  bool has_dealt() const { return deals_ > 0; }

  /// Undoes the presses that have led from `wanted` to the present board. Throws LearnStopped
  /// (stuck) if that fails, unless another game is dealt.
  void restore(const lights::Board& wanted);
  /// The same. False if the board cannot be read any more: the program has faded it.
  bool is_restored(const lights::Board& wanted);

  /// Presses all tiles but one that make all tiles unlit, and returns that one. The board must be
  /// solvable. Throws LearnStopped (stuck) if presses do not do what they should.
  int press_all_but_last();
  /// A tile may look different from all those seen before, because of its surroundings. If all
  /// certain tiles are as expected, the uncertain ones are learned; but after a press (of
  /// `pressed`, or -1) only those that it flipped: others may have been covered.
  void learn_uncertain(const lights::Board& expected, int pressed);

  Survey survey_;
  Lattice lattice_;
  std::vector<cells::Sample> samples_;
  cells::Atlas atlas_;
  std::vector<std::string> names_ = {"unlit", "lit", "beside"};  ///< of the atlas's labels
  std::optional<cells::GridReader> reader_;
  lights::Appearance appearance_;
  lights::OutlineAppearance outlines_;
  int deals_ = 0;    ///< of other games
  cv::Mat touched_;  ///< what press() has changed so far, if only for a moment: an 8-bit mask
};

}  // namespace eyehand::calibration
