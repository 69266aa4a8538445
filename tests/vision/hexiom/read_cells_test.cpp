// Reading Hexiom boards by an atlas of cells and samples of numbers.
#include "vision/hexiom/read_cells.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <opencv2/imgproc.hpp>
#include <string>
#include <vector>

#include "puzzle/error.hpp"
#include "puzzle/hexiom/text.hpp"

namespace eyehand::hexiom {
namespace {

const std::vector<std::string> kLabels = {std::string(kPieceLabel), std::string(kEmptyLabel),
                                          std::string(kLockedPieceLabel),
                                          std::string(kLockedEmptyLabel)};

int label_of(const Board& board, int cell) {
  const bool is_empty = board.cells[at(cell)] == kEmpty;
  return (board.locked[at(cell)] != 0 ? 2 : 0) + (is_empty ? 1 : 0);
}

/// Empty cells are outlines, pieces are filled, in one of two colours, with a badge if locked.
cv::Mat drawn(const Board& board, const HexLattice& lattice) {
  constexpr int kShift = 6;
  cv::Mat picture(420, 460, CV_8UC3);
  for (int y = 0; y < picture.rows; ++y)
    for (int x = 0; x < picture.cols; ++x)
      picture.at<cv::Vec3b>(y, x) = cv::Vec3b(cv::saturate_cast<std::uint8_t>(120 + x / 20), 130,
                                              cv::saturate_cast<std::uint8_t>(140 + (x * y) % 5));
  const Hexagon hexagon(lattice.side);
  for (int cell = 0; cell < hexagon.size(); ++cell) {
    const cv::Point2d middle = lattice.at(hexagon.middle(cell));
    std::vector<cv::Point> corners;
    for (int k = 0; k < 6; ++k) {
      const double angle = (k + (lattice.flat_topped ? 0 : 0.5)) * CV_PI / 3;
      const double radius = 0.52 * lattice.pitch;
      corners.emplace_back(cvRound((middle.x + radius * std::cos(angle)) * (1 << kShift)),
                           cvRound((middle.y + radius * std::sin(angle)) * (1 << kShift)));
    }
    const Cell content = board.cells[at(cell)];
    const bool is_dark = content % 2 == 0;
    const cv::Scalar mark = is_dark ? cv::Scalar::all(250) : cv::Scalar::all(10);
    if (content == kEmpty)
      cv::polylines(picture, corners, true, {60, 70, 60}, 2, cv::LINE_AA, kShift);
    else
      cv::fillConvexPoly(picture, corners,
                         is_dark ? cv::Scalar(90, 40, 20) : cv::Scalar(90, 220, 240), cv::LINE_AA,
                         kShift);
    if (board.locked[at(cell)] != 0)
      cv::circle(picture, cv::Point(middle) - cv::Point(0, cvRound(0.36 * lattice.pitch)), 4,
                 content == kEmpty ? cv::Scalar::all(10) : mark, cv::FILLED, cv::LINE_AA);
    if (content != kEmpty)
      cv::putText(picture, std::to_string(content), cv::Point(middle) + cv::Point(-7, 8),
                  cv::FONT_HERSHEY_SIMPLEX, 0.72, mark, 2, cv::LINE_AA);
  }
  return picture;
}

constexpr double kMarkRadius = 0.42;

class HexiomCells : public testing::TestWithParam<bool> {
 protected:
  HexiomCells() {
    lattice_.middle = {221.4, 203.7};
    lattice_.pitch = 62.5;
    lattice_.flat_topped = GetParam();
    lattice_.side = 3;
    learned_ = from_text("3\n   4+3 .\n +1+2 .+.\n 5 . . 6+.\n +4 3+2 0\n   . 1+5");
    const cv::Mat picture = drawn(learned_, lattice_);
    std::vector<cells::Sample> samples, marks;
    const Hexagon hexagon(lattice_.side);
    for (int cell = 0; cell < hexagon.size(); ++cell) {
      const cv::Point2d middle = lattice_.at(hexagon.middle(cell));
      samples.push_back(
          {label_of(learned_, cell), cell,
           cells::cut_hexagon(picture, middle, lattice_.pitch, lattice_.flat_topped, true)});
      if (!is_piece(learned_.cells[at(cell)])) continue;
      marks.push_back({learned_.locked[at(cell)] != 0 ? 1 : 0, cell,
                       cut_marks(picture, middle, lattice_.pitch, kMarkRadius)});
      numbers_.samples.push_back(to_sample(
          learned_.cells[at(cell)], glyph_of(number_foreground(picture, middle, lattice_.pitch))));
    }
    appearance_ = cells::HexReader(cells::Atlas(samples), kLabels, lattice_).appearance();
    marks_ = MarkReader(cells::Atlas(marks), kMarkRadius).marks();
  }

  Reading read_picture(const cv::Mat& picture) const {
    return read_cells(to_frame(picture), cells::HexReader(appearance_), NumberReader(numbers_),
                      MarkReader(marks_));
  }

  HexLattice lattice_;
  Board learned_;
  cells::HexAppearance appearance_;
  Numbers numbers_;
  Marks marks_;
};

TEST_P(HexiomCells, ReadsAnotherBoard) {
  const Board other = from_text("3\n   . 3 0\n  5+4+. 2\n 1+. 6 . .\n  4+2 .+1\n   3+. 2");
  const Reading reading = read_picture(drawn(other, lattice_));
  EXPECT_EQ(reading.rejection, "");
  EXPECT_EQ(to_text(reading.board), to_text(other));
  ASSERT_EQ(reading.where.size(), 19U);
  EXPECT_LT(cv::norm(reading.where[9] - lattice_.middle), 0.01);
}

TEST_P(HexiomCells, RefusesACellThatIsCovered) {
  cv::Mat picture = drawn(learned_, lattice_);
  const cv::Point2d middle = lattice_.at(Hexagon(3).middle(4));
  cv::rectangle(picture, cv::Rect(cv::Point(middle) - cv::Point(4, 30), cv::Size(40, 60)),
                cv::Scalar(255, 255, 255), cv::FILLED);
  const Reading reading = read_picture(picture);
  EXPECT_NE(reading.rejection, "");
  EXPECT_LT(reading.confidence[4], kMinConfidence);
}

TEST_P(HexiomCells, RefusesANumberThatIsNone) {
  Board other = learned_;
  cv::Mat picture = drawn(other, lattice_);
  const cv::Point middle(lattice_.at(Hexagon(3).middle(0)));
  cv::rectangle(picture, cv::Rect(middle - cv::Point(9, 11), cv::Size(19, 23)),
                cv::Scalar(90, 40, 20), cv::FILLED);
  cv::line(picture, middle - cv::Point(8, 8), middle + cv::Point(8, 8), cv::Scalar::all(250), 3);
  cv::line(picture, middle - cv::Point(8, -8), middle + cv::Point(8, -8), cv::Scalar::all(250), 3);
  EXPECT_NE(read_picture(picture).rejection, "");
}

TEST_P(HexiomCells, RefusesAnAppearanceThatDoesNotFit) {
  cells::HexAppearance appearance = appearance_;
  appearance.labels.pop_back();
  EXPECT_THROW(cells::HexReader{appearance}, Error);
  appearance = appearance_;
  appearance.side = 0;
  EXPECT_THROW(cells::HexReader{appearance}, Error);
  EXPECT_THROW(NumberReader(Numbers{{"3:12"}}), Error);
}

TEST(HexiomNumbers, ThatWereNeverSeenAreNotTakenForOthers) {
  const auto foreground = [](int number) {
    cv::Mat picture(40, 40, CV_8U, cv::Scalar(0));
    cv::putText(picture, std::to_string(number), {10, 30}, cv::FONT_HERSHEY_COMPLEX, 1,
                cv::Scalar(255), 2, cv::LINE_AA);
    return picture;
  };
  for (int unseen = 0; unseen <= 6; ++unseen) {
    Numbers numbers;
    for (int number = 0; number <= 6; ++number)
      if (number != unseen)
        numbers.samples.push_back(to_sample(number, glyph_of(foreground(number))));
    const NumberReader reader(numbers);
    for (int number = 0; number <= 6; ++number) {
      const DigitGuess guess = reader.read(foreground(number));
      if (number == unseen && guess.confidence < kMinDigitConfidence) continue;
      EXPECT_EQ(guess.digit, number) << "without samples of " << unseen;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Tops, HexiomCells, testing::Bool());

}  // namespace
}  // namespace eyehand::hexiom
