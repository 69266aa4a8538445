// What the sessions of all games share: reading the appearance and the controls from the skin,
// remembering the last capture, the puzzle and its solution, and listing the parts and drawing the
// overlay of a reading. A game only fills in the hooks at the end of Session.
#pragma once

#include <algorithm>
#include <memory>
#include <opencv2/core.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "player/games.hpp"
#include "vision/cells/grid.hpp"
#include "vision/lattice.hpp"

namespace eyehand {

/// "9x9".
std::string size_text(int width, int height);
/// The cells of this order, then those that are left of 0 to `cells` - 1, each once.
std::vector<int> each_once(std::span<const int> order, int cells);
/// The centres of a lattice's cells, row by row.
std::vector<cv::Point2d> centres(const Lattice& lattice);
/// `parts` as observed; each cell has the same number of parts, one after another. `places` and
/// `confidences` have one entry per cell. Empty if the sizes do not match.
std::vector<ObservedPart> observed_by_cell(std::vector<Part> parts,
                                           std::span<const cv::Rect> places,
                                           std::span<const float> confidences);

/// Squares around these centres; their side is the smallest distance among the first few.
std::vector<cv::Rect> squares_around(std::span<const cv::Point2d> centres);

/// Draws a plan over the image of a captured frame: a disc per click, with the number of clicks if
/// it is repeated, and a line per drag with a disc where it begins.
void draw_gestures(cv::Mat& image, const Plan& plan, const Frame& frame, int radius);

/// `Reading` has `board`, `rejection` and `accepted`; `Puzzle` is what is kept of an accepted
/// reading to recognise the puzzle again; `Answer` is a container, empty if there is no solution.
/// `draw` is found in the namespace of these types, as are `read`, `is_solved` and `parts_of`
/// unless the hooks that call them are overridden.
template <class Appearance, class Controls, class Reading, class Puzzle, class Answer>
class Session : public PuzzleSession {
 public:
  /// Reads [appearance] and [controls].
  explicit Session(const Skin& skin) {
    skin.file.read("appearance", appearance_);
    skin.file.read("controls", controls_);
  }

  Observation observe(const Frame& frame) final {
    reading_ = read_board(frame);
    frame_ = frame;
    Observation seen;
    seen.rejection = reading_.rejection;
    describe_board(seen);
    seen.area &= cv::Rect({}, frame.image.size());
    const bool accepted = reading_.accepted();
    seen.same = puzzle_ && (!accepted || is_same_puzzle());
    if (!accepted) return seen;
    seen.solved = is_won(seen.same);
    if (!seen.same && !answer_.empty()) last_answer_ = std::exchange(answer_, {});
    puzzle_ = remember(seen.same);
    return seen;
  }

  Plan plan() const final {
    if (answer_.empty() || !reading_.accepted()) return {};
    std::vector<ScreenPoint> places;
    for (const cv::Point2d& place : where()) places.push_back(on_screen(place));
    return plan_to_answer(places);
  }

  std::vector<cv::Rect> cells() const override { return squares_around(where()); }

  /// For readings with one confidence per cell; games with others override this.
  std::vector<ObservedPart> parts() const override {
    if constexpr (requires {
                    parts_of(reading_.board);
                    reading_.confidence;
                  })
      return observed_by_cell(parts_of(reading_.board), squares_around(where()),
                              reading_.confidence);
    else
      return {};
  }

  cv::Mat overlay(const Plan& plan) const override {
    cv::Mat picture = draw(frame_, reading_);
    const auto places = where();
    const int pitch = places.empty() ? 0 : squares_around(places).front().width;
    draw_gestures(picture, plan, frame_, std::max(3, pitch / 7));
    return picture;
  }

 protected:
  /// The centres of the cells, or the vertices, that plans refer to, in the frame's image.
  std::vector<cv::Point2d> where() const {
    if constexpr (requires { reading_.lattice; }) {
      return centres(reading_.lattice);
    } else {
      std::vector<cv::Point2d> places;
      for (const auto& p : reading_.where) places.emplace_back(p.x, p.y);
      return places;
    }
  }
  /// At which sizes an atlas looks for the board: one that was read before keeps its size if the
  /// window does.
  cells::Search how_to_search(const Frame& frame) const {
    using enum cells::Search;
    return puzzle_ && frame.image.size() == frame_.image.size() ? same_size : any_size;
  }
  /// Whether the frame shows what was refused before: looking for a board again may take seconds,
  /// and a page that has replaced it stays as it is.
  bool is_refused_again(const Frame& frame) const {
    return !reading_.accepted() && same_picture(frame.image, frame_.image);
  }
  /// Whether every cell that is not unclear is as in the last answer: then what makes the others
  /// unclear is what the program shows after a win.
  template <class AsWanted>
  bool is_all_as_wanted(AsWanted&& is_as_wanted) const {
    // A piece on its way may have made the board look like another puzzle.
    const Answer& answer = answer_.empty() ? last_answer_ : answer_;
    if (answer.size() != reading_.confidence.size()) return false;
    for (std::size_t i = 0; i < answer.size(); ++i)
      if (reading_.confidence[i] >= kMinPartConfidence && !is_as_wanted(i, answer[i])) return false;
    return true;
  }
  ScreenPoint on_screen(cv::Point2d in_image) const {
    const cv::Point p = frame_.to_screen(in_image);
    return {p.x, p.y};
  }

  virtual Reading read_board(const Frame& frame) {
    if constexpr (requires { read(frame, appearance_); })
      return read(frame, appearance_);
    else
      return {};
  }
  /// Sets area, size, text and picture from reading_, unless it has no board.
  virtual void describe_board(Observation& seen) const = 0;
  /// Whether reading_, which is accepted, shows *puzzle_, perhaps played further. May convert
  /// answer_ to the new reading.
  virtual bool is_same_puzzle() = 0;
  /// Whether reading_, which is accepted, shows a win. `same` is the result of is_same_puzzle.
  virtual bool is_won(bool /*same*/) const {
    if constexpr (requires { is_solved(reading_.board); })
      return is_solved(reading_.board);
    else
      return false;
  }
  /// The next puzzle_: what reading_ shows, which is accepted.
  virtual Puzzle remember(bool /*same*/) { return {reading_.board}; }
  /// The plan from reading_, which is accepted, to answer_, which is not empty.
  virtual Plan plan_to_answer(std::span<const ScreenPoint> places) const = 0;

  Appearance appearance_;
  Controls controls_;
  Reading reading_;               ///< of the last frame
  Frame frame_;                   ///< the last frame
  std::optional<Puzzle> puzzle_;  ///< of the last accepted reading
  Answer answer_;                 ///< of puzzle_
  Answer last_answer_;            ///< of the puzzle before it that had one
};

/// A game whose puzzles `read` makes boards of. `parts_of` and `to_picture` are found in the
/// namespace of the board.
template <class ItsSession, auto read>
class BoardGame : public Game {
 public:
  using Game::Game;

  std::unique_ptr<PuzzleSession> begin(const Skin& skin) const final {
    return std::make_unique<ItsSession>(skin);
  }
  std::vector<Part> parts(std::string_view puzzle) const final { return parts_of(read(puzzle)); }
  std::string picture(std::string_view puzzle) const override { return to_picture(read(puzzle)); }
};

}  // namespace eyehand
