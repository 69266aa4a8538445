#include "calibration/check.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <opencv2/imgproc.hpp>

#include "calibration/distort.hpp"
#include "calibration/part_order.hpp"
#include "player/games.hpp"
#include "puzzle/error.hpp"
#include "vision/statistics.hpp"

namespace eyehand::calibration {
namespace {

/// A distortion and its steps. The undistorted picture is read separately.
struct Way {
  Distortion distortion;
  std::string_view what;
  std::vector<double> amounts;
};

const std::vector<Way>& ways() {
  static const std::vector<Way> all = {
      {Distortion::scale, "scale factor", {0.75, 0.9, 1.1, 1.25, 1.5, 1.75, 2, 2.25, 2.5, 3}},
      {Distortion::shift, "pixels", {0.25, 0.5, 0.75, 1}},
      {Distortion::blur, "pixels, standard deviation", {0.3, 0.5, 0.7, 1, 1.4, 2}},
      {Distortion::brightness, "brightness factor", {0.5, 0.65, 0.8, 0.9, 1.1, 1.2, 1.35, 1.5}},
      {Distortion::colour, "of 255, maximum", {5, 10, 15, 20, 25, 35, 50}},
      {Distortion::cover, "of the board hidden", {0.001, 0.005, 0.02, 0.08, 0.25}},
  };
  return all;
}

/// For pictures that cannot be redrawn at other sizes.
const std::vector<double>& shrinking() {
  static const std::vector<double> all = {0.2, 0.25, 0.3, 0.35, 0.4, 0.5, 0.6, 0.7, 0.85, 1};
  return all;
}

std::string number(double value) {
  std::string text = std::to_string(value);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

struct Measured {
  Observation seen;
  std::vector<ObservedPart> parts;
  double ms = 0;
  double cell_px = 0;  ///< of the largest cells, not of the edges between them
};

/// Reads with a new session, which remembers nothing.
Measured measure(const Game& game, const Skin& skin, const cv::Mat& picture) {
  const auto session = game.begin(skin);
  const Frame frame{picture, {}, cv::Rect({}, picture.size())};
  const auto start = std::chrono::steady_clock::now();
  Measured measured;
  measured.seen = session->observe(frame);
  measured.ms =
      std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  measured.parts = session->parts();
  std::vector<double> widths;
  for (const ObservedPart& part : measured.parts)
    widths.push_back(std::min(part.place.width, part.place.height));
  if (!widths.empty()) {
    const auto largest = widths.end() - 1 - static_cast<std::ptrdiff_t>(widths.size() / 10);
    std::nth_element(widths.begin(), largest, widths.end());
    measured.cell_px = *largest;
  }
  return measured;
}

/// How many boards all shards have together.
int board_count(const Samples& samples, const CheckOptions& options) {
  return std::min(static_cast<int>(samples.all().size()), std::max(1, options.boards));
}

/// Takes the readings and counts the results.
class Check {
 public:
  Check(const Skin& skin, const Samples& samples, const CheckOptions& options)
      : skin_(skin), game_(game_named(skin.game)), samples_(samples), options_(options) {
    result_.skin = skin.name;
    result_.game = skin.game;
    result_.drawn = samples.are_drawn();
    result_.live = samples.are_live();
    result_.seed = options.seed;
    result_.reliability = empty_reliability();
    result_.boards = options.shard.share_of(board_count(samples, options));
  }

  Checked run() {
    const auto boards = static_cast<std::size_t>(board_count(samples_, options_));
    for (std::size_t i = 0; i < boards; ++i)
      if (options_.shard.has(i)) look_plain(samples_.all()[i], i);
    result_.us_per_cell = eyehand::median(us_per_cell_);
    result_.ms_per_board = eyehand::median(ms_);
    for (const std::string& name : sweep_names()) {
      if (!is_requested(name)) continue;
      if (name == "size")
        result_.sweeps.push_back(sweep_sizes());
      else
        for (const Way& way : ways())
          if (calibration::name(way.distortion) == name) result_.sweeps.push_back(sweep(way));
    }
    std::stable_sort(result_.crops.begin(), result_.crops.end(), is_worse);
    if (result_.crops.size() > static_cast<std::size_t>(options_.crops))
      result_.crops.resize(static_cast<std::size_t>(options_.crops));
    return std::move(result_);
  }

 private:
  struct Known {  // of a sample
    const Sample* sample = nullptr;
    std::size_t number = 0;  // from 0, of all boards, also those of other shards
    std::vector<Part> truth;
    std::vector<cv::Point2d> places;  // empty if unknown
    cv::Mat picture;
    cv::Rect area;
    double cell_px = 0;
  };

  bool is_requested(const std::string& name) const {
    return options_.sweeps.empty() ||
           std::find(options_.sweeps.begin(), options_.sweeps.end(), name) != options_.sweeps.end();
  }

  static bool is_worse(const Crop& a, const Crop& b) {
    if (a.refused != b.refused) return b.refused;
    if (a.accepted != b.accepted) return a.accepted;
    return a.confidence > b.confidence;
  }

  void look_plain(const Sample& sample, std::size_t number) {
    Known known;
    known.sample = &sample;
    known.number = number;
    known.truth = game_.parts(sample.truth);
    known.places = game_.places(sample.truth);
    known.picture = samples_.picture(sample);
    const Measured measured =
        take(known, known.picture, "", result_.plain_boards, result_.plain_parts);
    known.area = measured.seen.area;
    if (known.area.empty()) known.area = cv::Rect({}, known.picture.size());
    known.cell_px = measured.cell_px;
    ms_.push_back(measured.ms);
    if (const double cells = cells_of(measured); cells > 0)
      us_per_cell_.push_back(measured.ms * 1000 / cells);
    known_.push_back(std::move(known));
  }

  /// The number of distinct places.
  static double cells_of(const Measured& measured) {
    double cells = 0;
    cv::Rect before;
    for (const ObservedPart& part : measured.parts) {
      if (part.place != before) ++cells;
      before = part.place;
    }
    return cells;
  }

  Sweep sweep(const Way& way) {
    Sweep sweep{std::string(name(way.distortion)), std::string(way.what), {}};
    const bool recolour = way.distortion == Distortion::colour && samples_.has_colours();
    if (recolour) sweep.what += ", each colour separately";
    for (const double amount : way.amounts) {
      SweepStep point;
      point.amount = amount;
      point.word = number(amount);
      std::vector<double> widths;
      for (const Known& known : known_) {
        const std::uint64_t seed = options_.seed * 1000 + known.number;
        const cv::Mat picture =
            recolour ? samples_.recoloured(*known.sample, amount, seed)
                     : distort(known.picture, way.distortion, amount, known.area, seed);
        take(known, picture, ", " + sweep.name + ' ' + point.word, point.boards, point.parts);
        widths.push_back(known.cell_px * (way.distortion == Distortion::scale ? amount : 1.0));
      }
      point.cell_px = eyehand::median(widths);
      sweep.points.push_back(std::move(point));
    }
    return sweep;
  }

  /// A board at one size.
  struct Sized {
    double picture = 0;  ///< scale relative to the usual picture, by the axis that grew less
    double cell = 0;     ///< width in pixels
    bool right = false;
  };

  /// Where a board was misread, its cell width is extrapolated from sizes at which it was read: it
  /// grows linearly with the picture.
  static void estimate_cells(std::vector<Sized>& sizes) {
    std::vector<Sized> known;
    for (const Sized& size : sizes)
      if (size.right && (known.empty() || size.picture > known.back().picture))
        known.push_back(size);
    if (known.empty()) return;
    double slope = known[0].cell / known[0].picture, offset = 0;
    if (known.size() > 1) {
      slope = (known[1].cell - known[0].cell) / (known[1].picture - known[0].picture);
      offset = known[0].cell - slope * known[0].picture;
    }
    for (Sized& size : sizes)
      if (!size.right) size.cell = std::max(1.0, slope * size.picture + offset);
  }

  Sweep sweep_sizes() {
    const bool drawn = samples_.have_sizes();
    Sweep sweep{"size", "pixels per cell", {}};
    if (samples_.are_live()) sweep.what += ", the window made smaller and larger";
    if (!drawn) sweep.what += ", the stored picture scaled down";
    const std::size_t steps = drawn ? samples_.sizes().size() : shrinking().size();
    std::vector<std::vector<Sized>> sizes(known_.size());  // by sample, then by step
    for (std::size_t step = 0; step < steps; ++step) {
      SweepStep point;
      point.word = drawn ? samples_.sizes()[step] : number(shrinking()[step]);
      for (std::size_t i = 0; i < known_.size(); ++i) {
        const Known& known = known_[i];
        const cv::Mat picture =
            drawn ? samples_.picture_at(*known.sample, point.word)
                  : distort(known.picture, Distortion::scale, shrinking()[step], known.area, 0);
        const auto before = point.boards.right;
        const Measured measured =
            take(known, picture, ", size " + point.word, point.boards, point.parts);
        sizes[i].push_back({std::min(static_cast<double>(picture.cols) / known.picture.cols,
                                     static_cast<double>(picture.rows) / known.picture.rows),
                            measured.cell_px, point.boards.right > before});
      }
      sweep.points.push_back(std::move(point));
    }
    for (auto& of_board : sizes) estimate_cells(of_board);
    std::vector<Sized> all;
    for (std::size_t step = 0; step < steps; ++step) {
      std::vector<double> widths;
      for (const auto& of_board : sizes) {
        widths.push_back(of_board[step].cell);
        all.push_back(of_board[step]);
      }
      sweep.points[step].cell_px = sweep.points[step].amount = eyehand::median(widths);
    }
    find_smallest(std::move(all));
    return sweep;
  }

  void find_smallest(std::vector<Sized> sizes) {
    std::sort(sizes.begin(), sizes.end(),
              [](const Sized& a, const Sized& b) { return a.cell > b.cell; });
    for (std::size_t i = 0; i < sizes.size() && sizes[i].right; ++i)
      if (i + 1 == sizes.size() || sizes[i + 1].cell < sizes[i].cell)
        result_.smallest_px = sizes[i].cell;
  }

  Measured take(const Known& known, const cv::Mat& picture, const std::string& how, Counts& boards,
                Counts& parts) {
    Measured measured = measure(game_, skin_, picture);
    measured.parts = in_order_of(known.truth, known.places, std::move(measured.parts));
    const Score result = score(known.truth, measured.parts, measured.seen.rejection);
    boards.add(result.board);
    for (const Verdict outcome : result.parts) parts.add(outcome);
    count(known.truth, measured.parts, result, result_.confusions, result_.reliability);
    keep_crops(known.sample->name + how, known, measured, result, picture);
    if (options_.step) options_.step();
    return measured;
  }

  /// From each reading, the two most confident errors or, if there are none, the first refused
  /// part.
  void keep_crops(const std::string& where, const Known& known, const Measured& measured,
                  const Score& result, const cv::Mat& picture) {
    if (!result.is_comparable) {
      if (result.board != Verdict::wrong) return;
      result_.crops.push_back({thumbnail(picture, cv::Rect({}, picture.size())), where, "board",
                               std::to_string(known.truth.size()) + " parts",
                               std::to_string(measured.parts.size()) + " parts", 1, false, true});
      return;
    }
    std::vector<std::size_t> worst;
    for (std::size_t i = 0; i < result.parts.size(); ++i)
      if (result.parts[i] == Verdict::wrong) worst.push_back(i);
    std::stable_sort(worst.begin(), worst.end(), [&](std::size_t a, std::size_t b) {
      return measured.parts[a].confidence > measured.parts[b].confidence;
    });
    constexpr std::size_t kEach = 2;
    while (worst.size() > kEach) worst.pop_back();
    if (worst.empty())
      for (std::size_t i = 0; i < result.parts.size() && worst.empty(); ++i)
        if (measured.parts[i].confidence < kMinPartConfidence) worst.push_back(i);
    for (const std::size_t i : worst) {
      const ObservedPart& part = measured.parts[i];
      cv::Mat image = thumbnail(picture, part.place);
      if (image.empty()) continue;
      result_.crops.push_back({std::move(image), where, std::string(known.truth[i].kind),
                               known.truth[i].label, part.part.label, part.confidence,
                               result.parts[i] == Verdict::refused,
                               result.board != Verdict::refused});
    }
  }

  /// The place with a margin of half its size, about 120 pixels wide.
  static cv::Mat thumbnail(const cv::Mat& picture, const cv::Rect& place) {
    constexpr double kWidth = 120;
    const int margin = std::max(place.width, place.height) / 2;
    const cv::Rect part = cv::Rect(place.x - margin, place.y - margin, place.width + 2 * margin,
                                   place.height + 2 * margin) &
                          cv::Rect({}, picture.size());
    if (part.empty()) return {};
    const double factor = kWidth / std::max(part.width, part.height);
    const cv::Size size(std::max(1, cvRound(part.width * factor)),
                        std::max(1, cvRound(part.height * factor)));
    cv::Mat image;
    cv::resize(picture(part), image, size, 0, 0, factor < 1 ? cv::INTER_AREA : cv::INTER_NEAREST);
    return image;
  }

  const Skin& skin_;
  const Game& game_;
  const Samples& samples_;
  const CheckOptions& options_;
  std::vector<Known> known_;  // one per used sample
  std::vector<double> ms_, us_per_cell_;
  Checked result_;
};

}  // namespace

std::vector<std::string> sweep_names() {
  std::vector<std::string> names = {"size"};
  for (const Way& way : ways()) names.emplace_back(name(way.distortion));
  return names;
}

std::size_t reading_count(const Samples& samples, const CheckOptions& options) {
  const auto is_requested = [&](std::string_view name) {
    return options.sweeps.empty() ||
           std::find(options.sweeps.begin(), options.sweeps.end(), name) != options.sweeps.end();
  };
  std::size_t steps = 1;
  if (is_requested("size"))
    steps += samples.have_sizes() ? samples.sizes().size() : shrinking().size();
  for (const Way& way : ways())
    if (is_requested(name(way.distortion))) steps += way.amounts.size();
  return steps * static_cast<std::size_t>(options.shard.share_of(board_count(samples, options)));
}

Checked check(const Skin& skin, const Samples& samples, const CheckOptions& options) {
  for (const std::string& name : options.sweeps) {
    const auto known = sweep_names();
    if (std::find(known.begin(), known.end(), name) == known.end())
      throw Error("There is no sweep '" + name + "'.");
  }
  const int boards = board_count(samples, options);
  if (options.shard.share_of(boards) == 0)
    throw Error("Shard " + to_string(options.shard) + " has none of the " + std::to_string(boards) +
                (boards == 1 ? " board." : " boards."));
  return Check(skin, samples, options).run();
}

}  // namespace eyehand::calibration
