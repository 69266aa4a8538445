#include "player/seek.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <opencv2/imgproc.hpp>
#include <utility>
#include <vector>

#include "vision/panes.hpp"
#include "x11/interruption.hpp"

namespace eyehand {
namespace {

/// How long a board may be unreadable, such as while it is drawn, before it is looked for
/// elsewhere.
constexpr std::chrono::milliseconds kUnreadableFor{600};
/// Pixels around a board, so that it cannot be a part of one that goes on.
constexpr int kAroundBoard = 2;
/// What JPEG leaves in a picture that a viewer scales; marks differ from what they are on by more.
constexpr double kNoise = 15;
/// How parts are enlarged, in turn: a viewer may show 60 % of the program's pixels or more, and
/// lines may have been one or two pixels wide.
constexpr std::array kEnlargements = {
    Enlargement{1, 1},
    Enlargement{4.0 / 3, 0.75},
    Enlargement{5.0 / 3, 0.6},
    Enlargement{1, 1, kNoise},
    Enlargement{4.0 / 3, 0.75, kNoise},
    Enlargement{5.0 / 3, 0.6, kNoise},
    Enlargement{1.5, 0.67},
    Enlargement{1.5, 0.67, kNoise},
    Enlargement{1.6, 0.625},
    Enlargement{1.6, 0.625, kNoise},
    Enlargement{5.0 / 3, 0.75},
    Enlargement{4.0 / 3, 1.5},
    Enlargement{5.0 / 3, 1.5},
    Enlargement{1.5, 1.2},
    Enlargement{5.0 / 3, 1.2},
    Enlargement{4.0 / 3, 1.2},
};
/// Readers of dots take up to a second for a large pane.
constexpr std::chrono::seconds kSearchTime{10};

bool has_margin(const cv::Rect& board, cv::Size picture) {
  return board.x >= kAroundBoard && board.y >= kAroundBoard &&
         board.br().x <= picture.width - kAroundBoard &&
         board.br().y <= picture.height - kAroundBoard;
}

/// The sum of a picture's parts (CV_32FC3) that lie so many cells away from those of `cells` that
/// are wanted. Empty if there are none, or if one is outside.
template <class Wanted>
cv::Mat sum_of(const cv::Mat& bgr, const std::vector<cv::Rect>& cells, Wanted wanted,
               cv::Point out) {
  cv::Mat sum;
  for (const cv::Rect& cell : cells) {
    if (!wanted(cell)) continue;
    const cv::Rect place = cell + cv::Point(out.x * cell.width, out.y * cell.height);
    if ((place & cv::Rect({}, bgr.size())) != place) return {};
    cv::Mat part;
    cv::resize(bgr(place), part, cells.front().size(), 0, 0, cv::INTER_AREA);
    part.convertTo(part, CV_32F);
    sum = sum.empty() ? part : sum + part;
  }
  return sum;
}

/// Whether the cells along one of a board's sides look, on average, as what lies beyond them does.
/// Sums show the lines between cells, not what is in them.
bool goes_on(const cv::Mat& bgr, std::vector<cv::Rect> cells) {
  constexpr double kAlike = 0.8;
  constexpr int kSlack = 2;
  if (cells.empty()) return false;
  const cv::Size usual = cells[cells.size() / 2].size();
  std::erase_if(cells, [&](const cv::Rect& cell) {
    return std::abs(cell.width - usual.width) > kSlack ||
           std::abs(cell.height - usual.height) > kSlack;
  });
  cv::Rect board = cells.front();
  for (const cv::Rect& cell : cells) board |= cell;
  for (const cv::Point out : {cv::Point(-1, 0), {1, 0}, {0, -1}, {0, 1}}) {
    const auto is_last = [&](const cv::Rect& cell) {
      const cv::Rect next = cell + cv::Point(out.x * cell.width / 2, out.y * cell.height / 2);
      return (next & board) != next;
    };
    const cv::Mat last = sum_of(bgr, cells, is_last, {});
    const cv::Mat beyond = sum_of(bgr, cells, is_last, out);
    if (last.empty() || beyond.empty()) continue;
    cv::Mat alike;
    cv::matchTemplate(last, beyond, alike, cv::TM_CCOEFF_NORMED);
    if (alike.at<float>(0, 0) > kAlike) return true;
  }
  return false;
}

/// A board that was found, in pixels of the whole frame.
struct FoundBoard {
  std::size_t cells;  ///< how many
  cv::Rect around_cells;
  cv::Rect area;  ///< with the numbers beside the cells, if there are any
  double times;   ///< how often it was enlarged
  std::string text;
};
bool are_alike(const cv::Rect& a, const cv::Rect& b) {
  constexpr int kSlack = 4;
  const cv::Point from = a.tl() - b.tl(), to = a.br() - b.br();
  return std::max({std::abs(from.x), std::abs(from.y), std::abs(to.x), std::abs(to.y)}) <= kSlack;
}
bool is_same(const FoundBoard& a, const FoundBoard& b) {
  return a.text == b.text && are_alike(a.around_cells, b.around_cells);
}
/// Whether a board is what is left of a larger one without the numbers beside its cells.
bool is_cut_from(const FoundBoard& board, const FoundBoard& larger) {
  return board.cells == larger.cells && are_alike(board.around_cells, larger.around_cells) &&
         !are_alike(board.area, board.area | larger.area);
}

}  // namespace

Observation observe_whole(PuzzleSession& session, const Frame& frame) {
  Observation seen = session.observe(frame);
  if (seen.accepted() && goes_on(frame.image, session.cells()))
    seen.rejection = "the board seems to go on beyond the cells that were found";
  return seen;
}

std::optional<BoardPart> find_board(const Frame& frame, const Skin& skin, std::size_t least_cells,
                                    const Deadline& deadline) {
  const Game& game = game_named(skin.game);
  std::vector<cv::Rect> panes{cv::Rect({}, frame.image.size())};
  for (const cv::Rect& pane : find_panes(frame.image)) panes.push_back(pane);
  const Deadline limit = deadline.at_most(kSearchTime);
  std::vector<FoundBoard> refused, accepted;
  for (const Enlargement& by : kEnlargements)
    for (const cv::Rect& pane : panes) {
      if (limit.passed() || x11::interruption() != 0) return std::nullopt;
      const auto session = game.begin(skin);
      const Frame part = part_of(frame, {pane, by});
      const Observation seen = observe_whole(*session, part);
      const auto in_frame = [&](const cv::Rect& area) {
        return scaled(area, {1 / by.times, 1 / by.times}) + pane.tl();
      };
      const std::vector<cv::Rect> cells = session->cells();
      cv::Rect around;
      for (const cv::Rect& cell : cells) around |= cell;
      const FoundBoard board{cells.size(), in_frame(around), in_frame(seen.area), by.times,
                             seen.text};
      if (!seen.accepted()) {
        refused.push_back(board);
        continue;
      }
      if (board.cells < least_cells || !has_margin(seen.area, part.image.size()) ||
          std::ranges::any_of(refused,
                              [&](const FoundBoard& larger) { return is_cut_from(board, larger); }))
        continue;
      const bool is_as_seen = by.times == 1 && by.noise == 0;
      if (is_as_seen || std::ranges::any_of(accepted, [&](const FoundBoard& other) {
            return other.times != by.times && is_same(board, other);
          }))
        return BoardPart{pane, by};
      accepted.push_back(board);
    }
  return std::nullopt;
}

Frame part_of(const Frame& frame, const BoardPart& part) {
  return enlarged(part_of(frame, part.area), part.by);
}

SeekingSession::SeekingSession(const Skin& skin, ViewSource& screen)
    : SeekingSession(game_named(skin.game).begin(skin), skin, screen) {}

SeekingSession::SeekingSession(std::unique_ptr<PuzzleSession> session, const Skin& skin,
                               ViewSource& screen)
    : SessionWrapper(*session), owned_(std::move(session)), skin_(skin), screen_(screen) {
  screen_.expect_moves();
}

Observation SeekingSession::observe(const Frame& frame) {
  Observation seen = observe_whole(session_, frame);
  const std::size_t cells = session_.cells().size();
  if (seen.accepted() && cells < least_cells_.value_or(0))
    seen.rejection = "only a part of the board is seen";
  if (seen.accepted()) {
    least_cells_ = seen.solved ? 0 : cells;
    give_up_at_ = Deadline();
    return seen;
  }
  if (give_up_at_.never()) give_up_at_ = Deadline::after(kUnreadableFor);
  if (screen_.is_narrowed()) {
    if (give_up_at_.passed()) screen_.widen();
    return seen;
  }
  if ((least_cells_ && !give_up_at_.passed()) || same_picture(frame.image, searched_)) return seen;
  if (const auto part = find_board(frame, skin_, least_cells_.value_or(0), deadline_)) {
    screen_.narrow(part->area, part->by);
    give_up_at_ = Deadline();
    seen.rejection = "the board is a part of the window, which is captured next";
    return seen;
  }
  searched_ = frame.image;
  return seen;
}

}  // namespace eyehand
