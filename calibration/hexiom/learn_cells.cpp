#include "calibration/hexiom/learn_cells.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>
#include <opencv2/imgproc.hpp>
#include <optional>
#include <set>
#include <utility>

#include "actuator/hexiom/plan.hpp"
#include "calibration/changes.hpp"
#include "calibration/hexiom/moves.hpp"
#include "calibration/hexiom/numbers.hpp"
#include "calibration/learner.hpp"
#include "calibration/survey.hpp"
#include "puzzle/hexiom/text.hpp"
#include "puzzle/index.hpp"
#include "solver/hexiom/solve.hpp"
#include "vision/cells/hexagons.hpp"
#include "vision/cells/patch.hpp"
#include "vision/hexiom/read_cells.hpp"
#include "vision/ocr.hpp"
#include "vision/reading.hpp"
#include "vision/statistics.hpp"

namespace eyehand::calibration {
namespace {

using std::chrono::milliseconds;

/// The most drags to try before giving up: for the first that moves a piece, where pieces follow
/// the pointer and where they do not, and for those that show the lattice.
constexpr int kMostFirstDrags = 140, kMostUnfollowedDrags = 40, kMostLatticeDrags = 40;
/// Lengths of the first drags, pixels, tried in turn.
constexpr std::array kDragLengths{50, 75, 100};
/// The pitch as a multiple of the width of what changes: there are gaps between cells.
constexpr double kPitchMin = 0.96, kPitchMax = 1.6;
/// How far from its centre a piece is grabbed, in widths, until it is known where it can be
/// grabbed.
constexpr double kGrabReach = 0.36;
/// A cell has changed if at least this many of its pixels have, and at least this share of them.
constexpr int kChangedPixels = 5;
constexpr double kChangedShare = 0.008;
/// Two pictures look the same if they differ by less than this share of the difference between an
/// empty cell and the first piece. By the second, stricter limit a cell that does not react looks
/// like what lies outside the board, and is a hole.
constexpr double kAlike = 0.35, kAlikeStill = 0.12;
/// A place that resembles non-cells more than cells by this factor is not tried.
constexpr double kStill = 0.5;
/// A place that resembles a cell this closely is tried again, more slowly; so are the first places
/// that do not react.
constexpr double kSurely = 0.15;
constexpr std::size_t kSurelyStill = 4;
/// A cell whose centre differs from an empty cell's by less than this is empty.
constexpr double kAlikeMiddle = 0.25;
/// How many pictures of cells are kept for comparison.
constexpr std::size_t kMostPictures = 40, kMostStill = 5;
/// A cell's picture that differs by more than this on average (0 to 255) is a different one.
constexpr double kOtherPicture = 2;
/// A piece located farther than this from its lattice position, in pitches, was located wrongly.
constexpr double kOffLattice = 0.12;
/// Pictures with the same label are of different colours if they differ by more than this share of
/// the difference between an empty cell and the first piece.
constexpr double kColourOfLabel = 0.3;
/// The most new games to look at, and how many in a row without anything new are enough.
constexpr int kMoreBoards = 5, kKnownBoards = 2;
/// The most places around a hexagon of cells that may fail to react before the hexagon is taken for
/// the board.
constexpr int kMostFailures = 4;
/// The smallest difference that a lock mark makes: root mean square over the piece, 0 to 255.
constexpr double kLeastMark = 8;
/// A piece that, apart from its number, differs by less than this (0 to 255) from one that was
/// moved can be moved, too. A lock that covers a hundredth of the piece differs by three times as
/// much.
constexpr double kSamePiece = 3;
/// How long cells are tried.
constexpr milliseconds kTrialTime{60000};
/// Time limit for solving a board with a candidate naming of its numbers.
constexpr milliseconds kSolveTime{400};
/// How confident Tesseract must be of the number on a locked piece that resembles no movable one.
constexpr float kCertainNumber = 0.8F;
constexpr double kSameNumber = 0.15;
/// Drags from fast to slow: the number of moves, and the milliseconds between them.
constexpr std::array<std::pair<int, int>, 7> kDrags = {
    {{2, 5}, {6, 18}, {5, 65}, {24, 18}, {12, 55}, {32, 26}, {40, 40}}};
/// The index of the drag that is tried first on an unknown program.
constexpr std::size_t kUsualDrag = 5;
/// Where pieces are grabbed, in pitches from their centres, if not where the first one was.
constexpr std::array<std::pair<double, double>, 5> kGrabs = {
    {{0, 0}, {0.29, 0}, {-0.29, 0}, {0, 0.31}, {0, -0.31}}};

/// What is on a cell, identified by the cell where it was first seen.
using Content = HexStep;

enum class Label { piece, empty, locked_piece, locked_empty, beside };
const std::vector<std::string> kLabels = {
    std::string(hexiom::kPieceLabel), std::string(hexiom::kEmptyLabel),
    std::string(hexiom::kLockedPieceLabel), std::string(hexiom::kLockedEmptyLabel),
    std::string(hexiom::kBesideLabel)};

constexpr std::array<HexStep, 6> kWays = {{{1, 0}, {1, -1}, {0, -1}, {-1, 0}, {-1, 1}, {0, 1}}};

HexStep operator+(HexStep a, HexStep b) {
  return {a.q + b.q, a.r + b.r};
}

/// The root mean square difference of two pictures.
double apart_by(const cv::Mat& a, const cv::Mat& b) {
  return cv::norm(a, b, cv::NORM_L2) / std::sqrt(static_cast<double>(a.total()) * 3);
}

double nearest_of(const std::vector<cv::Mat>& pictures, const cv::Mat& picture) {
  double least = std::numeric_limits<double>::infinity();
  for (const cv::Mat& each : pictures) least = std::min(least, apart_by(each, picture));
  return least;
}

/// Places in the largest areas that are not of a single colour, largest first, except an area that
/// fills the window. O(pixels).
std::vector<cv::Point> places_with_content(const cv::Mat& bgr) {
  constexpr int kPlaces = 200, kMostAreas = 4, kAround = 31;
  constexpr double kContrast = 8;
  cv::Mat grey, mean, square, labels, stats, middles;
  cv::cvtColor(bgr, grey, cv::COLOR_BGR2GRAY);
  const cv::Size around(kAround, kAround);
  cv::boxFilter(grey, mean, CV_32F, around);
  cv::sqrBoxFilter(grey, square, CV_32F, around);
  const cv::Mat has_content = square - mean.mul(mean) > kContrast * kContrast;
  std::vector<std::pair<int, int>> areas;  // and their labels
  const int count = cv::connectedComponentsWithStats(has_content, labels, stats, middles, 8);
  for (int i = 1; i < count; ++i)
    if (const int area = stats.at<int>(i, cv::CC_STAT_AREA); 2 * area < bgr.rows * bgr.cols)
      areas.emplace_back(area, i);
  std::sort(areas.rbegin(), areas.rend());
  std::vector<cv::Point> places;
  for (std::size_t k = 0; k < std::min<std::size_t>(kMostAreas, areas.size()); ++k) {
    const int label = areas[k].second;
    const cv::Rect box(
        stats.at<int>(label, cv::CC_STAT_LEFT), stats.at<int>(label, cv::CC_STAT_TOP),
        stats.at<int>(label, cv::CC_STAT_WIDTH), stats.at<int>(label, cv::CC_STAT_HEIGHT));
    for (int i = 1; i <= kPlaces >> (2 * k + 2); ++i) {
      // As far as possible from the previous ones: the sequence R2 of M. Roberts, "The unreasonable
      // effectiveness of quasirandom sequences".
      const double x = 0.7548776662 * i, y = 0.5698402910 * i;
      const cv::Point place(box.x + static_cast<int>((x - std::floor(x)) * box.width),
                            box.y + static_cast<int>((y - std::floor(y)) * box.height));
      if (labels.at<int>(place) == label) places.push_back(place);
    }
  }
  return places;
}

/// Alternates these with the promising places: the former find a board in a plain window, the
/// latter one in a busy window.
std::vector<cv::Point> places_to_drag(const cv::Mat& bgr) {
  const std::vector<cv::Point> places = places_with_content(bgr), promising = promising_places(bgr);
  std::vector<cv::Point> all;
  for (std::size_t i = 0; i < std::max(places.size(), promising.size()); ++i) {
    if (i < places.size()) all.push_back(places[i]);
    if (i < promising.size()) all.push_back(promising[i]);
  }
  return all;
}

class HexiomCellsLearner : Learner {
 public:
  HexiomCellsLearner(Prober& prober, const LearnOptions& options) : Learner(prober, options) {}

  Learned run() {
    watch_idle();
    pace_ = patient_pace();
    report("drag", "looking for a piece that can be dragged");
    find_first();
    find_lattice();
    find_grab();
    find_speed();
    try_cells();
    find_board();
    label_first_board();
    add_still_pictures();
    sample_board();
    see_more_boards();
    name_all();
    make_reader();
    if (boards_.size() == 1) restore();
    return learned_from(text(), prober_.rest(), options_);
  }

 private:
  // --- Drags

  static Pace pace_of(std::size_t drag) {
    Pace pace = Prober::careful_pace();
    pace.drag_steps = kDrags[drag].first;
    pace.drag_step = milliseconds(kDrags[drag].second);
    return pace;
  }
  static Pace patient_pace() { return pace_of(kUsualDrag); }
  static Pace slowest_pace() { return pace_of(kDrags.size() - 1); }

  bool is_in_window(cv::Point point) const { return prober_.frame().on_screen.contains(point); }

  /// The effect of a drag from one point to another.
  struct Dragged {
    bool has_moved = false;  ///< something changed at both ends
    std::optional<MovedPiece> measured;
  };
  Dragged drag_points(cv::Point from, cv::Point to, bool if_followed = false) {
    if (!is_in_window(from) || !is_in_window(to)) return {};
    const Drag drag{prober_.on_screen(from), prober_.on_screen(to), 1, {}};
    const Effect effect =
        if_followed ? prober_.try_drag(drag, pace_) : prober_.perform({drag}, pace_);
    Dragged dragged;
    dragged.has_moved = changed_near(effect, from) && changed_near(effect, to);
    if (!dragged.has_moved) return dragged;
    moves_.emplace_back(from, to);
    note(effect);
    dragged.measured = find_move(effect.before, effect.frame.image, effect.difference, from, to);
    return dragged;
  }
  bool changed_near(const Effect& effect, cv::Point point) const {
    const int reach = width_ > 0 ? cvRound(0.7 * width_) : kDragReach / 2;
    const cv::Rect box = cv::Rect(point - cv::Point(reach, reach), cv::Size(2 * reach, 2 * reach)) &
                         cv::Rect({}, effect.difference.size());
    return cv::countNonZero(effect.difference(box)) > kChangedPixels;
  }

  void note(const Effect& effect) {
    timing_.note(effect);
    animation_ = std::max(animation_, effect.last);
  }

  void find_first() {
    pieces_follow_ = find_first(kMostFirstDrags, true);
    if (!pieces_follow_ && !find_first(kMostUnfollowedDrags, false))
      stop(End::stuck, "no drag moved a piece to an empty cell.");
  }

  /// Tries up to this many drags. If pieces follow the pointer, drags that move nothing may be cut
  /// short.
  bool find_first(int most, bool if_followed) {
    std::vector<cv::Point> places = places_to_drag(prober_.frame().image);
    std::reverse(places.begin(), places.end());
    for (int tried = 0; tried < most && !places.empty(); ++tried, ++first_drags_) {
      const cv::Point from = places.back();
      places.pop_back();
      const double angle = 2.4 * first_drags_;
      const int length = kDragLengths[at(first_drags_) % kDragLengths.size()];
      const cv::Point to =
          from + cv::Point(cvRound(length * std::cos(angle)), cvRound(length * std::sin(angle)));
      const cv::Mat before = prober_.frame().image;
      const Dragged dragged = drag_points(from, to, if_followed);
      if (!dragged.has_moved) continue;
      // If the piece left nothing behind, the same drag now moves nothing; otherwise two pieces
      // swap places again.
      const cv::Mat after = prober_.frame().image;
      const bool again = drag_points(from, to).has_moved;
      const auto& moved = dragged.measured;
      if (again || !moved || !moved->is_whole) {
        // This is a board, and this is a piece.
        const cv::Point piece = again ? from : to;
        for (int i = 7; i >= 0; --i)
          places.push_back(piece + cv::Point(cvRound(4 * i * std::cos(2.4 * i)),
                                             cvRound(4 * i * std::sin(2.4 * i))));
        continue;
      }
      const cv::Rect box = moved->box;
      first_ = middle_of(box);
      width_ = std::min(box.width, box.height);
      grab_ = cv::Point2d(from) - first_;
      points_ = {first_, first_ + moved->shift};
      before_first_ = before;
      after_first_ = after;
      report("piece", fmt::format("a piece of {} x {} px can be dragged, from {:.0f}, {:.0f}",
                                  box.width, box.height, first_.x, first_.y));
      return true;
    }
    return false;
  }

  /// Drags the piece that was moved on in all directions, until all the places it has been lie on
  /// one lattice.
  void find_lattice() {
    constexpr int kDirections = 12;
    cv::Point2d here = points_.back();
    for (int i = 0; i < kMostLatticeDrags && lattice_.pitch == 0; ++i) {
      const double angle =
          (7 * i % kDirections + (i / kDirections) * 0.5) * 2 * std::numbers::pi / kDirections;
      const double length = (1.1 + 0.35 * ((i / kDirections) % 3)) * width_;
      // Well within the piece, but perhaps not on its number.
      const double far = cv::norm(grab_);
      const double scale =
          i / kDirections % 2 == 0 && far > kGrabReach * width_ ? kGrabReach * width_ / far : 1;
      const cv::Point from(here + scale * grab_),
          to(here + length * cv::Point2d(std::cos(angle), std::sin(angle)));
      const Dragged dragged = drag_points(from, to);
      if (!dragged.has_moved) continue;
      if (!dragged.measured) {
        // Move it back: its exact position is unknown.
        if (!drag_points(to, from).has_moved) here = cv::Point2d(to) - grab_;
        continue;
      }
      here += dragged.measured->shift;
      points_.push_back(here);
      if (points_.size() < 4 && i <= kDirections) continue;
      if (const auto found = lattice_through(points_, kPitchMin * width_, kPitchMax * width_))
        lattice_ = *found;
    }
    if (lattice_.pitch == 0)
      stop(End::unreadable,
           "the places that a piece was dragged to do not form a hexagonal lattice.");
    report("cells", fmt::format("{:.1f} px from one cell to the next, with {} tops", lattice_.pitch,
                                lattice_.flat_topped ? "flat" : "pointed"));
    // Record what is where now.
    for (const auto& [from, to] : moves_) {
      const HexStep a = nearest_step(lattice_, from), b = nearest_step(lattice_, to);
      proven_.insert({a, b});
      std::swap(content(a), content(b));
    }
    piece_at_ = nearest_step(lattice_, here);
    const double reach = cv::norm(grab_);
    grab_ *= std::min(1.0, kGrabReach * width_ / std::max(reach, 1.0)) / lattice_.pitch;
    separation_ = apart_by(picture_of(before_first_, {0, 0}), picture_of(after_first_, {0, 0}));
    empties_.push_back(picture_of(after_first_, {0, 0}));
    empty_middle_ = middle_picture(after_first_, {0, 0});
    middle_separation_ = apart_by(middle_picture(before_first_, {0, 0}), empty_middle_);
    note_cells();
  }

  HexStep& content(HexStep cell) { return contents_.try_emplace(cell, cell).first->second; }
  cv::Point2d middle(HexStep cell) const { return lattice_.at(cell.point()); }

  cv::Mat picture_of(const cv::Mat& window, HexStep cell) const {
    return cells::cut_hexagon(window, middle(cell), lattice_.pitch, lattice_.flat_topped, false);
  }
  cv::Mat picture(HexStep cell) const { return picture_of(prober_.frame().image, cell); }
  cv::Mat hollow(HexStep cell) const {
    return cells::cut_hexagon(prober_.frame().image, middle(cell), lattice_.pitch,
                              lattice_.flat_topped, true);
  }
  cv::Mat middle_picture(const cv::Mat& window, HexStep cell) const {
    return cells::cut(window, middle(cell), 0.4 * lattice_.pitch, cells::kHexagonPixels);
  }

  /// A square inside a cell.
  cv::Rect box_of(HexStep cell) const {
    const double radius = 0.42 * lattice_.pitch;
    const cv::Point2d half(radius, radius);
    return cv::Rect(cv::Point(middle(cell) - half), cv::Point(middle(cell) + half)) &
           cv::Rect({}, prober_.frame().image.size());
  }
  bool has_changed(const Effect& effect, HexStep cell) const {
    const cv::Rect box = box_of(cell);
    return !box.empty() && cv::countNonZero(effect.difference(box)) >
                               std::max<double>(kChangedPixels, kChangedShare * box.area());
  }

  Drag drag_of(HexStep from, HexStep to) const {
    return {prober_.on_screen(middle(from) + lattice_.pitch * grab_),
            prober_.on_screen(middle(to)),
            1,
            {}};
  }

  bool may_drag(HexStep cell) const {
    return is_in_window(cv::Point(middle(cell))) &&
           is_in_window(cv::Point(middle(cell) + lattice_.pitch * grab_));
  }

  /// Drags what is on one cell to another; returns whether they have swapped places. If pieces
  /// follow the pointer, drags from a cell that may be empty are cut short, unless `patiently`.
  bool move(HexStep from, HexStep to, bool patiently = false) {
    if (!may_drag(from) || !may_drag(to)) return false;
    const Drag drag = drag_of(from, to);
    const bool may_be_cut = pieces_follow_ && !patiently && !proven_.contains(from);
    const Effect effect =
        may_be_cut ? prober_.try_drag(drag, pace_) : prober_.perform({drag}, pace_);
    if (!has_changed(effect, from) || !has_changed(effect, to)) return false;
    note(effect);
    const auto moved = find_move(effect.before, effect.frame.image, effect.difference,
                                 cv::Point(middle(from)), cv::Point(middle(to)));
    if (moved && moved->is_whole && std::min(moved->box.width, moved->box.height) > 0.9 * width_) {
      points_.push_back(middle_of(moved->box));
      points_.push_back(points_.back() + moved->shift);
    }
    take(from, to);
    return true;
  }
  static cv::Point2d middle_of(const cv::Rect& box) {
    return cv::Point2d(box.tl() + box.br()) / 2 - cv::Point2d(0.5, 0.5);
  }

  /// Notes that the contents of two cells have swapped places.
  void take(HexStep from, HexStep to) {
    const bool was_known = proven_.contains(to);
    std::swap(content(from), content(to));
    proven_.insert({from, to});
    if (is_empty(from)) {
      empty_contents_.insert(contents_[from]);
      if (!was_known && empties_.size() < kMostPictures) empties_.push_back(picture(from));
    }
    piece_at_ = to;
    note_cells();
  }

  bool looks_empty(HexStep cell) const {
    return nearest_of(empties_, picture(cell)) < kAlike * separation_;
  }
  bool is_empty(HexStep cell) {
    const Content what = content(cell);
    if (empty_contents_.contains(what)) return true;
    if (piece_contents_.contains(what)) return false;
    const bool empty = looks_empty(cell);
    (empty ? empty_contents_ : piece_contents_).insert(what);
    return empty;
  }

  /// The nearest empty cell that is known to accept pieces.
  HexStep empty_near(HexStep cell) {
    std::optional<HexStep> best;
    for (const HexStep each : proven_)
      if (is_empty(each) &&
          (!best || cv::norm(middle(each) - middle(cell)) < cv::norm(middle(*best) - middle(cell))))
        best = each;
    if (!best) stop(End::unreadable, "the board has no empty cells.");
    return *best;
  }

  /// Keeps pictures of cells that look different from those already kept.
  void note_cells() {
    for (const HexStep cell : proven_) {
      const cv::Mat now = hollow(cell);
      auto& last = last_pictures_[cell];
      if (!last.empty() && apart_by(last, now) < kOtherPicture) {
        if (last_contents_[cell] == content(cell)) continue;
      }
      last = now;
      last_contents_[cell] = content(cell);
      note_cell(cell, now);
    }
    for (const HexStep cell : tried_) note_still(cell);
  }
  /// Places that do not react may change their appearance, too, while other pieces move.
  void note_still(HexStep cell) {
    auto& pictures = still_pictures_[cell];
    const cv::Mat now = hollow(cell);
    if (pictures.size() < kMostStill && nearest_of(pictures, now) > kOtherPicture)
      pictures.push_back(now);
  }

  void note_cell(HexStep cell, const cv::Mat& now) {
    const bool empty = is_empty(cell);
    samples_.push_back({static_cast<int>(empty ? Label::empty : Label::piece), place(cell), now});
    if (empty) return;
    mark_samples_.push_back(mark_sample(cell, Label::piece));
    if (pieces_.size() < kMostPictures && nearest_of(pieces_, now) > kOtherPicture)
      pieces_.push_back(now);
    auto& pictures = numbers_of_[content(cell)];
    if (const cv::Mat number = number_of(cell); !number.empty() && pictures.size() < kMostStill)
      pictures.push_back(number);
  }
  /// What a piece shows beside its number, at this distance from its centre.
  double mark_radius() const { return 0.5 * width_ / lattice_.pitch - 0.055; }
  cells::Sample mark_sample(HexStep cell, Label label) const {
    return {label == Label::locked_piece ? 1 : 0, place(cell),
            hexiom::cut_marks(prober_.frame().image, middle(cell), lattice_.pitch, mark_radius())};
  }
  static int place(HexStep cell) { return 1000 * cell.q + cell.r; }

  // --- How to drag

  /// Pieces are grabbed at their centre if that works.
  void find_grab() {
    const cv::Point2d first = grab_;
    for (const auto& [right, below] : kGrabs) {
      grab_ = {right, below};
      const HexStep from = piece_at_;
      if (move(from, empty_near(from))) {
        report("grab",
               fmt::format("pieces can be grabbed {:.2f}, {:.2f} from their centre", right, below));
        return;
      }
    }
    grab_ = first;
  }

  /// Finds the fastest drags, and the shortest gap between them, at which two in a row both count.
  void find_speed() {
    const Pace patient = pace_;
    for (const auto& [steps, step] : kDrags) {
      pace_ = patient;
      pace_.hold = milliseconds(25);
      pace_.drag_steps = steps;
      pace_.drag_step = milliseconds(step);
      int good = 0;
      while (good < 3 && move(piece_at_, empty_near(piece_at_))) ++good;
      if (good == 3) break;
    }
    for (const milliseconds gap :
         {milliseconds(5), animation_ / 2, animation_ + milliseconds(60)}) {
      pace_.gap = gap;
      const int repeats = 2;
      int good = 0;
      while (good < repeats && move_twice()) ++good;
      if (good == repeats) break;
    }
    settle_pace(
        fmt::format("drags of {} steps of {} ms", pace_.drag_steps, pace_.drag_step.count()));
  }

  /// Drags one piece to an empty cell and immediately back.
  bool move_twice() {
    const HexStep here = piece_at_, there = empty_near(here);
    const HexStep third = another_empty(here, there);
    const Effect effect = prober_.perform({drag_of(here, there), drag_of(there, third)}, pace_);
    // Both cells are known: only the final state matters, and the picture shows nothing else.
    const auto swap_known = [&](HexStep from, HexStep to) {
      std::swap(content(from), content(to));
      piece_at_ = to;
    };
    if (looks_empty(here)) swap_known(here, there);
    if (piece_at_ == there && looks_empty(there) && third != here) swap_known(there, third);
    note_cells();
    if (third == here)
      return !has_changed(effect, here) && cv::countNonZero(effect.touched(box_of(there))) > 0;
    return piece_at_ == third;
  }
  HexStep another_empty(HexStep here, HexStep there) {
    for (const HexStep cell : proven_)
      if (cell != here && cell != there && is_empty(cell)) return cell;
    return here;
  }

  // --- Which cells there are

  struct Likeness {
    double empty, piece, still;
  };
  Likeness likeness(HexStep cell) const {
    return {nearest_of(empties_, picture(cell)) / separation_,
            nearest_of(pieces_, hollow(cell)) / separation_,
            nearest_of(still_, picture(cell)) / separation_};
  }

  std::set<HexStep> open_cells() const {
    std::set<HexStep> cells;
    for (const HexStep cell : proven_)
      for (const HexStep way : kWays)
        if (const HexStep next = cell + way; !proven_.contains(next) && !tried_.contains(next))
          cells.insert(next);
    return cells;
  }

  /// The untried place that looks most like known cells; unless `any`, none that resembles
  /// non-cells more.
  std::optional<HexStep> likeliest_cell(bool any) const {
    std::optional<HexStep> best;
    double least = std::numeric_limits<double>::infinity();
    for (const HexStep cell : open_cells()) {
      if (!may_drag(cell)) continue;
      const Likeness like = likeness(cell);
      const double nearest = std::min(like.empty, like.piece);
      if ((!any && like.still < kStill * nearest) || nearest >= least) continue;
      least = nearest;
      best = cell;
    }
    return best;
  }

  /// Moves something to or from each place that may be a cell. Places that look like known cells
  /// come first, then the rest; once the cells form a hexagon, a few more around it.
  void try_cells() {
    const Deadline end = Deadline::after(kTrialTime);
    int failures = 0;
    while (!end.passed() && failures < kMostFailures) {
      const bool is_beside = is_hexagon();
      auto cell = likeliest_cell(false);
      // Movable pieces may look much like locked ones.
      if (!cell && !is_beside) cell = likeliest_cell(true);
      if (!cell) break;
      try_cell(*cell);
      failures = is_beside && tried_.contains(*cell) ? failures + 1 : 0;
      if (proven_.size() % 6 == 0) settle_lattice();
    }
    settle_lattice();
    report("cells",
           fmt::format("{} accept pieces, {} other places do not", proven_.size(), tried_.size()));
  }

  /// Whether the places tried fill a hexagon around the known cells.
  bool is_hexagon() const {
    const auto found = hexagon_around({proven_.begin(), proven_.end()});
    if (!found) return false;
    const Hexagon hexagon(found->second);
    for (int cell = 0; cell < hexagon.size(); ++cell) {
      const HexStep step = found->first + step_to(hexagon.middle(cell));
      if (!proven_.contains(step) && !tried_.contains(step)) return false;
    }
    return true;
  }
  static HexStep step_to(Hexagon::Point point) {
    const int r = cvRound(point.y * 2 / std::sqrt(3.0));
    return {cvRound(point.x - r / 2.0), r};
  }

  void try_cell(HexStep cell) {
    if (nearest_of(pieces_, hollow(cell)) < kSamePiece && !number_of(cell).empty()) {
      proven_.insert(cell);
      note_cells();
      return;
    }
    const Likeness like = likeness(cell);
    const bool may_be_empty = like.empty < kAlike, may_be_piece = like.piece < kAlike;
    const bool first_as_piece = like.piece < like.empty;
    for (const bool as_piece : {first_as_piece, !first_as_piece}) {
      if (as_piece ? may_be_empty && !may_be_piece : may_be_piece && !may_be_empty) continue;
      if (as_piece ? move(cell, empty_near(cell)) : move(piece_at_, cell)) return;
    }
    // A busy program may have missed a drag, and places that look like the first failures are never
    // tried.
    if (like.empty < kSurely || like.piece < kSurely || still_.size() < kSurelyStill) {
      const Pace pace = std::exchange(pace_, slowest_pace());
      const bool moved =
          like.empty < like.piece ? move(piece_at_, cell) : move(cell, empty_near(cell), true);
      pace_ = pace;
      if (moved) return;
    }
    tried_.insert(cell);
    if (still_.size() < kMostPictures) still_.push_back(picture(cell));
  }

  /// Refines the lattice, now that cells farther apart are known.
  void settle_lattice() {
    std::vector<cv::Point2d> points = points_;
    std::erase_if(points, [&](cv::Point2d point) {
      return cv::norm(lattice_.at(nearest_step(lattice_, point).point()) - point) >
             kOffLattice * lattice_.pitch;
    });
    if (points.size() >= 4) settle_on(lattice_, points);
  }

  void find_board() {
    std::vector<HexStep> places(proven_.begin(), proven_.end());
    auto found = hexagon_around(places);
    if (!found) {
      // Include the places that did not react but look like known cells.
      for (const HexStep cell : tried_)
        if (const Likeness like = likeness(cell); std::min(like.empty, like.piece) < kAlike)
          places.push_back(cell);
      found = hexagon_around(places);
    }
    if (!found) stop(End::unreadable, "the cells found do not show where the hexagon ends.");
    board_ = lattice_;
    board_.middle = middle(found->first);
    board_.side = found->second;
    corner_ = found->first;
    hexagon_.emplace(board_.side);
    for (int cell = 0; cell < hexagon_->size(); ++cell) {
      const HexStep step = step_of(cell);
      if (!proven_.contains(step) && !tried_.contains(step)) try_cell(step);
    }
    prober_.park_outside(cv::boundingRect(std::vector<cv::Point>{
        cv::Point(board_.middle - board_.pitch * board_.side * cv::Point2d(1, 1)),
        cv::Point(board_.middle + board_.pitch * board_.side * cv::Point2d(1, 1))}));
    report("board", fmt::format("side {}, {} of {} cells accept pieces", board_.side,
                                proven_.size(), hexagon_->size()));
  }

  HexStep step_of(int cell) const { return corner_ + step_to(hexagon_->middle(cell)); }

  // --- What is on them

  /// A board: what is on each cell, and the index of the numeral there, or -1.
  struct ObservedBoard {
    std::vector<Label> labels;
    std::vector<int> numerals;
  };

  void label_first_board() {
    std::vector<cv::Mat> outside;
    for (const HexStep cell : beside()) outside.push_back(picture(cell));
    labels_.assign(at(hexagon_->size()), Label::beside);
    std::map<HexStep, int> numeral_of;
    for (const auto& [what, pictures] : numbers_of_) {
      if (pictures.empty()) continue;
      numeral_of[what] = static_cast<int>(numerals_.size());
      numerals_.push_back(pictures);
    }
    ObservedBoard board{{}, std::vector<int>(labels_.size(), -1)};
    for (int cell = 0; cell < hexagon_->size(); ++cell) {
      const HexStep step = step_of(cell);
      if (!proven_.contains(step)) {
        if (nearest_of(outside, picture(step)) < kAlikeStill * separation_) continue;
        labels_[at(cell)] = label_of_still(step);
        if (labels_[at(cell)] != Label::locked_piece) continue;
        board.numerals[at(cell)] = static_cast<int>(numerals_.size());
        numerals_.push_back({number_of(step)});
        continue;
      }
      labels_[at(cell)] = is_empty(step) ? Label::empty : Label::piece;
      if (is_empty(step)) continue;
      const auto numeral = numeral_of.find(content(step));
      if (numeral == numeral_of.end()) stop(End::unreadable, "a piece shows no number.");
      board.numerals[at(cell)] = numeral->second;
    }
    board.labels = labels_;
    boards_.push_back(board);
  }

  cv::Mat number_of(HexStep cell) const {
    return hexiom::number_foreground(prober_.frame().image, middle(cell), lattice_.pitch);
  }
  /// What is on a cell that does not react.
  Label label_of_still(HexStep cell) const {
    const cv::Mat number = number_of(cell);
    const double off_middle = apart_by(middle_picture(prober_.frame().image, cell), empty_middle_);
    return number.empty() || off_middle < kAlikeMiddle * middle_separation_ ||
                   !is_number(number, numerals_)
               ? Label::locked_empty
               : Label::locked_piece;
  }

  /// New games show more numbers, locks and colours; continues as long as there is anything new.
  void see_more_boards() {
    if (options_.new_game_keys.empty()) return;
    Plan keys;
    for (const std::string& key : options_.new_game_keys) keys.emplace_back(Key{key});
    int known = 0, seen = 0;
    for (; seen < kMoreBoards && known < kKnownBoards; ++seen) {
      make_atlas();
      prober_.perform(keys, Prober::careful_pace());
      const auto all_known = see_board();
      if (!all_known) break;
      known = *all_known ? known + 1 : 0;
    }
    report("new games", fmt::format("{} more boards were seen; the first one is left, the board "
                                    "is left changed",
                                    seen));
  }

  /// Adds the board in sight to the known ones. Returns whether everything on it was known before;
  /// nothing if it looks entirely different.
  std::optional<bool> see_board() {
    std::vector<int> uncertain;
    for (int cell = 0; cell < hexagon_->size(); ++cell) {
      const cells::Prediction match =
          reader_->read_cell(prober_.frame().image, board_, middle(step_of(cell)));
      const auto name = std::find(kLabels.begin(), kLabels.end(), reader_->label(match.label));
      labels_[at(cell)] = static_cast<Label>(name - kLabels.begin());
      bool is_certain = match.confidence >= kMinConfidence;
      if (auto& label = labels_[at(cell)]; label == Label::piece || label == Label::locked_piece) {
        const auto lock =
            marks_->read(prober_.frame().image, middle(step_of(cell)), lattice_.pitch);
        if (marks_->has_locks()) label = lock.is_locked ? Label::locked_piece : Label::piece;
        is_certain = is_certain && lock.confidence >= kMinConfidence;
      }
      if (!is_certain) uncertain.push_back(cell);
    }
    if (2 * uncertain.size() > labels_.size()) return std::nullopt;
    bool all_known = uncertain.empty();
    while (!uncertain.empty()) {
      const int cell = uncertain.back();
      resolve(cell, uncertain);
      std::erase(uncertain, cell);
    }
    ObservedBoard board{labels_, std::vector<int>(labels_.size(), -1)};
    for (int cell = 0; cell < hexagon_->size(); ++cell) {
      const Label label = labels_[at(cell)];
      if (label != Label::piece && label != Label::locked_piece) continue;
      const cv::Mat number = number_of(step_of(cell));
      if (number.empty()) return false;
      all_known = all_known && is_like_one(number, numerals_);
      board.numerals[at(cell)] = static_cast<int>(numerals_.size());
      numerals_.push_back({number});
    }
    sample_board();
    boards_.push_back(board);
    return all_known;
  }

  /// Finds out what is on a cell by dragging from it and to it. `uncertain` are cells that cannot
  /// be used for that.
  void resolve(int cell, const std::vector<int>& uncertain) {
    const auto any = [&](Label label) {
      int best = -1;
      for (int other = 0; other < hexagon_->size(); ++other)
        if (labels_[at(other)] == label && other != cell &&
            std::find(uncertain.begin(), uncertain.end(), other) == uncertain.end())
          best = other;
      return best;
    };
    const int empty = any(Label::empty), piece = any(Label::piece);
    if (empty >= 0 && swap_cells(cell, empty)) {
      labels_[at(cell)] = Label::empty;
      labels_[at(empty)] = Label::piece;
    } else if (piece >= 0 && swap_cells(piece, cell)) {
      labels_[at(piece)] = looks_empty(step_of(piece)) ? Label::empty : Label::piece;
      labels_[at(cell)] = Label::piece;
    } else {
      labels_[at(cell)] = label_of_still(step_of(cell));
    }
  }
  bool swap_cells(int from, int to) {
    const Effect effect = prober_.perform({drag_of(step_of(from), step_of(to))}, pace_);
    return has_changed(effect, step_of(from)) && has_changed(effect, step_of(to));
  }

  hexiom::Board board_of(const ObservedBoard& seen, const std::vector<int>& numbers) const {
    hexiom::Board board = hexiom::Board::make(board_.side);
    for (int cell = 0; cell < hexagon_->size(); ++cell) {
      const Label label = seen.labels[at(cell)];
      board.locked[at(cell)] = label == Label::locked_piece || label == Label::locked_empty;
      if (label == Label::beside) board.cells[at(cell)] = hexiom::kHole;
      if (const int numeral = seen.numerals[at(cell)]; numeral >= 0)
        board.cells[at(cell)] = static_cast<hexiom::Cell>(numbers[at(numeral)]);
    }
    return board;
  }

  void name_all() {
    int asked = 0;
    const auto numbers = calibration::name_numbers(numerals_, [&](const std::vector<int>& tried) {
      ++asked;
      return std::ranges::all_of(boards_, [&](const ObservedBoard& seen) {
        return hexiom::solve(board_of(seen, tried), {.deadline = Deadline::after(kSolveTime)})
                   .status != Status::none;
      });
    });
    if (!numbers)
      stop(End::unreadable, "the board has no solution, whichever numbers the pieces may show.");
    board_now_ = board_of(boards_.back(), *numbers);
    numbers_ = samples_of(numerals_, *numbers);
    report("numbers",
           fmt::format("{} numerals of {} boards, named in {} attempts:\n{}", numerals_.size(),
                       boards_.size(), asked, hexiom::to_picture(board_now_)));
  }

  static bool is_like_one(const cv::Mat& foreground, const std::vector<NumberPictures>& known) {
    const Glyph glyph = glyph_of(foreground);
    for (const NumberPictures& pictures : known)
      for (const cv::Mat& other : pictures)
        if (distance(glyph_of(other), glyph) < kSameNumber) return true;
    return false;
  }
  /// Whether a cell that does not react shows a number.
  static bool is_number(const cv::Mat& foreground, const std::vector<NumberPictures>& pieces) {
    if (is_like_one(foreground, pieces)) return true;
    const OcrGuess guess = ocr_digit(foreground(cv::boundingRect(foreground >= 90)));
    return guess.digit >= 0 && guess.digit <= 6 && guess.confidence >= kCertainNumber;
  }

  /// The places immediately around the board, within the window.
  std::vector<HexStep> beside() const {
    std::vector<HexStep> steps;
    const int reach = board_.side + 1;
    for (int q = -reach; q <= reach; ++q)
      for (int r = -reach; r <= reach; ++r) {
        const int far = std::max({std::abs(q), std::abs(r), std::abs(q + r)});
        const HexStep step = corner_ + HexStep{q, r};
        if (far < board_.side || far > reach || !is_in_window(cv::Point(middle(step)))) continue;
        steps.push_back(step);
      }
    return steps;
  }

  void add_still_pictures() {
    for (const auto& [step, pictures] : still_pictures_)
      if (const int cell = cell_of(step); cell >= 0 && !proven_.contains(step))
        for (const cv::Mat& picture : pictures)
          samples_.push_back({static_cast<int>(labels_[at(cell)]), place(step), picture});
  }

  void make_reader() {
    make_atlas();
    const auto reading = read_now();
    if (!reading.accepted())
      stop(End::unreadable, "the learned skin does not read the board: " + reading.rejection + ".");
    if (reading.board != board_now_) stop(End::unreadable, "the learned skin misreads the board.");
    report("states", fmt::format("{} pictures of cells are kept, at most {:.1f} apart",
                                 reader_->appearance().labels.size(), reader_->appearance().reach));
  }

  /// Pictures of all cells with their current labels.
  void sample_board() {
    for (int cell = 0; cell < hexagon_->size(); ++cell) {
      const Label label = labels_[at(cell)];
      const HexStep step = step_of(cell);
      samples_.push_back({static_cast<int>(label), place(step), hollow(step)});
      if (label == Label::piece || label == Label::locked_piece)
        mark_samples_.push_back(mark_sample(step, label));
    }
    // Places beside the board have a recognisable appearance only if there are holes.
    if (std::ranges::count(labels_, Label::beside) == 0) return;
    for (const HexStep step : beside())
      samples_.push_back({static_cast<int>(Label::beside), place(step), hollow(step)});
  }

  /// Variation between pictures of the same label must be ignored, but pieces of different colours
  /// differ everywhere; so each colour is a label of its own, with the same name.
  void make_atlas() {
    std::vector<cells::Sample> samples;
    std::vector<std::string> names;
    std::vector<int> labels;
    for (cells::Sample sample : samples_) {
      double nearest = kColourOfLabel * separation_;
      int look = -1;
      for (const cells::Sample& other : samples) {
        if (labels[at(other.label)] != sample.label) continue;
        const double apart = apart_by(other.patch, sample.patch);
        if (apart >= nearest) continue;
        nearest = apart;
        look = other.label;
      }
      if (look < 0) {
        look = static_cast<int>(names.size());
        names.push_back(kLabels[at(sample.label)]);
        labels.push_back(sample.label);
      }
      sample.label = look;
      samples.push_back(std::move(sample));
    }
    make_marks(std::count(names.begin(), names.end(), hexiom::kPieceLabel) > 1);
    // Not every colour was seen on a locked piece.
    if (marks_->has_locks())
      std::replace(names.begin(), names.end(), std::string(hexiom::kLockedPieceLabel),
                   std::string(hexiom::kPieceLabel));
    // By name, so that variants of the same name do not compete.
    reader_.emplace(cells::HexReader(cells::Atlas(samples), names, board_).appearance());
  }

  /// Locks show as marks if those of locked pieces differ from all others. Otherwise they show as
  /// colours, or not at all; if pieces change colour, there is no way to know.
  void make_marks(bool has_colours) {
    std::vector<double> same;
    double other = std::numeric_limits<double>::infinity();
    bool has_locks = false;
    for (const cells::Sample& a : mark_samples_) {
      double nearest = std::numeric_limits<double>::infinity();
      has_locks = has_locks || a.label == 1;
      for (const cells::Sample& b : mark_samples_) {
        if (a.label != b.label)
          other = std::min(other, apart_by(a.patch, b.patch));
        else if (a.place != b.place)
          nearest = std::min(nearest, apart_by(a.patch, b.patch));
      }
      if (nearest < std::numeric_limits<double>::infinity()) same.push_back(nearest);
    }
    const bool shown = has_locks && other > std::max(kLeastMark, 1.5 * quantile(same, 0.9));
    if (has_locks && has_colours && !shown)
      stop(End::unreadable, "locked pieces cannot be distinguished from others.");
    std::vector<cells::Sample> samples = mark_samples_;
    if (!shown)
      for (cells::Sample& sample : samples) sample.label = 0;
    marks_.emplace(cells::Atlas(samples), mark_radius());
  }

  int cell_of(HexStep step) const {
    for (int cell = 0; cell < hexagon_->size(); ++cell)
      if (step_of(cell) == step) return cell;
    return -1;
  }

  hexiom::Reading read_now() const {
    return hexiom::read_cells(prober_.frame(), *reader_, hexiom::NumberReader(numbers_), *marks_);
  }

  hexiom::Controls controls() const {
    hexiom::Controls controls;
    controls.grab_right = grab_.x;
    controls.grab_below = grab_.y;
    return controls;
  }

  /// Moves everything back to where it was.
  void restore() {
    hexiom::Board wanted = board_now_;
    std::map<Content, hexiom::Cell> shown;
    for (int cell = 0; cell < hexagon_->size(); ++cell)
      shown[content(step_of(cell))] = board_now_.cells[at(cell)];
    for (int cell = 0; cell < hexagon_->size(); ++cell)
      wanted.cells[at(cell)] = shown[step_of(cell)];
    std::vector<ScreenPoint> places;
    for (int cell = 0; cell < hexagon_->size(); ++cell)
      places.push_back(prober_.on_screen(board_.at(hexagon_->middle(cell))));
    for (int attempt = 0; attempt < 3; ++attempt) {
      const hexiom::Reading reading = read_now();
      if (!reading.accepted()) {
        stop(End::unreadable,
             "the board cannot be read while it is restored: " + reading.rejection + ".");
      }
      if (reading.board == wanted) return;
      prober_.perform(hexiom::plan(reading.board, wanted.cells, places, controls()),
                      attempt == 0 ? pace_ : slowest_pace());
    }
    stop(End::stuck, "the board could not be restored.");
  }

  std::string text() const {
    SkinText skin = begin_skin();
    skin.table("controls", controls());
    skin.table("cells", reader_->appearance());
    skin.table("numbers", numbers_);
    skin.table("marks", marks_->marks());
    write_pace(skin, "dragging");
    return skin.text();
  }

  int first_drags_ = 0;                 ///< so far
  bool pieces_follow_ = false;          ///< the pointer
  cv::Mat before_first_, after_first_;  ///< the window, and when the first cell is empty
  cv::Point2d first_;                   ///< the centre of the first cell
  double width_ = 0;                    ///< of the first piece, pixels
  cv::Point2d grab_;  ///< from a piece's centre; in pitches once the pitch is known
  std::vector<cv::Point2d> points_;
  std::vector<std::pair<cv::Point2d, cv::Point2d>> moves_;
  milliseconds animation_{0};

  HexLattice lattice_;
  std::map<HexStep, Content> contents_;
  std::set<HexStep> proven_, tried_;  ///< cells that accept pieces, and places that do not
  HexStep piece_at_;
  std::set<Content> empty_contents_, piece_contents_;
  double separation_ = 0, middle_separation_ = 0;
  cv::Mat empty_middle_;
  std::vector<cv::Mat> empties_, pieces_, still_;  ///< pictures; those of pieces are hollow
  std::map<HexStep, cv::Mat> last_pictures_;
  std::map<HexStep, std::vector<cv::Mat>> still_pictures_;
  std::map<HexStep, Content> last_contents_;
  std::vector<cells::Sample> samples_;
  std::map<Content, NumberPictures> numbers_of_;

  HexLattice board_;
  HexStep corner_;  ///< the board's centre
  std::optional<Hexagon> hexagon_;
  std::vector<Label> labels_;  ///< of the cells of the board in sight
  std::vector<ObservedBoard> boards_;
  std::vector<NumberPictures> numerals_;
  hexiom::Board board_now_;
  hexiom::Numbers numbers_;
  std::optional<cells::HexReader> reader_;
  std::vector<cells::Sample> mark_samples_;  ///< 1: locked
  std::optional<hexiom::MarkReader> marks_;
};

}  // namespace

Learned learn_hexiom_cells(Prober& prober, const LearnOptions& options) {
  return HexiomCellsLearner(prober, options).run();
}

}  // namespace eyehand::calibration
