// Finds a board that is only a part of the picture: a game inside a window that shows a whole
// desktop or a phone, such as a viewer's.
#pragma once

#include <memory>
#include <opencv2/core.hpp>
#include <optional>

#include "player/session_wrapper.hpp"
#include "player/skin.hpp"
#include "player/view.hpp"
#include "puzzle/deadline.hpp"
#include "vision/enlarge.hpp"
#include "vision/frame.hpp"

namespace eyehand {

/// Observes, and rejects a board that seems to be a part of one that goes on: along one of its
/// sides, cells look on average as what lies beyond them does.
Observation observe_whole(PuzzleSession& session, const Frame& frame);

/// A part of a frame, which is read enlarged.
struct BoardPart {
  cv::Rect area;
  Enlargement by;
};

/// The largest part of a frame, which may be all of it or one of its panes (vision/panes.hpp), in
/// which the skin's reader accepts a board that does not reach the part's edge, beyond which it
/// might go on. If there is none, the parts are enlarged in several ways, also without the noise of
/// compression, of which two must show the same board. Cells beside which a larger part has numbers
/// are not taken without them, nor boards of fewer than `least_cells`. Costs up to sixteen readings
/// of each of up to 25 parts, and gives up after ten seconds, at the deadline or when interrupted;
/// a reading that has begun is finished.
std::optional<BoardPart> find_board(const Frame& frame, const Skin& skin,
                                    std::size_t least_cells = 0, const Deadline& deadline = {});

/// The frame that find_board() read there.
Frame part_of(const Frame& frame, const BoardPart& part);

/// Reads the board that a view shows. If none is read in the whole view, it is looked for in parts,
/// and the view narrowed to the one that shows it; then the frame observed is rejected, and the
/// next capture shows the part. If the board is not read there for a while, the view is widened
/// again. A board that was read before is only looked for elsewhere after that while; until it is
/// solved, one of fewer cells is taken for a part of it.
class SeekingSession final : public SessionWrapper {
 public:
  /// Both must outlive it.
  SeekingSession(const Skin& skin, ViewSource& screen);

  void set_deadline(const Deadline& deadline) override { deadline_ = deadline; }
  Observation observe(const Frame& frame) override;

 private:
  SeekingSession(std::unique_ptr<PuzzleSession> session, const Skin& skin, ViewSource& screen);

  std::unique_ptr<PuzzleSession> owned_;
  const Skin& skin_;
  ViewSource& screen_;
  /// Once a board was read: its cells, or 0 if it was solved, so that the next may be smaller.
  std::optional<std::size_t> least_cells_;
  Deadline deadline_;
  Deadline give_up_at_;  ///< never: it was read in the last frame
  cv::Mat searched_;     ///< the picture in which it was last looked for, in vain
};

}  // namespace eyehand
