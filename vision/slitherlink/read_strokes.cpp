#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>

#include "puzzle/index.hpp"
#include "vision/digits.hpp"
#include "vision/slitherlink/face_outline.hpp"
#include "vision/slitherlink/read_methods.hpp"
#include "vision/slitherlink/stroke_follow.hpp"
#include "vision/statistics.hpp"

namespace eyehand::slitherlink {
namespace {

/// Ways to distinguish dots from lines in their colour, tried in this order until a reading is
/// accepted; a wrong one is recognised as such. More of them only cost time on pictures that the
/// others reject.
constexpr std::array<DotWeights, 12> kDotWeights = {
    DotWeights{0, 0.02, 22, 0}, DotWeights{0, 0.02, 22, 3}, DotWeights{0, 0.02, 12, 3},
    DotWeights{0.03, 0, 22, 3}, DotWeights{0.03, 0, 12, 3}, DotWeights{0, 0.05, 22, 3},
    DotWeights{0, 0.05, 12, 3}, DotWeights{0.03, 0, 22, 0}, DotWeights{0.03, 0.02, 15, 3},
    DotWeights{0, 0, 22, 0},    DotWeights{0, 0, 15, 3},    DotWeights{0.01, 0.01, 18, 3}};
/// The fewest vertices of a grid.
constexpr std::size_t kSmallestGrid = 7;
/// Half the width of a crossed stroke, in pixels, if it is thinner than the others.
constexpr double kThin = 0.6;
/// The middle of a pixel is at most this far from a place in it, half a diagonal.
constexpr double kRounding = 0.7;
/// A clue is rejected if this many pixels in its face belong neither to strokes nor to the number.
constexpr int kOverlookedPixels = 3;
/// A number has foreground of at least this strength, 0 to 255, and at least this many pixels with
/// at least this share of its strongest.
constexpr int kNumberStrength = 90, kNumberPixels = 5;
constexpr double kNumberForeground = 0.4;
/// How far a number's paler rim reaches, besides the fringe, in pixels.
constexpr double kNumberRim = 1.2;
/// If a number's height differs by more than this share from the median, part of it was missed.
constexpr double kHeightSlack = 0.2;
/// The least share of the pixels along an edge that show the same state.
constexpr double kOneColour = 0.8;

Point to_point(cv::Point2d p) {
  return {p.x, p.y};
}

std::string place(cv::Point2d p) {
  std::string text = "(";
  text += std::to_string(cvRound(p.x));
  text += ", ";
  text += std::to_string(cvRound(p.y));
  text += ")";
  return text;
}

/// The state of an edge by its colour.
struct Classified {
  Mark mark = Mark::unknown;
  float confidence = 0;
};

Classified judge(Colour colour, const Appearance& appearance) {
  std::array<int, 3> d{255, 255, 255};  // by mark
  const auto to = [&](Mark mark, Colour of) {
    int& best = d[static_cast<std::size_t>(mark)];
    best = std::min(best, distance(colour, of));
  };
  for (const Colour line : appearance.line) to(Mark::line, line);
  to(Mark::unknown, appearance.undecided);
  to(Mark::cross, appearance.crossed);
  const auto best = std::min_element(d.begin(), d.end());
  const int nearest = *best;
  Classified seen{static_cast<Mark>(best - d.begin()), 0};
  *best = 255;
  const int second = *std::min_element(d.begin(), d.end());
  seen.confidence = static_cast<float>(second - nearest) / static_cast<float>(std::max(1, second));
  return seen;
}

Classified judge(const std::vector<Colour>& along, const Appearance& appearance) {
  std::array<int, 3> votes{};
  std::array<float, 3> accepted{};
  Classified seen;
  for (std::size_t i = 0; i < along.size(); ++i) {
    if (i == 0 || along[i] != along[i - 1]) seen = judge(along[i], appearance);
    ++votes[static_cast<std::size_t>(seen.mark)];
    accepted[static_cast<std::size_t>(seen.mark)] += seen.confidence;
  }
  const auto most =
      static_cast<std::size_t>(std::max_element(votes.begin(), votes.end()) - votes.begin());
  if (votes[most] == 0) return {};
  seen = {static_cast<Mark>(most), accepted[most] / static_cast<float>(votes[most])};
  if (votes[most] < kOneColour * static_cast<double>(along.size())) seen.confidence = 0;
  return seen;
}

class StrokeReader {
 public:
  StrokeReader(const Appearance& appearance, const ForegroundPicture& picture,
               const DigitReader& digits, StrokeGraph graph)
      : appearance_(appearance), picture_(picture), digits_(digits), graph_(std::move(graph)) {}

  Reading run() {
    if (graph_.strokes.empty()) return rejected("there is no grid of dots joined by strokes.");
    const auto faces = bounded_faces(graph_.vertices, graph_.strokes);
    if (faces.empty()) return rejected("the strokes between the dots do not form a plane grid.");
    std::vector<Point> points;
    for (const cv::Point2d p : graph_.vertices) points.push_back(to_point(p));
    framed_ = frame_graph(points, faces);
    // A stroke with the outside on both its sides is not part of a grid.
    if (at(framed_.reading.board.grid->edges()) != graph_.strokes.size())
      return rejected("the strokes between the dots do not form a plane grid.");
    reading_ = framed_.reading;
    reading_.dot_radius = graph_.dot_radius;
    reading_.stroke_width = graph_.stroke_width;
    read_edges();
    measure_strokes();
    map_faces(faces);
    read_clues(faces);
    check_surroundings();
    check_for_slivers(faces);
    if (reading_.rejection.empty()) log_rejections();
    return std::move(reading_);
  }

 private:
  static Reading rejected(std::string why) {
    Reading reading;
    reading.rejection = std::move(why);
    return reading;
  }

  cv::Point2d vertex(int v) const { return graph_.vertices[at(v)]; }

  void read_edges() {
    for (const Stroke& stroke : graph_.strokes) {
      const auto e = at(framed_.edge_between(stroke.a, stroke.b));
      const Classified seen = judge(stroke.along, appearance_);
      reading_.board.marks[e] = seen.mark;
      reading_.edge_confidence[e] = seen.confidence;
    }
  }

  /// Lines may be wider than the other strokes, which most strokes are at first.
  void measure_strokes() {
    const StrokeFollower follower{picture_, graph_.dot_radius};
    const double usual = graph_.stroke_width / 2 + graph_.fringe;
    half_widths_.assign(reading_.board.marks.size(), usual);
    for (const Stroke& stroke : graph_.strokes) {
      const auto e = at(framed_.edge_between(stroke.a, stroke.b));
      const Mark mark = reading_.board.marks[e];
      if (mark == Mark::cross) half_widths_[e] = std::min(usual, kThin + graph_.fringe);
      if (mark != Mark::line) continue;
      const double reach = follower.reach(vertex(stroke.a), vertex(stroke.b));
      if (reach > usual) half_widths_[e] = reach + kRounding;
    }
  }

  double half_width(int a, int b) const { return half_widths_[at(framed_.edge_between(a, b))]; }

  /// Which face each pixel that is drawn lies in: 1 + its number among `faces`, 0 outside of all.
  void map_faces(const std::vector<std::vector<int>>& faces) {
    map_ = cv::Mat::zeros(picture_.drawn.size(), CV_32SC1);
    for (std::size_t f = 0; f < faces.size(); ++f) {
      std::vector<cv::Point> corners;
      for (const int v : faces[f])
        corners.push_back(cv::Point(cvRound(vertex(v).x), cvRound(vertex(v).y)) -
                          picture_.drawn.tl());
      const int name = static_cast<int>(f + 1);
      const cv::Rect box = cv::boundingRect(corners), seen = box & cv::Rect({}, map_.size());
      if (cv::contourArea(corners) == (box.width - 1) * (box.height - 1))  // a rectangle
        for (int y = seen.y; y < seen.br().y; ++y)
          std::fill_n(map_.ptr<int>(y) + seen.x, seen.width, name);
      else if (cv::isContourConvex(corners))  // and much faster
        cv::fillConvexPoly(map_, corners, name);
      else
        cv::fillPoly(map_, std::vector{corners}, name);
    }
  }

  FaceOutline outline_of(const std::vector<int>& face) const {
    std::vector<Side> sides;
    for (std::size_t i = 0; i < face.size(); ++i) {
      const int a = face[i], b = face[(i + 1) % face.size()];
      sides.emplace_back(vertex(a), vertex(b)).half_width = half_width(a, b);
    }
    return {std::move(sides), graph_.dot_radius + graph_.fringe};
  }

  /// Foreground in a face that is not of its strokes.
  struct Loose {
    cv::Point at;
    bool is_apart;  ///< from the strokes
    int strength;
  };

  void read_clues(const std::vector<std::vector<int>>& faces) {
    std::vector<FaceOutline> outlines;
    for (const auto& face : faces) outlines.push_back(outline_of(face));
    std::vector<std::vector<Loose>> loose(faces.size());
    const cv::Mat foreground = picture_.foreground(picture_.drawn);
    const cv::Mat mask = foreground >= picture_.foreground_min;
    for (int y = 0; y < map_.rows; ++y) {
      const int* face = map_.ptr<int>(y);
      const auto* row = foreground.ptr<std::uint8_t>(y);
      const auto* set = mask.ptr<std::uint8_t>(y);
      for (int x = 0, end = 0; x < map_.cols; x = end) {
        x = static_cast<int>(next_set(set + x, set + map_.cols) - set);
        end = x + 1;
        if (x == map_.cols || face[x] == 0) continue;
        while (end < map_.cols && set[end] && face[end] == face[x]) ++end;
        const auto f = at(face[x] - 1);
        const cv::Point first = picture_.drawn.tl() + cv::Point(x, y);
        if (outlines[f].has_in_one_stroke(first, first + cv::Point(end - 1 - x, 0))) continue;
        for (int i = x; i < end; ++i) {
          const cv::Point p = first + cv::Point(i - x, 0);
          const auto place = outlines[f].place_of(p);
          if (place != FaceOutline::Place::stroke)
            loose[f].push_back({p, place == FaceOutline::Place::apart, row[i]});
        }
      }
    }
    std::vector<int> heights;
    std::vector<std::pair<std::size_t, int>> height_of;
    for (std::size_t f = 0; f < faces.size(); ++f) {
      const auto grid_face = at(framed_.face_of[f]);
      drop_rims(loose[f]);
      cv::Rect box;
      const cv::Mat number = number_in(loose[f], box);
      const bool is_clean = !has_more(loose[f], box);
      if (!is_clean) reading_.clue_confidence[grid_face] = 0;
      if (number.empty()) continue;
      const NumberGuess guess = digits_.read_number(number);
      const bool is_fit = guess.number >= 0 && guess.number <= static_cast<int>(faces[f].size());
      reading_.board.clues[grid_face] = is_fit ? static_cast<std::int8_t>(guess.number) : kNoClue;
      reading_.clue_confidence[grid_face] = is_fit && is_clean ? guess.confidence : 0;
      heights.push_back(number.rows);
      height_of.emplace_back(grid_face, number.rows);
    }
    if (heights.empty()) return;
    const double usual = median(heights);
    for (const auto& [face, height] : height_of)
      if (std::abs(height - usual) > kHeightSlack * usual + 1) reading_.clue_confidence[face] = 0;
  }

  /// Drops what is beside strokes and dots and not joined to anything apart from them, if something
  /// else is apart: dots need not be round, nor lines as wide as other strokes.
  static void drop_rims(std::vector<Loose>& foreground) {
    std::vector<cv::Point> pixels, reached;
    for (const Loose& pixel : foreground) {
      pixels.push_back(pixel.at);
      if (pixel.is_apart) reached.push_back(pixel.at);
    }
    if (reached.empty() || reached.size() == pixels.size()) return;
    const cv::Rect box = cv::boundingRect(pixels);
    constexpr std::uint8_t kSet = 1, kReached = 2;
    cv::Mat state = cv::Mat::zeros(box.height + 2, box.width + 2, CV_8UC1);
    const cv::Point first = box.tl() - cv::Point(1, 1);
    for (const cv::Point p : pixels) state.at<std::uint8_t>(p - first) = kSet;
    for (const cv::Point p : reached) state.at<std::uint8_t>(p - first) = kReached;
    while (!reached.empty()) {
      const cv::Point p = reached.back();
      reached.pop_back();
      for (int y = -1; y <= 1; ++y)
        for (int x = -1; x <= 1; ++x)
          if (auto& next = state.at<std::uint8_t>(p + cv::Point(x, y) - first); next == kSet) {
            next = kReached;
            reached.push_back(p + cv::Point(x, y));
          }
    }
    std::erase_if(foreground, [&](const Loose& pixel) {
      return state.at<std::uint8_t>(pixel.at - first) != kReached;
    });
  }

  /// The foreground in a face that is not of its strokes, cut to it; empty if there is none to
  /// speak of.
  static cv::Mat number_in(const std::vector<Loose>& foreground, cv::Rect& box) {
    int most = 0;
    for (const Loose& pixel : foreground) most = std::max(most, pixel.strength);
    std::vector<cv::Point> strong;
    for (const Loose& pixel : foreground)
      if (pixel.strength >= kNumberForeground * most) strong.push_back(pixel.at);
    if (most < kNumberStrength || static_cast<int>(strong.size()) < kNumberPixels) return {};
    box = cv::boundingRect(strong);
    cv::Mat number = cv::Mat::zeros(box.size(), CV_8UC1);
    for (const auto& [pixel, is_apart, strength] : foreground)
      if (box.contains(pixel))
        number.at<std::uint8_t>(pixel - box.tl()) =
            static_cast<std::uint8_t>(strength * 255 / most);
    return number;
  }

  /// A stroke that leaves the grid outwards means that some of the grid was not seen.
  void check_surroundings() {
    std::array<cv::Point2d, 24> ring;
    for (std::size_t i = 0; i < ring.size(); ++i) {
      const double angle = static_cast<double>(i) * CV_PI / 12;
      ring[i] = (graph_.dot_radius + 3.5) * cv::Point2d(std::cos(angle), std::sin(angle));
    }
    std::vector<std::vector<int>> neighbours(graph_.vertices.size());
    for (const Stroke& s : graph_.strokes) {
      neighbours[at(s.a)].push_back(s.b);
      neighbours[at(s.b)].push_back(s.a);
    }
    const double usual = graph_.stroke_width / 2 + graph_.fringe;
    for (std::size_t v = 0; v < neighbours.size(); ++v) {
      const cv::Point2d middle = graph_.vertices[v];
      for (const cv::Point2d& by : ring) {
        const cv::Point2d p = middle + by;
        const cv::Point pixel(cvRound(p.x), cvRound(p.y));
        if (picture_.foreground_at(p) < picture_.foreground_min ||
            map_.at<int>(pixel - picture_.drawn.tl()) > 0)
          continue;
        const bool is_known =
            std::any_of(neighbours[v].begin(), neighbours[v].end(), [&](int other) {
              const double half = std::max(usual, half_width(static_cast<int>(v), other));
              return distance_to(p, middle, vertex(other)) < half + kRounding;
            });
        if (!is_known) {
          reading_.rejection = "something is drawn outside the grid near " + place(p) + ".";
          return;
        }
      }
    }
  }

  /// A face narrower than its strokes are wide is not real: a dot was seen twice.
  void check_for_slivers(const std::vector<std::vector<int>>& faces) {
    for (const auto& face : faces)
      for (std::size_t i = 0; i < face.size(); ++i)
        for (std::size_t j = 1; j + 1 < face.size(); ++j) {
          const int a = face[(i + j) % face.size()], b = face[(i + j + 1) % face.size()];
          if (b == face[i] ||
              distance_to(vertex(face[i]), vertex(a), vertex(b)) > graph_.stroke_width + 2)
            continue;
          reading_.rejection = "the face at " + place(vertex(face[i])) + " is too narrow.";
          return;
        }
  }

  /// Foreground in a face that belongs neither to its strokes nor to its number, like an edge
  /// overlooked.
  bool has_more(const std::vector<Loose>& foreground, cv::Rect number) const {
    const int around = static_cast<int>(std::ceil(graph_.fringe + kNumberRim));
    number -= cv::Point(around, around);
    number += cv::Size(2 * around, 2 * around);
    return std::count_if(foreground.begin(), foreground.end(), [&](const Loose& pixel) {
             return pixel.is_apart && !number.contains(pixel.at);
           }) >= kOverlookedPixels;
  }

  void log_rejections() {
    const Grid& grid = *reading_.board.grid;
    for (int e = 0; e < grid.edges(); ++e) {
      if (reading_.edge_confidence[at(e)] >= kMinConfidence) continue;
      const Point a = reading_.where[at(grid.edge(e).a)];
      const Point b = reading_.where[at(grid.edge(e).b)];
      reading_.rejection =
          "cannot tell the state of the edge at " + place({(a.x + b.x) / 2, (a.y + b.y) / 2}) + ".";
      return;
    }
    for (int f = 0; f < grid.faces(); ++f) {
      if (reading_.clue_confidence[at(f)] >= kMinConfidence) continue;
      reading_.rejection = "cannot tell the clue at " + place(face_centre(reading_, f)) + ".";
      return;
    }
  }

  const Appearance& appearance_;
  const ForegroundPicture& picture_;
  const DigitReader& digits_;
  StrokeGraph graph_;
  Framed framed_;
  Reading reading_;
  std::vector<double> half_widths_;  ///< of the strokes by edge, with their fringes
  cv::Mat map_;
};

/// The least darkness of a dot's middle, 0 to 255, even in a blurred picture.
constexpr int kDotDark = 160;
/// The most of a picture that may have the dots' colour, including lines and digits. In an
/// all-black picture, every pixel would have to be examined as a dot.
constexpr double kMaxDark = 0.4;

/// The graph of an earlier reading, if this picture shows it; otherwise an empty one.
StrokeGraph graph_of(const Reading& before, const ForegroundPicture& picture) {
  StrokeGraph graph;
  graph.dot_radius = before.dot_radius;
  for (const Point p : before.where) {
    graph.vertices.emplace_back(p.x, p.y);
    if (picture.dark_at(graph.vertices.back()) < kDotDark) return {};
  }
  const StrokeFollower follower{picture, before.dot_radius};
  const Grid& grid = *before.board.grid;
  for (int e = 0; e < grid.edges(); ++e) {
    Stroke stroke{grid.edge(e).a, grid.edge(e).b, {}};
    if (!follower.follow(graph.vertices[at(stroke.a)], graph.vertices[at(stroke.b)], stroke.along))
      return {};
    graph.strokes.push_back(std::move(stroke));
  }
  graph.stroke_width = follower.usual_width(graph);
  graph.fringe = follower.fringe(graph);
  return graph;
}

}  // namespace

Reading read_strokes(const Frame& frame, const Appearance& appearance, const Reading* before,
                     Deadline deadline) {
  const ForegroundPicture picture = ForegroundPicture::of(
      frame.image, appearance.dot, std::max(appearance.foreground_min, cvRound(frame.noise)));
  const DigitReader digits(appearance.digits);
  if (before && before->board.grid && before->accepted()) {
    Reading reading = StrokeReader(appearance, picture, digits, graph_of(*before, picture)).run();
    if (reading.accepted()) return reading;
  }
  Reading best;
  best.rejection = "there is no grid of dots joined by strokes.";
  if (cv::countNonZero(picture.dark >= kDotDark) > kMaxDark * frame.image.size().area())
    return best;
  std::size_t largest = kSmallestGrid - 1;
  for (const double radius : dot_radii(picture)) {
    if (deadline.passed()) break;
    const std::size_t other_radii = largest;
    const DotPlaces places = find_dot_places(picture, radius);
    for (const DotWeights weights : kDotWeights) {
      if (deadline.passed()) break;
      StrokeGraph graph = find_stroke_graph(picture, places, weights);
      // Seen with the wrong radius, a digit may be all that is left of a board.
      if (graph.vertices.size() <= other_radii) continue;
      largest = std::max(largest, graph.vertices.size());
      Reading reading = StrokeReader(appearance, picture, digits, std::move(graph)).run();
      const bool is_accepted = reading.accepted();
      if (is_accepted || !best.board.grid) best = std::move(reading);
      if (is_accepted) break;
    }
  }
  return best;
}

}  // namespace eyehand::slitherlink
