#include "calibration/hexiom/learn_geometry.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <optional>

#include "actuator/hexiom/plan.hpp"
#include "calibration/hexiom/fit.hpp"
#include "calibration/learner.hpp"
#include "puzzle/hexiom/text.hpp"
#include "puzzle/index.hpp"
#include "vision/digits.hpp"
#include "vision/hexiom/cell.hpp"
#include "vision/ocr.hpp"

namespace eyehand::calibration {
namespace {

/// Samples of one numeral.
constexpr int kSamples = 4;
/// Limit on moves made to distinguish numbers.
constexpr int kMaxTrials = 24;
constexpr int kNone = -1;

class HexiomGeometryLearner : Learner {
 public:
  HexiomGeometryLearner(Prober& prober, const LearnOptions& options) : Learner(prober, options) {}

  Learned run() {
    find_board();
    find_locks();
    find_locked_cells();
    name_numbers();
    find_appearance();
    find_speed();
    return finish();
  }

 private:
  /// The initial contents of a cell.
  struct Piece {
    int home = 0;
    hexiom::CellForeground foreground;
    bool moves = false;
    std::size_t kind = 0;
  };

  cv::Point2d middle(int cell) const { return lattice_.at(hexagon_->middle(cell)); }
  hexiom::CellForeground foreground_now(int cell) const {
    return hexiom::measure_cell(prober_.frame().image, appearance_, middle(cell), lattice_.pitch,
                                lattice_.flat_topped)
        .foreground;
  }

  void find_board() {
    start_ = prober_.rest();
    const auto found =
        find_hex_lattice(start_.image, appearance_.cell_min_px, appearance_.foreground_min);
    if (!found.lattice)
      stop(End::unreadable, "the window shows no board of hexagons: " + found.why_not);
    lattice_ = *found.lattice;
    hexagon_.emplace(lattice_.side);
    on_.assign(at(hexagon_->size()), kNone);
    for (int cell = 0; cell < hexagon_->size(); ++cell) {
      if (found.cells[at(cell)] != HexCell::drawn) continue;
      const auto foreground = foreground_now(cell);
      if (foreground.contrast >= kSomething) {
        on_[at(cell)] = static_cast<int>(pieces_.size());
        pieces_.push_back({cell, foreground, false, 0});
      } else {
        empty_.push_back(cell);
      }
    }
    if (pieces_.empty() || empty_.empty())
      stop(End::unreadable, "the board has no pieces or no empty cells.");
    report("board", fmt::format("side {}, {} cells occupied, {} empty", lattice_.side,
                                pieces_.size(), empty_.size()));
  }

  Drag drag(int from, int to) const {
    return {prober_.on_screen(middle(from)), prober_.on_screen(middle(to)), 1, {}};
  }

  /// Drags what is on one cell to another, and returns whether it moved there.
  bool move(int from, int to) {
    const Effect effect = prober_.perform({drag(from, to)}, Prober::careful_pace());
    const bool gone = foreground_now(from).contrast < kSomething,
               there = foreground_now(to).contrast >= kSomething;
    if (gone != there)
      stop(End::stuck,
           "a piece that was dragged to an empty cell is now on neither cell, or on both.");
    if (!gone) return false;
    timing_.note(effect);
    std::swap(on_[at(from)], on_[at(to)]);
    note_snapshot();
    return true;
  }
  void move_back(int from, int to) {
    if (!move(from, to))
      stop(End::stuck, "a piece could not be moved back; perhaps the move solved the board.");
  }

  /// The number of pieces that a cell touches. Anything that never moves and is not a piece is
  /// discounted later.
  struct Snapshot {
    cv::Mat picture;
    std::vector<int> on;
  };
  void note_snapshot() { snapshots_.push_back({prober_.frame().image.clone(), on_}); }

  int touched(int cell, const std::vector<int>& on) const {
    int count = 0;
    for (const int other : hexagon_->neighbours(cell))
      count += other >= 0 && on[at(other)] != kNone && is_piece_[at(on[at(other)])];
    return count;
  }

  /// Moves each piece to an empty cell and back.
  void find_locks() {
    note_snapshot();
    // The first that moves identifies an empty cell that accepts pieces.
    std::optional<int> target;
    for (std::size_t e = 0; e < std::min<std::size_t>(empty_.size(), 4) && !target; ++e)
      for (std::size_t i = 0; i < std::min<std::size_t>(pieces_.size(), 4) && !target; ++i)
        if (move(pieces_[i].home, empty_[e])) {
          target = empty_[e];
          move_back(empty_[e], pieces_[i].home);
        }
    if (!target) stop(End::stuck, "no piece could be dragged to an empty cell.");
    for (Piece& piece : pieces_) {
      piece.moves = move(piece.home, *target);
      if (piece.moves) move_back(*target, piece.home);
    }
    const auto moving =
        std::count_if(pieces_.begin(), pieces_.end(), [](const Piece& p) { return p.moves; });
    report("move", fmt::format("{} of {} can be moved", moving, pieces_.size()));
  }

  /// Moves one piece to every empty cell in turn, then home.
  void find_locked_cells() {
    locked_.assign(on_.size(), false);
    for (const Piece& piece : pieces_) locked_[at(piece.home)] = !piece.moves;
    const auto tester =
        std::find_if(pieces_.begin(), pieces_.end(), [](const Piece& p) { return p.moves; });
    int here = tester->home;
    for (const int cell : empty_)
      if (move(here, cell))
        here = cell;
      else
        locked_[at(cell)] = true;
    if (here != tester->home) move_back(here, tester->home);
  }

  /// Anything that never moves, and near its rim looks like an empty cell, is a badge.
  void tell_badges() {
    is_piece_.assign(pieces_.size(), true);
    std::vector<Rgb> empty;
    for (const int cell : empty_)
      empty.push_back(colour_near_rim(start_.image, lattice_, middle(cell)));
    const Rgb usual = median(std::move(empty));
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
      const Rgb colour = colour_near_rim(start_.image, lattice_, middle(pieces_[i].home));
      is_piece_[i] = pieces_[i].moves || eyehand::calibration::apart(colour, usual) > 12;
    }
  }

  void group_numerals() {
    for (const bool moves : {true, false})
      for (std::size_t i = 0; i < pieces_.size(); ++i) {
        Piece& piece = pieces_[i];
        if (piece.moves != moves || !is_piece_[i]) continue;
        double best_likeness = kOneNumeral;
        std::optional<std::size_t> best;
        for (std::size_t k = 0; k < kinds_.size(); ++k) {
          const auto& other = pieces_[kinds_[k]].foreground;
          const double likeness =
              moves ? hexiom::likeness(piece.foreground.numeral(0, 0), other.numeral(0, 0))
                    : likeness_moved(piece.foreground, other);
          if (likeness < best_likeness) continue;
          best_likeness = likeness;
          best = k;
        }
        piece.kind = best.value_or(kinds_.size());
        if (!best) kinds_.push_back(i);
      }
  }

  std::vector<std::set<int>> numbers_now() const {
    std::vector<PieceObservation> observations;
    for (const Snapshot& snapshot : snapshots_)
      for (int cell = 0; cell < hexagon_->size(); ++cell) {
        const int piece = snapshot.on[at(cell)];
        if (piece == kNone || !is_piece_[at(piece)]) continue;
        observations.push_back({pieces_[at(piece)].kind, touched(cell, snapshot.on),
                                colour_near_rim(snapshot.picture, lattice_, middle(cell))});
      }
    return numbers_of(observations, kinds_.size());
  }

  void name_numbers() {
    tell_badges();
    group_numerals();
    auto numbers = numbers_now();
    for (int trial = 0; trial < kMaxTrials; ++trial) {
      if (std::all_of(numbers.begin(), numbers.end(),
                      [](const auto& of) { return of.size() == 1; }))
        break;
      if (!try_number(numbers)) break;
      numbers = numbers_now();
    }
    std::string names;
    for (std::size_t k = 0; k < kinds_.size(); ++k) {
      const bool is_certain = numbers[k].size() == 1;
      if (!is_certain) {  // use its shape to choose among the possible numbers
        const int seen = ocr_of(pieces_[kinds_[k]].home);
        const bool may_be = numbers[k].count(seen) > 0;
        numbers[k].clear();
        if (may_be) numbers[k].insert(seen);
      }
      if (numbers[k].size() != 1)
        stop(End::unreadable, "the number on a piece could not be determined by moving it.");
      numbers_.push_back(*numbers[k].begin());
      const auto count = std::count_if(pieces_.begin(), pieces_.end(), [&](const Piece& piece) {
        return piece.kind == k && is_piece_[at(on_[at(piece.home)])];
      });
      names += fmt::format("{}{} ({}{})", names.empty() ? "" : ", ", numbers_.back(), count,
                           is_certain ? "" : ", by its shape");
    }
    report("digits", names);
  }

  /// The digit that Tesseract recognises on a cell; -1: none.
  int ocr_of(int cell) const {
    const cv::Mat& image = start_.image;
    const auto status = hexiom::measure_cell(image, appearance_, middle(cell), lattice_.pitch,
                                             lattice_.flat_topped);
    const int across = cvRound(0.22 * lattice_.pitch), down = cvRound(0.29 * lattice_.pitch);
    const cv::Point at(cvRound(middle(cell).x), cvRound(middle(cell).y));
    const cv::Rect box =
        cv::Rect(at.x - across, at.y - down, 2 * across, 2 * down) & cv::Rect({}, image.size());
    return ocr_digit(foreground_of(image(box),
                                   cv::Scalar(status.fill[0], status.fill[1], status.fill[2])))
        .digit;
  }

  /// Moves a piece of an undetermined kind to where its neighbours match one of its possible
  /// numbers, and back. False if there is no such place that was not tried before.
  bool try_number(const std::vector<std::set<int>>& numbers) {
    for (std::size_t p = 0; p < pieces_.size(); ++p) {
      const Piece& piece = pieces_[p];
      if (!piece.moves || numbers[piece.kind].size() < 2) continue;
      for (const int cell : empty_) {
        if (locked_[at(cell)]) continue;
        auto then = on_;
        std::swap(then[at(piece.home)], then[at(cell)]);
        const int count = touched(cell, then);
        if (!numbers[piece.kind].count(count) || !tried_.insert({piece.kind, count}).second)
          continue;
        if (!move(piece.home, cell)) continue;
        move_back(cell, piece.home);
        return true;
      }
    }
    return false;
  }

  bool is_sampled(int number) const {
    return std::any_of(
        appearance_.numerals.begin(), appearance_.numerals.end(),
        [&](const std::string& sample) { return sample[1] == static_cast<char>('0' + number); });
  }

  void find_appearance() {
    appearance_.numerals.clear();
    for (std::size_t k = 0; k < kinds_.size(); ++k) {
      std::vector<hexiom::Numeral> kept;
      const bool some_move = std::any_of(pieces_.begin(), pieces_.end(), [&](const Piece& piece) {
        return piece.kind == k && piece.moves;
      });
      for (std::size_t i = 0; i < pieces_.size(); ++i) {
        if (!is_piece_[i] || pieces_[i].kind != k || pieces_[i].moves != some_move) continue;
        // Lock marks may have displaced the numerals of locked pieces.
        if (!some_move && is_sampled(numbers_[k])) continue;
        const auto numeral = pieces_[i].foreground.numeral(0, 0);
        if (is_known(numeral, kept) || static_cast<int>(kept.size()) >= kSamples) continue;
        kept.push_back(numeral);
        appearance_.numerals.push_back(hexiom::to_sample('A', numbers_[k], pieces_[i].foreground));
      }
    }
    int badges = 0;
    for (std::size_t i = 0; i < pieces_.size(); ++i)
      if (!is_piece_[i] && badges++ < kSamples)
        appearance_.numerals.push_back(
            hexiom::to_sample('A', hexiom::kBadge, pieces_[i].foreground));
    // Badges were seen in empty cells; otherwise one is cut out above a locked piece's numeral.
    const auto samples = [&](double badge_y) {
      std::vector<std::string> cut;
      for (std::size_t i = 0; i < pieces_.size() && badges == 0; ++i)
        if (is_piece_[i] && !pieces_[i].moves && static_cast<int>(cut.size()) < kSamples)
          cut.push_back(badge_sample(start_, lattice_, middle(pieces_[i].home), badge_y));
      return cut;
    };
    if (appearance_.numerals.empty() || !find_marks(appearance_, start_, locked_, samples))
      stop(End::unreadable, "no mark of locked pieces was found.");
    const auto reading = hexiom::read(start_, appearance_);
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
      const int shown = reading.board.cells[at(pieces_[i].home)];
      const int known = is_piece_[i] ? numbers_[pieces_[i].kind] : hexiom::kEmpty;
      if (shown != known) stop(End::unreadable, "the learned appearance misreads a piece.");
    }
    const auto locks = std::count(locked_.begin(), locked_.end(), true);
    report("locks", locks == 0 ? std::string("none: boards with locks may be rejected")
                               : fmt::format("{}, recognised by {}", locks,
                                             appearance_.claw_y > 0    ? "claws"
                                             : appearance_.badge_y > 0 ? "badges"
                                             : appearance_.line_at > 0 ? "a second line"
                                                                       : "nothing"));
  }

  void find_speed() {
    const auto tester =
        std::find_if(pieces_.begin(), pieces_.end(), [](const Piece& p) { return p.moves; });
    std::vector<int> way = {tester->home};
    for (const int cell : empty_)
      if (!locked_[at(cell)] && way.size() < 3) way.push_back(cell);
    if (way.size() < 2) return;
    Plan plan;
    for (std::size_t i = 0; i < 7; ++i)  // not where they started
      plan.emplace_back(drag(way[i % way.size()], way[(i + 1) % way.size()]));
    const int end = way[7 % way.size()];
    pace_ = find_pace([&](const Pace& pace) {
      Pace steps = pace;
      steps.drag_steps = 4;
      steps.drag_step = std::max(pace.hold, std::chrono::milliseconds(1));
      prober_.perform(plan, steps);
      const bool good = foreground_now(end).contrast >= kSomething;
      for (const int cell : way)
        if (cell != way[0] && foreground_now(cell).contrast >= kSomething)
          prober_.perform({drag(cell, way[0])}, Prober::careful_pace());
      return good;
    });
    pace_.drag_steps = 4;
    pace_.drag_step = std::max(pace_.hold, std::chrono::milliseconds(2));
    settle_pace(
        fmt::format("drags of {} steps of {} ms", pace_.drag_steps, pace_.drag_step.count()));
  }

  std::string text() const {
    SkinText skin = begin_skin();
    skin.table("controls", hexiom::Controls{});
    write_pace(skin, "dragging");
    skin.table("appearance", appearance_);
    return skin.text();
  }

  Learned finish() {
    const Learned learned = try_skin(text());
    check_as_found(hexiom::from_text(learned.board) == hexiom::read(start_, appearance_).board);
    return learned;
  }

  Frame start_;
  hexiom::Appearance appearance_;
  HexLattice lattice_;
  std::optional<Hexagon> hexagon_;
  std::vector<Piece> pieces_;   ///< including badges
  std::vector<int> empty_;      ///< cells with nothing on them
  std::vector<int> on_;         ///< the piece on each cell
  std::vector<bool> locked_;    ///< per cell
  std::vector<bool> is_piece_;  ///< per piece: not a badge
  std::vector<Snapshot> snapshots_;
  std::vector<std::size_t> kinds_;  ///< one piece of each
  std::vector<int> numbers_;        ///< of each kind
  std::set<std::pair<std::size_t, int>> tried_;
};

}  // namespace

Learned learn_hexiom_geometry(Prober& prober, const LearnOptions& options) {
  return HexiomGeometryLearner(prober, options).run();
}

}  // namespace eyehand::calibration
