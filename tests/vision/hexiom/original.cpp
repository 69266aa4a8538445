#include "tests/vision/hexiom/original.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <opencv2/imgproc.hpp>

#include "vision/png.hpp"

namespace eyehand::test {
namespace {

using Bgr = cv::Vec3d;

/// As the crops show them.
const Bgr kBackground(108, 108, 108), kWhite(255, 255, 255);
/// Half of a cell's height, and how wide its rim is, pitches.
constexpr double kHalf = 0.48, kRim = 0.083;
/// This many samples a pixel, each way.
constexpr int kSamples = 5;

struct Colours {
  std::array<Bgr, 6> rim;  ///< from the top clockwise
  Bgr middle, edge;        ///< of what is within the rim
};

Colours colours(char colour) {
  const auto grey = [](double value) { return Bgr(value, value, value); };
  // The right rims and those at the bottom get less light; of an empty cell, which is sunk, more.
  const auto piece = [](Bgr light, Bgr shade, Bgr middle, Bgr edge) {
    return Colours{{light, shade, shade * 0.9, shade * 0.85, light * 0.92, light}, middle, edge};
  };
  switch (colour) {
    case 'g':
      return piece({72, 222, 72}, {55, 205, 55}, {79, 229, 79}, {45, 195, 45});
    case 'y':
      return piece({72, 232, 255}, {55, 215, 255}, {66, 232, 248}, {44, 204, 240});
    case 'r':
      return piece({72, 72, 255}, {55, 55, 255}, {70, 70, 240}, {44, 44, 240});
    default:
      return {
          {grey(95), grey(97), grey(116), grey(116), grey(107), grey(95)}, grey(102), grey(102)};
  }
}

/// The colour of a cell at a point, pitches from its middle; false outside.
bool paint(const Colours& colours, double x, double y, Bgr& to) {
  // The sides' directions from the top clockwise, for a flat-topped hexagon.
  constexpr std::array<std::array<double, 2>, 6> kWays{
      {{0, -1}, {0.866, -0.5}, {0.866, 0.5}, {0, 1}, {-0.866, 0.5}, {-0.866, -0.5}}};
  std::size_t side = 0;
  double out = -1;
  for (std::size_t k = 0; k < 6; ++k) {
    const double along = x * kWays[k][0] + y * kWays[k][1];
    if (along <= out) continue;
    out = along;
    side = k;
  }
  if (out > kHalf) return false;
  if (out > kHalf - kRim) {
    to = colours.rim[side];
    return true;
  }
  const double far = std::pow(std::min(1.0, std::hypot(x, y) / (kHalf - kRim)), 1.6);
  to = (1 - far) * colours.middle + far * colours.edge;
  return true;
}

bool is_colour(const cv::Vec3b& p, char colour) {
  const bool green = p[1] > 150, red = p[2] > 200;
  return colour == 'y' ? green && red : colour == 'r' ? red && !green : green && !red;
}

void blend(cv::Vec3b& pixel, const Bgr& colour, double share) {
  for (int k = 0; k < 3; ++k)
    pixel[k] = cv::saturate_cast<uchar>((1 - share) * pixel[k] + share * colour[k]);
}

/// Lays one picture over another, clipped.
void paste(cv::Mat& image, const cv::Mat& crop, cv::Point corner) {
  const cv::Rect there = cv::Rect(corner, crop.size()) & cv::Rect({}, image.size());
  crop(there - corner).copyTo(image(there));
}

/// The centroid of the white pixels.
cv::Point2d middle_of_foreground(const cv::Mat& crop) {
  double left = 1e9, top = 1e9, right = -1, bottom = -1;
  for (int y = 0; y < crop.rows; ++y)
    for (int x = 0; x < crop.cols; ++x) {
      const auto& p = crop.at<cv::Vec3b>(y, x);
      if (std::min({p[0], p[1], p[2]}) < 185) continue;
      left = std::min<double>(left, x);
      right = std::max<double>(right, x);
      top = std::min<double>(top, y);
      bottom = std::max<double>(bottom, y);
    }
  return {(left + right) / 2, (top + bottom) / 2};
}

}  // namespace

OriginalTiles OriginalTiles::of_crops(const std::string& folder, int side) {
  OriginalTiles tiles;
  if (!std::filesystem::exists(folder)) return tiles;
  tiles.pitch_ = side == 4 ? 46 : 29.4;
  const std::string size = std::to_string(side);
  const auto load = [&](const std::string& name) { return load_png(folder + "/" + name + ".png"); };
  tiles.empty_ = load("empty" + size);
  constexpr std::array kNumbers{"zero", "one", "two", "three", "four", "five", "six"};
  for (const auto& [colour, ending] :
       std::map<char, std::string>{{'g', ""}, {'r', "red"}, {'y', "yellow"}}) {
    tiles.claws_[colour] = load("claw" + size + ending);
    for (int number = 0; number <= 6; ++number) {
      const std::string name = kNumbers[static_cast<std::size_t>(number)] + size + ending;
      if (!std::filesystem::exists(folder + "/" + name + ".png")) continue;
      NumeralCrop crop{name, number, colour, load(name), {}};
      // A piece that may touch none is red from the first neighbour on.
      if (number == 0) crop.colour = 'r';
      crop.middle = middle_of_foreground(crop.image);
      tiles.numerals_.push_back(crop);
    }
  }
  tiles.make_cells();
  return tiles;
}

OriginalTiles OriginalTiles::of_samples(const std::vector<std::string>& samples, double pitch) {
  constexpr int kColumns = 14, kRows = 18;
  constexpr double kSteps = 32;
  OriginalTiles tiles;
  tiles.pitch_ = pitch;
  for (const std::string& sample : samples) {
    // A raster is as good as a mask: 0 is the piece, 15 the numeral.
    cv::Mat1f raster(kRows, kColumns);
    for (int i = 0; i < kRows * kColumns; ++i)
      raster(i / kColumns, i % kColumns) =
          static_cast<float>(
              std::stoi(sample.substr(3 + static_cast<std::size_t>(i), 1), nullptr, 16)) /
          15;
    cv::Mat1f mask;
    const double factor = pitch / kSteps;
    cv::resize(raster, mask, {}, factor, factor, factor < 1 ? cv::INTER_AREA : cv::INTER_CUBIC);
    for (const char colour : {'g', 'y', 'r'}) {
      NumeralCrop crop{sample.substr(0, 2) + colour, sample[1] - '0', colour, {}, {}};
      cv::cvtColor(mask, crop.image, cv::COLOR_GRAY2BGR);
      const Colours piece = colours(colour);
      crop.image.create(mask.size(), CV_8UC3);
      crop.middle = {(mask.cols - 1) / 2.0, (mask.rows - 1) / 2.0};
      for (int y = 0; y < mask.rows; ++y)
        for (int x = 0; x < mask.cols; ++x) {
          Bgr background;
          paint(piece, (x - crop.middle.x) / pitch, (y - crop.middle.y) / pitch, background);
          auto& pixel = crop.image.at<cv::Vec3b>(y, x);
          blend(pixel, background, 1);
          blend(pixel, kWhite, std::clamp(static_cast<double>(mask(y, x)), 0.0, 1.0));
        }
      tiles.numerals_.push_back(crop);
    }
  }
  tiles.make_cells();
  return tiles;
}

OriginalTiles::Picture OriginalTiles::Picture::changed(double factor, cv::Point2d by,
                                                       double blur) const {
  Picture other;
  cv::Mat smooth = image;
  if (factor < 1) cv::GaussianBlur(image, smooth, {}, 0.35 / factor);
  const cv::Matx23d way(factor, 0, by.x, 0, factor, by.y);
  const cv::Size size(static_cast<int>(image.cols * factor) + 2,
                      static_cast<int>(image.rows * factor) + 2);
  cv::warpAffine(smooth, other.image, way, size, cv::INTER_LINEAR, cv::BORDER_REPLICATE);
  if (blur > 0) cv::GaussianBlur(other.image, other.image, {}, blur);
  other.pitch = factor * pitch;
  for (const cv::Point2d& p : where) other.where.push_back(factor * p + by);
  return other;
}

void OriginalTiles::make_cells() {
  const int reach = static_cast<int>(0.6 * pitch_) + 1;
  for (const char colour : {'e', 'g', 'y', 'r'}) {
    const Colours all = colours(colour);
    const cv::Size size(2 * reach + 1, 2 * reach + 1);
    CellPicture cell{cv::Mat3d(size, cv::Vec3d()), cv::Mat1d(size, 0.0)};
    for (int y = 0; y < size.height; ++y)
      for (int x = 0; x < size.width; ++x) {
        Bgr sum;
        int inside = 0;
        for (int i = 0; i < kSamples; ++i)
          for (int k = 0; k < kSamples; ++k) {
            Bgr here;
            if (!paint(all, (x - reach + (i + 0.5) / kSamples - 0.5) / pitch_,
                       (y - reach + (k + 0.5) / kSamples - 0.5) / pitch_, here))
              continue;
            sum += here;
            ++inside;
          }
        if (inside == 0) continue;
        cell.colours(y, x) = sum * (1.0 / inside);
        cell.shares(y, x) = static_cast<double>(inside) / (kSamples * kSamples);
      }
    cells_[colour] = cell;
  }
}

void OriginalTiles::draw_cell(cv::Mat& image, cv::Point at, char colour) const {
  const CellPicture& cell = cells_.at(colour);
  const cv::Point corner = at - cv::Point(cell.shares.cols / 2, cell.shares.rows / 2);
  for (int y = 0; y < cell.shares.rows; ++y)
    for (int x = 0; x < cell.shares.cols; ++x) {
      const cv::Point p = corner + cv::Point(x, y);
      if (cv::Rect({}, image.size()).contains(p))
        blend(image.at<cv::Vec3b>(p), cell.colours(y, x), cell.shares(y, x));
    }
  if (colour != 'e' || empty_.empty()) return;
  // The crop's corners show neighbours: of a small one, a pixel in each is left out.
  const int off = pitch_ > 40 ? 0 : 1;
  paste(image, empty_(cv::Rect(off, off, empty_.cols - 2 * off, empty_.rows - 2 * off)),
        at - cv::Point(empty_.cols / 2 - off, empty_.rows / 2 - off));
}

void OriginalTiles::draw_claws(cv::Mat& image, cv::Point at, char colour, bool below_too) const {
  // From the piece's upper edge: the first row of its colour in the middle.
  const int edge = cvRound(-kHalf * pitch_);
  const auto crop = claws_.find(colour);
  if (crop == claws_.end()) {
    for (const int down : {-1, 1}) {
      if (down > 0 && !below_too) break;
      for (const int right : {-1, 1}) {
        std::vector<cv::Point> grip;
        for (const auto& [x, y] : std::array<std::array<double, 2>, 5>{
                 {{0.34, -0.4}, {0.3, -0.5}, {0.17, -0.5}, {0.14, -0.32}, {0.21, -0.26}}})
          grip.push_back(at + cv::Point(cvRound(right * x * pitch_), cvRound(-down * y * pitch_)));
        cv::fillConvexPoly(image, grip, cv::Scalar::all(122), cv::LINE_AA);
      }
    }
    return;
  }
  const cv::Mat& claws = crop->second;
  int first = 0;
  while (first < claws.rows && !is_colour(claws.at<cv::Vec3b>(first, claws.cols / 2), colour))
    ++first;
  // Colour in the crop's corners belongs to another piece.
  const auto lay = [&](const cv::Mat& crop_of, cv::Point corner) {
    for (int y = 0; y < crop_of.rows; ++y)
      for (int x = 0; x < crop_of.cols; ++x) {
        const cv::Point p = corner + cv::Point(x, y);
        const auto& pixel = crop_of.at<cv::Vec3b>(y, x);
        const auto [least, most] = std::minmax({pixel[0], pixel[1], pixel[2]});
        Bgr unused;
        const bool is_inside =
            paint(colours(colour), (p.x - at.x) / pitch_, (p.y - at.y) / pitch_, unused);
        if (cv::Rect({}, image.size()).contains(p) && (is_inside || most - least < 16))
          image.at<cv::Vec3b>(p) = pixel;
      }
  };
  const cv::Point corner(at.x - claws.cols / 2, at.y + edge - first);
  lay(claws, corner);
  if (!below_too) return;
  cv::Mat turned;
  cv::flip(claws, turned, 0);
  lay(turned, {corner.x, 2 * at.y - corner.y - claws.rows + 1});
}

void OriginalTiles::draw_numeral(cv::Mat& image, cv::Point at, const NumeralCrop& numeral) const {
  paste(image, numeral.image, at - cv::Point(cvRound(numeral.middle.x), cvRound(numeral.middle.y)));
}

OriginalTiles::Picture OriginalTiles::draw(const hexiom::Board& board, std::mt19937_64& random,
                                           int jitter) const {
  const Hexagon hexagon(board.side);
  Picture picture;
  picture.pitch = pitch_;
  const int width = static_cast<int>(((board.side * 2 - 2) * std::sqrt(0.75) + 1.6) * pitch_);
  const int height = static_cast<int>((board.side * 2 - 1 + 0.5) * pitch_) + 40;
  picture.image = cv::Mat(height, width, CV_8UC3, kBackground);
  cv::putText(picture.image, "level " + std::to_string(board.side), {6, 18},
              cv::FONT_HERSHEY_SIMPLEX, 0.5, cv::Scalar::all(255), 1, cv::LINE_AA);
  const bool below_too = random() % 2 == 0;
  std::uniform_int_distribution<int> beside(-jitter, jitter);
  for (int cell = 0; cell < hexagon.size(); ++cell) {
    const auto i = static_cast<std::size_t>(cell);
    // Flat-topped: the text is turned clockwise.
    const Hexagon::Point p = hexagon.middle(cell);
    const cv::Point at(cvRound(width / 2.0 - p.y * pitch_),
                       cvRound((height + 24) / 2.0 + p.x * pitch_));
    picture.where.push_back(at);
    if (board.cells[i] == hexiom::kHole) continue;
    if (board.cells[i] == hexiom::kEmpty) {
      draw_cell(picture.image, at, 'e');
      continue;
    }
    std::vector<const NumeralCrop*> those;
    for (const NumeralCrop& crop : numerals_)
      if (crop.number == board.cells[i]) those.push_back(&crop);
    const NumeralCrop& crop = *those[random() % those.size()];
    draw_cell(picture.image, at, crop.colour);
    if (board.locked[i]) draw_claws(picture.image, at, crop.colour, below_too);
    draw_numeral(picture.image, at + cv::Point(beside(random), beside(random)), crop);
  }
  return picture;
}

OriginalTiles::Picture OriginalTiles::draw(const NumeralCrop& numeral, bool is_locked) const {
  Picture picture;
  picture.pitch = pitch_;
  const int size = static_cast<int>(1.8 * pitch_);
  picture.image = cv::Mat(size, size, CV_8UC3, kBackground);
  const cv::Point at(size / 2, size / 2);
  picture.where = {at};
  draw_cell(picture.image, at, numeral.colour);
  if (is_locked) draw_claws(picture.image, at, numeral.colour, true);
  draw_numeral(picture.image, at, numeral);
  return picture;
}

}  // namespace eyehand::test
