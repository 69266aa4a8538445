#include "vision/slitherlink/read_cells.hpp"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <utility>

#include "puzzle/index.hpp"
#include "vision/cells/patch.hpp"
#include "vision/components.hpp"
#include "vision/foreground.hpp"
#include "vision/slitherlink/repeats.hpp"

namespace eyehand::slitherlink {
namespace {

/// How far pictures may be from samples, as a share of the distance to samples of other labels: a
/// face beside an edge may be tinted later.
constexpr float kReachShare = 0.4F;
/// The middle of a face that is free of lines and crosses, to either side, as a share of the pitch.
constexpr double kFaceReach = 0.32;
/// The least foreground of a pixel of a digit, of 255.
constexpr int kInk = 90;
/// ... and of the thin parts of a blurred one, which join its pieces.
constexpr int kFaintInk = 45;
/// A digit is at least this high, as a share of the pitch.
constexpr double kDigitHeight = 0.16;
/// The largest clue: a face has four sides.
constexpr int kMaxClue = 4;
/// A component with more than this share of the largest one's pixels is something else in the face.
constexpr double kOtherPiece = 0.2;
/// The least share of vertices that must be recognised, and the most that may look like something
/// else.
constexpr double kFewestDots = 0.25, kMostOthers = 0.15;
/// The search for the board: how many repeats are tried, how many steps around each, and the least
/// mean confidence of the vertices.
constexpr std::size_t kMostRepeatsTried = 4;
constexpr int kStepsAside = 2;
constexpr double kPerhaps = 0.3;
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
  return cells::cut(bgr, edge_middle(lattice, edge), kPatchShare * lattice.pitch, kPatchPixels,
                    is_horizontal(lattice, edge) ? 0 : 1);
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
  const double reach = kFaceReach * lattice.pitch;
  const cv::Rect box =
      cv::Rect(cv::Point(cvCeil(middle.x - reach), cvCeil(middle.y - reach)),
               cv::Point(cvFloor(middle.x + reach) + 1, cvFloor(middle.y + reach) + 1)) &
      cv::Rect({}, bgr.size());
  FaceContent content;
  if (box.empty()) return content;
  const cv::Mat window = bgr(box);
  const cv::Vec3b background = median_colour(window);
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
  if (bounds.height < kDigitHeight * lattice.pitch || bounds == cv::Rect({}, window.size()))
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

void CellReader::read_edges(const cv::Mat& bgr, const Lattice& lattice, Reading& reading) const {
  int uncertain = 0;
  for (int edge = 0; edge < reading.board.grid->edges(); ++edge) {
    const cells::Prediction match = edges_.atlas().classify(edge_patch(bgr, lattice, edge));
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
  int uncertain = 0;
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
      ++uncertain;
    }
  }
  if (uncertain > 0 && reading.accepted()) reading.rejection = unclear(uncertain, "face");
}

int CellReader::dot_at(const cv::Mat& bgr, const Lattice& lattice, cv::Point2d vertex) const {
  const cells::Prediction match = dots_.atlas().classify(dot_patch(bgr, lattice, vertex));
  if (match.label < 0 || match.confidence < kMinConfidence) return 0;
  return dots_.label(match.label) == kDotLabels[1] ? 1 : -1;
}

void CellReader::check_dots(const cv::Mat& bgr, const Lattice& lattice, Reading& reading) const {
  const int wide = lattice.columns + 1, high = lattice.rows + 1;
  const auto place = [&](int x, int y) {
    return lattice.origin + lattice.pitch * cv::Point2d(x, y);
  };
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
    const int kind = has_line(v) ? 1 : dot_at(bgr, lattice, vertex_at(lattice, v));
    dots += kind > 0;
    others += kind < 0;
  }
  if (others > kMostOthers * vertices)
    reading.rejection = std::to_string(others) + " of " + std::to_string(vertices) +
                        " vertices are not where they should be";
  else if (dots < kFewestDots * vertices)
    reading.rejection = "only " + std::to_string(dots) + " of " + std::to_string(vertices) +
                        " vertices are where they should be";
  const cv::Rect2d picture(0, 0, bgr.cols - 1, bgr.rows - 1);
  const auto strip = [&](const char* side, cv::Point first, cv::Point step, int count) {
    int beside = 0;
    for (int i = 0; i < count; ++i) {
      const cv::Point2d vertex = place(first.x + i * step.x, first.y + i * step.y);
      beside += picture.contains(vertex) && dot_at(bgr, lattice, vertex) > 0;
    }
    if (beside >= std::max<double>(kFewDots, kDotsBeside * count) && reading.accepted())
      reading.rejection = std::string("the board seems to continue ") + side;
  };
  strip("above", {0, -1}, {1, 0}, wide);
  strip("below", {0, high}, {1, 0}, wide);
  strip("on the left", {-1, 0}, {0, 1}, high);
  strip("on the right", {wide, 0}, {0, 1}, high);
}

Reading CellReader::read_at(const cv::Mat& bgr, const Lattice& lattice,
                            const Reading* before) const {
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
  read_edges(bgr, lattice, reading);
  check_dots(bgr, lattice, reading);
  read_clues(bgr, lattice, before, reading);
  return reading;
}

double CellReader::fit(const cv::Mat& bgr, const Lattice& lattice) const {
  double sum = 0;
  const int vertices = (lattice.columns + 1) * (lattice.rows + 1);
  for (int v = 0; v < vertices; ++v) {
    const cells::Prediction match =
        dots_.atlas().classify(dot_patch(bgr, lattice, vertex_at(lattice, v)));
    if (dots_.label(match.label) == kDotLabels[1]) sum += match.confidence;
  }
  return sum / vertices;
}

/// The vertices repeat, or the faces or edges do, which are half a step off.
std::optional<Lattice> CellReader::locate(const cv::Mat& bgr) const {
  Lattice best = edges_.usual();
  double most = 0;
  const auto try_at = [&](cv::Point2d origin, double pitch) {
    const Lattice lattice{origin, pitch, best.columns, best.rows};
    const cv::Rect2d picture(0, 0, bgr.cols - 1, bgr.rows - 1);
    if (!picture.contains(origin) ||
        !picture.contains(vertex_at(lattice, (best.columns + 1) * (best.rows + 1) - 1)))
      return;
    const double good = fit(bgr, lattice);
    if (good <= most) return;
    most = good;
    best = lattice;
  };
  auto repeats = find_repeats(bgr);
  if (repeats.size() > kMostRepeatsTried) repeats.resize(kMostRepeatsTried);
  for (const Repeat& repeat : repeats)
    for (const cv::Point2d half :
         {cv::Point2d(0, 0), cv::Point2d(0.5, 0.5), cv::Point2d(0.5, 0), cv::Point2d(0, 0.5)})
      for (int down = -kStepsAside; down <= kStepsAside; ++down)
        for (int across = -kStepsAside; across <= kStepsAside; ++across)
          try_at(cv::Point2d(repeat.area.tl()) + repeat.pitch * (half + cv::Point2d(across, down)),
                 repeat.pitch);
  if (most < kPerhaps) return std::nullopt;
  // To a fraction of a pixel, in ever smaller steps.
  for (double step = 1; step >= 0.25; step /= 2)
    for (bool moves = true; moves;) {
      moves = false;
      const Lattice from = best;
      for (const double dp : {-step / 4, 0.0, step / 4})
        for (const double dx : {-step, 0.0, step})
          for (const double dy : {-step, 0.0, step})
            try_at(from.origin + cv::Point2d(dx, dy), from.pitch + dp);
      moves = best.origin != from.origin || best.pitch != from.pitch;
    }
  return best;
}

Reading CellReader::read(const Frame& frame, const Reading* before) const {
  Lattice lattice = edges_.usual();
  if (before && before->board.grid && before->board.grid->shape()) {
    const auto shape = *before->board.grid->shape();
    const Point first = before->where.front(), last = before->where.back();
    lattice = {cv::Point2d(first.x, first.y) - kClickOffset, (last.x - first.x) / shape.columns,
               shape.columns, shape.rows};
    return read_at(frame.image, lattice, before);
  }
  Reading reading = read_at(frame.image, lattice, before);
  if (reading.accepted() || fit(frame.image, lattice) > kFewestDots) return reading;
  const auto other = locate(frame.image);
  return other ? read_at(frame.image, *other, before) : reading;
}

}  // namespace eyehand::slitherlink
