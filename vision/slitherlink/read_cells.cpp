#include "vision/slitherlink/read_cells.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <utility>

#include "puzzle/index.hpp"
#include "vision/cells/patch.hpp"
#include "vision/components.hpp"
#include "vision/foreground.hpp"

namespace eyehand::slitherlink {
namespace {

/// How far pictures may be from samples, as a share of the distance to samples of other labels: a
/// face beside an edge may be tinted later.
constexpr float kReachShare = 0.4F;
/// The middle of a face that is free of lines and crosses, to either side, as a share of the pitch.
constexpr double kFaceReach = 0.32;
/// What reaches into that from an edge is seen this far from the middle; its own middle is at least
/// this far from there, and at most this far from the line to the middle of a side.
constexpr double kAroundMiddle = 0.42, kFarFromMiddle = 0.24, kOppositeSide = 0.1;
/// The least foreground of a pixel of a digit, of 255.
constexpr int kInk = 90;
/// ... and of the thin parts of a blurred one, which join its pieces.
constexpr int kFaintInk = 45;
/// A digit is at least this high, as a share of the pitch, or in pixels if that is less: fonts need
/// not grow with the board.
constexpr double kDigitHeight = 0.16, kLegibleHeight = 10;
/// The largest clue: a face has four sides.
constexpr int kMaxClue = 4;
/// Of a board that was read before, one face in this many may be unclear.
constexpr int kFacesPerUncertain = 8;
/// A component with more than this share of the largest one's pixels is something else in the face.
constexpr double kOtherPiece = 0.2;
/// The least share of vertices that must be recognised, and the most that may look like something
/// else.
constexpr double kFewestDots = 0.25, kMostOthers = 0.15;
/// What is drawn in proportion to the pitch, such as dots of three pixels, is this much smaller or
/// larger if that is rounded.
constexpr std::array<double, 4> kRounded = {0.9, 0.95, 1.05, 1.1};
/// How far the board reaches beyond its lattice, pixels: half of a line, and the place where a
/// pointer that the program draws would cover it.
constexpr int kAroundLattice = 24;
/// This many vertices in a strip beside the board, or this share of them if that is more, mean that
/// the board continues there.
constexpr int kFewDots = 2;
constexpr double kDotsBeside = 0.25;

int horizontal_edges(const Lattice& lattice) {
  return lattice.columns * (lattice.rows + 1);
}

cv::Mat edge_patch_of(const cv::Mat& bgr, const BoardPlace& place, int edge) {
  return cells::cut(bgr, edge_middle(place.lattice, edge), place.patch, kPatchPixels,
                    is_horizontal(place.lattice, edge) ? 0 : 1);
}

/// What is drawn on edges and reaches into the middle of a face from there, such as a weight beside
/// each edge: pieces at the window's rim that are opposite the middle of a side. `window` and
/// `around` are the middle of a face and more of it.
cv::Mat beside_edges(const cv::Mat& bgr, const cv::Rect& window, const cv::Rect& around,
                     cv::Point2d middle, double pitch, const cv::Vec3b& background) {
  const cv::Mat ink = foreground_of(bgr(around), background) >= kInk;
  cv::Mat beside(around.size(), CV_8U, cv::Scalar(0));
  for (const cv::Mat& piece : component_masks(ink, 1)) {
    const cv::Rect box = cv::boundingRect(piece) + around.tl();
    if ((box & window) == box) continue;
    const cv::Point2d off =
        cv::Point2d(box.x + (box.width - 1) / 2.0, box.y + (box.height - 1) / 2.0) - middle;
    const double far = std::max(std::abs(off.x), std::abs(off.y)),
                 aside = std::min(std::abs(off.x), std::abs(off.y));
    if (far >= kFarFromMiddle * pitch && aside <= kOppositeSide * pitch) beside |= piece;
  }
  // With the faint pixels of its rim.
  cv::dilate(beside, beside, cv::Mat::ones(5, 5, CV_8U));
  return beside(window - around.tl());
}

}  // namespace

bool is_horizontal(const Lattice& lattice, int edge) {
  return edge < horizontal_edges(lattice);
}

cv::Point2d edge_middle(const Lattice& lattice, int edge) {
  const int first = horizontal_edges(lattice), wide = lattice.columns + 1;
  const cv::Point2d at = edge < first
                             ? cv::Point2d(edge % lattice.columns + 0.5, edge / lattice.columns)
                             : cv::Point2d((edge - first) % wide, (edge - first) / wide + 0.5);
  return lattice.origin + lattice.pitch * at;
}

cv::Point2d vertex_at(const Lattice& lattice, int vertex) {
  const int wide = lattice.columns + 1;
  return lattice.origin + lattice.pitch * cv::Point2d(vertex % wide, vertex / wide);
}

cv::Mat edge_patch(const cv::Mat& bgr, const Lattice& lattice, int edge) {
  return edge_patch_of(bgr, {lattice, kPatchShare * lattice.pitch}, edge);
}

cv::Mat dot_patch(const cv::Mat& bgr, const Lattice& lattice, cv::Point2d vertex) {
  return cells::cut(bgr, vertex, kPatchShare * lattice.pitch, kPatchPixels);
}

cells::GridAppearance appearance_of(std::vector<cells::Sample> samples,
                                    std::span<const std::string_view> labels,
                                    const Lattice& lattice) {
  return cells::GridReader(cells::Atlas(std::move(samples)), {labels.begin(), labels.end()},
                           lattice)
      .appearance();
}

FaceContent face_content(const cv::Mat& bgr, const Lattice& lattice, int face) {
  const cv::Point2d middle = lattice.centre(face % lattice.columns, face / lattice.columns);
  const auto box_of = [&](double reach) {
    return cv::Rect(cv::Point(cvCeil(middle.x - reach), cvCeil(middle.y - reach)),
                    cv::Point(cvFloor(middle.x + reach) + 1, cvFloor(middle.y + reach) + 1)) &
           cv::Rect({}, bgr.size());
  };
  const cv::Rect box = box_of(kFaceReach * lattice.pitch);
  FaceContent content;
  if (box.empty()) return content;
  cv::Mat window = bgr(box).clone();
  const cv::Vec3b background = median_colour(window);
  window.setTo(cv::Scalar(background), beside_edges(bgr, box, box_of(kAroundMiddle * lattice.pitch),
                                                    middle, lattice.pitch, background));
  double most = 0;
  cv::minMaxLoc(distances(window, to_colour(background)), nullptr, &most);
  content.contrast = cvRound(most);
  const cv::Mat foreground = foreground_of(window, background);
  cv::Mat piece;
  for (const int least : {kInk, kFaintInk}) {
    const cv::Mat ink = foreground >= least;
    const std::vector<cv::Mat> pieces = component_masks(ink, 1);
    if (pieces.empty()) return content;
    piece =
        *std::ranges::max_element(pieces, {}, [](const auto& of) { return cv::countNonZero(of); });
    const double most_beside = kOtherPiece * cv::countNonZero(piece);
    content.is_plain =
        std::ranges::none_of(components(ink & ~piece, Corners::connect),
                             [&](const Component& other) { return other.pixels > most_beside; });
    if (content.is_plain) break;
  }
  const cv::Rect bounds = cv::boundingRect(piece);
  if (bounds.height < std::min(kDigitHeight * lattice.pitch, kLegibleHeight) ||
      bounds == cv::Rect({}, window.size()))
    return content;
  // With the faint pixels of its rim.
  cv::dilate(piece, piece, cv::Mat::ones(3, 3, CV_8U));
  foreground.copyTo(content.foreground, piece);
  return content;
}

CellReader::CellReader(const cells::GridAppearance& edges, const cells::GridAppearance& dots,
                       const Appearance& appearance)
    : edges_(edges),
      dots_(dots),
      digits_(appearance.digits),
      foreground_min_(appearance.foreground_min),
      clues_fade_(appearance.clues_fade),
      unseen_(appearance.digits) {
  edges_.widen(kReachShare);
  dots_.widen(kReachShare);
}

void CellReader::read_edges(const cv::Mat& bgr, const BoardPlace& place, Reading& reading) const {
  int uncertain = 0;
  for (int edge = 0; edge < reading.board.grid->edges(); ++edge) {
    const cells::Prediction match = edges_.atlas().classify(edge_patch_of(bgr, place, edge));
    const auto label = std::find(kEdgeLabels.begin(), kEdgeLabels.end(), edges_.label(match.label));
    reading.board.marks[at(edge)] = static_cast<Mark>(label - kEdgeLabels.begin());
    reading.edge_confidence[at(edge)] = match.confidence;
    uncertain += match.confidence < kMinConfidence;
  }
  if (uncertain > 0 && reading.accepted()) reading.rejection = unclear(uncertain, "edge");
}

void CellReader::read_clues(const cv::Mat& bgr, const Lattice& lattice, const Reading* before,
                            Reading& reading) const {
  Board& board = reading.board;
  const bool is_known = before && before->board.grid && *before->board.grid == *board.grid;
  std::vector<int> uncertain;
  for (int face = 0; face < board.grid->faces(); ++face) {
    const FaceContent content = face_content(bgr, lattice, face);
    const auto around = board.grid->edges_of_face(face);
    const auto lines = std::count_if(around.begin(), around.end(),
                                     [&](int edge) { return board.marks[at(edge)] == Mark::line; });
    if (content.contrast < foreground_min_ && (!clues_fade_ || lines == 0)) continue;
    DigitGuess guess;
    if (content.is_plain && !content.foreground.empty()) {
      guess = digits_.read_by_samples(content.foreground);
      if (guess.confidence < kMinDigitConfidence) guess = unseen_.read(content.foreground, guess);
    }
    if (content.contrast >= foreground_min_ && guess.digit >= 0 && guess.digit <= kMaxClue &&
        guess.confidence >= kMinDigitConfidence) {
      board.clues[at(face)] = static_cast<std::int8_t>(guess.digit);
      reading.clue_confidence[at(face)] = guess.confidence;
      continue;
    }
    const int then = is_known ? before->board.clues[at(face)] : 0;
    if (clues_fade_ &&
        (then == kNoClue ? content.contrast < foreground_min_ : then > 0 && then == lines)) {
      board.clues[at(face)] = static_cast<std::int8_t>(then);
    } else {
      reading.clue_confidence[at(face)] = 0;
      uncertain.push_back(face);
    }
  }
  if (is_known && std::ssize(uncertain) * kFacesPerUncertain <= board.grid->faces()) {
    // What the program draws anew on a face does not change its clue.
    auto clues = board.clues;
    for (const int face : uncertain) clues[at(face)] = before->board.clues[at(face)];
    if (clues == before->board.clues) {
      board.clues = std::move(clues);
      for (const int face : uncertain)
        reading.clue_confidence[at(face)] = before->clue_confidence[at(face)];
      uncertain.clear();
    }
  }
  if (!uncertain.empty() && reading.accepted())
    reading.rejection = unclear(static_cast<int>(uncertain.size()), "face");
}

int CellReader::dot_at(const cv::Mat& bgr, double patch, cv::Point2d vertex) const {
  const cells::Prediction match =
      dots_.atlas().classify(cells::cut(bgr, vertex, patch, kPatchPixels));
  if (match.label < 0 || match.confidence < kMinConfidence) return 0;
  return dots_.label(match.label) == kDotLabels[1] ? 1 : -1;
}

void CellReader::check_dots(const cv::Mat& bgr, const BoardPlace& place, Reading& reading) const {
  const Lattice& lattice = place.lattice;
  // Where lines meet, a vertex may look like none that was seen before, but the lines end in it.
  const Board& board = reading.board;
  const auto has_line = [&](int vertex) {
    return std::ranges::any_of(board.grid->edges_of_vertex(vertex), [&](int edge) {
      return board.marks[at(edge)] == Mark::line &&
             reading.edge_confidence[at(edge)] >= kMinConfidence;
    });
  };
  const int vertices = board.grid->vertices();
  int dots = 0, others = 0;
  for (int v = 0; v < vertices; ++v) {
    const int kind = has_line(v) ? 1 : dot_at(bgr, place.patch, vertex_at(lattice, v));
    dots += kind > 0;
    others += kind < 0;
  }
  if (others > kMostOthers * vertices)
    reading.rejection = std::to_string(others) + " of " + std::to_string(vertices) +
                        " vertices are not where they should be";
  else if (dots < kFewestDots * vertices)
    reading.rejection = "only " + std::to_string(dots) + " of " + std::to_string(vertices) +
                        " vertices are where they should be";
  if (reading.accepted()) reading.rejection = continuation(bgr, place);
}

std::string CellReader::continuation(const cv::Mat& bgr, const BoardPlace& place) const {
  const Lattice& lattice = place.lattice;
  const int wide = lattice.columns + 1, high = lattice.rows + 1;
  const cv::Rect2d picture(0, 0, bgr.cols - 1, bgr.rows - 1);
  std::string found;
  const auto strip = [&](const char* side, cv::Point first, cv::Point step, int count) {
    int beside = 0;
    for (int i = 0; i < count; ++i) {
      const cv::Point2d vertex = lattice.origin + lattice.pitch * cv::Point2d(first + i * step);
      beside += picture.contains(vertex) && dot_at(bgr, place.patch, vertex) > 0;
    }
    if (beside >= std::max<double>(kFewDots, kDotsBeside * count) && found.empty())
      found = std::string("the board seems to continue ") + side;
  };
  strip("above", {0, -1}, {1, 0}, wide);
  strip("below", {0, high}, {1, 0}, wide);
  strip("on the left", {-1, 0}, {0, 1}, high);
  strip("on the right", {wide, 0}, {0, 1}, high);
  return found;
}

BoardPlace CellReader::place_on(const cv::Mat& bgr, const Lattice& lattice) const {
  const double usual = edges_.usual().pitch;
  BoardPlace best = {lattice, kPatchShare * lattice.pitch};
  if (std::abs(usual / lattice.pitch - 1) <= kAnotherPitch) return best;
  double most = fit(bgr, best);
  const auto consider = [&](double patch) {
    const double good = fit(bgr, {lattice, patch});
    if (good <= most) return;
    most = good;
    best.patch = patch;
  };
  consider(kPatchShare * usual);
  for (const double share : kRounded) consider(kPatchShare * share * lattice.pitch);
  return best;
}

Reading CellReader::read_at(const cv::Mat& bgr, const BoardPlace& place,
                            const Reading* before) const {
  const Lattice& lattice = place.lattice;
  Reading reading;
  reading.board = Board::of(Grid::squares(lattice.columns, lattice.rows));
  const Grid& grid = *reading.board.grid;
  reading.clue_confidence.assign(at(grid.faces()), 1);
  reading.edge_confidence.assign(at(grid.edges()), 1);
  // A click on a pixel is reported at its corner, not its middle.
  for (int v = 0; v < grid.vertices(); ++v) {
    const cv::Point2d vertex = vertex_at(lattice, v) + kClickOffset;
    reading.where.push_back({vertex.x, vertex.y});
  }
  const cv::Rect faces = lattice.bounds();
  reading.area = cv::Rect(faces.x - kAroundLattice, faces.y - kAroundLattice,
                          faces.width + 2 * kAroundLattice, faces.height + 2 * kAroundLattice) &
                 cv::Rect({}, bgr.size());
  read_edges(bgr, place, reading);
  check_dots(bgr, place, reading);
  read_clues(bgr, lattice, before, reading);
  return reading;
}

Reading CellReader::read(const Frame& frame, const Reading* before) const {
  const cv::Mat& bgr = frame.image;
  Lattice lattice = edges_.usual();
  if (before && before->board.grid && before->board.grid->shape()) {
    const auto shape = *before->board.grid->shape();
    const Point first = before->where.front(), last = before->where.back();
    lattice = {cv::Point2d(first.x, first.y) - kClickOffset, (last.x - first.x) / shape.columns,
               shape.columns, shape.rows};
    const BoardPlace place = place_on(bgr, lattice);
    Reading there = read_at(bgr, place, before);
    // Another board may have another size.
    const bool is_there =
        there.accepted() || (fit(bgr, place) > kFewestDots && continuation(bgr, place).empty());
    if (is_there) return there;
    const Reading elsewhere = read(frame);
    return elsewhere.accepted() ? elsewhere : there;
  }
  Reading reading = read_at(bgr, place_on(bgr, lattice), before);
  if (reading.accepted()) return reading;
  if (fit(bgr, {lattice, kPatchShare * lattice.pitch}) <= kFewestDots)
    if (const auto other = locate(bgr)) reading = read_at(bgr, place_on(bgr, *other), before);
  if (reading.accepted()) return reading;
  if (const auto other = locate_another(bgr))
    if (Reading another = read_at(bgr, *other, before); another.accepted()) return another;
  return reading;
}

}  // namespace eyehand::slitherlink
